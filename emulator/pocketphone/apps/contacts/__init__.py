"""Contacts: people, their cards, and the calls made to them."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.contacts import calls, card, editor, history, lists, manual, people
from pocketphone.apps.permission import permission
from pocketphone.apps.share import share
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State

INSERT, DIAL = "android.intent.action.INSERT", "android.intent.action.DIAL"


class Contacts(App):
    package = "com.pocketphone.contacts"
    label = "Contacts"
    icon = "account-circle"
    accent = (38, 110, 170)
    first_page = "contacts"
    activities: ClassVar = {
        "editor": ".ContactEditorActivity",
        "dialer": ".DialerActivity",
        "call": ".InCallActivity",
    }
    pages: ClassVar = {
        **lists.PAGES,
        **card.PAGES,
        **editor.PAGES,
        **calls.PAGES,
        **history.PAGES,
        **manual.PAGES,
        "permission": permission,
        "share": share,
    }
    handles = (
        Filter(INSERT, mime="vnd.android.cursor.dir/contact"),
        Filter(INSERT, mime="vnd.android.cursor.dir/raw_contact"),
        Filter(INSERT, scheme="content", host="com.android.contacts"),
        Filter(VIEW, scheme="tel"),
        Filter(DIAL, scheme="tel"),
    )

    def initial(self, rng: Random, now: datetime) -> State:
        known = people.generate(rng)
        return {
            "contacts": known,
            "calls": [],
            "log": history.generate(rng, known, now),
            "shared": [],
            "settings": {"sort": "first"},
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        if intent.action == INSERT:
            given = {name: str(intent.extras.get(name, "")) for name in people.FIELDS}
            ctx.go("editor", **editor.draft(given))
        else:
            ctx.go("dialer", number=calls.number_of(intent.data))
