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
