"""Observe the phone: capture a stable screen, number it, prepare it for the model."""

from __future__ import annotations

import logging
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Literal

from appagent.actions.coords import KINDS
from appagent.actions.verbs import ON_GRID, ON_MARKS, ON_POINTS, Kinds
from appagent.config import Config, Coords, See
from appagent.errors import ScreenUnreadable
from appagent.exchange import Capture, Picture
from appagent.geometry import Rect, Size
from appagent.ports import Device
from appagent.screen.badges import tell_badges
from appagent.screen.change import crop, is_redrawn, moving_areas, same_pixels, thumbnail
from appagent.screen.cut import Wholes, tell_cut
from appagent.screen.describe import state_lines, view_lines
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.keys import fingerprint
from appagent.screen.marks import bare, mark_or_grid
from appagent.screen.nameless import tell_nameless
from appagent.screen.nodes import Node
from appagent.screen.overlay import encode, resize
from appagent.screen.sliders import tell_sliders
from appagent.screen.values import Element, Image, Screen, View

log = logging.getLogger(__name__)

_BLACK_SHARE = 0.5  # of a picture of a page that forbids it
_STEP_PX = 4  # between the pixels that are counted for it
REMEMBERED = 3  # screens, whose trees are known when they come once more
TRIES = 3  # a failed capture is repeated; the third failure is the caller's

Rung = Literal["tree", "windows", "pixels", "detector", "grid", "points"]
Form = Literal["marks", "full size", "grid", "bare"]
"""How a screen is shown: numbered; the same in every pixel; under a grid; with no number at all, to
be pointed at in full size, for a model that has eyes."""
_FULL_SIZE: tuple[Form, ...] = ("full size", "bare")


@dataclass(frozen=True, slots=True)
class Observation:
    """A screen prepared for a prompt."""

    view: View
    picture: Picture
    lines: tuple[str, ...]  # the elements as text: one line a mark, and one a loose text
    page: frozenset[str]  # the screen's fingerprint
    thumbnail: Image  # see screen/change.py
    see: See = "image+list"
    coords: Coords = ""  # the form in which the model points, where it does
    form: Form = "marks"  # the one it is shown in; a grid also where nothing can be numbered

    @property
    def screen(self) -> Screen:
        return self.view.screen

    @property
    def rung(self) -> Rung:
        """What the screen was understood by: the first of the ladder that was enough."""
        if self.see == "raw":
            return "points"
        return "grid" if self.view.grid else self.screen.seen_by

    @property
    def pictures(self) -> list[Picture]:
        """The pictures that are sent with the prompt."""
        return [] if self.see == "list" else [self.picture]

    @property
    def kinds(self) -> Kinds:
        """The verbs that can be used on this screen."""
        if self.see == "raw":
            return ON_POINTS if not self.coords else KINDS
        return ON_GRID if self.view.grid else ON_MARKS


class Eyes:
    """Captures and numbers the screens of a phone. `explain` adds shapes that only pixels show,
    and `guard` takes out the secrets that were typed."""

    def __init__(
        self,
        device: Device,
        config: Config,
        explain: Callable[[Screen], Screen],
        guard: Callable[[Screen], Screen],
    ) -> None:
        self._device, self._config = device, config
        self._explain, self._guard = explain, guard
        self._seen: deque[Screen] = deque(maxlen=REMEMBERED)
        self._rows: Wholes = {}
        self.recall: Callable[[Screen], Screen] = lambda screen: screen  # names that were learned
        self.latest: Observation | None = None

    def observe(self) -> Observation:
        """Capture the screen once it is stable, and number it."""
        screen = capture(self._device, self._config.settle_s, self._explain, self._seen)
        told = tell_badges(tell_sliders(tell_nameless(screen), self._seen))
        self._seen.append(screen)
        self.latest = self.show(self._guard(self.recall(tell_cut(told, self._rows))))
        return self.latest

    def still(self, area: Rect, decided_on: Screen) -> bool:
        """Whether the window in front and the pixels of an area are those of the last look, if that
        is the one that was decided on; of the whole screen where the phone does not tell its
        windows. Of the whole a caret, the status bar and what moved then already do not count."""
        if self.latest is None or decided_on is not self.latest.screen:
            return False
        seen = self._seen[-1]
        frame = seen.size.rect
        area = area if seen.window else frame
        if not area.empty and seen.picture != "ok":  # one black picture is like the other
            return False
        try:
            now = self._device.glance(area, seen.size)
        except ScreenUnreadable:  # a whole look tells what is wrong
            return False
        if now.window != seen.window or now.image.shape[:2] != (area.height, area.width):
            return False
        if area != frame:
            return same_pixels(crop(seen.image, area), now.image)
        return all(_is_near(rect, seen.moving) for rect in moving_areas(seen.image, now.image))

    def show(self, screen: Screen, form: Form = "marks") -> Observation:
        """Prepare a captured screen in a form."""
        return present(screen, self._config, form)


