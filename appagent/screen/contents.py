"""What is written in a control, whole and in reading order, and of which row a control is."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence

from appagent.screen.labels import TextMap
from appagent.screen.nodes import Node
from appagent.screen.words import inner_texts, outside, own_text
from appagent.texts import shorten

SAYS_LIMIT = 240
"""Characters of all texts of a control; what there is no room for has lines of its own."""
ROW_LIMIT = 40
"""Characters of a row's name in front of those of its controls."""

PICTURE = "picture"
"""What a control says that shows one, and no words."""

_LARGE = 5  # times as wide and as high, and it would be as wide as its window: no avatar or icon
_WITHOUT = frozenset({"text field", "slider", "dropdown", "picker"})
"""Roles whose texts are values, or said by their parts."""

_COUNTED = re.compile(r"(\d[\d.,]*) (\(.+)")  # "4.2 (1,073 reviews)", beside a picture of the 4.2

Names = Mapping[Node, tuple[str, str]]
"""The role and the name of each control."""


class Contents:
    """The texts of the controls of a screen that already have names."""

    def __init__(
        self, labels: TextMap, apart: Collection[Node], said: Collection[Node], names: Names
    ) -> None:
        self._labels, self._apart, self._said, self._names = labels, apart, said, names
        self.told_in: dict[Node, Node] = {}  # the control that says a text
        self._row_texts: dict[Node, list[str]] = {}

    def says(self, node: Node) -> str:
        """All texts of a control that is touched; "" where its name is all."""
        role, name = self._names[node]
        if role in _WITHOUT:
            return ""
        inside = list(inner_texts(node, self._apart))
        if not any(any(map(str.isalpha, text)) for text in (name, *(said for _, said in inside))):
            inside = [*self._pictures(node), *inside]
        if not inside:
            return ""
        own = own_text(node)
        texts = [*[(node, own)] * bool(own), *inside]
        if name and not own and not any(text in self._said for text, _ in inside):
            texts = [(node, name), *inside]  # it has the name of its label
        told, whole = self._whole(texts)
        self.told_in |= {text: node for text in told if text is not node}
        return "" if whole == name else whole

    def _pictures(self, node: Node) -> list[tuple[Node, str]]:
        """The large pictures in a control that has no words: a photo in a conversation."""
        parts = [node, *outside(node, self._apart)]
        return [(part, PICTURE) for part in parts if part.kind == "image" and _is_large(part)][:1]

    def _whole(self, texts: Sequence[tuple[Node, str]]) -> tuple[list[Node], str]:
        """The texts that there is room for, and these as one. What the text before or behind it
        says too is left out, "4.0" beside "4.0 stars" and in "4.0 (86)", as is the letter of an
        avatar."""
        told: list[Node] = []
        whole: list[str] = []
        room = SAYS_LIMIT
        for place, (node, text) in enumerate(texts):
            letter = len(text) == 1 and not text.isdecimal() and len(texts) > 1
            before, behind = whole[-1:], [other for _, other in texts[place + 1 : place + 2]]
            counted = _COUNTED.fullmatch(text)
            if counted and any(_repeats(counted[1], other) for other in (*before, *behind)):
                text = counted[2]
            again = before == [text] and any(map(str.isalpha, text))  # a number belongs to a word
            again = again or (node in self._said and any(text in told for told in whole[:1]))
            if letter or again or any(_repeats(text, other) for other in (*before, *behind)):
                told.append(node)
            elif whole and len(text) > room and node not in self._said:
                continue
            else:
                told.append(node)
                whole.append(text)
                room -= len(text) + 2
        return told, ", ".join(whole)

    def rows(self) -> dict[Node, str]:
        """Of which row or section each control is, where others have its role and name. A row is
        called by the first text that no other has, a section by its title."""
        alike: defaultdict[tuple[str, str], list[Node]] = defaultdict(list)
        for node, called in self._names.items():
            alike[called].append(node)
        found: dict[Node, str] = {}
        for same in (nodes for nodes in alike.values() if len(nodes) > 1):
            around = {node: self._labels.row_around(node) for node in same}
            texts = {row: self._texts_of(row) for row in dict.fromkeys(around.values()) if row}
            held = Counter(text for row in texts.values() for text in row)
            for node, row in around.items():
                if row in texts and (said := next((t for t in texts[row] if held[t] == 1), "")):
                    found[node] = shorten(said, ROW_LIMIT)
            loose = [node for node in same if around[node] is None and self._names[node][1]]
            sections = {node: self._labels.section(node, self._said) for node in loose}
            if len({*sections.values()}) > 1:  # else it tells none from the others
                found |= {node: title for node, title in sections.items() if title}
        return found

    def _texts_of(self, row: Node) -> list[str]:
        """The texts of a row that may name it, in order; each once."""
        if row not in self._row_texts:
            own = own_text(row)
            texts = [*[own] * bool(own), *(text for _, text in inner_texts(row, self._apart))]
            named = (text for text in texts if len(text) > 1 and any(map(str.isalpha, text)))
            self._row_texts[row] = [*dict.fromkeys(named)]
        return self._row_texts[row]


def _is_large(picture: Node) -> bool:
    return min(picture.bounds.size) * _LARGE >= min(picture.window.bounds.size)


def _repeats(text: str, other: str) -> bool:
    """Whether the other text says this one, and more behind or before it."""
    if len(other) <= len(text):
        return False
    ends = (other.startswith(text), other[len(text)]), (other.endswith(text), other[~len(text)])
    return any(found and not (edge.isalnum() or edge in ".,:") for found, edge in ends)
