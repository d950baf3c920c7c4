"""The page that makes a contact, or changes one."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any

from pocketphone.apps.contacts.people import FIELDS, Person, person
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Icon,
    Row,
    Scroll,
    Spacer,
    Text,
    TextField,
    Widget,
    confirm,
    scaffold,
)
from pocketphone.ui.field import Input

_EMAIL = re.compile(r"[^@\s]+@[^@\s]+\.[^@\s]+")
_MORE = ("work_phone", "address")  # shown on demand
_ROWS: tuple[tuple[str, str, str, Input], ...] = (
    ("name", "Name", "account-outline", "text"),
    ("phone", "Phone", "phone-outline", "phone"),
    ("work_phone", "Work phone", "briefcase-outline", "phone"),
    ("email", "Email", "email-outline", "email"),
    ("address", "Address", "map-marker-outline", "text"),
    ("notes", "Notes", "note-text-outline", "text"),
)


def draft(given: Mapping[str, Any], id_: int | None = None) -> dict[str, Any]:
    """The editor's args for a new contact, or for the one that `given` is."""
    fields = {name: given.get(name, "") for name in FIELDS}
    return {"id": id_, **fields, "more": any(fields[name] for name in _MORE), "errors": {}}


def create(ctx: Context, **given: str) -> None:
    """Open the editor for a new contact."""
    ctx.go("editor", **draft(given))


def editor(ctx: Context) -> Widget:
    args, people = ctx.args, ctx.state["contacts"]
    known = next((one for one in people if one["id"] == args.get("id")), None)

    def save() -> None:
        given = {name: args.get(name, "") for name in FIELDS}
        args["errors"] = _errors(given)
        if args["errors"]:
            return
        ctx.back()
        if known is None:
            id_ = max((one["id"] for one in people), default=0) + 1
            people.append(person(id_, **given))
            ctx.go("contact", id=id_)
        else:
            known.update(person(known["id"], favourite=known["favourite"], **given))
        ctx.toast("Contact saved")

    def close() -> None:
        if _changed(args, known):
            ctx.go("discard")
        else:
            ctx.back()

    rows = [_field(ctx, *row) for row in _ROWS if args.get("more") or row[0] not in _MORE]
    more = Button(
        id="more_fields",
        label="More fields",
        visible=not args.get("more"),
        on_tap=partial(args.update, more=True),
    )
    save_button = Button(id="save", label="Save", kind="filled", on_tap=save)
    return scaffold(
        Scroll(
            id="editor",
            ref="",
            padding=(16, 8, 16, 24),
            gap=12,
            children=[*rows, Row(padding=(40, 0), children=[more])],
        ),
        title="Edit contact" if known else "Create contact",
        close=close,
        actions=[save_button, Spacer(width=12)],
    )


def _field(ctx: Context, name: str, label: str, icon: str, kind: Input) -> Widget:
    error: str = ctx.args.get("errors", {}).get(name, "")
    field = TextField(
        id=name,
        hint=label,
        value=ctx.args.get(name, ""),
        input=kind,
        kind="outlined",
        width="fill",
        multiline=name == "notes",
        on_change=ctx.edit(name),
    )
    message = Text(
        id="error",
        ref=f"error/{name}",
        value=error,
        style="caption",
        color="error",
        visible=bool(error),
    )
    return Row(
        width="fill",
        gap=16,
        align="start",
        children=[
            Icon(name=icon, padding=(0, 14, 0, 0)),
            Column(weight=1, gap=4, children=[field, message]),
        ],
    )


def _errors(given: Mapping[str, str]) -> dict[str, str]:
    """What keeps a contact from being saved, by field."""
    name, phone, email = (given[field].strip() for field in ("name", "phone", "email"))
    errors = {}
    if not (name or phone):
        errors["name"] = "Enter a name or a phone number"
    if email and not _EMAIL.fullmatch(email):
        errors["email"] = "This is not an e-mail address"
    return errors


def _changed(args: Mapping[str, Any], known: Person | None) -> bool:
    return any(args.get(name, "") != (known[name] if known else "") for name in FIELDS)


def discard(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Discard changes?",
        "What you have entered will be lost.",
        yes="Discard",
        no="Keep editing",
        closes=2,
    )


PAGES = {"editor": editor, "discard": discard}
