"""Find an app by the label of its icon, through the pages of the launcher as a person would.

No adb command tells a label: the package has the number of a resource in its place.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter

from appagent.actions.gestures import KeyPress, TouchAt, drag
from appagent.actions.verbs import Direction
from appagent.device.apps import find
from appagent.device.poll import poll
from appagent.errors import AppNotFound, ScreenUnreadable
from appagent.files import atomic_write, read_file
from appagent.geometry import Rect, Size
from appagent.ports import Device
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.values import Element

log = logging.getLogger(__name__)

PAGES = 20
"""The most pages that are searched in one direction: some 20 apps each."""
OPEN_S = 10.0
"""From a touch on an icon until its app is in front."""

# From home, each direction until nothing new comes. Most launchers have all apps below home, and
# Samsung's side by side there; other makers have home pages alone.
_WAYS: tuple[tuple[Direction, ...], ...] = (("up", "left"), ("left",))


class Labels:
    """The labels that icons had on this machine's phones, in a file, or in memory without one."""

    def __init__(self, file: Path | None = None) -> None:
        self._file, self._labels = file, dict[str, str]()

    def recall(self, name: str, packages: Sequence[str]) -> str:
        """The package whose icon was labelled `name` before; "" where it is none of `packages`."""
        package = self._load().get(name.strip().casefold(), "")
        return package if package in packages else ""

    def remember(self, name: str, package: str) -> None:
        """Store the label of an icon; without a file that can be written, only for this process."""
        self._labels = self._load() | {name.strip().casefold(): package}
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(self._file) as draft:
                draft.write_bytes(_FILE.dump_json(self._labels, indent=1))
        except OSError as err:
            log.info("%s: labels are not stored: %s", self._file, err)

    def _load(self) -> dict[str, str]:
        """The labels in the file, and those stored since."""
        try:
            stored = _FILE.validate_json(read_file(self._file)) if self._file else {}
        except (OSError, ValueError) as err:
            log.info("%s: no labels are read: %s", self._file, err)
            stored = {}
        return stored | self._labels


_FILE = TypeAdapter(dict[str, str])


def find_package(name: str, packages: Sequence[str], labels: Labels) -> str:
    """The package that a person means by `name`, by its words, by the table of common names, or by
    the label of an icon that was found before.

    Raises: `AppNotFound`, with near names.
    """
    try:
        return find(name, packages)
    except AppNotFound:
        if package := labels.recall(name, packages):
            return package
        raise


def by_icon(device: Device, name: str, labels: Labels) -> str:
    """The package of the app whose icon is labelled `name`; that app is then in front.

    Raises: `AppNotFound`, with near names, where none does; the home screen is in front then.
    """
    package = by_label(device, name)
    if not package:
        return find_package(name, device.packages(), labels)
    labels.remember(name, package)
    return package


def by_label(device: Device, name: str) -> str:
    """The package of the app whose icon is labelled `name`, and is then in front; "" for none.

    The label must be the same but for case. What opens no app, as a folder, is touched once.
    """
    wanted = name.strip().casefold()
    tried: set[tuple[str, Rect]] = set()
    while touch := _find_icon(device, wanted, tried):
        if package := _app_behind(device, touch):
            return package
    device.perform(KeyPress("home"))
    return ""


def _find_icon(device: Device, wanted: str, tried: set[tuple[str, Rect]]) -> TouchAt | None:
    """A touch on the first icon on the launcher's pages that is labelled `wanted` and was not tried
    before; adds it to `tried`. None where there is none."""
    read: set[str] = set()
    for ways in _WAYS:
        device.perform(KeyPress("home"))
        page = _page(device)
        for way in ways:
            for _ in range(PAGES):
                for icon in page.icons:
                    at = (icon.name, icon.bounds)
                    if icon.name.casefold() == wanted and at not in tried:
                        tried.add(at)
                        return TouchAt(icon.bounds.center, page.frame)
                read |= page.names
                device.perform(drag(page.frame.rect, way, "long", page.frame))
                before, page = page, _page(device)
                if page.names == before.names:
                    break
    log.info("no icon is labelled %r; there are %s", wanted, ", ".join(sorted(read)))
    return None


@dataclass(frozen=True, slots=True)
class _Page:
    frame: Size
    icons: Sequence[Element]  # what can be touched and has a name

    @property
    def names(self) -> set[str]:
        return {icon.name for icon in self.icons}


def _page(device: Device) -> _Page:
    """The page that the launcher shows, without icons where it cannot be read.

    Raises: `ScreenUnreadable` where there is not even a picture.
    """
    try:
        seen = device.capture()
        image, tree = seen.image, seen.tree
    except ScreenUnreadable as err:
        log.info("a page of the launcher cannot be read: %s", err)
        image, tree = device.screenshot(), b""
    frame = Size(image.shape[1], image.shape[0])
    elements = parse_hierarchy(tree, frame).elements if tree else ()
    return _Page(frame, [e for e in elements if e.name and "tap" in e.uses])


def _app_behind(device: Device, touch: TouchAt) -> str:
    """The package of the app that a touch brings to the front; "" where none comes. The
    notification shade and a splash screen of the system are waited out."""
    try:
        launcher, apps = device.foreground().package, device.packages()

        def front_app() -> str:
            front = device.foreground().package
            return front if front != launcher and front in apps else ""

        device.perform(touch)
        return poll(front_app, OPEN_S)
    except ScreenUnreadable as err:
        log.info("cannot see what the touch opened: %s", err)
        return ""
