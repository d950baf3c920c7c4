"""uiautomator2's server on a port of the phone: JSON-RPC 2.0 over HTTP, on one stream.

    GET /ping                                                              pong
    POST /jsonrpc/0 {"jsonrpc": "2.0", "id": 1, "method": "...", "params": [...]}

Of its methods those that read the screen, touch it, and hold the clipboard.
"""

from __future__ import annotations

import base64
import io
import json
from collections.abc import Awaitable, Callable
from typing import Any

from pocketphone.adbd.stream import Stream
from pocketphone.errors import DumpFailed
from pocketphone.shell.commands.keys import CODES
from pocketphone.shell.userland import Userland

JPEG_QUALITY = 80
TOO_LONG = 1 << 20  # bytes of one request

Method = Callable[..., Awaitable[Any]]


async def serve(userland: Userland, stream: Stream) -> None:
    """Answer request after request on a connection that is kept alive."""
    held = bytearray()
    while True:
        while (end := held.find(b"\r\n\r\n")) < 0:
            if len(held) > TOO_LONG:
                return
            held += await stream.read()
        head = held[:end].decode("latin-1").split("\r\n")
        said = dict(_header(line) for line in head[1:]).get("content-length", "0")
        if not said.isdecimal() or (length := int(said)) > TOO_LONG:
            return
        while len(held) < end + 4 + length:
            held += await stream.read()
        body = bytes(held[end + 4 : end + 4 + length])
        del held[: end + 4 + length]
        await stream.write(await _answer(userland, head[0], body))


def _header(line: str) -> tuple[str, str]:
    name, _, value = line.partition(":")
    return name.strip().lower(), value.strip()


async def _answer(userland: Userland, request: str, body: bytes) -> bytes:
    match request.split():
        case ["GET", "/ping", _]:
            return _response("200 OK", b"pong")
        case ["POST", "/jsonrpc/0", _]:
            said = await _call(Methods(userland), body)
            return _response("200 OK", json.dumps(said).encode())
        case _:
            return _response("404 Not Found", b"")


def _response(status: str, body: bytes) -> bytes:
    return b"HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n" % (status.encode(), len(body)) + body


async def _call(methods: Methods, body: bytes) -> dict[str, Any]:
    number: object = None
    try:
        asked = json.loads(body)
        number, name, params = asked["id"], asked["method"], asked["params"]
        method: Method | None = None if name.startswith("_") else getattr(methods, name, None)
        if method is not None:
            return {"jsonrpc": "2.0", "id": number, "result": await method(*params)}
        problem = {"code": -32601, "message": "Method not found"}
    except (TypeError, ValueError, LookupError, AttributeError, RecursionError) as err:
        problem = {"code": -32602, "message": str(err)}
    except DumpFailed as err:
        problem = {"code": -32001, "message": f"java.lang.IllegalStateException: {err}"}
    return {"jsonrpc": "2.0", "id": number, "error": {**problem, "data": ""}}


class Methods:
    """What a client may call, by the names and with the arguments that the server knows."""

    def __init__(self, userland: Userland) -> None:
        self._userland, self._phone = userland, userland.phone

    async def deviceInfo(self) -> dict[str, Any]:
        width, height = self._phone.frame().size
        return {
            "currentPackageName": self._phone.app.package,
            "displayWidth": width,
            "displayHeight": height,
            "displayRotation": self._phone.rotation,
            "screenOn": True,
            "sdkInt": int(self._phone.properties["ro.build.version.sdk"]),
        }

    async def dumpWindowHierarchy(
        self,
        compressed: bool,
        max_depth: int,  # noqa: ARG002
        root_in_active: bool = True,  # noqa: ARG002
    ) -> str:
        await self._userland.spend("u2 dump")
        return self._phone.hierarchy(compressed=compressed)

    async def takeScreenshot(self, scale: float, quality: int = JPEG_QUALITY) -> str:
        await self._userland.spend("screencap")
        frame = self._phone.frame().convert("RGB")
        if scale != 1:
            frame = frame.resize((round(frame.width * scale), round(frame.height * scale)))
        file = io.BytesIO()
        frame.save(file, "JPEG", quality=quality)
        return base64.b64encode(file.getvalue()).decode()

    async def click(self, x: float, y: float) -> bool:
        await self._userland.spend("tap")
        self._phone.touch(float(x), float(y))
        return True

    async def setClipboard(self, label: str | None, text: str) -> None:  # noqa: ARG002
        self._phone.clipboard = text

    async def getClipboard(self) -> str:
        return self._phone.clipboard

    async def pasteClipboard(self) -> None:
        self._phone.key(CODES["PASTE"])
