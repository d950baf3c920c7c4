"""JSON inside of other text, and where the thoughts before it end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

THOUGHT_TAGS = "think|thinking|thought|reasoning"
THOUGHT_END = re.compile(rf"^.*</(?:{THOUGHT_TAGS})>", re.DOTALL | re.IGNORECASE)
"""All that a model thinks aloud, which may hold drafts; templates that open the tag themselves
leave only its end in the reply."""

THOUGHT_OPEN = re.compile(rf"\s*<(?:{THOUGHT_TAGS})>", re.IGNORECASE)
"""The beginning of such a reply; where no end follows, its tokens ran out in the middle of it."""
ENDLESS = "the reply never left its <think> part: think shorter, then answer"


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The whole JSON objects in the text, in their order."""
    # Not strict: models write bare line breaks inside strings.
    decoder = json.JSONDecoder(strict=False)
    position = text.find("{")
    while position >= 0:
        try:
            found, end = decoder.raw_decode(text, position)
        except ValueError:
            end = position + 1
        else:
            yield found
        position = text.find("{", end)
