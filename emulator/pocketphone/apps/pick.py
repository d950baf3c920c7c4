"""Choosing one of the phone's photos, for every app that takes photos."""

from __future__ import annotations

from pocketphone.apps.photos.picker import photo_of, photos_of, pick, picker
from pocketphone.apps.photos.pictures import Photograph

__all__ = ["Photograph", "photo_of", "photos_of", "pick", "picker"]
