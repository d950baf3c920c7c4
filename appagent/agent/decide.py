"""Ask the model: the request of one step, and a reply that can be used."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from textwrap import shorten
from typing import TypeVar

from pydantic import BaseModel

from appagent.actions import coords
from appagent.actions.dsl import form
from appagent.actions.gestures import Move, resolve, under
from appagent.actions.verbs import AnyVerb, Decision, FreeForm, Kinds, OpenApp, decision_type
from appagent.agent.observe import Look, block
from appagent.agent.past import Past
from appagent.agent.record import Record, chosen
from appagent.agent.session import Session
from appagent.config import See
from appagent.device.launcher import find_package as known_app
from appagent.errors import AppNotFound, Correctable, ModelUseless, ReplyInvalid
from appagent.geometry import Size
from appagent.knowledge.docs import Source
from appagent.ports import Picture, Prompt
from appagent.prompts import digest, fill, verb_list
from appagent.trail import Problem

log = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)
Used = TypeVar("Used")

SHOWN: dict[See, str] = {
    "image+list": "as a picture with numbered elements and the same elements as text",
    "image": "as a picture with numbered elements",
    "list": "as text, a line for each numbered element",
    "clean+list": "as a picture and as text, a line for each element with its number",
    "raw": "as a picture",
}
CORRECTIONS = 3  # how often a reply that cannot be used goes back to the model


def request(
    name: str,
    session: Session,
    now: Look,
    past: Past,
    *,
    task: str,
    kinds: Kinds,
    sources: Sequence[Source],
    **more: str,
) -> Prompt:
    """The question what to do next on this screen, by one of `kinds`; `more` fills what the prompt
    `name` holds beside the rest."""
    pointed = coords.PROFILES[now.coords].instructions if now.coords else ""
    return fill(
        f"{name}_points" if pointed else name,
        shown=SHOWN[now.see],
        verbs=pointed or verb_list(kinds),
        task=task,
        past=past.text(),
        memory=past.memory(),
        app=now.screen.app.package,
        elements=block(now, known(session, now, sources)),
        notice=past.notice(now),
        **more,
    )


def known(session: Session, now: Look, sources: Sequence[Source]) -> dict[int, dict[str, str]]:
    """What the docs say of each mark, by label and use; of the cells of the grid, the first on each
    element. What was learned on another row says so beside the use."""
    package = now.screen.app.package
    docs: dict[int, dict[str, str]] = {}
    told: set[str] = set()
    for mark in now.view.marks if sources else ():
        element = mark.element or under(mark.bounds.center, now.view)
        if element is None or (mark.element is None and element.key in told):
            continue
        told.add(element.key)
        doc = session.store.find(package, element, now.page)
        notes = {use: doc.note(use, sources) for use in doc.uses} if doc else {}
        if said := {note.about(use): note.text for use, note in notes.items() if note}:
            docs[mark.label] = said
    return docs


def decide(
    session: Session, record: Record, past: Past, now: Look, prompt: Prompt, kinds: Kinds
) -> tuple[Decision, Move]:
    """A decision that can be carried out on this screen; it stands in the record and in the past.

    Raises: `ModelError`.
    """

    def usable(decision: Decision) -> tuple[Decision, Move]:
        return decision, meant(session, now, decision.action)

    def pointed(said: FreeForm) -> tuple[Decision, Move]:
        size = Size(now.picture.width, now.picture.height)
        return usable(coords.decision(said.words, now.coords, size, kinds))

    asked = partial(ask, session, record, prompt, now.pictures)
    decision, move = asked(FreeForm, pointed) if now.coords else asked(decision_type(kinds), usable)
    record.note(
        observation=decision.observation,
        thought=decision.thought,
        plan=decision.plan,
        summary=decision.summary,
    )
    chosen(session, record, move)
    past.summary = session.secrets.hide(decision.summary)
    past.plan = session.secrets.hide(decision.plan)
    past.did(now, form(move.action) if session.config.see == "raw" else move.words)
    return decision, move


def meant(session: Session, now: Look, action: AnyVerb) -> Move:
    """The move that an action is on this screen of this phone; an app that no package is called
    like is one for the launcher to find. Raises: `ActionImpossible`."""
    if isinstance(action, OpenApp):
        try:
            package = known_app(action.app, session.device.packages(), session.labels)
        except AppNotFound:
            return Move(action, icon=action.app)
        return Move(action, package=package)
    return resolve(action, now.view)


def ask(
    session: Session,
    record: Record,
    prompt: Prompt,
    pictures: Sequence[Picture],
    kind: type[T],
    usable: Callable[[T], Used],
) -> Used:
    """What `usable` makes of a reply of `kind`; it raises `Correctable` for one it cannot use.

    What is wrong with a reply goes back to the model, three times at most.
    Raises: `ModelUseless` after the last; `ModelError`.
    """
    sent = f"{prompt.system}{prompt.text}"
    if not record.values.get("prompt"):
        record.note(prompt=f"{prompt.name} {digest(prompt)}", prompt_bytes=len(sent.encode()))
    wrong: list[tuple[str, str]] = []
    while True:
        raw = ""
        try:
            reply = session.model.ask(prompt, pictures, kind, wrong)
            raw = reply.raw
            return usable(reply.value)
        except Correctable as err:
            raw = err.raw if isinstance(err, ReplyInvalid) and not raw else raw
            wrong.append((raw, str(err)))
            record.problems.append(Problem(reply=raw, problem=str(err)))
            log.info("reply %d cannot be used: %s", len(wrong), err)
            if len(wrong) > CORRECTIONS:
                said = shorten(repr(raw), 80, placeholder=" ...'")
                raise ModelUseless(
                    f"{session.model.name} gave {len(wrong)} replies in a row that cannot be "
                    f"used; to the last, {said}, it was told: {err}. Another model may do better; "
                    "the trail keeps them all, and -v shows what was wrong with each"
                ) from err
