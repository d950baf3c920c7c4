"""Read a flow file, with all that is wrong in it.

A file is two YAML documents, a mapping and a list of commands. It is read whole: what is wrong is
told with its place, and nothing is played before all of it is known to be right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, get_args, get_origin

import yaml

from appagent.flows import scalars
from appagent.flows.grammar import Field, Grammar, camel, grammar
from appagent.flows.language import (
    COMMANDS,
    UNPLAYED,
    Back,
    ClearKeychain,
    Command,
    Commands,
    Config,
    Flow,
    HideKeyboard,
    Part,
    PasteText,
    Place,
    Scroll,
)
from appagent.suggest import did_you_mean, near
from appagent.texts import first_few, shorten
from appagent.yamltext import LIST_WITHIN, FastLoader, check, mistake

P = TypeVar("P", bound=Part)
Pairs = Sequence[tuple[yaml.Node, yaml.Node]]

_ACTIONS = [kind.word for kind in (Back, HideKeyboard, Scroll, ClearKeychain, PasteText)]
"""What `action: back`, an old spelling, may say."""
_TWO_PARTS = "a flow is two parts, its `appId:` and a list of commands, with `---` in between"
_SHOWN = 40  # characters of a value that is wrong
_OF_ALL = ("label", "optional")  # that each command takes
_OTHERS = "others"  # of a config, which takes any key


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong. Lines and columns from 1; 0 where it is about the whole file."""

    file: Path
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        at = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.file}{at}: {self.what}"


def read(text: str, file: Path) -> tuple[Flow | None, list[Problem]]:
    """The flow of a text, and what is wrong in it; None where it is no flow at all."""
    reader = _Reader(file)
    try:
        check(text)
        reader.refuse_aliases(text)
        flow = None
        if not reader.problems:
            flow = reader.flow(list(yaml.compose_all(text, FastLoader)))
    except (yaml.YAMLError, ValueError) as err:
        why = mistake(err, text)
        is_one = why.what == LIST_WITHIN and "---" not in text
        what = f"`---` is missing before this line: {_TWO_PARTS}" if is_one else why.what
        return None, [Problem(file, why.line, why.column, what)]
    except _Wrong as wrong:
        reader.note(wrong)
        flow = None
    return flow, sorted(reader.problems)


class _Wrong(Exception):
    """A node that cannot be what it stands for; "" where what is in it told why."""

    def __init__(self, node: yaml.Node | yaml.AliasEvent | None, what: str) -> None:
        super().__init__(what)
        self.place = _place(node) if node else Place()


