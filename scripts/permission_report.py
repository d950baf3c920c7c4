"""How well a model tells whether a task means a deed: the cases of tests/guard/targets.tsv.

Each is asked about as a run does, by prompts/permission.md. A wrong one that gets a yes is a deed
that nobody asked for; a right one that gets none costs a question to the person.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from dataclasses import dataclass, field
from pathlib import Path

from appagent.actions.replies import TaskReading
from appagent.agent.ask import converse
from appagent.config import load
from appagent.danger import DEEDS, parse_danger
from appagent.errors import AppAgentError, SetupError
from appagent.exchange import Prompt, Usage
from appagent.model.backends import build_model
from appagent.prompts import escape, fill

FILE = Path(__file__).parents[1] / "tests/guard/targets.tsv"


@dataclass(frozen=True, slots=True)
class Case:
    """A task, and a deed that it means or does not mean."""

    truth: str  # right or wrong
    task: str
    deed: str  # its class; in brackets, what it is
    target: str
    where: str  # what else is known: the app, the page, what was done before

    @property
    def question(self) -> Prompt:
        danger = parse_danger(self.deed)
        assert danger
        told = self.deed.partition("(")[2].rstrip(")") or DEEDS[danger]
        deed = f"class: {danger}: {told}\ntarget: {self.target}"
        return fill(
            "permission", task=escape(self.task), deed=escape(deed), done="as <screen> tells",
            phone="", earlier="", app="", elements=escape(self.where),
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Answer:
    """What was said of a case; `none` where no reply could be used."""

    case: Case
    said: str
    why: str
    spent: Usage = field(default_factory=Usage)

    @property
    def is_wrong(self) -> bool:
        return (self.said == "yes") is (self.case.truth == "wrong")


def read_cases() -> list[Case]:
    with FILE.open(encoding="utf-8", newline="") as file:
        return [Case(**row) for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)]


def ask(case: Case, name: str) -> Answer:
    model = build_model(load({"model": name}).config, nullcontext)  # each counts its own tokens
    try:
        said = converse(model, case.question, [], TaskReading, lambda said: said, lambda _: None)
    except SetupError:
        raise
    except AppAgentError as err:
        return Answer(case, "none", str(err), model.spent)
    return Answer(case, said.answer, said.why, model.spent)


def report(answers: Sequence[Answer]) -> str:
    """A line for each side, the tokens of a question, and a line for each answer that is wrong."""
    lines = [f"{'':6}{'cases':>6}{'yes':>6}{'no':>6}{'unsure':>8}{'none':>6}"]
    for side in ("right", "wrong"):
        said = Counter(each.said for each in answers if each.case.truth == side)
        figures = f"{said['yes']:6}{said['no']:6}{said['unsure']:8}{said['none']:6}"
        lines.append(f"{side:6}{said.total():6}{figures}")
    tokens = sum(each.spent.prompt_tokens + each.spent.completion_tokens for each in answers)
    lines.append(f"{tokens / max(1, len(answers)):.0f} tokens a question\n")
    lines += (
        f"{each.case.truth} {each.said}: {each.case.task!r}: {each.case.target}: {each.why}"
        for each in answers
        if each.is_wrong
    )
    return "\n".join(lines)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--model")
    asked.add_argument("--print", action="store_true")
    parser.add_argument("--jobs", type=int, default=4)
    told = parser.parse_args(arguments)
    if told.print:
        for case in read_cases():
            prompt = case.question
            said = {"truth": case.truth, "system": prompt.system, "text": prompt.text}
            print(json.dumps(said, ensure_ascii=False))
        return 0
    with ThreadPoolExecutor(told.jobs) as pool:
        print(report(list(pool.map(lambda case: ask(case, told.model), read_cases()))))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
