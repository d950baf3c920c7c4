"""The help of Social and its terms, as they stand on its web site."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.site import heading, link, note, said, web_page
from pocketphone.ui import Context, Widget

_PATHS = {"basics": "Basics", "safety": "Safety", "terms": "Terms"}
_BASICS = (
    ("Posts", "A post has 280 characters at most. Touch the feather on the first page to begin."),
    ("Reposts", "A repost shows a post to those who follow you. With Quote you add to it."),
    ("Communities", "Some are open to anybody; in others a moderator lets people in."),
    ("Notifications", "Draw one to the right to mark it unread, to the left to be rid of it."),
)
_SAFETY = (
    ("Mute", "You no longer see what somebody posts. They are not told."),
    ("Block", "They no longer see your posts, and you not theirs."),
    ("Private account", "Only followers you accept see what you post."),
)
_TERMS = (
    "1. What you post stays yours. You let us show it to those you chose.",
    "2. You are 16 years old or older.",
    "3. You write as yourself, or say clearly that you do not.",
    "4. Selling, threatening and copying others ends an account.",
    "5. We tell you four weeks before these terms change.",
)


def help_page(ctx: Context) -> Widget:
    path: str = ctx.args["path"]
    content = {"basics": _basics, "safety": _safety, "terms": _terms}[path](ctx)
    address = f"social.example.com/help/{path}"
    return web_page(ctx, "Help centre", address, content, links=_PATHS, cookies=True)


def _told(pieces: tuple[tuple[str, str], ...]) -> list[Widget]:
    return [line for title, text in pieces for line in (said(title, "title_small"), said(text))]


def _basics(ctx: Context) -> list[Widget]:
    more = link("How to stay safe", partial(ctx.args.update, path="safety"), padding=(20, 12))
    return [heading("The basics"), *_told(_BASICS), more]


def _safety(ctx: Context) -> list[Widget]:
    settings = link("Who is muted or blocked", partial(ctx.go, "quiet"), padding=(20, 12))
    return [heading("Staying safe"), *_told(_SAFETY), settings]


def _terms(ctx: Context) -> list[Widget]:
    del ctx
    return [
        heading("Terms of service"),
        note("In force since 1 January"),
        *(said(rule) for rule in _TERMS),
    ]


PAGES = {"help": help_page}
