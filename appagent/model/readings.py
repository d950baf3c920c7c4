"""What a reply can mean that is more, or less, than one JSON object.

The object may be fenced, inside `<tool_call>`, behind `<think>`, or broken by a forgotten quote. Or
the reply has the form of the AppAgent paper:

    Observation: A list of chats; element 4 is the search field.
    Thought: The name is searched first.
    Action: text(4, "Ada (work)")
    Summary: Opened the app, searching for Ada.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import dropwhile, islice
from typing import Any

import json_repair
from pydantic import BaseModel, ValidationError

from appagent.actions import dsl
from appagent.actions.jsontext import ENDLESS, THOUGHT_END, THOUGHT_OPEN, THOUGHT_TAGS, objects
from appagent.actions.verbs import AnyVerb
from appagent.errors import ReplyInvalid
from appagent.model.schema import wire_schema

_MOST_TAGS = 1000  # of thoughts that are looked through

_THOUGHT_TAG = re.compile(rf"<(/?)({THOUGHT_TAGS})>", re.IGNORECASE)
_WRAPPING = re.compile(r"</?(?:tool_call|answer)>|<\|[a-z_]+\|>")  # <|begin_of_box|> of GLM-V
_BULLET = re.compile(r"^\s*(?:[-*]|\d+[.)])\s+")  # before the line of a list
_QUOTED = re.compile(r"`([^`\n]+)`")
_OPENS = re.compile(r"`*[A-Za-z_]+\(")  # a call, which may be one of several lines
_CLOSES = re.compile(r"\)[.;`* \t\r]*$")
_CALL = re.compile(r"\b[A-Za-z_]+\([^()\n]*\)")  # one among words
_SEVERAL = "actions in several places: give none but those that are meant"
_MOST_ENDS = 100  # lines that are tried as the last one of a call
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$", re.MULTILINE)


def without_thinking(raw: str) -> str:
    """The reply without the thinking before it and the tags around it.

    Raises: `ReplyInvalid` where the thinking has no end.
    """
    text = THOUGHT_END.sub("", _without_thoughts(raw))
    if THOUGHT_OPEN.match(text):
        raise ReplyInvalid(ENDLESS, raw)
    return _WRAPPING.sub("", text)


def _without_thoughts(raw: str) -> str:
    """The text without each thought that has an end, `<think>...</think>`."""
    tags = list(islice(_THOUGHT_TAG.finditer(raw), _MOST_TAGS))
    last_end = {tag[2].lower(): tag.start() for tag in tags if tag[1]}
    kept, inside, start = [], "", 0
    for tag in tags:
        closes, name = tag[1], tag[2].lower()
        if not inside and not closes and last_end.get(name, 0) > tag.start():
            kept.append(raw[start : tag.start()])
            inside = name
        elif inside == name and closes:
            inside, start = "", tag.end()
    return "".join([*kept, raw[start:]])


def known(reply: type[BaseModel]) -> set[str]:
    """The fields that tell a reply."""
    return {*reply.model_fields, "arguments"} | ({"action"} if _decides(reply) else set())


def _decides(reply: type[BaseModel]) -> bool:
    return "actions" in reply.model_fields


def readings(text: str, reply: type[BaseModel]) -> Iterator[dict[str, Any]]:
    """The fields that the text can mean, the likeliest first, their names in lower case.

    All are of one kind: where the JSON is wrong, no label inside its strings is read as an action.
    """
    names = known(reply)
    if "action" in names and (called := _read_called(text, reply)):
        yield called
        return
    whole = [_lower(found) for found in objects(text)]
    decisions = [found for found in whole if found.keys() & names]
    actions = [{"action": found} for found in whole if "kind" in found and "action" in names]
    if decisions:
        yield from decisions
    elif fields := _read_labels(text, reply):
        yield fields
    elif actions:
        yield from actions
    elif "{" in text:
        yield from map(_lower, _repair(text))
    elif "action" in names and text.strip():
        yield {"action": text}


def _read_called(text: str, reply: type[BaseModel]) -> dict[str, Any]:
    """The fields of a reply that is a call, or that has one behind its label; else {}. What it
    types may look like JSON, or like a label."""
    fields = {"action": text} if _is_called(text, reply) else _read_labels(text, reply)
    told = fields.get("action", fields.get("actions", ""))
    return fields if _is_called(told, reply) else {}


def _is_called(text: str, reply: type[BaseModel]) -> bool:
    """Whether a text is calls, and around them nothing that is read in another way."""
    pieces = _pieces(text)
    lines = [piece for piece in pieces if isinstance(piece, str)]
    first = next(
        (piece for piece in pieces if piece not in lines or not _FENCE.fullmatch(piece)), ""
    )
    if isinstance(first, str) and dsl.begins_call(first):
        return True  # one that cannot be read
    around = "\n".join(lines)
    return len(lines) < len(pieces) and "{" not in around and not _read_labels(around, reply)


def _lower(found: dict[str, Any]) -> dict[str, Any]:
    return {str(key).strip().lower(): value for key, value in found.items()}


def _repair(text: str) -> Iterator[dict[str, Any]]:
    """The objects that lack a quote, a comma or a bracket.

    json-repair also closes what was never finished; typing half a sentence is worse than asking
    again. So nothing after the last closing brace is taken, nor a string without an end.
    """
    broken = text[text.find("{") : text.rfind("}") + 1]
    try:
        json.loads(broken, strict=False)
    except ValueError as err:
        if str(err).startswith("Unterminated string"):
            return
    try:
        found = json_repair.loads(broken)
    except ValueError:  # a number of more digits than Python reads
        return
    for item in found if isinstance(found, list) else [found]:
        if isinstance(item, dict) and item:
            yield item


def _read_labels(text: str, reply: type[BaseModel]) -> dict[str, Any]:
    """The fields by their labels; {} where one that must be there has none.

    Labels open a line (`**Action:** tap(3)`); a reply on a single line has them inside it.
    """
    names = "|".join(known(reply))
    required = {name for name, field in reply.model_fields.items() if field.is_required()}
    patterns = (
        re.compile(
            rf"^[ \t>#*_-]*({names})[*_]*[ \t]*[:\uff1a][*_]*", re.IGNORECASE | re.MULTILINE
        ),
        re.compile(rf"(?:^|(?<=[\s*_]))({names.title()})[*_]*:[*_]*"),
    )
    for pattern in patterns:
        labels = list(pattern.finditer(text))
        if labels and "{" in text[: labels[0].start()]:
            continue  # a label inside of JSON
        ends = [label.start() for label in labels[1:]] + [len(text)]
        fields: dict[str, Any] = {}
        for label, end in zip(labels, ends, strict=False):
            # A model that goes on to dream of the next step repeats its labels: the first counts.
            name = label[1].lower()
            name = "actions" if name == "action" and _decides(reply) else name
            told = text[label.end() : end].strip()  # an action may type a fence
            fields.setdefault(name, told if name.startswith("action") else _FENCE.sub("", told))
        if required <= fields.keys():
            return fields
    return {}


# --- one field ------------------------------------------------------------------------------------


def actions(text: str) -> list[AnyVerb]:
    """The actions in their text form, none more often than it was written: those that stand in one
    place, one below the other; else the one in backticks.

    Raises: `ReplyInvalid` where there is none, where one of them cannot be read, or where they
    stand in several places.
    """
    pieces = _pieces(text)
    lines = [piece for piece in pieces if isinstance(piece, str)]
    places = _places(pieces)
    if places and isinstance(pieces[-1], str) and _OPENS.match(pieces[-1]):
        return [dsl.parse(pieces[-1])]  # raises: nothing of the list is done
    quoted: list[AnyVerb] = []
    if not places and not any(map(_OPENS.match, lines)):
        quoted = [action for told in _QUOTED.findall(text) if (action := _action(told))]
    places = places or [[action] for action in dict.fromkeys(quoted)]
    if len(places) > 1 and not (_is_fenced(lines) and all(place == places[0] for place in places)):
        raise ReplyInvalid(_SEVERAL, text)
    if not quoted and places and any(_names_another(line, places[0]) for line in _behind(pieces)):
        raise ReplyInvalid(_SEVERAL, text)
    if not places and not _clean(text):
        raise ReplyInvalid("the action is empty: write it like tap(5)", text)
    return places[0] if places else [dsl.parse(_clean(text))]


def _is_fenced(lines: Iterable[str]) -> bool:
    return any(map(_FENCE.fullmatch, lines))


def _behind(pieces: Sequence[AnyVerb | str]) -> Iterator[str]:
    """The lines of words behind the first action."""
    return (p for p in dropwhile(lambda p: isinstance(p, str), pieces) if isinstance(p, str))


def _names_another(line: str, place: Sequence[AnyVerb]) -> bool:
    """Whether a line among words holds an action that is not one of a place."""
    told = (_action(call[0]) for call in _CALL.finditer(line))
    return dsl.is_bare(line) or any(action and action not in place for action in told)


def _places(pieces: Iterable[AnyVerb | str]) -> list[list[AnyVerb]]:
    """The actions that stand below one another, place by place."""
    places: list[list[AnyVerb]] = [[]]
    for piece in pieces:
        if isinstance(piece, str):
            places.append([])
        else:
            places[-1].append(piece)
    return [place for place in places if place]


@lru_cache(maxsize=4)  # a text is looked at in several ways
def _pieces(text: str) -> tuple[AnyVerb | str, ...]:
    """The actions and the other lines in their order, up to a call that cannot be read: what stands
    behind it may be what it types."""
    lines, at, pieces = text.split("\n"), 0, list[AnyVerb | str]()
    while at < len(lines):
        for end in _ends(lines, at):
            if action := _action("\n".join(lines[at:end])):
                pieces.append(action)
                at = end
                break
        else:
            line, at = _clean(lines[at]), at + 1
            pieces += [line] if line else []
            if _OPENS.match(line):
                break
    return tuple(pieces)


def _ends(lines: list[str], at: int) -> Iterator[int]:
    """Where an action that begins in a line may end: what is typed may have several lines."""
    yield at + 1
    if _OPENS.match(_clean(lines[at])):
        yield from islice(
            (n + 1 for n in range(at + 1, len(lines)) if _CLOSES.search(lines[n])), _MOST_ENDS
        )
        yield len(lines)


def _action(told: str) -> AnyVerb | None:
    with suppress(ReplyInvalid):
        return dsl.parse(_clean(told))
    return None


def _clean(told: str) -> str:
    """A line without the marks of a list or of bold type."""
    return _BULLET.sub("", told.strip(" \t\r\n*")).strip("*")


def choice(said: str, choices: tuple[Any, ...]) -> Any:
    """The choice that opens `said`, when no other is named: `SUCCESS.`, `**Back** - wrong page`."""
    named = [str(c) for c in choices if re.search(rf"\b{re.escape(str(c))}\b", said, re.IGNORECASE)]
    opens = len(named) == 1 and re.match(rf"\W*{re.escape(named[0])}\b", said, re.IGNORECASE)
    return named[0] if opens else said


# --- problems -------------------------------------------------------------------------------------


def no_answer(text: str, reply: type[BaseModel]) -> ReplyInvalid:
    what = "the JSON object in the reply is not whole" if "{" in text else "no answer in the reply"
    return ReplyInvalid(f"{what}: {_expectation(reply)}", text)


def too_deep(reply: type[BaseModel]) -> str:
    return f"the reply is nested too deep: {_expectation(reply)}"


def problem(err: ValidationError, reply: type[BaseModel]) -> str:
    """The sentence that tells a model what pydantic found wrong with its reply."""
    problems = []
    for error in err.errors()[:3]:
        if error["type"] == "union_tag_invalid":  # a verb that is not offered here
            kinds = error["ctx"]["expected_tags"].replace("'", "")
            return f"no {error['ctx']['tag']} here: choose one of {kinds}"
        where = ".".join(str(part) for part in error["loc"]) or "the reply"
        if "action" in wire_schema(reply)["properties"]:
            where = re.sub(r"^actions(\.0)?", "action", where)
        found = "" if error["type"] == "missing" else f", found {_short(error['input'])}"
        problems.append(f"{where}: {error['msg']}{found}")
    return f"{'; '.join(problems)}: {_expectation(reply)}"


def _expectation(reply: type[BaseModel]) -> str:
    return "expected one JSON object with " + ", ".join(wire_schema(reply)["properties"])


def _short(value: object) -> str:
    line = " ".join(repr(value).split())
    return line if len(line) <= 60 else line[:59] + "…"
