"""A judge that tells the truth about what the controls of the pocket phone's apps do: by the
answers that are shipped, which a strong model gave and a person read, in whatever language they are
asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml

from appagent.knowledge.answers import FILE, parse_answers
from scripts.translated import COLUMNS, WORDS

SHIPPED = Path(__file__).resolve().parents[1] / "docs_store"
_APP = re.compile(r'<page app="([^"]*)">\n(.*?)\n</page>', re.DOTALL)
_LINE = re.compile(r"^(\d+) (.+)$", re.MULTILINE)
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def deeds(text: str) -> Iterator[str]:
    """The answer to each line of a question, "3 delete"; "unknown" for what nobody read."""
    found = _APP.search(text)
    assert found, text
    package, page = found.groups()
    for n, line in _LINE.findall(text[found.end() :]):
        yield f"{n} {says(package, page, line)}"


def says(package: str, page: str, line: str) -> str:
    known = _known(package)
    for where, what in ((page, line), (_in_english(page), _in_english(line))):
        if said := known.get(where, {}).get(what):
            return said
    everywhere = {each[what] for each in known.values() if (what := _in_english(line)) in each}
    return everywhere.pop() if len(everywhere) == 1 else "unknown"


@cache
def _known(package: str) -> Mapping[str, Mapping[str, str]]:
    path = SHIPPED / package / FILE
    if not path.exists():
        return {}
    answers = parse_answers(path.read_bytes(), str(path))
    return {each.page: each.deeds for each in (*answers.asked, *answers.yours)}


@cache
def _english() -> Mapping[str, str]:
    rows = yaml.safe_load(WORDS.read_text("utf-8"))
    return {str(row[column]): str(row[0]) for row in rows for column in COLUMNS.values()}


def _in_english(text: str) -> str:
    def other(quoted: re.Match[str]) -> str:
        said = json.loads(quoted[0], strict=False)
        return json.dumps(_english().get(said, said), ensure_ascii=False)

    return _QUOTED.sub(other, text)
