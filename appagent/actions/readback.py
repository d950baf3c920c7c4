"""Read back what was typed: a field may accept it, reformat it, or refuse it."""

from __future__ import annotations

import re

from appagent.actions.verbs import Text
from appagent.screen.describe import quote
from appagent.screen.values import Element, Screen


def mistyped(field: Element | None, action: Text, after: Screen) -> str:
    """A sentence saying that the field does not hold the typed text; "" if it does, or if that
    cannot be told: a secret field, or one that is gone."""
    if field is None or field.secret:
        return ""
    fields = (e for e in after.elements if e.key == field.key and "text" in e.uses)
    values = [e.value for e in fields]
    # Fields in the rows of a list share a key: nothing tells which of them it was.
    if len(values) != 1 or _contains(values[0], action.text):
        return ""
    if "\n" in action.text and not values[0]:  # its line end sent it, as in a chat
        return ""
    return f"the field holds {quote(values[0])}, which is not what was typed"


def _contains(value: str, text: str) -> bool:
    """Whether a field's value contains the text, in whatever format."""
    if letters := _letters(text):
        return letters in _letters(value)
    return text.strip() in value if text else not value  # an emoji; nothing, which clears a field


def _letters(text: str) -> str:
    """Letters and digits: a field may write "(555) 0199" for 5550199, and begin with a capital."""
    return re.sub(r"\W", "", text).casefold()
