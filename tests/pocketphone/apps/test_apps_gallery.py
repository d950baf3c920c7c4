"""The pictures of the apps: of all of them, in every look, by ways that exist."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from pocketphone.phone import Phone
from scripts import gallery

WAYS: gallery.Ways = yaml.safe_load((gallery.HERE / "gallery.yaml").read_text(encoding="utf-8"))


def test_no_app_is_forgotten() -> None:
    assert {f"com.pocketphone.{app}" for app in WAYS} == set(Phone().installed)
    assert set(gallery.FRONT) | gallery.TRANSLATED <= set(WAYS)
    assert all(len(ways) > 1 for ways in WAYS.values())


@pytest.mark.parametrize("look", gallery.LOOKS, ids=lambda look: look.name)
def test_a_way_ends_on_another_page(look: gallery.Look) -> None:
    way = {"first": [], "sounds": ["tab_bedtime", "sounds"]}
    first, sounds = gallery.shots("clock", way, look)
    assert first.image.width == sounds.image.width == gallery.SCREEN_PX
    assert first.image.tobytes() != sounds.image.tobytes()


def test_what_is_below_is_scrolled_to() -> None:
    phone = Phone()
    phone.load({"screen": {"app": "com.pocketphone.contacts"}})
    gallery.take(phone, "contact/20")
    assert (phone.page.page, phone.page.args["id"]) == ("contact", 20)


def test_a_way_that_leads_nowhere_is_named() -> None:
    with pytest.raises(gallery.NotShown, match="clock, night, light: no moon on page alarms"):
        list(gallery.shots("clock", {"night": ["moon"]}, gallery.LOOKS[0]))


def test_the_page_holds_its_pictures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "sys.argv", ["gallery", "--out", str(tmp_path), "--apps", "launcher", "--looks", "arabic"]
    )
    assert gallery.main() == 0
    page = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert page.count("data:image/webp;base64,") == len(WAYS["launcher"])
    assert (tmp_path / "launcher-arabic.png").is_file()
