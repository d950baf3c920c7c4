"""The texts of a reply, as models write them: null for none, an emoji as two halves."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import BeforeValidator
from pydantic_core import PydanticCustomError


def _null_as_empty(word: object) -> object:
    """ "" for the null that models write for a word left out."""
    return "" if word is None else word


def _join_halves(word: object) -> object:
    r"""A text with each surrogate pair, "\ud83d\ude00", as the character that it stands for."""
    if not isinstance(word, str):
        return word
    try:  # Python's escapes, unlike those of JSON, leave a pair as two
        return word.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeError as err:
        raise PydanticCustomError("half", "holds half a character: write the whole one") from err


def first_word(said: object) -> object:
    """The first word of an answer: "yes" of "Yes, it is saved"."""
    return (re.findall(r"\w+", said.casefold()) or [said])[0] if isinstance(said, str) else said


Word = Annotated[str, BeforeValidator(_null_as_empty)]

Whole = Annotated[str, BeforeValidator(_join_halves)]
"""Of an action: half a character can neither be typed nor found on a screen."""
