"""What a user does in Maps, in many tests."""

from __future__ import annotations

from typing import Any

from app_eye import User

from pocketphone.apps.maps import places

MUSEUM = "Harbour Museum"


def find(user: User, name: str) -> None:
    """From the map to a place's page, as a person would go."""
    user.press("Search here")
    user.phone.type_text(name)
    assert user.texts("title")[0] == name
    user.press_ref(f"place/{'-'.join(places.words(name))}")


def of(user: User, name: str) -> dict[str, Any]:
    return next(place for place in user.state["places"] if place["name"] == name)
