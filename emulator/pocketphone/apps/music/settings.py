"""The settings of Music."""

from __future__ import annotations

from functools import partial
from operator import setitem

from pocketphone.apps.forms import Choice, Clear, Form, Heading, Ids, Layout, Link, Toggle
from pocketphone.ui import Column, Context, Slider, State, Text, Widget

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


def _saving(ctx: Context) -> str:
    return "Low, while data saver is on" if ctx.state["settings"]["data_saver"] else ""


def _crossfade(ctx: Context) -> list[Widget]:
    kept = ctx.state["settings"]
    slider = Slider(
        id="crossfade",
        description="Crossfade",
        width="fill",
        value=kept["crossfade_s"],
        high=12,
        on_change=partial(setitem, kept, "crossfade_s"),
    )
    label = Text(value=f"Crossfade: {kept['crossfade_s']} s", ref="")
    return [Column(padding=(16, 8), children=[label, slider])]


MENU = Form("Settings", [
    Link("Data saver", "data_saver", "Plays music in low quality", icon="leaf"),
    Link("Audio quality", "quality", "Streaming, downloads, equaliser", icon="waveform"),
    Link("Playback", "playback", "Crossfade, gapless, autoplay", icon="play-circle-outline"),
    Link("Privacy & social", "privacy", "Private session, listening activity",
         icon="lock-outline"),
    Link("Notifications", "notices", "Releases and concerts", icon="bell-outline"),
    Link("About", "about", "Version", icon="information-outline"),
])  # fmt: skip
FORMS = {
    "data_saver": Form("Data saver", [
        Toggle("Data saver", "data_saver", "Sets audio quality to low on every network"),
        Toggle("Download using mobile data", "mobile_downloads"),
    ]),
    "quality": Form("Audio quality", [
        Choice("Wi-Fi streaming", "wifi_quality", _QUALITIES, barred=_saving),
        Choice("Mobile streaming", "mobile_quality", _QUALITIES, barred=_saving),
        Choice("Download", "download_quality", _QUALITIES),
        Choice("Volume level", "volume", _VOLUMES),
        Choice("Equaliser", "equaliser", _EQUALISER),
    ]),
    "playback": Form("Playback", [
        Heading("Tracks"),
        _crossfade,
        Toggle("Gapless playback", "gapless"),
        Toggle("Normalise volume", "normalise", "Sets the same loudness for all songs"),
        Heading("Listening"),
        Toggle("Autoplay", "autoplay", "Similar songs go on when yours end"),
        Toggle("Allow explicit content", "explicit"),
    ]),
    "privacy": Form("Privacy & social", [
        Toggle("Private session", "private_session", "Hides what you play from others"),
        Toggle("Recently played artists", "show_artists", "Shown on your profile"),
        Clear("Clear recently played", "clear_recent", "recent",
              question="Clear recently played?", warning="Your playlists and liked songs stay."),
    ]),
    "notices": Form("Notifications", [
        Toggle("New releases", "notify_releases", "From artists you follow"),
        Toggle("Concerts nearby", "notify_concerts"),
    ]),
}  # fmt: skip
LAYOUT = Layout(
    ids=Ids(
        toggle=("setting", "switch/{name}"),
        choice=("setting", "option/{name}"),
        link=("setting", "setting/{page}"),
    ),
)
_MENU_LAYOUT = Layout(ids=Ids(link=("category", "setting/{page}")))
PAGES = _MENU_LAYOUT.pages({"settings": MENU}) | LAYOUT.pages(FORMS)
