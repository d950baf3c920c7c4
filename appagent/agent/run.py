"""Carry out a task with the docs of the app. One step on one page:

look → docs of this screen → prompt → decision → guard → gesture → trail
"""

from __future__ import annotations

from collections.abc import Sequence

from appagent.actions.gestures import target
from appagent.actions.verbs import ON_GRID, ON_MARKS, AnyVerb, Exit, OpenApp, ShowGrid
from appagent.agent.act import known, openable, perform
from appagent.agent.guard import asked_for, risk
from appagent.agent.observe import Look, block
from appagent.agent.past import Past, outcome, told
from appagent.agent.session import (
    Check,
    Record,
    Session,
    Tally,
    conclude,
    decide,
    described,
    recorded,
    seen,
)
from appagent.errors import ActionImpossible, Correctable
from appagent.knowledge.docs import Source
from appagent.prompts import fill, verbs
from appagent.screen.change import difference
from appagent.screen.values import Mark
from appagent.trail import Ending, Outcome


def run(session: Session, task: str, package: str | None, sources: Sequence[Source]) -> Outcome:
    """Do `task`, starting in `package` or, without one, on whatever is in front."""
    tally = Tally()
    return conclude(
        session,
        tally,
        lambda: _loop(session, task, package, sources, tally),
        command="run",
        task=task,
        app=package or "",
        docs=tuple(sources),
    )


def _loop(
    session: Session, task: str, package: str | None, sources: Sequence[Source], tally: Tally
) -> tuple[Ending, str]:
    if package is not None:
        session.device.launch(package)
    past = Past()
    before: Look | None = None
    on_grid = False
    for n in range(1, session.config.run_steps + 1):
        tally.steps = n
        with recorded(session, n) as record:
            now = session.look(on_grid=on_grid)
            seen(session, record, now)
            if before is not None:
                change = difference(before.screen, now.screen)
                past.came(outcome(change))
                record.note(change=told(change))
            action = _step(session, task, sources, record, now, past, tally)
        if isinstance(action, Exit):
            return ("done" if action.status == "done" else "gave_up"), action.answer
        if past.stuck:
            return "stuck", ""
        on_grid, before = isinstance(action, ShowGrid), now
    return "step_limit", ""


def _step(
    session: Session,
    task: str,
    sources: Sequence[Source],
    record: Record,
    now: Look,
    past: Past,
    tally: Tally,
) -> AnyVerb:
    prompt = fill(
        "run",
        verbs=verbs(ON_GRID if now.view.grid else ON_MARKS),
        task=task,
        past=past.text(),
        app=now.screen.app.package,
        elements=block(now, known(session.store, now, sources)),
        notice=past.notice(now),
    )
    decision = decide(session, record, now, prompt, _check(session, task, now, tally))
    action, mark = decision.action, target(decision.action, now.view)
    past.summary = decision.summary
    past.did(now, described(action, mark.element if mark else None))
    try:
        perform(session, record, now, action, mark)
    except Correctable as err:  # the screen turned, a text cannot be typed: nothing was done
        past.came(f"refused: {err}")
        record.note(status="ERROR", error=str(err))
    return action


def _check(session: Session, task: str, now: Look, tally: Tally) -> Check:
    """Nothing harmful unasked: a risky action waits for the task's words, or a person's yes."""

    def check(action: AnyVerb, mark: Mark | None) -> None:
        if isinstance(action, OpenApp):
            openable(session, action)
        element = mark.element if mark else None
        danger = risk(action, element, now.screen.app.package)
        if not danger or asked_for(danger, task):
            return
        words = described(action, element)
        person = session.person
        if person and person.confirm(f"{words}: this could {danger}. Do it?"):
            return
        tally.refused.append(words)
        raise ActionImpossible(
            f"not done: {words} could {danger}, and the task does not ask for it"
        )

    return check
