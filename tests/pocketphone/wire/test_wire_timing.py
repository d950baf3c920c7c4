"""What a client waits for, and what the phone's own clock says."""

from __future__ import annotations

import asyncio
import time
from datetime import timedelta

import pytest
from wire_rig import Recorder

from pocketphone.shell.session import run_line
from pocketphone.shell.streams import Held, Streams
from pocketphone.shell.userland import Userland
from pocketphone.timing import NOMINAL_MS, PROFILES, Profile

ONE_STREAM = (
    "f=/data/local/tmp/o$$; (uiautomator dump $f >$f.l 2>&1; cat $f.l $f >&2; rm -f $f $f.l)"
    " & screencap; wait"
)


async def waited_s(userland: Userland, *lines: str) -> float:
    """How long the lines take on the wall when they are sent at the same time."""
    began = time.monotonic()
    streams = [Streams(Held(), Held(), Held()) for _ in lines]
    await asyncio.gather(
        *(run_line(userland, line, io, None) for line, io in zip(lines, streams, strict=True))
    )
    return time.monotonic() - began


@pytest.mark.parametrize(
    ("line", "least_s"),
    [
        ("input tap 5 5", 0.1),
        ("input swipe 5 5 5 900 300", 0.4),
        ("input keyevent 3", 0.1),
        ("screencap", 0.2),
        ("uiautomator dump", 0.3),
    ],
)
def test_a_command_blocks_for_what_its_profile_says(
    phone: Recorder, line: str, least_s: float
) -> None:
    paces = {"tap": 100, "key": 100, "gesture": 100, "screencap": 200, "dump": 300}
    slow = Userland(phone, Profile("slow", paces, gestures=True))
    assert least_s <= asyncio.run(waited_s(slow, line)) < least_s + 0.3


def test_picture_and_tree_overlap(phone: Recorder) -> None:
    slow = Userland(phone, Profile("slow", {"dump": 500, "screencap": 500}))
    assert 0.5 <= asyncio.run(waited_s(slow, ONE_STREAM)) < 0.95


def test_streams_do_not_wait_for_each_other(phone: Recorder) -> None:
    slow = Userland(phone, Profile("slow", {"screencap": 400}))
    assert asyncio.run(waited_s(slow, *["screencap"] * 8)) < 1.2


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
        asyncio.run(waited_s(Userland(phone, profile), line))
        after.add(phone.clock.now())
    assert len(after) == 1


def test_nominal_times(phone: Recorder) -> None:
    zero = Userland(phone, PROFILES["zero"])
    before = phone.clock.now()
    asyncio.run(waited_s(zero, "uiautomator dump"))
    asyncio.run(waited_s(zero, "input tap 5 5"))
    assert phone.clock.now() - before == timedelta(seconds=1, milliseconds=60)


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
def test_profiles_name_known_work(profile: Profile) -> None:
    assert profile.wall_ms.keys() <= NOMINAL_MS.keys()
    assert profile.small_writes == (profile.name != "zero")
