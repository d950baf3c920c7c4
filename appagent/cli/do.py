"""`appagent do`: a program on the phone, without a model."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from appagent.actions.program import Program, read
from appagent.api import Done, Look, Phone, ProgramFailed
from appagent.cli.out import terminal
from appagent.danger import parse_classes
from appagent.errors import Correctable, ReplyInvalid, UsageError
from appagent.report import plain


def do_program(
    flags: Mapping[str, Any],
    lines: Sequence[str],
    app: str | None,
    allow: str,
    *,
    fresh: bool,
    as_json: bool,
) -> int:
    """Do a program, its lines given or on stdin, and tell what came of it and the screen after it;
    gives the exit code. What no person at a terminal sends is guarded as what a model wrote."""
    if fresh and app is None:
        raise UsageError("--fresh needs --app: name the app that starts on its first page")
    allowed, person = parse_classes(allow), terminal().person
    text = sys.stdin.read() if [*lines] == ["-"] else "\n".join(lines)
    if text.strip() and _read(text).needs_numbers:
        raise UsageError("a number is of a list that this command did not show: say the name")
    with Phone.connect(
        say=plain.aside, person=person, strict=person is None, command="do", **flags
    ) as phone:
        look = phone.open_app(app, fresh=fresh) if app else None
        done, failure = None, ""
        if text.strip():
            try:
                done = phone.do(text, allow=allowed)
            except ProgramFailed as err:
                done, failure = err.done, str(err)
            except Correctable as err:
                failure, look = f"nothing was done: {err}", phone.look()
        shown = done.look if done else look or phone.look()
    if as_json:
        plain.document(_document(done, shown, failure))
        return int(bool(failure))
    if done and done.did:
        plain.line(done)
    plain.line(shown)
    if failure:
        plain.error(f"appagent: {failure}")
    return int(bool(failure))


def _read(text: str) -> Program:
    try:
        return read(text)
    except ReplyInvalid as err:
        raise UsageError(str(err)) from err


def _document(done: Done | None, look: Look, failure: str) -> Mapping[str, object]:
    """A program that was done, as --json tells it."""
    return {
        "ok": not failure,
        "error": failure,
        "actions": [asdict(each) for each in done.did] if done else [],
        "left": done.left if done else "",
        "answer": done.answer if done else "",
        "read": list(done.read) if done else [],
        "app": look.app,
        "title": look.title,
        "lines": list(look.lines),
        "marks": [each.json() for each in look.controls],
    }
