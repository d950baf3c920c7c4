"""What goes over the three edges of the house: captures of a phone, prompts and replies of a model,
and what both cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fnmatch import fnmatchcase
from typing import Generic, TypeVar

from pydantic import BaseModel

from appagent.config import Price
from appagent.geometry import Rect
from appagent.screen.values import App, Image

T = TypeVar("T", bound=BaseModel)
ASIDE = ("deed", "verify")
"""The prompts of questions beside a task, which not each model answers, nor each run asks."""


@dataclass(frozen=True, slots=True)
class Capture:
    """What one look at the phone brought, all of it real.

    `before` was taken while the tree was dumped and `image` after it: where the two agree, the
    tree belongs to the picture.
    """

    image: Image
    before: Image
    tree: bytes  # the XML as the phone printed it; b"" where there is none
    tree_problem: str  # "" or what uiautomator said: "could not get idle state"
    app: App
    keyboard: bool
    keyboard_area: Rect | None = None  # where it takes touches, if the phone tells
    window: str = ""  # the one that has the focus, as `window.focus` tells it
    toast: str = ""  # the id of the window of a toast that is shown, which no tree holds
    rotation: int | None = None  # of the screen, in quarter turns, if the phone tells
    secure: bool = False  # the window forbids pictures of itself (FLAG_SECURE)
    windows: bool = False  # the tree is of all windows
    partial: bool = False  # a tree of all windows may tell more than this one
    clock: datetime | None = None  # the phone's date and time, in its own time zone
    language: str = ""  # "en-US", if the phone tells


@dataclass(frozen=True, slots=True)
class Glance:
    """What a look at a part of the screen brought, without a tree."""

    window: str  # the one that has the focus, as in `Capture`
    image: Image  # of the area; a turned screen is noticed by `Device.perform`


@dataclass(frozen=True, slots=True)
class Traffic:
    """What went between this machine and a phone."""

    trips: int = 0  # commands that were sent, and their answer waited for
    received: int = 0  # bytes

    def __add__(self, other: Traffic) -> Traffic:
        return Traffic(self.trips + other.trips, self.received + other.received)

    def __sub__(self, earlier: Traffic) -> Traffic:
        return Traffic(self.trips - earlier.trips, self.received - earlier.received)


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens and seconds of one or more calls; `known` is false where an endpoint reported no
    tokens."""

    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    known: bool = True
    seconds: float = field(default=0, compare=False)  # that were waited for replies

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.calls + other.calls,
            self.prompt_tokens + other.prompt_tokens,
            self.cached_tokens + other.cached_tokens,
            self.completion_tokens + other.completion_tokens,
            self.known and other.known,
            self.seconds + other.seconds,
        )

    def __sub__(self, earlier: Usage) -> Usage:
        """What came after `earlier`, where both count the same calls."""
        return Usage(
            self.calls - earlier.calls,
            self.prompt_tokens - earlier.prompt_tokens,
            self.cached_tokens - earlier.cached_tokens,
            self.completion_tokens - earlier.completion_tokens,
            self.known,
            self.seconds - earlier.seconds,
        )


@dataclass(frozen=True, slots=True)
class Reply(Generic[T]):
    value: T
    raw: str  # what the model wrote, as it came
    usage: Usage


@dataclass(frozen=True, slots=True)
class Prompt:
    """What one call sends, beside the pictures."""

    system: str  # the part that stays the same all through a run: endpoints cache it
    text: str
    name: str  # the prompt file: "run", "reflect", ...


@dataclass(frozen=True, slots=True)
class Picture:
    """An encoded picture as it is sent."""

    jpeg: bytes
    width: int
    height: int
    caption: str = field(default="")


_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Prices:
    """The prices in the settings."""

    by_name: Mapping[str, Price]  # a model's name, or a pattern such as `gpt-5.4*`

    def of(self, model: str) -> Price | None:
        """The price of a model: by its name, else by the longest pattern that fits; or None."""
        if model in self.by_name:
            return self.by_name[model]
        fitting = [pattern for pattern in self.by_name if fnmatchcase(model, pattern)]
        return self.by_name[max(fitting, key=len)] if fitting else None

    def cost(self, model: str, usage: Usage) -> float | None:
        """The money for `usage`; None where a price or a count of tokens is not known."""
        price = self.of(model)
        if price is None or not usage.known:
            return None
        cached = price.input if price.cached is None else price.cached
        fresh = usage.prompt_tokens - usage.cached_tokens
        return (
            fresh * price.input
            + usage.cached_tokens * cached
            + usage.completion_tokens * price.output
        ) / _MILLION
