"""Settings: what it sets holds on the whole phone."""

from __future__ import annotations

from typing import Any

import pytest
from app_eye import ENTER, User

from pocketphone.apps.clock import Clock
from pocketphone.apps.forms import Choice, Level, Link, Toggle
from pocketphone.apps.launcher import Launcher
from pocketphone.apps.settings import Settings, home
from pocketphone.apps.settings.screens import SCREENS
from pocketphone.phone import Phone
from pocketphone.ui import Intent

APPS = (Launcher, Clock, Settings)
SETTINGS, CLOCK = "com.pocketphone.settings", "com.pocketphone.clock"
ROWS = [row for rows in (home.HOME, *(screen.rows for screen in SCREENS.values())) for row in rows]


@pytest.fixture
def settings() -> User:
    return User(SETTINGS, apps=APPS)


def held(user: User, key: str) -> str:
    """What `settings get` would print."""
    table, name = key.split("/")
    return str(user.phone.state()["settings"][table][name])


def network(user: User, **wanted: Any) -> dict[str, Any]:
    return next(one for one in user.state["networks"] if wanted.items() <= one.items())


def scroll_to(user: User, name: str) -> None:
    for _ in range(4):
        if user.shows(name):
            return
        user.phone.drag(540, 1900, 540, 900)
    raise AssertionError(f"no {name} on the page")


# the table


def test_every_row_leads_somewhere_or_is_in_the_phones_tables() -> None:
    phone = Phone(apps=APPS)
    pages = phone.installed[SETTINGS].pages
    for row in ROWS:
        if isinstance(row, Link):
            assert row.page in pages, row
        elif isinstance(row, Toggle | Choice | Level):
            table, name = row.key.split("/")
            assert name in phone.settings[table], row
    assert len(ROWS) > 80


@pytest.mark.parametrize(
    "row", [row for row in ROWS if isinstance(row, Choice)], ids=lambda row: row.key
)
def test_what_a_choice_holds_at_boot_is_one_of_its_options(row: Choice) -> None:
    table, name = row.key.split("/")
    assert Phone(apps=APPS).settings[table][name] in row.options


# what changes the phone


def test_the_dark_theme_is_the_whole_phones(settings: User) -> None:
    light = settings.phone.frame().getpixel((540, 2000))
    scroll_to(settings, "Display")
    settings.press("Display")
    settings.press("Dark theme")
    assert held(settings, "secure/ui_night_mode") == "2"
    settings.back()
    dark = settings.phone.frame().getpixel((540, 2000))
    assert isinstance(light, tuple)
    assert isinstance(dark, tuple)
    assert max(dark[:3]) < 60 < 200 < min(light[:3])
    settings.phone.start(Intent(package=CLOCK))
    assert settings.phone.env.dark


def test_airplane_mode_takes_wifi_and_bluetooth_with_it(settings: User) -> None:
    settings.press("Network & internet")
    settings.press("Airplane mode")
    keys = ("global/airplane_mode_on", "global/wifi_on", "global/bluetooth_on")
    assert [held(settings, key) for key in keys] == ["1", "0", "0"]
    assert settings.shows("Wi-Fi off")
    settings.press("Airplane mode")
    assert [held(settings, key) for key in keys] == ["0", "1", "1"]


def test_the_font_grows_with_its_slider(settings: User) -> None:
    settings.phone.load({"screen": {"app": SETTINGS, "page": "text"}})

    def height(ref: str) -> int:
        _, top, _, bottom = next(one for one in settings.phone.tree() if one["id"] == ref)["bounds"]
        return int(bottom - top)

    before = height("preview")
    left, top, right, bottom = next(
        one["bounds"] for one in settings.phone.tree() if one["id"] == "system/font_scale"
    )
    settings.phone.drag(left + 200, (top + bottom) / 2, right - 5, (top + bottom) / 2)
    assert held(settings, "system/font_scale") == "1.3"
    assert height("preview") > before * 1.2


