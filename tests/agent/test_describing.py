"""What a model says of the pages of an app, once, while it is learned."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from appagent.actions.replies import PageReading
from appagent.agent.run import run
from appagent.errors import ModelRefused
from appagent.exchange import Prompt
from appagent.knowledge.map import AppMap
from appagent.knowledge.map import Page as MapPage
from tests.agent.conftest import Scene, Stage, learned
from tests.agent.scripted import APP, END, Page, Widget, judges, says

FRIENDS = ("Ada Lovelace", "Ben Okri")
SETTINGS = ("Sound, On", "Backup, Never", "About")


def rows(*names: str, opens: str = "") -> tuple[Widget, ...]:
    return tuple(Widget(name, row=True, opens=opens) for name in names)


def pages() -> dict[str, Page]:
    """People, the settings behind them, and a page that a row of those opens."""
    more = Widget("Settings", ref="more", opens="settings")
    return {
        "main": Page((more, *rows(*FRIENDS))),
        "settings": Page((Widget("Back", ref="up"), *rows(*SETTINGS, opens="backup"))),
        "backup": Page((Widget("Wi-Fi only", "Switch", ref="wifi_only"),)),
    }


def reading(prompt: Prompt) -> PageReading:
    """What a good model says; of the people it takes one for an entry."""
    if "Ada" in prompt.text:
        return PageReading(name="People", fixed=("No such row",), shows=("last seen",))
    if "Sound" in prompt.text:
        return PageReading(name="Settings of Ada Lovelace", fixed=("Sound", "Backup", "About"))
    return PageReading(name="Backup settings", shows=("network",))


WAY = (
    says("tap({Settings})"),
    judges("CONTINUE"),
    says('tap({Backup, Never})'),
    judges("BACK"),
    END,
)  # fmt: skip


def explored(
    stage: Stage, describe: Callable[[Prompt], PageReading] | None = reading, **config: str
) -> Scene:
    scene = stage(*WAY, pages=pages(), **config)
    scene.model.pages = describe
    learned(scene, task="")
    return scene


def asked(scene: Scene) -> list[str]:
    return [call.prompt.text for call in scene.model.calls if call.prompt.name == "page"]


def a_map(scene: Scene) -> AppMap:
    return scene.session.mapper.maps.read(APP)


def of(scene: Scene, text: str) -> MapPage:
    """The page that has something of this name."""
    return next(p for p in a_map(scene).pages if any(c.name == text for c in p.controls))


def test_each_page_is_asked_about_once(stage: Stage) -> None:
    scene = explored(stage)
    people, settings, backup = asked(scene)
    assert "<known>\nnone\n</known>" in people
    assert "Ada Lovelace" in people
    assert "Sound" in settings
    assert "People" in backup.partition("</known>")[0]
    again = stage(*WAY, pages=pages())
    again.model.pages = reading
    learned(again, task="")
    assert asked(again) == []


def test_what_is_fixed_is_told_by_name_and_led_from(stage: Stage) -> None:
    scene = explored(stage)
    settings = of(scene, "Backup")
    names = [c.name for c in settings.controls if not c.row]
    assert {"Sound", "Backup", "About"} <= {*names}
    (edge,) = (c.edges["tap"] for c in settings.controls if c.name == "Backup")
    assert edge.to == "Backup settings"


def test_a_run_is_told_the_entries_and_walks_by_them(stage: Stage) -> None:
    explored(stage)
    runs = stage('go("Backup settings")\ntap("Wi-Fi only")', END, pages=pages())
    run(runs.session, "Back up by Wi-Fi only", APP, ["auto"], restart=True)
    told = runs.model.texts("run")[0].partition("<map>")[2].partition("</map>")[0]
    assert '"Sound", "Backup", "About"' in told
    assert "shows network" in told
    taps = [step.words for step in runs.steps() if step.gesture]
    assert taps[1:] == ['tap item "Backup, Never"', 'tap switch "Wi-Fi only"']


def test_what_tells_of_a_person_is_left_out(stage: Stage) -> None:
    scene = explored(stage)
    said = a_map(scene).model_dump_json()
    assert "Ada" not in said
    assert "Never" not in said
    assert a_map(scene).page("People")


def test_what_was_typed_is_no_entry(stage: Stage) -> None:
    field = Widget("Search", "EditText", ref="query")
    found = {"main": Page((field, *rows("tea", "Ada Lovelace")))}
    scene = stage(says('text({Search}, "tea")'), judges("CONTINUE"), END, pages=found)
    scene.model.pages = lambda _: PageReading(name="Search", fixed=("tea",))
    learned(scene, task="")
    assert '"tea"' not in a_map(scene).model_dump_json()


def test_more_of_a_list_is_asked_about_where_it_has_entries(stage: Stage) -> None:
    longer = pages()
    more = ("Storage", "Language", "Help")
    longer["settings"].swiped = "further"
    longer["further"] = Page((Widget("Back", ref="up"), *rows(*SETTINGS, *more)))
    swipe = says('swipe({Sound, On}, "up")')
    line = (says("tap({Settings})"), judges("CONTINUE"), swipe, judges("CONTINUE"), END)
    scene = stage(*line, pages=longer)
    scene.model.pages = lambda prompt: PageReading(
        name="Settings" if "Sound" in prompt.text else "People",
        fixed=[each for each in ("Sound", "Help") if each in prompt.text],
    )
    learned(scene, task="")
    assert ["Help" in text for text in asked(scene)] == [False, False, True]
    *_, last = asked(scene)
    assert "Settings" not in last.partition("<known>")[2].partition("</known>")[0]
    assert {"Sound", "Help"} <= {c.name for p in a_map(scene).pages for c in p.controls}


@pytest.mark.parametrize("learn", ["always", "never"])
def test_a_run_asks_nothing(stage: Stage, learn: str) -> None:
    scene = stage(says("tap({Settings})"), says('exit("done")'), pages=pages(), learn=learn)
    scene.model.pages = reading
    run(scene.session, "Open the settings", APP, ["auto"])
    assert asked(scene) == []


def test_an_exploration_that_learns_no_map_asks_nothing(stage: Stage) -> None:
    assert asked(explored(stage, learn="never")) == []


def test_without_an_answer_the_page_is_told_as_before(stage: Stage) -> None:
    def none(_: Prompt) -> PageReading:
        raise ModelRefused("no")

    scene = explored(stage, none)
    assert len(asked(scene)) == 3
    assert not any(page.described for page in a_map(scene).pages)
    assert scene.docs()


def test_a_way_back_is_known_as_one_although_its_pages_were_renamed(stage: Stage) -> None:
    around = pages()
    link = Widget("Preferences", ref="link", opens="settings")
    around["main"] = Page((*around["main"].widgets, Widget("Copies", ref="copies", opens="backup")))
    around["backup"] = Page((*around["backup"].widgets, link))
    way = ("tap({Settings})", "back()", "tap({Copies})", "tap({Preferences})", "back()")
    lines = [(says(each), *[judges("CONTINUE")] * each.startswith("tap")) for each in way]
    scene = stage(*(line for each in lines for line in each), END, pages=around)
    scene.model.pages = reading
    learned(scene, task="")
    (edge,) = (c.edges["back"] for c in of(scene, "Backup").controls if c.role == "key")
    assert (edge.to, edge.back) == ("Backup settings", True)


def test_a_name_that_a_model_gave_stays_where_rows_say_it_later(stage: Stage) -> None:
    found = pages()
    found["backup"] = Page((*found["backup"].widgets, *rows("Monday, Settings")))
    scene = stage(*WAY, pages=found)
    scene.model.pages = lambda p: PageReading(name="Settings" if "Sound" in p.text else "")
    learned(scene, task="")
    assert a_map(scene).page("Settings")


def test_a_word_of_an_id_may_name_a_page_although_rows_say_it(stage: Stage) -> None:
    found = pages()
    found["main"] = Page(
        (Widget("More", ref="artist_more", opens="settings"), *rows("Ada Lovelace, Artist"))
    )
    scene = stage(says("tap({More})"), judges("CONTINUE"), END, pages=found)
    scene.model.pages = lambda _: PageReading(name="Artist")
    learned(scene, task="")
    assert a_map(scene).pages[0].name == "Artist"


def test_what_a_model_calls_a_nameless_button_is_told(stage: Stage) -> None:
    bare = Widget("", "ImageButton", ref="btn", opens="backup")
    found = pages() | {"main": Page((bare,))}
    scene = stage(says('tap(1, name="queue")'), judges("BACK"), END, pages=found)
    learned(scene, task="")
    (told,) = (c for c in a_map(scene).pages[0].controls if c.role == "button")
    assert told.sign == "queue"


@pytest.mark.parametrize(("learn", "questions"), [("always", 1), ("never", 0)])
def test_of_a_known_page_that_holds_more_a_session_that_learns_asks(
    stage: Stage, learn: str, questions: int
) -> None:
    explored(stage)
    longer = pages()
    more = rows(*SETTINGS, "Storage", "Help", "Fonts", opens="backup")
    longer["settings"] = Page((Widget("Back", ref="up"), *more))
    scene = stage(*WAY, pages=longer, learn=learn)
    scene.model.pages = reading
    learned(scene, task="")
    assert len(asked(scene)) == questions


def test_a_damaged_map_ends_no_exploration(stage: Stage) -> None:
    scene = stage(*WAY, pages=pages())
    scene.model.pages = reading
    path = scene.session.mapper.maps.own(APP)
    path.parent.mkdir(parents=True)
    path.write_text("pages: [")
    assert learned(scene, task="").ending == "done"
    assert asked(scene) == []


def test_what_could_not_be_read_of_a_page_is_kept(stage: Stage) -> None:
    said = iter(('{"name": 3}', "no JSON at all"))

    def read(prompt: Prompt) -> PageReading | str:
        return next(said, None) or reading(prompt)

    scene = explored(stage, read)  # type: ignore[arg-type]
    problems = [each.reply for step in scene.steps() for each in step.problems]
    assert problems == ['{"name": 3}', "no JSON at all"]
