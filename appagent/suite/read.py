"""Read a suite: its tests, with all that is wrong in the file and in the flows that it names.

    app: com.example.notes
    tests:
      - name: a note is kept
        task: Write a note "Bread"
        then:
          - shows: Bread

A value is the text that stands there: `05`, `6:45` and `No` are no numbers and no booleans.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

import yaml

from appagent.errors import StoreError, SuiteError, UsageError
from appagent.files import read_file
from appagent.flows import BESIDE, FlowFile, FlowFiles, KeptFlow, Problem, load_kept, names_of
from appagent.suggest import did_you_mean, near
from appagent.suite.checks import MOST_S, WITHIN_S, Check, Gone, Probe, Shows, State
from appagent.texts import fault, first_few, is_blank, shorten
from appagent.yamltext import FastLoader, check, mistake

MOST_BYTES = 1 << 20
MOST_CHARACTERS, MOST_OF_A_TASK = 4096, 20_000
_SUITE = ("app", "tests")
_TEST = ("name", "app", "task", "flow", "env", "keep", "then")
_STATES = ("checked", "enabled", "selected")
_KINDS: Mapping[str, Sequence[str]] = {
    "shows": (), "gone": (), "element": ("role", *_STATES, "value"), "adb": ("prints", "matches"),
}  # fmt: skip
"""The checks, and what may stand beside each."""
_PROVES = "nothing proves it: say under `then:` what must be true after it"


@dataclass(frozen=True)
class SuiteTest:
    """Something to do in an app, and what must be true after it."""

    name: str
    app: str  # by name or package; "": whatever is in front
    task: str = ""  # in words
    flow: FlowFile | None = None
    env: Mapping[str, str] = field(default_factory=dict)  # what names of the flow stand for
    keep: bool = False  # whether it goes on where the app was left
    then: tuple[Check, ...] = ()
    line: int = 0


@dataclass(frozen=True)
class Suite:
    """The tests of a file."""

    file: Path
    tests: tuple[SuiteTest, ...]

    @property
    def name(self) -> str:
        return self.file.stem


class SuiteWrong(SuiteError):
    """A suite that cannot be run, with all that is wrong in it."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(first_few([*map(str, problems)], 3)))
        self.problems = tuple(problems)


def read_suite(file: Path, names: Mapping[str, str] | None = None) -> Suite:
    """The suite in a file; nothing is touched for it. What `names` of flows stand for comes above
    what the file says. Raises: `SuiteWrong`."""
    reader, text = _Reader(file, names or {}), ""
    tests: list[SuiteTest] = []
    try:
        text = read_file(file, MOST_BYTES).decode()
        check(text)
        tests = reader.suite(list(yaml.compose_all(text, FastLoader)))
    except OSError as err:
        reader.problems.append(Problem(file, 0, 0, f"it cannot be read: {err.strerror}"))
    except UnicodeDecodeError:
        reader.problems.append(Problem(file, 0, 0, "it is no text in UTF-8; save it as that"))
    except (yaml.YAMLError, ValueError) as err:
        why = mistake(err, text)
        reader.problems.append(Problem(file, why.line, why.column, why.what))
    if reader.problems:
        raise SuiteWrong(sorted(reader.problems))
    return Suite(file, tuple(tests))


class _Part(NamedTuple):
    """What stands behind a key."""

    key: yaml.Node
    value: yaml.Node


_Parts = Mapping[str, _Part]


