"""What Mail says of itself: its mails in numbers, and its help."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pocketphone.apps import compose, site
from pocketphone.apps.forms import Page
from pocketphone.apps.mail.mails import FOLDERS, inside, name_of
from pocketphone.ui import Context, Widget

_MOST = 5
_HELP = {
    "writing": site.Leaf("Writing", (
        "A mail that you leave is kept among the drafts, as it is.",
        "Schedule send is behind the three dots; a scheduled mail can be called back from there.",
        "Add from contacts needs your permission to look at them, once.")),
    "sorting": site.Leaf("Sorting", (
        "Draw a mail aside to archive it. The settings say what else that may do.",
        "Hold a mail to choose several, and give all of them a label.",
        "What you archive is not lost: search finds it, and so does its label.")),
    "privacy": site.Leaf("Privacy", (
        "Your mails stay on this phone.",
        "Pictures in newsletters are not loaded from anywhere.")),
}  # fmt: skip


def numbers(ctx: Context) -> Widget:
    """How many mails each folder holds, and who writes most."""
    counts = {key: len(inside(ctx.state["mails"], key, ctx.minute)) for key in FOLDERS}
    most = max(counts.values()) or 1
    me: str = ctx.state["me"]["email"]
    writers = Counter(one["from"] for one in ctx.state["mails"] if one["from"] != me)
    top = writers.most_common(_MOST)
    return compose.compose_page(
        ctx,
        "Mail in numbers",
        compose.heading("Folders"),
        *(
            compose.bar_entry(FOLDERS[key], _mails(count), count / most, ref=f"count/{key}",
                             on_tap=partial(_open, ctx, key))
            for key, count in counts.items()
        ),
        compose.heading("Who writes most"),
        *(
            compose.bar_entry(name_of(ctx.state, email), _mails(count), count / top[0][1])
            for email, count in top
        ),
        compose.heading("About"),
        compose.entry("Version", f"{ctx.app.label} {ctx.app.version_name}"),
    )  # fmt: skip


def _open(ctx: Context, key: str) -> None:
    ctx.home()
    if key != "inbox":
        ctx.go("folder", key=key)


def _mails(count: int) -> str:
    return "1 mail" if count == 1 else f"{count} mails"


PAGES: dict[str, Page] = {
    "numbers": numbers,
    "help": partial(site.booklet, title="Help", host="mail.example.com/help", pages=_HELP),
}
