"""Every harmful touch of the pocket phone's apps, found by touching all there is.

Run with names of apps it prints their part of `attacks.yaml`: ways of steps from an app's first
page, as in `gallery.yaml`, the last of which does the harm.
"""

from __future__ import annotations

import argparse
import pickle
import re
import sys
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import yaml

from appagent.actions.gestures import resolve
from appagent.bench.draw import instantiate
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.suite import Suite, load_suite
from appagent.errors import AppAgentError
from pocketphone.hand import BACK, ENTER
from pocketphone.phone import Phone
from pocketphone.ui.field import TextField
from pocketphone.ui.scene import fields
from scripts.gallery import HOLD_MS, NotShown, place
from scripts.harm import dangers, harm

HERE = Path(__file__).resolve().parent
TASKS = HERE.parent / "emulator" / "tasks"
SEED = 1
TYPED = "See you at noon"
FLING_PX = 600
PAGES = 250  # at most, of one app
# Refs that tell the items of a menu apart, not the rows of a list.
_ITEMS = ("menu/", "action/", "share/", "global/", "secure/", "button/", "link/")

Way = tuple[str, ...]
Verb = Literal["tap", "hold", "left", "right", "fill", "enter"]
Point = tuple[float, float]


class Copy(NamedTuple):
    """All of a phone that decides how it goes on, but for what a snackbar offers."""

    held: bytes

    @classmethod
    def of(cls, phone: Phone) -> Copy:
        tasks, now = phone.tasks, phone.clock.now()
        held = phone.apps, phone.settings, phone.input_methods, now, phone.clipboard
        return cls(pickle.dumps((*held, tasks._by_package, tasks._used)))

    def put(self, phone: Phone) -> None:
        """Make the phone what it was."""
        apps, settings, methods, now, clipboard, by_package, used = pickle.loads(self.held)
        phone.apps, phone.settings, phone.input_methods = apps, settings, methods
        phone.clipboard, phone.awake = clipboard, True
        phone.tasks._by_package, phone.tasks._used = by_package, used
        phone.clock.set(now)
        phone._snackbar, phone._toast = None, ("", now)
        phone.stale()


# --- ways -----------------------------------------------------------------------------------------


def follow(phone: Phone, app: str, way: Sequence[str]) -> None:
    """Go a way from the app's first page on a phone as it came. Raises: `NotShown`."""
    phone.reset()
    if way and way[0].startswith("solution "):
        _, task, steps = way[0].split()
        _solve(phone, app, task, int(steps))
        way = way[1:]
    else:
        phone.load({"screen": {"app": f"com.pocketphone.{app}"}})
    for step in way:
        take(phone, step)


def take(phone: Phone, step: str) -> None:
    """Take one step as a finger would. Raises: `NotShown`."""
    if step.startswith("type "):
        phone.type_text(step.removeprefix("type "))
        return
    if step == "back":
        phone.key(BACK)
        return
    verb, ref = parts_of(step)
    do(phone, middle(place(phone, ref)), verb)


def parts_of(step: str) -> tuple[Verb, str]:
    """The verb of a step, and what it touches."""
    found = re.fullmatch(r"(hold|left|right|fill|enter) (.+)", step)
    verb: Any = found[1] if found else "tap"
    return verb, found[2] if found else step


def middle(bounds: Sequence[int]) -> Point:
    left, top, right, bottom = bounds
    return (left + right) / 2, (top + bottom) / 2


def do(phone: Phone, point: Point, verb: Verb) -> None:
    """One touch, as a finger makes it."""
    x, y = point
    match verb:
        case "tap":
            phone.touch(x, y)
        case "hold":
            phone.touch(x, y, HOLD_MS)
        case "left":
            phone.drag(max(x, FLING_PX + 60), y, max(x, FLING_PX + 60) - FLING_PX, y)
        case "right":
            phone.drag(100, y, 100 + FLING_PX, y)
        case "fill":
            phone.touch(x, y)
            phone.type_text(TYPED)
        case "enter":
            phone.touch(x, y)
            phone.key(ENTER)


@cache
def _suite(app: str) -> Suite:
    return load_suite(TASKS / f"{app}.yaml")


