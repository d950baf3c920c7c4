"""The settings of Video."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import (
    Choice,
    Clear,
    Form,
    Heading,
    Ids,
    Layout,
    Link,
    Toggle,
)
from pocketphone.apps.video.playback import QUALITIES
from pocketphone.ui import Context, Icon, List, State, Widget, list_row, scaffold

DEFAULTS: State = {
    "language": "en",
    "autoplay": True,
    "mini_player": True,
    "restricted": False,
    "keep_history": True,
    "keep_searches": True,
    "wifi_quality": "auto",
    "mobile_quality": "480p",
    "wifi_only": False,
    "notify_subscriptions": True,
    "notify_recommended": False,
    "notify_replies": True,
    "digest": "off",
    "break_reminder": False,
    "text_size": "medium",
}
LANGUAGES = {
    "af": ("Afrikaans", "Afrikaans"), "sq": ("Albanian", "Shqip"), "eu": ("Basque", "Euskara"),
    "bs": ("Bosnian", "Bosanski"), "ca": ("Catalan", "Català"), "hr": ("Croatian", "Hrvatski"),
    "cs": ("Czech", "Čeština"), "da": ("Danish", "Dansk"), "nl": ("Dutch", "Nederlands"),
    "en": ("English", "English"), "et": ("Estonian", "Eesti"), "fil": ("Filipino", "Filipino"),
    "fi": ("Finnish", "Suomi"), "fr": ("French", "Français"), "gl": ("Galician", "Galego"),
    "de": ("German", "Deutsch"), "el": ("Greek", "Ελληνικά"), "hu": ("Hungarian", "Magyar"),
    "is": ("Icelandic", "Íslenska"), "id": ("Indonesian", "Bahasa Indonesia"),
    "ga": ("Irish", "Gaeilge"), "it": ("Italian", "Italiano"), "lv": ("Latvian", "Latviešu"),
    "lt": ("Lithuanian", "Lietuvių"), "ms": ("Malay", "Bahasa Melayu"),
    "no": ("Norwegian", "Norsk"), "pl": ("Polish", "Polski"), "pt": ("Portuguese", "Português"),
    "ro": ("Romanian", "Română"), "ru": ("Russian", "Русский"), "sk": ("Slovak", "Slovenčina"),
    "sl": ("Slovenian", "Slovenščina"), "es": ("Spanish", "Español"),
    "sw": ("Swahili", "Kiswahili"), "sv": ("Swedish", "Svenska"), "tr": ("Turkish", "Türkçe"),
    "uk": ("Ukrainian", "Українська"), "vi": ("Vietnamese", "Tiếng Việt"),
    "cy": ("Welsh", "Cymraeg"), "zu": ("Zulu", "isiZulu"),
}  # fmt: skip
_DIGESTS = {"off": "Off"} | {
    f"{hour:02}:00": f"Every day at {hour:02}:00" for hour in (8, 12, 18, 21)
}
_SIZES = {"small": "Small", "medium": "Medium", "large": "Large"}


def _language(ctx: Context) -> str:
    return LANGUAGES[ctx.state["settings"]["language"]][0]


FORMS = {
    "settings": Form("Settings", [
        Link("General", "general", "Language, autoplay, restricted mode", icon="cog-outline"),
        Link("Video quality", "quality", icon="quality-high"),
        Link("Notifications", "notices", icon="bell-outline"),
        Link("Captions", "captions", icon="closed-caption-outline"),
        Link("History & privacy", "privacy", icon="lock-outline"),
        Link("About", "about", icon="information-outline"),
    ]),
    "general": Form("General", [
        Link("App language", "languages", _language, id="language"),
        Toggle("Autoplay next video", "autoplay", "When a video ends, another one starts"),
        Toggle("Mini player", "mini_player", "Keep playing while you look for more"),
        Toggle("Restricted mode", "restricted", "Hides videos that may be inappropriate"),
    ]),
    "quality": Form("Video quality", [
        Choice("Video quality on Wi-Fi", "wifi_quality", QUALITIES),
        Choice("Video quality on mobile networks", "mobile_quality", QUALITIES),
        Toggle("Play in high quality on Wi-Fi only", "wifi_only"),
    ]),
    "notices": Form("Notifications", [
        Toggle("Subscriptions", "notify_subscriptions", "New videos of your channels"),
        Toggle("Recommended videos", "notify_recommended"),
        Toggle("Replies to my comments", "notify_replies"),
        Choice("Daily digest", "digest", _DIGESTS, page="digest", permission="notifications"),
    ]),
    "captions": Form("Captions", [
        Toggle("Show captions", "player/captions"),
        Choice("Caption text size", "text_size", _SIZES),
    ]),
    "privacy": Form("History & privacy", [
        Heading("Watch history"),
        Clear("Clear watch history", "clear_history", "history", question="Clear watch history?",
              warning="This cannot be undone."),
        Toggle("Keep watch history", "keep_history"),
        Heading("Search history"),
        Clear("Clear search history", "clear_searches", "searches",
              question="Clear search history?", warning="This cannot be undone."),
        Toggle("Keep search history", "keep_searches"),
        Heading("Your time"),
        Link("Time watched", "watched", "By channel"),
    ]),
}  # fmt: skip


def languages(ctx: Context) -> Widget:
    kept = ctx.state["settings"]

    def choose(code: str) -> None:
        kept["language"] = code
        ctx.back()
        ctx.snackbar(f"Language set to {LANGUAGES[code][0]}")

    rows = [
        list_row(
            name,
            own,
            id="language",
            ref=f"language/{code}",
            key=code,
            trailing=Icon(name="check", color="primary", description="Selected")
            if kept["language"] == code
            else None,
            on_tap=partial(choose, code),
        )
        for code, (name, own) in LANGUAGES.items()
    ]
    return scaffold(
        List(id="settings_list", ref="", children=rows), title="App language", back=ctx.back
    )


_ROW = ("setting", "setting/{name}")
LAYOUT = Layout(ids=Ids(toggle=_ROW, choice=_ROW, link=("setting", "setting/{page}")))
PAGES = {**LAYOUT.pages(FORMS), "languages": languages}
