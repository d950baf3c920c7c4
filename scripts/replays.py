"""Do each task of the suites once by its solution, write that as a flow with the values of the
request taken out, and play it for requests with other values, on phones that hold something else.

What comes of a request: it is of another form (the model would be asked), the flow fails (the model
would take over), it is right by the phone's own state, or it is wrong, which must not be.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

from appagent.actions.gestures import resolve
from appagent.actions.verbs import Exit
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.flows import PocketStage, play_on
from appagent.bench.judge import Judge
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import Deed, FlowFile, FlowFiles, Heed, Keeper, KeptFlow, Player
from pocketphone.phone import Phone

DONE, FAILED, WRONG, OTHER = "right", "the flow failed", "WRONG", "of another form"


def learn(task: Task, app: str, seed: int) -> KeptFlow:
    """A task that was done once. Raises: `ActionImpossible` where no flow can say what was done."""
    phone = Phone(seed=seed)
    drawn = instantiate(task, app, seed, phone.truth)
    set_up_without_faults(phone, drawn.app, drawn.setup)
    keeper, first = Keeper(drawn.instruction), True
    for step in drawn.solution:
        view = view_of(phone)
        move = resolve(bind(step, view), view)
        if isinstance(move.action, Exit):
            break
        keeper.add(Deed(move, view, informed=not first))
        act(phone, move)
        first = False
    flow, kept = keeper.flow(app, fresh=True)
    return KeptFlow(Path("flow.yaml"), flow, kept)


def replay(learned: KeptFlow, drawn: TaskInstance, phone: Phone) -> tuple[str, str]:
    """What comes of a request, and why."""
    given = learned.given(drawn.instruction)
    if given is None:
        return OTHER, str(learned.kept.form)
    judge = Judge(drawn, set_up_without_faults(phone, drawn.app, drawn.setup))
    stage = PocketStage(phone, wait_s=0)
    player = Player(stage, FlowFiles(), given.values, Heed(given, learned.kept.language))
    try:
        play_on(stage, player, FlowFile(given.file, given.flow, ()))
    except FlowFailed as err:
        return FAILED, str(err)
    ends = drawn.solution[-1].action
    answer = ends.answer if isinstance(ends, Exit) else ""  # it is read again, which is not tried
    return (DONE if judge.verdict(phone.truth, answer).success else WRONG), ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("tasks", nargs="*")
    asked = parser.parse_args()
    came: Counter[str] = Counter()
    for suite in map(load_suite, default_suites()):
        for task in suite.tasks:
            if asked.tasks and task.id not in asked.tasks:
                continue
            try:
                learned = learn(task, suite.app, seed=1)
            except ActionImpossible as err:
                came["not written"] += asked.seeds
                print(f"{task.id}: {err}")
                continue
            for seed in range(2, 2 + asked.seeds):
                phone = Phone(seed=seed)
                drawn = instantiate(task, suite.app, seed, phone.truth)
                what, why = replay(learned, drawn, phone)
                came[what] += 1
                if asked.lines and what != DONE:
                    print(f"{task.id}, seed {seed}: {what}: {drawn.instruction}\n    {why}")
    total = came.total()
    print(f"{total} requests: " + ", ".join(f"{n} {what}" for what, n in came.most_common()))
    print(f"{came[DONE] / total:.0%} by flow alone, {came[WRONG] / total:.1%} wrong")


if __name__ == "__main__":
    main()
