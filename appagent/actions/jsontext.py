"""JSON inside of other text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any


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