def capture(
    device: Device,
    settle_s: float,
    explain: Callable[[Screen], Screen],
    earlier: Sequence[Screen] = (),
) -> Screen:
    """Capture until stable, until only known motion remains, or until the deadline. `moving` of the
    screen tells what still moves. Where the tree is that of an `earlier` screen, but not the
    picture, it is captured once more, with the tree of all windows.

    Raises: `ScreenUnreadable` after three captures that brought no picture or half a tree; other
    `DeviceError`s.
    """
    deadline = time.monotonic() + settle_s
    failures = 0
    windows = False
    moved: tuple[Rect, ...] = ()
    while True:
        try:
            taken = device.capture(windows=windows)
            if taken.partial and not windows:
                log.info("capturing again, all windows")
                windows = True
                continue
            now = moving_areas(taken.before, taken.image)
            if all(_is_near(rect, moved) for rect in now) or time.monotonic() >= deadline:
                screen = _screen(taken, now)
                if not windows and _is_older(screen, earlier):
                    log.info("the tree is older than the picture: capturing again, all windows")
                    windows = True
                    continue
                unread = screen.surfaces or screen.tree != "ok" or screen.toast
                return explain(screen) if unread and screen.picture == "ok" else screen
            moved = now
        except ScreenUnreadable as err:
            failures += 1
            if failures == TRIES:
                raise
            log.info("capture %d failed, trying again: %s", failures, err)


def _is_older(screen: Screen, earlier: Sequence[Screen]) -> bool:
    """Whether the tree seems older than the picture: that of a screen that looked otherwise."""
    told = [seen for seen in earlier if seen.elements == screen.elements != ()]
    return bool(told) and all(is_redrawn(seen, screen) for seen in told)


def _is_near(rect: Rect, places: tuple[Rect, ...]) -> bool:
    """Whether a rectangle lies in one of the places, give or take its own size."""
    return any(place.inset(-max(rect.size) // 2).contains(rect) for place in places)


def _screen(taken: Capture, moves: tuple[Rect, ...]) -> Screen:
    height, width = taken.image.shape[:2]
    elements: tuple[Element, ...] = ()
    surfaces: tuple[Element, ...] = ()
    nodes: tuple[Node, ...] = ()
    keyboard = taken.keyboard_area
    if taken.tree:
        parsed = parse_hierarchy(taken.tree, Size(width, height))
        elements, surfaces, nodes = parsed.elements, parsed.surfaces, parsed.nodes
        keyboard = keyboard or parsed.keyboard
        tree = "ok" if elements else "empty"
        log.debug("tree of %dx%d: %d elements; %s", width, height, len(elements), parsed.notes)
    else:
        tree = taken.tree_problem or "empty"
    return Screen(
        image=taken.image,
        app=taken.app,
        elements=elements,
        taken_at=datetime.now(UTC),
        moving=moves,
        keyboard=taken.keyboard,
        keyboard_area=keyboard,
        window=taken.window,
        toast=taken.toast,
        rotation=taken.rotation,
        tree=tree,
        picture=_picture(taken),
        surfaces=surfaces,
        seen_by="windows" if taken.windows else "tree",
        clock=taken.clock,
        language=taken.language,
        nodes=nodes,
    )


def _picture(taken: Capture) -> Literal["ok", "secure", "black"]:
    """Whether the screenshot shows anything. If a window forbids screenshots, the status bar is
    still visible; a dark app has light letters, and no such flag."""
    if taken.secure:
        black = 1 - taken.image[::_STEP_PX, ::_STEP_PX].any(axis=2).mean()
        return "secure" if black > _BLACK_SHARE else "ok"
    return "ok" if taken.image.any() else "black"


def present(screen: Screen, config: Config, form: Form = "marks") -> Observation:
    """Number a screen, or prepare it in another form. If nothing can be numbered it gets a grid; a
    model that points gets the bare picture."""
    see = _see(screen, config, form)
    width = max(screen.size) if form in _FULL_SIZE else config.image_width_px
    if see == "raw":
        view = bare(screen, width_px=width)
    else:
        view = mark_or_grid(screen, width_px=width, on_grid=form == "grid")
    if see == "clean+list" and not view.grid:
        view = replace(view, image=resize(screen.image, width))
    return Observation(
        view=view,
        picture=Picture(encode(view.image, config.jpeg_quality), *view.image.shape[1::-1]),
        lines=(*view_lines(view), *state_lines(screen)),
        page=fingerprint(screen.elements, screen.language),
        thumbnail=thumbnail(screen),
        see=see,
        coords=config.coords,
        form="grid" if view.grid else form,
    )


def _see(screen: Screen, config: Config, form: Form) -> See:
    if config.coords or (form == "bare" and config.see != "list"):
        return "raw"
    if screen.picture == "secure" and config.see == "image":  # the names in the tree are all
        return "image+list"
    return config.see
