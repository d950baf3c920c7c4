"""Where the values of a task belong on a screen: which field takes which, what is switched how."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from appagent.model.offline.request import Control, Deed, Request
from appagent.model.offline.task import Slot, Task, Word
from appagent.model.offline.words import (
    Sense,
    bears,
    best,
    content,
    does,
    has,
    names,
    numeric,
    parts,
    same_value,
    senses,
    words,
)

HALVES = ("am", "pm")
REACH, REACH_BEHIND = 5, 2  # words between a field's name in the task and its value
ENOUGH = 0.4  # fitness from which a field takes a value
WHOLE, PARTLY = 0.6, 0.3  # of a switch's name, or of its documents, that the task must say
TRIES = 2  # how often one text is typed into one field


@dataclass(frozen=True, slots=True)
class Filling:
    field: Control
    text: str
    slot: Slot | None  # None: plain words behind the field's name


@dataclass(frozen=True, slots=True)
class Switching:
    control: Control
    on: bool
    words: tuple[Word, ...]

    @property
    def due(self) -> bool:
        return self.control.on is not self.on


def is_search(control: Control) -> bool:
    """Whether what is typed there looks for something."""
    said = f"{control.name} {control.docs.get('text', '')}"
    return has(said, Sense.SEARCH)


def called(control: Control) -> str:
    """Its name; where nothing names it, what its documents say."""
    return control.name or " ".join(control.docs.values())


def fillings(request: Request, task: Task, *, search: bool) -> list[Filling]:
    """Every field with the text it should hold, those that hold it already included.

    `search`: whether a field that only looks for things counts.
    """
    fields = [
        c for c in request.controls
        if c.is_field and c.label is not None and c.enabled and (search or not is_search(c))
    ]  # fmt: skip
    found: list[Filling] = []
    for rule in (_time, _best_fits, _named, _query):
        taken = {filling.field.label for filling in found}
        found += rule(request, task, [f for f in fields if f.label not in taken])
    return sorted(found, key=lambda filling: filling.field.label or 0)


def filled(request: Request, filling: Filling) -> bool:
    """Whether the field holds its text."""
    control = filling.field
    # A secret field does not tell what it holds, nor does the history; a search may have passed it
    # on.
    here = [d for d in request.here if d.worked]
    if control.secret and any(d.verb == "text" and d.title == control.title for d in here):
        return True
    if is_search(control) and any(d in here for d in _typed(request, filling)):
        return True
    return same_value(control.held, filling.text)


def due(request: Request, filling: Filling) -> bool:
    """Whether it is still to be typed."""
    typed = _typed(request, filling)
    vain = len(typed) >= TRIES or any(d.outcome.startswith("refused") for d in typed)
    return not (vain or filled(request, filling))


def _typed(request: Request, filling: Filling) -> list[Deed]:
    """The tries to type that text into that field."""
    title = filling.field.title
    typed = [d for d in request.past if d.verb == "text" and d.title == title]
    return [d for d in typed if d.typed == filling.text]


# --- a time ---------------------------------------------------------------------------------------


def _time(request: Request, task: Task, fields: Sequence[Control]) -> Iterator[Filling]:
    """A time in a field of its own, or in two neighbours."""
    for slot in (s for s in task.slots if s.kind == "time"):
        whole = next((f for f in fields if ":" in (f.held)), None)
        if whole is not None:
            yield Filling(whole, slot.text, slot)
            return
        time = (str(hour_on(request, slot)), slot.minute)
        pairs = [(_pair_fitness(pair, time), -n, pair) for n, pair in enumerate(pairwise(fields))]
        fitness, _, pair = max(pairs, key=lambda p: p[:2], default=(0, 0, ()))
        if fitness:
            yield from (Filling(f, text, slot) for f, text in zip(pair, time, strict=True))
            return


def _pair_fitness(pair: tuple[Control, Control], time: tuple[str, str]) -> int:
    """How likely two neighbours are the parts of a time; 0 where one holds a text."""
    held = [f.held for f in pair]
    if any(value and not numeric(value) for value in held):
        return 0
    right = sum(same_value(value, part) for value, part in zip(held, time, strict=True))
    return 1 + 3 * right + 2 * all(map(numeric, held)) + 1 * (not any(held))


def hour_on(request: Request, slot: Slot) -> int:
    """The hour as the form counts it: by twelves where it offers the two halves of the day."""
    if any(half_of(c) for c in request.controls):
        return slot.hour % 12 or 12
    if slot.half:
        return slot.hour % 12 + (12 if slot.half == "pm" else 0)
    return slot.hour


def half_of(control: Control) -> str:
    """ "am" or "pm" where the control is named so or shows it."""
    if control.label is None:
        return ""
    shown = [text.casefold().replace(".", "") for text in (control.name, control.held)]
    return next((half for half in HALVES if half in shown), "")


def half_due(request: Request, task: Task) -> Control | None:
    """What is to be touched so that the right half of the day is chosen."""
    slot = next((s for s in task.slots if s.kind == "time"), None)
    shown = [c for c in request.controls if half_of(c) and c.taps]
    if slot is None or not shown:
        return None
    wanted = slot.half or HALVES[slot.hour >= 12]
    for control in shown:
        if half_of(control) == wanted:
            done = any(d.verb == "tap" and d.title == control.title for d in request.here)
            return None if control.on or done or len(shown) == 1 else control
    return shown[0]  # one button that shows the other half: a touch turns it


# --- fields ---------------------------------------------------------------------------------------


def _best_fits(request: Request, task: Task, fields: Sequence[Control]) -> list[Filling]:
    """Slots and fields matched greedily, the fittest first."""
    slots = [s for s in task.slots if s.kind != "time"]
    ranked = sorted(
        (
            (-_fitness(request, task, slot, control), n, m)
            for n, slot in enumerate(slots)
            for m, control in enumerate(fields)
        ),
    )
    found: list[Filling] = []
    used_slots, used_fields = set[int](), set[int]()
    for fitness, n, m in ranked:
        if -fitness < ENOUGH or n in used_slots or m in used_fields:
            continue
        used_slots.add(n)
        for place, text in _shared(request, task, slots[n], fields, m, used_fields):
            used_fields.add(place)
            found.append(Filling(fields[place], text, slots[n]))
    return found


def _shared(
    request: Request, task: Task, slot: Slot, fields: Sequence[Control], at: int, used: set[int]
) -> list[tuple[int, str]]:
    """The slot on one field; a name of two words over two neighbours whose names share a word."""
    pieces = slot.text.split()
    if slot.kind == "proper" and len(pieces) == 2:
        for first in (at, at - 1):
            pair = range(first, first + 2)
            if first < 0 or pair[-1] >= len(fields) or used & set(pair):
                continue
            one, other = (set(content(called(fields[i]))) for i in pair)
            held = [fields[i].held for i in pair]
            if (
                one & other
                and one != other
                and all(
                    not value or same_value(value, part)
                    for value, part in zip(held, pieces, strict=True)
                )
            ):
                return list(zip(pair, pieces, strict=True))
    if slot.kind != "proper" or is_search(fields[at]):
        return [(at, slot.text)]
    titles = [*(c.name for c in request.controls), *(d.name for d in request.past), request.app]
    return [(at, task.grown(slot, words(" ".join(titles).replace(".", " "))))]


def _fitness(request: Request, task: Task, slot: Slot, control: Control) -> float:
    value = control.held
    if slot.kind != "number" and numeric(value) and not same_value(value, slot.text):
        return 0.0
    switched = slot.free and switch_named(request, slot)
    if switched:
        return 0.0
    near, by_head = nearness(task, slot, control)
    if slot.free and any(
        d.verb == "tap" and d.worked and bears(d.name, slot.text) for d in request.past
    ):
        return 0.0  # that was a thing to be found, and is
    if is_search(control):
        return 0.8 + near if slot.free else 0.0
    if by_head:
        return 1.0 + near
    if value and not same_value(value, slot.text):
        return 0.0
    others = [s for s in task.slots if s.kind == slot.kind and not switch_named(request, s)]
    if slot.free and (len(others) == 1 or slot.kind == "quoted"):
        return 0.5 + 0.1 * (slot.kind == "quoted") + 0.1 * near
    return 0.45 + 0.5 * near if slot.kind in ("address", "code", "digits", "number") else 0.6 * near


def nearness(task: Task, slot: Slot, control: Control) -> tuple[float, bool]:
    """How close before (or right behind) the slot the task names the control, 0 to 1, and whether
    it does so by the last word of its name, which says what it is."""
    named = content(called(control))
    inside = [n for n, w in enumerate(task.words) if slot.start <= w.start < slot.end]
    if not inside or not named:
        return 0.0, False
    found = (0.0, False)
    for n, word in enumerate(task.words):
        if word.slot is not None or not best(word.text, named):
            continue
        behind = n > inside[-1]
        gap = n - inside[-1] if behind else inside[0] - n
        between = task.words[min(n, inside[-1]) + 1 : max(n, inside[0])]
        crossed = any(w.slot is not None for w in between)
        if gap <= (REACH_BEHIND if behind else REACH) and not crossed:
            head = bool(best(word.text, named[-1:]))
            found = max(found, (1.0 - 0.15 * gap - 0.3 * behind, head), key=_head_first)
    return found


def _head_first(near: tuple[float, bool]) -> tuple[bool, float]:
    return near[1], near[0]


def switch_named(request: Request, slot: Slot) -> bool:
    """Whether something here is switched under the slot's own words."""
    wanted = words(slot.text)
    return any(
        c.checked is not None
        and c.name
        and all(any(names(part, word) for word in wanted) for part in words(c.name))
        for c in request.controls
    )


