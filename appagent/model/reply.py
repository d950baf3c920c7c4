"""A model's words, read as the value that was asked for.

Most replies are one JSON object. The others are the same thing in other clothes: fenced, inside
`<tool_call>`, behind `<think>`, with a forgotten quote, or in the form of the AppAgent paper:

    Observation: A list of chats; element 4 is the search field.
    Thought: The name is searched first.
    Action: text(4, "Ada (work)")
    Summary: Opened the app, searching for Ada.

What is missing is never made up: a reply that ends in the middle of a value is refused.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Literal, TypeVar, get_args, get_origin

import json_repair
from pydantic import BaseModel, ValidationError

from appagent.actions import dsl
from appagent.actions.jsontext import ENDLESS, THOUGHT_END, THOUGHT_OPEN, THOUGHT_TAGS, objects
from appagent.actions.verbs import FreeForm
from appagent.errors import ReplyInvalid

T = TypeVar("T", bound=BaseModel)

_THINKING = re.compile(rf"<({THOUGHT_TAGS})>.*?</\1>", re.DOTALL | re.IGNORECASE)
_WRAPPING = re.compile(r"</?(?:tool_call|answer)>|<\|[a-z_]+\|>")  # <|begin_of_box|> of GLM-V
_FENCE = re.compile(r"^[ \t]*```[\w-]*[ \t]*$", re.MULTILINE)
_NOTHING = {"", "none", "null", "n/a"}


def parse(raw: str, reply: type[T], *, cut: bool = False) -> T:
    """The value that `raw` holds. `cut`: the endpoint says that it stopped in the middle.

    Raises: `ReplyInvalid`, a sentence that tells the model what was wrong and what was expected.
    """
    try:
        return _parse(raw, reply, cut)
    except ReplyInvalid as err:  # from the action's text form: it knows that part alone
        raise ReplyInvalid(str(err), raw) from err
    except ValidationError as err:
        raise ReplyInvalid(_sentence(err, reply), raw) from err
    except RecursionError as err:
        raise ReplyInvalid(f"the reply is nested too deep: {_expected(reply)}", raw) from err


def _parse(raw: str, reply: type[T], cut: bool) -> T:
    whole = not issubclass(reply, FreeForm) and isinstance(_json(raw), dict)
    if cut and not whole:
        raise ReplyInvalid("the reply was cut off at the token limit: answer shorter", raw)
    if issubclass(reply, FreeForm):
        return reply(words=raw)
    text = raw if whole else _said(raw)
    problem: ValidationError | ReplyInvalid | None = None
    for found in _readings(text, reply):
        try:
            return _value(found, reply)
        except (ValidationError, ReplyInvalid) as err:
            problem = problem or err
    if problem is not None:
        raise problem
    what = "the JSON object in the reply is not whole" if "{" in text else "no answer in the reply"
    raise ReplyInvalid(f"{what}: {_expected(reply)}", raw)


def _readings(text: str, reply: type[BaseModel]) -> Iterator[dict[str, Any]]:
    """What the text can mean, the likeliest first. Of one kind only: no label inside a JSON string
    is read as an action because the JSON around it was wrong."""
    known = {*reply.model_fields, "arguments"}
    whole = [{str(key).strip().lower(): found[key] for key in found} for found in objects(text)]
    decisions = [found for found in whole if found.keys() & known]
    actions = [{"action": found} for found in whole if "kind" in found and "action" in known]
    if decisions:
        yield from decisions
    elif labelled := _labelled(text, reply):
        yield labelled
    elif actions:
        yield from actions
    elif "{" in text:
        yield from _repaired(text)
    elif "action" in known and text.strip():
        yield {"action": text}


def _said(raw: str) -> str:
    """The reply without the thinking before it and the tags around it."""
    text = THOUGHT_END.sub("", _THINKING.sub("", raw))
    if THOUGHT_OPEN.match(text):
        raise ReplyInvalid(ENDLESS, raw)
    return _WRAPPING.sub("", text)


# --- JSON ---------------------------------------------------------------------------------------


def _json(text: str) -> Any:
    """The one JSON value that `text` is; None where it is none."""
    try:
        # Not strict: models write bare line breaks inside strings.
        return json.loads(text, strict=False)
    except ValueError:
        return None


def _repaired(text: str) -> Iterator[dict[str, Any]]:
    """The objects that a slip of the pen broke: a quote, a comma, a bracket.

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


