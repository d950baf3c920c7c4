"""Every settings page that is nothing but rows, as a table; search reads it too."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

from pocketphone.apps.settings import facts
from pocketphone.apps.settings.battery import chart
from pocketphone.apps.settings.packages import notifying
from pocketphone.apps.settings.rows import Choice, Fact, Heading, Item, Level, Link, Toggle
from pocketphone.ui import Column, Context, Stack, Text, Widget


class Screen(NamedTuple):
    title: str
    rows: tuple[Item, ...]
    more: Callable[[Context], Sequence[Widget]] | None = None  # what follows them


def _preview(ctx: Context) -> list[Widget]:
    """A text to see what the letters look like."""
    sample = Text(
        id="preview",
        value=ctx.say("The ferry leaves at noon. Bring a coat, the wind is cold on the water."),
    )
    ground = Column(
        width="fill", background="surface_high", radius=16, padding=20, children=[sample]
    )
    return [Stack(node="", width="fill", padding=(16, 8), children=[ground])]


_VOLUME = [str(step) for step in range(16)]
_SOUNDS = {name: name for name in ("Chimes", "Harbour", "Morning dew", "Orbit", "Pebbles", "None")}

SCREENS: dict[str, Screen] = {
    "network": Screen(
        "Network & internet",
        (
            Link(
                title="Internet",
                summary=facts.wifi,
                page="wifi",
                icon="wifi",
                words="wi-fi wifi wlan",
            ),
            Toggle(
                title="Airplane mode",
                key="global/airplane_mode_on",
                stops=("global/wifi_on", "global/bluetooth_on"),
                words="flight offline",
            ),
            Link(title="Hotspot", page="hotspot", icon="access-point", words="tethering"),
            Heading("Mobile network"),
            Toggle(title="Mobile data", key="global/mobile_data", words="cellular"),
            Toggle(
                title="Roaming",
                key="global/data_roaming",
                summary="Connect to data services abroad",
            ),
            Toggle(title="Data Saver", key="global/data_saver"),
            Choice(
                title="Private DNS",
                key="global/private_dns_mode",
                options={"off": "Off", "opportunistic": "Automatic"},
            ),
        ),
    ),
    "hotspot": Screen(
        "Hotspot",
        (
            Toggle(
                title="Wi-Fi hotspot",
                key="global/wifi_hotspot_on",
                summary="Share the connection with other devices",
            ),
            Fact(title="Hotspot name", value=facts.device_name),
            Fact(title="Hotspot password", value=facts.hotspot_password),
            Toggle(
                title="Turn off automatically",
                key="global/soft_ap_timeout_enabled",
                summary="When no devices are connected",
            ),
        ),
    ),
    "notifications": Screen(
        "Notifications",
        (
            Link(
                title="Notification history",
                summary="What was shown of late",
                page="notification_history",
                words="missed swiped",
            ),
            Toggle(
                title="Do Not Disturb",
                key="global/zen_mode",
                summary="Only get notified by important people",
                words="silent quiet",
            ),
            Toggle(title="Notification dots", key="secure/notification_badging"),
            Choice(
                title="Bubbles",
                key="secure/notification_bubbles",
                options={"1": "All conversations", "0": "Nothing"},
            ),
        ),
        more=notifying,
    ),
    "storage": Screen(
        "Storage",
        (
            Fact(title="Apps", value=facts.apps_room),
            *(
                Fact(title=title, value=partial(facts.room, size_gb))
                for title, size_gb in facts.STORAGE_GB.items()
            ),
        ),
        more=facts.storage_bar,
    ),
    "battery": Screen(
        "Battery",
        (
            Fact(title="Battery level", value=facts.battery),
            Toggle(
                title="Battery Saver",
                key="global/low_power",
                summary="Limits what apps do in the background",
                words="power",
            ),
            Choice(
                title="Turn on Battery Saver",
                key="global/low_power_trigger_level",
                options={"0": "Never", "10": "At 10%", "20": "At 20%", "30": "At 30%"},
            ),
            Toggle(
                title="Adaptive battery",
                key="global/adaptive_battery_management_enabled",
                summary="Extends battery life by how you use the phone",
            ),
            Toggle(
                title="Battery percentage",
                key="system/status_bar_show_battery_percent",
                summary="Show it in the status bar",
            ),
            Link(title="Battery usage", summary="Since the last full charge", page="usage"),
        ),
        more=chart,
    ),
    "sound": Screen(
        "Sound & vibration",
        (
            Level(title="Media volume", key="system/volume_music", steps=_VOLUME, words="music"),
            Level(title="Ring volume", key="system/volume_ring", steps=_VOLUME[:8]),
            Level(title="Alarm volume", key="system/volume_alarm", steps=_VOLUME[1:8]),
            Level(title="Call volume", key="system/volume_voice", steps=_VOLUME[1:8]),
            Toggle(title="Vibrate for calls", key="system/vibrate_when_ringing"),
            Choice(title="Phone ringtone", key="system/ringtone", options=_SOUNDS),
            Choice(title="Notification sound", key="system/notification_sound", options=_SOUNDS),
            Heading("Other sounds"),
            Toggle(title="Dial pad tones", key="system/dtmf_tone"),
            Toggle(title="Screen locking sound", key="system/lockscreen_sounds_enabled"),
            Toggle(title="Touch sounds", key="system/sound_effects_enabled"),
            Toggle(title="Touch vibration", key="system/haptic_feedback_enabled", words="haptic"),
        ),
    ),
    "display": Screen(
        "Display",
        (
            Heading("Brightness"),
            Level(
                title="Brightness level",
                key="system/screen_brightness",
                steps=[str(step) for step in range(1, 256)],
            ),
            Toggle(
                title="Adaptive brightness",
                key="system/screen_brightness_mode",
                summary="Adjusts to the light around you",
            ),
            Heading("Lock display"),
            Choice(
                title="Screen timeout",
                key="system/screen_off_timeout",
                options={
                    "15000": "15 seconds",
                    "30000": "30 seconds",
                    "60000": "1 minute",
                    "120000": "2 minutes",
                    "300000": "5 minutes",
                    "600000": "10 minutes",
                },
                words="sleep",
            ),
            Heading("Appearance"),
            Toggle(
                title="Dark theme",
                key="secure/ui_night_mode",
                on="2",
                off="1",
                words="night mode black",
            ),
            Link(title="Text size", page="text", summary="Font size, bold, contrast"),
            Heading("Colour"),
            Toggle(
                title="Night Light",
                key="secure/night_display_activated",
                summary="Tints the screen amber",
            ),
            Choice(
                title="Colours",
                key="system/display_color_mode",
                options={"0": "Natural", "1": "Boosted", "3": "Adaptive"},
            ),
            Heading("Other"),
            Toggle(
                title="Auto-rotate screen",
                key="system/accelerometer_rotation",
                words="rotation landscape",
            ),
            Toggle(
                title="Smooth display",
                key="system/smooth_display",
                summary="Raises the refresh rate for some content",
            ),
        ),
    ),
    "text": Screen(
        "Text size",
        (
            Level(
                title="Font size",
                key="system/font_scale",
                steps=("0.85", "1", "1.15", "1.3"),
                words="large small letters",
            ),
            Toggle(title="Bold text", key="secure/font_weight_adjustment", on="300", off="0"),
            Toggle(title="High contrast text", key="secure/high_text_contrast_enabled"),
        ),
        more=_preview,
    ),
    "accessibility": Screen(
        "Accessibility",
        (
            Link(title="Text size", page="text", summary="Font size, bold, contrast"),
            Toggle(title="Colour inversion", key="secure/accessibility_inversion"),
            Toggle(title="Remove animations", key="secure/remove_animations"),
            Toggle(title="Large mouse pointer", key="secure/large_pointer_icon"),
            Choice(
                title="Touch and hold delay",
                key="secure/long_press_timeout",
                options={"400": "Short", "1000": "Medium", "1500": "Long"},
            ),
            Toggle(title="Captions", key="secure/captioning_enabled", words="subtitles"),
            Toggle(title="Mono audio", key="system/master_mono", words="hearing"),
        ),
    ),
    "security": Screen(
        "Security",
        (
            Choice(
                title="Screen lock",
                key="secure/screen_lock",
                options={"none": "None", "swipe": "Swipe"},
                words="password pin",
            ),
            Choice(
                title="Notifications on lock screen",
                key="secure/lock_screen_show_notifications",
                options={"1": "Show all content", "0": "Don't show any"},
            ),
            Toggle(title="Find my device", key="secure/find_my_device"),
            Toggle(
                title="Show passwords",
                key="system/show_password",
                summary="Display characters briefly as you type",
            ),
        ),
    ),
    "privacy": Screen(
        "Privacy",
        (
            Toggle(title="Camera access", key="secure/camera_access", summary="For all apps"),
            Toggle(
                title="Microphone access", key="secure/microphone_access", summary="For all apps"
            ),
            Toggle(
                title="Show clipboard access",
                key="secure/clipboard_show_access_notifications",
                summary="Tells when apps read what you copied",
            ),
        ),
    ),
    "location": Screen(
        "Location",
        (
            Toggle(title="Use location", key="secure/location_mode", on="3", off="0", words="gps"),
            Toggle(title="Wi-Fi scanning", key="global/wifi_scan_always_enabled"),
            Toggle(title="Bluetooth scanning", key="global/ble_scan_always_enabled"),
        ),
    ),
    "system": Screen(
        "System",
        (
            Link(
                title="Languages",
                summary=facts.language,
                page="locales",
                icon="translate",
                words="input locale region",
            ),
            Link(
                title="Date & time",
                summary=facts.now,
                page="datetime",
                icon="clock-outline",
                words="clock",
            ),
            Toggle(
                title="Backup",
                key="secure/backup_enabled",
                summary="Keeps app data and settings",
            ),
            Link(
                title="Reset options",
                summary="Network, apps",
                page="reset",
                icon="backup-restore",
            ),
        ),
    ),
    "datetime": Screen(
        "Date & time",
        (
            Toggle(title="Set time automatically", key="global/auto_time"),
            Fact(title="Date", value=facts.date),
            Fact(title="Time", value=facts.time),
            Toggle(title="Set time zone automatically", key="global/auto_time_zone"),
            Fact(title="Time zone", value="GMT+00:00"),
            Toggle(
                title="Use 24-hour format",
                key="system/time_12_24",
                on="24",
                off="12",
                words="clock 12",
            ),
        ),
    ),
    "reset": Screen(
        "Reset options",
        (
            Link(
                title="Reset Wi-Fi and Bluetooth",
                summary="Forgets every network and device",
                page="reset_network",
            ),
            Link(
                title="Reset app preferences",
                summary="Permissions and notifications of every app",
                page="reset_apps",
            ),
        ),
    ),
    "about": Screen(
        "About phone",
        (
            Link(title="Device name", summary=facts.device_name, page="device_name"),
            Heading("Phone details"),
            Fact(title="Phone number", value="+1 555-0100", words="sim"),
            Fact(title="Model", value="Pocket Phone", words="hardware"),
            Fact(title="IMEI", value=facts.imei),
            Heading("Device identifiers"),
            Fact(title="IP address", value=facts.address),
            Fact(title="Wi-Fi MAC address", value="02:00:5e:10:00:01"),
            Fact(title="Bluetooth address", value="02:00:5e:10:00:02"),
            Fact(title="Up time", value=facts.up_time),
            Heading("Software"),
            Fact(title="Android version", value="15", words="update"),
            Fact(title="Security update", value=facts.security_update),
            Fact(title="Build number", value="PP1A.260302.001"),
            Link(title="Legal information", page="legal", words="licences terms"),
        ),
    ),
}