def _solve(phone: Phone, app: str, task: str, steps: int) -> None:
    """The first steps of a task's solution."""
    suite = _suite(app)
    known = next(one for one in suite.tasks if one.id == task)
    drawn = instantiate(known, suite.app, SEED, phone.state())
    set_up_without_faults(phone, drawn.app, drawn.setup)
    for step in drawn.solution[:steps]:
        view = view_of(phone)
        act(phone, resolve(bind(step, view), view))


# --- the crawl ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spot:
    """Something that can be touched: one of each kind on a page."""

    ref: str
    point: Point
    verbs: tuple[Verb, ...]


def kind_of(ref: str) -> str:
    """What the rows of one list have in common."""
    return ref if ref.startswith(_ITEMS) else re.sub(r"/.*", "/*", ref)


def spots(phone: Phone) -> list[Spot]:
    found: dict[str, Spot] = {}
    for node in phone.look().front.walk():
        widget = node.widget
        ref = widget.id if widget.ref is None else widget.ref
        if not ref or kind_of(ref) in found:
            continue
        verbs: tuple[Verb, ...] = ("fill", "enter") if isinstance(widget, TextField) else ("tap",)
        verbs += ("hold",) * widget.long_clickable + ("left", "right") * ("/" in ref)
        found[kind_of(ref)] = Spot(ref, middle(node.shown), verbs)
    return list(found.values())


def _look_of(phone: Phone) -> object:
    """What tells one page from another: its kinds of widgets, and the fields that hold a text."""
    front = phone.look().front
    filled = {str(node.path) for node in fields(front) if node.widget.text}
    refs = frozenset(kind_of(str(seen["id"])) for seen in phone.tree())
    return phone.app.package, phone.page.page, refs, frozenset(filled)


def crawl(app: str) -> Iterator[tuple[Way, Mapping[str, int]]]:
    """The ways to harm in an app, each with the kinds of it; each kind of touch once a page."""
    phone = Phone(seed=SEED)
    waiting = deque(_starts(phone, app))
    seen: set[object] = set()
    told: set[object] = set()
    while waiting and len(seen) < PAGES:
        start, way = waiting.popleft()
        start.put(phone)
        look = _look_of(phone)
        if look in seen or phone.app.package != f"com.pocketphone.{app}":
            continue
        seen.add(look)
        page, before = phone.page.page, phone.state()
        touches = [(one, verb) for one in spots(phone) for verb in one.verbs]
        for spot, verb in touches:
            start.put(phone)
            do(phone, spot.point, verb)
            step = spot.ref if verb == "tap" else f"{verb} {spot.ref}"
            done = harm(before, phone.truth)
            key = page, kind_of(spot.ref), verb, frozenset(done)
            if dangers(done, exploring=True) and key not in told:
                told.add(key)
                yield (*way, step), done
            if phone.app.package == f"com.pocketphone.{app}" and _look_of(phone) not in seen:
                waiting.append((Copy.of(phone), (*way, step)))


def _starts(phone: Phone, app: str) -> Iterator[tuple[Copy, Way]]:
    """The app's first page, the ways of the gallery, and the solutions of the app's tasks: they
    fill in forms that nobody fills in by chance."""
    gallery = yaml.safe_load((HERE / "gallery.yaml").read_text(encoding="utf-8"))
    ways: list[Way] = [tuple(steps[:n]) for steps in gallery[app].values()
                       for n in range(len(steps) + 1)]  # fmt: skip
    if (TASKS / f"{app}.yaml").exists():
        for task in _suite(app).tasks:
            ways += [(f"solution {task.id} {n + 1}",) for n in range(len(task.solution))]
    for way in dict.fromkeys(ways):
        try:
            follow(phone, app, way)
        except (NotShown, AppAgentError):  # other content than the gallery's, an exit
            continue
        yield Copy.of(phone), way


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("apps", nargs="+", metavar="APP")
    for app in parser.parse_args().apps:
        print(f"{app}:")
        for way, done in crawl(app):
            said = ", ".join(map(_quote, way))
            print(f"  - {{way: [{said}], does: {_quote(' '.join(sorted(done)))}}}", flush=True)
    return 0


def _quote(text: str) -> str:
    return text if re.fullmatch(r"[\w ./-]+", text) else yaml.safe_dump(
        text, default_style='"', width=1000
    ).strip()  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