class _Reader:
    """Reads the nodes of one file, and notes what is wrong."""

    def __init__(self, file: Path, names: Mapping[str, str]) -> None:
        self.file, self.names, self.flows = file, names, FlowFiles()
        self.problems: list[Problem] = []

    def note(self, node: yaml.Node | None, what: str) -> None:
        mark = node.start_mark if node else None
        place = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        self.problems.append(Problem(self.file, *place, what))

    # --- what there is ----------------------------------------------------------------------------

    def suite(self, documents: Sequence[yaml.Node]) -> list[SuiteTest]:
        node = documents[0] if documents else None
        if len(documents) > 1:
            self.note(
                documents[1], "a suite is one document: a file of a flow is named by `flow:` in it"
            )
            return []
        if not isinstance(node, yaml.MappingNode):
            self.note(node, "a suite is a mapping, `app: com.example.app` and `tests:`")
            return []
        parts = self.parts(node, _SUITE, "a suite")
        app = self.text_of(parts, "app")
        if "tests" not in parts:
            self.note(node, "`tests:` is missing: a list, each begins with `- `")
            return []
        listed = self.listed(parts["tests"], "tests")
        if not listed and isinstance(parts["tests"].value, yaml.SequenceNode):
            self.note(parts["tests"].key, "there is no test in it")
        tests = list[SuiteTest]()
        for each in listed:
            if test := self.test(each, app):
                if test.name and test.name in (other.name for other in tests):
                    self.note(each, f"another test is called {test.name!r}: rename one")
                tests.append(test)
        return tests

    def test(self, node: yaml.Node, app: str) -> SuiteTest | None:
        if not isinstance(node, yaml.MappingNode):
            self.note(node, "a test is a mapping, `task: ...` or `flow: ...` and `then:`")
            return None
        parts = self.parts(node, _TEST, "a test")
        task = self.text_of(parts, "task", MOST_OF_A_TASK)
        flow = self.flow(parts["flow"].value) if "flow" in parts else None
        if ("task" in parts) == ("flow" in parts):
            both = "it has both" if "task" in parts else "it has neither"
            self.note(node, f"a test is either a `task:` in words or a `flow:`, a file: {both}")
        env = {**self.env(parts, flow), **self._given(flow)}
        if flow and flow.ok:
            self.check_beside(parts["flow"].value, flow, env)
        keep = bool(self.flag(parts, "keep"))
        own = self.text_of(parts, "app")
        named = flow.flow.config.app_id if flow and flow.flow else ""
        app = own or (named if "$" not in named else "") or app
        readable = flow.flow if flow else "flow" not in parts
        if readable and not (app or keep or "app" in parts):
            self.note(node, "`app:` is missing, here or above `tests:`: a name or a package")
        checks = self.listed(parts["then"], "then") if "then" in parts else []
        then = tuple(found for each in checks if (found := self.check(each)))
        if not checks and "task" in parts:
            self.note(parts["task"].key, _PROVES)
        name = self.text_of(parts, "name") or " ".join(task.split()) or (flow.name if flow else "")
        line = node.start_mark.line + 1
        return SuiteTest(name, app, task, flow, env, keep, then, line)

    def _given(self, flow: FlowFile | None) -> Mapping[str, str]:
        """Of the names that were given, those of a flow: the others are of other flows."""
        known = _names_of(flow)
        return {
            name: v for name, v in self.names.items() if flow and (known is None or name in known)
        }

    def flow(self, node: yaml.Node) -> FlowFile | None:
        name = self.text(node, "flow")
        if not name:
            return None
        place = Path(os.path.normpath(self.file.parent / name))
        if not os.path.lexists(place):
            self.note(node, f"there is no file {name} beside the suite")
            return None
        found = self.flows.check(place)
        for problem in found.problems:
            self.note(node, str(problem))
        return found

    def check_beside(self, node: yaml.Node, flow: FlowFile, env: Mapping[str, str]) -> None:
        """Note what is wrong beside a flow that a run kept."""
        try:
            KeptFlow.beside(flow, env)
        except (StoreError, UsageError) as err:
            self.note(node, str(err))

    def env(self, parts: _Parts, flow: FlowFile | None) -> dict[str, str]:
        if "env" not in parts:
            return {}
        key, node = parts["env"]
        if "flow" not in parts:
            self.note(key, "`env:` is for the names of a `flow:`")
        if not isinstance(node, yaml.MappingNode):
            self.note(node, "`env:` wants `NAME: value` lines")
            return {}
        found: dict[str, str] = {}
        known = _names_of(flow)
        for name, value in node.value:
            said = str(name.value)
            if not isinstance(name, yaml.ScalarNode) or not re.fullmatch(r"[^\W\d]\w*", said):
                self.note(name, f"{_short(name)} is no name of a flow")
            elif said in found:
                self.note(name, f"{said!r} stands here twice")
            elif known is not None and said not in known:
                offered = did_you_mean(near(said, known))
                self.note(name, f"the flow has no name {said}{offered}")
            elif not isinstance(value, yaml.ScalarNode):
                self.note(value, f"`{said}:` wants a text")
            else:
                found[said] = str(value.value)
        return found

    def check(self, node: yaml.Node) -> Check | None:
        if not isinstance(node, yaml.MappingNode):
            kinds = ", ".join(f"`{kind}: ...`" for kind in _KINDS)
            self.note(node, f"a check is one of {kinds}; found {_short(node)}")
            return None
        named = [k for k, _ in node.value if k.value in _KINDS]
        if len(named) != 1:
            every = dict.fromkeys(
                ("within", *_KINDS, *(w for more in _KINDS.values() for w in more))
            )
            parts = self.parts(node, [*every], "a check")
            if len(parts) == len(node.value):  # else it is told what is misspelt
                found = " and ".join(f"`{key.value}`" for key in named) or "none"
                self.note(node, f"a check is one of {', '.join(_KINDS)}: found {found}")
            return None
        kind = str(named[0].value)
        parts = self.parts(node, (kind, *_KINDS[kind], "within"), f"`{kind}:`")
        text, within = self.text_of(parts, kind), self.seconds(parts)
        match kind:
            case "shows":
                return Shows(text, within)
            case "gone":
                return Gone(text, within)
            case "element":
                states = {word: self.flag(parts, word) for word in _STATES}
                value = self.raw(parts, "value")
                return State(text, self.text_of(parts, "role"), **states, value=value,
                             within_s=within)  # fmt: skip
            case _:
                return self.probe(node, parts, text, within)

    def probe(self, node: yaml.Node, parts: _Parts, command: str, within_s: float) -> Check | None:
        prints, matches = self.raw(parts, "prints"), self.raw(parts, "matches")
        if ("prints" in parts) == ("matches" in parts):
            self.note(
                node, "`adb:` has beside it either `prints:`, all that it prints, or `matches:`"
            )
            return None
        if matches is not None:
            try:
                found = re.compile(matches)
                if all(map(found.search, ("", "\0"))):
                    self.note(parts["matches"].value, "it is found in whatever is printed")
            except (re.error, RecursionError, OverflowError) as err:
                self.note(parts["matches"].value, f"it is no regular expression: {err}")
        return Probe(command, prints, matches, within_s)

    # --- what values there are --------------------------------------------------------------------

    def parts(self, node: yaml.MappingNode, known: Sequence[str], what: str) -> _Parts:
        """What stands behind each of the keys that are known."""
        found: dict[str, _Part] = {}
        for key, value in node.value:
            name = str(key.value) if isinstance(key, yaml.ScalarNode) else ""
            if name in found:
                self.note(key, f"{name!r} stands here twice")
            elif name in known:
                found[name] = _Part(key, value)
            else:
                offered = did_you_mean(f"`{each}`" for each in near(name, known))
                has = offered or f": it has {', '.join(f'`{each}`' for each in known)}"
                self.note(key, f"{what} has no {_short(key)}{has}")
        return found

    def listed(self, part: _Part, name: str) -> list[yaml.Node]:
        if not isinstance(part.value, yaml.SequenceNode):
            self.note(part.value, f"`{name}:` is a list, each begins with `- `")
            return []
        return list(part.value.value)

    def text_of(self, parts: _Parts, name: str, most: int = MOST_CHARACTERS) -> str:
        """A text that says something; "" where there is none."""
        return self.text(parts[name].value, name, most) if name in parts else ""

    def text(self, node: yaml.Node, name: str, most: int = MOST_CHARACTERS) -> str:
        if not isinstance(node, yaml.ScalarNode):
            self.note(node, f"`{name}:` wants a text")
        elif is_blank(said := str(node.value)):
            self.note(node, f"`{name}:` is empty")
        elif wrong := fault(said, most, lines=name in ("task", "adb")):
            self.note(node, f"`{name}:` {wrong}")
        else:
            return said
        return ""

    def raw(self, parts: _Parts, name: str) -> str | None:
        """A text that may be empty; None where there is none."""
        if name not in parts:
            return None
        node = parts[name].value
        if not isinstance(node, yaml.ScalarNode):
            self.note(node, f"`{name}:` wants a text")
            return None
        return str(node.value)

    def flag(self, parts: _Parts, name: str) -> bool | None:
        said = self.raw(parts, name)
        if said not in (None, "true", "false"):
            self.note(parts[name].value, f"`{name}:` is true or false")
        return None if said is None else said == "true"

    def seconds(self, parts: _Parts) -> float:
        said = self.raw(parts, "within")
        if said is None:
            return WITHIN_S
        if re.fullmatch(r"\d{1,3}(\.\d{1,3})?", said) and float(said) <= MOST_S:
            return float(said)
        self.note(parts["within"].value, f"`within:` is a number of seconds, 0-{MOST_S:g}")
        return WITHIN_S


def _names_of(flow: FlowFile | None) -> set[str] | None:
    """The names that a flow has; None where nobody knows."""
    known = names_of(flow.flow) if flow and flow.flow else None
    if known is None or flow is None or not flow.file.with_suffix(BESIDE).is_file():
        return known
    try:
        return known | {*load_kept(flow.file).form.names}
    except StoreError:  # which is told
        return None


def _short(node: yaml.Node) -> str:
    """A value as a message tells it."""
    return f"`{shorten(str(node.value), 40)}`" if isinstance(node, yaml.ScalarNode) else "that"
