"""Chinese and Arabic: nothing is left in English, and all of it fits."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any
from xml.etree import ElementTree

import pytest
from app_eye import User

from pocketphone import apps as package
from pocketphone.apps.clock import Clock
from pocketphone.apps.clock.world import matching
from pocketphone.apps.launcher import Launcher
from pocketphone.apps.permission import PERMISSIONS
from pocketphone.apps.settings import Settings
from pocketphone.apps.settings.facts import LANGUAGES
from pocketphone.phone import Phone
from pocketphone.ui import App
from pocketphone.ui.texts import Texts, texts

APPS = (Launcher, Clock, Settings)
HOME = 3
TAGS = ("zh-CN", "ar-EG")
NIGHT = {"end": "bed", "hour": "10", "minute": "30", "pm": True, "days": ["mon"]}
ARGS: dict[type[App], dict[str, dict[str, Any]]] = {
    Launcher: {
        "about": {"package": Clock.package},
        "apps": {"query": "b"},
        "permission": {"name": "contacts", "to": "", "args": {}},
    },
    Clock: {
        "choose": {"name": "snooze_min"},
        "cities": {"query": ""},
        "delete": {"ids": [1, 2]},
        "editor": {**NIGHT, "id": 1, "label": "", "vibrate": True},
        "help": {"path": "timer"},
        "night": NIGHT,
        "permission": {"name": "notifications", "to": "notices", "args": {}},
        "remove_city": {"city": "New York"},
        "save_timer": {"length_s": 300, "name": "Tea"},
        "select": {"ids": [1]},
        "sound": {"name": "Deep space"},
    },
    Settings: {
        "answer": {"package": Clock.package, "name": "photos"},
        "app": {"package": Clock.package},
        "choose": {"name": "system/screen_off_timeout"},
        "force_stop": {"package": Clock.package},
        "forget_network": {"ssid": "Home"},
        "network_details": {"ssid": "Home"},
        "pair": {"id": 4},
        "permission": {"name": "camera", "to": "scan", "args": {}},
        "permissions": {"package": Clock.package},
        "search": {"query": "a"},
        "speak": {"tag": "ar-EG"},
        "unpair": {"id": 1},
        "wifi_password": {"ssid": "Home", "typed": ""},
    },
}
HOME_NETWORK = {
    "ssid": "Home", "ssid_lower": "home", "secured": True, "password": "", "saved": True,
    "signal": 3, "refused": False,
}  # fmt: skip
STATE = {
    Clock.package: {"permissions": {"photos": "denied"}},
    Settings.package: {"networks": [HOME_NETWORK], "connected": "Home"},
}
PAGES = [(app, page) for app in APPS for page in app.pages]
AS_IT_IS = {
    "Home",
    "IMEI",
    "WPA2",
    "GMT+00:00",
    "09:30 GMT+00:00",
    "PP1A.260302.001",
    "legal.example.com/terms",
    "support.example.com/clock/timer",
    *LANGUAGES.values(),
}
"""What is not English, but a name, a number or a sign."""


def shown(app: type[App], page: str, **made: Any) -> Phone:
    phone = Phone(apps=APPS, **made)
    args = ARGS[app].get(page, {})
    phone.load({"apps": STATE, "screen": {"app": app.package, "page": page, "args": args}})
    return phone


def said(phone: Phone) -> set[str]:
    nodes = ElementTree.fromstring(phone.hierarchy().encode()).iter("node")
    return {node.get(name, "") for node in nodes for name in ("text", "content-desc", "hint")}


def strings(value: Any) -> Iterator[str]:
    match value:
        case dict():
            for each in value.values():
                yield from strings(each)
        case list():
            for each in value:
                yield from strings(each)
        case str():
            yield value


@pytest.mark.parametrize("tag", TAGS)
@pytest.mark.parametrize(("app", "page"), PAGES, ids=lambda value: str(value))
def test_what_a_page_says_in_english_too_is_data(app: type[App], page: str, tag: str) -> None:
    english, phone = shown(app, page), shown(app, page, language=tag)
    both = {text for text in said(english) & said(phone) if re.search("[A-Za-z]{3}", text)}
    assert both <= AS_IT_IS | set(strings(phone.state())), both
    width, height = phone.size
    for seen in phone.tree():
        left, top, right, bottom = seen["bounds"]
        assert 0 <= left < right <= width, seen
        assert 0 <= top < bottom <= height, seen


@pytest.mark.parametrize(
    ("app", "page", "made"),
    [
        (Clock, "bedtime", {"language": "ar-EG"}),
        (Clock, "sound", {"language": "zh-CN", "theme": "dark"}),
        (Settings, "home", {"size": (720, 1600), "density": 280, "font_scale": 1.3}),
        (Settings, "display", {"size": (2400, 1080), "language": "ar-EG"}),
    ],
)
def test_pages_are_drawn(app: type[App], page: str, made: dict[str, Any]) -> None:
    phone = shown(app, page, **made)
    assert phone.frame().size == phone.size
    assert len(phone.frame().convert("L").getcolors() or ()) > 50


# the catalogues


def folders() -> list[Path]:
    root = Path(package.__file__).parents[1]
    return [file.parent for file in root.rglob("languages/zh.yaml")]


def test_catalogues_hold_the_same_texts_with_the_same_places_to_fill() -> None:
    assert len(folders()) == 4
    for folder in folders():
        chinese, arabic = (texts(tag, folder.parent).catalogue for tag in TAGS)
        assert chinese.keys() == arabic.keys()
        for key in chinese:
            assert isinstance(key, str), key  # On, Off, Yes and No are not, without quotes
            for entry in (chinese[key], arabic[key]):
                forms = [entry] if isinstance(entry, str) else entry.values()
                for form in forms:
                    assert _places(form) <= _places(key), key
                    assert _places(form) == _places(key) or "count" in _places(key), key


def _places(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("app", ["clock", "settings", "launcher", "permission.py", "share.py"])
def test_what_the_code_says_is_in_the_catalogues(app: str) -> None:
    folder = Path(package.__file__).parent / app
    files = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder]
    found = {text for file in files for text in _literals(file)}
    assert found
    known = texts("ar", folder if folder.is_dir() else folder.parent).catalogue
    assert found <= known.keys(), found - known.keys()


def _literals(file: Path) -> Iterator[str]:
    """The texts that `say` is called with, choices between two included."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "say":
            match node.args[0]:
                case ast.Constant(value=str(text)):
                    yield text
                case ast.IfExp(
                    body=ast.Constant(value=str(first)), orelse=ast.Constant(value=str(second))
                ):
                    yield from (first, second)


