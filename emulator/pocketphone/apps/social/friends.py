"""Finding friends: which of the phone's contacts are on Social, and inviting the others."""

from __future__ import annotations

from functools import partial
from typing import Any

from pocketphone.apps.faces import face
from pocketphone.apps.social.cards import person_row
from pocketphone.apps.social.members import handle_of
from pocketphone.ui import Button, Context, List, Text, Widget, empty, list_row, scaffold, section

_CONTACTS = "com.pocketphone.contacts"


def friends(ctx: Context) -> Widget:
    contacts: list[dict[str, Any]] = ctx.apps.get(_CONTACTS, {}).get("contacts", [])
    names = {one["name"] for one in contacts}
    known = [one for one in ctx.state["people"] if one["name"] in names]
    met = {one["name"] for one in known}
    others = sorted(names - met)
    nobody = Text(ref="", value="None of them yet.", color="on_surface_dim", padding=(16, 8))
    rows = [
        section("On Social"),
        *([person_row(ctx, one) for one in known] or [nobody]),
        section("Invite to Social"),
        *(_invite(ctx, name) for name in others),
    ]
    nothing = empty("account-multiple-outline", "No contacts", "Nobody is saved on this phone.")
    return scaffold(
        List(id="friends", ref="", children=rows) if contacts else nothing,
        title="Find friends",
        back=ctx.back,
    )


def _invite(ctx: Context, name: str) -> Widget:
    text = f"Join me on Social: I am @{ctx.state['me']['handle']} there."
    invite = Button(
        id="invite",
        ref=f"invite/{name}",
        label="Invite",
        kind="outlined",
        on_tap=partial(ctx.go, "share", text=text),
    )
    return list_row(
        name, id="contact", ref="", key=name, leading=face(handle_of(name), 40), trailing=invite
    )


PAGES = {"friends": friends}
