"""The phone below the apps: keys, tasks, the keyboard, the screen, the state."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import ClassVar

import pytest
from pocket_hand import CLOCK, Hand

from pocketphone.apps.clock import SHOW_ALARMS, Clock
from pocketphone.apps.launcher import Launcher
from pocketphone.apps.share import SEND, TEXT
from pocketphone.errors import DumpFailed, NoActivity
from pocketphone.phone import Phone
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui import App, Context, Text, Widget
from pocketphone.ui.app import HOME, LAUNCHER, MAIN, Intent

BACK, HOME_KEY, ENTER, RECENTS, POWER, WAKEUP = 4, 3, 66, 187, 26, 224

SCREENS = [
    {"size": (1080, 2400), "density": 420},
    {"size": (720, 1600), "density": 280},
    {"size": (1440, 3120), "density": 560},
    {"size": (2400, 1080), "density": 420},
    {"size": (1600, 2560), "density": 320},
    {"size": (1080, 2400), "density": 420, "font_scale": 1.3, "theme": "dark"},
    {"size": (1080, 2400), "density": 420, "language": "ar-EG"},
]


# keys and tasks


def test_back_closes_the_keyboard_then_the_dialog_then_the_page_then_the_app(alarms: Hand) -> None:
    phone = alarms.phone
    alarms.tap("fab")
    alarms.tap("alarm_name")
    seen = []
    for _ in range(3):
        seen.append((phone.keyboard_shown, phone.focus[0], alarms.page))
        phone.key(BACK)
    assert seen == [(True, CLOCK, "editor"), (False, CLOCK, "editor"), (False, CLOCK, "alarms")]
    assert phone.focus == (HOME_PACKAGE, f"{HOME_PACKAGE}.LauncherActivity")


def test_home_keeps_the_app_where_it_was(alarms: Hand) -> None:
    alarms.tap("fab")
    alarms.phone.key(HOME_KEY)
    assert alarms.phone.focus[0] == HOME_PACKAGE
    started = alarms.phone.start(Intent(package=CLOCK))
    assert (started.brought_to_front, started.delivered) == (True, False)
    assert alarms.page == "editor"
    assert alarms.phone.start(Intent(package=CLOCK)).delivered


def test_a_stopped_app_begins_at_its_first_page(alarms: Hand) -> None:
    alarms.tap("alarm/1/switch")
    changed = alarms.clock
    alarms.tap("fab")
    alarms.phone.force_stop(CLOCK)
    assert alarms.phone.focus[0] == HOME_PACKAGE
    assert not alarms.phone.start(Intent(package=CLOCK)).brought_to_front
    assert alarms.page == "alarms"
    assert alarms.clock == changed
    alarms.phone.clear(CLOCK)
    assert alarms.clock != changed


def test_recents_lead_back(alarms: Hand) -> None:
    alarms.phone.key(RECENTS)
    alarms.tap(f"recent/{CLOCK}")
    assert alarms.phone.focus[0] == CLOCK
    alarms.phone.force_stop(CLOCK)
    alarms.phone.key(RECENTS)
    assert alarms.node(text="No recent items") is not None


def test_apps_are_pulled_up_searched_and_opened(hand: Hand) -> None:
    hand.phone.drag(540, 1400, 540, 600)
    assert hand.page == "apps"
    hand.fill("fallback_search_view", "clo")
    assert [seen["text"] for seen in hand.phone.tree() if seen["id"].startswith("app/")] == [
        "Clock"
    ]
    hand.phone.key(ENTER)
    assert hand.phone.focus[0] == CLOCK


def test_gestures_at_the_edges_mean_home_and_back(alarms: Hand) -> None:
    alarms.tap("fab")
    alarms.phone.drag(5, 1200, 500, 1200)
    assert alarms.page == "alarms"
    alarms.phone.drag(540, 2390, 540, 1500)
    assert alarms.phone.focus[0] == HOME_PACKAGE


def test_a_launcher_icon_is_one_named_node(hand: Hand) -> None:
    icon = hand.node(content_desc="Clock")
    assert icon.get("class") == "android.widget.TextView"
    assert icon.get("text") == "Clock"
    assert icon.get("clickable") == icon.get("long-clickable") == "true"


@pytest.mark.parametrize(
    ("intent", "component"),
    [
        (Intent(component=f"{CLOCK}/.MainActivity"), f"{CLOCK}/.MainActivity"),
        (Intent(component=f"{CLOCK}/{CLOCK}.MainActivity"), f"{CLOCK}/{CLOCK}.MainActivity"),
        (Intent(MAIN, categories=(LAUNCHER,), package=CLOCK), f"{CLOCK}/.MainActivity"),
        (Intent(MAIN, categories=(HOME,)), f"{HOME_PACKAGE}/.LauncherActivity"),
    ],
)
def test_intents_find_their_activity(intent: Intent, component: str) -> None:
    assert Phone().resolve(intent) == [component]


@pytest.mark.parametrize(
    "intent",
    [
        Intent(component=f"{CLOCK}/.NoSuchActivity"),
        Intent(component="com.example.none/.MainActivity"),
        Intent("android.intent.action.VIEW", data="nosuch:thing"),
        Intent(MAIN, categories=(LAUNCHER,), package=HOME_PACKAGE),
    ],
)
def test_an_intent_that_nobody_answers_is_an_error(intent: Intent) -> None:
    with pytest.raises(NoActivity):
        Phone().start(intent)


# typing


def test_editing_keys_move_the_cursor_and_erase(alarms: Hand) -> None:
    phone = alarms.phone
    alarms.tap("fab")
    alarms.fill("alarm_name", "abcd")
    for code in (67, 122, 112, 22):  # DEL at the end, HOME, FORWARD_DEL, right
        phone.key(code)
    phone.type_text("X")
    phone.key(123)
    phone.type_text("Y")
    phone.key(21)
    phone.key(62)
    assert phone.state()["screen"]["args"]["label"] == "bXc Y"
    phone.clipboard = "pasted"
    phone.select_all()
    phone.key(279)
    assert phone.state()["screen"]["args"]["label"] == "pasted"


def test_characters_without_a_field_go_nowhere(alarms: Hand) -> None:
    before = alarms.phone.state()
    alarms.phone.type_text("hello")
    after = alarms.phone.state()
    assert (before["apps"], before["screen"]) == (after["apps"], after["screen"])


def test_the_keyboards_keys_type(alarms: Hand) -> None:
    phone = alarms.phone
    alarms.tap("fab")
    alarms.tap("alarm_name")
    for sign in "⇧hi⌫⌨1":
        key = next(key for key in phone.keyboard.keys(phone.env) if key.sign == sign)
        phone.touch(*key.box.center)
    assert phone.state()["screen"]["args"]["label"] == "H1"


def test_another_input_method_has_no_keys_of_ours(alarms: Hand) -> None:
    alarms.phone.settings["secure"]["default_input_method"] = "com.android.adbkeyboard/.AdbIME"
    alarms.tap("fab")
    before = alarms.bounds("save")
    alarms.tap("alarm_name")
    assert alarms.phone.keyboard_shown
    assert alarms.bounds("save") == before


def test_a_number_field_brings_digits(alarms: Hand) -> None:
    alarms.tap("fab")
    alarms.tap("hour")
    assert alarms.phone.keyboard.mode == "digits"
    alarms.tap("alarm_name")
    assert alarms.phone.keyboard.mode == "letters"


def test_the_field_in_focus_is_not_behind_the_keyboard(make: Callable[..., Hand]) -> None:
    hand = make(size=(2400, 1080))
    hand.phone.start(Intent(package=CLOCK))
    hand.tap("fab")
    hand.phone.drag(1200, 600, 1200, 300)
    hand.tap("alarm_name")
    keyboard = hand.phone.keyboard.area(hand.phone.env)
    field = hand.bounds("alarm_name")
    assert field[3] <= keyboard.top
    assert hand.node(focused="true").get("text") == "Alarm name"


# the screen


@pytest.mark.parametrize("made", SCREENS)
def test_clock_works_on_any_screen(make: Callable[..., Hand], made: dict[str, object]) -> None:
    hand = make(**made)
    hand.phone.start(Intent(package=CLOCK))
    assert hand.phone.frame().size == made["size"]
    hand.tap("fab")
    hand.fill("hour", "9")
    hand.phone.key(BACK)
    hand.tap("pm_label")
    hand.tap("save")
    assert [one for one in hand.clock["alarms"] if (one["hour"], one["minute"]) == (21, 0)]
    for seen in hand.phone.tree():
        left, top, right, bottom = seen["bounds"]
        assert 0 <= left < right <= made["size"][0]
        assert 0 <= top < bottom <= made["size"][1]


def test_the_frame_is_kept_until_something_changes(alarms: Hand) -> None:
    first = alarms.phone.frame()
    assert (first.mode, first.size) == ("RGBA", (1080, 2400))
    assert first.getextrema()[3] == (255, 255)
    alarms.phone.clock.advance(3)
    assert alarms.phone.frame() is first
    alarms.phone.clock.advance(60)
    assert alarms.phone.frame() is not first
    alarms.tap("alarm/1/switch")
    assert alarms.phone.frame().tobytes() != first.tobytes()


def test_settings_and_overrides_show_at_once(alarms: Hand) -> None:
    phone = alarms.phone
    light = phone.frame().getpixel((10, 1200))
    phone.settings["secure"]["ui_night_mode"] = "2"
    assert sum(phone.frame().getpixel((10, 1200))[:3]) < sum(light[:3]) / 3
    phone.override_size, phone.override_density = (720, 1600), 280
    assert phone.frame().size == phone.size == (720, 1600)
    phone.rotation = 1
    assert phone.frame().size == (1600, 720)
    assert 'rotation="1"' in phone.hierarchy()


def test_a_sleeping_phone_shows_and_dumps_nothing(alarms: Hand) -> None:
    alarms.phone.key(POWER)
    assert alarms.phone.frame().getextrema()[:3] == ((0, 0), (0, 0), (0, 0))
    with pytest.raises(DumpFailed, match="null root node"):
        alarms.phone.hierarchy()
    before = alarms.clock
    alarms.phone.touch(900, 400)
    assert alarms.clock == before
    alarms.phone.key(WAKEUP)
    assert alarms.shown("fab")


def test_a_secure_page_has_a_tree_and_no_picture(
    alarms: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Clock, "secure_pages", frozenset({"alarms"}))
    assert alarms.phone.secure
    assert alarms.phone.frame().getextrema()[:3] == ((0, 0), (0, 0), (0, 0))
    assert alarms.shown("fab")
    alarms.tap("tab_world")
    assert alarms.phone.frame().getextrema()[0][1] > 200


def test_a_page_that_never_stands_still_cannot_be_dumped() -> None:
    def film(ctx: Context) -> Widget:
        ctx.busy = True
        return Text(value=f"{ctx.now:%S}")

    class Film(App):
        package, label, first_page = "com.example.film", "Film", "film"
        pages: ClassVar = {"film": film}

    phone = Phone(apps=[Launcher, Film])
    phone.start(Intent(package=Film.package))
    with pytest.raises(DumpFailed, match="could not get idle state"):
        phone.hierarchy()
    first = phone.frame()
    assert phone.frame() is first
    phone.clock.advance(1)
    assert phone.frame().tobytes() != first.tobytes()


def test_back_leads_to_the_app_that_asked() -> None:
    class Asking(App):
        package, label, first_page = "com.example.asking", "Asking", "main"
        pages: ClassVar = {
            "main": lambda ctx: Text(
                id="ask", value="Ask", on_tap=lambda: ctx.start(Intent(SHOW_ALARMS))
            )
        }

    hand = Hand(apps=[Launcher, Clock, Asking])
    hand.phone.start(Intent(package=Asking.package))
    hand.tap("ask")
    assert hand.phone.focus[0] == CLOCK
    hand.phone.key(BACK)
    assert hand.phone.focus[0] == Asking.package
    hand.phone.key(BACK)
    assert hand.phone.focus[0] == HOME_PACKAGE


def test_lists_follow_the_finger_and_stop_at_their_ends(alarms: Hand) -> None:
    alarms.phone.load({"screen": {"app": CLOCK, "page": "cities", "args": {"query": ""}}})
    alarms.phone.frame()
    alarms.phone.key(BACK)
    top = alarms.bounds("add/Algiers")[1]
    alarms.phone.drag(540, 1500, 540, 1300)
    assert alarms.bounds("add/Algiers")[1] == top - 200
    alarms.phone.drag(540, 600, 540, 2300)
    assert alarms.bounds("add/Algiers")[1] == top
    for _ in range(12):
        alarms.phone.drag(540, 2200, 540, 400)
    assert alarms.shown("add/Zurich")


# the state


def test_the_same_seed_gives_the_same_phone() -> None:
    def told(seed: int) -> tuple[str, bytes, str]:
        hand = Hand(seed=seed)
        hand.open(CLOCK)
        return json.dumps(hand.phone.state()), hand.phone.frame().tobytes(), hand.phone.hierarchy()

    assert told(3) == told(3)
    assert told(3) != told(4)


def test_reset_undoes_all(alarms: Hand) -> None:
    fresh = Phone().state()
    alarms.tap("fab")
    alarms.fill("alarm_name", "x")
    alarms.phone.settings["global"]["wifi_on"] = "0"
    alarms.phone.override_size = (720, 1600)
    alarms.phone.reset()
    assert alarms.phone.size == (1080, 2400)
    assert alarms.phone.state() == fresh


def test_load_lays_a_patch_over_the_state(hand: Hand) -> None:
    hand.phone.load(
        {
            "clock": "2026-05-04T07:00:00",
            "settings": {"global": {"wifi_on": "0"}},
            "apps": {CLOCK: {"settings": {"style": "analog"}}},
            "screen": {"app": CLOCK, "page": "world"},
        }
    )
    state = hand.phone.state()
    assert state["clock"].startswith("2026-05-04T07:00")
    assert state["settings"]["global"]["wifi_on"] == "0"
    assert state["settings"]["global"]["adb_enabled"] == "1"
    assert state["apps"][CLOCK]["settings"]["style"] == "analog"
    assert state["apps"][CLOCK]["settings"]["snooze_min"] == 10
    assert state["screen"] == {"app": CLOCK, "page": "world", "args": {}}
    json.dumps(state)


def test_a_state_that_was_saved_while_the_system_asks_is_one_to_load() -> None:
    asking, other = Phone(), Phone(seed=2)
    sent = Intent(action=SEND, mime="text/plain", extras={TEXT: "Hello"})
    asking.start(sent)
    other.load(json.loads(json.dumps(asking.state())))
    assert other.page.page == "system/chooser"
    assert other.hierarchy() == asking.hierarchy()


@pytest.mark.parametrize("patch", [{"apps": {"com.example.none": {}}}, {"appz": {}}])
def test_a_patch_for_nothing_is_refused(patch: dict[str, object]) -> None:
    with pytest.raises(KeyError, match="not in a phone's state"):
        Phone().load(patch)


@pytest.mark.parametrize("methods", ["com.android.adbkeyboard/.AdbIME", [], None])
def test_a_phone_has_input_methods(methods: object) -> None:
    with pytest.raises(ValueError, match="input_methods: expected a list"):
        Phone().load({"input_methods": methods})


def test_packages_have_no_labels_and_unique_uids() -> None:
    packages = Phone().packages
    assert packages[CLOCK].activity == f"{CLOCK}.MainActivity"
    assert packages[CLOCK].launchable
    assert not packages[HOME_PACKAGE].launchable
    assert len({package.uid for package in packages.values()}) == len(packages)
