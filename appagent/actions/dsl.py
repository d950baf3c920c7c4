"""Read the text form of an action, `tap(5, name="Save")`: the inverse of `verbs.form`."""

from __future__ import annotations

import ast
import io
import re
import tokenize
import warnings
from typing import Any, get_args

from pydantic import ValidationError

from appagent.actions.verbs import (
    BY_FLOW,
    VERBS,
    AnyVerb,
    Direction,
    Each,
    Exit,
    Read,
    Swipe,
    Text,
    parameters,
)
from appagent.errors import ReplyInvalid

_FORMS: dict[str, list[type[AnyVerb]]] = {}
for _verb in VERBS:
    _FORMS.setdefault(_verb.verb, []).append(_verb)
_ALIASES = {"longpress": "long_press", "press": "tap", "click": "tap", "type": "text",
            "open": "open_app", "launch": "open_app"}  # fmt: skip
_CALL = re.compile(r"\s*([A-Za-z_]+)\s*\((.*)\)\s*[.;]?", re.DOTALL)
_OPENING = re.compile(r"`*([A-Za-z_]+)\(")
_WORD = re.compile(r"[\w-]+|\"[^\"\n]*\"")
_WORDS = re.compile(rf"([A-Za-z_]+)[ \t]+(\d+(?:[ \t,]+(?:{_WORD.pattern}))*)[.;]?")
# The verbs whose element may be left out.
_OPTIONAL_FIRST = ("tap", "long_press", "swipe", "text", "scroll_to", "read", "each")
_FREE_TEXT = (
    "text",
    "name",
    "answer",
    "app",
    "page",
    "link",
    "permissions",
    "arguments",
    "if_shows",
    "where",
    "rows",
)  # that hold any text
_BY_NAME = ("commits", "optional")  # parameters that never stand by their place


def parse(text: str) -> AnyVerb:
    """The action in `text`; case, quotes, backticks and `FINISH` are read leniently.

    Raises: `ReplyInvalid`, with what was wrong and an example of the verb.
    """
    bare = text.strip().strip("`").strip()
    if re.fullmatch(r"finish(\(\))?\.?", bare, re.IGNORECASE):  # the paper's word
        return Exit(status="done")
    verb, inside = _split(bare)
    if not verb:
        raise ReplyInvalid(f"no action in {_short(text)}: {_choices()}", text)
    forms = _forms(verb)
    if not forms:
        raise ReplyInvalid(f"no verb {verb!r}: {_choices()}", text)
    try:
        positional, keywords = _arguments(inside)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as err:  # too deep for ast
        like = " or ".join(f"`{kind.example}`" for kind in forms)
        raise ReplyInvalid(f"cannot read {_short(bare)}: write it like {like}", text) from err
    return _build(forms, positional, keywords, text)


def begins_call(text: str) -> bool:
    """Whether a text begins like the text form of an action: `text(`."""
    opening = _OPENING.match(text)
    return bool(opening and _forms(opening[1]))


def is_bare(text: str) -> bool:
    """Whether a text is nothing but a verb of ours, without its parentheses."""
    return bool(_forms(text.strip("`.; ")))


def takes_name(verb: str) -> bool:
    """Whether a verb of ours takes words that are not typed: a name, an app, an answer."""
    return any({*parameters(kind)} & {*_FREE_TEXT} and kind is not Text for kind in _forms(verb))


def _forms(verb: str) -> list[type[AnyVerb]]:
    """The kinds that share a verb, or what models call it."""
    return _FORMS.get(_ALIASES.get(verb.lower(), verb.lower()), [])


def _split(bare: str) -> tuple[str, str]:
    """The verb, and what its parentheses hold; without them a number stands first: `swipe 7 up`."""
    if call := _CALL.fullmatch(bare):
        return call[1], call[2]
    words = _WORDS.fullmatch(bare)
    forms = _forms(words[1]) if words else []
    if words and forms and {*parameters(forms[0])[:1]}.isdisjoint(_FREE_TEXT):
        return words[1], ", ".join(_WORD.findall(words[2]))
    return "", ""


def _kind(
    forms: list[type[AnyVerb]], positional: list[Any], keywords: dict[str, Any]
) -> type[AnyVerb]:
    """The kind that is meant, of those that share a verb: the grid form names subareas."""
    if len(forms) == 1:
        return forms[0]
    on_element, on_grid = forms
    if set(keywords) & {"area", "subarea"}:
        return on_grid
    if on_element.verb == "swipe":
        return on_grid if len(positional) > 3 else on_element
    return on_grid if len(positional) > 1 else on_element


def _build(
    forms: list[type[AnyVerb]], positional: list[Any], keywords: dict[str, Any], raw: str
) -> AnyVerb:
    kind, values = _fields(forms, positional, keywords, raw)
    try:
        return kind.model_validate(values)
    except ValidationError as err:
        first = err.errors()[0]
        where = "".join(f"{part}: " for part in first["loc"])
        why = f"{where}{first['msg']}"
        if first["type"] == "union_tag_invalid":
            why = f"{first['ctx']['tag']} has no place in it"
        raise ReplyInvalid(f"{kind.verb}: {why}; write it like `{kind.example}`", raw) from err


