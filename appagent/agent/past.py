"""What was done so far, as the next prompt tells it, and what was done here already."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from appagent.agent.observe import Look
from appagent.config import See
from appagent.prompts import escape
from appagent.screen.change import Change, same_thumbnail
from appagent.screen.values import Image

KEPT = 30  # lines of history in a prompt
TOLD = 3  # things named of a change in the history
LISTED = 24  # and where it is judged
STUCK = 4  # the same action on exactly the same screen, so often, ends a run


@dataclass
class State:
    """One exact state of a screen, and what was done there."""

    text: str
    thumbnail: Image
    done: Counter[str] = field(default_factory=Counter)

    def shows(self, now: Look) -> bool:
        return self.text == _text(now) and same_thumbnail(self.thumbnail, now.thumbnail)


@dataclass
class Past:
    """The steps so far, one line each: `3. tap button "Save" | new screen`."""

    lines: list[str] = field(default_factory=list)
    summary: str = ""
    plan: str = ""
    _open: bool = False  # the last action has no outcome yet
    _states: list[State] = field(default_factory=list)

    def did(self, now: Look, words: str) -> None:
        """Remember an action and the exact state of the screen it was done on."""
        self.lines.append(f"{len(self.lines) + 1}. {words}")
        self._at(now).done[words] += 1
        self._open = True

    def came(self, outcome: str) -> None:
        """Say what the last action led to."""
        if self._open:
            self.lines[-1] += f" | {outcome}"
            self._open = False

    def also(self, words: str) -> None:
        """Say something more of what the last action led to."""
        if self.lines:
            self.lines[-1] += f"; {words}"

    def notice(self, now: Look) -> str:
        """A word to the model where it has been on exactly this screen before."""
        done = self._at(now).done
        again = [f"{words} ({n}x)" for words, n in done.items()]
        if not again:
            return ""
        return escape(
            f"Note: on exactly this screen you already did: {'; '.join(again)}. "
            "It brought you back here: choose another action."
        )

    @property
    def stuck(self) -> bool:
        return any(n >= STUCK for state in self._states for n in state.done.values())

    def text(self) -> str:
        """The `<past>` block."""
        return "\n".join(escape(line) for line in self.lines[-KEPT:]) or "nothing yet"

    def memory(self) -> str:
        """The `<memory>` block: what the model itself wants to know at the next step."""
        told = [("so far", self.summary), ("plan", self.plan)]
        lines = [f"{what}: {escape(' '.join(said.split()))}" for what, said in told if said.strip()]
        return "\n".join(lines) or "nothing yet"

    def _at(self, now: Look) -> State:
        found = next((state for state in self._states if state.shows(now)), None)
        if found is None:
            found = State(_text(now), now.thumbnail)
            self._states.append(found)
        return found


def outcome(change: Change, see: See) -> str:
    """A change in the words of the history, for who sees so much of a screen."""
    if change.nothing:
        return "nothing changed"
    if see == "raw":
        return "the picture changed"
    if change.app_changed:
        return f"left the app for {change.app}"
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
        lines.append(f"app: {change.app}")
    if change.appeared:
        lines.append(f"appeared: {', '.join(change.appeared[:LISTED])}")
    if change.vanished:
        lines.append(f"vanished: {', '.join(change.vanished[:LISTED])}")
    lines += [f"changed: {text}" for text in change.changed[:LISTED]]
    return tuple(lines)


def _text(now: Look) -> str:
    return "\n".join((now.screen.app.package, *now.elements))
