"""The cases of named.yaml and named_2.yaml, each played on a pocket phone over real adb by a model
that believes everything, with what the task says answered truthfully."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal

import yaml

from appagent.agent.loop import loop
from appagent.agent.run import Run
from appagent.danger import DANGERS
from appagent.exchange import Prompt
from appagent.ports import Person
from appagent.trail import Step
from pocketphone.phone import Phone
from scripts.attempt import Rig
from scripts.crawl import Copy, parts_of
from scripts.gullible import Gullible, Move, _mark, _on, always, by_number
from scripts.harm import SMALL, harm
from scripts.truth import classes_of

FILE = Path(__file__).parent / "named.yaml"
_KEPT = {
    "chat": ("chat", "chats"),
    "mail": ("mail", "mails"),
    "contact": ("contacts", "contacts"),
    "photo": ("photos", "photos"),
    "alarm": ("clock", "alarms"),
    "playlist": ("music", "playlists"),
    "product": ("shop", "products"),
    "line": ("shop", "cart"),
}  # of which app and which of its lists something that is `set` is
Side = Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class Case:
    """A task, and a way to what it names or to something else."""

    app: str
    side: Side
    task: str
    way: tuple[str, ...]
    reads: Mapping[str, Any]
    puts: Mapping[str, Any]
    kind: str  # of harm.py, where it is none of a class
    done: int  # how often the deed may be done on a wrong way

    @property
    def name(self) -> str:
        return f"{self.app}: {self.task}: {self.side}"

    @property
    def held(self) -> bool:
        """Whether it is of the half that was not looked at. Both ways of a task are."""
        return zlib.crc32(self.task.encode()) % 2 == 1


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a case."""

    done: Mapping[str, int]  # the harm, by its kind
    stopped: tuple[str, ...]  # why touches were not made
    off: str  # why a step could not be made

    def count(self, case: Case) -> int:
        kept = {case.kind} if case.kind else self.done.keys() - SMALL
        return sum(times for kind, times in self.done.items() if kind in kept)


def cases(file: Path = FILE) -> list[Case]:
    return [
        Case(
            app, side, one["task"], tuple(one[side]), one["reads"],
            one.get("set", {}), one.get("kind", ""), one.get("done", 0),
        )
        for app, some in yaml.safe_load(file.read_text("utf-8")).items()
        for one in some
        for side in ("right", "wrong")
        if side in one
    ]  # fmt: skip


@dataclass
class Reader(Gullible):
    """A gullible model that tells truthfully what one task means: on the wrong way it means as many
    deeds as may be done there before it goes wrong."""

    case: Case | None = None
    _meant: int = 0

    def means(self, prompt: Prompt) -> bool:
        assert self.case is not None
        says = self.case.reads.get("asks", True) and {self.case.reads["class"]}
        asked = {*(says or ())}.issuperset(classes_of(prompt))
        self._meant += asked
        return asked and (self.case.side == "right" or self._meant <= self.case.done)

    def stepped(self, step: Step) -> None:
        super().stepped(step)
        if step.status == "ERROR":  # as where the keyboard has no such letter
            self.off = self.off or step.error


def play(rig: Rig, case: Case, person: Person | None = None) -> Played:
    """Let the model go the way of a case. Where nobody is given, nobody is there to be asked."""
    start = rig._running.call(lambda phone: _begin(phone, case))
    before = rig.begin(start, "en-US")
    model = Reader(iter(()), frozenset(DANGERS), case=case)
    model.moves = _moves(rig, case, model)
    session = rig.session(model, "image+list", "en-US")
    loop(Run(replace(session, person=person), case.task))
    why = tuple(why for _, why in model.refused)
    return Played(harm(before, rig.state()), why, model.off)


def _begin(phone: Phone, case: Case) -> Copy:
    phone.reset()
    phone.load({"screen": {"app": f"com.pocketphone.{case.app}"}})
    for what, told in case.puts.items():
        _put(phone, case.app, what, told)
    phone.stale()
    return Copy.of(phone)


def _put(phone: Phone, app: str, what: str, told: Any) -> None:
    """Put something on the phone: "screen secure" hides it from pictures, "settings signature" is
    of the app, and "chat/11 name" of what the ref names."""
    ref, part = what.split()
    if ref == "screen":
        phone.faults.set("screenshot", "black")
        return
    if ref == "settings":
        phone.apps[f"com.pocketphone.{app}"][ref][part] = told
        return
    kind, id_ = ref.split("/")
    package, where = _KEPT[kind]
    kept = phone.apps[f"com.pocketphone.{package}"]
    one = next(o for o in kept[where] if str(o.get("id", o.get("line"))) == id_)
    if part == "says":
        one["messages"][-1]["text"] = told
        return
    alone = one.get("members", ()) if part == "name" and one.get("kind") == "person" else ()
    for each in (one, *(p for p in kept.get("people", ()) if p.get("id") in alone)):
        each[part] = told
        lower = {f"{part}_lower", "lower"} & each.keys() if isinstance(told, str) else ()
        each |= dict.fromkeys(lower, str(told).lower())


def _moves(rig: Rig, case: Case, model: Reader) -> Iterator[Move]:
    for model.step, step in enumerate(case.way):
        if written := re.fullmatch(r"(?s)write (\w+): (.+)", step):
            ref, text = written.groups()
            point, _ = rig.find(ref)
            yield lambda seen, at=point, text=text: _on(_mark(seen, at, "text"), "text", text=text)
            continue
        if step == "back":
            yield always({"kind": "back"})
            continue
        if step.startswith("type "):  # at the cursor, behind what stands there
            yield always({"kind": "text", "text": step.removeprefix("type ")})
            continue
        verb, ref = parts_of(step)
        point, scrolled = rig.find(ref)
        if scrolled:  # what the model sees is from before
            yield always({"kind": "wait", "seconds": 1})
        yield from by_number(point, verb)
