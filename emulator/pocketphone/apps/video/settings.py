"""The settings of Video."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import setitem

from pocketphone.apps import permission
from pocketphone.apps.video.playback import QUALITIES
from pocketphone.ui import (
    Context,
    Icon,
    State,
    Widget,
    ask_which,
    confirm,
    kept_switch,
    list_row,
    section,
    settings_page,
)

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
_OPTIONS = {
    "wifi_quality": ("Video quality on Wi-Fi", QUALITIES),
    "mobile_quality": ("Video quality on mobile networks", QUALITIES),
    "text_size": ("Caption text size", _SIZES),
}


def settings(ctx: Context) -> Widget:
    rows = (
        ("general", "General", "cog-outline", "Language, autoplay, restricted mode"),
        ("quality", "Video quality", "quality-high", ""),
        ("notices", "Notifications", "bell-outline", ""),
        ("captions", "Captions", "closed-caption-outline", ""),
        ("privacy", "History & privacy", "lock-outline", ""),
        ("about", "About", "information-outline", ""),
    )
    return settings_page(
        ctx,
        "Settings",
        *(
            list_row(
                title,
                summary,
                id="setting",
                ref=f"setting/{page}",
                leading=Icon(name=icon),
                on_tap=partial(ctx.go, page),
            )
            for page, title, icon, summary in rows
        ),
    )


def _switch(ctx: Context, name: str, title: str, summary: str = "") -> Widget:
    kept = ctx.state["settings"]
    return kept_switch(kept, name, title, summary, id="setting", ref=f"setting/{name}")


def _option(ctx: Context, name: str) -> Widget:
    title, labels = _OPTIONS[name]
    return list_row(
        title,
        labels[ctx.state["settings"][name]],
        id="setting",
        ref=f"setting/{name}",
        on_tap=partial(ctx.go, "choose", name=name),
    )


def choose(ctx: Context) -> Widget:
    """The dialog of one setting's options."""
    name: str = ctx.args["name"]
    kept = ctx.state["settings"]
    return ask_which(ctx, *_OPTIONS[name], kept[name], partial(setitem, kept, name))


def general(ctx: Context) -> Widget:
    language = list_row(
        "App language",
        LANGUAGES[ctx.state["settings"]["language"]][0],
        id="setting",
        ref="setting/language",
        on_tap=partial(ctx.go, "languages"),
    )
    return settings_page(
        ctx,
        "General",
        language,
        _switch(ctx, "autoplay", "Autoplay next video", "When a video ends, another one starts"),
        _switch(ctx, "mini_player", "Mini player", "Keep playing while you look for more"),
        _switch(ctx, "restricted", "Restricted mode", "Hides videos that may be inappropriate"),
    )


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
    return settings_page(ctx, "App language", *rows)


def quality(ctx: Context) -> Widget:
    return settings_page(
        ctx,
        "Video quality",
        _option(ctx, "wifi_quality"),
        _option(ctx, "mobile_quality"),
        _switch(ctx, "wifi_only", "Play in high quality on Wi-Fi only"),
    )


def notices(ctx: Context) -> Widget:
    return settings_page(
        ctx,
        "Notifications",
        _switch(ctx, "notify_subscriptions", "Subscriptions", "New videos of your channels"),
        _switch(ctx, "notify_recommended", "Recommended videos"),
        _switch(ctx, "notify_replies", "Replies to my comments"),
        list_row(
            "Daily digest",
            _DIGESTS[ctx.state["settings"]["digest"]],
            id="setting",
            ref="setting/digest",
            on_tap=partial(permission.ask, ctx, "notifications", "digest"),
        ),
    )


def digest(ctx: Context) -> Widget:
    """When the day's news come in one notification."""
    kept = ctx.state["settings"]
    keep = partial(setitem, kept, "digest")
    return ask_which(ctx, "Daily digest", _DIGESTS, kept["digest"], keep)


def captions(ctx: Context) -> Widget:
    return settings_page(
        ctx,
        "Captions",
        kept_switch(ctx.state["player"], "captions", "Show captions", id="setting",
                    ref="setting/captions"),
        _option(ctx, "text_size"),
    )  # fmt: skip


def privacy(ctx: Context) -> Widget:
    def ask(what: str, title: str) -> Callable[[], None]:
        return partial(ctx.go, "clear", what=what, title=title)

    return settings_page(
        ctx,
        "History & privacy",
        section("Watch history"),
        list_row("Clear watch history", id="setting", ref="setting/clear_history",
                 on_tap=ask("history", "Clear watch history?")),
        _switch(ctx, "keep_history", "Keep watch history"),
        section("Search history"),
        list_row("Clear search history", id="setting", ref="setting/clear_searches",
                 on_tap=ask("searches", "Clear search history?")),
        _switch(ctx, "keep_searches", "Keep search history"),
        section("Your time"),
        list_row("Time watched", "By channel", id="setting", ref="setting/watched",
                 on_tap=partial(ctx.go, "watched")),
    )  # fmt: skip


def clear(ctx: Context) -> Widget:
    """Whether to empty one of the state's lists."""
    doomed: list[str] = ctx.state[ctx.args["what"]]
    return confirm(ctx, ctx.args["title"], "This cannot be undone.", yes="Clear", then=doomed.clear)


PAGES = {
    "settings": settings,
    "general": general,
    "languages": languages,
    "quality": quality,
    "notices": notices,
    "captions": captions,
    "privacy": privacy,
    "digest": digest,
    "choose": choose,
    "clear": clear,
}
