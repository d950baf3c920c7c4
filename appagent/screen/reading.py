"""What a page says, to be kept for later: its texts in reading order, a row of a list as one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress

from appagent.errors import ActionImpossible
from appagent.geometry import Rect
from appagent.screen.describe import quote, states
from appagent.screen.keys import title
from appagent.screen.rows import is_cut, rows_in
from appagent.screen.values import Element, Screen
from appagent.texts import as_words, telling_words, words_of

_QUOTE = re.compile(r"\{([^{}]+)\}")
_HOLDERS = ("list", "scroll area", "pages")
_TITLE = "#title"
"""What a quote of the title of the page looks for, where its answer is to be read again."""


def readable(box: Rect, screen: Screen) -> list[str]:
    """What the elements in a box say, a line each; but for a row that the edge of the box cuts."""
    rows = rows_in(box, screen)
    row_at = {id(e): row for row in rows for e in row.elements}
    told: list[str] = []
    done: set[int] = set()
    for e in screen.elements:
        row = row_at.get(id(e))
        if row is not None:
            if id(row.elements[0]) not in done and not is_cut(row, rows, box):
                told.append(", ".join((row.text, *_states(row.elements))))
            done.add(id(row.elements[0]))
        elif e.told_in is None and e.role not in _HOLDERS and box.contains(e.bounds.center):
            said = e.called if e.secret or not e.value else f"{e.called} = {e.value}"
            told += [", ".join((said, *_states([e])))] if said else []
    return told


def quoted(answer: str, screen: Screen) -> str:
    """An answer with each text in braces replaced by the line of the page that has it, "{Holiday}"
    by "Holiday, 6.9 MB"; a line that says nothing else, by that and the next: "File name: a.jpg".
    `as_quote` may have quoted the title of the page.

    Raises: `ActionImpossible` where no line has it, or several do.
    """
    if not quotes(answer):
        return answer
    lines = readable(screen.size.rect, screen)

    def line_of(found: re.Match[str]) -> str:
        if found[1] == _TITLE and (head := title(screen.elements)):
            return head
        wanted = f" {as_words(found[1])} "
        at = [n for n, line in enumerate(lines) if wanted in f" {as_words(line)} "]
        if not wanted.strip() or len({lines[n] for n in at}) != 1:
            why = f"{len(at)} lines of the page have" if at else "no line of the page has"
            raise ActionImpossible(f"{why} {quote(found[1])}, which the answer is to quote")
        line, rest = lines[at[0]], lines[at[0] + 1 :]
        alone = as_words(line) == wanted.strip() and rest
        return f"{line}: {rest[0]}" if alone else line

    return _QUOTE.sub(line_of, answer)


def quotes(answer: str) -> list[str]:
    """What an answer quotes of the page that it is given on."""
    return _QUOTE.findall(answer)


def as_quote(answer: str, asked: str, screen: Screen) -> str:
    """An answer as a quote of the line that has all that it tells of a page, by a word of what was
    `asked` for: "{Saturday}" for "It opens at 9:15"; with the title of the page, where it tells
    that too. One that says nothing else is left as it is.

    Raises: `ActionImpossible` where no such line has it: it may be a judgement.
    """
    known = {*words_of(asked)}
    new = [word for word in words_of(answer) if word not in known]
    if not new:
        return answer
    there = {w for line in readable(screen.size.rect, screen) for w in words_of(line)}
    told = {word for word in new if word in there or word.isdigit()}
    named = {word for word in words_of(title(screen.elements)) if not word.isdigit()}
    for left, before in ((told, ""), (told - named, f"{{{_TITLE}}}: ")):
        for name in dict.fromkeys(telling_words(asked)) if left else ():
            with suppress(ActionImpossible):
                if left <= {*words_of(quoted(f"{{{name}}}", screen))}:
                    return f"{before}{{{name}}}"
    raise ActionImpossible(f"the answer says {quote(new[0])}, which was not asked for, nor quoted")


def _states(elements: Sequence[Element]) -> Iterator[str]:
    """The states of what can be switched or chosen."""
    for e in elements:
        yield from (f"{word}" for word in states(e) if word not in ("focused", "disabled"))


def joined(read: Sequence[str], more: Sequence[str]) -> list[str]:
    """What was read with what a scroll brought, which begins with the end of it."""
    for size in range(min(len(read), len(more)), 0, -1):
        if list(read[-size:]) == list(more[:size]):
            return [*read, *more[size:]]
    return [*read, *(line for line in more if line not in read)]
