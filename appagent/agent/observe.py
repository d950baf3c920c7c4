"""Look at the phone: a screen that is real, its marks, and what of it is sent to the model."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from appagent.actions.coords import KINDS
from appagent.actions.verbs import ON_GRID, ON_MARKS, ON_POINTS, AnyVerb, Kinds
from appagent.config import Config, Coords, See
from appagent.errors import DetectorFailed, ScreenUnreadable
from appagent.geometry import Rect, Size
from appagent.ports import Capture, Device, Picture
from appagent.prompts import escape
from appagent.screen import text
from appagent.screen.change import Change, moving_areas, thumbnail
from appagent.screen.describe import mark_line, view_lines
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.keys import fingerprint, row_of
from appagent.screen.marks import bare, mark_or_grid
from appagent.screen.overlay import encode, resize
from appagent.screen.shapes import Finder, add_shapes
from appagent.screen.values import SHAPE, Element, Image, Screen, View

log = logging.getLogger(__name__)

UNSEEN = {"secure": "forbidden by the app, so it is black", "black": "all black"}
_BLACK_SHARE = 0.5  # of a picture of a page that forbids it
_STEP_PX = 4  # between the pixels that are counted for it
RESTS = 5  # looks until a detector that failed is asked again
TRIES = 3  # a failed look is repeated; the third failure is the caller's

Rung = Literal["tree", "windows", "pixels", "detector", "grid", "points"]


@dataclass(frozen=True, slots=True)
class Look:
    """One observation, ready for a question."""

    view: View
    picture: Picture
    elements: tuple[str, ...]  # the text block, one line a mark and a loose text
    page: frozenset[str]  # the screen's fingerprint
    thumbnail: Image  # see screen/change.py
    see: See = "image+list"
    coords: Coords = ""  # how the model points, where it does

    @property
    def screen(self) -> Screen:
        return self.view.screen

    @property
    def rung(self) -> Rung:
        """The step of the ladder that the screen was understood on."""
        if self.see == "raw":
            return "points"
        return "grid" if self.view.grid else self.screen.seen_by

    @property
    def pictures(self) -> list[Picture]:
        """What is sent beside the text."""
        return [] if self.see == "list" else [self.picture]

    @property
    def kinds(self) -> Kinds:
        """What can be done here."""
        if self.see == "raw":
            return ON_POINTS if not self.coords else KINDS
        return ON_GRID if self.view.grid else ON_MARKS


def observe(
    device: Device, settle_s: float, explain: Callable[[Screen], Screen] = add_shapes
) -> Screen:
    """The screen once it stands still, or once only what moved before still moves, or as it is
    at the deadline; what moves is in `moving`, and what `explain` finds in `shapes`.

    Raises: `ScreenUnreadable` after three looks that brought no picture or half a tree; other
    `DeviceError`s.
    """
    deadline = time.monotonic() + settle_s
    failures = 0
    windows = False
    moved: tuple[Rect, ...] = ()
    while True:
        try:
            capture = device.capture(windows=windows)
            if capture.partial and not windows:
                log.info("looking again, at all windows")
                windows = True
                continue
            now = moving_areas(capture.before, capture.image)
            if all(_held(rect, moved) for rect in now) or time.monotonic() >= deadline:
                return explain(_screen(capture, now))
            moved = now
        except ScreenUnreadable as err:
            failures += 1
            if failures == TRIES:
                raise
            log.info("look %d failed, looking again: %s", failures, err)


def explaining(
    config: Config, detect: Finder | None, say: Callable[[str], None]
) -> Callable[[Screen], Screen]:
    """What gives a screen the shapes that only its pixels show; a detector that fails is told to
    `say`, once, and done without for some looks: each would wait for it."""
    read = text.texts if config.ocr and text.is_installed() else None
    resting, failed = 0, False

    def explain(screen: Screen) -> Screen:
        nonlocal resting, failed
        if screen.picture != "ok":
            return screen
        try:
            seen = add_shapes(screen, read, None if resting else detect)
            resting = max(0, resting - 1)
            failed &= seen.seen_by != "detector"
        except DetectorFailed as err:
            if not failed:
                say(f"{err}; the contours stand in for now")
            resting, failed = RESTS, True
            seen = add_shapes(screen, read)
        if seen.shapes and config.ocr and not read:
            log.info(text.HINT)
        return seen

    return explain


def _held(rect: Rect, places: tuple[Rect, ...]) -> bool:
    """Whether it lies where something moved a look ago, give or take its own size."""
    return any(place.inset(-max(rect.size) // 2).contains(rect) for place in places)


def _screen(capture: Capture, moves: tuple[Rect, ...]) -> Screen:
    height, width = capture.image.shape[:2]
    elements: tuple[Element, ...] = ()
    surfaces: tuple[Element, ...] = ()
    if capture.tree:
        parsed = parse_hierarchy(capture.tree, Size(width, height))
        elements, surfaces = parsed.elements, parsed.surfaces
        tree = "ok" if elements else "empty"
        log.debug("tree of %dx%d: %d elements; %s", width, height, len(elements), parsed.notes)
    else:
        tree = capture.tree_problem or "empty"
    return Screen(
        image=capture.image,
        app=capture.app,
        elements=elements,
        taken_at=datetime.now(UTC),
        moving=moves,
        keyboard=capture.keyboard,
        keyboard_area=capture.keyboard_area,
        rotation=capture.rotation,
        tree=tree,
        picture=_shown(capture),
        surfaces=surfaces,
        seen_by="windows" if capture.windows else "tree",
    )


def _shown(capture: Capture) -> Literal["ok", "secure", "black"]:
    """Whether there is something to see. Round a window that forbids pictures of itself, the status
    bar is seen all the same; a dark app has light letters, and no flag."""
    if capture.secure:
        black = 1 - capture.image[::_STEP_PX, ::_STEP_PX].any(axis=2).mean()
        return "secure" if black > _BLACK_SHARE else "ok"
    return "ok" if capture.image.any() else "black"


def look(
    screen: Screen,
    width_px: int,
    quality: int,
    *,
    on_grid: bool = False,
    see: See = "image+list",
    coords: Coords = "",
) -> Look:
    """The screen with its numbers; a grid where asked for, or where nothing could be numbered. A
    model that points sees the picture alone."""
    if coords:
        see = "raw"
    elif screen.picture == "secure" and see == "image":  # what the tree names is all there is
        see = "image+list"
    if see == "raw":
        view = bare(screen, width_px=width_px)
    else:
        view = mark_or_grid(screen, width_px=width_px, on_grid=on_grid)
    if see == "clean+list" and not view.grid:
        view = replace(view, image=resize(screen.image, width_px))
    height, width = view.image.shape[:2]
    picture = Picture(encode(view.image, quality), width, height)
    told = [*view_lines(view), *(['- keyboard "shown"'] if screen.keyboard else [])]
    told += [f'- picture "{UNSEEN[screen.picture]}"'] if screen.picture != "ok" else []
    page = fingerprint(screen.elements)
    return Look(view, picture, tuple(told), page, thumbnail(screen), see, coords)


def missed(action: AnyVerb, change: Change) -> bool:
    """Whether a touch on the grid did nothing: what it was meant for may be smaller than a ninth
    of a cell, and is to be pointed at."""
    return action.kind.endswith("_area") and change.nothing


def how(screen: Screen, rung: Rung) -> str:
    """By what a screen was understood, for a person, ", by the grid (tree: null root node)"; "" by
    the tree alone."""
    by = {"tree": "", "windows": ", by all windows"}.get(rung, f", by the {rung}")
    why = [f"tree: {screen.tree}"] if screen.tree != "ok" else []
    why += [f"picture: {UNSEEN[screen.picture]}"] if screen.picture != "ok" else []
    return by + (f" ({'; '.join(why)})" if why else "")


def block(seen: Look, docs: Mapping[int, Mapping[str, str]]) -> str:
    """The elements as text, each with its documents under it; of a picture that stands alone no
    more than the numbers that have any, or their names where it bears no numbers."""
    out: list[str] = []
    if seen.see == "raw":
        unseen = UNSEEN.get(seen.screen.picture)
        size = f"{seen.picture.width}x{seen.picture.height} px"
        out.append(f"(a picture of {size}{f': {unseen}' if unseen else ''})")
    told: dict[str, list[str]] = {}
    for told_line in seen.elements:
        label = told_line.partition(" ")[0]
        known = label.isdigit() and int(label) in docs
        if seen.see == "raw":
            out += [f"-{escape(told_line.removeprefix(label))}"] * known
        elif seen.see != "image":
            out.append(escape(told_line))
        elif known:
            out.append(label)
        if not known:
            continue
        notes = _notes(docs[int(label)])
        key = _row_key(seen, int(label))
        if not key or told.get(key) != notes:
            out += notes
        told[key] = notes
    cells = [mark for mark in seen.view.marks if mark.element is None and mark.label in docs]
    for mark in cells:
        out += [mark_line(mark), *_notes(docs[mark.label])]
    return "\n".join(out) or "(the picture bears the numbers)"


def _notes(docs: Mapping[str, str]) -> list[str]:
    """The documents of one mark, one line each."""
    told = (f"{use}: {json.dumps(text, ensure_ascii=False)}" for use, text in docs.items())
    return [f"    {escape(note)}" for note in told]


def _row_key(seen: Look, label: int) -> str:
    """The key that the rows of a list share, or the shapes on a surface; "" for what has its own.
    What is noted at one of them holds for those below it, up to the next note."""
    mark = seen.view.mark(label)
    if mark is None or mark.element is None:
        return ""
    key = mark.element.key
    return key if row_of(key) or mark.element.role == SHAPE else ""
