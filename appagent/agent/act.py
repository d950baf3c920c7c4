"""From a decision to the phone: what may be done, and doing it once."""

from __future__ import annotations

from collections.abc import Sequence

from appagent.actions.gestures import resolve
from appagent.actions.verbs import AnyVerb, Exit, OpenApp, ShowGrid, Wait
from appagent.agent.observe import Look
from appagent.agent.past import Past
from appagent.agent.session import Record, Session, openable
from appagent.errors import AppNotFound, Correctable
from appagent.knowledge.docs import DocStore, Source
from appagent.screen.values import Use
from appagent.trail import Status


def known(store: DocStore, now: Look, sources: Sequence[Source]) -> dict[int, dict[Use, str]]:
    """What the docs say of each mark, by label and use."""
    package = now.screen.app.package
    docs: dict[int, dict[Use, str]] = {}
    for mark in now.view.marks if sources else ():
        doc = store.find(package, mark.element, now.page) if mark.element else None
        notes = {use: doc.note(use, sources) for use in doc.uses} if doc else {}
        if said := {use: note.text for use, note in notes.items() if note}:
            docs[mark.label] = said
    return docs


def attempt(session: Session, record: Record, past: Past, now: Look, action: AnyVerb) -> bool:
    """Do it; false where the phone could not and did nothing, which the model is told next."""
    try:
        perform(session, record, now, action)
    except (Correctable, AppNotFound) as err:  # the screen turned, a text cannot be typed, ...
        refuse(record, past, str(err), "ERROR")
        return False
    return True


def refuse(record: Record, past: Past, why: str, status: Status) -> None:
    """Say in the history and in the record why an action was not done."""
    past.came(f"refused: {why}")
    record.note(status=status, error=why)


def perform(session: Session, record: Record, now: Look, action: AnyVerb) -> None:
    """Do it on the phone, once."""
    match action:
        case Exit() | ShowGrid():
            return
        case Wait():
            session.device.wait(action.seconds)
        case OpenApp():
            session.device.launch(openable(session, action))
        case _:
            gesture = resolve(action, now.view)
            record.note(gesture=repr(gesture))
            session.device.perform(gesture)
