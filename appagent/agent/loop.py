"""The one loop: observe, decide, permit, perform, observe again, judge.

A run, an exploration and a demonstration are policies of it. They say who decides, what is allowed,
and what is learned.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from typing import Protocol

from appagent.actions.gestures import Move
from appagent.actions.surprise import broken_app
from appagent.actions.verbs import Each, Exit, Read, ScrollTo, ShowGrid, Wait, WaitFor, Zoom
from appagent.agent.aim import CHANGED, LOOKS, area, find, probe, set_again, tells_the_same
from appagent.agent.history import History
from appagent.agent.looks import next_row, read, scroll_to, wait_for
from appagent.agent.observe import Form, Observation
from appagent.agent.orders import Order, obey, open_app
from appagent.agent.sequence import Rest
from appagent.agent.session import Session
from appagent.agent.telling import tell
from appagent.agent.turn import Cost, Draft, Turn
from appagent.device.crashlog import crashes
from appagent.device.launcher import by_icon
from appagent.errors import (
    ActionImpossible,
    AppAgentError,
    AppNotFound,
    Correctable,
    DeviceGone,
    NobodyAnswers,
)
from appagent.geometry import Rect
from appagent.guard import Allow, Ask, Refuse, Verdict, could, side_effects
from appagent.outcome import INTERRUPTED, Ending
from appagent.screen.change import difference
from appagent.screen.describe import quote
from appagent.screen.values import Screen
from appagent.trail import Question


class Policy(Protocol):
    """What differs between a run, an exploration and a demonstration."""

    session: Session
    history: History

    @property
    def limit(self) -> int | None:
        """The most steps that are its own and not the phone's; None for no limit."""

    @property
    def keeps_after(self) -> bool:
        """Whether the trail stores the picture after each move."""

    def ready(self, seen: Observation) -> Observation | None:
        """The screen for the next step, or None to stop."""

    def decide(self, draft: Draft) -> Move:
        """Choose the next move and put it in the draft."""

    def verdict(self, draft: Draft) -> Verdict:
        """Whether the move of the draft is allowed on its screen."""

    def judge(self, draft: Draft) -> Observation:
        """Deal with the effect of the move: learn from it, look closer; returns the next screen."""

    def chart(self, draft: Draft) -> None:
        """Put the step of the draft on the map of its app."""

    def ending(self, turn: Turn) -> tuple[Ending, str] | None:
        """How the work ends after this turn, and its answer; None to go on."""


def loop(
    policy: Policy, rest: Rest | None = None, seen: Observation | None = None
) -> tuple[Ending, str]:
    """Take steps until the policy ends the work or the limit is reached. `rest`: where what is left
    of a reply is kept, for a policy that has to know of it. `seen`: the screen that the first move
    was decided on, where that was not now."""
    session, history = policy.session, policy.history
    seen, rest = seen or session.eyes.observe(), rest or Rest(session)
    while history.has_steps(policy.limit) or rest.in_row:
        ready = policy.ready(seen)
        if ready is None:
            return "done", ""
        history.steps += 1
        with drafting(session, history.steps, ready, keeps_after=policy.keeps_after) as draft:
            session.progress.looked(history.steps, ready)
            seen = step(policy, draft, rest)
            ahead = 0 if draft.turn.in_row else 1
            seen = rest.look_ahead(draft, seen, last=history.is_last(policy.limit, ahead))
            turn, now = draft.turn, draft.turn.after or seen
            if broken := broken_app(turn.move, turn.before.screen, now.screen):
                draft.add(crash=crashes(session.device, broken))
            policy.chart(draft)
        history.add(draft.turn)
        if ending := policy.ending(draft.turn):
            return ending
    return "step_limit", ""


