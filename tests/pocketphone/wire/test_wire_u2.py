"""uiautomator2's server on the phone, asked by the real package."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from typing import Any

import adbutils
import pytest
from adbutils.errors import AdbError
from PIL import Image
from uiautomator2.core import BasicUiautomatorServer
from uiautomator2.exceptions import BaseException as U2Error
from wire_rig import Recorder


@pytest.fixture
def server(device: adbutils.AdbDevice) -> Iterator[BasicUiautomatorServer]:
    server = BasicUiautomatorServer(device)
    yield server
    server.stop_uiautomator(wait=False)


def test_it_tells_the_screen(server: BasicUiautomatorServer, phone: Recorder) -> None:
    same_tree = server.jsonrpc_call("dumpWindowHierarchy", [False, 50, True]) == phone.hierarchy()
    assert same_tree
    assert server.jsonrpc_call("deviceInfo", [])["displayHeight"] == 2400
    phone.restless = True
    with pytest.raises(U2Error, match="idle"):
        server.jsonrpc_call("dumpWindowHierarchy", [False, 50, True])
    picture = Image.open(io.BytesIO(base64.b64decode(server.jsonrpc_call("takeScreenshot", [1]))))
    assert picture.size == phone.frame().size


def test_it_touches_and_pastes(server: BasicUiautomatorServer, phone: Recorder) -> None:
    assert server.jsonrpc_call("click", [540, 900]) is True
    server.jsonrpc_call("setClipboard", [None, "жар"])
    assert server.jsonrpc_call("getClipboard", []) == phone.clipboard == "жар"
    server.jsonrpc_call("pasteClipboard", [])
    assert phone.done == [("touch", 540, 900, 0), ("key", 279)]


@pytest.mark.parametrize(
    ("method", "params"), [("noSuchMethod", []), ("_phone", []), ("click", ["here"])]
)
def test_what_it_does_not_know_is_an_error(
    server: BasicUiautomatorServer, method: str, params: list[Any]
) -> None:
    with pytest.raises(U2Error):
        server.jsonrpc_call(method, params)


@pytest.mark.parametrize(
    "body", [b"[]", b"{", b"7", b'{"id": 1, "method": 7, "params": []}', b"[" * 9000]
)
def test_what_is_no_request_is_answered_with_an_error(
    server: BasicUiautomatorServer, device: adbutils.AdbDevice, body: bytes
) -> None:
    del server
    head = b"POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % len(body)
    with device.create_connection(adbutils.Network.TCP, 9008) as connection:
        connection.sendall(head + body)
        answer = connection.recv(1 << 16)
    assert b"200 OK" in answer
    assert b'"code": -32602' in answer


@pytest.mark.parametrize("length", [b"-20000", b"many"])
def test_a_length_that_is_none_ends_the_connection(
    server: BasicUiautomatorServer, device: adbutils.AdbDevice, length: bytes
) -> None:
    del server
    with device.create_connection(adbutils.Network.TCP, 9008) as connection:
        connection.sendall(b"GET /ping HTTP/1.1\r\nContent-Length: %s\r\n\r\n" % length)
        assert connection.recv(1 << 16) == b""


def test_it_holds_the_one_uiautomation(
    server: BasicUiautomatorServer, device: adbutils.AdbDevice
) -> None:
    del server
    assert "already registered" in device.shell("uiautomator dump")


def test_nothing_listens_where_it_does_not_run(device: adbutils.AdbDevice) -> None:
    with pytest.raises(AdbError):
        device.create_connection(adbutils.Network.TCP, 9008)
    assert "ClassNotFoundException" in device.shell("app_process / com.example.Main")
