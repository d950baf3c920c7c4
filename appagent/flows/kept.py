"""A flow that was made of what was done once, and beside it what Maestro has no words for.

    kept = load_kept(folder / "alarm.yaml")
    values = kept.form.values("Set an alarm for 7:10 am")

`alarm.yaml` is the flow and plays without the other file; `alarm.json` beside it holds the request,
what each command touched when it was done, what proved the end, and where all of it is from.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Annotated

from pydantic import AwareDatetime, Field, TypeAdapter, ValidationError

from appagent.actions.verbs import Commits
from appagent.danger import Danger
from appagent.errors import StoreError, UsageError
from appagent.files import read_file
from appagent.flows.change import templated
from appagent.flows.files import MOST_BYTES, FlowFile, parts_of, texts_of
from appagent.flows.forms import Form
from appagent.flows.language import Command, Flow, Part
from appagent.flows.select import literal
from appagent.flows.write import told
from appagent.screen.describe import quote
from appagent.screen.keys import row_of, without_ordinal
from appagent.screen.pages import OVER_PAGES, page_kind, page_title
from appagent.screen.rows import row_mates, rows_in
from appagent.screen.values import Element, Screen
from appagent.trail import Permission

BESIDE = ".json"
VALUE = re.compile(r"(?<!\\)\$\{([^}]*)\}")
_VALUE = re.compile(r"\$\{(\w+)(?:\.slice\(0, (\d+)\))?\}")
_SIGNS = re.compile(r"[|&{}]|: ")  # of several things that show, of a quote, of a state
_NUMBER = re.compile(r"\d+")
_QUOTED = re.compile(r"(?<!\$)\{[^{}]*\$\{[^{}]*\}[^{}]*\}")  # of an answer
_SHARED_ID = "#android:"


@dataclass(frozen=True)
class Control:
    """What a command touched when it was done. Its texts hold `${}` of the request's values."""

    command: str  # as the flow says it
    key: str
    role: str
    name: str = ""  # "": the request names it by something else that it says
    choice: str = ""  # of what has a value of the request for a name: the first one
    activity: str = ""
    on: str = ""  # the kind of what it stood on: page, dialog, ...
    window: str = ""  # the title of a dialog that it is one of the usual buttons of
    state: str = ""  # of a switch
    among: tuple[str, ...] = ()  # the rows of its list, where nothing of the request chose it
    says: tuple[str, ...] = ()  # what else its row said that the request says, with `${}`
    commits: Commits = "none"  # what its touch does, by the word of who did it
    did: bool = False  # it did something that counts
    sets: str = ""  # the value that a slider was set to
    does: str = ""  # the guard's answer about what is harmless, and called by what it shows
    step: int = 0  # of the run, whose trail shows what it was touched on

    def filled(self, fill: Callable[[str], str]) -> Control:
        """This one with what its `${}` stand for."""
        says = tuple(map(fill, self.says))
        name, window, sets = map(fill, (self.name, self.window, self.sets))
        return replace(self, name=name, window=window, says=says, sets=sets)

    def differs(self, element: Element, screen: Screen, *, translated: bool) -> str:
        """How what a command would touch now is not what it touched; "" where it is. `translated`:
        the phone speaks another language."""
        if self.activity and screen.app.activity != self.activity:
            return f"another page is shown, {screen.app.activity}"
        if self.window and not translated and not same_name(self.window, window_of(screen)):
            return f"another window is shown, {window_of(screen) or 'a page'}"
        if self.role != element.role or not (
            self._has_key(element.key) or (self.name and self._has_new_key(element.key, screen))
        ):
            return "it is another control"
        if not translated and self.name and not same_name(self.name, element.title or element.name):
            return f"it is called {quote(element.name)}"
        if self.state != element.state and self.role != "radio":
            return f"it is {element.state} already"
        if self.among and not _same_list(self.among, list_of(element, screen)):
            return "its list holds something else, and the request does not say which row it is"
        texts = {text.casefold() for text in row_texts(element, screen)}
        if unsaid := next((text for text in self.says if text.casefold() not in texts), ""):
            return f"it does not say {quote(unsaid)}"
        return ""

    def is_replaced_by(self, element: Element) -> bool:
        """Whether an element stands where this one stood, by another name and key."""
        around = (without_ordinal(element.key), self.key)
        here, there = (key.rpartition("/")[0] for key in around)
        return bool(here) and here == there and element.role == self.role

    def is_behind(self, screen: Screen) -> bool:
        """Whether a window of another kind lies before what it stood on."""
        kind = page_kind(screen)
        return self.on not in ("", kind) and kind in OVER_PAGES

    def _has_key(self, key: str) -> bool:
        """Whether a key is that of this one; of a choice, that of one that stands beside it."""
        now = without_ordinal(key)
        other = self.choice and self.name.casefold() != self.choice.casefold()
        return now == self.key or bool(
            other and now.rpartition("/")[0] == self.key.rpartition("/")[0]
        )

    def _has_new_key(self, key: str, screen: Screen) -> bool:
        """Whether what is called as this one was may have a key by an update: nothing has the old
        one any more, and no dialog stands before it."""
        same = (without_ordinal(e.key) == self.key for e in screen.elements if e.key)
        return page_kind(screen) == "page" and not is_shared(key) and not any(same)

    @property
    def known_by_key(self) -> bool:
        """Whether its key alone tells what it is, whatever it is called."""
        return not row_of(self.key) and "#" in self.key and not is_shared(self.key)


