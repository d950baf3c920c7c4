"""Play a flow on the phone: each action that it asks for is a step of the loop."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping

from appagent.actions.gestures import Move
from appagent.actions.verbs import Text
from appagent.actions.way import Way
from appagent.agent.ask import note_secret, resolve_move
from appagent.agent.deeds import Deeds
from appagent.agent.loop import loop
from appagent.agent.observe import Observation
from appagent.agent.session import Session, conclude
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, FlowFiles, InputText, Player
from appagent.guard import Allow, Ask, Refuse, ask_person, target
from appagent.outcome import Ending, Outcome
from appagent.screen.values import View
from appagent.trail import PLAYED, Played

UNASKED = "a flow does that only by a person's yes, or --yes"


class Play:
    """Policy of a flow: its commands choose the moves. It is the stage that they play on."""

    keeps_after = False  # the next step's picture shows it
    limit: int | None = None

    def __init__(
        self, session: Session, file: FlowFile, files: FlowFiles, names: Mapping[str, str]
    ) -> None:
        assert file.flow is not None
        self.session, self.app, self.task = session, file.flow.config.app_id, file.name
        self.history = session.history()
        self.deeds = Deeds.of(session, strict=False)
        self.way = Way()
        self._skew_s = 0.0  # by which the phone's time went faster than ours
        self._shown: Observation | None = None
        self._move: Move | None = None
        self._why = ""  # the last action was not done
        self._steps: dict[int, list[int]] = {}  # of each command, by its number
        self._kept: dict[int, str] = {}  # the pictures that commands asked for
        serial = {"MAESTRO_DEVICE_UDID": session.device.serial}
        self.player = Player(self, files, {**serial, **names})
        self._actions = self.player.play(file.flow, file.file)

    # -- the stage

    @property
    def view(self) -> View:
        assert self._shown is not None
        return self._shown.view

    @property
    def wait_s(self) -> float:
        return self.session.config.wait_s

    @property
    def now_s(self) -> float:
        return time.monotonic() + self._skew_s

    def look(self) -> None:
        self._shown = self.session.eyes.observe()

    def wait(self, seconds: float) -> None:
        began_s = time.monotonic()
        self.session.device.wait(seconds)
        self._skew_s += max(0.0, seconds - (time.monotonic() - began_s))

    def say(self, text: str) -> None:
        self.session.progress.say(self.session.secrets.hide(text))

    def keep(self, name: str) -> None:
        shown, written = self.session.eyes.show(self.view.screen, "bare"), self.session.written
        at, bare = len(self.player.commands) - 1, re.sub(r"[^\w.-]+", "-", name).strip("-.")
        self._kept[at] = written.picture(f"{at + 1:03d}-{bare or 'screen'}", shown)

    # -- the policy

    def ready(self, seen: Observation) -> Observation | None:
        """The screen for the next move, or None where the flow has ended. Raises: `FlowFailed`."""
        self._shown, why, self._why = seen, self._why, ""
        try:
            while True:
                action = self._actions.throw(FlowFailed(why)) if why else next(self._actions)
                try:
                    self._move = resolve_move(self.session, self._shown, action)
                except ActionImpossible as err:
                    why = str(err)
                else:
                    return self._shown
        except StopIteration:
            return None

    def decide(self, draft: Draft) -> Move:
        assert self._move is not None
        note_secret(self.session, self._move)
        at = len(self.player.commands) - 1
        command = self.player.commands[at]
        if isinstance(self._move.action, Text) and self._move.element and self._move.element.secret:
            command.what = InputText.word  # nothing tells what was typed
        self._steps.setdefault(at, []).append(draft.turn.n)
        draft.add(move=self._move, command=str(command))
        return self._move

    def verdict(self, draft: Draft) -> Allow | Ask:
        """What is known to do harm is asked of a person, and what nobody knows is not: the flow
        says each touch."""
        seen, move = draft.turn.before, draft.turn.move
        assert move is not None
        page = self.deeds.page(seen, self.way)
        dangers = {**self.deeds.assess(move, page, ())}
        dangers.pop("unknown", None)
        if not dangers:
            return Allow()
        touched = target(move, seen.screen, self.way, self.history.typed)
        danger = next(iter(dangers))
        return ask_person(danger, UNASKED, dangers, touched, move, seen.screen)

    def judge(self, draft: Draft) -> Observation:
        move, before, after, _ = draft.turn.effect
        self.way = self.way.after(move, before.screen, after.screen)
        return after

    def chart(self, draft: Draft) -> None:
        self.session.mapper.learn(draft.turn)

    def ending(self, turn: Turn) -> None:
        """None: the flow ends in `ready`, which hears what went wrong with this turn."""
        refused = turn.verdict.why if isinstance(turn.verdict, Refuse) else ""
        self._why = turn.error or refused

    def keep_commands(self) -> None:
        """Write down how each command went."""
        hide = self.session.secrets.hide
        told = [
            Played(
                file=str(c.file), line=c.line, what=hide(c.what), depth=c.depth,
                status="failed" if c.status == "running" else c.status,
                why=hide(c.why), seconds=c.seconds, steps=tuple(self._steps.get(n, ())),
                picture=self._kept.get(n, ""),
            )
            for n, c in enumerate(self.player.commands)
        ]  # fmt: skip
        self.session.trail.keep(PLAYED, told)


def play(session: Session, file: FlowFile, files: FlowFiles, names: Mapping[str, str]) -> Outcome:
    """Play a flow that was checked, its names worth these."""
    policy = Play(session, file, files, names)

    def work() -> tuple[Ending, str]:
        try:
            return loop(policy)
        finally:
            policy.keep_commands()

    return conclude(session, policy, work, command="play", flow=str(file.file))
