"""A judge that tells the truth about what the controls of the pocket phone's apps do: by the
answers that are shipped, which a strong model gave and a person read, in whatever language they are
asked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

import pocketphone
from appagent.actions.gestures import Move
from appagent.danger import Harm
from appagent.exchange import Prompt
from appagent.guard import Context, Page, assess, touched, without_numbers
from appagent.knowledge.answers import FILE, Answers, PageAnswers, parse_answers
from appagent.screen.values import Screen
from scripts.translated import COLUMNS, WORDS

SHIPPED = Path(__file__).resolve().parents[1] / "docs_store"
FOLDERS = (SHIPPED, Path(__file__).with_name("truth"))
"""Of the apps, and of what Android shows between them."""
_SPOKEN = Path(pocketphone.__file__).with_name("apps")
_APP = re.compile(r'<page app="([^"]*)">\n(.*?)\n</page>', re.DOTALL)
_LINE = re.compile(r'^(\d+) (.+)$(?:\n  says: ("(?:[^"\\]|\\.)*"))?', re.MULTILINE)
_WORDED = re.compile(r'"[^"]*[^\W\d_]{3}')
_WEB = re.compile(r"^web page \w+ in ")
_LOOKS = re.compile(r"(?:, )?looks \w+")  # of a picture, which is another on another phone
_ONE = re.compile(r"(hold )?.+, named (\".+\")")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def deeds(text: str) -> Iterator[str]:
    """The answer to each line of a question, "3 delete"; "unknown" for what nobody read. Where the
    line leaves it open, what is quoted below it may tell the label."""
    found = _APP.search(text)
    assert found, text
    package, page = found.groups()
    for n, line, label in _LINE.findall(text[found.end() :]):
        said = says(package, page, line)
        if label and said in ("unknown", "varies"):
            said = says(package, page, _with_label(line, json.loads(label)))
        yield f"{n} {said}"


def _with_label(line: str, label: str) -> str:
    """A line of a kind as that of the one that is called so."""
    kind = line.partition(", named by what it shows")[0]
    title = json.dumps(without_numbers(label.partition(", ")[0]), ensure_ascii=False)
    return f"{kind}, named {title}" if kind.startswith("row") else f"{kind.split(' (')[0]} {title}"


def classes_of(prompt: Prompt) -> Sequence[str]:
    """The classes of the deed that a question is about."""
    told = re.search(r"^class: ([^:]+)", prompt.text, re.MULTILINE)
    return told[1].split(", ") if told else ()


def says(package: str, page: str, line: str) -> str:
    """What is known of a line: on its page, in whatever language; else, but for a dialog, on all
    pages of its app that have it, where they agree, or of all apps."""
    known, told = _known(package), _in_english(line, package)
    there = _in_english(_WEB.sub("", page), package)
    if said := known.get(there, {}).get(told):
        return said
    here = [deeds for where, deeds in known.items() if _is_like(_bare(where), _bare(there))]
    everywhere = [deeds for app in apps() for deeds in _known(app).values()]
    others = () if page.startswith("dialog") else (list(known.values()), everywhere)
    for some in (here, *others):
        found = {said for deeds in some if (said := _of(deeds, told))}
        if found:
            return found.pop() if len(found) == 1 else "unknown"
    return "unknown"


def _of(deeds: Mapping[str, str], line: str) -> str:
    if line in deeds:
        return deeds[line]
    return next((said for known, said in deeds.items() if _is_like(known, line)), "")


def apps() -> Sequence[str]:
    found = (path.parent.name for folder in FOLDERS for path in sorted(folder.glob(f"*/{FILE}")))
    return list(dict.fromkeys(found))


def _bare(page: str) -> str:
    """A page without what opened it."""
    return page.partition(", opened by ")[0]


def _is_like(known: str, told: str) -> bool:
    """Whether words are those that are known, whatever names they tell beside others."""
    named = "…" in known and _WORDED.search(known)
    same = _LOOKS.sub("", known) == _LOOKS.sub("", told)
    one = _ONE.fullmatch(told)  # of a kind: it may be known as an entry of that name
    entry = one is not None and known == f"{one[1] or ''}item {one[2]}"
    return bool(named and _pattern(known).fullmatch(told)) or same or entry


@cache
def _pattern(known: str) -> re.Pattern[str]:
    return re.compile(re.escape(known).replace("…", ".*"))


def harms(move: Move, screen: Screen, opener: str = "") -> Mapping[Harm, str]:
    """What the guard says of a move, by the truth."""
    page, known = Page(screen, opener=opener), Answers()
    package = screen.app.package
    for asked in touched(move, page):
        lines = (asked.line, asked.label) if asked.label else (asked.line,)
        said = {line: says(package, asked.page, line) for line in lines}
        known = Answers(asked=(*known.asked, PageAnswers(page=asked.page, deeds=said)))
    return assess(move, page, Context(known))


@cache
def _known(package: str) -> Mapping[str, Mapping[str, str]]:
    known: dict[str, dict[str, str]] = {}
    for path in (folder / package / FILE for folder in FOLDERS):
        answers = parse_answers(path.read_bytes(), str(path)) if path.exists() else Answers()
        for each in (*answers.asked, *answers.yours):
            lines = {line.casefold(): said for line, said in each.deeds.items()}
            known.setdefault(each.page.casefold(), {}).update(lines)
    return known


@cache
def _english(package: str) -> Mapping[str, str]:
    """The English of what an app says in another language, or would."""
    rows = yaml.safe_load(WORDS.read_text("utf-8"))
    would = {str(row[column]): str(row[0]) for row in rows for column in COLUMNS.values()}
    files = (_SPOKEN / package.rpartition(".")[2] / "languages").glob("[!e]*.yaml")
    spoken = (yaml.safe_load(path.read_text("utf-8")) for path in sorted(files))
    return would | {str(said): str(text) for each in spoken for text, said in each.items()}


def _in_english(text: str, package: str) -> str:
    def other(quoted: re.Match[str]) -> str:
        said = json.loads(quoted[0], strict=False)
        return json.dumps(_english(package).get(said, said), ensure_ascii=False)

    return _QUOTED.sub(other, text).casefold()
