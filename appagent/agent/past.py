"""What was done so far, as the next prompt tells it, and what was done here already."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from appagent.agent.observe import Look
from appagent.prompts import data
from appagent.screen.change import Change

KEPT = 30  # lines of history in a prompt; the latest summary stands for the rest
TOLD = 3  # things named of a change in the history
LISTED = 24  # and where it is judged
STUCK = 4  # the same action on exactly the same screen, so often, ends a run


@dataclass
class Past:
    """The steps so far, one line each: `3. tap button "Save" | new screen`."""

    lines: list[str] = field(default_factory=list)
    summary: str = ""
    _open: bool = False  # the last action has no outcome yet
    _here: Counter[tuple[str, str]] = field(default_factory=Counter)

    def did(self, now: Look, words: str) -> None:
        """Remember an action and the exact state of the screen it was done on."""
        self.lines.append(f"{len(self.lines) + 1}. {words}")
        self._here[_state(now), words] += 1
        self._open = True

    def came(self, outcome: str) -> None:
        """Say what the last action led to."""
        if self._open:
            self.lines[-1] += f" | {outcome}"
            self._open = False

    def times(self, now: Look, words: str) -> int:
        """How often this was done on a screen that looked exactly so."""
        return self._here[_state(now), words]

    def notice(self, now: Look) -> str:
        """A word to the model where it has been on exactly this screen before."""
        state = _state(now)
        again = [f"{words} ({n}x)" for (at, words), n in self._here.items() if at == state]
        if not again:
            return ""
        return data(
            f"Note: on exactly this screen you already did: {'; '.join(again)}. "
            "It brought you back here: choose another action."
        )

    @property
    def stuck(self) -> bool:
        return any(n >= STUCK for n in self._here.values())

    def text(self) -> str:
        if not self.lines:
            return "nothing yet"
        told = [data(line) for line in self.lines[-KEPT:]]
        if len(self.lines) > KEPT:
            told.insert(0, f"(in short, before these: {data(self.summary)})")
        return "\n".join(told)


def outcome(change: Change) -> str:
    """A change in the words of the history."""
    if change.nothing:
        return "nothing changed"
    if change.app_changed:
        return "left the app"
    if change.screen_changed:
        return "new screen"
    told = [f"changed: {text}" for text in change.changed[:TOLD]]
    if change.appeared:
        told.append(f"appeared: {', '.join(change.appeared[:TOLD])}")
    if change.vanished:
        told.append(f"vanished: {', '.join(change.vanished[:TOLD])}")
    return "; ".join(told) or "the picture changed"


def told(change: Change) -> tuple[str, ...]:
    """A change line by line, for the trail and for the question what it means."""
    if change.nothing:
        return ("nothing",)
    lines = [
        f"share: {change.share:.0%}",
        f"screen: {'another' if change.screen_changed else 'the same'}",
    ]
    if change.app_changed:
        lines.append("app: another")
    if change.appeared:
        lines.append(f"appeared: {', '.join(change.appeared[:LISTED])}")
    if change.vanished:
        lines.append(f"vanished: {', '.join(change.vanished[:LISTED])}")
    lines += [f"changed: {text}" for text in change.changed[:LISTED]]
    return tuple(lines)


def _state(now: Look) -> str:
    return "\n".join((now.screen.app.package, *now.elements))
