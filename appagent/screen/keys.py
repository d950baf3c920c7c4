"""Stable keys of elements, and the fingerprint of a screen: the same on every phone.

    #toolbar/#save         a view with an id, after the nearest ancestor that has one
    #toolbar/button:2      the second button without one under that ancestor
    #alarms/row/switch     the switch in any row of a list
    group:2/button         without any id: the path of roles from the root

A key contains no px, no `index` and no text. The ordinal counts siblings of the same role in tree
order, which right-to-left layouts keep. The same key can mean different things on two screens, so
the fingerprint of the screen is stored beside it.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from appagent.screen.kinds import GROUP
from appagent.screen.nodes import Node
from appagent.screen.roles import is_row

if TYPE_CHECKING:
    from appagent.screen.values import Element, Screen

ROW = "row"
CHOICES = "#select_dialog_listview"  # Android's own id of the list in a dialog
_ROOT_ID = "#android:content"  # every activity has it
SAME_SCREEN = 0.6
"""The likeness from which two screens of one app count as the same page.

Fitted on 97 real dumps of known identity: the same page on a phone and on a tablet, or scrolled,
gives 0.62-1.00; different pages of an app with ids give at most 0.50.
"""

_TOUCHABLE = ("clickable", "long-clickable", "checkable", "scrollable", "selected")
_DIGITS = re.compile(r"\d+")
_IN_LIST = re.compile(rf"(?:^|/)(?:{ROW}|list)(?:[/:]|$)")
_SCROLLS = re.compile(r"(?:^|/)(?:pages|scroll area)(?:[/:]|$)")
_ORDINAL = re.compile(r":\d+(?=/|$)")
_SHARED_ID = re.compile(r"android:id/|.*:id/(?:alertTitle|scrollView|select_dialog_listview)$")
"""Ids that Android gives to parts of every dialog."""
_DIALOG_ID = re.compile(r"android:id/button[123]$|.*:id/alertTitle$")
_HOLDERS = ("list", "scroll area", "pages")
"""Roles of what holds others: its id does not tell a page from one with other things in it."""
_PLACE = "at "  # starts the entry of a fingerprint that holds the page's tab or title
_TITLE, _ITEM = "title ", "menu "
"""Start the entries of words that are compared in one language only: `title en-US 7c9e6679`."""


class _Path(NamedTuple):
    """What the keys of a node's children begin with."""

    scope: str
    anchor: str  # the start of the key of a view with an id: its row, or what has an id around it
    in_row: bool
    counts: Counter[str]  # how often a key was given


def keys(roots: Sequence[Node]) -> dict[Node, str]:
    """The key of every node under `roots`."""
    names: dict[Node, str] = {}
    inside: dict[Node, _Path] = {}
    counts: Counter[str] = Counter()
    for number, root in enumerate(roots):
        window = "" if number == 0 else f"window:{number + 1}"
        top = _Path(window, "", in_row=False, counts=counts)
        for node in (root, *root.below()):
            path = top if node.parent is None else inside[node.parent]
            names[node], within = _name(node, path)
            if node.children:
                inside[node] = within
    return names


def _name(node: Node, path: _Path) -> tuple[str, _Path]:
    """The key of a node, and the path of its children."""
    scope, anchor, in_row, counts = path
    row = is_row(node)
    in_row = in_row or row
    own = node.short_id
    # A wrapper around one child often exists on one phone only: it is no step of the path.
    wraps = len(node.children) == 1 and not own and not row and node.kind == GROUP
    if row:
        counts = Counter()  # rows share their keys, so each row counts its parts from one
        key = _join(scope, ROW)
        anchor = key if scope else ""
    elif own:
        # Ids made by a program may contain the row's number: "alarm_7".
        step = f"#{_DIGITS.sub('*', own) if in_row else own}"
        key = _add_ordinal(_join(anchor, step), counts)
        if not in_row:
            nearest = key.rpartition("/")[2]
            anchor = "" if nearest == _ROOT_ID else nearest
    elif wraps and not node.has(*_TOUCHABLE):
        key = _join(scope, GROUP)
    else:
        key = _add_ordinal(_join(scope, node.kind), counts)
    return key, _Path(scope if wraps else key, anchor, in_row, counts)


def _join(scope: str, step: str) -> str:
    return f"{scope}/{step}" if scope else step


