"""Chat: every page fits every screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from app_eye import SCREENS, assert_shaped_like_real_ones, dumps_of

from pocketphone.phone import Phone

CHAT = "com.pocketphone.chat"
PAGES: dict[str, dict[str, Any]] = {
    "chats": {},
    "select": {"ids": [1, 2]},
    "archive": {},
    "starred": {},
    "search": {"query": "an"},
    "chat": {"id": 3, "photo": 3, "reply": 1},
    "forward": {"query": "", "text": "Hello"},
    "people": {"query": ""},
    "members": {"query": "", "ids": [2, 3]},
    "group": {"ids": [2, 3], "name": "", "error": "Enter a name for the group"},
    "info": {"id": 3},
    "blocked": {},
    "photos": {"id": 3},
    "me": {},
    "settings": {},
    "notifications": {},
    "privacy": {},
    "data": {},
    "look": {},
    "storage": {},
    "help": {"path": "questions"},
    "pick": {"into": "photo"},
}
WINDOWS: dict[str, dict[str, Any]] = {
    "drawer": {},
    "select_menu": {"ids": [1]},
    "delete_chats": {"ids": [1, 2]},
    "chat_menu": {"id": 3},
    "clear": {"id": 3},
    "message_menu": {"id": 3, "message": 1},
    "delete_message": {"id": 3, "message": 1, "all": False},
    "block": {"id": 1},
    "picture": {},
    "field": {"name": "about", "value": "Out"},
    "choose": {"name": "dark"},
    "reset": {},
    "clear_storage": {"kinds": ["photos", "files"]},
    "permission": {"name": "photos", "page": "pick", "args": {"into": "photo"}},
}


def dumps(phone: Phone, pages: dict[str, dict[str, Any]]) -> list[str]:
    """The dump of each page."""
    phone.load({"apps": {CHAT: {"permissions": {}}}})
    return dumps_of(phone, CHAT, pages)


@pytest.mark.parametrize("screen", ["small", "landscape"])
def test_every_page_fits_every_screen(screen: str) -> None:
    phone = Phone(**SCREENS[screen])
    assert set(phone.installed[CHAT].pages) == {*PAGES, *WINDOWS}
    dumps(phone, PAGES | WINDOWS)


def test_trees_have_the_shape_of_real_ones(corpus: Path) -> None:
    assert_shaped_like_real_ones(dumps(Phone(), PAGES), corpus)
