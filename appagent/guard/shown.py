"""What a control and its page show. Others may have written it, so it is quoted."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from appagent.screen.about import row_text
from appagent.screen.describe import quote
from appagent.screen.keys import heading, is_whole_row, row_of
from appagent.screen.pages import OVER_PAGES, page_kind
from appagent.screen.values import Element, Screen

WINDOWS = (*OVER_PAGES, "menu")
"""Kinds of what is small enough to be asked about as one."""
_MOST = 200  # characters of a text
_PHONE = re.compile(r"(?<![\w.:/-])\+?\(?\d[\d ()/-]{5,}\d(?![\w.:/-])")


def has_phone_number(text: str) -> bool:
    """Whether a phone number stands in a text."""
    return bool(_PHONE.search(text))


def shows(e: Element, screen: Screen) -> tuple[str, str]:
    """What is written in a control, and in the row that it is a part of."""
    return e.says or e.name, "" if is_whole_row(e) else row_text(e, screen)


def around(e: Element, screen: Screen) -> Iterator[str]:
    """What stands on and around a control, in quotes, a line each."""
    own = [each for each in screen.elements if not each.web]
    head = heading(own)
    label, row = shows(e, screen)
    beside = [t.name for t in texts_beside(own)] if page_kind(screen) in WINDOWS else []
    told = {
        "says": label,
        "its row": row,
        "the page": head.name if head else "",
        "beside it": ", ".join(beside),
    }
    yield from (f"{what}: {quote(text, _MOST)}" for what, text in told.items() if text)


def texts_beside(elements: Sequence[Element]) -> Iterator[Element]:
    """The texts beside a title that no row and no control holds."""
    head = heading(elements)
    for e in elements:
        inside = e.uses or row_of(e.key) or e.told_in or e.is_notice
        if e.role == "text" and e is not head and not inside:
            yield e


def opens_one(e: Element, screen: Screen) -> bool:
    """Whether it looks like one of many things: a row of several texts, in a list without phone
    numbers. One text alone may be an entry of the app's, "Log out"."""
    if not is_whole_row(e) or e.role != "item" or e.web or e.state or e.name == e.title:
        return False
    return not any(
        has_phone_number(each.name) for each in screen.elements if row_of(each.key) == e.key
    )
