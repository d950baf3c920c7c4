"""The three edges of the house, as protocols: the phone, the model, the person."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol, TypeVar

from pydantic import BaseModel

from appagent.actions.gestures import Gesture
from appagent.actions.verbs import Scalar
from appagent.exchange import Capture, Glance, Picture, Prompt, Reply, Traffic, Usage
from appagent.geometry import Rect, Size
from appagent.screen.values import App, Image

T = TypeVar("T", bound=BaseModel)

Waiting = Callable[[str], AbstractContextManager[object]]
"""Makes the context of a long wait, from what is waited for: a terminal shows it meanwhile."""


class Device(Protocol):
    """A phone. Every method has a deadline and raises `DeviceError`; none invents a result."""

    serial: str

    @property
    def traffic(self) -> Traffic:
        """All of it until now."""

    def capture(self, *, windows: bool = False) -> Capture:
        """Screenshot, tree and foreground app in one round trip; the tree is of the active window,
        or of all `windows` where the phone can tell them, which takes no longer."""

    def glance(self, area: Rect, frame: Size) -> Glance:
        """The window in front and the pixels of an area, px of a screen of the size `frame`, in one
        round trip: a small part of what `capture` takes."""

    def screenshot(self) -> Image: ...

    def foreground(self) -> App: ...

    def perform(self, gesture: Gesture) -> None:
        """Do it once. Raises `ScreenMoved` where the frame is no longer the screen's,
        `TextNotTypable` before the first key where the text cannot be typed whole."""

    def wait(self, seconds: float) -> None:
        """Let that much of the phone's own time pass."""

    def packages(self) -> Sequence[str]:
        """The packages that a launcher would show, sorted."""

    def launch(
        self, package: str, *, fresh: bool = False, extras: Mapping[str, Scalar] | None = None
    ) -> None:
        """Bring the app to the front as it was, or on its first page where `fresh`; its intent
        takes the `extras`.

        Raises: `AppNotFound` where it has nothing to launch, `NotInFront` where something else
        stays before it.
        """

    def stop(self, package: str) -> None:
        """End the app, with all that it does in the background."""

    def kill(self, package: str) -> None:
        """End the app where it is not in front."""

    def clear(self, package: str) -> None:
        """Delete all that the app keeps. Raises: `AppNotFound`."""

    def permit(self, package: str, permission: str, *, granted: bool) -> None:
        """Grant a permission by its full name, or take it away."""

    def requested(self, package: str) -> Sequence[str]:
        """The permissions that the app asks for, by their full names."""

    def open_link(self, link: str) -> None:
        """Open a link in the app that takes it. Raises: `AppNotFound` where none does."""

    def version(self, package: str) -> str:
        """`versionName`, "" where the phone tells none."""

    def language(self) -> str:
        """The phone's language, "en-US"; "" where the phone tells none."""

    def crashes(self, package: str) -> Sequence[str]:
        """What the phone logged of crashes and hangs of an app, of any app where `package` is "",
        since it was prepared or this was last asked: 200 lines at most, none where it logs none."""


class Model(Protocol):
    name: str
    host: str  # where the screens go; "" when they stay on this machine
    spent: Usage  # by all calls so far, those with a useless reply included

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """One call. `problems` holds this question's earlier replies and what was wrong with each.

        Raises: `ReplyInvalid` where the reply is no `reply`, `ModelUnavailable`, `ModelRefused`.
        """


class Person(Protocol):
    """Whoever sits at the terminal. Each raises `NobodyAnswers` where nobody does."""

    def ask(self, question: str) -> str: ...

    def confirm(self, question: str) -> bool: ...

    def choose(self, question: str, choices: Sequence[str]) -> int: ...
