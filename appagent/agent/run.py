"""Carry out a task with the docs of the app. One step on one page:

look → docs of this screen → prompt → decision → guard → gesture → trail
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from appagent.actions.gestures import Move
from appagent.actions.verbs import Exit, ShowGrid
from appagent.agent.act import attempt, mistyped, open_app, refuse
from appagent.agent.decide import decide, request
from appagent.agent.guard import asked_for, named, risk
from appagent.agent.learn import warned
from appagent.agent.observe import Look, missed
from appagent.agent.past import Past, outcome, told
from appagent.agent.record import Record, recorded, seen
from appagent.agent.session import Session, Tally, conclude
from appagent.knowledge.docs import Source
from appagent.screen.change import difference
from appagent.trail import Ending, Outcome


@dataclass
class Errand:
    """A task on its way."""

    session: Session
    task: str
    sources: Sequence[Source]
    tally: Tally = field(default_factory=Tally)
    past: Past = field(default_factory=Past)


def run(
    session: Session,
    task: str,
    package: str | None,
    sources: Sequence[Source],
    *,
    restart: bool = False,
) -> Outcome:
    """Do `task` in `package` as it was left, or from its first page where `restart`; without a
    package on whatever is in front."""
    errand = Errand(session, task, sources, Tally(package or "", task))

    def loop() -> tuple[Ending, str]:
        if package is not None:
            open_app(session, package, fresh=restart)
        return _loop(errand)

    return conclude(session, errand.tally, loop, command="run", docs=tuple(sources))


def _loop(errand: Errand) -> tuple[Ending, str]:
    session, past = errand.session, errand.past
    screen = session.observe()
    on_grid = native = bare = False
    for n in range(1, session.config.run_steps + 1):
        errand.tally.steps = n
        with recorded(session, n) as record:
            now = session.show(screen, on_grid=on_grid, native=native, bare=bare)
            seen(session, record, now)
            move = _step(errand, record, now)
            action = move.action
            if isinstance(action, Exit):
                return ("done" if action.status == "done" else "gave_up"), action.answer
            on_grid, bare = isinstance(action, ShowGrid), False
            if not on_grid:  # which is drawn here, not on the phone
                before, screen = screen, session.observe()
                change = difference(before, screen)
                past.came(outcome(change, session.config.see) + mistyped(move, screen))
                record.note(change=told(change))
                # What was missed may be too small to read: the next try gets every pixel, once.
                native = change.nothing and not native
                bare = record.done and missed(action, change)
        if past.stuck:
            return "stuck", ""
    return "step_limit", ""


def _step(errand: Errand, record: Record, now: Look) -> Move:
    session, past = errand.session, errand.past
    prompt = request(
        "run", session, now, past, task=errand.task, kinds=now.kinds, sources=errand.sources
    )
    _, move = decide(session, record, past, now, prompt, now.kinds)
    if why := _refusal(errand, now, move):
        refuse(record, past, why, "CONFIRM")
    else:
        attempt(session, record, past, move)
    return move


def _refusal(errand: Errand, now: Look, move: Move) -> str:
    """Why this is not done: a risky action waits for the task's words, or a person's yes; "" where
    nothing speaks against it."""
    danger = (
        risk(move.action, move.element, now.screen)
        or named(move.icon)
        or warned(errand.session, now, move, errand.sources)
    )
    if not danger or asked_for(danger, errand.task):
        return ""
    words, person = move.words, errand.session.person
    if words in errand.tally.refused:
        return f"this was refused before; it could {danger}"
    if person and person.confirm(f"{words}: this could {danger}. Do it?"):
        return ""
    errand.tally.refused.append(words)
    return "the person said no" if person else f"could {danger}, and the task does not ask for it"
