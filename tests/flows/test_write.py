"""What is written of a flow says the same when it is read."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args, get_origin

import hypothesis.strategies as st
from hypothesis import given, settings

from appagent.flows.grammar import grammar
from appagent.flows.language import (
    COMMANDS,
    DIRECTIONS,
    KEYS,
    PLATFORMS,
    Command,
    Condition,
    Config,
    Flow,
    Part,
    Selector,
)
from appagent.flows.read import read
from appagent.flows.write import write

TEXTS = st.one_of(
    st.text(st.characters(codec="utf-8"), min_size=1, max_size=12),
    st.sampled_from(["No", "0123", "1.10", "12:30", "~", "null", "on", "- x", "a: b", "a #b", "089",
                     "x\ny", " x ", "'", '"', "${A || 'x'}", "1_000", "{a}", "[b]", "&c", "*d"]),
)  # fmt: skip
WORDS = {"direction": DIRECTIONS, "key": KEYS, "platform": PLATFORMS}
NUMBERS = st.one_of(st.integers(-5, 100_000), st.just("${N}"))


def values(hint: Any, depth: int) -> st.SearchStrategy[Any]:
    """Values of a field by its type."""
    origin, inside = get_origin(hint), get_args(hint)
    if isinstance(hint, type) and issubclass(hint, Part):
        return parts(hint, depth - 1)
    if origin is tuple and inside[0] is Command:
        return st.lists(commands(depth - 1), max_size=2).map(tuple)
    if origin is tuple:
        return st.lists(values(inside[0], depth), max_size=2).map(tuple)
    if origin is not None and "Mapping" in str(origin):
        return st.dictionaries(TEXTS, values(inside[1], depth), max_size=2)
    if hint is str:
        return TEXTS
    if hint is bool:
        return st.booleans()
    return st.one_of(NUMBERS, TEXTS, st.booleans()) if bool in inside else NUMBERS


def parts(kind: type[Part], depth: int, outer: type[Part] | None = None) -> st.SearchStrategy[Any]:
    """Objects of a class, with what it needs and a few fields more."""
    takes = grammar(kind)
    needed = {f.name: f for f in takes.fields.values() if f.name in takes.required}
    flat = {takes.flat.name: parts(takes.flat.hint, depth, outer=kind)} if takes.flat else {}
    taken = grammar(outer).fields if outer else ()  # beside whose fields they stand
    simple = {
        f.name: f
        for f in takes.fields.values()
        if f.name not in needed
        and f.name != "others"
        and (depth > 0 or f.hint in (str, bool))
        and f.name not in taken
    }
    picked = st.lists(st.sampled_from(sorted(simple)), unique=True, max_size=3)

    def build(names: list[str]) -> st.SearchStrategy[Any]:
        chosen = {**needed, **{name: simple[name] for name in names}}
        given = {n: st.sampled_from(WORDS[n]) if n in WORDS else values(f.hint, depth)
                 for n, f in chosen.items()}  # fmt: skip
        return st.builds(kind, **flat, **given)

    built = picked.flatmap(build) if simple else build([])
    return built.filter(lambda part: not part.objection)


def commands(depth: int) -> st.SearchStrategy[Command]:
    kinds = [k for k in COMMANDS.values() if depth > 0 or not nests(k)]
    return st.sampled_from(kinds).flatmap(lambda kind: parts(kind, depth))


def nests(kind: type[Command]) -> bool:
    hints = [f.hint for f in grammar(kind).fields.values()]
    return any(h in (Selector, Condition) or get_origin(h) is tuple for h in hints)


FLOWS = st.builds(
    lambda config, found: Flow(config=config, commands=tuple(found)),
    parts(Config, 1).filter(lambda config: bool(config.app_id)),
    st.lists(commands(2), min_size=1, max_size=4),
)


@settings(max_examples=60, deadline=None)
@given(FLOWS)
def test_what_is_written_is_read_again(flow: Flow) -> None:
    text = write(flow)
    assert read(text, Path("f.yaml")) == (flow, []), text


def test_it_is_written_as_short_as_a_person_would() -> None:
    text = (
        "appId: com.example.notes\nname: Add a note\n---\n- launchApp\n- tapOn: New note\n"
        "- tapOn:\n    id: title\n    optional: true\n- inputText: '12:30'\n"
        "- repeat:\n    times: 2\n    commands:\n      - back\n      - assertVisible: Notes\n"
    )
    found, problems = read(text, Path("f.yaml"))
    assert not problems
    assert found
    assert write(found) == text
