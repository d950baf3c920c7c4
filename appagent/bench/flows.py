"""Play a flow on a pocket phone in this process: nothing is drawn, and nothing goes over adb."""

from __future__ import annotations

from appagent.actions.gestures import resolve
from appagent.actions.verbs import AnyVerb, Permit
from appagent.bench.solve import act, view_of
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, Player, Stuck
from appagent.screen.values import View
from pocketphone.errors import NoActivity
from pocketphone.phone import Phone


class PocketStage:
    """The phone, and what was said."""

    def __init__(self, phone: Phone, wait_s: float = 17) -> None:
        self.phone, self.wait_s = phone, wait_s
        self.view: View = view_of(phone)
        self.said: list[str] = []
        self.kept: list[str] = []
        self.done: list[AnyVerb] = []  # by the last flow

    @property
    def now_s(self) -> float:
        return self.phone.clock.now().timestamp()

    def look(self) -> None:
        self.view = view_of(self.phone)

    def wait(self, seconds: float) -> None:
        self.phone.clock.advance(seconds)

    def say(self, text: str) -> None:
        self.said.append(text)

    def keep(self, name: str) -> None:
        self.kept.append(name)


def play_on(stage: PocketStage, player: Player, file: FlowFile) -> None:
    """Let a player play a flow. Raises: `FlowFailed`."""
    assert file.flow is not None
    actions, why = player.play(file.flow, file.file), ""
    stage.done.clear()
    while True:
        try:
            action = actions.throw(FlowFailed(why)) if why else next(actions)
        except StopIteration:
            return
        assert not isinstance(action, Stuck)
        stage.done.append(action)
        why = ""
        try:
            if not isinstance(action, Permit):
                act(stage.phone, resolve(action, stage.view))
        except (ActionImpossible, NoActivity, KeyError) as err:
            why = str(err)
        stage.look()