def test_another_language_is_spoken_after_a_question(settings: User) -> None:
    scroll_to(settings, "System")
    settings.press("System")
    settings.press("Languages")
    settings.press("العربية")
    settings.press("Cancel")
    assert held(settings, "system/system_locales") == "en-US"
    settings.press("العربية")
    settings.press("Change")
    assert held(settings, "system/system_locales") == "ar-EG"
    assert settings.phone.properties["persist.sys.locale"] == "ar-EG"
    assert settings.shows("اللغات")
    settings.press("English")
    settings.press("تغيير")
    assert settings.shows("Languages")


def test_the_status_bar_follows_its_settings(settings: User) -> None:
    settings.phone.load({"clock": "2026-03-02T15:04:00"})
    assert settings.phone.look().bars.hour == "15:04"
    settings.phone.load({"screen": {"app": SETTINGS, "page": "datetime"}})
    settings.press("Use 24-hour format")
    assert settings.phone.look().bars.hour == "3:04"
    assert settings.shows("3:04 PM")
    plain = settings.phone.frame().crop((0, 0, 1080, 70)).tobytes()
    settings.phone.load({"screen": {"app": SETTINGS, "page": "battery"}})
    settings.press("Battery percentage")
    assert settings.phone.frame().crop((0, 0, 1080, 70)).tobytes() != plain


def test_a_value_is_chosen_in_a_dialog(settings: User) -> None:
    settings.phone.load({"screen": {"app": SETTINGS, "page": "display"}})
    settings.press("Screen timeout")
    settings.press("5 minutes")
    assert held(settings, "system/screen_off_timeout") == "300000"
    assert settings.shows("5 minutes")
    assert settings.page == "display"


# Wi-Fi and devices


def test_a_network_is_joined_with_its_password_only(settings: User) -> None:
    wanted = network(settings, secured=True, saved=False)
    settings.phone.load({"screen": {"app": SETTINGS, "page": "wifi"}})
    settings.press(wanted["ssid"])
    settings.fill("Password", "short")
    settings.press("Connect")
    assert settings.page == "wifi_password"
    settings.phone.type_text(" and wrong")
    settings.press("Connect")
    assert settings.shows("Check password and try again")
    assert settings.state["connected"] != wanted["ssid"]
    settings.press(wanted["ssid"])
    settings.fill("Password", wanted["password"])
    settings.phone.key(ENTER)
    assert settings.state["connected"] == wanted["ssid"]
    assert not network(settings, ssid=wanted["ssid"])["refused"]


def test_an_open_network_needs_no_password(settings: User) -> None:
    wanted = network(settings, secured=False, saved=False)
    settings.phone.load({"screen": {"app": SETTINGS, "page": "wifi"}})
    settings.press(wanted["ssid"])
    assert settings.state["connected"] == wanted["ssid"]


def test_a_network_is_forgotten_after_a_question(settings: User) -> None:
    name = settings.state["connected"]
    settings.phone.load({"screen": {"app": SETTINGS, "page": "wifi"}})
    settings.press(name, 800)
    settings.press("Forget")
    settings.press("Cancel")
    assert settings.state["connected"] == name
    settings.press("Forget")
    settings.press_ref("confirm")
    assert settings.page == "wifi"
    assert settings.state["connected"] is None
    assert not network(settings, ssid=name)["saved"]


def test_without_wifi_there_are_no_networks(settings: User) -> None:
    name = settings.state["connected"]
    settings.phone.load({"screen": {"app": SETTINGS, "page": "wifi"}})
    settings.press("Wi-Fi")
    assert not settings.shows(name)
    assert settings.shows("To see available networks, turn Wi-Fi on")


def test_devices_are_paired_and_forgotten(settings: User) -> None:
    near, known = settings.state["devices"][3], settings.state["devices"][0]
    settings.press("Connected devices")
    settings.press("Pair new device")
    settings.press(near["name"])
    settings.press("Pair")
    settings.press_ref(f"forget/{known['id']}")
    settings.press("Forget device")
    assert settings.page == "devices"
    after = settings.state["devices"]
    assert (after[3]["paired"], after[3]["connected"]) == (True, True)
    assert (after[0]["paired"], after[0]["connected"]) == (False, False)


