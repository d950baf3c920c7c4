"""A scripted model that knows what to touch and in which order, but not where that is.

    Seeker(wants, answer).ask(prompt, [], Decision)

It reads the text of a prompt as a model would: the lines of the elements, and the `<map>` block.
What neither of them tells it does not name ahead. What it does not find it looks for, a touch a
reply: what sounds like it, then menus, tabs and buttons; it scrolls, and goes back.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel
from rapidfuzz import fuzz

from appagent.actions.decision import Decision
from appagent.actions.program import MOST
from appagent.actions.verbs import Exit, Swipe, Text, literal
from appagent.bench.suite import SolutionStep
from appagent.exchange import Picture, Prompt, Reply, Usage
from appagent.model.reply import parse
from appagent.screen.describe import quote
from appagent.texts import folded, words_of
from tests.bench.player import answered

T = TypeVar("T", bound=BaseModel)

CALLS = 60  # of a task, at most
LIKE = 60  # rapidfuzz points, of 100, from which a name sounds like the wanted one
SAME = 0.6  # of the elements of two screens of one page
DEEPEST = 3  # pages that it goes on to from the one where it begins to look around
LISTS = ("list", "scroll area")
GIVE_UP = 'exit("failed", answer="it was not found")'
COMMITS = frozenset(
    "send save delete remove post pay buy order apply confirm done create submit share reply clear "  # noqa: SIM905
    "reset discard subscribe follow like join block report call connect change allow agree use"
    .split()
)  # fmt: skip
_LINE = re.compile(
    r'^(?P<n>\d+) (?P<role>[a-z][a-z ]*?)(?: "(?P<name>(?:[^"\\]|\\.)*)")?(?: \((?P<by>[^)]*)\))?'
    r'(?P<rest>(?: = "(?P<value>(?:[^"\\]|\\.)*)")?(?: \[(?P<states>[^\]]*)\])?(?: \{.*\})?)$',
    re.MULTILINE,
)
_PAGE = re.compile(
    r"^- (?P<page>.+?)(?: \(by (?P<by>.+?)\))?"
    r'(?:: (?P<told>(?:"(?:[^"\\]|\\.)*"|(?<=rows): |(?!: | \(by )[^"\n])+))?$',
    re.MULTILINE,
)
_OPENER = re.compile(
    r"(?P<verb>holding |typing in )?(?:(?P<row>a row)(?:'s (?P<part>[^\",]+?))?"
    r'|"(?P<name>(?:[^"\\]|\\.)*)"|(?P<id>[^\",]+?))(?: of (?P<of>[^"]+?))?'
    r'(?:, (?=holding |typing |a row|enter|"|[a-z])|$)'
)
_NAMES = re.compile(r'"((?:[^"\\]|\\.)*)"|(?:^|(?<=, )|(?<= or ))([^\W\d][^",(]*?)(?=,| or | \(|$)')
_KINDS = ("fields", "radios", "switches", "checkboxes", "toggles", "sliders")
_VERBS: Mapping[str | None, str] = {
    None: "tap", "holding ": "long_press", "typing in ": "text",
}  # fmt: skip
_UNDONE = "the rest was not done, since "


# --- what it knows --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Want:
    """One thing to do, in the words of who knows the app by heart."""

    verb: str  # tap, long_press, swipe, text, back, enter
    name: str = ""
    role: str = ""
    nth: int = 1
    text: str = ""
    way: str = ""  # of a swipe

    def action(self, target: str) -> str:
        match self.verb:
            case "back" | "enter":
                return f"{self.verb}()"
            case "text":
                return f"text({target}{literal(self.text)}{self._by_name(target)})"
            case "swipe":
                return f'swipe({target}"{self.way}"{self._by_name(target)})'
            case _:
                return f"{self.verb}({target.removesuffix(', ') or 'name=' + literal(self.name)})"

    def _by_name(self, target: str) -> str:
        return "" if target else f", name={literal(self.name)}"


def wants(steps: Sequence[SolutionStep]) -> Iterator[Want]:
    """What a solution touches. A list that it swipes is the seeker's own matter; what it finds by a
    key has the name that the key tells."""
    for step in steps:
        action, target = step.action, step.target
        role = target.role if target else ""
        if isinstance(action, Exit) or (isinstance(action, Swipe) and role != "slider"):
            continue
        name = target.name if target else ""
        if target and target.key and not name:
            last = target.key.rpartition("/")[2]
            name = "" if last == "row" else " ".join(words_of(last.replace("_", " ")))
            role = "item" if last == "row" else role
        yield Want(
            action.verb,
            name,
            role,
            (target.nth if target else None) or 1,
            action.text if isinstance(action, Text) else "",
            action.direction if isinstance(action, Swipe) else "",
        )


# --- what it reads --------------------------------------------------------------------------------


class Line(NamedTuple):
    """An element on the screen."""

    n: int
    role: str
    name: str
    by: str
    said: str  # without its state
    guarded: bool

    def fits(self, want: Want) -> bool:
        if want.verb == "text" and self.role not in ("text field", "slider"):
            return False
        if want.role not in ("", self.role) and not (want.role == "item" and self.role == "radio"):
            return False
        by_sign = not self.name and folded(want.name) in words_of(self.by)  # "(send icon)"
        in_row = self.by and folded(f"{self.name}: {self.by}") == folded(want.name)
        return bool(not want.name or by_sign or in_row or _is_called(self.name, want.name))


class Opener(NamedTuple):
    """What a line of the map says that leads to its page."""

    name: str
    row: bool
    verb: str
    of: str  # "": the page that is shown


@dataclass(frozen=True)
class Known:
    """A line of the map."""

    page: str
    openers: tuple[Opener, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)  # to the kind that they are of
    rows: tuple[str, ...] = ()

    def kind(self, name: str) -> str | None:
        """The kind of the control of that name; None where it lists none."""
        names = (each for each in self.names if name and _is_called(each, name))
        return next((self.names[each] for each in names), None)

    def has(self, want: Want, task: str) -> bool:
        """Whether the page has it, by a name of its own or as a row that the task names."""
        kind = self.kind(want.name)
        if kind is not None:
            return want.verb != "text" or kind in ("fields", "sliders")
        name = folded(want.name)
        named = not name or name in folded(task) or name in map(folded, self.rows)
        return bool(self.rows) and want.verb in ("tap", "long_press") and named


def _is_called(name: str, wanted: str) -> bool:
    return f", {folded(wanted)}, " in f", {folded(name)}, "


def lines_of(text: str) -> list[Line]:
    shown = text.rpartition("<screen app=")[2].partition("</screen>")[0]
    return [
        Line(
            int(m["n"]), m["role"], _read(m["name"] or ""), m["by"] or "",
            m[0].partition(" ")[2].removesuffix(m["rest"]), "guarded:" in (m["states"] or ""),
        )
        for m in _LINE.finditer(shown)
    ]  # fmt: skip


def map_of(text: str) -> list[Known]:
    told = text.partition("<map>\n")[2].partition("\n</map>")[0]
    return [_known(m["page"], m["by"] or "", m["told"] or "") for m in _PAGE.finditer(told)]


def _known(page: str, by: str, told: str) -> Known:
    openers = tuple(
        Opener(
            m["part"] or _read(m["name"] or m["id"] or ""),
            bool(m["row"]),
            "enter" if m["id"] == "enter" else _VERBS[m["verb"]],
            m["of"] or "",
        )
        for m in _OPENER.finditer(by)
    )
    names, rows = dict[str, str](), list[str]()
    for part in told.split("; "):
        if part.startswith("rows: "):
            rows = part.removeprefix("rows: ").split(", ")
        elif not part.startswith("shows "):
            first, _, rest = part.partition(" ")
            kind, part = (first, rest) if first in _KINDS else ("", part)
            names |= {by_id or _read(name): kind for name, by_id in _NAMES.findall(part)}
    return Known(page, openers, names, tuple(rows))


def _read(quoted: str) -> str:
    return str(json.loads(f'"{quoted}"', strict=False))


# --- what it says ---------------------------------------------------------------------------------


class Act(NamedTuple):
    """An action of a reply, with the words by which it is told as undone."""

    form: str
    words: str
    does: int = 0  # of the wants
    page: str = ""  # that it walks to


@dataclass
class Visited:
    """A page where it looked around."""

    looks: frozenset[str]
    tried: set[str] = field(default_factory=set)
    sought: set[str] = field(default_factory=set)


@dataclass
class Seeker:
    """The model. `reads` are the answers to what a task allows, by class, where rules cannot tell;
    `proof` is what shows when all is done, "" where it is to look first."""

    wants: Sequence[Want]
    answer: str = ""
    proof: str = ""
    reads: Mapping[str, Any] = field(default_factory=dict)
    name: str = "seeker"
    host: str = ""
    spent: Usage = field(default_factory=Usage)
    said: list[str] = field(default_factory=list)  # reply by reply
    told: list[str] = field(default_factory=list)  # why what it named ahead was not done
    _at: int = 0  # of the wants, what is next
    _acts: list[Act] = field(default_factory=list)  # of the last reply
    _doubted: set[str] = field(default_factory=set)  # pages that it could not walk to
    _pages: list[Visited] = field(default_factory=list)
    _depth: int = 0
    _task: str = ""

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],  # noqa: ARG002
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        if not issubclass(reply, Decision):
            return answered(prompt, reply, self.reads)
        self.spent += Usage(calls=1)
        self._note(prompt.text, problems)
        raw = "\n".join(self._reply(prompt.text)) if len(self.said) < CALLS else GIVE_UP
        self.said.append(raw)
        return Reply(parse(raw, reply), raw, Usage(calls=1))

    def _note(self, text: str, problems: Sequence[tuple[str, str]]) -> None:
        """Take in what became of the last reply."""
        past = text.partition("<past>\n")[2].partition("\n</past>")[0].rpartition("\n")[2]
        _, _, why = past.partition(_UNDONE)
        undone = 0
        if problems:
            undone, why = len(self._acts), problems[-1][1]
        elif why:
            counts = range(len(self._acts), 0, -1)
            tails = ((n, "; ".join(act.words for act in self._acts[-n:])) for n in counts)
            undone = next((n for n, tail in tails if why.endswith(f": {tail}")), 1)
        elif "once more is fine" in past:
            undone = 1
        done = self._acts[: len(self._acts) - undone]
        left = self._acts[len(done) :]
        if why:
            at = left[0].form if left else ""
            self.told.append(f"{at}: {why.partition(': ' + left[0].words)[0] if left else why}")
        self._at += sum(act.does for act in done)
        self._depth = 0 if any(act.does for act in done) else self._depth
        if left and left[0].page:
            self._doubted.add(left[0].page)

    def _reply(self, text: str) -> list[str]:
        self._task = text.partition("<task>\n")[2].partition("\n</task>")[0]
        lines = lines_of(text)
        self._acts = self._plan(lines, map_of(text)) or [self._look_around(lines)]
        return [act.form for act in self._acts]

    def _plan(self, lines: Sequence[Line], known: Sequence[Known]) -> list[Act]:
        """As many actions as the screen and the map tell."""
        said = list[Act]()
        at, here, free = self._at, None, ""  # None: the screen
        shown: Sequence[Line] | None = lines
        while at < len(self.wants) and len(said) < MOST:
            want = self.wants[at]
            line = self._shown(want, shown) if shown is not None else None
            named = here is not None and here.has(want, self._task) and bool(want.name)
            if want.verb in ("back", "enter"):
                said.append(Act(want.action(""), want.verb, 1))
            elif line is not None:
                said.append(Act(want.action(f"{line.n}, "), f"{want.verb} {line.said}", 1))
            elif named:
                is_row = here is not None and here.kind(want.name) is None
                if is_row and free not in ("text", "enter") and len(said) < MOST - 1:
                    scroll = f"scroll_to({literal(want.name)}, optional=True)"
                    said.append(Act(scroll, "scroll_to"))
                said.append(Act(want.action(""), f"{want.verb} {quote(want.name)}", 1))
            elif page := self._page_of(at, known, here):
                said.append(Act(f"go({literal(page.page)})", "go", page=page.page))
                here, shown, free = page, None, ""
                continue
            else:
                break
            at, free = at + 1, want.verb
            here, shown = self._after(want, at, known, here, shown)
        if at == len(self.wants) and len(said) < MOST:
            if not said:
                answer = f", answer={literal(self.answer)}" if self.answer else ""
                said.append(Act(f'exit("done"{answer})', "exit"))
            elif self.proof and not self.answer:
                said.append(Act(f'exit("done", if_shows={literal(self.proof)})', "exit"))
        return said

    def _shown(self, want: Want, lines: Sequence[Line]) -> Line | None:
        found = [line for line in lines if line.fits(want)]
        exact = [line for line in found if folded(line.name) == folded(want.name)]
        best = exact or found
        return best[want.nth - 1] if len(best) >= want.nth else None

    def _page_of(self, at: int, known: Sequence[Known], here: Known | None) -> Known | None:
        """The page of the map that has what is wanted next, and the most of what follows."""

        def worth(page: Known) -> int:
            n = at
            while n < len(self.wants) and page.has(self.wants[n], self._task):
                n += 1
            return n - at

        def reachable(page: Known) -> bool:
            walks = page.page not in self._doubted
            plain = not page.openers or any(not o.row for o in page.openers)
            return page is not here and walks and plain

        if not self.wants[at].name:
            return None
        found = [page for page in known if page.has(self.wants[at], "") and reachable(page)]
        return max(found, key=worth, default=None)

    def _after(
        self,
        want: Want,
        at: int,
        known: Sequence[Known],
        here: Known | None,
        shown: Sequence[Line] | None,
    ) -> tuple[Known | None, Sequence[Line] | None]:
        """Where it is after a touch, as far as the map tells."""
        of = here.page if here else ""
        led = [page for page in known if any(self._opens(o, want, of, here) for o in page.openers)]
        if at == len(self.wants) or not led:
            return (None, None) if want.verb in ("back", "enter") else (here, shown)
        if want.verb == "text" and not led[0].has(self.wants[at], self._task):
            return here, shown  # what was typed may have shown more than it, or less
        fits = (page for page in led if page.has(self.wants[at], self._task))
        return next(fits, led[0]), None

    def _opens(self, opener: Opener, want: Want, of: str, here: Known | None) -> bool:
        if opener.of != of or opener.verb != want.verb:
            return False
        if opener.row:
            return here is None or here.kind(want.name) is None
        return want.verb == "enter" or folded(opener.name) == folded(want.name)

    # --- without knowing where --------------------------------------------------------------------

    def _look_around(self, lines: Sequence[Line]) -> Act:
        """One touch that may lead to what is wanted."""
        want = self.wants[self._at]
        page = self._visited(lines)
        sought, scrolls = folded(want.name), any(line.role in LISTS for line in lines)
        if sought and scrolls and sought not in page.sought:
            page.sought.add(sought)
            return Act(f"scroll_to({literal(want.name)})", "scroll_to")
        new = [line for line in lines if line.said not in page.tried and self._is_harmless(line)]
        if self._depth < DEEPEST and new:
            best = max(new, key=lambda line: self._promise(line, want))
            page.tried.add(best.said)
            self._depth += 1
            return Act(f"tap({best.n})", f"tap {best.said}")
        self._depth = max(0, self._depth - 1)
        return Act("back()", "back")

    def _promise(self, line: Line, want: Want) -> tuple[float, int, int]:
        like = fuzz.token_set_ratio(folded(line.name), folded(want.name)) if line.name else 0
        menu = any(word in folded(line.name) for word in ("menu", "more", "options", "navigation"))
        kinds = ("item", "button", "tab")
        kind = 3 if menu else kinds.index(line.role) if line.role in kinds else -1
        return (like if like >= LIKE else 0, kind, -line.n)

    def _is_harmless(self, line: Line) -> bool:
        up = folded(line.name) in ("navigate up", "back", "cancel", "close")
        commits = COMMITS & {*words_of(line.name)}
        return line.role not in ("text field", "pages", "key", *LISTS) and not (
            line.guarded or commits or up
        )

    def _visited(self, lines: Sequence[Line]) -> Visited:
        looks = frozenset(f"{line.role} {line.name}" for line in lines)
        for page in self._pages:
            if len(page.looks & looks) >= SAME * max(1, len(page.looks | looks)):
                page.looks |= looks
                return page
        self._pages.append(Visited(looks))
        return self._pages[-1]
