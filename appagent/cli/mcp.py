"""`appagent mcp`: a server for other agents."""

from __future__ import annotations

import os
import secrets
import sys
from collections.abc import Mapping

from appagent.danger import parse_classes
from appagent.errors import UsageError
from appagent.report import plain

TOKEN = "APPAGENT_MCP_TOKEN"
_LEAST = 16  # characters of a token


def serve(flags: Mapping[str, object], http: bool, port: int, allow: str) -> int:
    """Serve until the client hangs up, or Ctrl-C; gives the exit code."""
    try:
        from appagent.mcp import Phones, serve_http, serve_stdio
    except ImportError as err:
        raise UsageError(f"the server needs `pip install 'appagent[mcp]'` ({err.name})") from err
    phones = Phones(flags, parse_classes(allow))
    try:
        if http:
            token = _token()
            plain.error(f"serving http://127.0.0.1:{port}/mcp; stop it with Ctrl-C")
            serve_http(phones, port, token)
        else:
            if sys.stdin is not None and sys.stdin.isatty():
                plain.aside("an MCP client starts this and speaks on stdin; see docs/mcp.md")
            serve_stdio(phones)
    finally:
        phones.close()
    return 0


def _token() -> str:
    """What clients have to send: of the environment, else a new one, which is told.

    Raises: `UsageError` for one that is too short.
    """
    token = os.environ.get(TOKEN, "")
    if token and len(token) < _LEAST:
        raise UsageError(f"{TOKEN} is too short: take {_LEAST} characters or more")
    if not token:
        token = secrets.token_urlsafe(24)
        plain.error(f"clients send this token: {token} ({TOKEN} sets one that stays)")
    return token