def _fields(
    forms: list[type[AnyVerb]], positional: list[Any], keywords: dict[str, Any], raw: str
) -> tuple[type[AnyVerb], dict[str, Any]]:
    """The kind of an action and what it is given, by name."""
    kind = _kind(forms, positional, keywords)
    names = [name for name in parameters(kind) if name not in _BY_NAME]
    if kind in (Text, Swipe) and _by_name(positional, keywords):  # text("Message", "Hello")
        positional, keywords = positional[1:], {"name": positional[0], **keywords}
    if kind is Read and positional == ["all"]:
        positional, keywords = [], {"all": True, **keywords}
    if kind.verb in _OPTIONAL_FIRST and names[0] == "element":
        names = names[1:] if _leaves_out_element(kind, positional) else names
    if len(positional) > len(names):
        raise ReplyInvalid(
            f"{kind.verb} takes at most {len(names)} values, found {len(positional)}: "
            f"write it like `{kind.example}`",
            raw,
        )
    if twice := {*names[: len(positional)]} & {*keywords}:
        raise ReplyInvalid(
            f"{kind.verb} is given {min(twice)!r} twice: write it like `{kind.example}`", raw
        )
    given = dict(zip(names, positional, strict=False)) | keywords
    values = {name: value for name, value in given.items() if value is not None}
    for name, value in values.items():
        if isinstance(value, str) and name not in _FREE_TEXT:
            values[name] = value.strip().lower()
        elif isinstance(value, int | float) and name in _FREE_TEXT and name != "rows":
            values[name] = str(value)
    rows = {"rows"} if kind is Each else set()
    unknown = set(values) - {*parameters(kind), "commits", *rows}
    if unknown:
        raise ReplyInvalid(
            f"{kind.verb} has no parameter {sorted(unknown)[0]!r}: write it like `{kind.example}`",
            raw,
        )
    return kind, values


def _by_name(positional: list[Any], keywords: dict[str, Any]) -> bool:
    """Whether the first of two values is a name: of a field, or of what a finger moves over."""
    texts = [*positional, *(keywords[key] for key in ("text", "direction") if key in keywords)]
    both = len(texts) == 2 and bool(positional) and all(isinstance(each, str) for each in texts)
    return both and not (texts[0].isdigit() or texts[0].lower() in get_args(Direction))


def _leaves_out_element(kind: type[AnyVerb], positional: list[Any]) -> bool:
    """Whether the values begin behind the element."""
    first = positional[0] if positional else None
    match kind.verb:
        case "text":
            return len(positional) < 2
        case "scroll_to" | "each":  # what is looked for may be a number
            return isinstance(first, str)
        case _:
            return first is True or (isinstance(first, str) and not first.isdigit())


def _arguments(inside: str) -> tuple[list[Any], dict[str, Any]]:
    """The values between the parentheses; a word without quotes is a string."""
    escaped = "".join(f"\\u{ord(c):04x}" if "\ud800" <= c <= "\udfff" else c for c in inside)
    # Models write bare line breaks inside quotes, which Python does not allow.
    escaped = escaped.replace("\r", "\\r").replace("\n", "\\n").replace("\0", "\\0")
    with warnings.catch_warnings(action="ignore"):  # the model may write "C:\\dir"
        call = ast.parse(f"f({escaped})", mode="eval").body
    # A remark would go on over what was a line end, and swallow the actions behind it.
    if not isinstance(call, ast.Call) or ("#" in escaped and _has_remark(f"f({escaped})")):
        raise ValueError("not a call")
    return _given(call)


def _has_remark(source: str) -> bool:
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    return any(token.type == tokenize.COMMENT for token in tokens)


def _given(call: ast.Call) -> tuple[list[Any], dict[str, Any]]:
    if any(word.arg is None for word in call.keywords):
        raise ValueError("not a call")
    return (
        [_value(word) for word in call.args],
        {str(word.arg).lower(): _value(word.value) for word in call.keywords},
    )


def _called(call: ast.expr) -> dict[str, Any]:
    """An action within another one, of `each`, as a value."""
    if isinstance(call, ast.Constant) and isinstance(call.value, str):
        return parse(call.value).model_dump()
    verb = call.func.id if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) else ""
    if not isinstance(call, ast.Call) or not (forms := _forms(verb)):
        raise ValueError(f"{ast.unparse(call)} is no action")
    kind, values = _fields(forms, *_given(call), ast.unparse(call))
    return {"kind": kind.model_fields["kind"].default, **values}


def _value(node: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        return None if node.id.lower() in ("none", "null") else node.id
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):  # top-left without quotes
        return f"{_value(node.left)}-{_value(node.right)}"
    if isinstance(node, ast.List | ast.Tuple):
        return tuple(map(_called, node.elts))
    value = ast.literal_eval(node)
    if not isinstance(value, str | int | float | None):
        raise ValueError(f"{value!r} is neither a text nor a number")
    return value


def _choices() -> str:
    offered = (verb for verb, kinds in _FORMS.items() if not {*kinds} & {*BY_FLOW})
    return f"the action is one of {', '.join(offered)}"


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return repr(flat if len(flat) <= 60 else flat[:59] + "…")
