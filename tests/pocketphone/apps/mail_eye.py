"""What a user does in Mail, in many tests."""

from __future__ import annotations

from typing import Any

from app_eye import User

MAIL, PHOTOS = "com.pocketphone.mail", "com.pocketphone.photos"


def of(user: User, folder: str) -> list[dict[str, Any]]:
    return [one for one in user.state["mails"] if one["folder"] == folder]


def last(user: User) -> dict[str, Any]:
    return dict(user.state["mails"][-1])


def write(user: User, to: str = "bruno@example.org", subject: str = "Tea", body: str = "") -> None:
    user.press("Compose")
    user.phone.type_text(to)
    user.fill("Subject", subject)
    user.fill("Compose email", body)


def open_folder(user: User, name: str) -> None:
    user.press("Open navigation drawer")
    user.press(name)


def first_thread(user: User) -> int:
    ref = next(seen["id"] for seen in user.phone.tree() if seen["id"].startswith("thread/"))
    return int(ref.partition("/")[2])


def swipe(user: User, ref: str) -> None:
    left, top, right, bottom = next(
        seen["bounds"] for seen in user.phone.tree() if seen["id"] == ref
    )
    y = (top + bottom) / 2
    user.phone.drag(right - 100, y, left + 100, y)
