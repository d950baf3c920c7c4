"""What a phone has beside its apps: properties, settings, packages that nobody opens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from pocketphone.ui.app import App

HOME_PACKAGE = "com.pocketphone.launcher"
KEYBOARD = "com.pocketphone.keyboard/.KeyboardService"
ADB_KEYBOARDS = {
    "com.android.adbkeyboard/.AdbIME": ("ADB_INPUT_B64", "msg"),
    "com.github.uiautomator/.AdbKeyboard": ("ADB_KEYBOARD_INPUT_TEXT", "text"),
}
"""Input methods that type the base64 of a broadcast: its action, and the name of its extra."""
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


# The three tables of `settings list` at boot, but for what a phone is given.
_SYSTEM = {
    "accelerometer_rotation": "0",
    "display_color_mode": "0",
    "dtmf_tone": "1",
    "haptic_feedback_enabled": "1",
    "lockscreen_sounds_enabled": "1",
    "master_mono": "0",
    "notification_sound": "Pebbles",
    "ringtone": "Harbour",
    "screen_brightness": "128",
    "screen_brightness_mode": "0",
    "screen_off_timeout": "60000",
    "show_password": "1",
    "smooth_display": "1",
    "sound_effects_enabled": "1",
    "status_bar_show_battery_percent": "0",
    "time_12_24": "24",
    "user_rotation": "0",
    "vibrate_when_ringing": "1",
    "volume_alarm": "6",
    "volume_music": "5",
    "volume_ring": "5",
    "volume_voice": "4",
}
_SECURE = {
    "accessibility_enabled": "0",
    "accessibility_inversion": "0",
    "android_id": "5f0c2a9be1d47386",
    "backup_enabled": "1",
    "camera_access": "1",
    "captioning_enabled": "0",
    "clipboard_show_access_notifications": "1",
    "default_input_method": KEYBOARD,
    "enabled_input_methods": KEYBOARD,
    "find_my_device": "1",
    "font_weight_adjustment": "0",
    "high_text_contrast_enabled": "0",
    "large_pointer_icon": "0",
    "location_mode": "3",
    "lock_screen_show_notifications": "1",
    "long_press_timeout": "400",
    "microphone_access": "1",
    "night_display_activated": "0",
    "notification_badging": "1",
    "notification_bubbles": "1",
    "remove_animations": "0",
    "screen_lock": "swipe",
}
_GLOBAL = {
    "adaptive_battery_management_enabled": "1",
    "adb_enabled": "1",
    "airplane_mode_on": "0",
    "animator_duration_scale": "1.0",
    "auto_time": "1",
    "auto_time_zone": "1",
    "ble_scan_always_enabled": "0",
    "bluetooth_on": "1",
    "data_roaming": "0",
    "data_saver": "0",
    "device_name": "Pocket Phone",
    "low_power": "0",
    "low_power_trigger_level": "20",
    "mobile_data": "1",
    "private_dns_mode": "opportunistic",
    "soft_ap_timeout_enabled": "1",
    "stay_on_while_plugged_in": "0",
    "transition_animation_scale": "1.0",
    "wifi_hotspot_on": "0",
    "wifi_on": "1",
    "wifi_scan_always_enabled": "1",
    "window_animation_scale": "1.0",
    "zen_mode": "0",
}


def settings(font_scale: float, theme: str, language: str) -> dict[str, dict[str, str]]:
    """The three tables of `settings list`, as they are at boot."""
    night = "2" if theme == "dark" else "1"
    return {
        "system": _SYSTEM | {"font_scale": f"{font_scale:g}", "system_locales": language},
        "secure": _SECURE | {"ui_night_mode": night},
        "global": dict(_GLOBAL),
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
