"""The settings of Photos, what the photos weigh, and the site that helps."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import compose, site
from pocketphone.apps.forms import Form, Heading, Ids, Layout, Link, Page, Toggle
from pocketphone.apps.photos.library import Photo
from pocketphone.ui import Context, List, Text, Widget

_SITE = "photos.example.com"
_ROOM_MB = 15_000


SETTINGS = Form("Settings", [
    Heading("Photo grid"),
    Toggle("Compact grid", "grid", "Smaller photos, more of them", ref="compact",
           values=("comfortable", "compact")),
    Toggle("Show received photos", "received", "Those that people sent to you"),
    Heading("More"),
    Link("Storage", "storage", "What the photos of each album weigh"),
    Link("Help", "web", _SITE, id="help", args={"path": "help"}),
])  # fmt: skip
LAYOUT = Layout(
    ids=Ids(toggle=("setting", "{name}"), link=("setting", "{page}")),
    body=lambda _, rows: List(id="settings", ref="", children=rows),
)


def megabytes(photo: Photo) -> float:
    """What a photo weighs: by its size, and by how much there is to see on it."""
    seen: int = photo["number"] % 40
    return float(photo["width"] * photo["height"]) / 1e6 * (0.2 + seen / 200)


def storage(ctx: Context) -> Widget:
    """The albums by the weight of their photos; the bin weighs too."""
    names: dict[str, str] = ctx.state["albums"]
    weights: dict[str, float] = {}
    for photo in ctx.state["photos"]:
        key = "" if photo["deleted"] else photo["album"]
        weights[key] = weights.get(key, 0) + megabytes(photo)
    whole, binned = sum(weights.values()), weights.pop("", 0)
    listed = sorted(weights.items(), key=lambda pair: -pair[1])
    bars = [
        compose.bar_entry(
            names[key],
            f"{weight:.1f} MB",
            weight / listed[0][1],
            ref=f"album/{key}",
            on_tap=partial(ctx.go, "album", key=key),
        )
        for key, weight in listed
    ]
    return compose.compose_page(
        ctx,
        "Storage",
        compose.heading("Photos on this phone"),
        Text(value=f"{whole:.1f} MB", style="display_small", padding=(16, 4), ref=""),
        compose.entry(f"{whole / _ROOM_MB:.1%} of {_ROOM_MB / 1000:.0f} GB used"),
        compose.heading("Albums"),
        *(bars or [compose.entry("No photos")]),
        compose.heading("To be had back"),
        compose.entry("Bin", f"{binned:.1f} MB", partial(ctx.go, "bin")),
    )


_WORDS = {
    "help": site.Leaf(
        "Help",
        ("Hold a photo to choose several, then add them to an album or move them to the bin.",
         "An edit never changes your photo: what you save is a copy beside it.",
         "A photo stays in the bin for 30 days, and can be had back so long."),
    ),
    "privacy": site.Leaf(
        "Privacy",
        ("Your photos stay on this phone until you share one.",
         "The map shows where photos were taken. Where you are is asked only for what is near "
         "you."),
    ),
}  # fmt: skip


PAGES: dict[str, Page] = {
    **LAYOUT.pages({"settings": SETTINGS}),
    "storage": storage,
    "web": partial(site.booklet, title="Photos", host=_SITE, pages=_WORDS),
}