def step(policy: Policy, draft: Draft, rest: Rest) -> Observation:
    """Take one step; returns the screen for the next one."""
    eyes, before = policy.session.eyes, draft.turn.before
    move = rest.take(draft) or _decided(policy, draft, rest)
    draft.loop = rest.loop
    if isinstance(move.action, Exit):
        return before
    if isinstance(move.action, ShowGrid | Zoom):
        form: Form = "grid" if isinstance(move.action, ShowGrid) else "full size"
        return eyes.show(before.screen, form)
    if (instead := aim(policy, draft)) is not None:
        return instead
    left_out = draft.turn.came
    made = perform(policy, draft, rest)
    after = eyes.observe()
    if not made:
        return after
    move, before = draft.turn.move or move, draft.turn.before
    for mend in (probe, set_again):
        again = mend(move, before.view, after.view)
        if again and again.gesture:
            policy.session.device.perform(again.gesture)
            after = eyes.observe()
    change = difference(before.screen, after.screen)
    earlier = policy.history.earlier(after)
    found = side_effects(move, change, before.screen, after.screen, earlier)
    came = tell(move, before.screen, after.screen, change, policy.history.behind(after))
    came = "; ".join(dict.fromkeys(filter(None, (left_out, draft.turn.came, came))))
    draft.add(after=after, change=change, came=came, side_effects=found)
    return policy.judge(draft)


def _decided(policy: Policy, draft: Draft, rest: Rest) -> Move:
    move = policy.decide(draft)
    return rest.begin(draft.turn, move) if draft.turn.decision else move


def aim(policy: Policy, draft: Draft) -> Observation | None:
    """Permit the move, then look again where it is to touch: what is no longer there is not
    touched, and what has come is permitted anew. Returns None where the move can be made, else the
    screen that is shown instead; the draft tells why."""
    eyes = policy.session.eyes
    place: Rect | None = None
    agreed: Screen | None = None  # what a person said yes to
    for n in range(LOOKS):
        was = draft.turn
        verdict = permit(policy, draft, agreed)
        turn = draft.add(verdict=verdict)
        if not isinstance(verdict, Allow):
            return eyes.observe()
        if turn.move is None or turn.move.gesture is None:
            return None
        took_time = (was.question, was.permissions) != (turn.question, turn.permissions)
        if not n or took_time:
            place = area(turn)
        agreed = turn.before.screen
        if place is not None and eyes.still(place, agreed):
            return None
        seen = eyes.observe()
        try:
            place = find(policy.session, draft, seen)
        except ActionImpossible as err:
            draft.add(error=f"{CHANGED}: {err}")
            return seen
    draft.add(error=f"{CHANGED}, and goes on changing")
    return seen


def permit(policy: Policy, draft: Draft, agreed: Screen | None = None) -> Verdict:
    """The policy's verdict. If it is to ask, the person is asked; a "no" is remembered. A yes of
    this step holds where the screen that it was said to, `agreed`, told the same."""
    verdict, person = policy.verdict(draft), policy.session.person
    if not isinstance(verdict, Ask):
        return verdict
    danger, denied = verdict.danger, policy.history.denied
    deed = could(danger, verdict.told)
    touched = f" at {_whole(verdict.touched)}" if verdict.touched else ""
    doing = f"{draft.turn.words}{touched}"
    asked = f"{doing} {verdict.text}"
    if asked in denied:
        return Refuse(f"{deed}, and {verdict.why}; this was refused before", danger)
    if person is None:
        denied.add(asked)
        return Refuse(f"{deed}, and {verdict.why}", danger)
    text = f", with the text {_whole(verdict.text)}" if verdict.text else ""
    deeds = ", and ".join((deed, *verdict.also))
    question = f"{doing}: this {deeds}{text}, and {verdict.why}. Do it?"
    same = agreed is not None and tells_the_same(agreed, draft.turn.before.screen)
    yes = same and draft.turn.question == Question(asked=question, answered="yes")
    if not yes:
        draft.add(question=Question(asked=question))
        try:
            yes = person.confirm(question)
        except NobodyAnswers:  # somebody may be there later
            return Refuse(f"{deed}, and {verdict.why}", danger)
        draft.add(question=Question(asked=question, answered="yes" if yes else "no"))
    if yes:
        return Allow(guarded=True)
    denied.add(asked)
    return Refuse(f"{deed}, and the person said no", danger)


