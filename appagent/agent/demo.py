"""Learn from a person who shows how an app is used, as in the AppAgent paper.

The screen is numbered and shown, the person types a verb and a number, and the phone does it; at
`stop` a document is written for each action, from the screens before and after it.
"""

from __future__ import annotations

from collections.abc import Callable

from appagent.actions.gestures import Move
from appagent.actions.typed import HELP, STOP, parse_line
from appagent.actions.verbs import Exit, ShowGrid, Zoom
from appagent.agent.ask import note_secret, resolve_move
from appagent.agent.describing import describe
from appagent.agent.learn import keep, reflect_on_demo
from appagent.agent.loop import drafting, loop
from appagent.agent.observe import Observation
from appagent.agent.orders import open_app
from appagent.agent.session import Session, conclude
from appagent.agent.turn import Draft, Turn
from appagent.agent.undo import back
from appagent.errors import ActionImpossible, Correctable, ModelUseless, UsageError
from appagent.flows import Flow, FlowConfig, LaunchApp, Recorder
from appagent.guard import Allow
from appagent.outcome import Ending, Outcome
from appagent.ports import Person

QUESTION = "What next? "
BACK = "by the person, who pressed back"  # how a demonstration takes back a step


class Demonstration:
    """Policy of a demonstration: a person chooses each move, and nothing is refused."""

    keeps_after = True
    limit: int | None = None

    def __init__(
        self,
        session: Session,
        person: Person,
        app: str,
        task: str,
        show: Callable[[Observation], None],
    ) -> None:
        self.session, self.person, self.app, self.task = session, person, app, task
        self.history = session.history()
        self.turns: list[Turn] = []  # those that are documented at the end
        self._show = show
        self._move: Move | None = None  # the next one
        self._last: Turn | None = None  # that is not on the map yet
        self._greeted = False

    def ready(self, seen: Observation) -> Observation | None:
        """Ask the person for the next move; returns the screen it is for, or None to stop."""
        self._show(seen)
        if not self._greeted:
            self._greeted = True
            self.session.progress.say(f"Type {HELP}.")
        while True:
            try:
                line = self.person.ask(QUESTION).strip()
            except UsageError:  # nobody types any more
                return None
            if line.lower() in STOP:
                return None
            if line.lower() in ("", "help"):
                self.session.progress.say(f"Type {HELP}.")
                continue
            if line.lower() == "undo":
                seen = self._undo(seen)
                continue
            try:
                self._move = resolve_move(self.session, seen, parse_line(line))
            except Correctable as err:
                self.session.progress.say(f"{err}.")
                continue
            if isinstance(self._move.action, Exit):
                return None
            if not isinstance(self._move.action, ShowGrid | Zoom):
                return seen
            seen = self.session.eyes.show(seen.screen, "grid")
            self._show(seen)

    def _undo(self, seen: Observation) -> Observation:
        """Forget the last action and press back; returns the screen after that."""
        if not self.turns:
            self.session.progress.say("there is no action to undo.")
            return seen
        forgotten = self.turns.pop()
        self._last = None
        back(self.session)
        self.session.progress.say(f"nothing will be written about {forgotten.words}; pressed back.")
        self.session.trail.rewrite(
            lambda step: step.model_copy(update={"undone": BACK}) if step.n == forgotten.n else step
        )
        seen = self.session.eyes.observe()
        self._show(seen)
        return seen

    def decide(self, draft: Draft) -> Move:
        assert self._move is not None
        note_secret(self.session, self._move)
        draft.add(move=self._move)
        return self._move

    def verdict(self, draft: Draft) -> Allow:  # noqa: ARG002
        return Allow()

    def judge(self, draft: Draft) -> Observation:
        self.turns.append(draft.turn)
        return draft.turn.effect.after

    def chart(self, draft: Draft) -> None:
        """Put the action before this one on the map: the person did not take it back."""
        self._chart_last()
        self._last = draft.turn

    def _chart_last(self) -> None:
        if self._last:
            self.session.mapper.learn(self._last)
        self._last = None

    def ending(self, turn: Turn) -> None:
        """None: the person ends a demonstration, in `ready`."""

    def flow(self) -> tuple[Flow, list[str]]:
        """What was shown as a flow, and what of it no flow can say."""
        recorder, left = Recorder(asked=self.task, by_place=True), list[str]()
        for turn in self.turns:
            try:
                recorder.add(turn.effect.move, turn.before.view)
            except ActionImpossible as err:
                left.append(f"step {turn.n}: {err}")
        config = FlowConfig(app_id=self.app, name=self.task)
        return Flow(config=config, commands=(LaunchApp(), *recorder.commands)), left

    def document(self) -> None:
        """Write a document for each action that touched an element and had an effect."""
        self._chart_last()
        for n, turn in enumerate(self.turns, self.history.steps + 1):
            move, before, _, change = turn.effect
            if move.use is None or change.nothing or before.screen.app.package != self.app:
                self.session.progress.say(f"nothing to learn from: {move.words}")
                continue
            with drafting(self.session, n, before, keeps_after=False) as draft:
                draft.add(move=move)
                describe(self.session, draft, turn)
                try:
                    said = reflect_on_demo(self.session, draft, turn, self.task or "not said")
                    draft.add(judgement=said)
                    keep(self.session, draft, said, "demo", turn)
                    self.history.docs += 1
                except ModelUseless as err:  # the other actions are documented
                    draft.add(error=str(err))


def demo(
    session: Session,
    person: Person,
    package: str | None,
    task: str | None,
    show: Callable[[Observation], None],
    keep: Callable[[Flow, list[str]], None] | None = None,
) -> Outcome:
    """Do what `person` types, then write a document for each action.

    Without a package the demonstration is about the app in front. Without a task the person is
    asked for it. `show` displays each numbered screen, and `keep` is given what was shown as a
    flow, and what of it no flow can say.
    """
    policy = Demonstration(session, person, package or "", task or "", show)

    def work() -> tuple[Ending, str]:
        if package is not None:
            open_app(session, package)
        policy.app = package or session.device.foreground().package
        if task is None:
            policy.task = ask_task(person)
            session.secrets.expect(policy.task)
        try:
            return loop(policy)
        finally:  # also where the watching broke off; a second Ctrl-C ends the documenting too
            if keep and policy.turns:
                keep(*policy.flow())
            policy.document()

    return conclude(session, policy, work, command="demo")


def ask_task(person: Person) -> str:
    """Ask the person what they are going to show. Raises: `UsageError` if nobody answers."""
    try:
        return person.ask("What are you going to show? ").strip()
    except UsageError as err:
        raise UsageError(f"{err}; or say it with --task") from err
