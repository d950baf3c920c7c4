"""What a session writes of its steps, and writes anew without a secret that became known later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from appagent.agent.observe import Observation
from appagent.knowledge.store import DocStore
from appagent.screen.overlay import cover_jpeg
from appagent.screen.values import Element
from appagent.secrets import Secrets
from appagent.trail import Step, Trail


class _Shown(NamedTuple):
    """What a picture in the trail shows."""

    elements: Sequence[Element]
    scale: float  # px of the picture for one of the screen
    taken_at: datetime


class Written:
    """The steps and pictures in a trail, and the documents that were learned."""

    def __init__(self, trail: Trail, store: DocStore, secrets: Secrets) -> None:
        self._trail, self._store, self._secrets = trail, store, secrets
        self._pictures: dict[str, _Shown] = {}
        secrets.when_known(self._anew)

    def step(self, step: Step) -> Step:
        """The step as it now stands in the trail."""
        told = self._secrets.hide_in_step(step)
        self._trail.write(told)
        return told

    def picture(self, name: str, seen: Observation) -> str:
        """The file of a picture that now lies in the trail."""
        screen = seen.screen
        elements = [e for e in (*screen.elements, *screen.shapes) if e.name or e.text or e.value]
        shown = _Shown(elements, seen.picture.width / screen.size.width, screen.taken_at)
        file = self._trail.image(name, self._cover(seen.picture.jpeg, shown))
        self._pictures[file] = shown
        return file

    def last(self, seen: Observation) -> str:
        """The file of a picture of what was seen at the end, written if no step has one."""
        taken_at = seen.screen.taken_at
        files = (file for file, shown in self._pictures.items() if shown.taken_at == taken_at)
        return next(files, "") or self.picture("last", seen)

    def _cover(self, jpeg: bytes, shown: _Shown) -> bytes:
        places = self._secrets.showing(shown.elements)
        return cover_jpeg(jpeg, [place.scale(shown.scale) for place in places])

    def _anew(self) -> None:
        """Write everything again. Raises: `SetupError`, `StoreError`."""
        self._trail.rewrite(self._secrets.hide_in_step)
        for file, shown in self._pictures.items():
            if self._secrets.showing(shown.elements):
                name = file.removesuffix(".jpg")
                self._trail.image(name, self._cover(self._trail.read_image(file), shown))
        self._store.rewrite(self._secrets.hide, self._secrets.hide_in_title)
