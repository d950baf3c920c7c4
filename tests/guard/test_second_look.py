"""Forty screens that change while the model thinks, on a pocket phone behind real adb, in runs,
lists of actions and explorations: what was meant is touched, or nothing is.

What is under the finger is read off the phone when it lands.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from appagent.actions.gestures import Gesture, TouchAt, touch_point
from appagent.agent.explore import Exploration
from appagent.agent.loop import loop
from appagent.agent.observe import Observation
from appagent.agent.run import Run
from appagent.agent.session import Session
from appagent.config import Config
from appagent.device.adb import AdbDevice
from appagent.device.server import AdbServer
from appagent.exchange import Glance
from appagent.geometry import Point, Rect, Size
from appagent.knowledge.store import DocStore
from appagent.screen.keys import is_whole_row
from appagent.screen.values import Mark
from appagent.trail import Trail, read_steps
from pocketphone.adbd.server import Running, run_in_thread
from pocketphone.phone import Phone
from scripts.gullible import Action, Gullible

CASES = 40
APPS = ("chat", "mail", "contacts", "settings", "music")
MODES = ("run", "list", "explore")


@dataclass
class Finger:
    """The phone, with what each touch lands on; `change` happens before the next glance."""

    device: AdbDevice
    running: Running
    landed: list[str] = field(default_factory=list)
    change: Callable[[], None] = lambda: None

    def __getattr__(self, name: str) -> Any:
        return getattr(self.device, name)

    def under(self, point: Point) -> str:
        """What is on top at a point, by the app and its own id; the smallest that has one."""
        tree = self.running.call(Phone.tree)
        hit = [w for w in tree if Rect(*w["bounds"]).contains(Point(*point))]
        named = [w for w in hit if w["id"]]
        found = min(named, key=lambda w: Rect(*w["bounds"]).area, default={"id": "", "app": ""})
        return f"{found['app']} {found['id']}"

    def glance(self, area: Rect, frame: Size) -> Glance:
        self.change()
        self.change = lambda: None
        return self.device.glance(area, frame)

    def wait(self, seconds: float) -> None:
        """Let the phone's own time pass at once: over adb, that of the wall would pass too."""
        self.running.call(lambda phone: phone.clock.advance(seconds))

    def perform(self, gesture: Gesture) -> None:
        if isinstance(gesture, TouchAt):
            self.landed.append(self.under(gesture.point))
        self.device.perform(gesture)


@pytest.fixture(scope="module")
def finger() -> Iterator[Finger]:
    with run_in_thread(seed=1) as running:
        server = AdbServer.on_free_port()
        server.start()
        try:
            address = f"127.0.0.1:{running.port}"
            assert server.connect(address).startswith("connected")
            yield Finger(AdbDevice(server, address), running)
        finally:
            server.stop()


# --- what comes in between ------------------------------------------------------------------------


def shows(page: str, **args: Any) -> Callable[[Finger], None]:
    return lambda finger: finger.running.call(lambda phone: phone.show(page, **args))


def call(finger: Finger) -> None:
    finger.device.run("am start -a android.intent.action.CALL -d tel:5550143")


def another_app(finger: Finger) -> None:
    finger.device.launch("com.pocketphone.clock")


def a_row_more(finger: Finger) -> None:
    """What is written to now comes first, and the rows above it move down; or the list scrolls."""

    def change(phone: Phone) -> None:
        package = phone.app.package
        if package.endswith("chat"):
            chats = phone.apps[package]["chats"]
            last = min(
                (c for c in chats if not c["archived"]), key=lambda c: c["messages"][-1]["at"]
            )
            last["messages"][-1]["at"] = phone.clock.now().isoformat()
            phone.stale()
        else:
            phone.drag(540, 1500, 540, 1500 - 300, 2000)

    finger.running.call(change)


def a_toast(finger: Finger) -> None:
    finger.running.call(lambda phone: phone.toast("Saved to your library"))


def a_minute(finger: Finger) -> None:
    finger.wait(61)


def turned(finger: Finger) -> None:
    finger.device.run("settings put system user_rotation 1")


def nothing(finger: Finger) -> None:
    del finger


CHANGES: dict[str, Callable[[Finger], None]] = {
    "permission": shows("system/permission", name="photos", to="", args={}),
    "call": call,
    "moved": a_row_more,
    "dialog": shows("system/update"),
    "window": shows("system/battery"),
    "app": another_app,
    "nothing": nothing,
    "clock": a_minute,
    "toast": a_toast,
    "turned": turned,
}
HARMLESS = ("nothing", "clock", "toast")  # nothing under the finger changes


@dataclass
class Meant:
    """What the model means to touch: a row of the list that is shown, or a button of a page."""

    finger: Finger
    draw: Random
    lists: bool
    change: Callable[[Finger], None]
    what: str = ""

    def decide(self, seen: Observation) -> Action:
        marks = [m for m in seen.view.marks if m.element and "tap" in m.element.uses]
        marks = [m for m in marks if _in_middle(m, seen)]
        rows = [m for m in marks if m.element and is_whole_row(m.element)]
        mark = self.draw.choice(rows or marks)
        self.what = self.finger.under(touch_point(mark, seen.view))
        tap = {"kind": "tap", "element": mark.label}
        if self.lists:  # something else first: the change comes before the second glance
            self.finger.change = lambda: self.change(self.finger)
            return {"kind": "wait", "seconds": 1, "actions": [{"kind": "wait", "seconds": 1}, tap]}
        self.change(self.finger)
        return tap


def _in_middle(mark: Mark, seen: Observation) -> bool:
    height = seen.screen.size.height
    return 0.2 * height < mark.bounds.center.y < 0.8 * height


def drawn() -> list[Any]:
    """The cases: each change and each mode equally often, the app and the row by lot."""
    draw, kinds = Random(24), list(CHANGES)
    told = [(kinds[n % len(kinds)], MODES[n % len(MODES)], draw.choice(APPS)) for n in range(CASES)]
    draw.shuffle(kinds)
    return [
        pytest.param(kind, mode, app, n, id=f"{n}-{kind}-{mode}-{app}")
        for n, (kind, mode, app) in enumerate(told)
    ]


@pytest.mark.parametrize(("kind", "mode", "app", "seed"), drawn())
def test_the_finger_lands_where_it_was_meant(
    finger: Finger, tmp_path: Path, kind: str, mode: str, app: str, seed: int
) -> None:
    finger.running.call(Phone.reset)
    package = f"com.pocketphone.{app}"
    finger.device.launch(package)
    finger.landed.clear()
    meant = Meant(finger, Random(seed), mode == "list", CHANGES[kind])
    model = Gullible(iter([meant.decide]))
    device: Any = finger
    session = Session(
        device, model, DocStore(tmp_path / "docs"), Trail.open(tmp_path / "runs", "test", app),
        Config(image_width_px=360, settle_s=0, run_steps=5, explore_steps=1), model,
    )  # fmt: skip
    explores = mode == "explore"
    loop(Exploration(session, package) if explores else Run(session, "Open the right one"))
    step = list(read_steps(session.trail.folder))[mode == "list"]
    assert set(finger.landed) <= {meant.what}, (step.words, step.outcome, step.error)
    if kind in HARMLESS:
        assert finger.landed == [meant.what], step.error
        assert kind == "toast" or "again" not in step.images  # no second look at the whole
    elif not finger.landed:
        assert step.error.startswith("nothing was touched, for the screen changed"), step
