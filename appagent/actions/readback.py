"""Read back what was typed: a field may accept it, reformat it, or refuse it."""

from __future__ import annotations

import re

from appagent.actions.verbs import Text
from appagent.screen.describe import quote
from appagent.screen.sliders import amount, number
from appagent.screen.values import Element, Screen

_NEAR = 0.02  # of a slider's range: a finger is no finer


def mistyped(field: Element | None, action: Text, after: Screen) -> str:
    """A sentence saying that the field does not hold the typed text, the slider does not stand
    there, or the switch is not so; "" if it is, or if that cannot be told: a secret field, or one
    that is gone."""
    if field is None or field.secret:
        return ""
    if field.scale is not None:
        return _misplaced(field, action.text, after)
    if field.state:
        found = [e.state for e in after.elements if _which(e) == _which(field)]
        holds = len(found) != 1 or found[0] == action.text.casefold()
        return "" if holds else f"it is {found[0]}, which is not what was asked"
    fields = (e for e in after.elements if e.key == field.key and "text" in e.uses)
    values = [e.value for e in fields]
    # Fields in the rows of a list share a key: nothing tells which of them it was.
    if len(values) != 1 or _contains(values[0], action.text):
        return ""
    if "\n" in action.text and not values[0]:  # its line end sent it, as in a chat
        return ""
    return f"the field holds {quote(values[0])}, which is not what was typed"


def _misplaced(slider: Element, text: str, after: Screen) -> str:
    """The same of a slider that does not stand where it was to be set."""
    found = [e for e in after.elements if _which(e) == _which(slider)]
    asked, stands = amount(text), number(found[0].value) if len(found) == 1 else None
    scale = found[0].scale if found else None
    if asked is None or stands is None or scale is None or asked[1] or stands[1]:
        return ""
    off = abs(asked[0] - stands[0]) > _NEAR * (scale.high - scale.low)
    return f"the slider stands at {stands[0]:g}, which is not {asked[0]:g}" if off else ""


def _which(element: Element) -> tuple[str, str, str]:
    return element.key, element.role, element.name


def _contains(value: str, text: str) -> bool:
    """Whether a field's value contains the text, in whatever format."""
    if letters := _letters(text):
        return letters in _letters(value)
    return text.strip() in value if text else not value  # an emoji; nothing, which clears a field


def _letters(text: str) -> str:
    """Letters and digits: a field may write "(555) 0199" for 5550199, and begin with a capital."""
    return re.sub(r"\W", "", text).casefold()
