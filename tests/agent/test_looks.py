"""The verbs that look again by themselves: scrolling to a text, and waiting for one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

import pytest

from appagent.actions.gestures import Drag
from appagent.agent import looks
from appagent.agent.explore import explore
from appagent.agent.run import run
from appagent.errors import DeviceGone, ScreenMoved
from appagent.screen.values import Image
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, Page, Phone, Somebody, Widget, judges, means, says

LANGUAGES = [f"Language {number}" for number in range(40)]


def listed(*names: str) -> dict[str, Page]:
    return {"main": Page(tuple(Widget(name, row=True, opens="opened") for name in names)),
            "opened": Page((Widget("Opened", "TextView"),))}  # fmt: skip


def past(stage: Stage, action: str, *names: str, **phone: object) -> tuple[str, Scene]:
    """What the next prompt tells of the action."""
    scene = stage(says(action), END, pages=listed(*names), phone=phone)
    run(scene.session, "Choose a language", APP, ())
    return scene.steps()[0].outcome, scene


def ways(scene: Scene) -> list[str]:
    drags = [each for each in scene.phone.done if isinstance(each, Drag)]
    return ["up" if drag.start.y > drag.end.y else "down" for drag in drags]


def test_a_list_is_scrolled_until_it_says_the_text(stage: Stage) -> None:
    told, scene = past(stage, 'scroll_to("language  25")', *LANGUAGES)
    assert told.startswith('found item "Language 25" after 2 swipes; now shows item "Language ')
    assert ways(scene) == ["up", "up"]
    assert 'item "Language 25"' in scene.model.texts("run")[1].partition("<screen")[2]
    step = scene.steps()[0]
    assert (step.kind, step.words) == ("scroll_to", 'scroll_to list "language  25"')
    assert step.gesture.startswith("swipe 2: Drag(")


def test_what_an_edge_cuts_is_moved_into_sight(stage: Stage) -> None:
    """Of the eleventh row 30 px stand out at the foot."""
    told, scene = past(stage, 'scroll_to("Language 10")', *LANGUAGES, offset_px=-20)
    assert told.startswith('found item "Language 10" after 1 swipe; ')
    assert scene.phone.offset_px == 180


def test_nothing_is_moved_for_what_is_there(stage: Stage) -> None:
    told, scene = past(stage, 'scroll_to("Language 3")', *LANGUAGES)
    assert told == 'found item "Language 3" after 0 swipes'
    assert not scene.phone.done


def test_the_other_way_follows_where_nothing_moves_any_more(stage: Stage) -> None:
    told, scene = past(stage, 'scroll_to("Language 2")', *LANGUAGES, offset_px=1500)
    assert told.startswith('found item "Language 2" after 4 swipes (turned back, found above); ')
    assert ways(scene) == ["up", "up", "down", "down", "down"]


def test_both_ends_are_told_of_what_is_not_there(stage: Stage) -> None:
    told, scene = past(stage, 'scroll_to("Klingon")', *LANGUAGES)
    assert told.startswith(
        'not there: the list ends with item "Language 39" and begins with item "Language 0"'
    )
    assert len(told.partition(";")[0]) <= 100
    assert scene.phone.offset_px == 0
    turn = ways(scene).index("down")
    assert set(ways(scene)[turn:]) == {"down"}


def test_a_long_list_is_gone_on_with(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "SWIPES", 2)
    told, scene = past(stage, 'scroll_to("Language 39")', *LANGUAGES)
    assert told.startswith("not seen after 2 swipes, and the list goes on; now shows item ")
    assert ways(scene) == ["up", "up"]


def test_time_runs_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(looks, "SCROLL_S", -1)
    told, scene = past(stage, 'scroll_to("Language 39")', *LANGUAGES)
    assert told == "not seen after 0 swipes, and the list goes on"
    assert not scene.phone.done


def test_a_page_that_does_not_move(stage: Stage) -> None:
    told, scene = past(stage, 'scroll_to("Klingon")', "German", "French")
    assert told == ('not there: the page ends with item "French" and begins with item "German"')
    assert ways(scene) == ["up", "down"]


def test_rows_are_not_swiped_aside_in_search_of_a_text(stage: Stage) -> None:
    told, scene = past(stage, 'scroll_to("Klingon", "left")', *LANGUAGES)
    assert told.startswith("refused: could delete something")
    assert not scene.phone.done


def test_a_swipe_that_could_do_harm_on_a_later_screen_is_not_made(stage: Stage) -> None:
    """The first swipe leads from a photo to a list whose rows can be swiped away."""
    pages = {"main": Page((Widget("Photo"),), swiped="rows"), "rows": listed(*LANGUAGES)["main"]}
    scene = stage(says('scroll_to("Klingon", "left")'), END, pages=pages)
    run(scene.session, "Choose a language", APP, ())
    assert scene.steps()[0].outcome.startswith(
        "stopped after 1 swipe: the next one could delete something"
    )
    assert len(scene.phone.done) == 1


def test_what_the_task_allows_is_allowed_for_each_swipe(stage: Stage) -> None:
    """Rows that are swiped aside are deleted, as the task asks."""
    scene = stage(says('scroll_to("Klingon", "left")'), END, pages=listed(*LANGUAGES))
    scene.model.judge = means("yes")
    run(scene.session, "Delete the languages", APP, ())
    assert scene.steps()[0].outcome.startswith("not there: ")
    assert len(scene.phone.done) == 2


def test_a_yes_is_for_the_swipe_that_was_asked_about(stage: Stage) -> None:
    """The page stays where it is; the way back is another swipe."""
    person = Somebody(yes=True)
    scene = stage(
        says('scroll_to("Klingon", "left")'), END, pages=listed(*LANGUAGES), person=person
    )
    run(scene.session, "Choose a language", APP, ())
    assert len(person.asked) == len(scene.phone.done) == 1
    assert scene.steps()[0].outcome.startswith(
        "stopped after 0 swipes: the next one could delete something or put it away"
    )


def test_the_models_own_word_holds_for_each_swipe(stage: Stage) -> None:
    scene = stage(
        says('scroll_to("Klingon")', commits="post"), END,
        pages=listed(*LANGUAGES), person=Somebody(yes=True),
    )  # fmt: skip
    run(scene.session, "Choose a language", APP, ())
    assert scene.steps()[0].outcome.startswith(
        "stopped after 1 swipe: the next one could publish something where others see it "
        "(as the model's `commits` says), and the task may not mean it: the model does not tell"
    )
    assert len(scene.phone.done) == 1


@pytest.mark.parametrize("exploring", [False, True])
def test_a_note_on_what_came_up_holds_for_the_next_swipe(stage: Stage, exploring: bool) -> None:
    """The first swipe turns to a page with a list of the same id, and a note on that says that
    moving it posts."""

    def between(*refs: str) -> tuple[Widget, ...]:
        rows = ((Widget(n, row=True), *(Widget(n, ref=r) for r in refs)) for n in LANGUAGES)
        return tuple(widget for row in rows for widget in row)

    pages = {
        "main": Page(between("flag"), swiped="more"),
        "more": Page(between("like", "share", "save")),
    }
    scene = stage(says('scroll_to("Klingon")'), *[judges("CONTINUE")] * exploring, END, pages=pages)
    scene.phone.shown = ["home", "more"]
    scene.note("", "swipe", "post", role="list")
    scene.phone.shown = ["home", "main"]
    if exploring:
        explore(scene.session, APP)
    else:
        run(scene.session, "Choose a language", APP, ("manual",))
    assert scene.steps()[0].outcome.startswith(
        "stopped after 1 swipe: the next one could publish something where others see it (as a note"
    )
    assert len(scene.phone.done) == 1


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (ScreenMoved("the screen turned"), "refused: the screen turned"),
        (DeviceGone("unplugged"), "the phone was away for a moment"),
    ],
)
def test_a_swipe_that_fails(stage: Stage, failure: Exception, told: str) -> None:
    outcome, scene = past(stage, 'scroll_to("Language 39")', *LANGUAGES, fail_after={1: failure})
    assert outcome.startswith(told)
    assert len(scene.phone.done) == 1


# --- waiting --------------------------------------------------------------------------------------


def waited(stage: Stage, action: str, widgets: Sequence[str], then_s: float) -> tuple[str, Scene]:
    pages = {
        "main": Page(tuple(Widget(name, "TextView") for name in widgets)),
        "later": Page((Widget("Download complete", "TextView"),)),
    }
    scene = stage(says(action), END, pages=pages, phone={"after_s": (then_s, "later")})
    run(scene.session, "Download it", APP, ())
    return scene.steps()[0].outcome, scene


def test_a_text_is_waited_for(stage: Stage) -> None:
    told, scene = waited(stage, 'wait_for("download complete")', ["Loading"], 3)
    assert told.startswith('found text "Download complete" after 3 s; opened page')
    assert scene.phone.waited_s == 3


def test_a_text_is_waited_out(stage: Stage) -> None:
    told, _ = waited(stage, 'wait_for("Loading", gone=True)', ["Loading 3 of 7"], 2)
    assert told.startswith("gone after 2 s; opened page")


@pytest.mark.parametrize(
    ("action", "told"),
    [
        ('wait_for("Klingon")', "not there after {} s"),
        ('wait_for("Loading", gone=True)', 'text "Loading" is still there after {} s'),
    ],
)
@pytest.mark.parametrize(("moves", "most_s"), [(False, looks.STILL_S), (True, looks.WAIT_S)])
def test_waiting_ends(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, action: str, told: str, moves: bool, most_s: int
) -> None:
    """Soon on a page that is still; one on which something turns is waited for."""
    ticks = count()
    screenshot = Phone.screenshot

    def turning(self: Phone) -> Image:
        image = screenshot(self)
        image[600:700] = next(ticks) * 40 % 240
        return image

    if moves:
        monkeypatch.setattr(Phone, "screenshot", turning)
    outcome, scene = waited(stage, action, ["Loading"], 99)
    assert outcome.startswith(told.format(most_s))
    assert scene.phone.waited_s >= most_s


def test_an_each_that_finds_no_further_row_ends_with_the_steps(stage: Stage) -> None:
    """Each swipe shows other rows, for hundreds of them."""
    rows = {f"{n}": Page((Widget(f"Row {n}", row=True, opens="open"), Widget(f"Eve {n}", row=True)),
                         swiped=f"{n + 1}") for n in range(400)}  # fmt: skip
    pages = {"main": rows["0"], **rows, "open": Page((Widget("Read", "TextView"),))}
    loop = 'each("Row 0", do=[tap("row"), back()])'
    scene = stage(f'{loop}\nexit("done")', *[END] * 9, pages=pages, run_steps=6)
    assert run(scene.session, "Read the chat with Row 0", APP, ()).steps < 10
