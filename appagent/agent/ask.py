"""Ask the model: the question of one step, and a reply that can be used."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from textwrap import shorten
from typing import TypeVar

from pydantic import BaseModel

from appagent.actions import coords, dsl
from appagent.actions.decision import Decision, decision_type
from appagent.actions.gestures import Move, resolve
from appagent.actions.program import Program, check, from_here
from appagent.actions.replies import FreeForm
from appagent.actions.verbs import AnyVerb, Exit, Go, Kinds, OpenApp, Text
from appagent.agent.history import History
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.danger import Harm
from appagent.device.launcher import find_package
from appagent.errors import (
    ActionImpossible,
    AppNotFound,
    Correctable,
    ModelUseless,
    ReplyInvalid,
)
from appagent.exchange import Picture, Prompt
from appagent.geometry import Size
from appagent.ports import Model
from appagent.promptfiles import verb_list
from appagent.prompts import (
    SHOWN,
    MarkNotes,
    element_block,
    escape,
    escape_attribute,
    fill,
    phone_block,
)
from appagent.screen.describe import quote
from appagent.screen.proof import check_shown
from appagent.screen.reading import quoted
from appagent.screen.values import Element
from appagent.secrets import names_secret
from appagent.trail import Problem

log = logging.getLogger(__name__)
T = TypeVar("T", bound=BaseModel)
Used = TypeVar("Used")

WITHOUT = "do the rest, then exit(failed)"
CORRECTIONS = 3  # how often a reply that cannot be used goes back to the model
_CALL = re.compile(r"\b([A-Za-z_]+)\(([^\n]*)")
_TOLD = re.compile(
    r"(?<!\\)\\*+([\"'`])((?:.*?[^\\])??)\\*+\1|(?<!\\)\\*+[\"'`]([^\"'`]+)$|([^\s,\"'`()]+)"
)
_FIELD = re.compile(r'"(?:text|content|value)"\s*:\s*"((?:[^"\\]|\\.)*)')


def request(
    name: str,
    session: Session,
    seen: Observation,
    history: History,
    *,
    task: str,
    kinds: Kinds,
    notes: MarkNotes,
    limit: int | None,
    guarded: Mapping[int, Harm],
    **more: str,
) -> Prompt:
    """The prompt that asks for the next action on this screen, one of `kinds`. `limit` is the most
    steps, `notes` and `guarded` have the numbers that something is known of and that are not to be
    touched, and `more` fills the variables that only the prompt `name` has."""
    last, instead = ("end the task now", WITHOUT) if name == "run" else ("", "")
    pointing = coords.PROFILES[seen.coords].instructions if seen.coords else ""
    return fill(
        f"{name}_points" if pointing else name,
        shown=SHOWN[seen.see],
        verbs=pointing or verb_list(kinds),
        task=task,
        past=history.text(),
        memory=history.memory(),
        phone=phone_block(seen.screen, history.budget(limit, last)),
        app=escape_attribute(seen.screen.app.package),
        elements=element_block(seen.view, seen.see, notes, guarded),
        notice=history.notice(seen, instead),
        **{name: session.secrets.hide_typed(text) for name, text in more.items()},
    )


def decide(session: Session, draft: Draft, prompt: Prompt, kinds: Kinds, most: int = 1) -> Move:
    """Ask the model for the next move and put it in the draft, with its decision: one action, or a
    list of `most` with the moves to come. A password that it types becomes a secret.

    Raises: `ModelError`.
    """
    seen = draft.turn.before

    def usable(decision: Decision) -> tuple[Decision, Move]:
        said = decision.actions if most > 1 else decision.actions[:1]
        actions, move, skipped = begin(session, seen, check(Program(said), most=most))
        draft.add(came=skipped)
        return decision.model_copy(update={"actions": actions}), move

    def in_points(reply: FreeForm) -> tuple[Decision, Move]:
        size = Size(seen.picture.width, seen.picture.height)
        return usable(coords.decision(reply.text, seen.coords, size, kinds))

    put = partial(ask, session, draft, prompt, seen.pictures)
    kind = decision_type(kinds, several=most > 1)
    decision, move = put(FreeForm, in_points) if seen.coords else put(kind, usable)
    said = (decision.observation, decision.thought, decision.plan, decision.summary, decision.note)
    session.secrets.expect("\n".join(said))
    note_secret(session, move)
    draft.add(decision=decision, move=move)
    return move


def begin(
    session: Session, seen: Observation, program: Program
) -> tuple[Sequence[AnyVerb], Move, str]:
    """The actions of a program as they are done from this screen on, the move for the first, and
    what is left out before it. Passwords that it types become secrets.

    Raises: `ActionImpossible` where its first action, or a number in it, has no target here.
    """
    skipped: list[str] = []
    program = Program(from_here(_from_page(session, seen, program.actions), seen.view, skipped))
    for n, action in enumerate(program.all_actions):
        expect_secret(session, seen, action, now=n == 0)
    move, *_ = [
        resolve_move(session, seen, action)
        for n, action in enumerate(program.actions)
        if n == 0 or getattr(action, "element", None) is not None  # by a number of this screen
    ]
    ends = move.action
    if isinstance(ends, Exit) and ends.status == "done":
        check_shown(ends.if_shows, seen.screen)
        move = with_quotes(ends, seen)
    return program.actions, move, "; ".join(skipped)


def _from_page(
    session: Session, seen: Observation, actions: tuple[AnyVerb, ...]
) -> tuple[AnyVerb, ...]:
    """The actions without a walk to the page that is shown already."""
    first, *rest = actions
    arrived = isinstance(first, Go) and session.mapper.walk(first, seen).next(seen) is None
    return tuple(rest) if arrived and rest else actions


def expect_secret(session: Session, seen: Observation, action: AnyVerb, *, now: bool) -> None:
    """Register what an action would type into a password field, done `now` or later, and what was
    called a password. One whose field is not found may have meant any that is shown."""
    if not isinstance(action, Text) or not action.text:
        return
    named, field = bool(action.name.strip()), None
    if now or named or action.element is not None:  # else the field in focus is another by then
        with suppress(ActionImpossible):
            field = resolve(action, seen.view).element
    shown = [] if named and not now else _secret_fields(seen)  # else on a screen that comes
    is_secret = (field.secret if field else bool(shown)) or names_secret(action.name)
    if is_secret or session.secrets.is_called(action.text):
        key = field or next(iter(shown), None)
        session.secrets.expect_typing(action.text, key.key if key else "")


def _secret_fields(seen: Observation) -> list[Element]:
    return [element for element in seen.screen.elements if element.secret]


def expect_unread(session: Session, seen: Observation, reply: str) -> None:
    """Register what a reply that cannot be used calls a password; and what it may have meant to
    type, where a password field is shown."""
    session.secrets.expect(reply)
    if _secret_fields(seen):
        shown = {element.name for element in seen.screen.elements}
        for text in may_type(reply) - shown:
            session.secrets.expect_typing(text)


def note_secret(session: Session, move: Move) -> None:
    """Register what a move types into a password field as a secret."""
    action, element = move.action, move.element
    if isinstance(action, Text) and element is not None and element.secret and action.text:
        session.secrets.note_typing(element, action.text, appended=action.element is None)


def with_quotes(ends: Exit, seen: Observation) -> Move:
    """The move that ends a task, its answer with what it quotes of the page that is shown.

    Raises: `ActionImpossible` where the page does not say it.
    """
    return Move(ends.model_copy(update={"answer": quoted(ends.answer, seen.screen)}))


def resolve_move(session: Session, seen: Observation, action: AnyVerb) -> Move:
    """The move for an action on this screen. If an app's name fits no package, the launcher has to
    find it.

    Raises: `ActionImpossible`.
    """
    if isinstance(action, OpenApp):
        try:
            package = find_package(action.app, session.device.packages(), session.labels)
        except AppNotFound:
            return Move(action, icon=action.app)
        return Move(action, package=package)
    if isinstance(action, Go):
        if move := session.mapper.walk(action, seen).next(seen):
            return move
        raise ActionImpossible(f"{quote(action.page)} is the page that is shown")
    return resolve(action, seen.view)


def ask(
    session: Session,
    draft: Draft,
    prompt: Prompt,
    pictures: Sequence[Picture],
    kind: type[T],
    usable: Callable[[T], Used],
) -> Used:
    """Ask for a reply of `kind`, as `converse` does. The draft keeps its first prompt, and each
    reply that could not be used.

    Raises: `ModelError`.
    """
    if draft.turn.prompt is None:
        draft.add(prompt=prompt)
    return converse(session.model, prompt, pictures, kind, usable, noting(session, draft))


def noting(session: Session, draft: Draft) -> Callable[[Sequence[Problem]], None]:
    """What `converse` tells of the replies that cannot be used: the draft keeps them, and what they
    may hold of a password is a secret."""
    keep = keeping(draft)

    def note(problems: Sequence[Problem]) -> None:
        expect_unread(session, draft.turn.before, problems[-1].reply)
        keep(problems)

    return note


def keeping(draft: Draft) -> Callable[[Sequence[Problem]], None]:
    """The same of a question that shows no screen: the draft keeps them."""
    earlier = draft.turn.problems

    def note(problems: Sequence[Problem]) -> None:
        draft.add(problems=(*earlier, *problems))

    return note


def converse(
    model: Model,
    prompt: Prompt,
    pictures: Sequence[Picture],
    kind: type[T],
    usable: Callable[[T], Used],
    note: Callable[[Sequence[Problem]], None],
) -> Used:
    """Ask a model for a reply of `kind`; returns what `usable` makes of it.

    `usable` raises `Correctable` for a reply that it cannot use. The model is told what was wrong
    and asked again, three times at most; `note` gets what was wrong so far, and whether it was put
    right.
    Raises: `ModelUseless` after the last; `ModelError`.
    """
    wrong: list[tuple[str, str]] = []
    problems: list[Problem] = []
    while True:
        raw = ""
        try:
            reply = model.ask(prompt, pictures, kind, wrong)
            raw = reply.raw
            used = usable(reply.value)
        except Correctable as err:
            raw = err.raw if isinstance(err, ReplyInvalid) and not raw else raw
            wrong.append((raw, escape(str(err))))  # it may quote the screen
            problems.append(Problem(reply=raw, problem=str(err)))
            note(problems)
            log.info("reply %d cannot be used: %s", len(wrong), err)
            if len(wrong) > CORRECTIONS:
                last = shorten(repr(raw), 80, placeholder=" ...'")
                raise ModelUseless(
                    f"{model.name} gave {len(wrong)} unusable replies in a row, the last "
                    f"one {last} ({err}): try another model; the trail holds all the replies"
                ) from err
        else:
            if problems:
                note([each.model_copy(update={"corrected": True}) for each in problems])
            return used


def may_type(reply: str) -> set[str]:
    """What a reply that cannot be read may have meant to type, to keep it secret: texts in calls
    that type, or are no verb of ours, and that of a JSON action, also of one that was cut off."""
    found: set[str] = set()
    for call in _CALL.finditer(reply):
        if not dsl.takes_name(call[1]):
            inside = call[2].partition(")" if call[2].count(")") == 1 else "\n")[0]
            found |= {next(filter(None, told.groups()[1:]), "") for told in _TOLD.finditer(inside)}
    for told in (reply, reply.replace('\\"', '"')):  # a JSON object inside of a string
        for field in _FIELD.finditer(told):
            found.update(_unescaped(field[1]))
    return found - {""}


def _unescaped(told: str) -> Iterator[str]:
    yield told
    with suppress(ValueError):
        yield json.loads(f'"{told}"', strict=False)
