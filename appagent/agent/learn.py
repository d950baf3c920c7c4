"""What one action taught: before, after, a judgement, and the document that comes of it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

from appagent.actions.gestures import Move
from appagent.actions.verbs import Documentation, Reflection
from appagent.agent.decide import ask
from appagent.agent.guard import noted
from appagent.agent.observe import Look
from appagent.agent.past import told
from appagent.agent.record import Record
from appagent.agent.session import Session, Tally
from appagent.errors import ReplyInvalid
from appagent.knowledge.docs import ElementDoc, Note, Provenance, Source
from appagent.ports import Picture
from appagent.prompts import escape, fill
from appagent.screen.change import Change
from appagent.screen.values import Element, Use

LETTERS = "abcdefgh"  # of the notes of others that a model is told
_LETTER = re.compile(r"\W*([a-h])\W*(?::.*)?", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Deed:
    """One action with the screens on both sides of it."""

    move: Move
    before: Look
    after: Look
    change: Change
    thought: str = ""
    plan: str = ""

    @property
    def element(self) -> Element | None:
        return self.move.element

    @property
    def use(self) -> Use | None:
        """What a document about it would be about; None where nothing was touched."""
        return self.move.use

    @property
    def pictures(self) -> list[Picture]:
        sides = ("Before:", self.before), ("After:", self.after)
        return [replace(p, caption=caption) for caption, look in sides for p in look.pictures]


def reflect(session: Session, record: Record, deed: Deed, goal: str) -> Reflection:
    """What the action did. Where nothing changed the model is not asked."""
    if deed.change.nothing:
        return Reflection(decision="INEFFECTIVE", thought="nothing changed on the screen")
    prompt = fill(
        "reflect",
        thought=escape(session.secrets.hide(deed.thought)),
        **_told(session, deed, goal, "auto"),
    )

    def whole(judged: Reflection) -> Reflection:
        if judged.decision != "INEFFECTIVE" and not (judged.documentation or "").strip():
            raise ReplyInvalid(f"{judged.decision} without documentation: say what it does", "")
        return judged

    return ask(session, record, prompt, deed.pictures, Reflection, whole)


def document(session: Session, record: Record, deed: Deed, goal: str) -> Documentation:
    """What a person's action was good for."""
    prompt = fill("document", **_told(session, deed, goal, "demo"))
    return ask(session, record, prompt, deed.pictures, Documentation, lambda said: said)


def _told(session: Session, deed: Deed, goal: str, source: Source) -> dict[str, str]:
    """The blocks that both questions about a deed hold."""
    before, after = deed.before.screen.app.package, deed.after.screen.app.package
    others = [
        _lettered(letter, doc, deed.use, source)
        for letter, doc in _others(session, deed, source).items()
        if deed.use
    ]
    # What holds for others is no note of its own.
    known = None if others else _known(session, deed.before, deed.move, [source])
    return {
        "task": goal,
        "action": escape(deed.move.words),
        "old": escape("\n".join([known.text if known else "none", *others])),
        "app": before if before == after else f"{before} -> {after}",
        "change": escape("\n".join(told(deed.change))),
    }


def _known(session: Session, now: Look, move: Move, sources: Sequence[Source]) -> Note | None:
    """What these sources know of a move's element and use; None for nothing."""
    if move.use is None or move.element is None:
        return None
    doc = session.store.find(now.screen.app.package, move.element, now.page)
    return doc.note(move.use, sources) if doc else None


def _others(session: Session, deed: Deed, source: Source) -> dict[str, ElementDoc]:
    """By letter, what this source knows of others that the deed's element may be like, where it
    knows nothing of that element itself."""
    if deed.use is None or deed.element is None:
        return {}
    package = deed.before.screen.app.package
    docs = session.store.others(package, deed.element, deed.before.page, deed.use, source)
    return dict(zip(LETTERS, docs, strict=False))


def _lettered(letter: str, doc: ElementDoc, use: Use, source: Source) -> str:
    """One line of the notes: `a: of "Wi-Fi": "Opens the networks in reach."`."""
    called = f"of {_quoted(doc.called)}" if doc.called else "of several"
    return f"{letter}: {called}: {_quoted(doc.uses[use][source].text)}"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def keep(
    session: Session,
    record: Record,
    tally: Tally,
    deed: Deed,
    said: Reflection | Documentation,
    source: Source,
) -> None:
    """Write or refine the document of the deed's element, or of all that are found to do so."""
    text = said.documentation or ""
    if deed.use is None or deed.element is None or not text.strip():
        return
    package = deed.before.screen.app.package
    letter = _LETTER.fullmatch(said.like or "")
    like = _others(session, deed, source).get(letter[1].lower()) if letter else None
    path = session.store.record(
        package,
        deed.element,
        deed.before.page,
        deed.use,
        text,
        learned(session, package, source),
        like,
    )
    tally.docs_written += 1
    record.note(doc=f"{path.name} {deed.use}: {text}")


def contradict(session: Session, deed: Deed) -> None:
    """Count that the deed did nothing although a document says what it does."""
    if deed.use is not None and deed.element is not None:
        package = deed.before.screen.app.package
        session.store.contradict(
            package, deed.element, deed.before.page, deed.use, learned(session, package, "auto")
        )


def learned(session: Session, package: str, source: Source) -> Provenance:
    device = session.device
    today = datetime.now(UTC).date()
    return Provenance(source, device.version(package), device.language(), today)


def warned(session: Session, now: Look, move: Move, sources: Sequence[Source]) -> str:
    """The danger that the documents tell of for a move: "call", "delete"; "" for none."""
    note = _known(session, now, move, sources) if sources else None
    return noted(note.text) if note else ""