# --- the paper's form -----------------------------------------------------------------------------


def _labelled(text: str, reply: type[BaseModel]) -> dict[str, Any]:
    """The fields by their labels; {} where one that must be there has none.

    Labels open a line (`**Action:** tap(3)`); a reply on a single line has them inside it.
    """
    names = "|".join(reply.model_fields)
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
            fields.setdefault(label[1].lower(), _FENCE.sub("", text[label.end() : end]).strip())
        if required <= fields.keys():
            return fields
    return {}


def _action(text: str) -> Any:
    """The action in its text form or as JSON, with or without prose behind it."""
    found = _json(text)
    if isinstance(found, dict):
        return found
    quoted = re.search(r"`([^`\n]+)`", text)
    forms = [text, quoted[1] if quoted else "", text.strip().partition("\n")[0]]
    problem: ReplyInvalid | None = None
    for form in filter(None, (form.strip(" \t\n*") for form in forms)):
        try:
            return dsl.parse(form)
        except ReplyInvalid as err:
            problem = problem or err
    raise problem or ReplyInvalid("the action is empty: write it like tap(5)", text)


# --- the value ------------------------------------------------------------------------------------


def _value(found: dict[str, Any], reply: type[T]) -> T:
    """`found` as a `reply`, after the ways in which models spell one are undone."""
    found = {str(key).strip().lower(): value for key, value in found.items()}
    arguments = found.get("arguments")  # a tool call: {"name": "decide", "arguments": {...}}
    if arguments is not None and not found.keys() & reply.model_fields.keys():
        inner = _json(arguments) if isinstance(arguments, str) else arguments
        return _value(inner if isinstance(inner, dict) else {}, reply)
    for name, field in reply.model_fields.items():
        said = found.get(name)
        if not isinstance(said, str):
            continue
        if name == "action":
            found[name] = _action(said)
        elif get_origin(field.annotation) is Literal:
            found[name] = _choice(said, get_args(field.annotation))
        elif type(None) in get_args(field.annotation) and said.strip(" .").lower() in _NOTHING:
            found[name] = None
    return reply.model_validate(found)


def _choice(said: str, choices: tuple[Any, ...]) -> Any:
    """The choice that opens `said`, when no other is named: `SUCCESS.`, `**Back** - wrong page`."""
    named = [str(c) for c in choices if re.search(rf"\b{re.escape(str(c))}\b", said, re.IGNORECASE)]
    opens = len(named) == 1 and re.match(rf"\W*{re.escape(named[0])}\b", said, re.IGNORECASE)
    return named[0] if opens else said


def _sentence(err: ValidationError, reply: type[BaseModel]) -> str:
    problems = []
    for error in err.errors()[:3]:
        if error["type"] == "union_tag_invalid":  # a verb that is not offered here
            kinds = error["ctx"]["expected_tags"].replace("'", "")
            return f"no {error['ctx']['tag']} here: choose one of {kinds}"
        where = ".".join(str(part) for part in error["loc"]) or "the reply"
        found = "" if error["type"] == "missing" else f", found {_short(error['input'])}"
        problems.append(f"{where}: {error['msg']}{found}")
    return f"{'; '.join(problems)}: {_expected(reply)}"


def _expected(reply: type[BaseModel]) -> str:
    return "expected one JSON object with " + ", ".join(reply.model_fields)


def _short(value: object) -> str:
    flat = " ".join(repr(value).split())
    return flat if len(flat) <= 60 else flat[:59] + "…"
