"""The help of Social and its terms, as they stand on its web site."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import Page
from pocketphone.apps.site import Leaf, booklet, leave_to, note, paragraph, turn_to
from pocketphone.ui import Widget


def _entry(title: str, text: str) -> tuple[Widget, Widget]:
    return paragraph(title, "title_small"), paragraph(text)


_SITE = {
    "basics": Leaf("Basics", heading="The basics", content=(
        *_entry("Posts", "A post has 280 characters at most. Touch the feather on the first page "
                "to begin."),
        *_entry("Reposts", "A repost shows a post to those who follow you. With Quote you add to "
                "it."),
        *_entry("Communities", "Some are open to anybody; in others a moderator lets people in."),
        *_entry("Notifications", "Draw one to the right to mark it unread, to the left to be rid "
                "of it."),
        turn_to("How to stay safe", "safety"),
    )),
    "safety": Leaf("Safety", heading="Staying safe", content=(
        *_entry("Mute", "You no longer see what somebody posts. They are not told."),
        *_entry("Block", "They no longer see your posts, and you not theirs."),
        *_entry("Private account", "Only followers you accept see what you post."),
        leave_to("Who is muted or blocked", "quiet"),
    )),
    "terms": Leaf("Terms", heading="Terms of service", content=(
        note("In force since 1 January"),
        "1. What you post stays yours. You let us show it to those you chose.",
        "2. You are 16 years old or older.",
        "3. You write as yourself, or say clearly that you do not.",
        "4. Selling, threatening and copying others ends an account.",
        "5. We tell you four weeks before these terms change.",
    )),
}  # fmt: skip
PAGES: dict[str, Page] = {
    "help": partial(booklet, title="Help centre", host="social.example.com/help", pages=_SITE)
}
