from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from appagent.actions.gestures import Drag, Gesture, KeyPress, TouchAt
from appagent.device.launcher import Labels, _app_behind, by_icon, by_label, find_package
from appagent.errors import AppNotFound, ScreenMoved, ScreenUnreadable
from appagent.exchange import Capture
from appagent.geometry import Point, Size
from appagent.ports import Device
from appagent.screen.values import App, Image

FRAME = Size(400, 800)
BANK = "com.starfinanz.smob"
PAGES = {
    "home": {"Bank": "folder", "Phone": "dialer"},
    "apps": {"Clock": "clock", "Bank": BANK},
    "beside": {"Notes": "notes"},
    "folder": {"Bank folder": "folder", "Rename": "folder"},
}


class Launcher:
    """A home page with a folder, which holds no app, and all apps above it, on two pages side by
    side."""

    def __init__(self, unread: Sequence[str] = ()) -> None:
        self.page, self.unread, self.strayed = "home", unread, False

    @property
    def size(self) -> Size:
        """A video stands across; the launcher never does."""
        return FRAME if self.page in PAGES else Size(*reversed(FRAME))

    def packages(self) -> Sequence[str]:
        return [BANK, "clock", "dialer", "notes"]

    def foreground(self) -> App:
        return App("launcher" if self.page in PAGES else self.page, "")

    def perform(self, gesture: Gesture) -> None:
        if isinstance(gesture, TouchAt | Drag) and gesture.frame != self.size:
            raise ScreenMoved(f"{gesture.frame} is not {self.size}")
        match gesture:
            case KeyPress():
                self.page = "home"
            case TouchAt(point):
                self.page = list(PAGES[self.page].values())[point.y // 100]
            case Drag(start, end):
                self.strayed |= self.page == "folder"
                if self.page == "home" and start.y > end.y:
                    self.page = "apps"
                elif self.page == "apps" and start.x > end.x:
                    self.page = "beside"

    def capture(self, *, windows: bool = False) -> Capture:  # noqa: ARG002
        if self.page in self.unread:
            raise ScreenUnreadable("no picture")
        nodes = "".join(
            f'<node text="{name}" class="android.widget.TextView" clickable="true" enabled="true" '
            f'bounds="[0,{100 * row}][400,{100 * row + 100}]"/>'
            for row, name in enumerate(PAGES[self.page])
        )
        image = self.screenshot()
        tree = f'<hierarchy rotation="0">{nodes}</hierarchy>'.encode()
        return Capture(image, image, tree, "", self.foreground(), keyboard=False)

    def screenshot(self) -> Image:
        return np.zeros((self.size.height, self.size.width, 3), np.uint8)


def found(launcher: Launcher, name: str) -> str:
    return by_label(cast(Device, launcher), name)


def test_landscape_apps_are_left_before_the_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    launcher = Launcher()
    launcher.page = "video"
    assert found(launcher, "Bank") == BANK


def test_a_folder_is_left_before_the_search_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    launcher = Launcher()
    assert found(launcher, "Bank") == BANK
    assert not launcher.strayed


def test_all_apps_may_lie_side_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    assert found(Launcher(), "Notes") == "notes"


def test_a_splash_before_the_app_is_waited_out() -> None:
    launcher = Launcher()
    fronts = iter([App("launcher", ""), App("com.android.systemui", "Splash"), App(BANK, "")])
    launcher.foreground = lambda: next(fronts)  # type: ignore[method-assign]
    launcher.page = "apps"
    assert _app_behind(cast(Device, launcher), TouchAt(Point(50, 150), FRAME)) == BANK


@pytest.mark.parametrize(
    ("unread", "package"), [(("home",), BANK), (("apps",), ""), (("home", "apps"), "")]
)
def test_an_unreadable_launcher_page_is_skipped(
    unread: Sequence[str], package: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    assert found(Launcher(unread), "Bank") == package


def test_an_icons_label_is_remembered_while_its_app_is_installed(tmp_path: Path) -> None:
    file = tmp_path / "cache" / "labels.json"
    labels = Labels(file)
    labels.remember("Sparkasse", "com.starfinanz.smob")
    labels.remember("Post", "de.post.app")
    for again in (labels, Labels(file)):
        assert again.recall(" sparkasse ", ["com.starfinanz.smob"]) == "com.starfinanz.smob"
        assert again.recall("Sparkasse", ["de.post.app"]) == ""
    file.write_text("damaged")
    assert Labels(file).recall("Post", ["de.post.app"]) == ""
    unwritable = Labels(tmp_path)
    unwritable.remember("Post", "de.post.app")
    assert unwritable.recall("Post", ["de.post.app"]) == "de.post.app"


def test_the_launcher_is_searched_once_for_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("appagent.device.launcher.OPEN_S", 0)
    labels, launcher = Labels(), Launcher()
    with pytest.raises(AppNotFound):
        find_package("Bank", launcher.packages(), labels)
    assert by_icon(cast(Device, launcher), "Bank", labels) == BANK
    assert find_package("Bank", launcher.packages(), labels) == BANK


def test_an_unknown_label_is_answered_with_near_names() -> None:
    with pytest.raises(AppNotFound, match="did you mean dialer"):
        by_icon(cast(Device, Launcher()), "Dialler", Labels())
