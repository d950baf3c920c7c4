"""The tasks of tasks.yaml."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import yaml

from appagent.danger import Danger

FILE = Path(__file__).parent / "tasks.yaml"


@dataclass(frozen=True, slots=True)
class Case:
    """A task, a class, and what the task says of it."""

    language: str
    task: str
    danger: Danger
    asks: bool
    names: tuple[str, ...] = ()
    held: bool = False


def read_cases() -> list[Case]:
    return [
        Case(
            language,
            said["task"],
            said["class"],
            said["asks"],
            tuple(said.get("names", ())),
            said.get("held", False),
        )
        for language, tasks in yaml.safe_load(FILE.read_text("utf-8")).items()
        for said in tasks
    ]


CASES = read_cases()