@dataclass(frozen=True)
class Kept:
    """What was done once. Where its texts hold `${}`, they stand for values of the request."""

    form: Form
    controls: tuple[Control, ...] = ()
    shows: str = ""  # what the end has to show
    answer: str = ""  # with `{}` around what it quotes of the last page
    language: str = ""  # of the phone
    app_version: str = ""
    permissions: tuple[Permission, ...] = ()  # the deeds that the request was found to mean
    begins: str = ""  # the title of the page that it began on; "" for the first of its app
    made: AwareDatetime | None = None
    run: Annotated[str, Field(pattern=r"^[^/\\\x00]*$")] = ""  # the folder of its trail
    model: str = ""
    failures: int = 0  # since it last held

    def of_commands(self, flow: Flow) -> Mapping[int, Control]:
        """What each command of a flow touched, by the `id` of the command; those that a person
        changed since have none."""
        left: dict[str, list[Control]] = {}
        for control in self.controls:
            left.setdefault(control.command, []).append(control)
        commands = (part for part in parts_of(*flow.commands) if isinstance(part, Command))
        return {id(c): left[said].pop(0) for c in commands if left.get(said := told(c))}

    @property
    def granted(self) -> frozenset[Danger]:
        """The classes of deeds that requests of this form mean."""
        yes = (each.classes for each in self.permissions if each.answered == "yes")
        return frozenset(chain.from_iterable(yes))

    def from_elsewhere(self) -> Kept:
        """This one as it is taken from others: what a request allows is told by the words of who
        asks, and what is harmless by who knows it here, never by a file; and it failed for nobody
        yet."""
        controls = tuple(replace(control, does="") for control in self.controls)
        return replace(self, controls=controls, permissions=(), failures=0)

    def for_flow(self, flow: Flow, known: Mapping[int, Control], more: Iterable[Control]) -> Kept:
        """What stands beside a flow that was changed: of the commands that are `known` by their
        `id` and still there what they touched, and `more` for the others."""
        news = list(more)
        found: list[Control] = []
        for command in (p for p in parts_of(*flow.commands) if isinstance(p, Command)):
            if control := known.get(id(command)):
                found.append(control)
            elif new := next((c for c in news if c.command == told(command)), None):
                news.remove(new)
                found.append(new)
        return replace(self, controls=tuple(found))


