"""What `${...}` in a flow stands for.

    ${NAME}   ${NAME || 'a name'}   ${output.user.name}

A name, a default and what a script left in `output` are read here. All else is JavaScript, and
wants an engine (the extra `js`): it sees `output`, `maestro`, `json()` and the names of the flow,
and neither files nor the network, and it ends after some seconds.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from appagent.errors import SetupError, UsageError

EXPRESSION = re.compile(r"(?<!\\)\$\{([^$]*)\}")
"""It goes on to the last `}` before the next `$`, so it holds no `$` (Maestro's own pattern)."""
SECONDS, MOST_BYTES = 5, 64 << 20  # that a script may take

_NAME = r"[A-Za-z_][\w]*(?:\.[A-Za-z_]\w*)*"
_LITERAL = r"'[^'\\]*'|\"[^\"\\]*\"|\d+(?:\.\d+)?"
_SIMPLE = re.compile(rf"\s*(?:{_NAME}|{_LITERAL})(?:\s*\|\|\s*(?:{_NAME}|{_LITERAL}))*\s*")
_PART = re.compile(rf"{_NAME}|{_LITERAL}")
_LINE = re.compile(r"<input>:(\d+)")  # of what the engine tells of an error, the innermost first
_WORDS = {"true": True, "false": False, "null": None}
_GLOBALS = """
var json = JSON.parse;
var logged_ = [];
var console = {log(...said) { logged_.push(said.map(String).join(" ")); }};
console.error = console.warn = console.info = console.log;
var output = {};
const scope_ = new Proxy(globalThis, {has: (_, name) => typeof name === "string"});
"""
_EVAL = "eval({})"


class _Undefined:
    """What a name stands for that nobody gave a value."""

    def __bool__(self) -> bool:
        return False

    def __str__(self) -> str:
        return "undefined"


UNDEFINED = _Undefined()


def scripts_in(text: str) -> list[str]:
    """What stands in those `${...}` of a text that are more than names and defaults."""
    found = (match[1] for match in EXPRESSION.finditer(text))
    return [each for each in found if each.strip() and not _SIMPLE.fullmatch(each)]


def no_value(name: str) -> str:
    """What is told of a name that stands for nothing."""
    return f"{name} has no value: give it one with -e {name}=..."


def wrong_in(script: str) -> str:
    """Why a script cannot be run: it is no JavaScript, or there is no engine; "" if it can."""
    try:
        Values().run(f"new Function({json.dumps(script)})")
    except (SetupError, UsageError) as err:
        return str(err)
    return ""


@dataclass
class Values:
    """What the names of a flow stand for, while it is played."""

    names: dict[str, str] = field(default_factory=dict)
    maestro: dict[str, str] = field(default_factory=lambda: {"platform": "android"})
    say: Callable[[str], object] = str  # is told what a script logs
    valueless: list[str] = field(default_factory=list)  # names that stood for "undefined"
    _scripted: bool = False  # whether a script has run, which may have set `output`
    _told: set[str] = field(default_factory=set)  # the names that the engine knows

    @contextmanager
    def within(self, env: Mapping[str, str]) -> Iterator[None]:
        """More names inside, as they are worked out outside. Raises: as `fill` does."""
        outside = self.names
        for name, text in env.items():
            self.names = {**self.names, name: self.fill(text)}
        try:
            yield
        finally:
            self.names = outside

    def fill(self, text: str, *, strictly: bool = False, made: Callable[[str], str] = str) -> str:
        """A text with what its `${...}` stand for, `made` into what stands there; `\\${` is not
        one. `strictly`: a name without a value is an error, and not "undefined".

        Raises: `SetupError` where it wants an engine that is not there, `UsageError` where a
        script fails.
        """

        def value(found: re.Match[str]) -> str:
            told, name = self._value(found[1]), found[1].strip()
            if told == str(UNDEFINED):
                self.valueless.append(name)
                if strictly:
                    raise UsageError(no_value(name))
            return made(told)

        return EXPRESSION.sub(value, text).replace("\\${", "${")

    def run(self, script: str) -> None:
        """Run a script. Raises: as `fill` does."""
        self._evaluate(_EVAL.format(json.dumps(script)))

    def _value(self, source: str) -> str:
        if not source.strip():
            return ""
        if _SIMPLE.fullmatch(source) and not self._scripted:
            return _text(self._first(source))
        return str(self._evaluate(f"String({_EVAL.format(json.dumps(source))})"))

    def _first(self, source: str) -> Any:
        """The first of the values of `A || B` that counts, else the last."""
        value: Any = UNDEFINED
        for part in _PART.findall(source):
            value = self._read(part)
            if value:
                return value
        return value

    def _read(self, word: str) -> Any:
        if word[0] in "'\"":
            return word[1:-1]
        if word[0].isdigit():
            return float(word)
        if word in _WORDS:
            return _WORDS[word]
        if word in self.names:
            return self.names[word]
        place, _, name = word.partition(".")
        if name and place == "maestro":
            return self.maestro.get(name, UNDEFINED)
        if name and (place != "output" or "." in name):
            raise UsageError(f"${{{word}}}: {word.rpartition('.')[0]} is undefined")
        return UNDEFINED

    def _evaluate(self, source: str) -> Any:
        self._scripted = True
        engine, context = self._engine
        for name in self._told - self.names.keys():
            context.eval(f"delete globalThis[{json.dumps(name)}]")
        for name, value in self.names.items():
            context.set(name, value)
        self._told = {*self.names}
        context.eval(f"var maestro = {json.dumps(dict(self.maestro))}")
        try:
            # A name that nobody gave a value is undefined, and no error.
            return context.eval(f"with (scope_) {{ {source} }}")
        except (engine.JSException, engine.StackOverflow) as err:
            said = str(err).strip().partition("\n")[0]
            if said.endswith("interrupted"):
                raise UsageError(f"the script takes longer than {SECONDS} s") from err
            line = _LINE.search(str(err)) if "\\n" in source else None
            where = f" in line {line[1]}" if line else ""
            raise UsageError(f"the script fails{where}: {said}") from err
        finally:
            for line in json.loads(context.eval("JSON.stringify(logged_.splice(0))")):
                self.say(line)

    @cached_property
    def _engine(self) -> tuple[Any, Any]:
        """The engine, and what it remembers of this flow. Raises: `SetupError` where no engine is
        installed."""
        try:
            import quickjs
        except ImportError as err:
            told = "this flow has JavaScript in it: `pip install 'appagent[js]'` installs an engine"
            raise SetupError(told) from err
        context = quickjs.Context()
        context.set_time_limit(SECONDS)
        context.set_memory_limit(MOST_BYTES)
        context.eval(_GLOBALS)
        return quickjs, context


def _text(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case float() if value.is_integer():
            return str(int(value))
        case _:
            return str(value)
