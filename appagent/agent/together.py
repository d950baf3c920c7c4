"""What phones share that explore an app at the same time: what one learns, the others know at their
next step. One phone alone has it for itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from threading import Lock

from appagent.agent.deeds import Deeds
from appagent.agent.frontier import Ground
from appagent.agent.known import Known
from appagent.agent.mapping import Mapper


@dataclass
class Together:
    """An exploration by one phone or several, of so many steps in all."""

    steps: int  # that are left
    ground: Ground = field(default_factory=Ground)
    known: Known = field(default_factory=Known)
    _first: tuple[Deeds, Mapper] | None = None  # of the phone that began first
    _lock: Lock = field(default_factory=Lock)

    def take_step(self) -> bool:
        """Whether a step was left; it is not any more."""
        with self._lock:
            left = self.steps > 0
            self.steps -= left
            return left

    def give_back(self) -> None:
        """A step was the phone's own, and costs nothing."""
        with self._lock:
            self.steps += 1

    def join(self, deeds: Deeds, mapper: Mapper) -> None:
        """Let a phone know what the others ask and were told, and they what this one is."""
        with self._lock:
            if self._first is None:
                self._first = deeds, mapper
            else:
                deeds.share(self._first[0])
                mapper.share(self._first[1])
