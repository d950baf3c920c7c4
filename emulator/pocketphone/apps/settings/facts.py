"""What settings pages tell beside what they set."""

from __future__ import annotations

from datetime import date as date_
from datetime import datetime

from pocketphone.apps.settings.battery import LEVEL
from pocketphone.clock import BOOT
from pocketphone.ui import Context, Row, Spacer, Stack, Text, Widget
from pocketphone.ui.theme import Paint

LANGUAGES = {
    "en-US": "English", "zh-CN": "中文", "ar-EG": "العربية", "de-DE": "Deutsch",
    "es-ES": "Español", "fr-FR": "Français", "id-ID": "Bahasa Indonesia", "it-IT": "Italiano",
    "nl-NL": "Nederlands", "pl-PL": "Polski", "pt-BR": "Português", "sv-SE": "Svenska",
}  # fmt: skip
"""The languages that the phone can be switched to, each in its own."""

STORAGE_GB = {"Images": 11, "Videos": 8, "Audio": 3, "System": 15}
TOTAL_GB, _APP_GB = 128, 2


def battery(ctx: Context) -> str:
    del ctx
    return f"{LEVEL}%"


def wifi(ctx: Context) -> str:
    """The network that the phone is connected to."""
    if ctx.phone.settings["global"].get("wifi_on") != "1":
        return ctx.say("Wi-Fi off")
    return str(ctx.state["connected"] or ctx.say("Not connected"))


def location(ctx: Context) -> str:
    return ctx.say("Off" if ctx.phone.settings["secure"].get("location_mode") == "0" else "On")


def device_name(ctx: Context) -> str:
    return ctx.phone.settings["global"].get("device_name", "")


def hotspot_password(ctx: Context) -> str:
    return str(ctx.state["hotspot_password"])


def address(ctx: Context) -> str:
    connected = ctx.state["connected"] and ctx.phone.settings["global"].get("wifi_on") == "1"
    return "192.168.1.23" if connected else ctx.say("Unavailable")


def imei(ctx: Context) -> str:
    return str(ctx.state["imei"])


def up_time(ctx: Context) -> str:
    minutes = int((ctx.minute - BOOT).total_seconds() // 60)
    return f"{minutes // 60}:{minutes % 60:02}"


def date(ctx: Context) -> str:
    return date_text(ctx, ctx.minute)


def security_update(ctx: Context) -> str:
    return date_text(ctx, datetime(2026, 2, 5))


def date_text(ctx: Context, day: date_) -> str:
    """ "2 March 2026"."""
    month = ctx.say(f"{day:%B}")
    return ctx.say("{day} {month} {year}", day=day.day, month=month, year=day.year)


def time(ctx: Context, at: datetime | None = None) -> str:
    """The time of day as the phone writes it, of now by default."""
    minute = at or ctx.minute
    if ctx.phone.settings["system"].get("time_12_24") == "24":
        return f"{minute:%H:%M}"
    twelve, half = f"{minute.hour % 12 or 12}:{minute:%M}", ctx.say(f"{minute:%p}")
    return ctx.say("{time} {half}", time=twelve, half=half)


def now(ctx: Context) -> str:
    return f"{time(ctx)} GMT+00:00"


def language(ctx: Context) -> str:
    return LANGUAGES.get(ctx.env.language, ctx.env.language)


def room(size_gb: int, ctx: Context) -> str:
    return ctx.say("{size} GB", size=size_gb)


def apps_room(ctx: Context) -> str:
    return room(_apps_gb(ctx), ctx)


def _apps_gb(ctx: Context) -> int:
    return _APP_GB * len(ctx.phone.installed)


def storage_used(ctx: Context) -> str:
    used = sum(STORAGE_GB.values()) + _apps_gb(ctx)
    share = f"{used * 100 // TOTAL_GB}%"
    return ctx.say("{share} used - {free} GB free", share=share, free=TOTAL_GB - used)


def storage_bar(ctx: Context) -> list[Widget]:
    """How full the phone is."""
    sizes = [_apps_gb(ctx), *STORAGE_GB.values()]
    inks: tuple[Paint, ...] = ("primary", (52, 140, 96), (214, 140, 44), (176, 74, 122), "outline")
    parts = [
        Spacer(weight=size, height=12, background=ink)
        for size, ink in zip(sizes, inks, strict=True)
    ]
    rest = Spacer(weight=TOTAL_GB - sum(sizes), height=12, background="surface_highest")
    bar = Row(width="fill", gap=2, children=[*parts, rest])
    told = Text(id="usage_summary", value=storage_used(ctx), style="title_small", ref="")
    return [
        Stack(node="", width="fill", padding=(16, 16, 16, 4), children=[bar]),
        Stack(node="", width="fill", padding=(16, 4), children=[told]),
    ]
