"""Do each task of the suites once by its solution, write that as a flow with the values of the
request taken out, and play it for requests with other values, on phones that hold something else.

What comes of a request: it is of another form (the model would be asked), the flow fails (the model
would take over), it is right by the phone's own state, or it is wrong, which must not be.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from appagent.actions.verbs import Exit
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import set_up_without_faults
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, FlowFiles, Heed, KeptFlow, Player
from pocketphone.phone import Phone
from scripts.pocket_flows import PocketStage, learn, play_on

DONE, FAILED, WRONG, OTHER = "right", "the flow failed", "WRONG", "of another form"


def replay(learned: KeptFlow, drawn: TaskInstance, phone: Phone) -> tuple[str, str]:
    """What comes of a request, and why."""
    judge = Judge(drawn, set_up_without_faults(phone, drawn.app, drawn.setup))
    what, why = play_learned(learned, drawn, phone)
    ends = drawn.solution[-1].action
    answer = ends.answer if isinstance(ends, Exit) else ""  # it is read again, which is not tried
    wrong = what == DONE and not judge.verdict(phone.truth, answer).success
    return (WRONG if wrong else what), why


def play_learned(learned: KeptFlow, drawn: TaskInstance, phone: Phone) -> tuple[str, str]:
    """Whether a flow for a request goes through on a phone as it is, and why not."""
    given = learned.given(drawn.instruction)
    if given is None:
        return OTHER, str(learned.kept.form)
    stage = PocketStage(phone, wait_s=0)
    player = Player(stage, FlowFiles(), given.values, Heed(given, phone.language))
    try:
        play_on(stage, player, FlowFile(given.file, given.flow, ()))
    except FlowFailed as err:
        return FAILED, str(err)
    return DONE, ""


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--seeds", type=int, default=3)
    parser.add_argument("tasks", nargs="*")
    asked = parser.parse_args()
    once, used = Counter[str](), Counter[str]()
    for suite in map(load_suite, default_suites()):
        for task in suite.tasks:
            if asked.tasks and task.id not in asked.tasks:
                continue
            known: list[KeptFlow] = []
            for seed in range(1, 2 + asked.seeds):
                came = _tried(task, suite.app, seed, known)
                if seed > 1:
                    what, why = came[0] if came else (OTHER, "nothing was kept")
                    once[what] += 1
                    if asked.lines and what != DONE:
                        print(f"{task.id}, seed {seed}: {what}: {why}")
                fits = [each for each, _ in came if each != OTHER]
                used.update(fits[-1:])
                if DONE not in fits[-1:]:
                    known += _learned(task, suite.app, seed, tell=asked.lines)
    total, fitting = once.total(), used.total()
    print(f"{total} requests: " + ", ".join(f"{n} {what}" for what, n in once.most_common()))
    print(f"{once[DONE] / total:.0%} by the flow of one run, {once[WRONG] / total:.1%} wrong")
    print(f"with a flow of each form that was done: {used[DONE]} of {fitting} right, "
          f"{used[FAILED]} failed, {used[WRONG]} wrong")  # fmt: skip


def _tried(task: Task, app: str, seed: int, known: Sequence[KeptFlow]) -> list[tuple[str, str]]:
    """What comes of the request of a seed by each of these flows, and why."""
    found = []
    for flow in known:
        phone = Phone(seed=seed)
        drawn = instantiate(task, app, seed, phone.truth)
        what, why = replay(flow, drawn, phone)
        found.append((what, f"{drawn.instruction}\n    {why}"))
    return found


def _learned(task: Task, app: str, seed: int, *, tell: bool) -> list[KeptFlow]:
    try:
        return [learn(task, app, seed)]
    except ActionImpossible as err:
        if tell:
            print(f"{task.id}, seed {seed}: not kept: {err}")
        return []


if __name__ == "__main__":
    main()
