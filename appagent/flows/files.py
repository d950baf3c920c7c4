"""The files of flows: one with all that it calls."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from appagent.errors import UsageError
from appagent.files import read_file
from appagent.flows.expressions import scripts_in, wrong_in
from appagent.flows.language import Flow, Part, Retry, RunFlow, RunScript
from appagent.flows.read import Problem, read

MOST_CALLS = 30  # of files, one within the other
_ELSEWHERE = ("ios", "web")
MOST_BYTES = 1024 * 1024  # of a flow: the largest of a thousand public ones has some 20 kB


@dataclass(frozen=True)
class FlowFile:
    """A file, and what is wrong in it or in what it calls."""

    file: Path
    flow: Flow | None
    problems: tuple[Problem, ...]

    @property
    def ok(self) -> bool:
        return not self.problems

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return (self.flow.config.name if self.flow else "") or self.file.stem

    @property
    def calls(self) -> list[str]:
        """The files that it calls, as it names them."""
        return [call.file for call in _calls(self.flow)] if self.flow else []


@dataclass
class FlowFiles:
    """The flows that were read, each once."""

    _known: dict[Path, FlowFile] = field(default_factory=dict)

    def check(self, file: Path, callers: tuple[Path, ...] = ()) -> FlowFile:
        """A file with all that is wrong in it, and in what it calls. `callers` called it."""
        if file not in self._known:
            found = self._checked(file, *_text(file), callers)
            if callers and not found.ok:  # it may be wrong for who calls it
                return found
            self._known[file] = found
        return self._known[file]

    def check_content(self, file: Path, content: bytes) -> FlowFile:
        """The same of a file that would hold this."""
        return self._checked(file, *_decoded(content), ())

    def _checked(self, file: Path, text: str, unread: str, callers: tuple[Path, ...]) -> FlowFile:
        """A file of this text, or why it cannot be read."""
        if unread:
            return FlowFile(file, None, (Problem(file, 0, 0, unread),))
        flow, problems = read(text, file)
        calls = _calls(flow) if flow else ()
        unplayed = _elsewhere(flow) if flow else frozenset[int]()
        wrong = [
            problem
            for call in calls
            for problem in self._wrong_call(file, call, (*callers, file))
            if not (isinstance(call, RunScript) and id(call) in unplayed)
        ]
        scripts = _wrong_scripts(file, flow) if flow else ()
        return FlowFile(file, flow, tuple(sorted((*problems, *wrong, *scripts))))

    def _wrong_call(
        self, file: Path, call: RunFlow | Retry | RunScript, callers: tuple[Path, ...]
    ) -> Iterator[Problem]:
        """What is wrong with a call of another file."""
        place = called(file, call.file)
        if "${" in call.file:
            yield Problem(file, *call.at, f"{call.file!r}: the name of a file holds no `${{}}`")
        elif not os.path.isfile(place):  # noqa: PTH113 - a name that is too long is none
            yield Problem(file, *call.at, f"there is no file {call.file}")
        elif isinstance(call, RunScript):
            text, problem = _text(place)
            if wrong := problem or wrong_in(text):
                yield Problem(file, *call.at, f"{call.file}: {wrong}")
        elif place in callers:
            yield Problem(file, *call.at, f"{call.file} calls itself, and never ends")
        elif len(callers) > MOST_CALLS:
            yield Problem(file, *call.at, f"more than {MOST_CALLS} files call one another")
        elif problems := self.check(place, callers).problems:
            first = problems[0]
            at = f", line {first.line}" if first.line else ""
            yield Problem(file, *call.at, f"it calls {call.file}{at}: {first.what}")


def called(file: Path, name: str) -> Path:
    """The file that another one calls by this name."""
    return Path(os.path.normpath(file.parent / name))


def text_of(file: Path) -> str:
    """What a file says. Raises: `UsageError` where it cannot be read."""
    text, problem = _text(file)
    if problem:
        raise UsageError(f"{file}: {problem}")
    return text


def _calls(flow: Flow) -> Iterator[RunFlow | Retry | RunScript]:
    """The commands that name another file."""
    for part in parts_of(flow.config, *flow.commands):
        if isinstance(part, RunFlow | Retry | RunScript) and part.file:
            yield part


def _elsewhere(flow: Flow) -> frozenset[int]:
    """The `id` of each part that is for another platform: a script of a browser may be no script
    here."""
    conditions = (
        (part, part.when)
        for part in parts_of(flow.config, *flow.commands)
        if isinstance(part, RunFlow | RunScript)
    )
    return frozenset(
        id(inner)
        for part, when in conditions
        if when and when.platform.casefold() in _ELSEWHERE
        for inner in parts_of(part)
    )


def _wrong_scripts(file: Path, flow: Flow) -> Iterator[Problem]:
    """The `${...}` of a flow that cannot be worked out."""
    for part in parts_of(flow.config, *flow.commands):
        for script in (each for text in texts_of(part) for each in scripts_in(text)):
            if wrong := wrong_in(script):
                yield Problem(file, *part.at, f"`${{{script}}}`: {wrong}")


def parts_of(*parts: Part) -> Iterator[Part]:
    """These, and all that is within them, in their order."""
    for part in parts:
        yield part
        yield from parts_of(*(value for value in _values(part) if isinstance(value, Part)))


def texts_of(part: Part) -> Iterator[str]:
    """What it says itself."""
    return (value for value in _values(part) if isinstance(value, str))


def _values(part: Part) -> Iterator[Any]:
    """What its fields hold, and what is in those that hold several."""
    for each in fields(part):
        match getattr(part, each.name):
            case tuple() as several:
                yield from several
            case Mapping() as named:
                yield from (value for pair in named.items() for value in pair)
            case value:
                yield value


def _text(file: Path) -> tuple[str, str]:
    """What a file says, or why it cannot be read."""
    try:
        return _decoded(read_file(file, MOST_BYTES))
    except OSError as err:
        return "", f"it cannot be read: {err.strerror}"


def _decoded(content: bytes) -> tuple[str, str]:
    try:
        return content.decode(), ""
    except UnicodeDecodeError:
        return "", "it is no text in UTF-8; save it as that"
