"""A control that another one stands for now: on the pocket phone, whose tabs stand on each page."""

from __future__ import annotations

from random import Random

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import Tap
from appagent.agent.mend import Mend
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.solve import act, set_up_without_faults
from appagent.bench.suite import default_suites, load_suite
from appagent.flows import Deed, Heed, KeptFlow, Player, Stuck, told
from appagent.flows.files import FlowFiles
from pocketphone.phone import Phone
from scripts.perturb import DRIFTS, what_was_done
from scripts.pocket_flows import PocketStage, learn

MUSIC = "com.pocketphone.music"


def made() -> tuple[TaskInstance, KeptFlow]:
    """A new playlist, and the flow of having made it once."""
    suites = map(load_suite, default_suites())
    task = next(task for suite in suites for task in suite.tasks if task.id == "music-5")
    drawn = instantiate(task, MUSIC, 1, Phone(seed=1).truth)
    given = learn(task, MUSIC, 1).given(drawn.instruction)
    assert given is not None
    return drawn, given


class Mending:
    """A flow on a phone on which the tab is called otherwise, until it does not fit."""

    def __init__(self) -> None:
        task, self.flow = made()
        self.phone = Phone(seed=1)
        renames = next(each for each in DRIFTS if each.name == "renamed with another id")
        for seed in range(50):
            phone = Phone(seed=1)
            changed = renames.apply(phone, what_was_done(task, Phone(seed=1)), Random(seed))
            if changed.startswith('"Your library" is'):
                self.phone, self.name = phone, changed.split('"')[3]
                break
        set_up_without_faults(self.phone, MUSIC, task.setup)
        self.stage = PocketStage(self.phone, wait_s=0)
        heed = Heed(self.flow, self.phone.language)
        self.player = Player(self.stage, FlowFiles(), self.flow.values, heed, mends=True)
        self.actions = self.player.play(self.flow.flow, self.flow.file)
        self.stuck = self.play()

    def play(self, done: int | None = None) -> Stuck | None:
        """Go on until the flow is stuck, or has ended."""
        try:
            action = next(self.actions) if done is None else self.actions.send(done)
            while not isinstance(action, Stuck):
                self.act(resolve(action, self.stage.view))
                action = next(self.actions)
        except StopIteration:
            return None
        return action

    def act(self, move: Move) -> None:
        act(self.phone, move)
        self.stage.look()


def test_a_tab_that_is_called_otherwise_on_one_page_is_replaced() -> None:
    """The page behind it has the tab by its old name, and a heading that says the same."""
    mending = Mending()
    assert mending.stuck is not None
    assert told(mending.stuck.left[0]) == "tapOn: Your library"
    mend = Mend(mending.stuck)
    view = mending.stage.view
    (tab,) = (m for m in view.marks if m.element and m.element.name == mending.name)
    move = resolve(Tap(element=tab.label), view)
    mend.deeds.append(Deed(move, view))
    mending.act(move)
    assert mend.done(mending.player) == 1, "the touch took the place of the command"
    assert mending.play(1) is None
