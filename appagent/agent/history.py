"""What happened so far, for the next prompt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence, Set
from dataclasses import dataclass, field
from itertools import accumulate, takewhile

from appagent.actions.verbs import Each, Read, form
from appagent.agent.observe import Observation
from appagent.agent.turn import Turn
from appagent.config import See
from appagent.danger import DEEDS, Harm
from appagent.guard import Refuse
from appagent.prompts import escape, read_block
from appagent.screen.change import same_thumbnail
from appagent.screen.describe import quote
from appagent.screen.keys import page_name, row_of, same_page
from appagent.screen.names import phone_number, stands_in
from appagent.screen.values import Element, Image
from appagent.texts import shorten, words_of

SHOWN = 30  # lines of history in a prompt
WHOLE = 6  # of these, the last, with all that came of a move; the others with the point alone
POINT = 48  # characters of it
OLDER = 600  # characters for the moves before
NOTED = 2000  # characters of notes
DEEDS_TOLD = 4  # of those that were refused
REPEATED = 2  # the same action without any effect, so often, is warned of
PAGES = 30  # whose elements are remembered, to tell what an action changed on another page
SWALLOWED = "the touch may have been swallowed: once more is fine"
STUCK = 4  # the same action on exactly the same screen, so often, ends a run


@dataclass
class Visited:
    """One exact state of a screen, and how often each move was made in it."""

    text: str
    thumbnail: Image
    moves: Counter[str] = field(default_factory=Counter)
    useless: Counter[str] = field(default_factory=Counter)  # those that changed nothing
    refused: set[str] = field(default_factory=set)  # of the moves

    def shows(self, seen: Observation) -> bool:
        return self.text == _text(seen) and same_thumbnail(self.thumbnail, seen.thumbnail)


@dataclass
class History:
    """A line for each turn, `3. tap button "Save" | opened page "Alarm"`, and the counts for the
    outcome."""

    see: See = "image+list"
    hide: Callable[[str], str] = str  # keeps secrets out
    steps: int = 0
    free: int = 0  # of the steps: what the phone did, which costs nothing of the budget
    in_rows: int = 0  # of the steps: those of a loop but for the first of each row
    shared: bool = False  # whether other phones take steps of the same budget
    docs: int = 0  # written
    refused: list[str] = field(default_factory=list)  # the moves that the guard refused, once each
    declined: list[str] = field(default_factory=list)  # those of them that a person said no to
    unknown: list[str] = field(default_factory=list)  # those of which nobody knows what they do
    unproven: str = ""  # why nobody knows that the task is done
    dangers: set[Harm] = field(default_factory=set)  # the classes of harm it refused
    denied: set[str] = field(default_factory=set)  # what was not to be done, with its target
    deeds: list[str] = field(default_factory=list)  # that were refused, and what they were for
    steps_told: list[tuple[str, str]] = field(default_factory=list)  # a move, and what came of it
    summary: str = ""  # in the model's own words
    plan: str = ""
    notes: list[str] = field(default_factory=list)  # facts that the model wants to keep
    reads: list[tuple[str, ...]] = field(default_factory=list)  # a page's title and its lines
    changed: bool = False  # something was, by a deed, a text, a switch, a choice
    before: Observation | None = None  # the last move that was made
    _read_before: int = 0  # how many of the reads the last reply knew
    _visited: list[Visited] = field(default_factory=list)
    _pages: dict[frozenset[str], tuple[Element, ...]] = field(default_factory=dict)
    typed: set[str] = field(default_factory=set)  # the texts that were typed here
    _began: frozenset[str] = frozenset()  # what the fields of the first page held
    _path: list[frozenset[str]] = field(default_factory=list)  # the pages to the one shown

    def add(self, turn: Turn) -> None:
        """Add a turn."""
        self.begin(turn.before)
        for seen in filter(None, (turn.before, turn.after)):
            self._remember(seen)
            self._follow(seen)
        self.docs += bool(turn.doc)
        self.free += turn.by_phone
        self.in_rows += turn.in_row
        if turn.decision is not None and not turn.reply_of:
            self._read_before = len(self.reads)
        self.changed = self.changed or turn.made_difference
        self.before = turn.before if turn.after else self.before
        if turn.read:
            self.reads.append(turn.read)
        if turn.decision is not None:
            self.summary, self.plan = turn.decision.summary, turn.decision.plan
            if turn.decision.note.strip() and turn.decision.note not in self.notes:
                self.notes.append(turn.decision.note)
        if turn.move is None:
            return
        words = form(turn.move.action) if self.see == "raw" else turn.words
        verdict = turn.verdict
        if isinstance(verdict, Refuse) and verdict.danger:
            self.refused += [turn.words] * (turn.words not in self.refused)
            self.declined += [turn.words] * (turn.was_declined and turn.words not in self.declined)
            self.dangers.add(verdict.danger)
            title = page_name(turn.before.screen.elements)
            place = f" on {quote(title)}" if title else ""
            deed = f"to {DEEDS[verdict.danger]} ({turn.words}{place})"
            is_open = any(p.answered == "unsure" and p.by == "model" for p in turn.permissions)
            self.deeds += [deed] * (not is_open and deed not in self.deeds)
            news = verdict.danger == "unknown" and turn.words not in self.unknown
            self.unknown += [turn.words] * news
        here = self._at(turn.before)
        once_more = turn.may_be_swallowed and not here.useless[words]
        came = [turn.outcome(self.see), *[SWALLOWED] * once_more]
        self.steps_told.append((words, "; ".join(filter(None, came))))
        here.moves[words] += not turn.reply_of  # a loop may come by for each of its rows
        looks = isinstance(turn.move.action, Each | Read)
        here.useless[words] += not looks and turn.change is not None and turn.change.nothing
        if isinstance(verdict, Refuse):
            here.refused.add(words)

    def begin(self, seen: Observation) -> None:
        """Remember what the fields of the first page hold."""
        if not self._path:
            held = (e.value.strip() for e in seen.screen.elements if "text" in e.uses)
            self._began = frozenset(filter(None, held))

    def earlier(self, seen: Observation) -> tuple[Element, ...]:
        """What the page held when it was last seen; nothing if it is new."""
        last = reversed(self._pages.items())
        return next((held for page, held in last if same_page(page, seen.page)), ())

    def behind(self, seen: Observation) -> tuple[Element, ...]:
        """What the page held when it was last seen, if it is one of those that led to the one that
        was shown: a move came back to it. Nothing for any other, known or new. What other pages
        have shown since, as the count of a cart, is no news on this one."""
        if not any(same_page(page, seen.page) for page in self._path):
            return ()
        others = takewhile(lambda page: not same_page(page, seen.page), reversed(self._pages))
        since = {_says(e) for page in others for e in self._pages[page]}
        fixed = (e for e in seen.screen.elements if not row_of(e.key))
        known = {e.key: e for e in fixed if _says(e) in since}
        held = [known.pop(e.key, e) for e in self.earlier(seen)]
        return (*held, *known.values())

    def showed(self, text: str, seen: Observation, led: Collection[str]) -> bool:
        """Whether the phone keeps a text: it stands on a page that led to the one that is shown, or
        stood on this one when the work began; a short number, if it is all that one of those says
        that `led` here. What was typed here is the work's own."""
        if text in self.typed:
            return False
        if not (any(map(str.isalpha, text)) or phone_number(text)):
            return text in led
        first = next(iter(self._path), seen.page)
        if same_page(first, seen.page):
            return text in self._began
        others = (page for page in self._path if not same_page(page, seen.page))
        return any(stands_in(text, e.name) for page in others for e in self._pages.get(page, ()))

    def _follow(self, seen: Observation) -> None:
        """Add the page that is shown to the path, or go back along it."""
        near = (n for n, page in enumerate(self._path) if same_page(page, seen.page))
        self._path[next(near, len(self._path)) :] = [seen.page]

    def _remember(self, seen: Observation) -> None:
        self._pages.pop(seen.page, None)
        self._pages[seen.page] = seen.screen.elements
        if len(self._pages) > PAGES:
            del self._pages[next(iter(self._pages))]

    def has_steps(self, limit: int | None) -> bool:
        """Whether there is another step. Those that the phone took cost nothing, as long as they
        are not more than the others."""
        return not self.is_last(limit)

    @property
    def taken(self) -> int:
        """The steps that count: one for each row of a loop."""
        return self.steps - self.free - self.in_rows

    def budget(self, limit: int | None, last: str) -> str:
        """The step that is being taken and how many there are: "step 7 of 20", or how many more,
        where other phones take some of them. `last` is what to do in the last one."""
        if limit is None:
            return ""
        taken = self.taken
        told = f"step {taken}" if self.shared else f"step {taken} of {limit}"
        if self.is_last(limit):
            return f"{told}, the last{f': {last}' if last else ''}"
        return f"{told}, {limit - taken} more for all phones together" if self.shared else told

    def is_last(self, limit: int | None, ahead: int = 0) -> bool:
        """Whether no step follows the one that is being taken, or the one so many `ahead`."""
        n = self.taken + ahead
        return limit is not None and (n >= limit or n + self.free >= 2 * limit)

    def text(self) -> str:
        """The `<past>` block. Of the steps before the last few the point is told, of those before
        the last `SHOWN` the moves, the latest that fit."""
        told = [(f"{n}. {self.hide(move)}", self.hide(came))
                for n, (move, came) in enumerate(self.steps_told, 1)]  # fmt: skip
        points = [(move, shorten(came.partition("; ")[0], POINT)) for move, came in told[:-WHOLE]]
        lines = [f"{move} | {came}" if came else move
                 for move, came in [*points, *told[-WHOLE:]][-SHOWN:]]  # fmt: skip
        if older := [move for move, _ in told[:-SHOWN]]:
            lines.insert(0, "; ".join(latest(older, OLDER)))
        return escape("\n".join(lines)) or "nothing yet"

    def memory(self) -> str:
        """The `<memory>` block: the model's own summary, plan and notes, as it wrote them."""
        notes = "; ".join(latest(self.notes, NOTED))
        said = [("so far", self.summary), ("plan", self.plan), ("notes", notes)]
        lines = [f"{what}: {' '.join(text.split())}" for what, text in said if text.strip()]
        return escape(self.hide("\n".join(lines))) or "nothing yet"

    def read_block(self) -> str:
        """The `<read>` block: what the last reply read; "" if it read nothing."""
        return read_block(self.reads[self._read_before :], self.hide)

    def shown(self, words: Set[str], most: int, told: Iterable[Observation]) -> list[str]:
        """The lines of the screens so far, each once, in their order, but for those of screens that
        are `told`: what has one of these words, then the last, up to `most` characters."""
        words = {word for word in words if len(word) > 3 or word.isdigit()}
        now = {line for seen in told for line in _lines(_text(seen))}
        every = dict.fromkeys(line for state in self._visited for line in _lines(state.text))
        latest = [line for line in reversed(every) if line not in now]
        first = sorted(latest, key=lambda line: words.isdisjoint(words_of(line)))
        ends = accumulate(map(len, first))
        kept = {line for line, end in zip(first, ends, strict=True) if end <= most}
        return [line for line in every if line in kept]

    def notice(self, seen: Observation, instead: str = "") -> str:
        """A warning to the model if it repeats here what changes nothing, or was refused: a deed
        stays so, whatever does it, and `instead` is what is left to do. "" for none."""
        here = self._at(seen)
        useless = [f"{words} ({n}x)" for words, n in here.useless.items() if n >= REPEATED]
        deeds = self.deeds[-DEEDS_TOLD:] if instead else []
        told = [
            ("on exactly this screen this changed nothing", useless, "choose another action"),
            ("this is refused, whatever control does it", deeds, instead),
            ("this was refused here and stays refused", [] if deeds else sorted(here.refused), ""),
        ]
        lines = [
            f"Note: {what}: {'; '.join(moves)}{f': {then}' if then else ''}."
            for what, moves, then in told
            if moves
        ]
        return escape(self.hide(" ".join(lines)))

    @property
    def stuck(self) -> bool:
        """Whether the same move was made too often on exactly the same screen."""
        return any(times >= STUCK for state in self._visited for times in state.moves.values())

    def _at(self, seen: Observation) -> Visited:
        found = next((state for state in self._visited if state.shows(seen)), None)
        if found is None:
            found = Visited(_text(seen), seen.thumbnail)
            self._visited.append(found)
        return found


def latest(texts: Sequence[str], most: int) -> list[str]:
    """The last texts that fit into `most` characters, after a word on how many do not."""
    ends = accumulate(len(text) for text in reversed(texts))
    kept = sum(end <= most for end in ends)
    left = len(texts) - kept
    return [*([f"({left} more before)"] if left else []), *texts[left:]]


def _lines(text: str) -> list[str]:
    """The lines of a screen without their numbers."""
    return [line.partition(" ")[2] for line in text.splitlines()[1:]]


def _says(element: Element) -> tuple[str, ...]:
    return (element.key, element.role, element.name, element.value, element.state)


def _text(seen: Observation) -> str:
    return "\n".join((seen.screen.app.package, *seen.lines))