def _add_ordinal(base: str, counts: Counter[str]) -> str:
    counts[base] += 1
    return base if counts[base] == 1 else f"{base}:{counts[base]}"


def without_ordinal(key: str) -> str:
    """The key without its last ordinal: the same for all siblings of one role."""
    head, parent, last = key.rpartition("/")
    return f"{head}{parent}{_ORDINAL.sub('', last)}"


def row_of(key: str) -> str:
    """The key of the row that contains the element, or is it; "" outside of lists."""
    steps = key.split("/")
    return "/".join(steps[: steps.index(ROW) + 1]) if ROW in steps else ""


def row_kind(element: Element) -> str:
    """The kind of a row, for lists of several kinds that share a key: its id without digits, and
    its role if that is a control's; "" for an element that is no row."""
    if element.key.rpartition("/")[2] != ROW:
        return ""
    own = element.short_id
    return f"{stable_role(element.role)} {_DIGITS.sub('*', own)}".strip() or "item"


def fingerprint(elements: Sequence[Element], language: str = "") -> frozenset[str]:
    """The set of each element's role and key, without ordinals.

    All rows give one entry, texts and states none, so the same page with other content, on another
    phone or in another language gives nearly the same set. One entry is a digest of the selected
    tab; on pages without ids of their own of the title or of its absence. Dialogs and settings,
    which are built alike, have a digest of their title, and menus one of each item, which count
    where both pages are in one `language`. The title of other pages is content: a person's name.
    A message that passes by is of no page.
    """
    elements = [e for e in elements if not e.is_notice]
    parts = frozenset(f"{stable_role(e.role)} {_ORDINAL.sub('', e.key)}" for e in elements)
    own_ids = [
        e for e in elements if e.uses and e.resource_id and not _SHARED_ID.match(e.resource_id)
    ]
    tab = selected_tab(elements)
    here = (tab.key if tab else "") if own_ids else tab_or_title(elements) or "untitled"
    words = [f"{_PLACE}{_digest(here)}"] if here else []
    if _is_menu(elements):
        words += [f"{_ITEM}{language} {_digest(e.name)}" for e in elements if is_whole_row(e)]
    elif _is_built_alike(elements, own_ids) and (text := tab_or_title(elements)):
        words.append(f"{_TITLE}{language} {_digest(text)}")
    return parts.union(words)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def _is_menu(elements: Sequence[Element]) -> bool:
    """Whether the rows of a list are all there is."""
    rows = [e for e in elements if e.uses and e.role not in _HOLDERS]
    scrolls = any("swipe" in e.uses for e in elements)  # then the items shown are not all
    whole = bool(rows) and all(map(is_whole_row, rows))
    return whole and not scrolls and not tab_or_title(elements)


def _is_built_alike(elements: Sequence[Element], own_ids: Sequence[Element]) -> bool:
    """Whether the title alone tells a page: a dialog, or a page that is one list with a button to
    go up from it, as settings are."""
    if any(_DIALOG_ID.match(e.resource_id) for e in elements):
        return True
    outside = [e for e in elements if e.uses and e.role not in _HOLDERS and not row_of(e.key)]
    return bool(own_ids and outside) and not any(e in own_ids for e in outside)


def stable_role(role: str) -> str:
    """The role, "" for each that may be another's in another state."""
    # Whether such an element can be touched is a state: a disabled button becomes a text.
    return "" if role in {"button", "text", "tab", "image", "item", GROUP} else role


def likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """The Jaccard index of two fingerprints, 0-1; 1 for two empty ones, 0 for different titles.

    Parts of rows count half: which kinds of row a list shows depends on its content.
    """
    if _by_title_alone(one, other) or _by_title_alone(other, one):
        return 0.0
    one, other = _comparable(one, other), _comparable(other, one)
    if on_other_tabs(one, other) or _differ(one, other, _TITLE):
        return 0.0
    in_rows = {_row_as_group(part) for part in one | other if f"/{ROW}/" in part}
    ones, others = (
        frozenset(_row_as_group(part) for part in each if not part.startswith((_PLACE, _TITLE)))
        for each in (one, other)
    )
    common, union = (len(each) - len(each & in_rows) / 2 for each in (ones & others, ones | others))
    return common / union if union else 1.0


