"""Which of an app's documents are about an element.

Rows of one list share a key, and so do their parts: what is `called` tells them apart. A menu's
rows each have a document of their own; where another row was found to do the same, one document
holds for both, and for every row of its list, as long as most of those that were tried do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from appagent.knowledge.element import ElementDoc, alike
from appagent.screen.keys import SAME_SCREEN

Filed = tuple[str, ElementDoc]  # the name of its file, which a person may have changed


def fitting(filed: Iterable[Filed], sought: ElementDoc) -> list[Filed]:
    """Those on a screen that is alike, the likest first."""
    near = [(alike(doc, sought), (name, doc)) for name, doc in filed]
    return [pair for score, pair in sorted(near, key=lambda n: -n[0]) if score >= SAME_SCREEN]


def own(fits: Sequence[Filed], sought: ElementDoc) -> Filed | None:
    """The document of this very element, which an observation refines: one of its name, or a
    nameless one; of several alike in a row also one that stood elsewhere in it."""
    here = peers(fits, sought)
    if found := next((pair for pair in here if _same(pair[1], sought)), None):
        return found
    if sought.shared or not here:
        return None
    if not sought.called:
        return next(iter(here), None)
    moved = next((pair for pair in fits if pair[1].members & sought.members), None)
    return moved or next((pair for pair in here if not pair[1].members), None)


def holding(fits: Sequence[Filed], sought: ElementDoc) -> Filed | None:
    """The document that holds for this element: its own, else that of all rows, else that of most
    of the rows that were tried, where at least two do the same."""
    here = peers(fits, sought)
    found = own(fits, sought) or next((pair for pair in here if not pair[1].members), None)
    if not found and not sought.shared and len(here) == 1:
        return here[0]
    several = [pair for pair in here if pair[1].rows]
    if found or len(several) != 1:
        return found
    tried = sum(len(doc.members) for _, doc in here)
    return several[0] if len(several[0][1].members) * 2 > tried else None


def lone(fits: Sequence[Filed], sought: ElementDoc) -> ElementDoc | None:
    """What the only row does that was ever tried, each note with that row's name."""
    match peers(fits, sought):
        case [(_, doc)] if doc.called and doc.shared:
            return doc.model_copy(
                update={
                    "uses": {
                        use: {
                            source: note.model_copy(update={"of": doc.called})
                            for source, note in notes.items()
                        }
                        for use, notes in doc.uses.items()
                    }
                }
            )
        case _:
            return None


def peers(fits: Sequence[Filed], sought: ElementDoc) -> list[Filed]:
    """The documents of all that share the key."""
    return [pair for pair in fits if pair[1].key == sought.key]


def _same(one: ElementDoc, other: ElementDoc) -> bool:
    return not one.members.isdisjoint(other.members) or not (one.members or other.members)