def test_reset_asks_and_forgets_all(settings: User) -> None:
    settings.phone.load({"screen": {"app": SETTINGS, "page": "reset"}})
    settings.press("Reset Wi-Fi and Bluetooth")
    settings.press("Reset")
    assert not any(one["saved"] for one in settings.state["networks"])
    assert not any(one["paired"] for one in settings.state["devices"])


# apps


def test_an_app_is_stopped_from_its_page(settings: User) -> None:
    phone = settings.phone
    phone.start(Intent(package=CLOCK))
    phone.start(Intent(package=SETTINGS))
    settings.press("Apps")
    settings.press("Clock")
    settings.press("Force stop")
    settings.press("OK")
    assert phone.recent == [SETTINGS]
    (button,) = settings.named("Force stop")
    assert button.get("enabled") == "false"
    settings.press("Open")
    assert phone.focus[0] == CLOCK


def test_a_permission_is_taken_back_and_given_again(settings: User) -> None:
    settings.phone.load({"apps": {CLOCK: {"permissions": {"photos": "blocked"}}}})
    settings.phone.load({"screen": {"app": SETTINGS, "page": "app", "args": {"package": CLOCK}}})
    assert settings.shows("No permissions granted")
    settings.press("Permissions")
    settings.press("Photos and videos")
    settings.press("Allow only while using the app")
    assert settings.phone.state()["apps"][CLOCK]["permissions"] == {"photos": "allowed"}
    settings.back()
    assert settings.shows("Allowed")
    settings.press("Photos and videos")
    settings.press("Don't allow")
    assert settings.phone.state()["apps"][CLOCK]["permissions"] == {"photos": "blocked"}


def test_notifications_are_one_switch_an_app_on_both_pages(settings: User) -> None:
    settings.press("Notifications")
    settings.press_ref(f"notifies/{CLOCK}")
    assert settings.state["muted"] == [CLOCK]
    settings.phone.load({"screen": {"app": SETTINGS, "page": "app", "args": {"package": CLOCK}}})
    settings.press("Notifications")
    assert settings.state["muted"] == []


def test_a_long_press_copies_what_the_phone_is(settings: User) -> None:
    settings.phone.load({"screen": {"app": SETTINGS, "page": "about"}})
    settings.press("IMEI", 800)
    assert settings.phone.clipboard == settings.state["imei"]
    settings.press("Device name")
    settings.press("Pocket Phone")
    settings.phone.type_text("Rowan's phone")
    settings.press("OK")
    assert held(settings, "global/device_name") == "Rowan's phone"


def test_a_notification_is_swept_away_and_all_are_cleared() -> None:
    user = User(SETTINGS)
    before = user.state["history"]
    assert len(before) > 30
    user.press("Notifications")
    user.press("Notification history")
    left, top, right, bottom = next(
        seen["bounds"] for seen in user.phone.tree() if seen["id"] == "notification/1"
    )
    user.phone.drag(right - 100, (top + bottom) / 2, left + 100, (top + bottom) / 2)
    assert user.state["history"] == before[1:]
    user.press("Undo")
    assert user.state["history"] == before
    user.press("Use notification history")
    assert user.shows("Turn the history on to keep notifications")
    user.press("Use notification history")
    user.press("More options")
    user.press("Clear all")
    user.press_ref("confirm")
    assert user.state["history"] == []
    assert user.shows("No notifications")


def test_system_apps_are_shown_when_asked_for(settings: User) -> None:
    settings.press("Apps")
    assert not settings.shows("Launcher")
    settings.press("More options")
    settings.press("Show system apps")
    assert settings.shows("Launcher")
    settings.press("More options")
    settings.press("Hide system apps")
    assert not settings.shows("Launcher")


def test_a_code_is_looked_for_with_the_camera_only(settings: User) -> None:
    settings.open("wifi")
    settings.press_ref("scan")
    settings.press("Don't allow")
    assert settings.page == "wifi"
    settings.press_ref("scan")
    settings.press("Only this time")
    assert settings.shows("No code in sight")
    assert settings.named("Light")[0].get("checked") == "false"
    settings.press("Light")
    assert settings.named("Light")[0].get("checked") == "true"


