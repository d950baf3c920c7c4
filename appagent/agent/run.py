"""Do a task: by the flow of an earlier one that was the same but for values, else by the model."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from pathlib import Path

from appagent.agent.again import Again
from appagent.agent.deploy import Run
from appagent.agent.keep import KeepsFlow, holds_secret
from appagent.agent.loop import loop
from appagent.agent.mend import Mended, diff
from appagent.agent.orders import open_app
from appagent.agent.session import Session, conclude
from appagent.danger import Danger
from appagent.errors import SetupError, StoreError
from appagent.flows import KeptFlow
from appagent.knowledge.element import Source
from appagent.knowledge.flowfiles import Flows, flows_of
from appagent.outcome import Ending, Outcome

DOUBTFUL = 2  # failures of a flow in a row, after which it is asked for; one whose end is wrong


def run(
    session: Session,
    task: str,
    package: str | None,
    sources: Sequence[Source],
    *,
    restart: bool = False,
    trusts: Collection[Danger] | None = None,
) -> Outcome:
    """Do `task` in `package`, from where the app was left or, with `restart`, from its first page.
    Without a package it starts on whatever is in front. Without sources nothing that was learned is
    read, and no flow. `trusts`: the classes of harm for which the task's word is enough; None: all,
    for a person wrote it."""
    config = session.config
    keeps = config.flows != "never" and config.learn == "always"
    known = _known(session, task, package) if config.flows != "never" and sources else None
    policy: Run
    if known:
        policy = Again(session, task, package or "", sources, known)
    else:
        policy = Run(session, task, package or "", sources)
        policy.keeps = KeepsFlow(session, task, restart) if keeps else None
    policy.trusts = trusts

    def work() -> tuple[Ending, str]:
        if package is not None:
            open_app(session, package, fresh=restart)
        ending, answer = loop(policy, policy.rest if isinstance(policy, Again) else None)
        if ending == "done" and policy.keeps:
            policy.keeps.keep(policy.verify.objection)
        return ending, answer

    outcome = conclude(
        session, policy, work, command="run", docs=tuple(sources), guard=config.guard,
        flow=str(known.file) if known else "",
    )  # fmt: skip
    if isinstance(policy, Again):
        policy.stage.keep_commands()
        if not policy.held or outcome.ending == "done":
            _note(session, policy)
    return outcome


def _known(session: Session, task: str, package: str | None) -> KeptFlow | None:
    """The flow that does a task; None where there is none, or a person wants none."""
    say, flows = session.progress.say, flows_of(session.store)
    found = flows.fitting(task, package or "", say)
    if found is None:
        return None
    failures = found.kept.failures
    if session.config.flows == "ask" or failures >= DOUBTFUL:
        did = "failed before" if failures >= DOUBTFUL else "did this before"
        question = f"The flow {found.file} {did}. Play it, without a model?"
        if session.person is None or not session.person.confirm(question):
            return None
    say(f"this was done before: {found.file.name} is played without the model; "
        "`--flows never` asks the model")  # fmt: skip
    return found


def _note(session: Session, policy: Again) -> None:
    """Remember whether the flow held, and show what was mended, which is written by a yes. What
    cannot be written is told."""
    flows, say, new = flows_of(session.store), session.progress.say, policy.mended
    new.finish()
    try:
        change = diff(policy.kept, new.kept) if policy.plays else ""
        if change:
            say(f"the flow was mended:\n{session.secrets.hide(change)}")
        if refused := new.refused or holds_secret(session, new.kept.flow, new.kept.kept):
            say(f"what was mended is not written: {session.secrets.hide(refused)}")
        elif change and _wanted(session, new.kept.file):
            say(f"written: {_written(flows, new)}")
            return
        failed = DOUBTFUL if policy.ended_wrong else 1
        flows.note(policy.kept, held=policy.held, failed=failed)
    except (SetupError, StoreError) as err:
        say(f"how the flow went is not kept: {err}")


def _written(flows: Flows, new: Mended) -> Path:
    """The file that a mended flow is written into. Raises: as `Flows.keep` does."""
    if new.lost:  # the old one is for the other values
        app = new.kept.file.parents[1].name
        return flows.keep(app, new.kept.flow, new.kept.kept)
    flows.replace(new.kept)
    return new.kept.file


def _wanted(session: Session, file: Path) -> bool:
    """Whether the change of a flow is to be written."""
    if session.config.heal == "write":
        return True
    return session.person is not None and session.person.confirm(f"Write this into {file}?")
