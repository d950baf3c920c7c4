"""What one observation costs, beside the four adb calls of the AppAgent paper's code."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from appagent.actions.gestures import TouchAt
from appagent.device.adb import AdbDevice
from appagent.device.server import adb_program
from appagent.geometry import Point, Rect

RUNS = 5
PICTURE, TREE = "/sdcard/original.png", "/sdcard/original.xml"
SCREENSHOTS = ("screencap", "screencap | gzip -1", "screencap -p")
DUMP = "uiautomator dump /data/local/tmp/b.xml >/dev/null; rm /data/local/tmp/b.xml"


@dataclass(frozen=True, slots=True)
class Cost:
    """Of one observation, or of a part of a step."""

    ms: float  # the median
    trips: float  # commands that were sent to the phone
    kilobytes: float  # that it sent

    def __str__(self) -> str:
        return f"{self.ms:.0f} ms, {self.trips:.0f} trips, {self.kilobytes:,.0f} kB"


def of_ours(device: AdbDevice) -> Cost:
    return _cost(device, device.capture)


def _cost(device: AdbDevice, work: Callable[[], object]) -> Cost:
    before = device.traffic
    ms = _median_ms(work)
    spent = device.traffic - before
    return Cost(ms, spent.trips / (RUNS + 1), spent.received / (RUNS + 1) / 1000)


def of_a_glance(device: AdbDevice, *, whole: bool = False) -> Cost:
    """The second look, just before a touch: at a row of a list, or at the whole of the screen."""
    frame = device.size()
    row = Rect(0, frame.height // 3, frame.width, frame.height // 3 + frame.height // 12)
    return _cost(device, lambda: device.glance(frame.rect if whole else row, frame))


def of_a_step(device: AdbDevice, *, glances: bool) -> Cost:
    """One look, a tap on nothing, and the second look between them."""
    frame = device.size()
    point = Point(1, frame.height // 2)

    def step() -> None:
        device.capture()
        if glances:
            device.glance(Rect(0, 0, frame.width, frame.height // 12), frame)
        device.perform(TouchAt(point, frame))

    return _cost(device, step)


def of_its_parts(device: AdbDevice) -> tuple[float, float]:
    """A screenshot alone, the cheapest over this link, and a dump alone, in ms."""
    *shots, dump = (_median_ms(partial(device.run, line)) for line in (*SCREENSHOTS, DUMP))
    return min(shots), dump


def of_the_original(device: AdbDevice) -> Cost:
    """A picture to a file, the file pulled, a tree to a file, the file pulled: a re-enactment, each
    with a process of its own, as its controller starts them."""
    adb = [adb_program(), "-P", str(device.server.port), "-s", device.serial]
    with tempfile.TemporaryDirectory() as folder:
        calls = (
            ["shell", "screencap", "-p", PICTURE],
            ["pull", PICTURE, folder],
            ["shell", "uiautomator", "dump", TREE],
            ["pull", TREE, folder],
        )

        def observe() -> None:
            for words in calls:
                subprocess.run([*adb, *words], check=True, capture_output=True)

        ms = _median_ms(observe)
        pulled = sum(file.stat().st_size for file in Path(folder).iterdir())
    device.run(f"rm -f {PICTURE} {TREE}")
    return Cost(ms, len(calls), pulled / 1000)


def _median_ms(work: Callable[[], object]) -> float:
    """The first run warms up and is not counted."""
    return statistics.median([seconds(work) for _ in range(RUNS + 1)][1:]) * 1000


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.perf_counter) -> float:
    start = clock()
    work()
    return clock() - start
