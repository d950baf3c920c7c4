"""The settings of Music."""

from __future__ import annotations

from functools import partial
from operator import setitem

from pocketphone.ui import (
    Column,
    Context,
    Icon,
    Slider,
    State,
    Text,
    Widget,
    ask_which,
    confirm,
    kept_switch,
    list_row,
    section,
    settings_page,
)

DEFAULTS: State = {
    "data_saver": False,
    "mobile_downloads": False,
    "wifi_quality": "high",
    "mobile_quality": "normal",
    "download_quality": "normal",
    "volume": "normal",
    "equaliser": "flat",
    "normalise": True,
    "crossfade_s": 0,
    "gapless": True,
    "autoplay": True,
    "explicit": True,
    "private_session": False,
    "show_artists": True,
    "notify_releases": True,
    "notify_concerts": False,
    "library_sort": "added",
}
_QUALITIES = {"low": "Low", "normal": "Normal", "high": "High", "highest": "Very high"}
_VOLUMES = {"quiet": "Quiet", "normal": "Normal", "loud": "Loud"}
_EQUALISER = {
    name.lower().replace(" ", "_"): name
    for name in ("Flat", "Acoustic", "Bass booster", "Classical", "Dance", "Hip-hop", "Jazz",
                 "Rock", "Spoken word", "Treble booster")
}  # fmt: skip
_STREAMING = ("wifi_quality", "mobile_quality")  # what the data saver rules
_OPTIONS = {
    "wifi_quality": ("Wi-Fi streaming", _QUALITIES),
    "mobile_quality": ("Mobile streaming", _QUALITIES),
    "download_quality": ("Download", _QUALITIES),
    "volume": ("Volume level", _VOLUMES),
    "equaliser": ("Equaliser", _EQUALISER),
}
_PAGES = (
    ("data_saver", "Data saver", "leaf", "Plays music in low quality"),
    ("quality", "Audio quality", "waveform", "Streaming, downloads, equaliser"),
    ("playback", "Playback", "play-circle-outline", "Crossfade, gapless, autoplay"),
    ("privacy", "Privacy & social", "lock-outline", "Private session, listening activity"),
    ("notices", "Notifications", "bell-outline", "Releases and concerts"),
    ("about", "About", "information-outline", "Version"),
)


def settings(ctx: Context) -> Widget:
    rows = [
        list_row(
            title,
            summary,
            id="category",
            ref=f"setting/{page}",
            leading=Icon(name=icon),
            on_tap=partial(ctx.go, page),
        )
        for page, title, icon, summary in _PAGES
    ]
    return settings_page(ctx, "Settings", *rows)


def _switch(ctx: Context, name: str, title: str, summary: str = "") -> Widget:
    kept = ctx.state["settings"]
    return kept_switch(kept, name, title, summary, id="setting", ref=f"switch/{name}")


def data_saver(ctx: Context) -> Widget:
    return settings_page(
        ctx,
        "Data saver",
        _switch(ctx, "data_saver", "Data saver", "Sets audio quality to low on every network"),
        _switch(ctx, "mobile_downloads", "Download using mobile data"),
    )


def quality(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    saving = kept["data_saver"]

    def row(name: str) -> Widget:
        limited = saving and name in _STREAMING
        title, labels = _OPTIONS[name]
        return list_row(
            title,
            "Low, while data saver is on" if limited else labels[kept[name]],
            id="setting",
            ref=f"option/{name}",
            enabled=not limited,
            on_tap=partial(ctx.go, "choose", name=name),
        )

    return settings_page(ctx, "Audio quality", *(row(name) for name in _OPTIONS))


def choose(ctx: Context) -> Widget:
    """The dialog of one of the options of how it sounds."""
    name: str = ctx.args["name"]
    kept = ctx.state["settings"]
    return ask_which(ctx, *_OPTIONS[name], kept[name], partial(setitem, kept, name))


def playback(ctx: Context) -> Widget:
    kept = ctx.state["settings"]
    crossfade = Column(
        padding=(16, 8),
        children=[
            Text(value=f"Crossfade: {kept['crossfade_s']} s", ref=""),
            Slider(
                id="crossfade",
                description="Crossfade",
                width="fill",
                value=kept["crossfade_s"],
                high=12,
                on_change=lambda seconds: kept.update(crossfade_s=seconds),
            ),
        ],
    )
    return settings_page(
        ctx,
        "Playback",
        section("Tracks"),
        crossfade,
        _switch(ctx, "gapless", "Gapless playback"),
        _switch(ctx, "normalise", "Normalise volume", "Sets the same loudness for all songs"),
        section("Listening"),
        _switch(ctx, "autoplay", "Autoplay", "Similar songs go on when yours end"),
        _switch(ctx, "explicit", "Allow explicit content"),
    )


def privacy(ctx: Context) -> Widget:
    return settings_page(
        ctx,
        "Privacy & social",
        _switch(ctx, "private_session", "Private session", "Hides what you play from others"),
        _switch(ctx, "show_artists", "Recently played artists", "Shown on your profile"),
        list_row(
            "Clear recently played",
            id="setting",
            ref="setting/clear_recent",
            on_tap=partial(ctx.go, "clear_recent"),
        ),
    )


def clear_recent(ctx: Context) -> Widget:
    return confirm(
        ctx,
        "Clear recently played?",
        "Your playlists and liked songs stay.",
        yes="Clear",
        then=ctx.state["recent"].clear,
    )


def notices(ctx: Context) -> Widget:
    return settings_page(
        ctx,
        "Notifications",
        _switch(ctx, "notify_releases", "New releases", "From artists you follow"),
        _switch(ctx, "notify_concerts", "Concerts nearby"),
    )


PAGES = {
    "settings": settings,
    "data_saver": data_saver,
    "quality": quality,
    "choose": choose,
    "playback": playback,
    "privacy": privacy,
    "clear_recent": clear_recent,
    "notices": notices,
}
