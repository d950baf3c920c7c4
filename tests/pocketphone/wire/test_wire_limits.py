"""What has no end on the phone ends, and takes no more room than a phone has."""

from __future__ import annotations

import asyncio
import gzip

import pytest
from wire_rig import Shell

from pocketphone.shell.filesystem import CAPACITY
from pocketphone.shell.streams import MEMORY
from pocketphone.shell.userland import Journal, Userland

MEBIBYTE = 1 << 20
ENDLESS = "while :; do cat /sdcard/big; done"


@pytest.fixture(autouse=True)
def big(userland: Userland) -> None:
    userland.files.write("/sdcard/big", b"0123456\n" * (MEBIBYTE // 8))


def test_an_endless_stream_is_not_held(shell: Shell) -> None:
    said = shell(f"{ENDLESS} | sort")
    assert (said.text, said.error, said.code) == ("", "sort: : Cannot allocate memory\n", 1)
    said = shell(f"{ENDLESS} | tr -d '\\n' | read line; echo $?")
    assert said.code == 0


def test_an_endless_substitution_ends(shell: Shell) -> None:
    said = shell(f"x=$({ENDLESS}); echo $? ${{#x}}")
    status, length = map(int, said.text.split())
    assert status == 128 + 13
    assert MEMORY - 2 * MEBIBYTE < length <= MEMORY


def test_a_variable_that_doubles_ends_the_shell(shell: Shell) -> None:
    said = shell("x=0123456789abcdef; while :; do x=$x$x; done; echo never")
    assert (said.text, said.code) == ("", 1)
    assert "unable to allocate memory" in said.error


def test_the_phone_fills_up_and_has_room_again(shell: Shell, userland: Userland) -> None:
    said = shell("while cat /sdcard/big; do :; done >>/sdcard/full")
    assert "No space left on device" in said.error
    assert CAPACITY - 2 * MEBIBYTE < userland.files.find("/sdcard/full").size <= CAPACITY
    assert shell("cp /sdcard/big /sdcard/more").code == 1
    assert shell("rm /sdcard/full; cp /sdcard/big /sdcard/more").code == 0
    for _ in range(2 * CAPACITY // MEBIBYTE):  # what is written over, or moved over, gives way
        userland.files.write("/sdcard/big", bytes(MEBIBYTE))
    userland.files.move("/sdcard/more", "/sdcard/big")


def test_who_wants_a_little_of_an_endless_stream_gets_it(shell: Shell) -> None:
    assert shell(f"{ENDLESS} | head -c 10").text == "0123456\n01"
    assert shell(f"{ENDLESS} | head -n 1").text == "0123456\n"
    assert shell(f"{ENDLESS} | dd bs=4 count=2").text == "0123456\n"
    assert shell(f"{ENDLESS} | grep -m 1 6").text == "0123456\n"


def test_a_small_file_that_unpacks_to_a_huge_one_is_refused(
    shell: Shell, userland: Userland
) -> None:
    userland.files.write("/sdcard/bomb.gz", gzip.compress(bytes(MEMORY + 1)))
    said = shell("zcat /sdcard/bomb.gz | wc -c")
    assert int(said.text) <= MEMORY
    assert "more than 64 MB" in said.error


def test_jobs_in_the_background_are_so_many(shell: Shell) -> None:
    said = shell("while :; do sleep 2 & done")
    assert (said.error, said.code) == ("/system/bin/sh: can't fork - try again\n", 1)
    assert shell("for i in $(seq 600); do true & wait; done; echo all").text == "all\n"


def test_who_does_not_read_the_journal_misses_its_oldest_lines(userland: Userland) -> None:
    journal = userland.journal

    async def first() -> str:
        lines = journal.follow()
        waiting = asyncio.ensure_future(anext(lines))
        await asyncio.sleep(0)
        for number in range(Journal.KEPT + 10):
            journal.write("Test", f"line {number}")
        assert "line " in (await waiting).text
        line = await anext(lines)
        await lines.aclose()
        return line.text

    assert int(asyncio.run(first()).split()[-1]) >= 9
