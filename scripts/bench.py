"""Measure what each step costs and print a table; `--json` for a document.

Times on a shared machine mean little alone: each stands beside the time of something well known,
taken in the same run, alternating with it. The phone's own times are the pocket phone's constants.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TypeVar

import cv2
from hostile import KINDS, tree
from observations import of_a_glance, of_a_step, of_its_parts, of_ours, of_the_original, seconds
from parsing import chosen, corpus, parsed, parsed_by_the_original, questions, screen_of

from appagent.agent.explore import explore
from appagent.agent.play import play
from appagent.agent.session import Session
from appagent.api.session import NoModel
from appagent.config import Config
from appagent.device.adb import AdbDevice
from appagent.device.apps import find
from appagent.device.pocket import pocket
from appagent.device.u2 import U2Device
from appagent.exchange import Capture
from appagent.flows import FlowFiles
from appagent.geometry import Size
from appagent.knowledge.store import DocStore
from appagent.model.offline import OfflineModel
from appagent.screen.change import difference
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import find_marks, mark
from appagent.screen.nodes import Node
from appagent.screen.overlay import draw_marks, encode
from appagent.screen.values import Screen
from appagent.trail import Step, Trail, read_steps

APPS = ("clock", "maps", "contacts")
EXPLORED_STEPS = 25
TABS = ("World clock", "Timer", "Stopwatch", "Alarm")
SLEPT_S = 1  # after each touch of a script
RUNS = 15
LEAST_S = 0.01  # of what is compared: less tells nothing

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Figure:
    what: str
    value: float
    unit: str
    goal: float | None = None
    beside: str = ""  # what it was run beside
    ratio: float | None = None  # to that

    @property
    def row(self) -> str:
        goal = "" if self.goal is None else f"goal <= {self.goal:.3g}"
        verdict = "" if self.goal is None else ("met" if self.value <= self.goal else "NOT met")
        ratio = "" if self.ratio is None else f"{self.ratio:.2f}x {self.beside}"
        return f"{self.what:<66} {self.value:>9.3g} {self.unit:<6} {goal:<14} {verdict:<8} {ratio}"


class Silent:
    """Nobody watches."""

    def say(self, text: str) -> None: ...

    def looked(self, n: int, seen: object) -> None: ...

    def planned(self, program: object, at: int) -> None: ...

    def stepped(self, step: Step) -> None: ...


def beside(
    work: Callable[[], object], other: Callable[[], object], runs: int
) -> tuple[float, float]:
    """Median seconds of both, run in turns; the first turn warms up and is not counted."""
    pairs = [(seconds(work), seconds(other)) for _ in range(runs + 1)][1:]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


@contextmanager
def phone(profile: str) -> Iterator[AdbDevice]:
    """A pocket phone of our own: the port is one where none runs."""
    with pocket(1, profile=profile) as device:
        yield device


def crowded() -> Capture:
    """A look at a list of some 60 elements: small print makes room for them."""
    with phone("zero") as device:
        device.launch(find("contacts", device.packages()))
        device.run("wm density 140")
        return device.capture()


def eyes() -> Figure:
    """Parse, mark, draw and encode a crowded screen."""
    capture = crowded()
    size = Size(*capture.image.shape[1::-1])
    count = len(parse_hierarchy(capture.tree, size).elements)

    def ours() -> None:
        elements = parse_hierarchy(capture.tree, size).elements
        encode(mark(Screen(capture.image, capture.app, elements, datetime.now(UTC))).image)

    spent, png = beside(ours, lambda: cv2.imencode(".png", capture.image), RUNS)
    what = f"parse + mark + draw + encode, {count} elements, 1080x2400"
    return Figure(what, spent * 1000, "ms", 30, "its screenshot as PNG", spent / png)


def hostile() -> Iterator[Figure]:
    """Thousands of nodes of one kind: parsed and marked, the danger of each, and the drawing of as
    many numbers."""
    yield from doubled("parse + mark", chosen, lambda xml: xml)
    yield from doubled("question about each", questions, screen_of)
    screen = screen_of(tree("buttons", 4000))
    marks = find_marks(screen)
    drawn = min(
        cpu_seconds(partial(draw_marks, screen.image, marks, width_px=720)) for _ in range(5)
    )
    yield Figure(f"draw {len(marks):,} numbers, CPU", drawn * 1000, "ms")


def doubled(what: str, work: Callable[[T], object], made: Callable[[bytes], T]) -> Iterator[Figure]:
    """What the slowest of the kinds takes, and how much more than half as many of it."""
    half, whole = {}, {}
    for kind in KINDS:
        few, many = (partial(work, made(tree(kind, count))) for count in (2000, 4000))
        pairs = [(cpu_seconds(few), cpu_seconds(many)) for _ in range(5)]  # in turns
        half[kind], whole[kind] = map(min, zip(*pairs, strict=True))
    slowest = max(whole, key=lambda kind: whole[kind])
    yield Figure(f"{what}, 4,000 {slowest}, CPU", whole[slowest] * 1000, "ms", 250)
    times = {kind: whole[kind] / half[kind] for kind in KINDS if whole[kind] > LEAST_S}
    worst = max(times, key=lambda kind: times[kind])
    yield Figure(f"  beside 2,000, worst of {len(times)}: {worst}", times[worst], "x", 2.3)


def cpu_seconds(work: Callable[[], object]) -> float:
    """What others on the machine do not lengthen much, nor what was made before."""
    gc.collect()
    return seconds(work, time.process_time)


def real_screens() -> Iterator[Figure]:
    """The real screens at hand, each parsed by us and as the original does, in turns."""
    screens = corpus()
    if not screens:
        return
    pairs = [beside(partial(parsed, s), partial(parsed_by_the_original, s), 5) for s in screens]
    ours, theirs = zip(*pairs, strict=True)
    for what, place in (("median", 50), ("95th percentile", 95)):
        spent, other = (statistics.quantiles(took, n=100)[place - 1] for took in (ours, theirs))
        told = f"parse, {what} of {len(screens)} real screens, goal <= 2x"
        yield Figure(told, spent * 1000, "ms", None, "the original's two walks", spent / other)


def change() -> Figure:
    """What differs between a list and the same list scrolled, beside a bare difference of px."""
    with phone("zero") as device:
        device.launch(find("contacts", device.packages()))
        captures = [device.capture()]
        device.run("input swipe 540 1700 540 900")
        captures.append(device.capture())
    one, other = (
        Screen(
            c.image,
            c.app,
            parse_hierarchy(c.tree, Size(*c.image.shape[1::-1])).elements,
            datetime.now(UTC),
        )
        for c in captures
    )
    assert not difference(one, other).nothing
    spent, px = beside(
        lambda: difference(one, other), lambda: cv2.absdiff(one.image, other.image), RUNS
    )
    what = "change between two 1080x2400 frames"
    return Figure(what, spent * 1000, "ms", 15, "cv2.absdiff of the same frames", spent / px)


def observation(
    profile: str, most: float | None = None, *, goals: bool = False
) -> Iterator[Figure]:
    """One look, by adb and over u2, beside its parts alone and beside the original's four calls.
    `most` is how many times as long as the slower part it may take."""
    with phone(profile) as device:
        device.launch("com.pocketphone.clock")
        original, ours = of_the_original(device), of_ours(device)
        shot, dump = of_its_parts(device)
        over = U2Device.over(device)
        with over.prepare():
            quick = of_ours(over)
    what = f"one observation, {profile}"
    parts = f"screenshot {shot:.0f} ms, dump {dump:.0f} ms"
    slower = max(shot, dump)
    yield Figure(f"{what} ({parts})", ours.ms / slower, "x", most)
    theirs = "the original's four calls"
    yield Figure(f"  {theirs}, re-enacted: {original}", original.ms, "ms")
    for name, cost, faster in (("adb", ours, 1.2), ("u2", quick, 6)):
        goal = 1 / faster if goals else None
        share = cost.ms / original.ms
        yield Figure(f"  by {name}: {cost}", share, "x", goal, theirs, share)


def second_look(profile: str, *, goals: bool = False) -> Iterator[Figure]:
    """The look just before a touch, and a step with it and without, by adb and over u2."""
    with phone(profile) as device:
        device.launch("com.pocketphone.clock")
        yield from _second_look(device, f"{profile}, by adb", 0.25 if goals else None)
        over = U2Device.over(device)
        with over.prepare():
            yield from _second_look(over, f"{profile}, by u2", None)


def _second_look(device: AdbDevice, where: str, goal: float | None) -> Iterator[Figure]:
    look, row = of_ours(device), of_a_glance(device)
    whole = of_a_glance(device, whole=True)
    bare, full = (of_a_step(device, glances=glances) for glances in (False, True))
    beside = f"one observation, {look.ms:.0f} ms"
    for what, cost, most in ((f"the second look, {where}", row, goal), ("  of all", whole, None)):
        ratio = cost.ms / look.ms
        yield Figure(f"{what}: {cost}", ratio, "x", most, beside, ratio)
    ratio = full.ms / bare.ms
    yield Figure(f"  a step with it: {full}", full.ms, "ms", None, f"a step without: {bare}", ratio)


def played(profile: str) -> Figure:
    """A step of a flow, touch and look, beside `input tap` with the second of sleep that scripts
    give a phone; both touch the tabs of the clock."""
    with tempfile.TemporaryDirectory() as folder, phone(profile) as device:
        file = Path(folder) / "tabs.yaml"
        taps = "".join(f"- tapOn: {tab}\n" for tab in TABS)
        file.write_text(f"appId: com.pocketphone.clock\n---\n{taps}")
        device.launch("com.pocketphone.clock")
        files, tree = FlowFiles(), device.capture().tree
        places = {n.text: n.bounds.center for n in nodes_in(tree) if n.text in TABS}

        def by_flow() -> None:
            trail = Trail.open(Path(folder) / "runs", "play", "clock")
            store = DocStore(Path(folder) / "docs")
            session = Session(device, NoModel(), store, trail, Config(), Silent())
            outcome = play(session, files.check(file), files, {})
            assert outcome.ending == "done", outcome.error

        def by_script() -> None:
            for x, y in map(places.__getitem__, TABS):
                device.check(f"input tap {x} {y}")
                device.wait(SLEPT_S)

        ours, theirs = beside(by_flow, by_script, 3)
    each = ours / len(TABS), theirs / len(TABS)
    what = f"a step of a flow, {profile}"
    told = f"`input tap` and {SLEPT_S} s of sleep, {each[1] * 1000:.0f} ms"
    return Figure(what, each[0] * 1000, "ms", None, told, each[0] / each[1])


def nodes_in(tree: bytes) -> Sequence[Node]:
    return parse_hierarchy(tree, Size(1080, 2400)).nodes


def explored() -> list[Step]:
    """What each step sent while the pocket phone's apps were explored."""
    sent: list[Step] = []
    with tempfile.TemporaryDirectory() as folder, phone("zero") as device:
        for app in APPS:
            model = OfflineModel()
            trail = Trail.open(Path(folder) / "runs", "bench", app)
            config = Config(explore_steps=EXPLORED_STEPS)
            session = Session(
                device, model, DocStore(Path(folder) / "docs"), trail, config, Silent()
            )
            explore(session, find(app, device.packages()))
            sent += [step for step in read_steps(trail.folder) if step.prompt_bytes]
    return sent


