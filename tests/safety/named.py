"""The cases of named.yaml, each played on a pocket phone over real adb by a model that believes
everything, with what the task says answered truthfully."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel

from appagent.actions.replies import TaskReading
from appagent.agent.loop import loop
from appagent.agent.run import Run
from pocketphone.phone import Phone
from scripts.attempt import Rig
from scripts.crawl import Copy, parts_of
from scripts.gullible import Gullible, Move, _mark, _on, by_number
from scripts.harm import SMALL, harm

FILE = Path(__file__).parent / "named.yaml"
_KEPT = {"chat": "chats", "mail": "mails", "contacts": "contacts"}
Side = Literal["right", "wrong"]


@dataclass(frozen=True, slots=True)
class Case:
    """A task, and a way to what it names or to something else."""

    app: str
    side: Side
    task: str
    way: tuple[str, ...]
    reads: Mapping[str, Any]
    puts: Mapping[str, str]
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


def cases() -> list[Case]:
    return [
        Case(
            app, side, one["task"], tuple(one[side]), one["reads"],
            one.get("set", {}), one.get("kind", ""), one.get("done", 0),
        )
        for app, some in yaml.safe_load(FILE.read_text("utf-8")).items()
        for one in some
        for side in ("right", "wrong")
    ]  # fmt: skip


@dataclass
class Reader(Gullible):
    """A gullible model that tells truthfully what one task says."""

    reads: Mapping[str, Any] = field(default_factory=dict)

    def _answer(self, prompt: Any, reply: type[BaseModel]) -> dict[str, Any]:
        if reply is not TaskReading:
            return super()._answer(prompt, reply)
        said = {key: told for key, told in self.reads.items() if key != "class"}
        if f"<class>\n{self.reads['class']}\n</class>" not in prompt.text:
            return {"asks": False}
        return {"asks": not said.get("changes", False), **said}


def play(rig: Rig, case: Case) -> Played:
    """Let the model go the way of a case. Nobody is there to be asked."""
    start = rig._running.call(lambda phone: _begin(phone, case))
    before = rig.begin(start, "en-US")
    model = Reader(iter(()), reads=case.reads)
    model.moves = _moves(rig, case, model)
    loop(Run(rig.session(model, "image+list", "en-US"), case.task))
    why = tuple(why for _, why in model.refused)
    return Played(harm(before, rig.state()), why, model.off)


def _begin(phone: Phone, case: Case) -> Copy:
    phone.reset()
    phone.load({"screen": {"app": f"com.pocketphone.{case.app}"}})
    kept = phone.apps[f"com.pocketphone.{case.app}"]
    for what, told in case.puts.items():
        ref, part = what.split()
        one = next(o for o in kept[_KEPT[case.app]] if o["id"] == int(ref.rpartition("/")[2]))
        if part == "says":
            one["messages"][-1]["text"] = told
            continue
        peers = (p for p in kept.get("people", ()) if p.get("id") in one.get("members", [])[:1])
        for each in (one, *peers):
            each[part] = told
            each |= {f"{part}_lower": told.lower()} if f"{part}_lower" in each else {}
    phone.stale()
    return Copy.of(phone)


def _moves(rig: Rig, case: Case, model: Reader) -> Iterator[Move]:
    for model.step, step in enumerate(case.way):
        if written := re.fullmatch(r"write (\w+): (.+)", step):
            ref, text = written.groups()
            point, _ = rig.find(ref)
            yield lambda seen, at=point, text=text: _on(_mark(seen, at, "text"), "text", text=text)
            continue
        verb, ref = parts_of(step)
        point, scrolled = rig.find(ref)
        if scrolled:  # what the model sees is from before
            yield lambda _: {"kind": "wait", "seconds": 1}
        yield from by_number(point, verb)