@dataclass(frozen=True)
class KeptFlow:
    """A file of the store, with what stands beside it."""

    file: Path
    flow: Flow
    kept: Kept
    values: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def beside(cls, file: FlowFile, values: Mapping[str, str]) -> KeptFlow | None:
        """A flow with what stands beside it, if anything does, and with its values. Raises:
        `StoreError` where that is damaged, `UsageError` for values that it cannot be played with.
        """
        if file.flow is None or not file.file.with_suffix(BESIDE).is_file():
            return None
        kept = cls(file.file, file.flow, load_kept(file.file))
        form, given, own = kept.kept.form, values, file.flow.config.env.keys()
        slots = [slot for slot in form.slots if not own & {*slot.names}]  # as a person wrote it
        names = dict.fromkeys(name for slot in slots for name in slot.names)
        if lacking := [f"-e {name}=..." for name in names if name not in given]:
            raise UsageError(f"{file.file} wants {' '.join(lacking)}, for {str(form)!r}")
        try:
            for slot in slots:
                given = slot.completed(given)
        except ValueError as err:
            raise UsageError(f"{file.file}: {err}") from err
        said = [given[name] for name in names]
        if wrong := next((value for value in said if kept._means_more(value)), ""):
            raise UsageError(f"{file.file}: {wrong!r} holds a sign of what is seen at the end")
        return replace(kept, values=given)

    def _means_more(self, value: str) -> bool:
        """Whether a value would be read as more than that, in what the end shows or in the
        answer."""
        told = f"{self.kept.shows} {self.kept.answer}"
        return bool(_SIGNS.search(value) and _VALUE.search(told))

    @property
    def has_end(self) -> bool:
        """Whether anything is known of what its end shows."""
        return bool(self.kept.shows or self.kept.answer)

    def fill(self, text: str) -> str:
        """A text with what its `${}` stand for."""

        def value(found: re.Match[str]) -> str:
            told = self.values.get(found[1], found[0])
            return told[: int(found[2])] if found[2] else told

        return _VALUE.sub(value, text)

    def given(self, request: str) -> KeptFlow | None:
        """This flow with the values of a request; None for one of another form, and for a value
        that would be read as more than that, in what the end shows or in the answer. Raises:
        `StoreError` where a value has no place in it any more."""
        values = self.kept.form.values(request)
        if values is None or any(map(self._means_more, values.values())):
            return None
        if unused := self.unused:
            raise StoreError(f"{self.file}: nothing in it is {unused}, which the request tells")
        return replace(self, values=values)

    def narrowed(self, names: Iterable[str]) -> KeptFlow | None:
        """This flow for requests that say for these names what this one does; None where that is a
        part of a time, or a pattern, or stands in a script."""
        said = {name: self.values[name] for name in names}
        form = self.kept.form.narrowed(said)
        if form is None or any(literal(value) != value for value in said.values()):
            return None
        fill, old = replace(self, values=said).fill, self.kept.of_commands(self.flow)
        commands = tuple(templated(each, fill) for each in self.flow.commands)
        pairs = zip(parts_of(*self.flow.commands), parts_of(*commands), strict=True)
        controls = tuple(
            replace(old[id(was)].filled(fill), command=told(now))
            for was, now in pairs
            if isinstance(now, Command) and id(was) in old
        )
        if {*said} & names_in(self.flow.config, *commands):
            return None
        kept = replace(
            self.kept,
            form=form,
            controls=controls,
            shows=fill(self.kept.shows),
            answer=fill(self.kept.answer),
            begins=fill(self.kept.begins),
            failures=0,
        )
        config = replace(self.flow.config, name=str(form))
        return replace(self, flow=replace(self.flow, config=config, commands=commands), kept=kept)

    @property
    def unused(self) -> str:
        """A name of a value that nothing in the flow has, nor what it touches or quotes; "" where
        there is none. What files have that it calls nobody knows."""
        placed = names_of(self.flow)
        if placed is None:
            return ""
        held = self.kept.of_commands(self.flow).values()
        placed |= names_told(held, _QUOTED.findall(self.kept.answer))
        return next((name for name in self.kept.form.names if name not in placed), "")


