"""What a task allows, told from its words."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

import yaml

from appagent.danger import Danger
from appagent.safety.labels import fold, is_unspaced, starts
from appagent.safety.permission import Permission

REQUESTS: Mapping[Danger, Mapping[Literal["anywhere", "first"], Sequence[str]]] = yaml.safe_load(
    (Path(__file__).parent / "requests.yaml").read_text("utf-8")
)
"""The words that ask for a danger: see the head of the file."""

_CLAUSE = re.compile(
    r"[.,;:!?]\s|[\n。、，；]|\b(?:and|then|but|und|dann|et|puis|y|luego|e|poi)\b", re.IGNORECASE
)
# What comes before the verb of a clause: "please", "I want to", "use Signal to".
_LEAD = re.compile(
    r"(?:(?:please|now|also|just|kindly|bitte|(?:can|could|would|will) you|help me(?: to)?"
    r"|i (?:want|need|would like|d like)(?: you)? to|(?:use|open)(?: \w+){1,3} to"
    r"|don t forget to) )*"
)
# What follows is not to be done, or is a question: "don't send it", "tell me how ...".
_NOT_ASKED = re.compile(
    r"\b(?:(?:tell|show) (?:me|us)|(?:don t|do not|never)(?! forget)|without|nicht|ohne|sans)\b.*"
)


def read_task(task: str, danger: Danger) -> Permission:
    """What the words of a task say of a danger."""
    return Permission(danger, asks_for(task, danger))


def asks_for(task: str, danger: Danger) -> bool:
    """Whether a task asks for a danger: "Delete the alarm" asks for "delete"."""
    clauses = [_NOT_ASKED.sub("", fold(clause)) for clause in _CLAUSE.split(task)]
    known = REQUESTS.get(danger, {"anywhere": (), "first": ()})
    return any(
        any(starts(stem, clause) for stem in known["anywhere"])
        or any(_begins(stem, clause) for stem in known["first"])
        for clause in clauses
    )


def _begins(stem: str, words: str) -> bool:
    """Whether the first verb starts with the stem."""
    return (
        stem in words if is_unspaced(stem) else f"{_LEAD.sub('', words, count=1)} ".startswith(stem)
    )
