"""Do the tests of a suite, on one phone or on several at once."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from threading import Condition, Event
from typing import Any

from appagent import stop
from appagent.api import Agent, Crew, OnStep, Phone, write_report
from appagent.config import load
from appagent.errors import AppAgentError, DeviceError
from appagent.outcome import JUDGED, Outcome
from appagent.ports import Person
from appagent.suite.checks import faults
from appagent.suite.read import SuiteTest
from appagent.trail import REPORT, Trail


@dataclass(frozen=True)
class Try:
    """How a test went once, on one phone."""

    device: str
    why: str  # it failed; "" where it passed
    exit_code: int  # of its outcome, or of the error that ended it; 1 where a check failed
    seconds: float
    started: datetime
    outcome: Outcome | None = None  # None where it was not begun
    gone: bool = False  # whether the phone went away

    @property
    def ok(self) -> bool:
        return not self.why

    @property
    def trail(self) -> str:
        return self.outcome.trail if self.outcome else ""

    @property
    def page(self) -> Path | None:
        """The page that shows each step of it."""
        page = Path(self.trail) / REPORT
        return page if self.trail and page.is_file() else None


@dataclass(frozen=True)
class Result:
    """What became of a test. Without tries it was not done to its end."""

    test: SuiteTest
    tries: tuple[Try, ...] = ()

    @property
    def done(self) -> bool:
        return bool(self.tries)

    @property
    def ok(self) -> bool:
        return self.done and self.tries[-1].ok

    @property
    def again(self) -> bool:
        """Whether it failed first, for another reason than that its phone went away."""
        return sum(not each.gone for each in self.tries) > 1

    @property
    def told(self) -> str:
        """In words: "passed", "passed at the second try", "failed", "not done"."""
        if not self.done:
            return "not done"
        if not self.ok:
            return "failed"
        return "passed at the second try" if self.again else "passed"


@dataclass(frozen=True)
class Ran:
    """What became of a suite, in its own order."""

    results: tuple[Result, ...]
    stopped: bool = False  # by Ctrl-C

    @property
    def exit_code(self) -> int:
        """0 where all passed. Where nothing could be run, that of what stood in the way: 2 what a
        person can mend, 3 the phone, 4 the model; else 1."""
        if self.stopped:
            return 130
        if all(result.ok for result in self.results):
            return 0
        codes = {each.exit_code for result in self.results for each in result.tries}
        return max(codes) if codes and min(codes) > 1 else 1


def run_suite(
    tests: Sequence[SuiteTest],
    serials: Sequence[str],
    *,
    tell: Callable[[Result], object],
    say: Callable[[str], object],
    on_step: OnStep | None = None,
    person: Person | None = None,
    again: int = 1,
    settings: Mapping[str, Any] = {},
) -> Ran:
    """Do the tests, each on the first phone that is free, and `tell` of each once it is over. One
    that failed is done `again` so often. `say`, `person` and `settings` are those of
    `Phone.connect`; flows are neither kept nor played, unless a setting says so.

    Raises: `SetupError`, `DeviceError` where no phone can be connected.
    """
    if load(settings).origin["flows"] == "default":
        settings = {**settings, "flows": "never"}
    crew = Crew(serials, "test", say, lambda name: None if name else on_step, person, settings)
    work = _Work(tests, crew, tell, again)
    stopped = False
    try:
        crew.do(work.on)
    except KeyboardInterrupt:
        stopped = True
    if crew.errors and not stopped:
        if not work.results:
            raise crew.errors[0]
        if crew.alone:
            say(f"{serials[0]}: {crew.errors[0]}")
    for result in work.results.values():
        if result.tries[-1].gone:  # and no other phone took it
            tell(result)
    found = tuple(work.results.get(test.name, Result(test)) for test in tests)
    return Ran(found, stopped or crew.stopping.is_set())


@dataclass
class _Work:
    """What is left to be done, and what came of the rest; phones take it from here."""

    tests: Sequence[SuiteTest]
    crew: Crew
    tell: Callable[[Result], object]
    again: int
    results: dict[str, Result] = field(default_factory=dict)
    _tries: dict[str, list[Try]] = field(default_factory=dict)  # of tests that were begun
    _busy: int = 0
    _free: Condition = field(default_factory=Condition)

    def __post_init__(self) -> None:
        self._left: deque[Sequence[SuiteTest]] = deque(_chains(self.tests))
        self.crew.on_stop = self._wake

    def _wake(self) -> None:
        with self._free:
            self._free.notify_all()

    def on(self, phone: Phone) -> None:
        """Do tests on a phone as long as any are left, or until it goes away. Raises:
        `KeyboardInterrupt`."""
        while chain := self._take():
            left = chain
            try:
                left = self._do(phone, chain)
            finally:
                self._finish(left)
            if left:
                return

    # --- who does what ----------------------------------------------------------------------------

    def _take(self) -> Sequence[SuiteTest]:
        """The tests that a phone does next, those that belong together; none where all are done.
        While another phone is busy, what it does may come back."""
        with self._free:
            while not self._left and self._busy and not self.crew.stopping.is_set():
                self._free.wait()
            if not self._left or self.crew.stopping.is_set():
                return ()
            self._busy += 1
            return self._left.popleft()

    def _finish(self, left: Sequence[SuiteTest]) -> None:
        """A phone did what it took, but for what is `left` of it."""
        with self._free:
            self._busy -= 1
            if left:
                self._left.appendleft(left)
            self._free.notify_all()

    # --- a test -----------------------------------------------------------------------------------

    def _do(self, phone: Phone, chain: Sequence[SuiteTest]) -> Sequence[SuiteTest]:
        """Do tests one after the other; what is left of them where the phone went away."""
        for n, test in enumerate(chain):
            tries = self._tries.setdefault(test.name, [])
            self.crew.say(f"{test.name!r} on {phone.serial}")
            while True:
                tries.append(_try(phone, test, self.crew.stopping))
                if tries[-1].gone:
                    self._note(test)
                    return chain[n:]
                failed = sum(not each.gone for each in tries)
                if tries[-1].ok or failed > self.again:
                    break
                self.crew.say(f"{test.name}: failed, and is tried once more: {tries[-1].why}")
            self._note(test)
        return ()

    def _note(self, test: SuiteTest) -> None:
        """Keep what came of a test, and tell it unless it is to go on."""
        result = Result(test, tuple(self._tries[test.name]))
        self.results[test.name] = result
        last = result.tries[-1]
        if last.gone:
            self.crew.say(f"{last.device} went away in {test.name!r}: {last.why}")
        else:
            with self._free:
                self.tell(result)


def _chains(tests: Sequence[SuiteTest]) -> list[list[SuiteTest]]:
    """The tests, each with those behind it that go on where it ends."""
    chains: list[list[SuiteTest]] = []
    for test in tests:
        if test.keep and chains:
            chains[-1].append(test)
        else:
            chains.append([test])
    return chains


def _try(phone: Phone, test: SuiteTest, stopping: Event) -> Try:
    """Do a test once. Raises: `KeyboardInterrupt`."""
    started, clock = datetime.now(UTC), time.monotonic()
    outcome: Outcome | None = None
    try:
        outcome = _done(phone, test)
        why, code = _failure(outcome), outcome.exit_code
        if not why:
            why = phone.hide("; ".join(map(str, faults(test.then, phone))))
            code = int(bool(why))
            if why:  # its page says so, too
                Trail(Path(outcome.trail)).keep(JUDGED, {"met": False, "why": why})
                write_report(outcome)
    except AppAgentError as err:
        why, code = str(err), err.exit_code
    if stop.asked() or stopping.is_set():
        raise KeyboardInterrupt
    seconds = round(time.monotonic() - clock, 3)
    gone = code == DeviceError.exit_code and not phone.answers()
    return Try(phone.serial, phone.hide(why), code, seconds, started, outcome, gone)


def _done(phone: Phone, test: SuiteTest) -> Outcome:
    """How the task or the flow of a test ended, with its page written."""
    agent = Agent(phone)
    if test.flow:
        if not test.keep:
            phone.open_app(test.app, fresh=True)
        return agent.play(test.flow.file, test.env)
    outcome = agent.run(test.task, test.app or None, restart=not test.keep)
    write_report(outcome)
    return outcome


def _failure(outcome: Outcome) -> str:
    """Why a task or a flow was not done, and what was refused in it; "" where it was done."""
    if outcome.ok:
        return ""
    ending = outcome.ending.replace("_", " ")
    why = outcome.error or (f"{ending}: {outcome.answer}" if outcome.answer else ending)
    return f"{why}; not done: {', '.join(outcome.refused)}" if outcome.refused else why
