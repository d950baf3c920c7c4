"""What the app says of itself: what is new in it, and what may be written."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.compose import compose_page, entry, heading
from pocketphone.apps.site import heading as title
from pocketphone.apps.site import note, paragraph, web_page
from pocketphone.ui import Context, Widget

_NEW = (
    ("Near me", "A map of what is around you, and a list that follows it."),
    ("Collections", "Keep places together under a name of your own."),
    ("Opening hours", "Restaurants that open later on Saturdays now say so."),
)
_RULES = (
    "Write only of places that you have been to yourself.",
    "Say what happened to you. Leave out what you heard from others.",
    "Nobody may pay for a review, and nobody may be asked for one with a gift.",
    "Do not name people who work there, unless it is to thank them.",
    "A review that breaks these rules is hidden until its writer has changed it.",
)


def about(ctx: Context) -> Widget:
    version = f"{ctx.app.label} {ctx.app.version_name}"

    def copy() -> None:
        ctx.phone.clipboard = version
        ctx.toast("Copied")

    return compose_page(
        ctx,
        "About",
        entry("Version", version, copy),
        heading("What is new"),
        *(entry(*piece) for piece in _NEW),
        heading("How it works"),
        entry("Order of results", "Sponsored places come first and are marked as such."),
        entry("Review guidelines", "What may be written, and what may not",
              partial(ctx.go, "guidelines")),
    )  # fmt: skip


def guidelines(ctx: Context) -> Widget:
    rules = [paragraph(f"{number}. {rule}") for number, rule in enumerate(_RULES, start=1)]
    content = [title("Review guidelines"), note("In force since 1 January"), *rules]
    return web_page(
        ctx, "Review guidelines", "reviews.example.com/guidelines", content, cookies=True
    )


PAGES = {"about": about, "guidelines": guidelines}
