"""The launcher: search, wallpapers, recent apps and what a long press offers."""

from __future__ import annotations

import pytest
from app_eye import User

from pocketphone.system import HOME_PACKAGE
from pocketphone.ui import Intent

CLOCK, CONTACTS = "com.pocketphone.clock", "com.pocketphone.contacts"
HOME, RECENTS = 3, 187


def at_home(**made: str) -> User:
    """Someone on the home screen, who has used Clock before."""
    user = User(CLOCK, **made)
    user.package = HOME_PACKAGE
    user.phone.key(HOME)
    return user


@pytest.fixture
def home() -> User:
    return at_home()


def icons(user: User) -> list[str]:
    return [str(seen["text"]) for seen in user.phone.tree() if str(seen["id"]).startswith("app/")]


def test_people_are_found_once_the_launcher_may_see_them(home: User) -> None:
    name = home.phone.state()["apps"][CONTACTS]["contacts"][3]["name"]
    home.press("Search apps")
    home.fill("Search apps", name.split()[1][:4])
    home.press("Search people too")
    home.press("Don't allow")
    assert not home.shows(name)
    home.press("Search people too")
    home.press("Allow")
    home.press(name)
    assert home.phone.focus[0] == CONTACTS


def test_search_without_people_offers_none(home: User) -> None:
    home.press("Search apps")
    home.press("More options")
    home.press("Home settings")
    home.press("People in search")
    home.back()
    home.fill("Search apps", "zz")
    assert not home.shows("Search people too")
    assert home.shows('No apps found matching "zz"')
    home.press_ref("clear")
    assert len(icons(home)) > 10


def test_an_app_is_found_by_the_beginning_of_its_name_in_english_too() -> None:
    user = at_home(language="zh-CN").open("apps", query="cloc")
    assert icons(user) == ["\u65f6\u949f"]
    user.open("apps", query="\u949f")
    assert icons(user) == ["\u65f6\u949f"]
    user.open("apps", query="ock")
    assert icons(user) == []


def test_the_apps_used_last_are_shown_twice(home: User) -> None:
    home.press("Search apps")
    assert icons(home).count("Clock") == 2
    home.open("preferences")
    home.press("Apps used last")
    home.open("apps")
    assert icons(home).count("Clock") == 1


def test_a_long_press_on_the_wallpaper_leads_to_others(home: User) -> None:
    before = home.phone.frame().tobytes()
    home.press_ref("clock", 800)
    home.press("Wallpapers")
    home.press("Forest")
    assert home.state["wallpaper"] == "Forest"
    home.back()
    assert home.phone.frame().tobytes() != before
    home.press_ref("clock", 800)
    home.press("Wallpapers")
    home.press("Sea")
    home.press("Undo")
    assert home.state["wallpaper"] == "Forest"


def test_icons_lose_their_names_when_asked(home: User) -> None:
    home.open("preferences")
    home.press("App names")
    home.back()
    assert home.shows("Mail")  # to those who cannot see the icon
    assert home.state["names"] is False


def test_only_a_swipe_closes_one_recent_app(home: User) -> None:
    home.phone.start(Intent(package=CONTACTS))
    home.phone.key(RECENTS)
    left, top, right, bottom = next(
        seen["bounds"] for seen in home.phone.tree() if seen["id"] == f"recent/{CLOCK}"
    )
    home.phone.drag(right - 100, (top + bottom) / 2, left + 100, (top + bottom) / 2)
    assert home.phone.recent == [CONTACTS]
    home.press("Clear all")
    assert home.phone.recent == []
    assert home.shows("No recent items")


def test_an_app_is_looked_up_in_settings(home: User) -> None:
    home.press("Mail", 800)
    home.press("App info")
    assert home.phone.focus[0] == "com.pocketphone.settings"
    assert home.shows("Mail")


def test_the_search_bar_takes_the_theme_s_colour() -> None:
    user = at_home(theme="dark")
    left, top, right, bottom = next(
        seen["bounds"] for seen in user.phone.tree() if seen["id"] == "search"
    )
    ground = user.phone.frame().convert("L").getpixel(((left + right) // 2, (top + bottom) // 2))
    assert isinstance(ground, int | float)
    assert ground < 60


def test_twelve_hours_have_no_leading_zero(home: User) -> None:
    home.phone.load({"settings": {"system": {"time_12_24": "12"}}})
    assert home.texts("clock") == ["9:30"]
