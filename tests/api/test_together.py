"""What several phones came to together, and who asks the person."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Barrier, Event, Lock
from typing import Any

import pytest

from appagent.api.crew import PATIENCE_S, Crew, _InTurn
from appagent.api.phone import Phone
from appagent.api.together import Explored
from appagent.errors import DeviceGone
from appagent.knowledge.store import DocStore
from appagent.outcome import Ending, Outcome

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)


def part(ending: Ending, exit_code: int, **more: Any) -> Outcome:
    return Outcome(ending=ending, exit_code=exit_code, started=NOW, command="explore", **more)


def whole(*parts: Outcome, stopped: bool = False) -> Outcome:
    return Explored(parts, DocStore(Path("docs_store")), 7.5, stopped).whole


def test_the_whole_adds_up() -> None:
    one = part("step_limit", 0, steps=4, calls=6, cost=0.5, device="A", trail="runs/1")
    gone = part("failed", 3, error="B is gone", steps=1, calls=1, cost=0.25, device="B",
                refused=('tap "Send"',))  # fmt: skip
    told = whole(gone, one)
    assert (told.ending, told.exit_code, told.error) == ("step_limit", 0, "")
    assert (told.steps, told.calls, told.cost, told.seconds) == (5, 7, 0.75, 7.5)
    assert (told.device, told.refused, told.trail) == ("B, A", ('tap "Send"',), "")


@pytest.mark.parametrize(
    ("codes", "stopped", "code"),
    [((3, 0, 4), False, 0), ((3, 4), False, 4), ((1, 3), False, 3), ((0, 130), True, 130)],
)
def test_the_exit_code_is_of_what_stood_in_the_way(
    codes: Sequence[int], stopped: bool, code: int
) -> None:
    ran = whole(*(part("failed" if n else "done", n) for n in codes), stopped=stopped)
    assert ran.exit_code == code
    assert (ran.ending == "cancelled") is stopped


@dataclass
class Slow:
    """A person who answers once another question had the time to come, too."""

    asked: list[str] = field(default_factory=list)
    busy: bool = False

    def confirm(self, question: str) -> bool:
        assert not self.busy, "two questions at once"
        self.busy = True
        self.asked.append(question)
        sum(range(200_000))
        self.busy = False
        return True

    def ask(self, question: str) -> str:
        return question

    def choose(self, question: str, choices: Sequence[str]) -> int:  # noqa: ARG002
        return len(question)


def test_phones_ask_the_person_one_at_a_time_by_their_names() -> None:
    slow, lock = Slow(), Lock()
    phones = [_InTurn(slow, name, lock) for name in ("A", "B", "C")]
    with ThreadPoolExecutor(3) as pool:
        assert all(pool.map(lambda phone: phone.confirm("Do it?"), phones * 5))
    assert {*slow.asked} == {"A: Do it?", "B: Do it?", "C: Do it?"}
    assert phones[0].ask("Which?") == "A: Which?"


@pytest.mark.parametrize("broken", ["A", "B"])
def test_where_one_phone_breaks_down_the_others_are_stopped_at_once(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever it is; what is raised is what was not foreseen, not what the others end with."""

    class Connected:
        def __init__(self, name: str, **_: Any) -> None:
            self.name, self.stopped = name, Event()
            self.stop = self.stopped.set

        def __enter__(self) -> Connected:
            return self

        def __exit__(self, *_: object) -> None: ...

    began, ended = Barrier(2), list[bool]()

    def work(phone: Any) -> None:
        began.wait(PATIENCE_S)
        if phone.name == broken:
            raise ValueError("not foreseen")
        ended.append(phone.stopped.wait(PATIENCE_S))
        raise DeviceGone("stopped")

    monkeypatch.setattr(Phone, "connect", Connected)
    with pytest.raises(ValueError, match="not foreseen"):
        Crew(["A", "B"], "explore", print, lambda _: None).do(work)
    assert ended == [True]


def test_a_phone_is_called_by_its_serial_and_several_pocket_phones_by_numbers() -> None:
    def names(*devices: str) -> list[str]:
        crew = Crew(devices, "explore", print, lambda _: None)
        return [crew._name(n) for n in range(len(devices))]

    assert names("emulator-5554", "pocket") == ["emulator-5554", "pocket"]
    assert names("pocket", "A", "pocket") == ["pocket 1", "A", "pocket 2"]
