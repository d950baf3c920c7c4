"""What this phone's docs and map tell of a control: what it was seen to do, and where it led. What
an imported pack says is left out, and a web page: a stranger's word may guard, and free nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from appagent.agent.mapping import Mapper
from appagent.agent.observe import Observation
from appagent.guard import WINDOWS, Asked
from appagent.knowledge.docs import Documents
from appagent.knowledge.element import Note, Source
from appagent.knowledge.map import Page
from appagent.screen.describe import quote
from appagent.screen.keys import is_whole_row, row_of
from appagent.screen.pages import page_kind
from appagent.screen.values import Element, Use

_TRIED: Sequence[Source] = ("auto", "demo")
_NAMED = 6  # controls of a window that are told


@dataclass(frozen=True)
class Learned:
    """What some sources tell of controls; nothing without any."""

    store: Documents
    mapper: Mapper
    sources: Sequence[Source]

    def opens(self, asked: Asked, seen: Observation) -> bool:
        """Whether it was tried out, by an exploration or a person, and did no harm. In a window
        another question may have been answered by the same button."""
        tried = [each for each in self.sources if each in _TRIED]
        note = self._note(asked.element, asked.use, seen, tried)
        harmless = note is not None and note.danger is None and not note.learned_on
        return harmless and page_kind(seen.screen) not in WINDOWS

    def tell(self, asked: Asked, seen: Observation) -> Iterator[str]:
        """What is known of it, in quotes, a line each."""
        if text := self.note(asked.element, asked.use, seen):
            yield f"touched before: {quote(text, 200)}"
        if there := self._led_to(asked, seen):
            names = ", ".join(map(quote, _names(there)[:_NAMED]))
            yield f"led before to: {there.kind} {quote(there.name)}{names and f' with {names}'}"

    def note(self, e: Element | None, use: Use | None, seen: Observation) -> str:
        """The text of the note on a use of an element; "" where there is none that holds."""
        note = self._note(e, use, seen, self.sources)
        return note.text if note else ""

    def _note(
        self, e: Element | None, use: Use | None, seen: Observation, sources: Sequence[Source]
    ) -> Note | None:
        doc = self.store.find(seen.screen.app.package, e, seen.page) if e and sources else None
        note = doc.note(use, sources) if doc and use else None
        if doc is None or note is None or e is None or e.web:
            return None
        same = e.resource_id or doc.title == e.title or row_of(e.key)
        holds = not note.imported and note.contradicted < max(1, note.confirmed)
        return note if same and holds else None

    def _led_to(self, asked: Asked, seen: Observation) -> Page | None:
        """The page that its edge led to, if that did nothing for good; of a row, another's may have
        been walked."""
        e, use = asked.element, asked.use
        if e is None or use is None or is_whole_row(e) or e.web or not self.sources:
            return None
        known = self.mapper.known(seen)
        here = known.at(seen.page)
        same = [c for c in here.controls if c.key == e.key and use in c.edges] if here else []
        named = [c for c in same if c.row or c.by_id or e.title in (c.name, *c.also) or not c.name]
        edge = named[0].edges[use] if len(named) == 1 else None
        holds = edge and not (edge.danger or edge.failed or edge.back or edge.imported)
        return known.page(edge.to) if edge and holds else None


def _names(page: Page) -> list[str]:
    return [c.called for c in page.controls if c.called and "tap" in c.uses]