def test_the_battery_s_curve_has_no_nodes_and_its_usage_no_ids() -> None:
    user = User(SETTINGS).open("battery")
    ours = f"{SETTINGS}:id/battery_chart"
    (curve,) = [node for node in user.nodes() if node.get("resource-id") == ours]
    assert (len(curve), curve.get("text"), curve.get("content-desc")) == (0, "", "")
    user.press("Battery usage")
    (view,) = [node for node in user.nodes() if node.get("class", "").endswith("ComposeView")]
    assert not any(node.get("resource-id") for node in view.iter("node"))
    user.press("Maps")
    assert user.page == "app"


def test_the_law_is_read_on_web_pages(settings: User) -> None:
    settings.open("legal")
    settings.press("Open-source licences")
    assert settings.shows("legal.example.com/licences")
    (web,) = [node for node in settings.nodes() if node.get("class") == "android.webkit.WebView"]
    assert not any(node.get("resource-id") for node in web.iter("node"))


def test_the_time_is_written_as_the_language_does() -> None:
    user = User(SETTINGS, language="zh-CN", apps=APPS).open("datetime")
    user.phone.load({"settings": {"system": {"time_12_24": "12"}}, "clock": "2026-03-02T15:04:00"})
    assert user.shows("\u4e0b\u5348 3:04")


# searching


def test_search_finds_rows_says_where_they_are_and_opens_their_page(settings: User) -> None:
    settings.press("Search settings")
    settings.phone.type_text("font si")
    assert settings.texts("summary") == ["Display > Text size"]
    settings.press("Font size")
    assert settings.page == "text"


@pytest.mark.parametrize(
    ("query", "title", "hit"),
    [("dark", "Dark theme", True), ("night mode", "Dark theme", True), ("ark", "Dark theme", False),
     ("WIFI", "Internet", True), ("flight", "Airplane mode", True)],
)  # fmt: skip
def test_a_row_is_found_by_its_words(settings: User, query: str, title: str, hit: bool) -> None:
    settings.phone.load({"screen": {"app": SETTINGS, "page": "search", "args": {"query": query}}})
    assert (title in settings.texts("title")) is hit


def test_search_knows_the_phones_language() -> None:
    user = User(SETTINGS, language="zh-CN", apps=APPS)
    for query in ("主题", "dark"):
        args = {"query": query}
        user.phone.load({"screen": {"app": SETTINGS, "page": "search", "args": args}})
        assert user.texts("title") == ["深色主题"]


def test_a_search_without_hits_says_so(settings: User) -> None:
    settings.press("Search settings")
    settings.phone.type_text("zzyzx")
    assert settings.shows('No results for "zzyzx"')


# intents and the seed


@pytest.mark.parametrize(
    ("intent", "page"),
    [
        (Intent("android.settings.SETTINGS"), "home"),
        (Intent("android.settings.WIFI_SETTINGS"), "wifi"),
        (Intent("android.settings.DISPLAY_SETTINGS"), "display"),
        (Intent("android.settings.LOCALE_SETTINGS"), "locales"),
        (
            Intent("android.settings.APPLICATION_DETAILS_SETTINGS", data=f"package:{CLOCK}"),
            "app",
        ),
        (Intent("android.settings.APPLICATION_DETAILS_SETTINGS", data="package:no.such"), "apps"),
        (Intent("android.settings.APP_NOTIFICATION_SETTINGS"), "apps"),
    ],
    ids=lambda value: value if isinstance(value, str) else value.data or value.action,
)
def test_intents_open_their_page(intent: Intent, page: str) -> None:
    phone = Phone(apps=APPS)
    phone.start(intent)
    assert phone.focus[0] == SETTINGS
    assert phone.state()["screen"]["page"] == page


def test_the_seed_draws_networks_and_devices() -> None:
    one, other, another = (
        Phone(seed=seed, apps=APPS).state()["apps"][SETTINGS] for seed in (3, 3, 4)
    )
    assert one == other != another
    assert len({each["ssid"] for each in one["networks"]}) == 9
