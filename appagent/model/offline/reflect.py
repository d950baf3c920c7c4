"""What one action did: the judgement, and a sentence about the element that was touched."""

from __future__ import annotations

import json
import re

from appagent.actions.replies import Documentation, Judgement, Reflection
from appagent.model.offline.prompt import STRING, Asked, Attempt, is_leaving, read_attempt, unquote

LIMIT = 200  # characters of a note
NAME = 30  # characters; a longer name is a text
PARTS = ("button", "switch", "checkbox", "radio", "tab", "chip", "dropdown", "text field")
_THING = re.compile(rf"([a-z]+(?: [a-z]+)*) ({STRING})")
_OTHERS = re.compile(rf"[a-h]: of (?:{STRING}|several): {STRING}")  # notes on other elements


def reflection(asked: Asked) -> Reflection:
    """The judgement on an action of the agent's own, with the note."""
    judgement, why = _judgement(asked)
    if judgement == "INEFFECTIVE":
        return Reflection(decision=judgement, thought=why, documentation=None)
    obvious = _is_obvious(asked)
    return Reflection(decision=judgement, thought=why, documentation=_note(asked), obvious=obvious)


def documentation(asked: Asked) -> Documentation:
    """The note on an action of a person's."""
    why = "a person did it"
    return Documentation(thought=why, documentation=_note(asked), obvious=_is_obvious(asked))


def _is_obvious(asked: Asked) -> bool:
    """Whether its notes on such an action say no more than a label and the page behind it."""
    attempt = read_attempt(asked.block("action")) or Attempt("tap")
    return attempt.verb != "long_press" and not _changes(asked, "app")


def _judgement(asked: Asked) -> tuple[Judgement, str]:
    if asked.block("change") == "nothing":
        return "INEFFECTIVE", "nothing changed"
    if _changes(asked, "app"):
        return "BACK", "it led out of the app"
    goal = asked.block("goal").lower()
    shown = " ".join([*_changes(asked, "appeared"), *_changes(asked, "changed")]).lower()
    wanted = {word for word in re.findall(r"\w+", goal) if len(word) > 3 or word[0].isdigit()}
    if not goal.startswith("none") and (hits := wanted & {*re.findall(r"\w+", shown)}):
        return "SUCCESS", f"what the goal speaks of came up: {', '.join(sorted(hits))}"
    return "CONTINUE", "it changed something"


def _changes(asked: Asked, kind: str) -> list[str]:
    """The lines of one kind in the block that tells what changed."""
    lines = [line.partition(": ") for line in asked.block("change").split("\n")]
    return [rest for key, _, rest in lines if key == kind]


# --- the note -------------------------------------------------------------------------------------


def _note(asked: Asked) -> str:
    """The new sentence behind the old note, where there is room for both."""
    new = _sentence(asked, read_attempt(asked.block("action")) or Attempt("tap"))
    lines = asked.block("notes").split("\n")
    old = "\n".join(line for line in lines if not _OTHERS.match(line))
    if old == "none":
        return new
    both = old if new in old else f"{old} {new}".strip()
    return both if len(both) <= LIMIT else new


def _sentence(asked: Asked, attempt: Attempt) -> str:
    """What the action does on this element, in general."""
    called = f" {json.dumps(attempt.name)}" if _is_general(attempt.name) else " it"
    another = "another" in _changes(asked, "screen")
    own = f"{attempt.words.partition(' ')[2]}: "
    itself = [line for line in _changes(asked, "changed") if line.startswith(own)]
    if asked.block("change") == "nothing":
        return "Shows no effect."
    if app := " ".join(_changes(asked, "app")):
        return "Asks for a permission." if "permission" in app else "Leads to another app."
    if attempt.verb == "text":
        return f"Types into the field{called.removesuffix(' it')}."
    if attempt.verb == "swipe":
        return "Turns to another page." if another else "Scrolls the list."
    if attempt.role == "tab":
        return _list(f"Opens the tab{called.removesuffix(' it')}", _parts(asked))
    if itself:
        switched = re.search(r": (?:on|off) -> ", itself[0])
        return f"Switches{called} on or off." if switched else f"Changes{called}."
    if another and is_leaving(attempt.name):
        return "Leaves the page."
    return _list("Opens a page" if another else "Changes what the page shows", _parts(asked))


def _parts(asked: Asked) -> list[str]:
    """The names of what appeared to be used; none that a person entered."""
    appeared = _THING.findall(" ".join(_changes(asked, "appeared")))
    # Behind a comma a row tells what it holds now.
    names = [unquote(name).partition(", ")[0] for role, name in appeared if role in PARTS]
    return list(dict.fromkeys(name for name in names if _is_general(name)))


def _is_general(name: str) -> bool:
    """Whether a name says what a control is for: no value, no row's text ("Ann: star"), no way off
    the page."""
    plain = 1 < len(name) <= NAME and not re.search(r"[\d@:]|\w\.\w", name)
    return plain and not is_leaving(name)


def _list(opening: str, names: list[str]) -> str:
    """`Opens a page with: A, B.`, as many names as the limit takes."""
    listed = list(names)
    while len(sentence := f"{opening} with: {', '.join(listed)}.") > LIMIT:
        listed.pop()
    return sentence if listed else f"{opening}."
