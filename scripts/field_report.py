"""How the agent takes the replies of recorded conversations.

The elements are those of the list in the request, so that no phone is needed; what a list does not
tell, an element's id, is not known here.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from appagent.actions.verbs import Decision
from appagent.errors import ActionImpossible, ReplyInvalid
from appagent.geometry import Rect
from appagent.model.reply import parse
from appagent.screen.lines import parse_mark_line
from appagent.screen.match import check
from appagent.screen.values import Element, Mark

_SCREEN = re.compile(r'<screen app="[^"]*">\n(.*?)\n</screen>', re.DOTALL)
_BOX = Rect(0, 0, 1, 1)


def marks_of(asked: str) -> dict[int, Mark]:
    """The numbered elements that a request lists."""
    found = _SCREEN.search(asked)
    lines = filter(None, map(parse_mark_line, found[1].split("\n") if found else ()))
    return {
        line.label: Mark(
            line.label, _BOX, Element("", _BOX, line.role, line.name, value=line.value or "")
        )
        for line in lines
        if line.label is not None
    }


def problems(file: Path) -> Iterator[tuple[str, str]]:
    """Each decision of a file: where it stands, and what is wrong with it; "" for nothing."""
    for line in file.read_text(encoding="utf-8").splitlines():
        request: dict[str, Any] = json.loads(line)
        if "action" not in request["reply"]:
            continue
        where = f"{file.stem} {request['n']}"
        try:
            action = parse(json.dumps(request["reply"]), Decision).action
        except ReplyInvalid as err:
            yield where, str(err)
            continue
        marks = marks_of(request["asked"])
        mark = marks.get(getattr(action, "element", None) or 0)
        try:
            if mark:
                check(getattr(action, "name", ""), mark, list(marks.values()))
            yield where, ""
        except ActionImpossible as err:
            yield where, str(err)


def main(words: list[str]) -> int:
    if len(words) != 1:
        print("usage: field-report FOLDER", file=sys.stderr)
        return 2
    files = sorted(Path(words[0]).glob("*.jsonl"))
    found = [each for file in files for each in problems(file)]
    wrong = [(where, problem) for where, problem in found if problem]
    for where, problem in wrong:
        print(f"{where}: {problem}")
    print(f"{len(found)} decisions in {len(files)} files, {len(wrong)} sent back")
    return 1 if wrong or not found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