def test_every_permission_can_be_asked_for() -> None:
    for tag in TAGS:
        known = texts(tag).catalogue
        assert all({each.label, each.question} <= known.keys() for each in PERMISSIONS.values())


@pytest.mark.parametrize(
    ("count", "form"),
    [(0, "other"), (1, "one"), (2, "two"), (3, "few"), (10, "few"), (11, "many"), (99, "many"),
     (100, "other"), (103, "few"), (111, "many")],
)  # fmt: skip
def test_arabic_has_six_forms_by_number(count: int, form: str) -> None:
    forms = {name: name for name in ("one", "two", "few", "many", "other")}
    assert Texts("ar", {"{count} days": forms}).say("{count} days", count=count) == form


def test_what_is_not_in_the_catalogue_is_said_in_english() -> None:
    chinese = Texts("zh", {"Delete {name}?": "要删除{name}吗？"})
    assert chinese.say("Add {name}", name="{x}") == "Add {x}"
    assert chinese.say("Delete {name}?", name="{x}") == "要删除{x}吗？"
    assert texts("tlh").say("Cancel") == "Cancel"
    assert texts("../../etc").catalogue == {}


# right to left, and by name


def test_arabic_sliders_begin_at_the_right() -> None:
    phone = shown(Settings, "sound", language="ar-EG")
    (slider,) = [one for one in phone.tree() if one["id"] == "system/volume_music"]
    left, top, right, bottom = slider["bounds"]
    phone.touch(right - 50, (top + bottom) / 2)
    assert phone.settings["system"]["volume_music"] == "0"
    phone.touch(left + 50, (top + bottom) / 2)
    assert phone.settings["system"]["volume_music"] == "15"


def test_cities_are_found_by_their_names_in_both_languages() -> None:
    say = Clock.texts("zh-CN").say
    assert [city.name for city in matching("纽", say)] == ["New York"]
    assert [city.name for city in matching("york", say)] == ["New York"]


def test_apps_bear_their_names_in_the_phones_language() -> None:
    user = User(Settings.package, apps=APPS, language="ar-EG")
    user.phone.key(HOME)
    user.press("الساعة")
    assert user.phone.focus[0] == Clock.package


def test_the_state_stays_in_english() -> None:
    chinese, english = (Phone(apps=APPS, language=tag).state()["apps"] for tag in ("zh-CN", "en"))
    assert json.dumps(chinese) == json.dumps(english)
