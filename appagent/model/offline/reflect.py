"""What one action did: the verdict, and the sentence about the element that was touched."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass

from rapidfuzz import fuzz

from appagent.actions.verbs import Documentation, Judgement, Reflection
from appagent.model.offline.request import STRING, Deed, Request, read_deed
from appagent.model.offline.task import read_task
from appagent.model.offline.words import Sense, best, has, parts, words

LIMIT = 200  # characters of a note
NAME = 30  # characters; what is longer is a text
MENU_WORDS = 3
SAYS_THE_SAME = 90  # rapidfuzz points
PARTS = frozenset(
    {"button", "text field", "switch", "checkbox", "radio", "tab", "chip", "slider", "dropdown"}
)
_OTHER = re.compile(rf"([a-h]): of (?:{STRING}|several): ({STRING})")
_THING = re.compile(r"([a-z]+(?: [a-z]+)*) (\"(?:[^\"\\]|\\.)*\")")


@dataclass(frozen=True, slots=True)
class Effect:
    """The block that tells what an action changed."""

    nothing: bool
    another_screen: bool
    left: bool
    asks: bool  # it left for the system's question for a permission
    appeared: tuple[tuple[str, str], ...]  # role, name
    vanished: tuple[tuple[str, str], ...]
    changed: tuple[str, ...]

    @property
    def controls(self) -> list[str]:
        """The names of what appeared to be used. Rows are what a page lists; where nothing but rows
        came up that tell no more than a name, they are a menu."""
        things = [(role, name) for role, name in self.appeared if role in PARTS]
        bare = all(role == "item" and parts(name) == [name] for role, name in self.appeared)
        if bare:
            return _told([name for _, name in self.appeared if len(words(name)) <= MENU_WORDS])
        return self.names(things)

    def names(self, things: Iterable[tuple[str, str]]) -> list[str]:
        """What these controls are called: no values, and no text of a person's, as a row has it. Of
        the icon of a row, "Ann: star", that is what the icon says itself."""
        rows = {parts(n)[0] for role, n in (*self.appeared, *self.vanished) if role == "item"}
        kept: list[str] = []
        for _, name in things:
            called = parts(name)[0]  # behind that a row tells what it holds now
            head, _, tail = called.partition(": ")
            own = tail.removesuffix("icon") if tail and head in rows else head
            if not any(row in own for row in rows if row == own or " " in row):
                kept.append(own)
        return _told(kept)


def reflect(request: Request) -> Reflection:
    """The verdict on an action of the agent's own, with the refined note."""
    effect, deed = _effect(request), _deed(request)
    if effect.nothing:
        return Reflection(decision="INEFFECTIVE", thought="nothing changed", documentation=None)
    verdict, why = _verdict(request, effect)
    note, like = _note(request, effect, deed)
    return Reflection(decision=verdict, thought=why, documentation=note, like=like)


def document(request: Request) -> Documentation:
    """The refined note on an action of a person's."""
    effect, deed = _effect(request), _deed(request)
    note, like = _note(request, effect, deed)
    return Documentation(
        thought=f"the person did: {deed.verb} {deed.title}".rstrip(),
        documentation=note,
        like=like,
    )


def _verdict(request: Request, effect: Effect) -> tuple[Judgement, str]:
    if effect.left:
        return "BACK", "it led out of the app"
    goal = request.block("goal")
    if goal.startswith("none"):
        return "CONTINUE", "it changed something"
    task = read_task(goal, request.app)
    said = words(" ".join([*(name for _, name in effect.appeared), *effect.changed]))
    hits = [
        w.text for w in task.words
        if (w.slot is not None or (w in task.content and not w.lead)) and best(w.text, said)
    ]  # fmt: skip
    if hits:
        return "SUCCESS", f"what the goal speaks of came up: {', '.join(dict.fromkeys(hits))}"
    return "CONTINUE", "it changed something, though nothing that the goal speaks of"


def _effect(request: Request) -> Effect:
    told: dict[str, list[str]] = {}
    for line in request.block("change").split("\n"):
        key, _, rest = line.partition(": ")
        told.setdefault(key.strip(), []).append(rest.strip())
    return Effect(
        nothing="nothing" in told,
        another_screen="another" in told.get("screen", []),
        left="app" in told,
        asks="permission" in " ".join(told.get("app", [])),
        appeared=_things(told.get("appeared", [])),
        vanished=_things(told.get("vanished", [])),
        changed=tuple(told.get("changed", [])),
    )


def _things(lines: list[str]) -> tuple[tuple[str, str], ...]:
    return tuple(
        (found[1], str(json.loads(found[2], strict=False)))
        for line in lines
        for found in _THING.finditer(line)
    )


