"""Every settings page that is nothing but rows, as a table; search reads it too."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.forms import Choice, Fact, Form, Heading, Level, Link, Toggle
from pocketphone.apps.settings import facts
from pocketphone.apps.settings.battery import chart
from pocketphone.apps.settings.packages import notifying
from pocketphone.ui import Column, Context, Stack, Text, Widget


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
_TIMEOUTS = {  # ms
    "15000": "15 seconds", "30000": "30 seconds", "60000": "1 minute", "120000": "2 minutes",
    "300000": "5 minutes", "600000": "10 minutes",
}  # fmt: skip
_SOUNDS = {name: name for name in ("Chimes", "Harbour", "Morning dew", "Orbit", "Pebbles", "None")}

SCREENS = {
    "network": Form("Network & internet", [
        Link("Internet", "wifi", facts.wifi, icon="wifi", words="wi-fi wifi wlan"),
        Toggle("Airplane mode", "global/airplane_mode_on",
               stops=("global/wifi_on", "global/bluetooth_on"), words="flight offline"),
        Link("Hotspot", "hotspot", icon="access-point", words="tethering"),
        Heading("Mobile network"),
        Toggle("Mobile data", "global/mobile_data", words="cellular"),
        Toggle("Roaming", "global/data_roaming", "Connect to data services abroad"),
        Toggle("Data Saver", "global/data_saver"),
        Choice("Private DNS", "global/private_dns_mode",
               {"off": "Off", "opportunistic": "Automatic"}),
    ]),
    "hotspot": Form("Hotspot", [
        Toggle("Wi-Fi hotspot", "global/wifi_hotspot_on",
               "Share the connection with other devices"),
        Fact("Hotspot name", facts.device_name),
        Fact("Hotspot password", facts.hotspot_password),
        Toggle("Turn off automatically", "global/soft_ap_timeout_enabled",
               "When no devices are connected"),
    ]),
    "notifications": Form("Notifications", [
        Link("Notification history", "notification_history", "What was shown of late",
             words="missed swiped"),
        Toggle("Do Not Disturb", "global/zen_mode", "Only get notified by important people",
               words="silent quiet"),
        Toggle("Notification dots", "secure/notification_badging"),
        Choice("Bubbles", "secure/notification_bubbles",
               {"1": "All conversations", "0": "Nothing"}),
        notifying,
    ]),
    "storage": Form("Storage", [
        Fact("Apps", facts.apps_room),
        *(Fact(title, partial(facts.room, size_gb)) for title, size_gb in facts.STORAGE_GB.items()),
        facts.storage_bar,
    ]),
    "battery": Form("Battery", [
        Fact("Battery level", facts.battery),
        Toggle("Battery Saver", "global/low_power", "Limits what apps do in the background",
               words="power"),
        Choice("Turn on Battery Saver", "global/low_power_trigger_level",
               {"0": "Never", "10": "At 10%", "20": "At 20%", "30": "At 30%"}),
        Toggle("Adaptive battery", "global/adaptive_battery_management_enabled",
               "Extends battery life by how you use the phone"),
        Toggle("Battery percentage", "system/status_bar_show_battery_percent",
               "Show it in the status bar"),
        Link("Battery usage", "usage", "Since the last full charge"),
        chart,
    ]),
    "sound": Form("Sound & vibration", [
        Level("Media volume", "system/volume_music", _VOLUME, words="music"),
        Level("Ring volume", "system/volume_ring", _VOLUME[:8]),
        Level("Alarm volume", "system/volume_alarm", _VOLUME[1:8]),
        Level("Call volume", "system/volume_voice", _VOLUME[1:8]),
        Toggle("Vibrate for calls", "system/vibrate_when_ringing"),
        Choice("Phone ringtone", "system/ringtone", _SOUNDS),
        Choice("Notification sound", "system/notification_sound", _SOUNDS),
        Heading("Other sounds"),
        Toggle("Dial pad tones", "system/dtmf_tone"),
        Toggle("Screen locking sound", "system/lockscreen_sounds_enabled"),
        Toggle("Touch sounds", "system/sound_effects_enabled"),
        Toggle("Touch vibration", "system/haptic_feedback_enabled", words="haptic"),
    ]),
    "display": Form("Display", [
        Heading("Brightness"),
        Level("Brightness level", "system/screen_brightness",
              [str(step) for step in range(1, 256)]),
        Toggle("Adaptive brightness", "system/screen_brightness_mode",
               "Adjusts to the light around you"),
        Heading("Lock display"),
        Choice("Screen timeout", "system/screen_off_timeout", _TIMEOUTS, words="sleep"),
        Heading("Appearance"),
        Toggle("Dark theme", "secure/ui_night_mode", words="night mode black", values=("1", "2")),
        Link("Text size", "text", "Font size, bold, contrast"),
        Heading("Colour"),
        Toggle("Night Light", "secure/night_display_activated", "Tints the screen amber"),
        Choice("Colours", "system/display_color_mode",
               {"0": "Natural", "1": "Boosted", "3": "Adaptive"}),
        Heading("Other"),
        Toggle("Auto-rotate screen", "system/accelerometer_rotation", words="rotation landscape"),
        Toggle("Smooth display", "system/smooth_display",
               "Raises the refresh rate for some content"),
    ]),
    "text": Form("Text size", [
        Level("Font size", "system/font_scale", ("0.85", "1", "1.15", "1.3"),
              words="large small letters"),
        Toggle("Bold text", "secure/font_weight_adjustment", values=("0", "300")),
        Toggle("High contrast text", "secure/high_text_contrast_enabled"),
        _preview,
    ]),
    "accessibility": Form("Accessibility", [
        Link("Text size", "text", "Font size, bold, contrast"),
        Toggle("Colour inversion", "secure/accessibility_inversion"),
        Toggle("Remove animations", "secure/remove_animations"),
        Toggle("Large mouse pointer", "secure/large_pointer_icon"),
        Choice("Touch and hold delay", "secure/long_press_timeout",
               {"400": "Short", "1000": "Medium", "1500": "Long"}),
        Toggle("Captions", "secure/captioning_enabled", words="subtitles"),
        Toggle("Mono audio", "system/master_mono", words="hearing"),
    ]),
    "security": Form("Security", [
        Choice("Screen lock", "secure/screen_lock", {"none": "None", "swipe": "Swipe"},
               words="password pin"),
        Choice("Notifications on lock screen", "secure/lock_screen_show_notifications",
               {'1': 'Show all content', '0': "Don't show any"}),
        Toggle("Find my device", "secure/find_my_device"),
        Toggle("Show passwords", "system/show_password", "Display characters briefly as you type"),
    ]),
    "privacy": Form("Privacy", [
        Toggle("Camera access", "secure/camera_access", "For all apps"),
        Toggle("Microphone access", "secure/microphone_access", "For all apps"),
        Toggle("Show clipboard access", "secure/clipboard_show_access_notifications",
               "Tells when apps read what you copied"),
    ]),
    "location": Form("Location", [
        Toggle("Use location", "secure/location_mode", words="gps", values=("0", "3")),
        Toggle("Wi-Fi scanning", "global/wifi_scan_always_enabled"),
        Toggle("Bluetooth scanning", "global/ble_scan_always_enabled"),
    ]),
    "system": Form("System", [
        Link("Languages", "locales", facts.language, icon="translate", words="input locale region"),
        Link("Date & time", "datetime", facts.now, icon="clock-outline", words="clock"),
        Toggle("Backup", "secure/backup_enabled", "Keeps app data and settings"),
        Link("Reset options", "reset", "Network, apps", icon="backup-restore"),
    ]),
    "datetime": Form("Date & time", [
        Toggle("Set time automatically", "global/auto_time"),
        Fact("Date", facts.date),
        Fact("Time", facts.time),
        Toggle("Set time zone automatically", "global/auto_time_zone"),
        Fact("Time zone", "GMT+00:00"),
        Toggle("Use 24-hour format", "system/time_12_24", words="clock 12", values=("12", "24")),
    ]),
    "reset": Form("Reset options", [
        Link("Reset Wi-Fi and Bluetooth", "reset_network", "Forgets every network and device"),
        Link("Reset app preferences", "reset_apps", "Permissions and notifications of every app"),
    ]),
    "about": Form("About phone", [
        Link("Device name", "device_name", facts.device_name),
        Heading("Phone details"),
        Fact("Phone number", "+1 555-0100", words="sim"),
        Fact("Model", "Pocket Phone", words="hardware"),
        Fact("IMEI", facts.imei),
        Heading("Device identifiers"),
        Fact("IP address", facts.address),
        Fact("Wi-Fi MAC address", "02:00:5e:10:00:01"),
        Fact("Bluetooth address", "02:00:5e:10:00:02"),
        Fact("Up time", facts.up_time),
        Heading("Software"),
        Fact("Android version", "15", words="update"),
        Fact("Security update", facts.security_update),
        Fact("Build number", "PP1A.260302.001"),
        Link("Legal information", "legal", words="licences terms"),
    ]),
}  # fmt: skip