class _Reader:
    """Reads the nodes of one file by the classes of the language."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.problems: list[Problem] = []

    def refuse_aliases(self, text: str) -> None:
        """Maestro reads `*name` as the text "name"."""
        for event in yaml.parse(text, FastLoader):
            if isinstance(event, yaml.AliasEvent):
                what = f"`*{event.anchor}`: Maestro follows no aliases; write it out"
                self.note(_Wrong(event, what))

    def note(self, wrong: _Wrong) -> None:
        if str(wrong):
            self.problems.append(Problem(self.file, *wrong.place, str(wrong)))

    def flow(self, documents: Sequence[yaml.Node]) -> Flow:
        if len(documents) < 2 or documents[1] is None:
            raise _Wrong(documents[0] if documents else None, _TWO_PARTS)
        head, body, *_ = documents
        return Flow(config=self._config(head), commands=self._commands(body))

    def _config(self, node: yaml.Node) -> Config:
        if not isinstance(node, yaml.MappingNode):
            raise _Wrong(node, "a flow begins with a mapping, `appId: com.example.app`")
        known = grammar(Config).fields.keys() - {_OTHERS}
        pairs = [(k, v) for k, v in node.value if _name(k)]
        own = [(k, v) for k, v in pairs if k.value in known]
        others = {k.value: _plain(v) for k, v in pairs if k.value not in known}
        for key, _ in pairs:
            if key.value in others and (meant := near(key.value, grammar(Config).names, 1)):
                what = f"a flow has no `{key.value}`{did_you_mean(meant)}"
                self.note(_Wrong(key, what))
        config = self._object(Config, node, own, others=others)
        if not (config.app_id or config.url):
            what = "`appId` is missing: the package of the app, `appId: com.example.app`"
            self.note(_Wrong(node, what))
        return config

    # --- commands ---------------------------------------------------------------------------------

    def _commands(self, node: yaml.Node) -> Commands:
        if not isinstance(node, yaml.SequenceNode):
            raise _Wrong(node, "commands are a list, each begins with `- `")
        return tuple(self._all_right(self._command, node.value))

    def _command(self, node: yaml.Node) -> Command:
        if isinstance(node, yaml.ScalarNode):
            return self._bare(node, str(node.value).strip())
        if not isinstance(node, yaml.MappingNode) or not node.value:
            raise _Wrong(node, "a command is a word, or `word: ...`")
        (key, said), *more = node.value
        word = _name(key)
        for other, _ in more:
            what = (
                f"`{other.value}` stands beside the command `{word}`: indent it, or give it a `-`"
            )
            self.note(_Wrong(other, what))
        if word == "action":
            if said.value not in _ACTIONS:
                raise _Wrong(said, f"`action` is one of {', '.join(_ACTIONS)}")
            return self._bare(said, said.value)
        kind = _command_kind(key, word)
        if kind.bare and _is_null(said):
            raise _Wrong(key, f"`{word}` has nothing behind its colon: write `- {word}`")
        return self._part(kind, said, _place(key))

    def _bare(self, node: yaml.Node, word: str) -> Command:
        kind = _command_kind(node, HideKeyboard.word if word == "hide keyboard" else word)
        if not kind.bare:
            raise _Wrong(node, f"`{word}` does not say to what: `- {word}: ...`")
        return kind(at=_place(node))

    # --- what a class holds -----------------------------------------------------------------------

    def _part(self, kind: type[P], node: yaml.Node, at: Place | None = None) -> P:
        """What a node says, as an object of a class."""
        if isinstance(node, yaml.MappingNode):
            return self._object(kind, node, node.value, at=at)
        takes, given = grammar(kind), {"at": at or _place(node)}
        if takes.flat and isinstance(node, yaml.ScalarNode):
            inner = self._part(takes.flat.hint, node, given["at"])
            return _checked(kind(**given, **{takes.flat.name: inner}), node)
        if takes.flat or not kind.short:
            own = sorted(takes.names, key=lambda name: name in _OF_ALL)
            names = ", ".join(first_few([f"`{name}`" for name in own], 4))
            raise _Wrong(node, f"this wants a mapping: {names}")
        name = camel(kind.short)
        said = self._value(takes.fields[name].hint, node, name, retypes=kind.retypes)
        return _checked(kind(**given, **{kind.short: said}), node)

    def _object(
        self, kind: type[P], node: yaml.Node, pairs: Pairs, at: Place | None = None, **more: Any
    ) -> P:
        """The object of a mapping."""
        takes, given, inner, tried = grammar(kind), dict[str, Any](more), [], set[str]()
        noted = len(self.problems)
        for key, said in pairs:
            name = _name(key)
            if field := takes.fields.get(name):
                if name in tried:
                    self.note(_Wrong(key, f"`{name}` stands here twice"))
                tried.add(name)
                if _is_null(said) and not _is_needed(field, takes):
                    continue  # what may be left out may be empty
                try:
                    given[field.name] = self._value(field.hint, said, name, retypes=kind.retypes)
                except _Wrong as wrong:
                    self.note(wrong)
            elif name in takes.names:
                inner.append((key, said))
            else:
                what = f"{_called(kind)} takes no `{name}`{_meant(name, takes.names)}"
                self.note(_Wrong(key, what))
        if takes.flat:
            given[takes.flat.name] = self._object(takes.flat.hint, node, inner, at=at)
        if lacking := [camel(name) for name in takes.required if name not in given]:
            wanted = " and ".join(f"`{name}`" for name in lacking if name not in tried)
            raise _Wrong(node, wanted and f"{_called(kind)} wants {wanted}")
        found = kind(**given, at=at or _place(node))
        return found if len(self.problems) > noted else _checked(found, node)

    def _value(self, hint: Any, node: yaml.Node, name: str, *, retypes: bool = False) -> Any:
        """The value of a field, by its type."""
        origin, inside = get_origin(hint), get_args(hint)
        if isinstance(hint, type) and issubclass(hint, Part):
            return self._part(hint, node)
        if origin is tuple and inside[0] is Command:
            return self._commands(node)
        if origin is tuple:
            if not isinstance(node, yaml.SequenceNode):
                raise _Wrong(node, f"`{name}` wants a list")
            return tuple(self._all_right(lambda n: self._value(inside[0], n, name), node.value))
        if origin is Mapping:
            if not isinstance(node, yaml.MappingNode):
                raise _Wrong(node, f"`{name}` wants a mapping, `NAME: value`")
            found: dict[str, Any] = {}
            for key, value in self._all_right(lambda p: self._pair(inside[1], *p), node.value):
                if key in found:
                    self.note(_Wrong(node, f"`{key}` stands here twice"))
                found[key] = value
            return found
        if not isinstance(node, yaml.ScalarNode):
            raise _Wrong(node, f"`{name}` wants a single value")
        return _scalar(hint, node, name, retypes=retypes)

    def _pair(self, hint: Any, key: yaml.Node, node: yaml.Node) -> tuple[str, Any]:
        name = _name(key)
        return name, self._value(hint, node, name)

    def _all_right(self, read: Callable[[Any], Any], nodes: Iterable[Any]) -> Iterable[Any]:
        """What can be read of these; the others are noted."""
        for node in nodes:
            try:
                yield read(node)
            except _Wrong as wrong:
                self.note(wrong)


def _command_kind(node: yaml.Node, word: str) -> type[Command]:
    if word in UNPLAYED:
        raise _Wrong(node, f"`{word}` is a command of Maestro that is not played")
    if word not in COMMANDS:
        raise _Wrong(node, f"`{word}` is no command{_meant(word, COMMANDS)}")
    return COMMANDS[word]


def _scalar(hint: Any, node: yaml.ScalarNode, name: str, *, retypes: bool) -> Any:
    """A single value: a text, true or false, a number or what becomes one, or any of them."""
    said, kinds = scalars.value(node), get_args(hint) or (hint,)
    if said is None:
        raise _Wrong(node, f'`{name}` has no value; a text without one is ""')
    text = scalars.as_text(said)
    if kinds == (str,):
        return text if retypes else str(node.value)
    if kinds == (bool,):
        if text.casefold() not in ("true", "false"):
            raise _Wrong(node, f"`{name}` is true or false, and not {text!r}")
        return text.casefold() == "true"
    if bool in kinds or "${" in text:
        return said
    try:
        number = float(text.replace("_", ""))
        return number if float in kinds and not number.is_integer() else int(number)
    except (ValueError, OverflowError):
        raise _Wrong(node, f"`{name}` wants a number, and not {shorten(text, _SHOWN)!r}") from None


def _name(key: yaml.Node) -> str:
    """The name that a key is."""
    if not isinstance(key, yaml.ScalarNode):
        raise _Wrong(key, "a name stands before a colon, and nothing else")
    return str(key.value)


def _is_null(node: yaml.Node) -> bool:
    return isinstance(node, yaml.ScalarNode) and scalars.value(node) is None


def _is_needed(field: Field, takes: Grammar) -> bool:
    return field.name in takes.required or field.name == "text"


def _checked(part: P, node: yaml.Node) -> P:
    """The object, if what it says goes together."""
    if part.objection:
        raise _Wrong(node, f"{_called(type(part))}: {part.objection}")
    return part


def _place(node: yaml.Node | yaml.AliasEvent) -> Place:
    mark: Any = node.start_mark
    return Place(mark.line + 1, mark.column + 1)


def _plain(node: yaml.Node) -> Any:
    """The value of a node that nothing is known of."""
    match node:
        case yaml.ScalarNode():
            return scalars.value(node)
        case yaml.SequenceNode():
            return [_plain(each) for each in node.value]
        case _:
            return {str(k.value): _plain(v) for k, v in node.value}


def _called(kind: type[Part]) -> str:
    return f"`{kind.word}`" if issubclass(kind, Command) else f"a {kind.__name__.lower()}"


def _meant(name: str, known: Iterable[str]) -> str:
    return did_you_mean(near(name, known))