def _deed(request: Request) -> Deed:
    return read_deed(request.block("action")) or Deed("tap")


# --- the note -----------------------------------------------------------------------------------


def _note(request: Request, effect: Effect, deed: Deed) -> tuple[str, str | None]:
    """The new sentence, put together with the old note; with another's where that says the same
    but for the names, and then with the letter of that one."""
    lines = request.block("notes").split("\n")
    others = [other for line in lines if (other := _OTHER.fullmatch(line))]
    new = _sentence(effect, deed)
    for letter, said in (other.groups() for other in others):
        note = str(json.loads(said, strict=False))
        if any(_says_so(one, new) for one in _sentences(note)):
            return _merged(_unnamed(note), _unnamed(new)), letter
    return _merged("none" if others else "\n".join(lines), new), None


def _says_so(one: str, other: str) -> bool:
    """Whether two sentences tell of one effect, whatever the names in them: of pages, where half of
    what the shorter one lists is in the other."""
    (opening, _, listed), (start, _, told) = (
        _unnamed(said.strip().rstrip(".")).partition(": ") for said in (one, other)
    )
    here, there = set(listed.split(", ")), set(told.split(", "))
    return opening == start and 2 * len(here & there) >= min(len(here), len(there))


def _unnamed(sentence: str) -> str:
    """A sentence that holds for elements of other names."""
    return re.sub(rf" {STRING}", "", re.sub(rf"^(Switches|Changes) {STRING}", r"\1 it", sentence))


def _sentences(note: str) -> list[str]:
    return re.findall(r"[^.]+\.", note)


def _sentence(effect: Effect, deed: Deed) -> str:
    # "Ann: star" is the star of whatever row.
    called = f" {_quoted(deed.name)}" if deed.name and ": " not in deed.name else ""
    if effect.nothing:
        return "Shows no effect."
    if effect.left:
        return "Asks for a permission." if effect.asks else "Leads to another app."
    if any(words(name) == ["undo"] for _, name in effect.appeared):
        return "Does it at once, and offers to undo it."
    if deed.verb == "text":
        more = " and shows what fits" if effect.appeared else ""
        return f"Types into the field{called}{more}."
    if deed.verb == "swipe":
        return "Scrolls the list." if not effect.another_screen else "Turns to another page."
    if deed.title.startswith("tab "):
        return _listing(f"Opens the tab{called} with", effect.controls) or f"Opens the tab{called}."
    if any(line.startswith(f"{deed.title}:") for line in effect.changed):
        if deed.verb == "long_press":
            return "Selects it."
        switched = any(re.search(r": (?:on|off) -> ", line) for line in effect.changed)
        return f"Switches{called or ' it'} on or off." if switched else f"Changes{called or ' it'}."
    if effect.another_screen and has(deed.name, Sense.LEAVE, Sense.REFUSE):
        return "Leaves the page."
    if effect.another_screen and has(deed.name, Sense.COMMIT):
        return "Saves what was entered and leaves the page."
    if effect.another_screen:
        return _listing("Opens a page with", effect.controls) or "Opens another page."
    others = [thing for n in effect.changed for thing in _things([n]) if thing[1]]
    return (
        _listing("Shows", effect.controls)
        or _listing("Changes", effect.names(others))
        or _listing("Hides", effect.names(t for t in effect.vanished if t[0] in PARTS))
        or "Changes what the page shows."
    )


def _told(names: list[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if _telling(name)))


def _telling(name: str) -> bool:
    """Whether a name says what a control is for: no value, no sign, no way off the page."""
    said = 1 < len(name) <= NAME and not re.search(r"[\d@]|\w\.\w", name)
    return said and not has(name, Sense.LEAVE, Sense.MORE)


def _listing(opening: str, names: list[str]) -> str:
    """`Opens a page with: A, B.` within the limit; "" without a name."""
    if not names:
        return ""
    kept = list(names)
    while len(sentence := f"{opening}: {', '.join(kept)}.") > LIMIT:
        kept.pop()
    return sentence


def _merged(old: str, new: str) -> str:
    if old in ("", "none"):
        return new
    opening, colon, listed = new.partition(": ")
    for said in _sentences(old):
        if fuzz.token_set_ratio(said, new) >= SAYS_THE_SAME:
            return old
        start, _, before = said.strip().partition(": ")
        if colon and start == opening:
            names = [*before.rstrip(".").split(", "), *listed.rstrip(".").split(", ")]
            joined = _listing(opening, list(dict.fromkeys(names)))
            return old.replace(said.strip(), joined)[:LIMIT]
    both = f"{old.rstrip('.')}. {new}"
    return both if len(both) <= LIMIT else new


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