def _named(_: Request, task: Task, fields: Sequence[Control]) -> Iterator[Filling]:
    """Fields whose name the task says, followed by plain words for it."""
    for control in fields:
        head = content(called(control))[-1:]
        if not head or is_search(control):
            continue
        texts = _texts_for(task, head)
        yield from (
            Filling(control, text, None)
            for text in texts[:1]
            if not control.held or same_value(control.held, text)
        )


def _texts_for(task: Task, head: Sequence[str]) -> list[str]:
    """The plain words behind each word of the task that is one of `head`."""
    return [
        text
        for n, word in enumerate(task.words)
        if word.slot is None and not word.off and best(word.text, head) and (text := task.after(n))
    ]


def _query(_: Request, task: Task, fields: Sequence[Control]) -> Iterator[Filling]:
    """A field that looks for things, with the plain words that the task says to look for; else
    those behind its first verb."""
    if any(slot.free for slot in task.slots):
        return
    verbs = [n for n, word in enumerate(task.words) if Sense.SEARCH in senses(word.text)] or [0]
    texts = [text for n in verbs if n < len(task.words) and (text := task.after(n))]
    searches = [f for f in fields if is_search(f)]
    yield from (Filling(f, text, None) for f, text in zip(searches[:1], texts, strict=False))


# --- switches -------------------------------------------------------------------------------------


