"""Works that need no phone, for workers that are processes of their own."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from appagent.errors import DeviceGone
from appagent.spread import Lost, Need, Place


@dataclass(frozen=True)
class Notes:
    """Each item writes a note and gives a word; some meet an accident the first time."""

    folder: Path  # that all processes share: who began what
    needs: Need = "pocket"

    def do(self, item: str, place: Place) -> Any:
        began = self.begun(item)
        with (self.folder / item).open("a") as log:
            log.write(f"{os.getpid()}\n")
        (place.write / f"{item}.txt").write_text(f"{item} on {place.phone}")
        if item == "broken":
            raise ValueError("broken")
        if item == "gone":
            raise DeviceGone("the phone is gone")
        if item == "lost" and not began:
            return Lost("its phone fell off the table")
        if item == "keyless" or (item == "keyed" and not began):
            return Lost("this machine has no key", unfit=True)
        if item == "killer" and not began:
            os.kill(os.getpid(), signal.SIGKILL)
        if item.startswith("nap"):
            place.stopped.wait(3)
        if item == "patient":
            place.stopped.wait(30)
            (self.folder / "ended").write_text(str(place.stopped.is_set()))
            raise KeyboardInterrupt
        told = {name: (known / "told").read_text() for name, known in place.read.items()}
        return item.upper(), place.turn(), told

    def begun(self, item: str) -> list[str]:
        file = self.folder / item
        return file.read_text().split() if file.exists() else []
