"""What Video says of itself and of whoever watches: time watched, terms, version."""

from __future__ import annotations

from collections import Counter
from functools import partial
from operator import setitem

from pocketphone.apps import compose, site
from pocketphone.apps.forms import Fact, Form, Link, Note, Page, version
from pocketphone.apps.video.catalogue import channel_of, video_of
from pocketphone.apps.video.settings import LAYOUT
from pocketphone.ui import Context, Row, Switch, Text, Widget

_TOP = 6
_SITE = "video.example.com"


ABOUT = Form("About", [
    Fact("Version", version),
    Fact("Made for the pocket phone", "Channels, videos and people are made up"),
    Link("Terms of service", "web", f"{_SITE}/terms", id="terms", args={"path": "terms"}),
    Note("Nothing you watch here leaves this phone."),
])  # fmt: skip


def watched(ctx: Context) -> Widget:
    """How long the videos of the history are, by channel."""
    state = ctx.state
    minutes: Counter[str] = Counter()
    for id_ in state["history"]:
        video = video_of(state, id_)
        if video is not None:
            minutes[video["channel"]] += max(1, video["length_s"] // 60)
    top = minutes.most_common(_TOP)
    bars = [
        compose.bar_entry(
            channel_of(state, id_)["name"],
            _duration(spent),
            spent / top[0][1],
            ref=f"channel/{id_}",
            on_tap=partial(ctx.go, "channel", id=id_),
        )
        for id_, spent in top
    ]
    kept = state["settings"]
    rest = Row(
        node=compose.VIEW,
        width="fill",
        padding=(16, 8),
        children=[
            Text(value="Remind me to take a break", weight=1, ref=""),
            Switch(node=compose.VIEW, ref="break", on=kept["break_reminder"],
                   on_change=partial(setitem, kept, "break_reminder")),
        ],
    )  # fmt: skip
    return compose.compose_page(
        ctx,
        "Time watched",
        compose.heading("In your watch history"),
        Text(value=_duration(minutes.total()), style="display_small", padding=(16, 4), ref=""),
        rest,
        compose.heading("Most watched channels"),
        *(bars or [compose.entry("Nothing watched yet", "Channels you watch stand here")]),
    )


def _duration(minutes: int) -> str:
    """ "1 h 5 min", "12 min"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


_WORDS = {
    "terms": site.Leaf(
        "Terms of service",
        ("You may watch everything here, twice if you like it.",
         "What you write below a video can be read by everyone. Be as kind as you would be at the "
         "door of whoever made it.",
         "Channels and videos are made up; no one was filmed for them."),
    ),
    "privacy": site.Leaf(
        "Privacy",
        ("Your watch history and your searches stay on this phone.",
         "You can clear both in History & privacy, and keep them from being kept.",
         "A digest is sent only if you allow notifications."),
    ),
    "help": site.Leaf(
        "Help",
        ("A video does not start: touch the picture, then the arrow in its middle.",
         "Where is playback speed? Behind the gear that the picture shows when it is touched.",
         "To leave a channel, touch Subscribed on its page."),
    ),
}  # fmt: skip


PAGES: dict[str, Page] = {
    **LAYOUT.pages({"about": ABOUT}),
    "watched": watched,
    "web": partial(site.booklet, title="Video", host=_SITE, pages=_WORDS),
}
