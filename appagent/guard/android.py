"""What Android itself tells of a touch, in no words: the facts of android.yaml."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import yaml
from pydantic import BaseModel, ConfigDict

from appagent.screen.keys import row_of
from appagent.screen.values import Element, Screen


class Fact(BaseModel):
    """What a control of one of Android's windows does."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    package: str
    activity: str = ""
    id: str = ""
    row: bool = False
    does: str
    since: int
    source: str

    def fits(self, element: Element, screen: Screen) -> bool:
        package, activity = screen.app
        return bool(
            re.search(self.package, package)
            and re.search(self.activity, activity)
            and re.search(self.id, element.resource_id)
            and (not self.row or row_of(element.key))
        )


@cache
def facts() -> tuple[Fact, ...]:
    found = yaml.safe_load(Path(__file__).with_name("android.yaml").read_text("utf-8"))
    return tuple(map(Fact.model_validate, found))


def does(element: Element, screen: Screen) -> str:
    """What touching a control does, in the words of an answer; "" where Android does not tell."""
    return next((fact.does for fact in facts() if fact.fits(element, screen)), "")
