"""Clock's help: web pages, as in a WebView."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import site
from pocketphone.apps.forms import Page

_PAGES = {
    "alarms": site.Leaf("Alarms", (
        "An alarm without days rings once.",
        "Hold an alarm to choose it, and others with it, to delete them.")),
    "timer": site.Leaf("Timer", (
        "A saved timer fills in its time; the arrow starts it.",
        "Draw a saved timer aside to remove it.")),
    "bedtime": site.Leaf("Bedtime", (
        "Clock reminds you before bedtime and plays a sound to fall asleep to.",)),
}  # fmt: skip
PAGES: dict[str, Page] = {
    "help": partial(
        site.booklet,
        title="Clock Help",
        host="support.example.com/clock",
        pages=_PAGES,
        cookies=False,
        translated=True,
    )
}
