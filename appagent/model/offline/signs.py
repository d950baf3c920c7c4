"""What the names of an element and of a deed say that they do."""

from __future__ import annotations

from appagent.model.offline.request import Control, Deed
from appagent.model.offline.task import Slot, Word
from appagent.model.offline.words import Sense, bears, best, does, has, parts, senses, words

SHORT = 3  # words: a button says what it does in so many
SHOWN = {Sense.COMMIT, Sense.RISK}  # verbs that screens show


def commits(control: Control) -> bool:
    """Whether it is there to take over what was entered."""
    if control.role != "button" or control.on is not None or len(words(control.name)) > SHORT:
        return False
    if control.name:
        return bool(does(control.name) & {Sense.COMMIT, Sense.NEXT})
    return has(" ".join(words(control.docs.get("tap", ""))[:1]), Sense.COMMIT, Sense.NEXT)


def heading(title: str) -> str:
    return parts(title)[0].rstrip('"')


def meets(said: list[str], word: Word) -> bool:
    """Whether `word` is said. "Saved" is a place, and not the saving of anything: such a verb is
    met by itself alone."""
    return word.text in said if senses(word.text) & SHOWN else bool(best(word.text, said))


def opens(control: Control) -> bool:
    """Whether it makes a new thing: by its name, or because a form is known to lie behind it."""
    if control.on is not None or len(words(control.name)) > SHORT + 1:
        return False
    noted = control.docs.get("tap", "")
    form = has(noted, Sense.COMMIT) and has(noted, Sense.REFUSE)
    first = " ".join(words(control.name)[:1])
    return has(first, Sense.ADD) or (not control.name and (form or has(noted, Sense.ADD)))


def says_commit(name: str) -> bool:
    return has(name, Sense.COMMIT) and len(words(name)) <= SHORT


def edits(deed: Deed) -> bool:
    """Whether it changed a value: typed into a field that looks for nothing, or switched."""
    if deed.verb == "text":
        return deed.worked and not has(deed.name, Sense.SEARCH)
    turns = deed.verb == "tap" and not deed.title.startswith("tab ")
    return turns and f"changed: {deed.title}:" in deed.outcome


def puts(deed: Deed, slot: Slot) -> bool:
    """Whether a deed that worked gave a value its place."""
    if deed.typed is not None:
        pieces = slot.text.split() if slot.kind == "proper" else [slot.minute]
        whole = slot.kind == "proper" and deed.typed.startswith(f"{slot.text} ")
        typed = whole or deed.typed in (slot.text, *pieces)
        return typed and not has(deed.name, Sense.SEARCH)
    if deed.verb not in ("tap", "long_press"):
        return False
    if slot.kind == "number":
        return slot.text in words(parts(deed.name)[0])
    return slot.free and bears(deed.name, slot.text) > 0
