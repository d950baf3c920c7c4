"""What a step sends as text: bytes of the prompt and of the schema, over the solutions of the 45
tasks that follow the AppAgent paper.

On pocket phones in this process, under seed 1, with the default settings. A token is taken for four
bytes. The model's memory is as long as that of a strong one was in 292 steps, in the median.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from statistics import median

from appagent.actions.decision import decision_type
from appagent.actions.gestures import resolve
from appagent.actions.verbs import ON_MARKS, Exit
from appagent.agent.history import History
from appagent.agent.observe import Observation, present
from appagent.agent.telling import tell
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.suite import default_suites, load_suite
from appagent.config import Config
from appagent.exchange import Prompt
from appagent.model.schema import wire_schema
from appagent.promptfiles import verb_list
from appagent.prompts import (
    SHOWN,
    element_block,
    escape_attribute,
    fill,
    phone_block,
    sequence_words,
)
from appagent.screen.change import difference
from pocketphone.phone import Phone

SEED = 1
OTHERS = ("photos", "settings")  # suites with five more tasks each
MEMORY = "x" * 106  # of 292 replies of a strong model, in the median
TOKEN = 4  # bytes


@dataclass(frozen=True, slots=True)
class Size:
    """Bytes of UTF-8 that one step sends."""

    system: int
    text: int
    schema: int

    @property
    def total(self) -> int:
        return self.system + self.text + self.schema


def sizes(task: TaskInstance) -> Iterator[Size]:
    """The sizes of the requests of a task, one a step of its solution and one for its end."""
    phone, history = Phone(seed=SEED), History()
    set_up_without_faults(phone, task.app, task.setup)
    schema = len(
        json.dumps(wire_schema(decision_type(ON_MARKS, several=True)), separators=(",", ":"))
    )
    before = seen(phone)
    for step in task.solution:
        asked = prompt(task, before, history)
        yield Size(len(asked.system.encode()), len(asked.text.encode()), schema)
        move = resolve(bind(step, before.view), before.view)
        if isinstance(move.action, Exit):
            return
        act(phone, move)
        after = seen(phone)
        earlier = history.earlier(after)
        change = difference(before.screen, after.screen)
        came = tell(move, before.screen, after.screen, change, earlier)
        history.steps_told.append((move.words, came))
        before = after
    asked = prompt(task, before, history)
    yield Size(len(asked.system.encode()), len(asked.text.encode()), schema)


def seen(phone: Phone) -> Observation:
    screen = replace(view_of(phone).screen, clock=datetime.now(UTC), language="en-US")
    return present(screen, Config())


def prompt(task: TaskInstance, seen: Observation, history: History) -> Prompt:
    """What `ask.request` asks where nothing was learned."""
    return fill(
        "run",
        shown=SHOWN[seen.see],
        verbs=verb_list(ON_MARKS),
        task=task.instruction,
        past=history.text(),
        memory=MEMORY,
        app=escape_attribute(seen.screen.app.package),
        phone=phone_block(
            seen.screen, f"step {len(history.steps_told) + 1} of {Config().run_steps}"
        ),
        elements=element_block(seen.view, seen.see, {}, {}),
        notice="",
        read="",
        map="",
        **sequence_words(Config().sequence),
    )


def tasks() -> Iterator[TaskInstance]:
    """The 45 tasks, drawn by the seed."""
    for path in (path for path in default_suites() if path.stem not in OTHERS):
        suite = load_suite(path)
        state = Phone(seed=SEED).truth
        for task in suite.tasks:
            yield instantiate(task, suite.app, SEED, state)


def main() -> None:
    found = [size for task in tasks() for size in sizes(task)]
    for part in ("system", "text", "schema", "total"):
        values = [getattr(size, part) for size in found]
        print(
            f"{part:7}{median(values):7.0f} bytes, {median(values) / TOKEN:5.0f} tokens in the "
            f"median of {len(values)} steps; at most {max(values) / TOKEN:.0f}"
        )


if __name__ == "__main__":
    main()
