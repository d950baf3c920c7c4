"""Whom Mail knows: those of its mails, and the phone's contacts where it may look at them."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.mail import parts
from pocketphone.apps.mail.draft import settle, take
from pocketphone.apps.mail.mails import name_of
from pocketphone.apps.words import matches
from pocketphone.ui import Context, List, Row, Widget, empty, list_row, scaffold, search_field

_CONTACTS = "com.pocketphone.contacts"


def known(ctx: Context) -> list[dict[str, str]]:
    """Who may be suggested, as {"name", "email"}."""
    people: list[dict[str, str]] = ctx.state["people"]
    if not permission.granted(ctx.state, "contacts"):
        return people
    held = {one["email"] for one in people}
    return people + [one for one in _contacts(ctx) if one["email"] not in held]


def name_with_contacts(ctx: Context, email: str) -> str:
    """Whom an address is of, as `name_of`, contacts included."""
    names = {one["email"]: one["name"] for one in known(ctx)}
    return names.get(email) or name_of(ctx.state, email)


def _contacts(ctx: Context) -> list[dict[str, str]]:
    people = ctx.apps.get(_CONTACTS, {}).get("contacts", [])
    found = [{"name": one["name"], "email": one["email"].lower()} for one in people if one["email"]]
    return sorted(found, key=lambda one: one["name"])


def contacts(ctx: Context) -> Widget:
    """The contacts that have an address; a touch on one writes to it."""
    query: str = ctx.args.get("query", "")
    everyone = _contacts(ctx)

    def chosen(email: str) -> None:
        ctx.back()
        settle(ctx)
        take(ctx, "to", email)

    rows = [
        list_row(one["name"], one["email"], id="contact", ref=f"contact/{one['email']}",
                 key=one["email"], leading=parts.disc(ctx.state, one["email"], name=one["name"]),
                 on_tap=partial(chosen, one["email"]))
        for one in everyone
        if matches(query, f"{one['name']} {one['email']}")
    ]  # fmt: skip
    told = f"Nobody is called \u201c{query}\u201d" if everyone else "No contact has an address"
    field = search_field(ctx, "Search contacts", id="contact_search", autofocus=False)
    return scaffold(
        List(id="contacts", ref="", children=rows)
        if rows
        else empty("account-search-outline", told),
        title=Row(node="", weight=1, children=field),
        back=ctx.back,
    )


PAGES = {"contacts": contacts, "permission": permission.permission}