def _later(policy: Policy, draft: Draft, seen: Observation, move: Move) -> Verdict:
    """The policy's verdict on a move that belongs to this step, on a later screen of it. A person
    is asked of the step alone: what needs one there ends it."""
    later = Draft(replace(draft.turn, before=seen, move=move), draft.loop)
    verdict = policy.verdict(later)
    draft.add(permissions=later.turn.permissions, problems=later.turn.problems)
    return verdict


def _whole(text: str) -> str:
    """The text quoted, on one line and all of it: it may be written like the rest of a question."""
    return quote(text, len(text))


@contextmanager
def drafting(session: Session, n: int, seen: Observation, *, keeps_after: bool) -> Iterator[Draft]:
    """A turn in the making. It is written to the trail when the block ends, even by an error."""
    draft = Draft(Turn(n, datetime.now(UTC), seen))
    clock, spent, traffic = time.monotonic(), session.model.spent, session.device.traffic
    try:
        yield draft
    except KeyboardInterrupt:
        draft.add(error=INTERRUPTED)
        raise
    except AppAgentError as err:
        draft.add(error=str(err))
        raise
    finally:
        used = session.model.spent - spent, session.device.traffic - traffic
        draft.add(cost=Cost(*used, time.monotonic() - clock))
        write(session, draft.turn, keeps_after=keeps_after)


def write(session: Session, turn: Turn, *, keeps_after: bool) -> None:
    """Write a turn and its pictures to the trail, and report it."""
    sides = {
        "seen": turn.decided_on or turn.before,
        "again": turn.before if turn.decided_on else None,
        "after": turn.after if keeps_after else None,
    }
    images = {
        side: session.written.picture(f"step-{turn.n:03d}-{side}", seen)
        for side, seen in sides.items()
        if seen is not None
    }
    session.progress.stepped(session.written.step(turn.record(images)))


def perform(policy: Policy, draft: Draft, rest: Rest) -> bool:
    """Make the move of the draft once; returns whether it worked. If not, the draft tells why.

    Raises: `DeviceError` if the phone cannot be used at all.
    """
    try:
        _perform(policy, draft, rest)
    except (Correctable, AppNotFound) as err:  # the screen turned, a text cannot be typed, ...
        draft.add(error=str(err))
    except DeviceGone as err:  # the next observation waits for it, and shows what was done
        draft.add(error=str(err), doubtful=True)
    return not draft.turn.error


def _perform(policy: Policy, draft: Draft, rest: Rest) -> None:
    session, move = policy.session, draft.turn.move
    assert move is not None
    if isinstance(move.action, Wait):
        session.device.wait(move.action.seconds)
    elif isinstance(move.action, WaitFor):
        told, found, _ = wait_for(session, move.action)
        draft.add(came=told, sought_in_vain=not found)
    elif isinstance(move.action, ScrollTo):
        told, found, whole = scroll_to(
            session, draft, move, move.action, partial(_later, policy, draft)
        )
        draft.add(came=told, sought_in_vain=not found, looked_through=whole)
    elif isinstance(move.action, Each):
        assert rest.loop is not None
        guard = partial(_later, policy, draft)
        draft.add(came=next_row(session, draft, move, rest.loop, guard).told)
    elif isinstance(move.action, Read):
        draft.add(came=read(session, draft, move, partial(_later, policy, draft)))
    elif isinstance(move.action, Order):
        draft.add(gesture=move.words)
        obey(session, move.action)
    elif move.package:
        draft.add(gesture=f"launch {move.package}")
        open_app(session, move.package, fresh=move.fresh)
    elif move.icon:
        session.progress.say(f"no package is called {move.icon!r}: looking in the launcher")
        package = by_icon(session.device, move.icon, session.labels)
        draft.add(gesture=f"touch the icon of {package}")
    elif move.gesture is not None:
        draft.add(gesture=repr(move.gesture))
        session.device.perform(move.gesture)
