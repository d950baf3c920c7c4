"""What an exploration has judged is not judged again."""

from __future__ import annotations

from tests.agent.conftest import Stage, learned
from tests.agent.scripted import END, Page, Widget, judges, says

BACK = says("back()")


def people() -> dict[str, Page]:
    """A list of people, each with a page like the others and a button to close it, and settings."""
    names = ("Ada", "Bob", "Cem")
    rows = [Widget(name, opens=name, row=True) for name in names]
    page = (Widget("Close", opens="main"), Widget("Call log", "TextView"))
    return {
        "main": Page((Widget("Settings", opens="settings"), *rows)),
        **{name: Page((*page, Widget("Pin"), Widget("Rename"))) for name in names},
        "settings": Page((Widget("Close", opens="main"), Widget("Dark theme", "Switch"))),
    }


def test_the_next_row_that_leads_to_such_a_page_is_not_judged(stage: Stage) -> None:
    scene = stage(
        says("tap({Ada})"), judges("CONTINUE", "Opens a person."), BACK,
        says("tap({Bob})"), BACK, says("tap({Cem})"), BACK, END,
        pages=people(),
    )  # fmt: skip
    learned(scene, "")
    assert len(scene.model.texts("reflect")) == 1
    assert scene.docs() == {("", "tap"): "Opens a person."}, "it is a note on all rows"
    assert [s.decision for s in scene.steps() if s.kind == "tap"] == ["CONTINUE"] * 3
    assert scene.model.texts("explore")[-1].count("Opens a person.") == 1


def test_what_led_back_is_known_on_any_page(stage: Stage) -> None:
    scene = stage(
        says("tap({Ada})"), judges("CONTINUE", "Opens a person."),
        says("tap({Close})"), judges("CONTINUE", "Closes the person."),
        says("tap({Settings})"), judges("CONTINUE", "Opens settings."),
        says("tap({Close})"), END,
        pages=people(),
    )  # fmt: skip
    learned(scene, "")
    assert len(scene.model.texts("reflect")) == 3
    assert "Closes the person." not in scene.model.texts("explore")[3], "no note for another page"


def test_a_row_that_leads_elsewhere_is_judged(stage: Stage) -> None:
    pages = people()
    pages["Bob"] = Page((Widget("Sign in", "TextView"), Widget("User", "EditText")))
    scene = stage(
        says("tap({Ada})"), judges("CONTINUE", "Opens a person."), BACK,
        says("tap({Bob})"), judges("CONTINUE", "Asks to sign in."), END,
        pages=pages,
    )  # fmt: skip
    learned(scene, "")
    assert len(scene.model.texts("reflect")) == 2


def test_a_task_is_told_whether_it_was_served(stage: Stage) -> None:
    scene = stage(
        says("tap({Ada})"), judges("CONTINUE", "Opens a person."), BACK,
        says("tap({Bob})"), judges("SUCCESS", "Opens a person."), END,
        pages=people(),
    )  # fmt: skip
    learned(scene, "Open Bob")
    assert len(scene.model.texts("reflect")) == 2
