from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from appagent.actions.gestures import Drag, Gesture, KeyPress, TouchAt
from appagent.device.adb import AdbDevice
from appagent.device.launcher import by_label, recall, remember
from appagent.errors import ScreenUnreadable
from appagent.geometry import Size
from appagent.ports import Capture
from appagent.screen.values import App

FRAME = Size(400, 800)
BANK = "com.starfinanz.smob"
PAGES = {
    "home": {"Bank": "folder", "Phone": "dialer"},
    "apps": {"Clock": "clock", "Bank": BANK},
    "folder": {"Bank folder": "folder", "Rename": "folder"},
}


class Launcher:
    """A home page with a folder, which holds no app, and all apps above it."""

    def __init__(self, unread: Sequence[str] = ()) -> None:
        self.page, self.unread, self.strayed = "home", unread, False

    def size(self) -> Size:
        return FRAME

    def packages(self) -> Sequence[str]:
        return [BANK, "clock", "dialer"]

    def foreground(self) -> App:
        return App("launcher" if self.page in PAGES else self.page, "")

    def perform(self, gesture: Gesture) -> None:
        match gesture:
            case KeyPress():
                self.page = "home"
            case TouchAt(point):
                self.page = list(PAGES[self.page].values())[point.y // 100]
            case Drag(start, end):
                self.strayed |= self.page == "folder"
                if self.page == "home" and start.y > end.y:
                    self.page = "apps"

    def capture(self) -> Capture:
        if self.page in self.unread:
            raise ScreenUnreadable("no picture")
        nodes = "".join(
            f'<node text="{name}" class="android.widget.TextView" clickable="true" enabled="true" '
            f'bounds="[0,{100 * row}][400,{100 * row + 100}]"/>'
            for row, name in enumerate(PAGES[self.page])
        )
        image = np.zeros((FRAME.height, FRAME.width, 3), np.uint8)
        tree = f'<hierarchy rotation="0">{nodes}</hierarchy>'.encode()
        return Capture(image, image, tree, "", self.foreground(), keyboard=False)


def found(launcher: Launcher, name: str) -> str:
    return by_label(cast(AdbDevice, launcher), name)


def test_a_folder_is_left_before_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    launcher = Launcher()
    assert found(launcher, "Bank") == BANK
    assert not launcher.strayed


@pytest.mark.parametrize(
    ("unread", "package"), [(("home",), BANK), (("apps",), ""), (("home", "apps"), "")]
)
def test_a_page_that_cannot_be_read_is_passed_over(
    unread: Sequence[str], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    assert found(Launcher(unread), "Bank") == package


def test_what_an_icon_said_is_remembered_while_its_app_is_there(tmp_path: Path) -> None:
    file = tmp_path / "cache" / "labels.json"
    remember(file, "Sparkasse", "com.starfinanz.smob")
    remember(file, "Post", "de.post.app")
    assert recall(file, " sparkasse ", ["com.starfinanz.smob"]) == "com.starfinanz.smob"
    assert recall(file, "Sparkasse", ["de.post.app"]) == ""
    file.write_text("damaged")
    assert recall(file, "Post", ["de.post.app"]) == ""
    remember(tmp_path, "Post", "de.post.app")
