"""An app by what its icon says: the launcher's own list, leafed through as a person does.

No adb command tells a label: the package holds a resource's number in its place.
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
from appagent.files import atomic_write
from appagent.geometry import Rect, Size
from appagent.ports import Device
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.values import Element

log = logging.getLogger(__name__)

PAGES = 20
"""The most pages that are looked at in one way: some 20 apps each."""
OPEN_S = 10.0
"""A touched icon until its app is in front."""

# From home, each until it brings the same again. All apps lie below it on most launchers, and
# side by side there on Samsung's; other makers have home pages alone.
_WAYS: tuple[tuple[Direction, ...], ...] = (("up", "left"), ("left",))


class Labels:
    """What icons said on this machine's phones, kept in a file, or in memory alone without one."""

    def __init__(self, file: Path | None = None) -> None:
        self._file, self._said = file, dict[str, str]()

    def recall(self, name: str, packages: Sequence[str]) -> str:
        """The package whose icon said `name` before, "" where none of `packages` did."""
        package = self._load().get(name.strip().casefold(), "")
        return package if package in packages else ""

    def remember(self, name: str, package: str) -> None:
        """Keep what an icon said; where the file cannot be written it is looked for again."""
        self._said = self._load() | {name.strip().casefold(): package}
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with atomic_write(self._file) as draft:
                draft.write_bytes(_FILE.dump_json(self._said, indent=1))
        except OSError as err:
            log.info("%s: not kept: %s", self._file, err)

    def _load(self) -> dict[str, str]:
        """What the file holds, and what was said since."""
        try:
            kept = _FILE.validate_json(self._file.read_bytes()) if self._file else {}
        except (OSError, ValueError) as err:
            log.info("%s: nothing is remembered: %s", self._file, err)
            kept = {}
        return kept | self._said


_FILE = TypeAdapter(dict[str, str])


def find_package(name: str, packages: Sequence[str], labels: Labels) -> str:
    """The package that a person means by `name`, without a look at the phone: by its words, by the
    table of common names, or by what an icon said before.

    Raises: `AppNotFound`, with near names.
    """
    try:
        return find(name, packages)
    except AppNotFound:
        if package := labels.recall(name, packages):
            return package
        raise


def by_icon(device: Device, name: str, labels: Labels) -> str:
    """The package of the app whose icon says `name`, which is then in front.

    Raises: `AppNotFound`, with near names, where none does; the home screen is in front then.
    """
    package = by_label(device, name)
    if not package:
        return find_package(name, device.packages(), labels)
    labels.remember(name, package)
    return package


def by_label(device: Device, name: str) -> str:
    """The package of the app whose icon says `name`, which is then in front; "" where none does.

    Case does not matter, all else does. What opens no app, as a folder, is not touched twice.
    """
    wanted = name.strip().casefold()
    vain: set[tuple[str, Rect]] = set()
    while touch := _icon(device, wanted, vain):
        if package := _app_behind(device, touch):
            return package
    device.perform(KeyPress("home"))
    return ""


def _icon(device: Device, wanted: str, vain: set[tuple[str, Rect]]) -> TouchAt | None:
    """A touch on the first thing on the launcher's pages that says `wanted` and is not in `vain`,
    where it is put; None where there is none."""
    read: set[str] = set()
    for ways in _WAYS:
        device.perform(KeyPress("home"))
        page = _page(device)
        for way in ways:
            for _ in range(PAGES):
                for icon in page.icons:
                    at = (icon.name, icon.bounds)
                    if icon.name.casefold() == wanted and at not in vain:
                        vain.add(at)
                        return TouchAt(icon.bounds.center, page.frame)
                read |= page.names
                device.perform(drag(page.frame.rect, way, "long", page.frame))
                before, page = page, _page(device)
                if page.names == before.names:
                    break
    log.info("no icon says %r; there are %s", wanted, ", ".join(sorted(read)))
    return None


@dataclass(frozen=True, slots=True)
class _Page:
    frame: Size
    icons: Sequence[Element]  # what can be touched and has a name

    @property
    def names(self) -> set[str]:
        return {icon.name for icon in self.icons}


def _page(device: Device) -> _Page:
    """What the launcher shows; no icons where that cannot be read.

    Raises: `ScreenUnreadable` where there is not even a picture.
    """
    try:
        seen = device.capture()
        image, tree = seen.image, seen.tree
    except ScreenUnreadable as err:
        log.info("a page of the launcher is passed over: %s", err)
        image, tree = device.screenshot(), b""
    frame = Size(image.shape[1], image.shape[0])
    elements = parse_hierarchy(tree, frame).elements if tree else ()
    return _Page(frame, [e for e in elements if e.name and "tap" in e.uses])


def _app_behind(device: Device, touch: TouchAt) -> str:
    """The package that a touch brings to the front; "" where no app of the launcher's comes. What
    comes between, as the shade or a splash of the system's, is waited out."""
    try:
        launcher, apps = device.foreground().package, device.packages()

        def front_app() -> str:
            front = device.foreground().package
            return front if front != launcher and front in apps else ""

        device.perform(touch)
        return poll(front_app, OPEN_S)
    except ScreenUnreadable as err:
        log.info("what a touch opened cannot be told: %s", err)
        return ""
