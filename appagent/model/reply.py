"""A model's reply as the value that was asked for.

Most replies are one JSON object and are read here; `readings` finds the same thing in other forms.
What is missing is never made up: a reply that ends in the middle of a value is refused.
"""

from __future__ import annotations

import json
from typing import Any, Literal, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from appagent.actions.decision import Decision
from appagent.actions.replies import FreeForm
from appagent.errors import ReplyInvalid
from appagent.model import readings

T = TypeVar("T", bound=BaseModel)

MOST_CHARACTERS = 50_000
"""Of a reply, its thinking left out: fifty times what a decision takes."""

_CUT = "the reply was cut off at the token limit: answer shorter"
_NOTHING = {"", "none", "null", "n/a"}


def parse(raw: str, reply: type[T], *, cut: bool = False) -> T:
    """The value that `raw` holds. `cut`: the endpoint says that it stopped in the middle.

    Raises: `ReplyInvalid`, a sentence that tells the model what was wrong and what was expected.
    """
    kept = raw[:MOST_CHARACTERS]  # is sent back to the model, and lies in the trail
    try:
        _check_length(raw)
        if issubclass(reply, FreeForm):
            if cut:
                raise ReplyInvalid(_CUT, raw)
            return reply(text=raw[-2 * MOST_CHARACTERS :])  # of thoughts the end
        found = _json(raw)
        if isinstance(found, dict):
            found = {str(key).strip().lower(): value for key, value in found.items()}
            if found.keys() & readings.known(reply):
                return _value(found, reply)
        elif cut:
            raise ReplyInvalid(_CUT, raw)
        elif _is_actions(found):
            return _value({"actions": found}, reply)
        return _first(raw, reply, isinstance(found, dict))
    except ReplyInvalid as err:  # from the action's text form: it knows that part alone
        raise ReplyInvalid(str(err), kept) from err
    except ValidationError as err:
        raise ReplyInvalid(readings.problem(err, reply), kept) from err
    except RecursionError as err:
        raise ReplyInvalid(readings.too_deep(reply), kept) from err


def _check_length(raw: str) -> None:
    """Raises: `ReplyInvalid` for a reply that is longer than `MOST_CHARACTERS`."""
    if len(raw) > MOST_CHARACTERS < (found := len(readings.without_thinking(raw))):
        raise ReplyInvalid(
            f"the reply has {found:,} characters: answer in {MOST_CHARACTERS:,} at most", raw
        )


def _first(raw: str, reply: type[T], whole: bool) -> T:
    """The likeliest reading of `raw` that is a `reply`. Raises: what was wrong with the first."""
    text = raw if whole else readings.without_thinking(raw)
    problem: ValidationError | ReplyInvalid | None = None
    for found in readings.readings(text, reply):
        try:
            return _value(found, reply)
        except (ValidationError, ReplyInvalid) as err:
            problem = problem or err
    raise problem or readings.no_answer(text, reply)


def _value(found: dict[str, Any], reply: type[T]) -> T:
    """`found` as a `reply`, in whichever way a model spells its fields."""
    arguments = found.get("arguments")  # a tool call: {"name": "decide", "arguments": {...}}
    if arguments is not None and not found.keys() & reply.model_fields.keys():
        inner = _json(arguments) if isinstance(arguments, str) else arguments
        inner = inner if isinstance(inner, dict) else {}
        return _value({str(key).strip().lower(): value for key, value in inner.items()}, reply)
    if issubclass(reply, Decision):
        told = found.get("actions", found.get("action"))
        if isinstance(told, str | list | dict):
            found["actions"] = _actions([told] if isinstance(told, dict) else told)
    for name, field in reply.model_fields.items():
        said = found.get(name)
        if not isinstance(said, str):
            continue
        if get_origin(field.annotation) is Literal:
            choices = get_args(field.annotation)
            found[name] = said if said in choices else readings.choice(said, choices)
        elif type(None) in get_args(field.annotation) and said.strip(" .").lower() in _NOTHING:
            found[name] = None
    return reply.model_validate(found)


def _is_actions(found: Any) -> bool:
    """Whether a value is a list of actions, without anything around it."""
    return isinstance(found, list) and all(
        isinstance(each, dict) and "kind" in each for each in found
    )


def _actions(told: str | list[Any]) -> Any:
    """The actions in a text or a list: objects, or their text form; so too those of `each`."""
    if isinstance(told, str):
        return _json_object(told) or readings.actions(told)
    found = [one for each in told for one in (_several(each) if isinstance(each, str) else [each])]
    for each in found:
        if isinstance(each, dict) and isinstance(each.get("do"), str | list) and each["do"]:
            each["do"] = [
                one if isinstance(one, dict) else one.model_dump() for one in _list(each["do"])
            ]
    return found


def _list(told: str | list[Any]) -> list[Any]:
    found = _actions(told)
    return found if isinstance(found, list) else [found]


def _several(told: str) -> list[Any]:
    found = _json_object(told)
    return readings.actions(told) if found is None else [found]


def _json(text: str) -> Any:
    """The one JSON value that `text` is; None where it is none."""
    try:
        # Not strict: models write bare line breaks inside strings.
        return json.loads(text, strict=False)
    except ValueError:
        return None


def _json_object(text: str) -> dict[str, Any] | None:
    found = _json(text)
    return found if isinstance(found, dict) else None