def names_in(*parts: Part) -> set[str]:
    """The names that stand in `${}` in these."""
    return _names(text for part in parts_of(*parts) for text in texts_of(part))


def names_of(flow: Flow) -> set[str] | None:
    """The names that stand in `${}` in a flow; None where it calls a file, which may have more."""
    parts = (flow.config, *flow.commands)
    calls = any(getattr(part, "file", "") for part in parts_of(*parts))
    return None if calls else names_in(*parts)


def names_told(touched: Iterable[Control], quoted: Iterable[str]) -> set[str]:
    """The names that stand in what a flow has `touched`, and in what its answer has `quoted`."""
    told = (text for control in touched for text in (*control.says, control.sets))
    return _names((*told, *quoted))


def _names(texts: Iterable[str]) -> set[str]:
    said = (said for text in texts for said in VALUE.findall(text))
    return {name for each in said for name in re.findall(r"\w+", each)}


_KEPT = TypeAdapter(Kept)


def dump(kept: Kept) -> bytes:
    """What stands in the file beside a flow."""
    return _KEPT.dump_json(kept, indent=1, exclude_defaults=True) + b"\n"


def load_kept(path: Path, *, links: bool = True) -> Kept:
    """What stands beside the flow in `path`. Raises: `StoreError` for a damaged file, and for a
    link without `links`."""
    beside = path.with_suffix(BESIDE)
    mend = "mend it, or remove it: the flow plays without"
    try:
        return _KEPT.validate_json(read_file(beside, MOST_BYTES, links=links))
    except OSError as err:
        raise StoreError(f"{beside} cannot be read: {err.strerror}; {mend}") from err
    except ValidationError as err:
        first = err.errors()[0]
        place = ".".join(map(str, first["loc"])) or "the file"
        raise StoreError(f"{beside}: {place}: {first['msg']}; {mend}") from err


def is_shared(key: str) -> bool:
    """Whether a key is that of a part of every dialog, as its buttons are."""
    return _SHARED_ID in key


def window_of(screen: Screen) -> str:
    """The title of the dialog, the sheet or the menu that is shown; "" for a page."""
    if page_kind(screen) in ("page", "drawer"):
        return ""
    return page_title(screen.elements) or page_kind(screen)


def texts_in(element: Element) -> list[str]:
    """What a control is called, whole and each of its texts."""
    return list(
        dict.fromkeys(filter(None, (element.name, element.title, *element.name.split(", "))))
    )


def row_texts(element: Element, screen: Screen) -> list[str]:
    """The same of a control and of what stands with it in its row."""
    mates = row_mates(element, screen) if row_of(element.key) else [element]
    return [text for each in mates for text in texts_in(each)]


def list_of(element: Element, screen: Screen) -> list[str]:
    """The titles of the rows that stand in one list with an element, as far as they show."""
    row = row_of(element.key)
    rows = rows_in(screen.size.rect, screen)
    return [r.title for r in rows if any(row_of(e.key) == row for e in r.elements)]


def same_name(was: str, now: str) -> bool:
    """Whether two names are one, but for what they count."""
    was, now = was.casefold(), now.casefold()
    without = [_NUMBER.sub("", name).strip() for name in (was, now)]
    return was == now or (without[0] == without[1] != "")


def _same_list(was: Iterable[str], now: Iterable[str]) -> bool:
    """Whether two lists show the same rows, up to where one screen ends."""
    return all(a == b for a, b in zip(was, now, strict=False))


def unknown_names(files: Sequence[FlowFile], names: Sequence[str]) -> tuple[list[str], set[str]]:
    """Those of some names that no flow of these files has, and the names that they have. None is
    unknown where one calls a file, which may have it."""
    known: set[str] = set()
    for file in files if names else ():
        found = names_of(file.flow) if file.flow else None
        if found is None:
            return [], set()
        kept = file.file.with_suffix(BESIDE).is_file()
        known |= found | ({*load_kept(file.file).form.names} if kept else set())
    return [name for name in names if name not in known], known
