"""The request fields that an endpoint accepts for one model, learned from what it rejected."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pydantic import BaseModel, Field, TypeAdapter

from appagent.errors import ModelNotConfigured
from appagent.files import atomic_write, read_file
from appagent.model.failures import RequestRejected

log = logging.getLogger(__name__)

LADDER = ("json_schema", "json_object", "text")  # how the form of a reply is requested, best first
CAPS = ("max_completion_tokens", "max_tokens")  # the two names of the token limit
LIFETIME = timedelta(days=30)  # of a dialect: the endpoint may accept more by then
MOST_BYTES = 1 << 20  # of the file of all dialects
_ABOUT_FORMAT = r"response_format|json_schema|json_object|json mode|structured.?output|grammar"
_NO_PICTURES = re.compile(
    r"(image|vision|multimodal).{0,80}(support|unknown|only|not)"
    r"|(support|unknown|expected).{0,80}(image|vision|multimodal)",
    re.IGNORECASE,
)


def _today() -> date:
    return datetime.now(UTC).date()


class Dialect(BaseModel):
    """The request fields that one endpoint accepts for one model."""

    cap: str
    rung: int = Field(0, ge=0, lt=len(LADDER))
    refused: set[str] = set()
    learned: date = Field(default_factory=_today)

    def mend(self, sent: Sequence[str], error: RequestRejected) -> str:
        """Change what the error blames; gives the change in words, "" where no field is blamed."""
        name = _culprit(sent, error)
        if name == "response_format":
            if self.rung + 1 == len(LADDER):
                return ""
            self.rung += 1
            return f"response_format {LADDER[self.rung]}"
        if not name:
            return ""
        self.refused.add(name)
        if name == self.cap:
            other = CAPS[1 - CAPS.index(name)]
            if other not in self.refused:
                self.cap = other
                return f"{other} for {name}"
        return f"no {name}"

    def remember(self, path: Path, name: str) -> None:
        """Write it to a file, beside the others there. If that fails, it is learned again."""
        dialects = recall(path) | {name: self}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(path) as draft:
                draft.write_bytes(_FILE.dump_json(dialects, indent=1))
        except OSError as err:
            log.info("%s: not written: %s", path, err)


_FILE = TypeAdapter(dict[str, Dialect])


def recall(path: Path) -> dict[str, Dialect]:
    """The dialects in a file, by endpoint and model; empty where the file is damaged."""
    try:
        dialects = _FILE.validate_json(read_file(path, MOST_BYTES))
    except (OSError, ValueError) as err:
        log.info("%s: nothing is remembered: %s", path, err)
        return {}
    return {name: each for name, each in dialects.items() if _today() - each.learned < LIFETIME}


def adapt(
    model: str,
    dialect: Dialect,
    options: Iterable[str],
    pictures: bool,
    error: RequestRejected,
) -> None:
    """Change the dialect so that the next request leaves out what this one was rejected for.

    Raises: `ModelNotConfigured` for a model that takes no pictures; the error itself where nothing
    can be left out.
    """
    sent = [*options, *(["detail"] if pictures and "detail" not in dialect.refused else [])]
    if mended := dialect.mend(sent, error):
        log.info("%s: %s from now on (%s)", model, mended, error)
    elif pictures and _NO_PICTURES.search(error.said):
        raise ModelNotConfigured(
            f"{model} takes no pictures: choose a model that does, or the setting `see: list`, "
            f"which sends none ({error})"
        ) from error
    else:
        raise error


def _culprit(sent: Sequence[str], error: RequestRejected) -> str:
    """The field of `sent` that the error names first; "" for none.

    'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.
    """
    for said in (error.param, error.said):
        places = {name: re.search(_pattern(name), said, re.IGNORECASE) for name in sent}
        found = {name: place.start() for name, place in places.items() if place}
        if found:
            return min(found, key=lambda name: found[name])
    return ""


def _pattern(name: str) -> str:
    return _ABOUT_FORMAT if name == "response_format" else rf"\b{re.escape(name)}\b"
