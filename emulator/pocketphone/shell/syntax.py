"""The tree of a command line, from the script down to the parts of a word."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Literal:
    text: str
    quoted: bool


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    quoted: bool
    length: bool = False  # ${#NAME}
    otherwise: str = ""  # "-", ":-", "+" or ":+" of ${NAME:-word}
    word: str = ""


@dataclass(frozen=True, slots=True)
class Substitution:
    script: Script
    quoted: bool


@dataclass(frozen=True, slots=True)
class Arithmetic:
    text: str
    quoted: bool


Part = Literal | Variable | Substitution | Arithmetic
Word = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Redirect:
    descriptor: int
    operator: str  # "<", ">", ">>", ">&" or "<&"
    target: Word


@dataclass(frozen=True, slots=True)
class Simple:
    assignments: tuple[tuple[str, Word], ...]
    words: tuple[Word, ...]
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class Group:
    body: Script
    subshell: bool
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class If:
    branches: tuple[tuple[Script, Script], ...]
    otherwise: Script
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class While:
    condition: Script
    until: bool
    body: Script
    redirects: tuple[Redirect, ...]


@dataclass(frozen=True, slots=True)
class For:
    name: str
    words: tuple[Word, ...] | None  # None: over the arguments
    body: Script
    redirects: tuple[Redirect, ...]


Command = Simple | Group | If | While | For


@dataclass(frozen=True, slots=True)
class Pipeline:
    stages: tuple[Command, ...]
    negated: bool


@dataclass(frozen=True, slots=True)
class AndOr:
    first: Pipeline
    rest: tuple[tuple[str, Pipeline], ...]


@dataclass(frozen=True, slots=True)
class Item:
    commands: AndOr
    background: bool


Script = tuple[Item, ...]
