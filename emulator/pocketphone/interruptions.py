"""When faults befall a person's touches: an app that fails under one, a window that comes after."""

from __future__ import annotations

from pocketphone.handset import Handset
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui.app import Entry
from pocketphone.ui.scene import fields


def failed(phone: Handset) -> bool:
    """Whether the app in front failed under this touch, which then reaches nothing."""
    package = phone.app.package
    if package == HOME_PACKAGE or _interrupted(phone):
        return False
    how = phone.faults.take("app")
    if how == "crash":
        phone.force_stop(package)
    if how:
        _open(phone, f"system/{how}", package=package)
    return bool(how)


def come(phone: Handset) -> None:
    """Let what is due come between the person and the app, once a touch has had its effect."""
    if phone.app.package == HOME_PACKAGE or _interrupted(phone):
        return
    match phone.faults.take("popup"):
        case "dialog":
            _open(phone, "system/battery")
        case "update":
            _open(phone, "system/update")
        case "permission":
            _open(phone, "system/permission", name="notifications", to="", args={})
        case _ if found := fields(phone.look().front):
            if phone.faults.take("keyboard"):
                ui = phone.page.ui
                ui.focus, ui.keyboard = ui.focus or found[0].path, True
                phone.stale()


def _interrupted(phone: Handset) -> bool:
    return phone.page.page.startswith("system/")


def _open(phone: Handset, page: str, **args: object) -> None:
    phone.tasks.front.entries.append(Entry(page, args))
    phone.stale()
