"""What closed when it was touched is opened again, and what it did is put back there."""

from __future__ import annotations

import pytest

from appagent.actions.gestures import TouchAt
from tests.agent.conftest import Stage, learned
from tests.agent.scripted import END, Line, Page, Widget, judges, says


def choices(*names: str, on: str) -> tuple[Widget, ...]:
    return tuple(Widget(name, "RadioButton", ref="choice", on=name == on) for name in names)


def sheet() -> dict[str, Page]:
    """A row that opens choices, which close when one is touched."""
    main = (Widget("History", opens="sheet"), Widget("Title", "EditText"), Widget("Other"))
    days = choices("Never", "A day", "Forever", on="A day")
    for each in days:
        each.opens = "main"
    return {"main": Page(main), "sheet": Page((Widget("Keep history", "TextView"), *days))}


def chosen(page: Page) -> list[str]:
    return [widget.name for widget in page.widgets if widget.on]


@pytest.mark.parametrize("between", [(), (says("enter()"),)])
def test_what_was_chosen_is_chosen_again(stage: Stage, between: tuple[Line, ...]) -> None:
    """Also where a step without effect lies between the row and the choice."""
    scene = stage(says("tap({History})"), judges("CONTINUE", "Opens it."), *between,
                  says("tap({Forever})"), judges("CONTINUE", "Keeps all."), END,
                  pages=sheet())  # fmt: skip
    learned(scene, "")
    assert scene.steps()[-2].undone == 'touched button "History"; touched radio "A day"'
    assert (chosen(scene.phone.pages["sheet"]), scene.phone.left) == (["A day"], "main")


def test_the_old_choice_leaves_the_sheet_alone(stage: Stage) -> None:
    scene = stage(says("tap({History})"), judges("CONTINUE", "Opens it."), says("tap({A day})"),
                  judges("CONTINUE", "Keeps a day."), END, pages=sheet())  # fmt: skip
    learned(scene, "")
    assert (scene.steps()[1].undone, scene.phone.left) == ("", "main")
    assert chosen(scene.phone.pages["sheet"]) == ["A day"]


@pytest.mark.parametrize("answer", ["Cancel", "OK"])
def test_what_an_answer_closed_stays_closed(stage: Stage, answer: str) -> None:
    """Its buttons are no entries of a menu, though they may be called alike."""
    main = (Widget("About", opens="asks"), Widget("Title", "EditText"), Widget("Other"))
    buttons = tuple(Widget(name, opens="main", ref="button") for name in ("Cancel", "OK"))
    pages = {"main": Page(main), "asks": Page((Widget("Version 1.4", "TextView"), *buttons))}
    scene = stage(says("tap({About})"), judges("CONTINUE", "Opens it."),
                  says(f"tap({{{answer}}})"), judges("CONTINUE", "Closes it."), END,
                  pages=pages)  # fmt: skip
    learned(scene, "")
    assert (scene.steps()[1].undone, len(scene.phone.done)) == ("", 2)


def test_what_did_harm_is_not_opened_again(stage: Stage) -> None:
    title = Widget("Title", "EditText")
    main = (Widget("Next", opens="menu"), title, Widget("Other"))
    rows = tuple(Widget(name, row=True, opens="main") for name in ("Look", "Listen"))
    pages = {"main": Page(main), "menu": Page(rows)}
    posts = judges("CONTINUE", "Posts.").model_copy(update={"danger": "post"})
    scene = stage(says("tap({Next})"), posts, says("tap({Look})"),
                  judges("CONTINUE", "Looks."), END, pages=pages)  # fmt: skip
    learned(scene, "")
    assert (scene.steps()[1].undone, len(scene.phone.done)) == ("", 2)


def languages() -> dict[str, Page]:
    """Choices of which a new one is asked about first."""
    head, title = Widget("Languages", "TextView"), Widget("Title", "EditText")
    asks = (Widget("Speak another?", "TextView"), Widget("Cancel"), Widget("Change", opens="main"))
    names = choices("English", "Suomi", on="English")
    for each in names:
        each.opens = "asks"
    return {"main": Page((head, title, *names)), "asks": Page(asks)}


def test_a_choice_that_was_confirmed_is_confirmed_back(stage: Stage) -> None:
    scene = stage(says("tap({Suomi})"), judges("CONTINUE", "Asks."), says("tap({Change})"),
                  judges("CONTINUE", "Changes it."), END, pages=languages())  # fmt: skip
    learned(scene, "")
    assert scene.steps()[1].undone == 'touched radio "English"; touched button "Change"'
    assert (chosen(scene.phone.pages["main"]), scene.phone.left) == (["English"], "main")


def test_a_choice_that_was_not_confirmed_is_left(stage: Stage) -> None:
    pages = languages()
    pages["asks"].widgets[1].opens = "as it was"
    pages["as it was"] = Page((*pages["main"].widgets[:2], *choices("English", "Suomi",
                              on="English")), after_back="home")  # fmt: skip
    scene = stage(says("tap({Suomi})"), judges("CONTINUE", "Asks."), says("tap({Cancel})"),
                  judges("CONTINUE", "Leaves it."), END, pages=pages)  # fmt: skip
    learned(scene, "")
    assert (scene.steps()[1].undone, scene.phone.left) == ("", "as it was")


def test_what_was_opened_by_a_long_press_is_held_again(stage: Stage) -> None:
    pages = sheet()
    pages["main"].widgets[0].holds, pages["main"].widgets[0].opens = "sheet", "else"
    pages["else"] = Page((Widget("Something else", "TextView"),))
    scene = stage(says("long_press({History})"), judges("CONTINUE", "Opens it."),
                  says("tap({Forever})"), judges("CONTINUE", "Keeps all."), END,
                  pages=pages)  # fmt: skip
    learned(scene, "")
    assert scene.steps()[1].undone == 'held button "History"; touched radio "A day"'
    assert scene.phone.left == "main"
    held = [g.duration_ms > 0 for g in scene.phone.done if isinstance(g, TouchAt)]
    assert held == [True, False, True, False]


def chat(entry: str, later: str) -> dict[str, Page]:
    """A chat with a menu of three entries; the second is called `later` once it was touched."""
    main = (Widget("Ann", "TextView"), Widget("More", opens="menu", ref="more"))
    after = (main[0], Widget("More", opens="menu, touched", ref="more"))
    first, last = Widget("Search", row=True), Widget("Media", row=True)
    return {
        "main": Page(main),
        "touched": Page(after, after_back="home"),
        "menu": Page((first, Widget(entry, row=True, opens="touched"), last)),
        "menu, touched": Page((first, Widget(later, row=True, opens="main"), last)),
    }


@pytest.mark.parametrize(
    ("later", "left", "undone"),
    [
        ("Unmute", "main", 'touched item "Unmute"'),
        ("Mute", "touched", "pressed back; which did not put it back"),
        ("Delete all but the mute", "touched", "pressed back; which did not put it back"),
        ("Media", "touched", "pressed back; which did not put it back"),
    ],
)
def test_an_entry_of_a_menu_is_turned_back(
    stage: Stage, later: str, left: str, undone: str
) -> None:
    scene = stage(says("tap({More})"), judges("CONTINUE", "Opens a menu."), says("tap({Mute})"),
                  judges("CONTINUE", "Mutes."), END, pages=chat("Mute", later))  # fmt: skip
    learned(scene, "")
    assert scene.steps()[1].undone == f'touched button "More"; {undone}'
    assert scene.phone.left == left
