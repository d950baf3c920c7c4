"""The classes of language.py as a grammar: what each takes, by the names that a file has."""

from __future__ import annotations

import types
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from appagent.flows.language import Part


class Field(NamedTuple):
    """A field of a class."""

    name: str
    hint: Any  # its type, without None


@dataclass(frozen=True)
class Grammar:
    """What a class takes."""

    fields: Mapping[str, Field]  # by their names in a file
    flat: Field | None  # whose own fields stand beside the others
    required: tuple[str, ...]  # names in the class

    @property
    def names(self) -> list[str]:
        """All that may stand in a file."""
        return [*self.fields, *(grammar(self.flat.hint).fields if self.flat else ())]


_KNOWN: dict[type[Part], Grammar] = {}


def grammar(kind: type[Part]) -> Grammar:
    """What a class takes; worked out once."""
    if kind not in _KNOWN:
        hints = get_type_hints(kind)
        all_fields = [Field(f.name, _without_none(hints[f.name])) for f in fields(kind)]
        flat = {f.name for f in fields(kind) if "flat" in f.metadata}
        has_none = [f for f in fields(kind) if f.default is f.default_factory is MISSING]
        _KNOWN[kind] = Grammar(
            {camel(f.name): f for f in all_fields if f.name not in {"at", *flat}},
            next((f for f in all_fields if f.name in flat), None),
            tuple(f.name for f in has_none if f.name not in flat),
        )
    return _KNOWN[kind]


def camel(name: str) -> str:
    """`app_id` as a file has it: `appId`."""
    first, *rest = name.rstrip("_").split("_")
    return first + "".join(map(str.capitalize, rest))


def _without_none(hint: Any) -> Any:
    if get_origin(hint) not in (Union, types.UnionType):
        return hint
    left = tuple(each for each in get_args(hint) if each is not types.NoneType)
    return left[0] if len(left) == 1 else Union[left]  # noqa: UP007
