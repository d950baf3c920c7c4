"""Ask what controls do, in a conversation of its own that has seen neither the task nor what others
wrote, and keep the answers for the app.

Exploring, all controls of a page are asked about before the first touch there; a run asks about
what a reply touches, and of a small window about all. What that leaves open a run asks again, with
all that is shown and was learned, and keeps no answer. Without an answer nothing is known.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from threading import Lock

from appagent.actions.gestures import Move
from appagent.actions.replies import DeedReading
from appagent.actions.verbs import Commits, Tap
from appagent.actions.way import Way
from appagent.agent.ask import converse, keeping
from appagent.agent.learned import Learned
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft
from appagent.danger import Danger, Harm
from appagent.errors import (
    ModelNotConfigured,
    ModelRefused,
    ModelUseless,
    ReplyInvalid,
    SetupError,
    StoreError,
)
from appagent.exchange import Picture
from appagent.geometry import Rect
from appagent.guard import (
    WINDOWS,
    Asked,
    Context,
    Page,
    answer,
    answered,
    around,
    assess,
    controls,
    dangers_of,
    deeds_in,
    harmless,
    heeds,
    is_open,
    persons,
    to_ask,
    touched,
    without_numbers,
)
from appagent.knowledge.answers import AnswerFiles, Answers, files_of
from appagent.knowledge.element import Source
from appagent.ports import Model
from appagent.prompts import escape, escape_attribute, fill
from appagent.screen.change import crop
from appagent.screen.general import id_words
from appagent.screen.overlay import encode
from appagent.screen.values import Image, Screen
from appagent.secrets.secrets import Secrets

log = logging.getLogger(__name__)

MOST = 40  # lines of a question
_SAID = re.compile(r"\s*(\d+)\W+(.+)")


@dataclass
class Deeds:
    """What is known of what controls do, in one session."""

    model: Model
    version: Callable[[str], str]  # of an app
    files: AnswerFiles
    say: Callable[[str], None]
    secrets: Secrets
    strict: bool = True  # it asks on each page, not in dialogs alone
    learned: Learned | None = None  # what a run may take for an answer; None: nothing
    _own: dict[str, set[str]] = field(default_factory=dict)  # texts of the person's, by app
    _words: dict[str, set[str]] = field(default_factory=dict)  # of the ids that were seen
    _kept: set[str] = field(default_factory=set)  # apps whose answers were written
    _unkept: dict[str, Answers] = field(default_factory=dict)  # that the store has not
    _last: Page | None = None
    _known: tuple[Page, Answers] | None = None  # of the app of that page
    _vain: set[tuple[str, str, str]] = field(default_factory=set)  # asked without an answer
    _silent: bool = False  # the model answers no such questions
    _lock: Lock = field(default_factory=Lock)  # of what the store has not

    @classmethod
    def of(
        cls, session: Session, *, strict: bool = True, sources: Sequence[Source] | None = None
    ) -> Deeds:
        """What this session knows, and asks. `sources`: whose notes may answer in a run; None: an
        exploration, or whoever else takes nothing but the judge's word."""
        version, say = cache(session.device.version), session.progress.say
        learned = None if sources is None else Learned(session.store, session.mapper, sources)
        files = files_of(session.store)
        deeds = cls(session.model, version, files, say, session.secrets, strict, learned)
        session.secrets.when_known(deeds.forget)
        return deeds

    def share(self, other: Deeds) -> None:
        """Share with a session on another phone what is the person's own, and what was answered."""
        self._own, self._words = other._own, other._words
        self._unkept, self._vain, self._lock = other._unkept, other._vain, other._lock

    def forget(self) -> None:
        """Forget what is kept of lines that hold something that is known to be secret by now.
        Raises: `StoreError`; `SetupError` where it cannot be written."""
        for package in self._kept:
            self.files.forget(package, self._is_secret)
        self._known = None

    def _is_secret(self, text: str) -> bool:
        return self.secrets.is_in(text, without_numbers)

    def page(self, seen: Observation, way: Way) -> Page:
        """A screen as it is asked about, and the way that led to it. What stands in its rows and
        fields is the person's from now on."""
        opener = way.opener(seen.page)
        if self._last and self._last.screen is seen.screen and self._last.opener == opener:
            return self._last
        elements, package = seen.screen.elements, seen.screen.app.package
        own, words = self._own.setdefault(package, set()), self._words.setdefault(package, set())
        own.update(persons(seen.screen))
        words.update(word for e in elements if not e.web for word in id_words(e))
        self._last = Page(seen.screen, frozenset(own), frozenset(words), opener)
        return self._last

    def known(self, page: Page) -> Answers:
        """What is known of the app of a page; read once for each. Raises: `StoreError`."""
        if self._known is None or self._known[0] is not page:
            package = page.screen.app.package
            known = self.files.read(package, self.version(package))
            unkept = self._unkept.get(package)
            self._known = page, unkept.above(known) if unkept else known
        return self._known[1]

    def assess(
        self, move: Move, page: Page, noted: Sequence[Danger], commits: Commits = "none"
    ) -> Mapping[Harm, str]:
        """The classes of harm that a move could do, each with what tells it."""
        return assess(move, page, Context(self.known(page), noted, commits, self.strict))

    def ask_page(self, draft: Draft, page: Page) -> None:
        """Ask about all controls of a page that nothing is known of. Raises: `ModelUnavailable`."""
        self._ask(draft, page, controls(page))

    def ask_moves(self, draft: Draft, page: Page, moves: Iterable[Move]) -> None:
        """Ask about what these moves touch. Raises: `ModelUnavailable`."""
        if not heeds(page, strict=self.strict):
            return
        asked = [each for move in moves for each in touched(move, page)]
        if self.learned is None:
            self._ask(draft, page, asked)
            return
        for each in asked:
            if each.plain and to_ask(each, self.known(page)) and not self._varies(each, page):
                self._settle(page, each, "opens")
        some = page.kind in WINDOWS and any(to_ask(each, self.known(page)) for each in asked)
        self._ask(draft, page, [*asked, *(controls(page) if some else ())])
        self._ask_again(draft, page, asked, self.learned)

    def harmless(self, move: Move, page: Page) -> str:
        """What is known of what a move touches, if that is known to do no harm; else ""."""
        return harmless(move, page, self.known(page))

    def take(self, move: Move, page: Page, said: str) -> None:
        """Take this for the answer about what a move touches, in this session, where nothing is
        known of its kind."""
        for asked in touched(move, page):
            if to_ask(asked, self.known(page)) == asked.line:
                self._settle(page, asked, said)

    def _ask(self, draft: Draft, page: Page, asked: Sequence[Asked]) -> None:
        """Ask about what is not known; where rows vary, about those that are shown as well. What
        was asked in vain is not asked again."""
        package = page.screen.app.package
        for _ in ("kinds", "labels"):
            pages = dict[str, dict[str, Asked]]()
            for each in asked:
                line = self._line(each, page)
                if line and (package, each.page, line) not in self._vain:
                    pages.setdefault(each.page, {})[line] = each
            for told, unknown in pages.items():
                for n in range(0, len(unknown), MOST):
                    some = dict(islice(unknown.items(), n, n + MOST))
                    drawn = _pictures(page.screen.image, (each.drawn for each in some.values()))
                    said = self._answers(draft, package, told, list(some), drawn)
                    self._vain |= {(package, told, line) for line in some if not said}
                    passing = {line for line in said if self._passes(some[line], line, said[line])}
                    self._keep(package, told, said, passing)

    def _line(self, asked: Asked, page: Page) -> str:
        """The line to ask about; "" where a run asks at once by all that is shown: no answer is
        kept, the line tells nothing, or its kind was not said to vary by its names."""
        line = to_ask(asked, self.known(page))
        at_once = (
            asked.bare or not asked.kept or (line == asked.label and not self._varies(asked, page))
        )
        return "" if at_once and self.learned else line

    def _varies(self, asked: Asked, page: Page) -> bool:
        return "varies" in deeds_in(self.known(page).of(asked.page, asked.line))

    def _ask_again(
        self, draft: Draft, page: Page, asked: Sequence[Asked], learned: Learned
    ) -> None:
        """Ask by all that is shown and was learned where it is still open what a control does, and
        about a deed of which something was learned: it may only lead to where it is decided. What
        was tried out without harm is an answer. No answer is kept."""
        seen, package = draft.turn.before, page.screen.app.package
        pages = dict[str, dict[str, Asked]]()
        for each in asked:
            known = self.known(page)
            said, line = answer(each, known), answered(each, known)
            done = each.fact or line == each.whole or self._line(each, page)
            if each.element is None or done or (package, each.page, each.whole) in self._vain:
                continue
            if is_open(said) and learned.opens(each, seen):
                self._settle(page, each, "opens")
            elif is_open(said) or (dangers_of(said) and not known.yours_of(each.page, line)):
                told = list(learned.tell(each, seen))
                if told or is_open(said):
                    text = "\n  ".join((each.line, *around(each.element, page.screen), *told))
                    pages.setdefault(each.page, {})[text] = each
        for told_of, unsure in pages.items():
            drawn = _pictures(page.screen.image, (_place(e, page.screen) for e in unsure.values()))
            answers = self._answers(draft, package, told_of, list(unsure), drawn)
            for text, each in unsure.items():
                found, said = answers.get(text, ""), answer(each, self.known(page))
                if found:
                    self._settle(page, each, said if is_open(found) and said else found)
                else:
                    self._vain.add((package, each.page, each.whole))

    def _settle(self, page: Page, asked: Asked, said: str) -> None:
        """Take this for the answer about one control, in this session."""
        line = asked.whole or asked.line
        self._remember(page.screen.app.package, asked.page, {line: said})

    def _passes(self, asked: Asked, line: str, said: str) -> bool:
        """Whether what is said of a line is not to be written down. Another run may be told more of
        what is unknown; a kind of rows is asked about by their names then."""
        is_kind = line != (asked.label or line)
        unknown = "unknown" in deeds_in(said) and not is_kind
        return unknown or not asked.kept or self._is_secret(f"{asked.page}\n{line}")

    def _answers(
        self,
        draft: Draft,
        package: str,
        page: str,
        lines: Sequence[str],
        pictures: Sequence[Picture],
    ) -> Mapping[str, str]:
        """What the model says of some lines; nothing where it gives no answer."""
        if self._silent:
            return {}
        hide = self.secrets.hide

        def usable(reading: DeedReading) -> Mapping[str, str]:
            said = {int(n[1]): deeds_in(n[2]) for n in map(_SAID.match, reading.deeds) if n}
            lacking = [n for n in range(1, len(lines) + 1) if not said.get(n)]
            if lacking:
                raise ReplyInvalid(f"no word for {lacking}", reading.model_dump_json())
            return {line: " ".join(said[n]) for n, line in enumerate(lines, 1)}

        prompt = fill(
            "deed",
            app=escape_attribute(package),
            page=escape(hide(page)),
            controls=escape("\n".join(f"{n} {hide(line)}" for n, line in enumerate(lines, 1))),
        )
        try:
            return converse(self.model, prompt, pictures, DeedReading, usable, keeping(draft))
        except ModelNotConfigured:
            self._silent = True
        except (ModelUseless, ModelRefused) as err:
            log.info("what controls do is not known: %s", err)
        return {}

    def _keep(self, package: str, page: str, said: Mapping[str, str], passing: Set[str]) -> None:
        """Keep what is said of lines, that of the `passing` ones in this session alone."""
        self._known = None
        kept = {line: words for line, words in said.items() if line not in passing}
        try:
            if kept:
                self.files.add(package, self.version(package), {page: kept})
                self._kept.add(package)
        except (SetupError, StoreError) as err:
            self.say(f"what controls do is not kept: {err}")
            kept = {}
        self._remember(package, page, {line: said[line] for line in said if line not in kept})

    def _remember(self, package: str, page: str, said: Mapping[str, str]) -> None:
        """Keep what is said of lines in this session alone."""
        self._known = None
        if said:
            with self._lock:
                old = self._unkept.get(package, Answers())
                self._unkept[package] = old.with_lines({page: said}, "")


def _place(asked: Asked, screen: Screen) -> Rect | None:
    """Where a control is drawn, if the picture shows it."""
    e = asked.element
    return e.bounds if e and screen.picture == "ok" and not (e.covers or e.secret) else None


def _pictures(image: Image, places: Iterable[Rect | None]) -> list[Picture]:
    """What is drawn at some places, each called by the number of its line."""
    shown = ((n, crop(image, place)) for n, place in enumerate(places, 1) if place)
    return [
        Picture(encode(each), each.shape[1], each.shape[0], f"{n}:")
        for n, each in shown
        if each.size
    ]


def dangers_of_taps(
    seen: Observation, dangers_of: Callable[[Move], Iterable[Harm]]
) -> Mapping[int, Harm]:
    """The numbers whose touch could do harm, each with the first class."""
    found: dict[int, Harm] = {}
    for mark in seen.view.marks:
        if mark.element is None or "tap" not in mark.element.uses:
            continue
        for danger in dangers_of(Move(Tap(element=mark.label), mark=mark, element=mark.element)):
            found.setdefault(mark.label, danger)
    return found
