"""Settings: what the phone does everywhere, in the tables that `settings get` reads."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.permission import APP_DETAILS, permission
from pocketphone.apps.settings import (
    battery,
    devices,
    history,
    home,
    legal,
    locales,
    packages,
    scan,
    wifi,
)
from pocketphone.ui import App, Context, Filter, Intent, State

_APP_PACKAGE = "android.provider.extra.APP_PACKAGE"
_APP_NOTIFICATIONS = "android.settings.APP_NOTIFICATION_SETTINGS"
_ANSWERS = {
    "SETTINGS": "home",
    "AIRPLANE_MODE_SETTINGS": "network",
    "ALL_APPS_NOTIFICATION_SETTINGS": "notifications",
    "APPLICATION_SETTINGS": "apps",
    "BATTERY_SAVER_SETTINGS": "battery",
    "BLUETOOTH_SETTINGS": "devices",
    "DATE_SETTINGS": "datetime",
    "DEVICE_INFO_SETTINGS": "about",
    "DISPLAY_SETTINGS": "display",
    "INTERNAL_STORAGE_SETTINGS": "storage",
    "LOCALE_SETTINGS": "locales",
    "LOCATION_SOURCE_SETTINGS": "security",
    "MANAGE_APPLICATIONS_SETTINGS": "apps",
    "SECURITY_SETTINGS": "security",
    "SOUND_SETTINGS": "sound",
    "TEXT_READING_SETTINGS": "text",
    "WIFI_SETTINGS": "wifi",
    "WIRELESS_SETTINGS": "network",
}  # android.settings.…: the page


class Settings(App):
    package = "com.pocketphone.settings"
    label = "Settings"
    icon = "cog"
    accent = (96, 100, 112)
    version_name = "15"
    version_code = 35
    first_page = "home"
    activities: ClassVar = {
        "search": ".SearchActivity",
        "wifi": ".NetworkActivity",
        "app": ".AppInfoActivity",
    }
    pages: ClassVar = {
        **home.PAGES,
        **wifi.PAGES,
        **devices.PAGES,
        **packages.PAGES,
        **locales.PAGES,
        **battery.PAGES,
        **history.PAGES,
        **scan.PAGES,
        **legal.PAGES,
        "permission": permission,
    }
    handles = (
        *(Filter(f"android.settings.{name}") for name in _ANSWERS),
        Filter(APP_DETAILS, scheme="package"),
        Filter(_APP_NOTIFICATIONS),
    )

    def initial(self, rng: Random, now: datetime) -> State:
        networks = wifi.generate(rng)
        return {
            "networks": networks,
            "connected": networks[0]["ssid"],
            "devices": devices.generate(rng),
            "muted": [],
            "hotspot_password": wifi.password(rng),
            "imei": f"35{rng.randrange(10**13):013}",
            "system_apps": False,
            "battery": battery.generate(rng),
            "keep_history": True,
            "history": history.generate(rng, now),
        }

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """The page that the intent names; an app that is not installed leads to all of them."""
        page = _ANSWERS.get(intent.action.removeprefix("android.settings."))
        if page is None:
            package = intent.data.partition(":")[2] or str(intent.extras.get(_APP_PACKAGE, ""))
            if package in ctx.phone.installed:
                ctx.go("app", package=package)
            else:
                ctx.go("apps")
        elif page != "home":
            ctx.go(page)
