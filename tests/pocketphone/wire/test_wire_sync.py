"""The sync service alone: whatever arrives, it answers or ends."""

from __future__ import annotations

import asyncio
import struct
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pocketphone.adbd import sync
from pocketphone.shell.filesystem import Files, Regular


class Wire:
    """What the client sends, in pieces, and what it is answered."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces, self.records = list(pieces), []

    async def read(self) -> bytes:
        await asyncio.sleep(0)
        return self.pieces.pop(0) if self.pieces else b""

    async def write(self, data: bytes) -> None:
        self.records.append(bytes(data))


def answers(files: Files, *pieces: bytes) -> list[bytes]:
    wire = Wire(*pieces)
    asyncio.run(asyncio.wait_for(sync.serve(files, wire), 10))
    return wire.records


@pytest.fixture
def files() -> Files:
    return Files(lambda: datetime(2026, 3, 2, 9, 30))


def request(name: bytes, path: str) -> bytes:
    return struct.pack("<4sI", name, len(path.encode())) + path.encode()


def test_stat_of_a_missing_file_is_zeros_or_an_errno(files: Files) -> None:
    assert answers(files, request(b"STAT", "/nope")) == [struct.pack("<4s3I", b"STAT", 0, 0, 0)]
    (record,) = answers(files, request(b"LST2", "/nope"))
    assert len(record) == 72
    assert record[:8] == b"LST2" + struct.pack("<I", 2)


def test_a_link_is_itself_to_lst2_and_a_folder_to_sta2(files: Files) -> None:
    modes = [
        struct.unpack_from("<I", record, 24)[0]
        for record in answers(files, request(b"LST2", "/sdcard"), request(b"STA2", "/sdcard"))
    ]
    assert [oct(mode)[2:] for mode in modes] == ["120777", "40770"]


def test_a_listing_ends_with_a_whole_record(files: Files) -> None:
    assert answers(files, request(b"LIST", "/data/local"))[-1] == b"DONE" + bytes(16)
    assert answers(files, request(b"LIS2", "/nope")) == [b"DONE" + bytes(72)]


def test_what_is_sent_is_received(files: Files) -> None:
    data = b"x" * 70_000
    sent = request(b"SEND", "/sdcard/new/f,33188")
    sent += struct.pack("<4sI", b"DATA", 60_000) + data[:60_000]
    sent += struct.pack("<4sI", b"DATA", 10_000) + data[60_000:]
    sent += struct.pack("<4sI", b"DONE", 1_700_000_000)
    assert answers(files, sent) == [b"OKAY" + bytes(4)]
    node = files.find("/sdcard/new/f")
    assert isinstance(node, Regular)
    assert (node.data, node.mtime_s, oct(node.mode)) == (data, 1_700_000_000, "0o100644")
    records = answers(files, request(b"RECV", "/sdcard/new/f"))
    assert b"".join(record[8:] for record in records) == data
    assert {record[:4] for record in records[:-1]} == {b"DATA"}
    assert records[-1] == b"DONE" + bytes(4)


def test_version_two_carries_flags_and_refuses_a_codec(files: Files) -> None:
    sent = request(b"SND2", "/sdcard/g") + struct.pack("<4s2I", b"SND2", 0o100600, 0)
    sent += struct.pack("<4sI", b"DATA", 2) + b"hi" + struct.pack("<4sI", b"DONE", 5)
    assert answers(files, sent) == [b"OKAY" + bytes(4)]
    assert files.read("/sdcard/g") == b"hi"
    zstd = request(b"RCV2", "/sdcard/g") + struct.pack("<4sI", b"RCV2", 4)
    assert answers(files, zstd)[0].startswith(b"FAIL")


def test_a_refused_file_is_read_to_its_end_and_the_session_goes_on(files: Files) -> None:
    sent = request(b"SEND", "/system/f,33188")
    sent += struct.pack("<4sI", b"DATA", 4) + b"data" + struct.pack("<4sI", b"DONE", 0)
    records = answers(files, sent + request(b"STAT", "/sdcard"))
    text = b"couldn't create file: Read-only file system"
    assert records[0] == struct.pack("<4sI", b"FAIL", len(text)) + text
    assert records[1][:4] == b"STAT"


def test_requests_may_arrive_byte_by_byte(files: Files) -> None:
    sent = request(b"STAT", "/sdcard") + request(b"QUIT", "")
    whole = answers(files, sent)
    assert answers(files, *(sent[at : at + 1] for at in range(len(sent)))) == whole


NAMES = st.sampled_from(
    [b"STAT", b"STA2", b"LST2", b"LIST", b"LIS2", b"SEND", b"SND2", b"RECV", b"RCV2", b"QUIT"]
)
PATHS = st.sampled_from(
    [
        "/",
        "/sdcard",
        "/sdcard/f",
        "/sdcard/f,33188",
        "/system/x,1",
        "/dev/null",
        "/nope",
        "",
        ",",
        "a",
    ]
)
REQUESTS = st.builds(request, NAMES, PATHS)
DATA = st.binary(max_size=20).map(lambda data: struct.pack("<4sI", b"DATA", len(data)) + data)
DONE = st.just(struct.pack("<4sI", b"DONE", 7))


@given(st.lists(st.one_of(REQUESTS, DATA, DONE, st.binary(max_size=40)), max_size=12))
def test_any_bytes_are_answered_or_end_the_session(pieces: list[bytes]) -> None:
    files = Files(lambda: datetime(2026, 3, 2, 9, 30))
    known = {b"STAT", b"STA2", b"LST2", b"DENT", b"DNT2", b"DONE", b"DATA", b"OKAY", b"FAIL"}
    assert {record[:4] for record in answers(files, *pieces)} <= known
