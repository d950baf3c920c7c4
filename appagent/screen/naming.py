"""Names for what has no text of its own: from its row, the text beside it, or its id."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Mapping, Sequence, Set

from appagent.screen.kinds import GROUP
from appagent.screen.labels import Label, TextMap
from appagent.screen.nodes import Node, once
from appagent.screen.roles import is_row, role
from appagent.screen.words import inner_texts, join_texts, offscreen_texts, own_text

_WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+|[^\W\d_a-zA-Z]+")
_DIGITS = re.compile(r"\d+")
_AFFIXES = frozenset(
    """
    btn button iv imageview img image tv textview txt text et edittext ll rl fl cl cb rb sw
    input src click zone
    view layout container wrapper root content ic icon id item cell holder widget frame main
    compose android recycler recyclerview list listview scroll scrollview pager viewpager
    linear relative constraint group panel parent coordinator drawer toolbar radio design delegate
    horizontal vertical floating fab
    """.split()  # noqa: SIM905
)  # what programmers write around the word that means something
UNTOLD = ": icon"
"""After the name of its row, where nothing says what an icon does."""
_MENUS = ("action", "menu")  # in front of the id of a menu's items: `action_share`


@once
def id_words(node: Node) -> str:
    """The meaningful words of its id: "add alarm" for `id/btn_add_alarm`; "" for `id/d3_`, as a
    shrunk app has it. For a field without any, "search" where its frame says so."""
    _, _, name = node.short_id.rpartition(":")
    found = [word.lower() for word in _WORDS.findall(name)]
    counted = any(map(str.isdigit, found)) and _is_one_of_several(node)
    meaning = [w for w in found if w not in _AFFIXES and (counted if w.isdigit() else len(w) > 1)]
    if meaning[1:] and meaning[0] in _MENUS:
        del meaning[0]
    if meaning[1:] and meaning[-1] == role(node):
        del meaning[-1]  # "upgrade" for a switch `upgrade_switch`
    if meaning == ["action"]:
        return ""  # `floating_action_button`
    if not meaning and node.kind == "text field" and _searches(node):
        return "search"
    return " ".join(meaning)


def _searches(node: Node) -> bool:
    """Whether it is the only field inside a frame for searching: `search_view_container`."""
    frames = (a for a in node.above() if "search" in a.short_id.lower())
    return any(frame.count_below(_is_field) == 1 for frame in frames)


def _is_field(node: Node) -> bool:
    return node.kind == "text field"


def _is_one_of_several(node: Node) -> bool:
    """Whether only the number in its id distinguishes it from a sibling: `star_1`, `star_2`."""
    if node.parent is None or is_row(node):
        return False
    return len(_ids_in(node.parent)[_DIGITS.sub("", node.short_id)]) > 1


@once
def _ids_in(node: Node) -> Mapping[str, Set[str]]:
    """The ids of its children, by what they are without their numbers."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for child in node.children:
        found[_DIGITS.sub("", child.short_id)].add(child.short_id)
    return found


class Namer:
    """Names the controls of a screen."""

    def __init__(
        self, roots: Sequence[Node], touchable: Set[Node], unseen: Set[Node], height_px: int
    ) -> None:
        self._touchable, self._height_px = touchable, height_px
        self.apart = touchable | unseen
        self.labels = TextMap(roots, touchable, unseen)
        self._orders = sorted(node.order for node in touchable)
        self.said: set[Node] = set()  # the texts that names were made of
        self.by_id: dict[Node, str] = {}  # what names have from ids
        self.by_row: dict[Node, str] = {}  # the first text of its row, that names an icon

    def name(self, node: Node, *, only_swiped: bool) -> tuple[str, str]:
        """The role and the name of a control."""
        what = role(node)
        own = own_text(node)
        if only_swiped and what != "slider":
            return what, own or self.labels.heading(node) or self._by_id(node)
        inside = list(inner_texts(node, self.apart))
        if what in {"dropdown", "slider"}:  # what is chosen is its value; a thumb is no name
            self.said.update(n for n, _ in inside)
        elif not own:
            own = join_texts([said for _, said in inside])
            own = own or join_texts(list(offscreen_texts(node, self._touchable)))
        self.said.update(n for n, said in inside if said in own)
        if own:
            return what, own
        next_one = bisect_right(self._orders, node.order)
        if next_one < len(self._orders) and self._orders[next_one] <= node.last:
            return GROUP, self._by_id(node)  # with other controls in it
        return what, self._name_by_label(node, what)

    def _by_id(self, node: Node) -> str:
        words = id_words(node)
        if words:
            self.by_id[node] = words
        return words

    def _name_by_label(self, node: Node, what: str) -> str:
        """The name of a control that says nothing itself: "Ann: call" for an icon in the row "Ann",
        "Ann: icon" where nothing says what the icon does; without a label, the words of its id."""
        label = self._find_label(node, what)
        if label is None:
            return self._by_id(node)
        text, said = label
        if text not in self._touchable:
            self.said.add(text)
        icon = what in {"button", "image"} or _stays_pressed(node)
        if not icon or node.bounds.contains(text.bounds):
            return said
        row = self.labels.row_around(node)
        if row and label == self.labels.of_row(row):
            self.by_row[node] = said
        if words := self._by_id(node):
            return f"{said}: {words}"
        shared = any(text.within(a) and a in self._touchable for a in node.above())
        return said + UNTOLD if shared else said

    def _find_label(self, node: Node, what: str) -> Label | None:
        """The text that names a control: in a row, what the row says; elsewhere the nearest, but
        an icon in a toolbar is not named by the toolbar's title."""
        row = self.labels.row_around(node)
        # A card of a feed may be taller than other rows; what is taller than both is a page.
        if row and row.bounds.height * (1.5 if is_row(row) else 3) <= self._height_px:
            label = self.labels.of_row(row)
            if what != "slider" or (label and any(map(str.isalpha, label[1]))):
                return label  # a number beside a slider is its value
        if node.kind in {"button", "image", "tab"} or _stays_pressed(node):
            return None
        bare = what == "button" and not id_words(node)
        if bare and node.bounds.height * 2 > self._height_px:
            return None  # the veil under a dialog is not named by the dialog's title
        return self.labels.beside(node, row, bare=bare)


def _stays_pressed(node: Node) -> bool:
    """Whether it is an icon with two states, such as a star: a toggle button without text."""
    return node.cls == "ToggleButton" and not node.text.strip()
