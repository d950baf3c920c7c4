"""A phone in a hand: touched, judged, put into a state."""

from __future__ import annotations

import copy
import json
from datetime import datetime
from functools import cached_property
from typing import Any

from pocketphone import interruptions
from pocketphone.hand import BACK, ENTER, Hand
from pocketphone.handset import Handset
from pocketphone.ui.app import Entry


class Phone(Handset):
    """A phone whose whole behaviour follows from its seed and what is done to it."""

    @cached_property
    def _hand(self) -> Hand:
        return Hand(self)

    def touch(self, x: float, y: float, duration_ms: int = 0) -> None:
        """A finger down and up at one place; half a second or more is a long press."""
        if not interruptions.fail(self):
            with self.guarding(self.app.package):
                self._hand.touch(x, y, duration_ms)
        self._settle()

    def drag(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        """A finger drawn from one place to another, without a fling at the end."""
        if not interruptions.fail(self):
            with self.guarding(self.app.package):
                self._hand.drag((x1, y1), (x2, y2), duration_ms)
        self._settle()

    def _settle(self) -> None:
        self._go_on()
        interruptions.come(self)

    def _go_on(self) -> None:
        for event in self.events:
            event(self)

    def key(self, code: int) -> None:
        """A key by its number in android.view.KeyEvent; unknown ones do nothing."""
        with self.guarding(self.app.package):
            self._hand.key(code)
        if code in (BACK, ENTER):
            self._go_on()

    def type_text(self, text: str) -> None:
        """Characters into the field in focus; nothing where no field has it."""
        with self.guarding(self.app.package):
            self._hand.type_text(text)

    def select_all(self) -> None:
        """All of the text in focus is selected, as CTRL+A does."""
        self._hand.select_all()

    # the state, for those who judge

    @property
    def truth(self) -> dict[str, Any]:
        """What `state` tells, not copied: to be read at once, never kept or changed."""
        return {
            "clock": self.clock.now().isoformat(timespec="seconds"),
            "screen": {"app": self.app.package, "page": self.page.page, "args": self.page.args},
            "settings": self.settings,
            "input_methods": self.input_methods,
            "apps": self.apps,
            "faults": self.faults.state(),
        }

    def state(self) -> dict[str, Any]:
        """All that a task's goal may ask about, as plain JSON."""
        copied: dict[str, Any] = json.loads(json.dumps(self.truth))  # quicker than deepcopy
        return copied

    def load(self, patch: dict[str, Any]) -> None:
        """Lay a part of a state over the present one; `screen` opens that page.

        Raises: `KeyError` or `ValueError` where the phone has no such thing.
        """
        patch = copy.deepcopy(patch)
        unknown = set(patch) - {"clock", "screen", "settings", "input_methods", "apps", "faults"}
        unknown |= set(patch.get("apps", {})) - set(self.apps)
        if unknown:
            raise KeyError(f"not in a phone's state: {', '.join(sorted(unknown))}")
        if "clock" in patch:
            self.clock.set(datetime.fromisoformat(patch["clock"]))
        _merge(self.settings, patch.get("settings", {}))
        self.input_methods = _methods(patch.get("input_methods", self.input_methods))
        _merge(self.apps, patch.get("apps", {}))
        self.faults.load(patch.get("faults", {}))
        if "screen" in patch:
            self._show(patch["screen"])
        self.stale()

    def _show(self, screen: dict[str, Any]) -> None:
        app, args = self.installed[screen["app"]], screen.get("args", {})
        page = screen.get("page", app.first_page)
        if page not in app.pages and page not in self.system_pages:
            raise KeyError(f"{app.package} has no page {page!r}: {sorted(app.pages)}")
        self.tasks.open(app.package)
        pages = [Entry(page, args)]
        if page != app.first_page:
            pages.insert(0, Entry(app.first_page, {}))
        self.tasks.front.entries[:] = pages


def _methods(names: object) -> list[str]:
    if not isinstance(names, list) or not names or not all(isinstance(n, str) for n in names):
        raise ValueError(f"input_methods: expected a list of their names, found {names!r}")
    return names


def _merge(into: dict[str, Any], patch: dict[str, Any]) -> None:
    """Deep: dictionaries are joined, all else is replaced."""
    for key, value in patch.items():
        if isinstance(value, dict) and isinstance(into.get(key), dict):
            _merge(into[key], value)
        else:
            into[key] = value