def title_language(page: Iterable[str]) -> str | None:
    """The language of the title that a fingerprint has a digest of; None without one."""
    found = next((part for part in page if part.startswith(_TITLE)), None)
    return found and found.removeprefix(_TITLE).rpartition(" ")[0]


def _by_title_alone(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether one page, which has no ids of its own, has a title that another, which is built like
    many, has not."""
    here, title = _digests(one, _PLACE), _digests(other, _TITLE)
    by_both = _digests(one, _TITLE) or _digests(other, _PLACE)
    return bool(here and title) and not by_both and not here & title


def _digests(page: frozenset[str], kind: str) -> set[str]:
    return {part.rpartition(" ")[2] for part in page if part.startswith(kind)}


def on_other_tabs(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two pages differ in their selected tab, or in the title where that stands for it."""
    return _differ(one, other, _PLACE)


def _differ(one: frozenset[str], other: frozenset[str], kind: str) -> bool:
    here, there = _digests(one, kind), _digests(other, kind)
    return bool(here and there) and here != there


def likeness_untitled(one: frozenset[str], other: frozenset[str]) -> float:
    """The likeness of two pages whatever their titles, their tabs and the items of menus say."""
    words = (_PLACE, _TITLE, _ITEM)
    bare = (frozenset(e for e in each if not e.startswith(words)) for each in (one, other))
    return likeness(*bare)


def _comparable(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """A fingerprint without the words that the other has none of in this language."""
    heads = {_head(part) for part in other}
    return frozenset(part for part in one if not _head(part) or _head(part) in heads)


def _head(part: str) -> str:
    """Kind and language of an entry of words, `menu en-US`; "" for one of a role and a key."""
    return part.rpartition(" ")[0] if part.startswith((_TITLE, _ITEM)) else ""


def _row_as_group(part: str) -> str:
    # A Compose list that fits on its screen looks like any other group.
    return part.replace(f"/{ROW}", f"/{GROUP}")


def same_page(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two fingerprints are of the same page of an app."""
    return likeness(one, other) >= SAME_SCREEN


def same_screen(one: Screen, other: Screen) -> bool:
    """Whether two observations show the same page of an app."""
    pages = (fingerprint(each.elements, each.language) for each in (one, other))
    return one.app.package == other.app.package and same_page(*pages)


def is_whole_row(element: Element) -> bool:
    """Whether an element is a row of a list, not something in one."""
    return element.key == row_of(element.key) != ""


def is_fixed(element: Element) -> bool:
    """Whether an element stands outside of lists and does not scroll."""
    return not (_IN_LIST.search(element.key) or _SCROLLS.search(element.key))


def title(elements: Sequence[Element]) -> str:
    """What a page is called: the first text with a letter outside of lists, best one that does not
    scroll; "" for none."""
    head = heading(elements)
    return head.name if head else ""


def heading(elements: Sequence[Element]) -> Element | None:
    """The text that `title` tells."""
    return next((e for e in _headings(elements) if any(map(str.isalpha, e.name))), None)


def page_name(elements: Sequence[Element]) -> str:
    """What a person calls a page: its selected tab, or else its title; "" for neither."""
    tab = selected_tab(elements)
    return (tab.name if tab else "") or title(elements)


def tab_or_title(elements: Sequence[Element]) -> str:
    """What distinguishes similar pages: the key and the name of the selected tab, else the first
    text outside of lists; "" for neither. It is compared, and never read.

    Numbers are content ("2 selected") and become "*".
    """
    tab = selected_tab(elements)
    first = next((e.name for e in _headings(elements)), "")
    name = _DIGITS.sub("*", tab.name if tab else first)
    return f"{tab.key} {name}" if tab else name


def _headings(elements: Sequence[Element]) -> Sequence[Element]:
    """The texts outside of lists, those that do not scroll first. A message that passes by is no
    title of the page below it."""
    texts = [e for e in elements if e.role == "text" and not e.uses and not _IN_LIST.search(e.key)]
    texts = [e for e in texts if not e.is_notice]
    return [*(e for e in texts if not _SCROLLS.search(e.key)), *texts]


def selected_tab(elements: Sequence[Element]) -> Element | None:
    """The first selected tab; None without tabs."""
    return next((e for e in elements if e.selected and e.role == "tab"), None)
