"""Names of elements that outlive a phone, and the fingerprint of a screen.

    #toolbar/#save         a view with an id, after the nearest ancestor that has one
    #toolbar/button:2      the second button without one under that ancestor
    #alarms/row/switch     the switch in any row of a list
    group:2/button         no ids at all: the path of roles from the root

A key holds no px, no `index`, no text. The ordinal counts siblings of the same role in tree
order, which right-to-left layouts keep. What a key means is told apart by the fingerprint of
the screen it was seen on; the two are stored side by side.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from appagent.screen.nodes import Node
from appagent.screen.roles import GROUP, is_list, is_row, kind

if TYPE_CHECKING:
    from appagent.screen.values import Element, Screen

ROW = "row"
_EVERYWHERE = "#android:content"  # the id that every activity has tells nothing
SAME_SCREEN = 0.6
"""The likeness from which two screens of one app are taken to be the same.

Fitted on 97 real dumps of known identity: the same page on a phone and on a tablet, or scrolled,
gives 0.62-1.00; different pages of an app with ids give at most 0.50.
"""

_TOUCHABLE = ("clickable", "long-clickable", "checkable", "scrollable", "selected")
_DIGITS = re.compile(r"\d+")
_IN_LIST = re.compile(rf"(?:^|/)(?:{ROW}|list)(?:[/:]|$)")
_SCROLLS = re.compile(r"(?:^|/)(?:pages|scroll area)(?:[/:]|$)")
_ORDINAL = re.compile(r":\d+(?=/|$)")
_SHARED_ID = re.compile(r"android:id/|.*:id/(?:alertTitle|scrollView|select_dialog_listview)$")
"""Ids that Android gives to the parts of every dialog."""
_PLACE = "at "  # begins the entry of a fingerprint that says which of the pages without ids it is


def keys(roots: Sequence[Node]) -> dict[Node, str]:
    """The key of every node under `roots`."""
    found: dict[Node, str] = {}
    seen: Counter[str] = Counter()
    for number, root in enumerate(roots):
        scope = "" if number == 0 else f"window:{number + 1}"
        _name(root, scope, in_row=False, found=found, seen=seen)
    return found


def _name(
    node: Node, scope: str, *, in_row: bool, found: dict[Node, str], seen: Counter[str]
) -> None:
    row = is_row(node)
    in_row = in_row or row
    own = node.short_id
    # A wrapper of one child is often the difference between two phones: it is no step.
    wraps = kind(node) == GROUP and not own and not row and len(node.children) == 1
    if row:
        key = _joined(scope, ROW)
    elif own:
        # Row numbers hide in ids that a program makes: "alarm_7".
        anchor = f"#{_DIGITS.sub('*', own) if in_row else own}"
        key = _numbered(_joined(_anchor(scope, in_row), anchor), seen)
    elif wraps and not node.has(*_TOUCHABLE):
        key = _joined(scope, GROUP)
    else:
        key = _numbered(_joined(scope, kind(node)), seen)
    found[node] = key
    inside = scope if wraps else key
    for child in node.children:
        # Rows share their keys, so each of them counts its own parts from one.
        counter = Counter() if is_list(node) else seen
        _name(child, inside, in_row=in_row, found=found, seen=counter)


def _anchor(scope: str, in_row: bool) -> str:
    """What a view with an id is named after: its row, else the nearest ancestor with an id."""
    if in_row:
        head, row, _ = scope.rpartition(f"/{ROW}")
        return f"{head}{row}"
    nearest = next((step for step in reversed(scope.split("/")) if step.startswith("#")), "")
    return "" if nearest == _EVERYWHERE else nearest


def _joined(scope: str, step: str) -> str:
    return f"{scope}/{step}" if scope else step


def _numbered(base: str, seen: Counter[str]) -> str:
    seen[base] += 1
    return base if seen[base] == 1 else f"{base}:{seen[base]}"


def without_ordinal(key: str) -> str:
    """The key without its last ordinal: what it shares with those beside it."""
    head, parent, last = key.rpartition("/")
    return f"{head}{parent}{_ORDINAL.sub('', last)}"


def row_of(key: str) -> str:
    """The key of the row that it names, or names a part of; "" outside of lists."""
    steps = key.split("/")
    return "/".join(steps[: steps.index(ROW) + 1]) if ROW in steps else ""


def row_kind(element: Element) -> str:
    """What tells a row from those of another kind in its list, which share its key: its id without
    digits, and its role where that is a control's; "" for what is no row."""
    if element.key.rpartition("/")[2] != ROW:
        return ""
    own = element.resource_id.rpartition("/")[2]
    return f"{_stable(element.role)} {_DIGITS.sub('*', own)}".strip() or "item"


def fingerprint(elements: Sequence[Element]) -> frozenset[str]:
    """What a screen is made of: each element's role with its key, without ordinals.

    Rows are one entry, texts and states none, so the same page with other content, on another
    phone or in another language gives nearly the same set. The selected tab is told too, as a
    digest. Pages on which nothing to touch has an id of its own look alike, as dialogs do: there
    it may be the title, or that there is none.
    """
    parts = frozenset(f"{_stable(e.role)} {_ORDINAL.sub('', e.key)}" for e in elements)
    named = any(e.uses and e.resource_id and not _SHARED_ID.match(e.resource_id) for e in elements)
    tab = _tab(elements)
    here = (tab.key if tab else "") if named else tab_or_title(elements) or "untitled"
    return parts | ({_PLACE + hashlib.sha256(here.encode()).hexdigest()[:8]} if here else set())


def _stable(role: str) -> str:
    # What can be touched now and what could be touched before are told apart by a state only.
    return "" if role in {"button", "text", "tab", "image", "item", GROUP} else role


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How much two fingerprints have in common, 0-1 (Jaccard); 1 for two empty ones, 0 for pages
    of other titles. What rows hold counts half: which kinds of row are there is content."""
    here, there = ({part for part in each if part.startswith(_PLACE)} for each in (one, other))
    if here and there and here != there:
        return 0.0
    held = {_unlisted(part) for part in one | other if f"/{ROW}/" in part}
    ones, others = (
        frozenset(_unlisted(part) for part in each) for each in (one - here, other - there)
    )
    common, every = (len(each) - len(each & held) / 2 for each in (ones & others, ones | others))
    return common / every if every else 1.0


def _unlisted(part: str) -> str:
    # A list of Compose that fits on its screen is not told from any other group.
    return part.replace(f"/{ROW}", f"/{GROUP}")


def same_screen(one: Screen, other: Screen) -> bool:
    """Whether two observations show the same page of an app."""
    alike = likeness(fingerprint(one.elements), fingerprint(other.elements))
    return one.app.package == other.app.package and alike >= SAME_SCREEN


def tab_or_title(elements: Sequence[Element]) -> str:
    """What tells a page from its like: its selected tab, else its title; "" for neither.

    A title stands still, if any text does, and is no row of a list; a number in either is content:
    "2 selected".
    """
    texts = [e for e in elements if e.role == "text" and not e.uses and not _IN_LIST.search(e.key)]
    still = [e for e in texts if not _SCROLLS.search(e.key)]
    tab, title = _tab(elements), next((e.name for e in (*still, *texts)), "")
    said = _DIGITS.sub("*", tab.name if tab else title)
    return f"{tab.key} {said}" if tab else said


def _tab(elements: Sequence[Element]) -> Element | None:
    return next((e for e in elements if e.selected and e.role == "tab"), None)