def start_up() -> Iterator[Figure]:
    """The command's help and the phone's boot, beside a bare Python."""
    bare = [sys.executable, "-c", "pass"]
    helped = [sys.executable, "-m", "appagent", "--help"]
    run = lambda words: subprocess.run(words, check=True, stdout=subprocess.DEVNULL)  # noqa: E731
    ours, python = beside(lambda: run(helped), lambda: run(bare), 7)
    yield Figure("appagent --help", ours, "s", 0.3, "a bare Python", ours / python)
    boots = statistics.median(boot() for _ in range(5))
    ratio = boots / python
    yield Figure("the pocket phone's boot, until it listens", boots, "s", 1, "a bare Python", ratio)


def boot() -> float:
    words = [sys.executable, "-m", "pocketphone", "--port", "0"]
    start = time.perf_counter()
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=os.environ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        ready = time.perf_counter()
        process.terminate()
    return ready - start


def measured() -> Iterator[Figure]:
    yield eyes()
    yield from hostile()
    yield from real_screens()
    yield change()
    yield from observation("phone-usb", 1.1, goals=True)
    yield from observation("phone-wifi", 1.2)
    yield from observation("emulator")
    yield from observation("zero")
    yield from second_look("phone-usb", goals=True)
    yield from second_look("phone-wifi")
    yield from second_look("emulator")
    for profile in ("phone-usb", "emulator", "zero"):
        yield played(profile)
    sent = explored()
    pictures = [step.image_bytes / 1000 for step in sent]
    yield Figure(f"a step's picture, median of {len(sent)}", statistics.median(pictures), "kB", 150)
    yield Figure("a step's picture, largest", max(pictures), "kB")
    text = [step.prompt_bytes / 4 for step in sent]
    yield Figure("a step's text, UTF-8 bytes / 4, median", statistics.median(text), "", 1500)
    yield Figure("a step's text, largest", max(text), "")
    yield from start_up()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    as_json = parser.parse_args().json
    figures = []
    for figure in measured():
        figures.append(asdict(figure))
        if not as_json:
            print(figure.row, flush=True)
    if as_json:
        print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
