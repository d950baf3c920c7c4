"""Make a flow of a task, and play it, on a pocket phone in this process: nothing is drawn, and
nothing goes over adb."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from appagent.actions.gestures import resolve
from appagent.actions.verbs import AnyVerb, Exit, Permit
from appagent.bench.draw import instantiate
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.suite import Task
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import Deed, FlowFile, Keeper, KeptFlow, Player, Stuck
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


def learn(task: Task, app: str, seed: int, counts: str = "") -> KeptFlow:
    """A task that was done once, by its solution; the touch of what is called `counts` did
    something that does. Raises: `ActionImpossible` where no flow can say what was done."""
    phone = Phone(seed=seed)
    drawn = instantiate(task, app, seed, phone.truth)
    set_up_without_faults(phone, drawn.app, drawn.setup)
    keeper = Keeper(drawn.instruction)
    for step in drawn.solution:
        view = view_of(phone)
        move = resolve(bind(step, view), view)
        if isinstance(move.action, Exit):
            break
        did = counts != "" and move.element is not None and move.element.name == counts
        keeper.add(Deed(move, view, did=did))
        act(phone, move)
    flow, kept = keeper.flow(app, fresh=True)
    return KeptFlow(Path("flow.yaml"), flow, replace(kept, language=phone.language))
