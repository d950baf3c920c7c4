"""Find in the pixels what a tree does not tell: by a detector, or else by contours and OCR; and
what a toast says, which no tree does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace

from appagent.config import Config
from appagent.errors import DetectorFailed
from appagent.screen import ocr
from appagent.screen.shapes import Finder, add_shapes
from appagent.screen.values import Screen

log = logging.getLogger(__name__)

RESTS = 5  # screens until a detector that failed is asked again


class PixelReader:
    """Adds shapes to a screen whose tree tells too little.

    A failure of the detector is reported once. It then rests for some screens, since each would
    wait for it.
    """

    def __init__(self, config: Config, detect: Finder | None, say: Callable[[str], None]) -> None:
        self._read = ocr.read_texts if config.ocr and ocr.is_installed() else None
        self._wants_text = config.ocr
        self._detect, self._say = detect, say
        self._resting, self._failed = 0, False
        self._notices: dict[str, str] = {}  # what the last toast says, by its id

    def __call__(self, screen: Screen) -> Screen:
        seen = self._with_shapes(screen)
        if not screen.toast or self._read is None:
            return seen
        if not self._notices.get(screen.toast):  # it may be still coming up
            self._notices = {screen.toast: ocr.read_notice(screen, self._read)}
        return replace(seen, notice=self._notices[screen.toast])

    def _with_shapes(self, screen: Screen) -> Screen:
        try:
            seen = add_shapes(screen, self._read, None if self._resting else self._detect)
            self._resting = max(0, self._resting - 1)
            self._failed &= seen.seen_by != "detector"
        except DetectorFailed as err:
            if not self._failed:
                self._say(f"{err}; the contours stand in for now")
            self._resting, self._failed = RESTS, True
            seen = add_shapes(screen, self._read)
        if seen.shapes and self._wants_text and not self._read:
            log.info(ocr.HINT)
        return seen
