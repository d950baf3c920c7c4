"""Find JSON objects in a reply, and the end of the thoughts before them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

THOUGHT_TAGS = "think|thinking|thought|reasoning"
THOUGHT_END = re.compile(rf"^.*</(?:{THOUGHT_TAGS})>", re.DOTALL | re.IGNORECASE)
"""A model's thoughts, which may hold drafts. Only the closing tag is sure to be in the reply: chat
templates may add the opening one themselves."""

THOUGHT_OPEN = re.compile(rf"\s*<(?:{THOUGHT_TAGS})>", re.IGNORECASE)
"""The start of such a reply; without an end, its tokens ran out in the middle."""
ENDLESS = "the reply never left its <think> part: think shorter, then answer"

_OPENING = re.compile(r'\{(?=\s*["}])')  # each that opens nothing costs a look at all before it


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The complete JSON objects in the text, in order."""
    # Not strict: models write bare line breaks inside strings.
    decoder = json.JSONDecoder(strict=False)
    end = 0
    for opening in _OPENING.finditer(text):
        if opening.start() < end:
            continue  # inside of the last one
        try:
            value, end = decoder.raw_decode(text, opening.start())
        except ValueError:
            continue
        yield value
