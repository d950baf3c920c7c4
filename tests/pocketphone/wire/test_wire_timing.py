"""What a client waits for, and what the phone's own clock says."""

from __future__ import annotations

import asyncio
import selectors
from datetime import timedelta

import pytest
from wire_rig import Recorder

from pocketphone.adbd.messages import MAX_DATA
from pocketphone.adbd.stream import Link, Stream
from pocketphone.shell.session import run_line
from pocketphone.shell.streams import Held, Streams
from pocketphone.shell.userland import Userland
from pocketphone.timing import NOMINAL_MS, PROFILES, Profile

ONE_STREAM = (
    "f=/data/local/tmp/o$$; (uiautomator dump $f >$f.l 2>&1; cat $f.l $f >&2; rm -f $f $f.l)"
    " & screencap; wait"
)


class Skipping(selectors.DefaultSelector):
    """Waits for nothing: what was to be waited for has passed."""

    passed_s = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.passed_s += timeout or 0
        return super().select(timeout and 0)


class Unhurried(asyncio.SelectorEventLoop):
    """A loop on which only that time passes that is waited for, and at once."""

    def __init__(self) -> None:
        self.waits = Skipping()
        super().__init__(self.waits)

    def time(self) -> float:
        return self.waits.passed_s


def waited_s(userland: Userland, *lines: str) -> float:
    """How long a client waits for the lines when they are sent at the same time."""

    async def at_once() -> None:
        streams = [Streams(Held(), Held(), Held()) for _ in lines]
        await asyncio.gather(
            *(run_line(userland, line, io, None) for line, io in zip(lines, streams, strict=True))
        )

    with asyncio.Runner(loop_factory=Unhurried) as runner:
        runner.run(at_once())
        return runner.get_loop().time()


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("input tap 5 5", 0.1),
        ("input swipe 5 5 5 900 300", 0.4),
        ("input keyevent 3", 0.1),
        ("screencap", 0.2),
        ("uiautomator dump", 0.3),
    ],
)
def test_a_command_blocks_for_what_its_profile_says(
    phone: Recorder, line: str, seconds: float
) -> None:
    paces = {"tap": 100, "key": 100, "gesture": 100, "screencap": 200, "dump": 300}
    slow = Userland(phone, Profile("slow", paces, gestures=True))
    assert waited_s(slow, line) == pytest.approx(seconds)


def test_picture_and_tree_overlap(phone: Recorder) -> None:
    slow = Userland(phone, Profile("slow", {"dump": 500, "screencap": 400}))
    assert waited_s(slow, ONE_STREAM) == pytest.approx(0.5)


def test_streams_do_not_wait_for_each_other(phone: Recorder) -> None:
    slow = Userland(phone, Profile("slow", {"screencap": 400}))
    assert waited_s(slow, *["screencap"] * 8) == pytest.approx(0.4)


@pytest.mark.parametrize("line", ["gzip -1 /sdcard/f -c", "cmp -s /sdcard/f /sdcard/f"])
def test_what_goes_through_a_file_takes_as_long_as_it_is_large(phone: Recorder, line: str) -> None:
    slow = Userland(phone, Profile("slow", mb_ms=10))
    slow.files.write("/sdcard/f", bytes(2_000_000))
    assert waited_s(slow, line) == pytest.approx(0.02)


def test_streams_share_what_the_link_carries() -> None:
    async def carry(link: Link, *sizes: int) -> None:
        await asyncio.gather(*map(link.carry, sizes))

    for mb_s, seconds in ((5, 0.6), (0, 0)):
        with asyncio.Runner(loop_factory=Unhurried) as runner:
            runner.run(carry(Link(Profile("link", mb_s=mb_s)), 2_000_000, 999_500, *[5] * 100))
            assert runner.get_loop().time() == pytest.approx(seconds)


@pytest.mark.parametrize(
    ("ack_ms", "writes", "seconds"), [(10, 1, 0), (10, 3, 0.02), (0.5, 101, 0.05)]
)
def test_a_write_waits_for_the_okay_of_the_one_before(
    ack_ms: float, writes: int, seconds: float
) -> None:
    async def write() -> None:
        link = Link(Profile("far", ack_ms=ack_ms))
        stream = Stream(lambda _: stream.acknowledged(), 1, 1, MAX_DATA, link)
        for _ in range(writes):
            await stream.write(b"x")

    with asyncio.Runner(loop_factory=Unhurried) as runner:
        runner.run(write())
        assert runner.get_loop().time() == pytest.approx(seconds, abs=0.003)


def test_a_second_uiautomator_is_killed(phone: Recorder) -> None:
    slow = Userland(phone, Profile("slow", {"dump": 200}))
    out, error = Held(), Held()
    line = (
        "uiautomator dump & uiautomator dump /sdcard/b; echo $?; wait; uiautomator dump /sdcard/c"
    )
    asyncio.run(run_line(slow, line, Streams(Held(), out, error), None))
    assert bytes(out.data).decode().splitlines() == [
        "UI hierchary dumped to: /sdcard/b",
        "0",
        "UI hierchary dumped to: /sdcard/c",
    ]
    assert b"already registered!\nKilled" in error.data


@pytest.mark.parametrize("line", ["input tap 5 5", "screencap >/dev/null", ONE_STREAM, "reboot"])
def test_the_phone_s_clock_is_the_same_in_every_profile(line: str) -> None:
    after = set()
    for profile in (PROFILES["zero"], Profile("quick", {"tap": 5, "dump": 9, "screencap": 3})):
        phone = Recorder()
        waited_s(Userland(phone, profile), line)
        after.add(phone.clock.now())
    assert len(after) == 1


def test_nominal_times(phone: Recorder) -> None:
    zero = Userland(phone, PROFILES["zero"])
    before = phone.clock.now()
    waited_s(zero, "uiautomator dump")
    waited_s(zero, "input tap 5 5")
    assert phone.clock.now() - before == timedelta(seconds=1, milliseconds=60)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_profiles_name_known_work(profile: Profile) -> None:
    assert profile.wall_ms.keys() <= NOMINAL_MS.keys()
    assert profile.small_writes == (profile.name != "zero")
