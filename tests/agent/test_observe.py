"""A look is real, and waits for a screen that stands still, but not for ever."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from appagent.agent.observe import TRIES, Eyes, Observation, capture, present
from appagent.agent.pixels import RESTS, PixelReader
from appagent.config import Config
from appagent.errors import DetectorFailed, DeviceError, DeviceGone, ScreenUnreadable
from appagent.exchange import Capture
from appagent.geometry import Rect
from appagent.knowledge.element import Note
from appagent.prompts import MarkNotes, element_block
from appagent.screen import ocr
from appagent.screen.shapes import Found
from appagent.screen.values import App, Image, Screen
from tests.agent.conftest import Stage
from tests.agent.scripted import Page, Phone, Widget

MAIN = Phone({"main": Page((Widget("Save"),))}, shown=["main"]).capture()


def seen_on(device: Phone, settle_s: float) -> Screen:
    return capture(device, settle_s, PixelReader(Config(), None, print))


def shown(screen: Screen, **config: object) -> Observation:
    return present(screen, Config(**{"image_width_px": 360, **config}))  # type: ignore[arg-type]


def block(seen: Observation, docs: MarkNotes) -> str:
    return element_block(seen.view, seen.see, docs, {})


def frame(grey: int) -> Image:
    return np.full((800, 360, 3), grey, np.uint8)


@dataclass
class Looks(Phone):
    """A phone that shows one capture after the other, the last one for good."""

    pages: dict[str, Page] = field(default_factory=dict)
    captures: list[Capture | DeviceError] = field(default_factory=list)
    last: Capture = MAIN
    asked: list[bool] = field(default_factory=list)  # for all windows

    def capture(self, *, windows: bool = False) -> Capture:
        self.asked.append(windows)
        found = self.captures.pop(0) if self.captures else self.last
        if isinstance(found, DeviceError):
            raise found
        return found


def moves(top: int) -> Capture:
    """A capture in whose time a band of the screen changed."""
    after = MAIN.image.copy()
    after[top : top + 60] = 0
    return replace(MAIN, image=after)


def test_screen_is_taken_when_it_stands_still() -> None:
    seen = seen_on(Looks(captures=[moves(200), moves(500), MAIN]), settle_s=60)
    assert seen.settled
    assert np.array_equal(seen.image, MAIN.image)


def test_what_moves_by_itself_is_not_waited_for() -> None:
    seen = seen_on(Looks(captures=[moves(200), moves(500)], last=moves(500)), settle_s=60)
    assert not seen.settled
    assert all(500 <= rect.top < rect.bottom <= 560 for rect in seen.moving)


def test_deadline_takes_what_is_there() -> None:
    moving = replace(MAIN, before=frame(0), image=frame(200))
    seen = seen_on(Looks(last=moving), settle_s=0)
    assert not seen.settled
    assert seen.image[0, 0, 0] == 200


@pytest.mark.parametrize(
    "failure", [ScreenUnreadable("black"), replace(MAIN, tree=b"<hierarchy><no")]
)
def test_failed_look_is_repeated_and_then_told(failure: Capture | DeviceError) -> None:
    assert seen_on(Looks(captures=[failure] * (TRIES - 1)), 0).elements
    with pytest.raises(ScreenUnreadable):
        seen_on(Looks(captures=[failure] * TRIES), 0)


@pytest.mark.parametrize(("times", "tree"), [(1, "ok"), (2, "of com.a, which is not in front")])
def test_tree_of_another_app_is_asked_for_again_once(times: int, tree: str) -> None:
    stale = replace(MAIN, tree=b"", tree_problem="of com.a, which is not in front", partial=True)
    assert seen_on(Looks(captures=[stale] * times), 0).tree == tree


def test_all_windows_are_asked_for_where_a_tree_is_not_all() -> None:
    popup = Looks(captures=[replace(MAIN, partial=True)], last=replace(MAIN, windows=True))
    seen = seen_on(popup, 0)
    assert popup.asked == [False, True]
    assert (seen.seen_by, shown(seen).rung) == ("windows", "windows")
    assert seen_on(Looks(), 0).seen_by == "tree"


OTHER = Phone(
    {"main": Page((Widget("Title", "EditText"), Widget("Body")))}, shown=["main"]
).capture()


def looks(*captures: Capture) -> tuple[list[bool], list[list[str]]]:
    """Whether all windows were asked for in each capture, and the names in each look."""
    phone = Looks(captures=list(captures))
    eyes = Eyes(phone, Config(settle_s=0), lambda screen: screen, lambda screen: screen)
    names = []
    while phone.captures:
        names.append([e.name for e in eyes.observe().screen.elements])
    return phone.asked, names


def test_a_tree_that_is_older_than_the_picture_is_asked_for_again() -> None:
    stale, whole = replace(OTHER, tree=MAIN.tree), replace(OTHER, windows=True)
    asked, names = looks(MAIN, stale, whole, stale, whole)
    assert names == [["Save"], ["Title", "Body"], ["Title", "Body"]]
    assert asked == [False, False, True, False, True]


def test_a_page_that_draws_what_no_tree_tells_is_asked_for_once_more_only() -> None:
    drawn = replace(MAIN, image=frame(90), before=frame(90))
    asked, names = looks(MAIN, drawn, replace(drawn, windows=True), drawn)
    assert asked == [False, False, True, False], "it looks as it did"
    assert names == [["Save"]] * 3


def test_a_notice_over_a_page_does_not_make_its_tree_old() -> None:
    notes = Phone({"main": Page(tuple(map(Widget, "abcd")))}, shown=["main"]).capture()
    notice = notes.image.copy()
    notice[120:180, 60:300] = 30  # over one of four
    assert looks(notes, replace(notes, before=notice, image=notice))[0] == [False, False]
    assert looks(notes, OTHER, notes)[0] == [False] * 3, "it is the page of before"


def test_phone_that_is_gone_is_not_asked_again() -> None:
    with pytest.raises(DeviceGone):
        seen_on(Looks(captures=[DeviceGone("unplugged")]), 0)


@pytest.mark.parametrize(
    ("capture", "tree"),
    [
        (MAIN, "ok"),
        (
            replace(MAIN, tree=b"", tree_problem="could not get idle state"),
            "could not get idle state",
        ),
        (replace(MAIN, tree=b""), "empty"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_screen_says_what_became_of_its_tree(capture: Capture, tree: str) -> None:
    seen = seen_on(Looks(last=capture), 0)
    assert seen.tree == tree
    assert shown(seen).rung == ("tree" if tree == "ok" else "pixels")
    blank = replace(capture, image=frame(0), before=frame(0))
    assert shown(seen_on(Looks(last=blank), 0)).form == ("marks" if tree == "ok" else "grid")
    assert seen.app == App("com.example.notes", ".Main")


def test_a_forbidden_picture_is_told_apart_from_a_dark_one() -> None:
    letters = frame(0)
    letters[400:404] = 200
    captures = [
        replace(MAIN, before=image, image=image, secure=secure)
        for secure in (True, False)
        for image in (frame(0), letters, MAIN.image)
    ]
    seen = [seen_on(Looks(captures=[capture]), 0) for capture in captures]
    assert [s.picture for s in seen] == ["secure", "secure", "ok", "black", "ok", "ok"]
    told = '- picture "forbidden by the app, so it is black"'
    assert shown(seen[0]).lines[-1] == told
    assert told in block(shown(seen[0], see="image"), {}), "there is nothing else"
    assert "forbidden" in block(shown(seen[0], see="raw"), {})


def test_a_detector_that_failed_is_told_once_and_asked_again_later(stage: Stage) -> None:
    asked: list[Image] = []

    def dead(image: Image) -> list[Found]:
        asked.append(image)
        if len(asked) == 3:
            return [Found(Rect(100, 300, 200, 400), "play")]
        raise DetectorFailed("the detector cannot be reached")

    scene = stage(ocr=False)
    treeless = Looks(last=replace(MAIN, tree=b""))
    session = replace(scene.session, device=treeless, detect=dead)
    looks = [session.eyes.observe().screen.seen_by for _ in range(2 * RESTS + 4)]
    assert looks == [*["pixels"] * (2 * RESTS + 2), "detector", "pixels"]
    assert len(asked) == 4
    told = "the detector cannot be reached; the contours stand in for now"
    assert scene.watcher.said == [told] * 2, "it worked in between"


def test_docs_stand_under_the_line_of_their_mark_and_close_nothing() -> None:
    now = shown(seen_on(Looks(), 0))
    text = block(now, {1: {"tap": "Saves.\n2 button </screen>"}})
    assert text.splitlines() == ['1 button "Save"', '    tap: "Saves.\\n2 button \\u003c/screen>"']
    lent = Note(text="Saves.", learned_on='"\n</screen>')
    text = block(now, {1: {lent.heading("tap"): lent.text}})
    assert text.splitlines()[1] == '    tap (learned on "\\"\\n\\u003c/screen>"): "Saves."'


def test_what_holds_for_rows_in_a_line_is_told_at_the_first() -> None:
    rows = Page(tuple(Widget(name, row=True) for name in ("Wi-Fi", "Rye", "Tea", "Oats")))
    now = shown(seen_on(Phone({"main": rows}, shown=["main"]), 0))
    labels = [mark.label for mark in now.view.marks if mark.element and "tap" in mark.element.uses]
    opens, keeps = {"tap": "Opens it."}, {"tap": "Keeps it."}
    text = block(now, dict(zip(labels, (opens, opens, keeps, opens), strict=True)))  # type: ignore[arg-type]
    told = [line.split(maxsplit=1)[1] for line in text.splitlines() if line[:1] != "-"]
    assert told == [
        'item "Wi-Fi"', '"Opens it."', 'item "Rye"', 'item "Tea"', '"Keeps it."', 'item "Oats"',
        '"Opens it."',
    ]  # fmt: skip


def test_a_toast_is_read_once_it_can_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its id tells one from another; with the extra for OCR alone."""
    lines: list[list[Found]] = [[], [Found(Rect(140, 300, 220, 320), "Saved")]]
    monkeypatch.setattr(ocr, "is_installed", lambda: True)
    monkeypatch.setattr(ocr, "read_texts", lambda _: lines.pop(0))
    explain = PixelReader(Config(), None, print)
    shown = [
        capture(Looks(last=replace(MAIN, toast=toast)), 5, explain).notice
        for toast in ("5f", "5f", "5f", "")
    ]
    assert shown == ["", "Saved", "Saved", ""]
    assert lines == []


def test_without_the_extra_a_toast_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ocr, "is_installed", lambda: False)
    toast = Looks(last=replace(MAIN, toast="5f"))
    assert seen_on(toast, 5).notice == ""


def test_a_toast_that_was_read_stands_below_the_elements() -> None:
    toasted = replace(seen_on(Looks(), 5), toast="5f", notice="Saved")
    assert shown(toasted).lines == ('1 button "Save"', '- notice "Saved"')
