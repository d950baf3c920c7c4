"""A phone whose tree speaks another language where its apps speak English only."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape, unescape

import yaml

from appagent.exchange import Capture
from appagent.ports import Device

WORDS = Path(__file__).resolve().parent / "attack_words.yaml"
COLUMNS = {"zh-CN": 1, "ar-EG": 2}
_SAID = re.compile(r'(text|content-desc)="([^"]+)"')
_ENTITIES = {"&quot;": '"', "&apos;": "'"}


class Translated:
    """A `Device` that tells the words of `attack_words.yaml` in a language; the picture stays."""

    def __init__(self, device: Device, language: str) -> None:
        self._device, self._language = device, language

    def __getattr__(self, name: str) -> Any:
        return getattr(self._device, name)

    def capture(self, *, windows: bool = False) -> Capture:
        taken = self._device.capture(windows=windows)
        say = _sayer(self._language)

        def other(found: re.Match[str]) -> str:
            said = say(unescape(found[2], _ENTITIES))
            return f'{found[1]}="{escape(said, {chr(34): "&quot;"})}"'

        return replace(taken, tree=_SAID.sub(other, taken.tree.decode()).encode())


@cache
def _sayer(language: str) -> Callable[[str], str]:
    """What says an English text in the language; one that is not in the list stays as it is."""
    rows = yaml.safe_load(WORDS.read_text(encoding="utf-8"))
    whole = {row[0]: row[COLUMNS[language]] for row in rows}
    open_ended = [
        (re.compile(re.escape(row[0]).replace(r"\{\}", "(.+)")), row[COLUMNS[language]])
        for row in rows
        if "{}" in row[0]
    ]

    def say(text: str) -> str:
        if text in whole:
            return str(whole[text])
        for pattern, said in open_ended:
            if found := pattern.fullmatch(text):
                return str(said).replace("{}", found[1])
        return text

    return say
