"""Do each task once by its solution, change the phone or the app, and play the flow for the same
request: is it still done, does the flow fail, or does it do something wrong?

Wrong is a flow that goes through though the task is not done, and one that fails after it has left
in the phone's apps what no moment of the undisturbed flow leaves there.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from dataclasses import dataclass
from random import Random
from typing import Any

from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import launch, set_up_without_faults
from appagent.bench.solve import replay as solve
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.errors import ActionImpossible
from pocketphone.events import Notice
from pocketphone.phone import Phone
from scripts.perturb import DRIFTS, Done, Drift, what_was_done
from scripts.pocket_flows import learn
from scripts.replays import DONE, FAILED, WRONG, play_learned, replay

SEED = 1
HARM, NOT_HERE, ALREADY = "HARM", "not here", "already true"
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?")
OUTCOMES = (DONE, FAILED, WRONG, HARM, NOT_HERE)


class Watched(Phone):
    """A phone that remembers what its apps held after each touch."""

    def __init__(self, **made: Any) -> None:
        super().__init__(**made)
        self.held: list[dict[str, str]] = []

    def touch(self, x: float, y: float, duration_ms: int = 0) -> None:
        super().touch(x, y, duration_ms)
        self.note()

    def drag(self, x1: float, y1: float, x2: float, y2: float, duration_ms: int = 300) -> None:
        super().drag(x1, y1, x2, y2, duration_ms)
        self.note()

    def key(self, code: int) -> None:
        super().key(code)
        self.note()

    def type_text(self, text: str) -> None:
        super().type_text(text)
        self.note()

    def note(self) -> None:
        """Remember what the apps hold now, but for when it came about."""
        now = {**self.apps, "settings": self.settings}
        self.held.append({name: _MOMENT.sub("T", json.dumps(held)) for name, held in now.items()})


@dataclass(frozen=True)
class Subject:
    """A task that was done once, and whose flow does it again where nothing has changed."""

    drawn: TaskInstance
    learned: Any
    done: Done
    held: list[dict[str, str]]


def subject(task: Task, app: str) -> Subject | str:
    """What is to be played on changed phones, or why it cannot be."""
    try:
        learned = learn(task, app, seed=SEED)
    except ActionImpossible as err:
        return str(err)
    phone = Watched(seed=SEED)
    drawn = instantiate(task, app, SEED, phone.truth)
    what, why = replay(learned, drawn, phone)
    if what != DONE:
        return f"{what}: {why}"
    return Subject(drawn, learned, what_was_done(drawn, Phone(seed=SEED)), phone.held)


def changed(drift: Drift, it: Subject, draw: int) -> tuple[Watched, str]:
    """A phone that has changed, and what of it; "" where nothing can change so."""
    phone = Watched(seed=SEED)
    return phone, drift.apply(phone, it.done, Random(f"{drift.name}/{it.drawn.task.id}/{draw}"))


def met_already(drift: Drift, it: Subject, draw: int) -> bool:
    """Whether the task is done by the change alone."""
    phone, _ = changed(drift, it, draw)
    judge = Judge(it.drawn, set_up_without_faults(phone, it.drawn.app, it.drawn.setup))
    return judge.goal_met(phone.truth)


def play(drift: Drift, it: Subject, draw: int) -> tuple[str, str, str]:
    """What came of a flow, what had changed, and why."""
    phone, told = changed(drift, it, draw)
    if not told or met_already(drift, it, draw):
        return NOT_HERE, told, ""
    what, why = replay(it.learned, it.drawn, phone)
    notices = [event for event in phone.events if isinstance(event, Notice)]
    for notice in notices:
        pressed = notice.pressed and getattr(notice, notice.pressed)
        told += f"; {'pressed ' + pressed if pressed else 'came' if notice.came else 'never came'}"
    if notices and not any(notice.came for notice in notices):
        return NOT_HERE, told, why
    if what == FAILED and (strange := harmed(it, phone)):
        return HARM, told, f"{strange}; {why}"
    return what, told, why


def play_again(it: Subject) -> tuple[str, str, str]:
    """The same where the task is done already, if what it asks for is a state: it is to stay so.
    What makes something makes it twice."""
    phone = Watched(seed=SEED)
    solve(phone, it.drawn, it.drawn.solution)
    launch(phone, it.drawn.app)
    if not Judge(it.drawn, phone.state()).goal_met(phone.truth):
        return NOT_HERE, "", ""
    had = _listed(phone.apps)
    what, why = play_learned(it.learned, it.drawn, phone)
    met = Judge(it.drawn, phone.state()).goal_met(phone.truth)
    if what == DONE and not met and _listed(phone.apps) <= had:
        what = WRONG
    if what == FAILED and not met and (strange := harmed(it, phone)):
        return HARM, ALREADY, f"{strange}; {why}"
    return what, ALREADY, why


def _listed(held: Any) -> int:
    """How many things stand in the lists of a state."""
    inner = held.values() if isinstance(held, dict) else held if isinstance(held, list) else ()
    return len(held if isinstance(held, list) else ()) + sum(map(_listed, inner))


def harmed(it: Subject, phone: Watched) -> str:
    """The apps that hold what the undisturbed flow never left there, if the task is not done."""
    phone.note()
    known: dict[str, set[str]] = {}
    start = Watched(seed=SEED)
    judge = Judge(it.drawn, set_up_without_faults(start, it.drawn.app, it.drawn.setup))
    if judge.goal_met(phone.truth):
        return ""
    start.note()
    for held in (*it.held, *start.held):
        for name, state in held.items():
            known.setdefault(name, set()).add(state)
    now = phone.held[-1]
    return ", ".join(n for n in now if n != "settings" and now[n] not in known[n])


def main() -> None:
    names = [ALREADY, *(drift.name for drift in DRIFTS)]
    parser = argparse.ArgumentParser()
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--draws", type=int, default=1)
    parser.add_argument("--drift", action="append", choices=[*names])
    parser.add_argument("tasks", nargs="*")
    asked = parser.parse_args()
    came: dict[str, Counter[str]] = {name: Counter() for name in names}
    for suite in map(load_suite, default_suites()):
        for task in suite.tasks:
            if asked.tasks and task.id not in asked.tasks:
                continue
            it = subject(task, suite.app)
            if isinstance(it, str):
                print(f"{task.id}: {it}")
                continue
            if not asked.drift or ALREADY in asked.drift:
                what, told, why = play_again(it)
                came[ALREADY][what] += 1
                if asked.lines and what != NOT_HERE:
                    print(f"{task.id}, {told}: {what}\n    {why}")
            for drift in DRIFTS:
                if asked.drift and drift.name not in asked.drift:
                    continue
                for draw in range(asked.draws):
                    what, told, why = play(drift, it, draw)
                    came[drift.name][what] += 1
                    if asked.lines and what != NOT_HERE:
                        print(f"{task.id}, {drift.name} ({told}): {what}\n    {why}")
    print(f"{'':26}" + "".join(f"{each:>17}" for each in OUTCOMES))
    for name, counts in came.items():
        if counts:
            print(f"{name:26}" + "".join(f"{counts[each]:17}" for each in OUTCOMES))


if __name__ == "__main__":
    main()
