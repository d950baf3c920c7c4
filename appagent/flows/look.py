"""Find on the screen what a selector means, and wait for it as long as a command allows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol, TypeVar

from appagent.errors import FlowFailed
from appagent.flows.language import Selector
from appagent.flows.select import select
from appagent.flows.write import told
from appagent.screen.describe import quote
from appagent.screen.nodes import Node
from appagent.screen.values import View
from appagent.suggest import did_you_mean, near

T = TypeVar("T")

_SPARE_S = 7
"""How long, at most, what may be missing is looked for: what is optional, or the condition of
something. What must be there is looked for as long as the stage says, in Maestro 17 s."""
PAUSE_S = 1  # between two looks: each takes a phone a second or two
LOOKS = 3  # at least, however long they take
_SHOWN = 12  # names that a message tells
_ANCHORS = ("child_of", "below", "above", "left_of", "right_of")


class Stage(Protocol):
    """What a flow is played on."""

    @property
    def view(self) -> View:
        """The screen as it was last seen."""

    @property
    def wait_s(self) -> float:
        """How long what a command names is waited for."""

    @property
    def now_s(self) -> float:
        """The phone's time, s since any moment."""

    def look(self) -> None:
        """See the screen anew, once it is at rest."""

    def wait(self, seconds: float) -> None:
        """Let that much of the phone's time pass."""

    def say(self, text: str) -> None:
        """Tell who watches."""

    def keep(self, name: str) -> None:
        """Keep the picture of the screen under a name."""


class Sight:
    """What a flow sees. A limit counts from the last action, as in Maestro: what is not there some
    seconds after it is not waited for once more by each command."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage
        self.acted_s = stage.now_s  # when the last action was done
        self.look_s, self.spare_s = stage.wait_s, min(_SPARE_S, stage.wait_s)

    def shown(self, selector: Selector) -> list[Node]:
        """What it means on the screen that was last seen, the best first."""
        return select(selector, self._stage.view.screen.nodes)

    def find(self, selector: Selector, within_s: float) -> Node:
        """What it means, once it is there. Raises: `FlowFailed`."""
        found = self.until(lambda: self.shown(selector), within_s)
        if not found:
            raise FlowFailed(self._missing(selector), seen=self._seen(selector))
        return found[0]

    def gone(self, selector: Selector, within_s: float) -> None:
        """Wait until nothing is what it means. Raises: `FlowFailed`."""
        if not self.until(lambda: not self.shown(selector), within_s):
            raise FlowFailed(f"what {_meant(selector)} is still there")

    def until(self, holds: Callable[[], T], within_s: float, since_s: float | None = None) -> T:
        """What `holds` gives: the first that counts, or the last after the limit."""
        since_s = self.acted_s if since_s is None else since_s
        looks = 1
        while not (held := holds()):
            if self._stage.now_s - since_s >= within_s and looks >= LOOKS:
                break
            self._stage.wait(PAUSE_S)
            self._stage.look()
            looks += 1
        return held

    def _missing(self, selector: Selector) -> str:
        """What of a selector is not there."""
        for anchor in filter(None, (getattr(selector, side) for side in _ANCHORS)):
            if not self.shown(anchor):
                return self._missing(anchor)
        some = replace(selector, index=None)
        if selector.index is not None and (found := self.shown(some)):
            return f"there are only {len(found)} here of what {_meant(some)}"
        bare = Selector(text=selector.text, id=selector.id)
        if bare not in (Selector(), some) and self.shown(bare):
            return f"what {_meant(bare)} is here, but nothing is {told(selector)}{self._hint(some)}"
        wanted = selector.id or selector.text
        near_ones = near(wanted, self._names(selector)) if wanted else []
        return f"nothing here {_meant(selector)}{did_you_mean(map(quote, near_ones))}"

    def _hint(self, selector: Selector) -> str:
        """How to say that a switch is on, where a text is meant that stands beside it."""
        texts = self.shown(replace(selector, checked=None))
        if selector.checked is None or any(node.has("checkable") for node in texts):
            return ""
        return "; a text is never checked: name the switch in its row, as docs/flows.md shows"

    def _seen(self, selector: Selector) -> str:
        """What is there."""
        names = self._names(selector)
        some = ", ".join(map(quote, names[:_SHOWN])) or "nothing that is called anything"
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        return f"the screen has {some}{more}"

    def _names(self, selector: Selector) -> list[str]:
        """The ids, or the texts, that a selector may mean here."""
        nodes = self._stage.view.screen.nodes
        ids = (node.resource_id.rpartition("/")[2] for node in nodes)
        texts = (text for n in nodes for text in (n.text, n.hint, n.description))
        return list(dict.fromkeys(filter(str.strip, ids if selector.id else texts)))


def _meant(selector: Selector) -> str:
    """What a selector says of an element: `says "Save"`."""
    if selector == Selector(text=selector.text):
        return f"says {quote(selector.text)}"
    if selector == Selector(id=selector.id):
        return f"has the id {quote(selector.id)}"
    return f"is {told(selector)}"
