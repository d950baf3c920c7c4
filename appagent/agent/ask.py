"""Ask the model: the question of one step, and a reply that can be used."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from textwrap import shorten
from typing import TypeVar

from pydantic import BaseModel

from appagent.actions import coords
from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import AnyVerb, Decision, FreeForm, Kinds, OpenApp, Text, decision_type
from appagent.agent.history import History
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.device.launcher import find_package
from appagent.errors import AppNotFound, Correctable, ModelUseless, ReplyInvalid
from appagent.exchange import Picture, Prompt
from appagent.geometry import Size
from appagent.knowledge.element import Source
from appagent.prompts import SHOWN, element_block, fill, verb_list
from appagent.trail import Problem

log = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)
Used = TypeVar("Used")

CORRECTIONS = 3  # how often a reply that cannot be used goes back to the model


def request(
    name: str,
    session: Session,
    seen: Observation,
    history: History,
    *,
    task: str,
    kinds: Kinds,
    sources: Sequence[Source],
    **more: str,
) -> Prompt:
    """The question what to do next on this screen, by one of `kinds`; `more` fills what the prompt
    `name` holds beside the rest."""
    pointing = coords.PROFILES[seen.coords].instructions if seen.coords else ""
    return fill(
        f"{name}_points" if pointing else name,
        shown=SHOWN[seen.see],
        verbs=pointing or verb_list(kinds),
        task=task,
        past=history.text(),
        memory=history.memory(),
        app=seen.screen.app.package,
        elements=element_block(
            seen.view, seen.lines, seen.see, session.store.mark_notes(seen.view, seen.page, sources)
        ),
        notice=history.notice(seen),
        **more,
    )


def decide(session: Session, draft: Draft, prompt: Prompt, kinds: Kinds) -> Move:
    """The move that the model decides on; it stands in the draft with its decision. A password that
    it types is a secret from here on.

    Raises: `ModelError`.
    """
    seen = draft.turn.before

    def usable(decision: Decision) -> tuple[Decision, Move]:
        return decision, meaning(session, seen, decision.action)

    def in_points(reply: FreeForm) -> tuple[Decision, Move]:
        size = Size(seen.picture.width, seen.picture.height)
        return usable(coords.decision(reply.text, seen.coords, size, kinds))

    put = partial(ask, session, draft, prompt, seen.pictures)
    decision, move = put(FreeForm, in_points) if seen.coords else put(decision_type(kinds), usable)
    note_secret(session, move)
    draft.add(decision=decision, move=move)
    return move


def note_secret(session: Session, move: Move) -> None:
    """Keep what a move types into a password field out of all that is written from now on."""
    action, element = move.action, move.element
    if isinstance(action, Text) and element is not None and element.secret and action.text:
        session.secrets.add(action.text)


def meaning(session: Session, seen: Observation, action: AnyVerb) -> Move:
    """The move that an action comes to on this screen of this phone; an app that no package is
    called like is one for the launcher to find.

    Raises: `ActionImpossible`.
    """
    if isinstance(action, OpenApp):
        try:
            package = find_package(action.app, session.device.packages(), session.labels)
        except AppNotFound:
            return Move(action, icon=action.app)
        return Move(action, package=package)
    return resolve(action, seen.view)


def ask(
    session: Session,
    draft: Draft,
    prompt: Prompt,
    pictures: Sequence[Picture],
    kind: type[T],
    usable: Callable[[T], Used],
) -> Used:
    """What `usable` makes of a reply of `kind`; it raises `Correctable` for one it cannot use.

    What is wrong with a reply goes back to the model, three times at most.
    Raises: `ModelUseless` after the last; `ModelError`.
    """
    if draft.turn.prompt is None:
        draft.add(prompt=prompt)
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
            draft.add(problems=(*draft.turn.problems, Problem(reply=raw, problem=str(err))))
            log.info("reply %d cannot be used: %s", len(wrong), err)
            if len(wrong) > CORRECTIONS:
                last = shorten(repr(raw), 80, placeholder=" ...'")
                raise ModelUseless(
                    f"{session.model.name} gave {len(wrong)} replies in a row that cannot be "
                    f"used; to the last, {last}, it was told: {err}. Another model may do better; "
                    "the trail keeps them all, and -v shows what was wrong with each"
                ) from err
