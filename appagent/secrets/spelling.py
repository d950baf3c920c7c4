"""The spellings of a secret: how it may stand in a reply, a command, an address or a file."""

from __future__ import annotations

import base64
import html
import json
import re
import shlex
import unicodedata
from collections.abc import Iterator
from typing import Literal
from urllib.parse import quote, quote_plus

from appagent.actions.verbs import literal

Reach = Literal["anywhere", "alone", "fields"]
"""Where a secret is looked for: in any text; where no letter or digit runs on from it; or only
where something was typed or is held by a field, as it is too short or too common to be known by
itself."""

_LEAST = 3  # characters of a secret that is looked for outside of fields
_TELLING = 6  # of one that is made of nothing but letters, or of nothing but digits
DENSE = "\u2e80"  # the first of the scripts that put no blank between words, and much in a sign
_CUT = 4  # characters of a secret that was cut off by an ellipsis, at least


def reach(secret: str, common: frozenset[str]) -> Reach:
    """Where the secret has to be looked for; `common` holds the words that any text may hold."""
    plain = unicodedata.normalize("NFKC", secret).casefold().strip()
    is_common = plain in common and secret.strip() in (plain, plain.capitalize())
    if is_common or len(secret) < 2:
        return "fields"
    if any(char >= DENSE for char in secret):
        return "anywhere"
    if len(secret) < _LEAST:
        return "fields"
    uniform = plain.isdecimal() or plain.isalpha()
    return "alone" if len(secret) < (_TELLING if uniform else _LEAST + 1) else "anywhere"


def spellings(secret: str) -> set[str]:
    """The secret as it is and as JSON, HTML, Python, a shell and an address spell it, each once
    more inside of JSON, as a reply may hold the text form of an action."""
    found: set[str] = set()
    for text in {secret, *(unicodedata.normalize(form, secret) for form in ("NFC", "NFD"))}:
        found |= set(_forms(text))
    for _ in range(2):
        found |= {json.dumps(s, ensure_ascii=a)[1:-1] for s in found for a in (True, False)}
    return {spelled for spelled in found if spelled}


def _forms(text: str) -> Iterator[str]:
    whole = text.encode("utf-8", "surrogatepass")
    yield from (text, repr(text)[1:-1], ascii(text)[1:-1], literal(text)[1:-1])
    yield from (quote(whole, safe=""), quote(whole), quote_plus(whole))
    marked = html.escape(text)
    yield from (marked, html.escape(text, quote=False), marked.replace("&#x27;", "&#39;"))
    yield marked.replace("&#x27;", "&#39;").replace("&quot;", "&#34;")
    yield text.encode("ascii", "xmlcharrefreplace").decode()
    for typed in (text, text.replace(" ", "%s")):  # as `input text` takes a blank
        yield from (typed, shlex.quote(typed).strip("'"), re.sub(r"([^\w])", r"\\\1", typed))
    yield text.replace("'", "''")
    if len(whole) >= _LEAST:
        yield base64.b64encode(whole).decode().rstrip("=")


def pattern(secret: str, where: Reach) -> str:
    """A regular expression for the secret in every spelling."""
    spelled = sorted(spellings(secret), key=len, reverse=True)
    match where:
        case "anywhere":
            return f"(?i:{'|'.join([*map(_flexible, spelled), *_cut_off(secret)])})"
        case "alone":
            return "|".join(_with_bounds(each) for each in spelled)
        case "fields":
            return "|".join(map(re.escape, spelled))


def _flexible(text: str) -> str:
    """The text with any blank for a blank: it may be wrapped."""
    if not text.strip():
        return re.escape(text)
    return r"\s+".join(map(re.escape, re.split(r"\s+", text)))


def _cut_off(secret: str) -> Iterator[str]:
    """The first half of a secret or more, where an ellipsis shortens it, or where the text ends and
    it is no word."""
    for length in range(len(secret) - 1, max(_CUT, len(secret) // 2) - 1, -1):
        part = secret[:length].rstrip() or secret
        end = "" if part.isalpha() else r"|\Z"
        yield rf"{_flexible(part)}(?=\s?(?:…|\.\.\.){end})"


def _with_bounds(text: str) -> str:
    r"""The text where nothing of its kind runs on from it; the `n` of `\n` is no letter."""

    def kind(char: str) -> str:
        return r"\d" if char.isdecimal() else r"[^\W\d_]" if char.isalpha() else ""

    first, last = kind(text[0]), kind(text[-1])
    before = rf"(?:(?<!{first})|(?<=\\[nrt]))" if first else ""
    return f"{before}{_flexible(text)}{f'(?!{last})' if last else ''}"