def switchings(request: Request, task: Task) -> list[Switching]:
    """What the task names among the things with a state, and how it wants each."""
    found = []
    for control in request.controls:
        if control.label is None or control.is_field or not control.enabled:
            continue
        if control.checked is None or half_of(control):
            continue
        said = _said_of(task, control)
        if not said and (meant := _chosen(request, task, control)):
            found.append(Switching(control, on=True, words=meant))
        if said:
            found.append(Switching(control, not any(w.off for w in said), said))
    return found + _suggested(request, found)


def _chosen(request: Request, task: Task, control: Control) -> tuple[Word, ...]:
    """The words of the task for what led here, where the control is the choice of on or off that
    they want."""
    way, kind = request.came_by, does(control.name) & {Sense.ON, Sense.OFF, Sense.ALLOW}
    named = content(parts(way.name)[0]) if way and kind else []
    meant = tuple(w for w in task.words if best(w.text, named))
    return meant if any(w.off for w in meant) == (Sense.OFF in kind) else ()


def _suggested(request: Request, named: Sequence[Switching]) -> list[Switching]:
    """What the app itself ticked of several choices for a new thing, of which the task names
    others."""
    choices = [c for c in request.controls if c.checked is not None]
    way = request.came_by
    new = way is not None and bool(does(way.name) & {Sense.ADD, Sense.COMMIT})
    sheet = all(c.role == "checkbox" for c in choices) and not any(
        c.is_field for c in request.controls
    )
    if not (new and sheet and any(s.on for s in named)):
        return []
    wanted = [s.control for s in named]
    ticked = [c for c in choices if c.checked and c.label is not None and c not in wanted]
    # What was ticked here by hand comes off as well: it was not asked for.
    return [Switching(control, False, ()) for control in ticked]


def _said_of(task: Task, control: Control) -> tuple[Word, ...]:
    """The words of the task that name the control; none where they name only a part of it."""
    # A row goes on behind its name: "Hold, until noon".
    called_so = parts(called(control))[0]
    named = content(called_so) or words(called_so)
    speaking = [
        w for w in task.words
        if (w.slot is None or task.slots[w.slot].kind in ("proper", "quoted"))
        and not w.lead and content(w.text) and not senses(w.text)
    ]  # fmt: skip
    hits = [w for w in speaking if any(names(part, w.text) for part in named)]
    # A name speaks of a thing as a whole: in a longer one it is another's.
    strange = {w.slot for w in speaking if w not in hits}
    hits = [w for w in hits if w.slot is None or w.slot not in strange]
    covered = [part for part in named if any(names(part, w.text) for w in hits)]
    enough = WHOLE if control.name else PARTLY
    return tuple(hits) if named and len(covered) >= enough * len(named) else ()
