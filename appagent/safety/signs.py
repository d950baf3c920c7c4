"""What controls tell beside their labels: what a field is for, what a switch does, what the
resource id of an icon says."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from itertools import pairwise

from appagent.danger import DANGERS, Danger
from appagent.safety.folding import COMMAS, id_words, is_unspaced, plain
from appagent.safety.labels import danger_of
from appagent.safety.wordlists import WORDS, has_any, phrases

_SEARCHES, _MESSAGES, _HELD = map(phrases, ("searches", "messages", "held"))
_ID_PARTS, _ID_AFFIXES = frozenset(WORDS["id_parts"]), frozenset(WORDS["id_affixes"])
_ID_REFUSALS = frozenset(WORDS["id_refusals"])
_ID_DEEDS: Mapping[str, Danger] = {
    word: danger for danger in DANGERS for word in WORDS["ids"].get(danger, ())
}
_ID_PAIRS: Mapping[str, Danger] = {
    pair: danger for danger in DANGERS for pair in WORDS["id_pairs"].get(danger, ())
}
_ICONS: Mapping[str, Danger] = {
    icon: danger for danger in DANGERS for icon in WORDS["icons"].get(danger, ())
}
_ID_THINGS = frozenset(WORDS["id_things"])
_USES = sorted(phrases("uses"), key=len, reverse=True)
_SWITCHES: Mapping[str, Mapping[str, Danger]] = {
    when: {plain(name): danger for danger in DANGERS for name in names.get(danger, ())}
    for when, names in WORDS["switches"].items()
}


def is_search(text: str) -> bool:
    """Whether a field called so looks something up."""
    return has_any(text, _SEARCHES)


def is_message(text: str) -> bool:
    """Whether what is typed into a field called so goes to somebody."""
    return plain(text) in _MESSAGES or any(plain(text).startswith(f"{word} ") for word in _MESSAGES)


def acts_when_held(label: str) -> bool:
    """Whether holding a control with this label does something: "Hold to record"."""
    words = plain(label).split()
    holds = bool(words) and words[0] in ("hold", "press", "touch")
    return has_any(label, _HELD) or (holds and danger_of(label) is not None)


def danger_of_switch(label: str, *, on: bool | None) -> Danger | None:
    """The danger of touching a switch that is on or off now (None: it does not tell)."""
    whole = plain(COMMAS.split(label)[0])
    names = (whole, _without_use(whole))
    turns = {True: ("turned_off",), False: ("turned_on",), None: ("turned_off", "turned_on")}[on]
    listed = (_SWITCHES[when].get(name) for when in (*turns, "either") for name in names)
    return next(filter(None, listed), None)


def _without_use(name: str) -> str:
    """The name of what a switch turns on: "location" of "use location"."""
    for word in _USES:
        blank = "" if is_unspaced(word) else " "
        if name.startswith(word + blank):
            return name[len(word) :].strip()
        if name.endswith(blank + word):
            return name[: -len(word)].strip()
    return name


def danger_of_icon(icon: str) -> Danger | None:
    """The danger of a button whose picture shows this: "call" for "phone"; None for none. It is a
    guess by the pixels: it may guard what nothing else guards, and free nothing."""
    return _ICONS.get(icon)


@lru_cache(maxsize=4096)
def danger_of_id(resource_id: str) -> Danger | None:
    """The danger of an icon with this resource id: "delete" for `ic_trash`; None for none."""
    words = id_words(resource_id)
    for pair in pairwise(words):
        if (paired := _ID_PAIRS.get("".join(pair))) and not _ID_REFUSALS & {*words}:
            return paired
    if any(one in _ID_DEEDS and next_one in _ID_THINGS for one, next_one in pairwise(words)):
        return None
    while words and words[0] in _ID_AFFIXES:
        words.pop(0)
    while words and words[-1] in _ID_AFFIXES:
        words.pop()
    if not words or words[-1] in _ID_PARTS or _ID_REFUSALS & {words[0], words[-1]}:
        return None
    said = (words[-1], words[0], "".join(words[-2:]), "".join(words[:2]))
    return next((danger for word in said if (danger := _ID_DEEDS.get(word))), None)
