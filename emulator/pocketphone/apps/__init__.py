"""The apps that a pocket phone comes with."""

from __future__ import annotations

from importlib import import_module

from pocketphone.ui.app import App

_APPS = (  # module.Class, in the order of the launcher's grid
    "launcher.Launcher",
    "maps.Maps",
    "contacts.Contacts",
    "clock.Clock",
    "settings.Settings",
    "photos.Photos",
    "mail.Mail",
    "social.Social",
    "chat.Chat",
    "shop.Shop",
    "reviews.Reviews",
    "video.Video",
    "music.Music",
)


def installed() -> list[type[App]]:
    """The app classes, imported on the first call so that a phone of few apps boots quicker."""
    found = []
    for name in _APPS:
        module, _, cls = name.partition(".")
        found.append(getattr(import_module(f"pocketphone.apps.{module}"), cls))
    return found
