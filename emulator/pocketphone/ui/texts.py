"""What the phone says in its language: catalogues of texts, keyed by the English one.

A catalogue is a file `languages/<language>.yaml` beside an app's code. A value is a text, or,
where a number decides, texts by CLDR's plural categories:

    Add alarm: 添加闹钟
    "{count} days": {one: يوم واحد, two: يومان, few: "{count} أيام", other: "{count} يومًا"}

`languages/` beside this file holds what every app says: common buttons, days and months.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

_log = logging.getLogger(__name__)
_SHARED = Path(__file__).parent
Said = str | Mapping[str, str]


@dataclass(frozen=True)
class Texts:
    """All that is said in one language."""

    language: str  # "zh"
    catalogue: Mapping[str, Said]

    def say(self, text: str, /, **values: object) -> str:
        """The text in this language, English where the catalogue lacks it; `values` fill it.

        A text with forms by number is filled with that number as `count`.
        """
        said = self.catalogue.get(text)
        if said is None:
            said = text
            if self.language != "en":
                _log.debug("not in %s: %s", self.language, text)
        if not isinstance(said, str):
            said = said.get(_category(self.language, int(str(values["count"]))), said["other"])
        return said.format(**values) if values else said


def _category(language: str, count: int) -> str:
    """CLDR's plural category of a whole number."""
    if language == "ar":
        if count < 3:
            return ("zero", "one", "two")[count]
        return "few" if 3 <= count % 100 <= 10 else "many" if count % 100 > 10 else "other"
    return "one" if language == "en" and count == 1 else "other"


@lru_cache(maxsize=200)
def texts(locale: str, folder: Path = _SHARED) -> Texts:
    """The texts of a locale ("zh-CN"): those of an app's folder over those of all apps."""
    language = locale.split("-")[0]
    own = _catalogue(folder, language)
    return Texts(language, own if folder == _SHARED else {**texts(locale).catalogue, **own})


def _catalogue(folder: Path, language: str) -> dict[str, Said]:
    file = folder / "languages" / f"{language}.yaml"
    if not language.isalpha() or not file.is_file():
        return {}
    found: dict[str, Said] = yaml.safe_load(file.read_text(encoding="utf-8"))
    return found
