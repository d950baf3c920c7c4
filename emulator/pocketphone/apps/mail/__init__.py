"""Mail: folders of threads, a page to write on, and what is sent later."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar
from urllib.parse import parse_qs, unquote

from pocketphone.apps.mail import (
    about,
    compose,
    inbox,
    mails,
    newsletter,
    people,
    settings,
    thread,
)
from pocketphone.apps.mail.draft import begin
from pocketphone.apps.pick import photo_of
from pocketphone.apps.share import SEND, STREAM, TEXT, photo_in
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State

SENDTO = "android.intent.action.SENDTO"
EMAIL, SUBJECT = "android.intent.extra.EMAIL", "android.intent.extra.SUBJECT"


class Mail(App):
    package = "com.pocketphone.mail"
    label = "Mail"
    icon = "email"
    accent = (190, 62, 52)
    first_page = "inbox"
    activities: ClassVar = {"compose": ".ComposeActivity"}
    pages: ClassVar = {
        **inbox.PAGES,
        **thread.PAGES,
        **newsletter.PAGES,
        **compose.PAGES,
        **people.PAGES,
        **settings.PAGES,
        **about.PAGES,
    }
    handles = (
        Filter(SENDTO, scheme="mailto"),
        Filter(VIEW, scheme="mailto"),
        Filter(SEND, mime="text/"),
        Filter(SEND, mime="image/"),
    )

    def initial(self, rng: Random, now: datetime) -> State:
        return {
            **mails.generate(rng, now),
            "labels": dict(mails.LABELS),
            "unsubscribed": [],
            "settings": {
                "signature": "",
                "swipe": "archive",
                "notifications": True,
                "ask": False,
            },
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """Write to whom "mailto:ada@example.com?subject=Tea" names, or what was shared."""
        extras = intent.extras
        path, _, query = intent.data.partition(":")[2].partition("?")
        asked = {name: values[-1] for name, values in parse_qs(query).items()}
        photo = photo_of(ctx, photo_in(str(extras.get(STREAM, ""))))
        begin(
            ctx,
            to=_addresses(unquote(path) or asked.get("to", "") or str(extras.get(EMAIL, ""))),
            cc=_addresses(asked.get("cc", "")),
            bcc=_addresses(asked.get("bcc", "")),
            subject=asked.get("subject", str(extras.get(SUBJECT, ""))),
            body=asked.get("body", str(extras.get(TEXT, ""))),
            attachments=[compose.photo_file(photo)] if photo else [],
        )


def _addresses(text: str) -> list[str]:
    return [part.strip().lower() for part in text.split(",") if part.strip()]
