"""Whether a screen shows what was said of it ahead: a text, the state of something, an error."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from appagent.geometry import Rect
from appagent.screen.change import crop
from appagent.screen.describe import states
from appagent.screen.keys import row_of
from appagent.screen.sliders import number
from appagent.screen.values import Element, Image, Screen
from appagent.texts import words_of

STATES = ("on", "off", "selected", "focused", "disabled", "filled")
GONE = "gone"

_AMOUNT = re.compile(r"(?P<number>-?\d+(?:[.,]\d+)?) ?(?P<unit>%|[^\W\d]*\.?)$")
_ERROR_ID = re.compile(r"error", re.IGNORECASE)
_INK_SHARE = 0.1  # of the px of a text, those that differ most from what is around them
_REDDER = 1.25  # than green and blue: Material's error colours, light and dark, are 1.33 and more


def ways(said: str) -> list[tuple[str, ...]]:
    """What is to show: one way of several, "Sent | Scheduled", and all of each, "Gym: off & Yoga:
    off". What is said of different things is no other way to say it: of "Crossfade: 6 s | Autoplay:
    off" both are to show."""
    told = [way.strip() for way in f"{said} ".split(" | ") if way.strip()]
    names = [way.rpartition(": ")[0].casefold() for way in told]
    if len(told) > 1 and all(names) and len({*names}) == len(names) and " & " not in said:
        return [tuple(told)]
    return [tuple(part.strip() for part in way.split(" & ") if part.strip()) for way in told]


def fits(elements: Sequence[Element], where: str) -> bool:
    """Whether a row has all words and states of a condition, "PM, on"; any row fits none."""
    parts = [part for part in re.split(r",\s", where) if part.strip()]
    return all(Shows.of(part).by(elements, loosely=True) for part in parts)


class Shows(NamedTuple):
    """What is to be shown: a text, or the name of something and its state."""

    text: str
    state: str = ""

    @classmethod
    def of(cls, said: str) -> Shows:
        """`5:50 PM, Thu` is a text, `Gym: off` and `off` are states, `Gym: gone` one too."""
        name, _, state = said.rpartition(":")
        state = state.strip(' []"').casefold()
        if state in (*STATES, GONE):
            return cls(name.strip(' "'), state)
        return cls(said)

    def by(self, elements: Sequence[Element], *, loosely: bool = False) -> Element | None:
        """The first element that shows it, best one that says nothing else. What a field holds that
        can be typed into is not shown yet; what is gone is shown by nothing. More words turn a text
        round, "No changes saved", and count `loosely` alone."""
        wanted = words_of(self.text)
        found = [e for e in elements if _says(e, self.text, wanted, loosely)]
        if self.state in ("on", "off"):
            found = [e for e in found if e.checked is not None]
        called = ((words_of(e.name), words_of(e.called)) for e in found)
        exact = [e for e, names in zip(found, called, strict=True) if wanted and wanted in names]
        whole = exact or [e for e in found if wanted and words_of(e.title) == wanted]
        if self.state and whole:  # "Wi-Fi" is not "Wi-Fi calling"
            found = whole
        shown = next((e for e in (*whole, *found) if self._state_of(e)), None)
        return shown or next(filter(self._stands_at, elements), None)

    def _stands_at(self, element: Element) -> bool:
        """Whether a slider stands where `Crossfade: 4`, or `4 s`, says, as exactly as that is."""
        if element.role != "slider":
            return False
        name, _, said = self.text.rpartition(": ")
        asked, stands = _AMOUNT.match(said.strip()), number(element.value)
        called = words_of(element.name), words_of(element.title)
        if asked is None or stands is None or words_of(name) not in called:
            return False
        told, percent = asked["number"].replace(",", "."), asked["unit"] == "%"
        decimals = len(told.partition(".")[2])
        return percent == stands[1] and round(stands[0], decimals) == float(told)

    def _state_of(self, element: Element) -> bool:
        return self.state in ("", GONE) or self.state in states(element)


def _says(element: Element, text: str, wanted: Sequence[str], loosely: bool) -> bool:
    """Whether an element says a text: one or some of the texts that it is called by, or `loosely`
    some of their words. Signs alone are compared as they are."""
    held = "" if "text" in element.uses else element.value
    unwritten = f": {element.by_id}"  # "Ann: star", where the id alone says "star"
    names = (element.name, element.called, element.name.removesuffix(unwritten))
    told = (*names, held, *element.remarks)
    if not wanted:
        return any(text.strip() in each for each in told if each)
    for each in filter(None, told):
        parts = [[word] for word in words_of(each)] if loosely else _parts(each)
        for at in range(len(parts)):
            run: list[str] = []
            for part in parts[at:]:
                run += part
                if run == wanted:
                    return True
                if len(run) >= len(wanted):
                    break
    return False


def _parts(text: str) -> list[list[str]]:
    """The words of each text of a name, between its commas."""
    return [words for words in map(words_of, text.split(", ")) if words]


def new_error(before: Screen, after: Screen) -> Element | None:
    """The text that came up on a page and says that something is wrong: by its id, or since it is
    written in red. None for what was there before, and in rows, where red is a price or a date."""
    old = {e.name for e in before.elements}
    for e in after.elements:
        is_text = not e.uses and any(map(str.isalpha, e.name)) and not row_of(e.key)
        if (
            is_text
            and e.name not in old
            and (_ERROR_ID.search(e.short_id) or is_red(after.image, e.bounds))
        ):
            return e
    return None


def is_red(image: Image, place: Rect) -> bool:
    """Whether what is written at a place is written in red; `image` is h×w×3, RGB."""
    patch = crop(image, place).reshape(-1, 3).astype(np.int16)
    if not len(patch):
        return False
    paper = np.median(patch, axis=0)
    away = np.abs(patch - paper).sum(axis=1)
    most = max(1, int(len(patch) * _INK_SHARE))
    ink = patch[np.argpartition(away, -most)[-most:]]
    if np.abs(ink - paper).sum(axis=1).max() == 0:
        return False
    red, green, blue = np.median(ink[np.abs(ink - paper).sum(axis=1) > 0], axis=0)
    return bool(red > _REDDER * max(green, blue, 1))
