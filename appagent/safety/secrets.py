"""Keep what is typed into password fields out of everything that is written."""

from __future__ import annotations

import json
import re

from appagent.actions.verbs import literal
from appagent.outcome import Outcome
from appagent.screen.describe import HIDDEN
from appagent.trail import Problem, Step


class Secrets:
    """The passwords of one session, in every spelling that may be written."""

    def __init__(self) -> None:
        self._spelled: set[str] = set()
        self._pattern = re.compile("(?!)")  # nothing is hidden yet

    def add(self, secret: str) -> None:
        spelled = {secret, repr(secret)[1:-1], literal(secret)[1:-1]}
        for _ in range(2):  # a reply may hold the text form of an action inside its JSON
            spelled |= {json.dumps(s, ensure_ascii=a)[1:-1] for s in spelled for a in (True, False)}
        self._spelled |= spelled
        longest_first = sorted(self._spelled, key=len, reverse=True)
        self._pattern = re.compile("|".join(map(re.escape, longest_first)))

    def hide(self, text: str) -> str:
        """The text with every secret replaced."""
        return self._pattern.sub(HIDDEN, text)

    def hide_in_step(self, step: Step) -> Step:
        """The step with every secret replaced."""
        texts = (
            "observation", "thought", "plan", "summary", "action", "words", "gesture", "outcome",
            "undone", "reflection", "back", "doc", "error",
        )  # fmt: skip
        problems = (
            Problem(reply=self.hide(p.reply), problem=self.hide(p.problem)) for p in step.problems
        )
        return step.model_copy(
            update={name: self.hide(getattr(step, name)) for name in texts}
            | {"change": tuple(map(self.hide, step.change)), "problems": tuple(problems)}
        )

    def hide_in_outcome(self, outcome: Outcome) -> Outcome:
        """The outcome with every secret replaced."""
        texts = ("answer", "error", "task")
        return outcome.model_copy(update={n: self.hide(getattr(outcome, n)) for n in texts})
