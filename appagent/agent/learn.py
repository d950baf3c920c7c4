"""Learn from one move: judge it by the screens before and after, and write a document."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from appagent.actions.gestures import Move
from appagent.actions.replies import Documentation, Reflection
from appagent.agent.ask import ask
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Effect, Turn
from appagent.errors import ReplyInvalid
from appagent.exchange import Picture
from appagent.knowledge.element import ElementDoc, Source
from appagent.knowledge.store import Provenance
from appagent.prompts import escape, escape_attribute, fill
from appagent.screen.nameless import is_nameless
from appagent.screen.values import Element, Use

LETTERS = "abcdefgh"  # of the notes of others that a model is shown
_LETTER = re.compile(r"\W*([a-h])\W*(?::.*)?", re.IGNORECASE | re.DOTALL)


def reflect(session: Session, draft: Draft, goal: str) -> Reflection:
    """The model's judgement of the draft's move. It is not asked if nothing changed.

    Raises: `ModelError`.
    """
    if draft.turn.effect.change.nothing:
        return Reflection(decision="INEFFECTIVE", thought="nothing changed on the screen")
    decision = draft.turn.decision
    thought = session.secrets.hide_typed(decision.thought if decision else "")
    blocks = _blocks(session, draft.turn, goal, "auto")
    prompt = fill("reflect", thought=escape(thought), **blocks)

    def complete(judged: Reflection) -> Reflection:
        if judged.decision != "INEFFECTIVE" and not (judged.documentation or "").strip():
            raise ReplyInvalid(f"{judged.decision} without documentation: say what it does", "")
        return judged

    judged = ask(session, draft, prompt, _pictures(draft.turn.effect), Reflection, complete)
    session.secrets.expect(f"{judged.thought}\n{judged.documentation}")
    return judged


def reflect_on_demo(session: Session, draft: Draft, turn: Turn, goal: str) -> Documentation:
    """The model's description of a person's move. Raises: `ModelError`."""
    prompt = fill("document", **_blocks(session, turn, goal, "demo"))
    return ask(session, draft, prompt, _pictures(turn.effect), Documentation, lambda said: said)


def keep(
    session: Session,
    draft: Draft,
    said: Reflection | Documentation,
    source: Source,
    turn: Turn | None = None,
) -> None:
    """Write or refine the document for the element of a move, of `turn` or else of the draft. If
    other elements do the same, it becomes theirs too. The draft tells what was written."""
    turn = turn or draft.turn
    text = session.secrets.hide(said.documentation or "")
    move, before, _, _ = turn.effect
    if move.use is None or move.element is None or not text.strip():
        return
    package = before.screen.app.package
    letter = _LETTER.fullmatch(said.like or "")
    like = _others(session, turn, source).get(letter[1].lower()) if letter else None
    path = session.store.record(
        package,
        _to_learn(session, move, said),
        before.page,
        move.use,
        text,
        provenance(session, package, source),
        like,
        said.danger,
        obvious=said.obvious,
    )
    draft.add(doc=f"{path.name} {move.use}: {text}")


def _to_learn(session: Session, move: Move, said: Reflection | Documentation) -> Element:
    """The element of a move; without a name on the screen, with the one that the model gave it, if
    what it did then seemed right."""
    element = move.element
    assert element is not None
    fitted = isinstance(said, Reflection) and said.decision in ("SUCCESS", "CONTINUE")
    given = getattr(move.action, "name", "") if fitted and is_nameless(element) else ""
    learned = " ".join(given.split()) or element.learned
    hide = session.secrets.hide
    return replace(element, name=hide(element.name), learned=hide(learned))


def like_known(session: Session, turn: Turn, known: Reflection) -> Reflection:
    """What is known of a move, with the letter of the other row that the note is of."""
    others, use = _others(session, turn, "auto"), turn.effect.move.use
    letters = (
        letter for letter, doc in others.items()
        if use and doc.uses[use]["auto"].text == known.documentation
    )  # fmt: skip
    return known.model_copy(update={"like": next(letters, None)})


def contradict(session: Session, turn: Turn) -> None:
    """Count against a document that the move it describes did nothing."""
    move, before, _, _ = turn.effect
    if move.use is not None and move.element is not None:
        package = before.screen.app.package
        session.store.contradict(
            package, move.element, before.page, move.use, provenance(session, package, "auto")
        )


def provenance(session: Session, package: str, source: Source) -> Provenance:
    """Where a note comes from: its source, the app's version, the language, the day."""
    device = session.device
    today = datetime.now(UTC).date()
    return Provenance(source, device.version(package), device.language(), today)


def _blocks(session: Session, turn: Turn, goal: str, source: Source) -> dict[str, str]:
    """The blocks that both prompts about a move share."""
    move, before, after, change = turn.effect
    apps = (before.screen.app.package, after.screen.app.package)
    others = _others(session, turn, source)
    notes = [_line(letter, doc, move.use, source) for letter, doc in others.items() if move.use]
    # What holds for others is no note of its own.
    note = session.store.note(apps[0], move.element, move.use, before.page, [source])
    own = note.text if note and not notes else "none"
    return {
        "task": session.secrets.hide(goal),  # a judgement needs no password
        "action": escape(move.words),
        "old": escape("\n".join([own, *notes])),
        "app": " -> ".join(map(escape_attribute, dict.fromkeys(apps))),
        "change": escape("\n".join(change.lines)),
    }


def _pictures(effect: Effect) -> Sequence[Picture]:
    sides = ("Before:", effect.before), ("After:", effect.after)
    return [replace(p, caption=caption) for caption, seen in sides for p in seen.pictures]


def _others(session: Session, turn: Turn, source: Source) -> dict[str, ElementDoc]:
    """The documents of similar elements, by letter; {} if this source knows the element itself."""
    move, before, _, _ = turn.effect
    if move.use is None or move.element is None:
        return {}
    package = before.screen.app.package
    docs = session.store.candidates(package, move.element, before.page, move.use, source)
    return dict(zip(LETTERS, docs, strict=False))


def _line(letter: str, doc: ElementDoc, use: Use, source: Source) -> str:
    """One line of the notes: `a: of "Wi-Fi": "Opens the networks in reach."`."""
    name = f"of {_quote(doc.called)}" if doc.called else "of several"
    return f"{letter}: {name}: {_quote(doc.uses[use][source].text)}"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
