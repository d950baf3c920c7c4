"""What a phone has beside its apps: properties, settings, packages that nobody opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pocketphone.ui.app import App

HOME_PACKAGE = "com.pocketphone.launcher"
KEYBOARD = "com.pocketphone.keyboard/.KeyboardService"
_INSTALLED = datetime(2026, 1, 5, 8, 0)
_FIRST_UID = 10_080


@dataclass(frozen=True, slots=True)
class Package:
    name: str
    activity: str  # fully qualified; "" where nothing can be started
    version_name: str
    version_code: int
    system: bool
    launchable: bool
    uid: int
    installed_at: datetime


def packages(apps: Sequence[App]) -> dict[str, Package]:
    """The packages by name: the apps, and what every phone has below them."""
    found = [
        Package(name, "", "15", 35, True, False, uid, _INSTALLED)
        for name, uid in (
            ("android", 1000),
            ("com.android.systemui", 10_010),
            ("com.android.shell", 2000),
            ("com.pocketphone.keyboard", 10_011),
        )
    ]
    for place, app in enumerate(apps):
        found.append(
            Package(
                name=app.package,
                activity=app.class_of(app.first_page),
                version_name=app.version_name,
                version_code=app.version_code,
                system=app.package == HOME_PACKAGE,
                launchable=app.launchable,
                uid=_FIRST_UID + place,
                installed_at=_INSTALLED,
            )
        )
    return {package.name: package for package in found}


def settings(font_scale: float, theme: str, language: str) -> dict[str, dict[str, str]]:
    """The three tables of `settings list`, as they are at boot."""
    return {
        "system": {
            "accelerometer_rotation": "0",
            "font_scale": f"{font_scale:g}",
            "screen_brightness": "128",
            "screen_off_timeout": "60000",
            "sound_effects_enabled": "1",
            "system_locales": language,
            "time_12_24": "12",
            "user_rotation": "0",
            "volume_alarm": "6",
            "volume_music": "5",
            "volume_ring": "5",
        },
        "secure": {
            "accessibility_enabled": "0",
            "android_id": "5f0c2a9be1d47386",
            "default_input_method": KEYBOARD,
            "enabled_input_methods": KEYBOARD,
            "location_mode": "3",
            "ui_night_mode": "2" if theme == "dark" else "1",
        },
        "global": {
            "adb_enabled": "1",
            "airplane_mode_on": "0",
            "animator_duration_scale": "1.0",
            "bluetooth_on": "1",
            "device_name": "Pocket Phone",
            "mobile_data": "1",
            "stay_on_while_plugged_in": "0",
            "transition_animation_scale": "1.0",
            "wifi_on": "1",
            "window_animation_scale": "1.0",
        },
    }


def properties(language: str, density: int, seed: int) -> dict[str, str]:
    """What `getprop` prints."""
    return {
        "init.svc.bootanim": "stopped",
        "persist.sys.locale": language,
        "persist.sys.timezone": "GMT",
        "ro.boot.hardware": "pocket",
        "ro.build.characteristics": "default",
        "ro.build.fingerprint": "pocketphone/pocket/pocket:15/PP1A.260302.001/1:user/release-keys",
        "ro.build.id": "PP1A.260302.001",
        "ro.build.type": "user",
        "ro.build.version.release": "15",
        "ro.build.version.sdk": "35",
        "ro.debuggable": "0",
        "ro.product.brand": "pocketphone",
        "ro.product.cpu.abi": "arm64-v8a",
        "ro.product.device": "pocket",
        "ro.product.locale": language,
        "ro.product.manufacturer": "Pocket",
        "ro.product.model": "Pocket Phone",
        "ro.product.name": "pocket",
        "ro.secure": "1",
        "ro.serialno": f"POCKET{seed:04d}",
        "ro.sf.lcd_density": str(density),
        "sys.boot_completed": "1",
    }
