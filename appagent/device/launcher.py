"""An app by what its icon says: the launcher's own list, leafed through as a person does.

No adb command tells a label: the package holds a resource's number in its place.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import TypeAdapter

from appagent.actions.gestures import KeyPress, TouchAt, drag
from appagent.actions.verbs import Direction
from appagent.device.transport import poll
from appagent.errors import ScreenUnreadable
from appagent.files import replaced
from appagent.geometry import Rect, Size
from appagent.screen.hierarchy import parse
from appagent.screen.values import Element

if TYPE_CHECKING:
    from appagent.device.adb import AdbDevice

log = logging.getLogger(__name__)

PAGES = 20
"""The most pages that are looked at in one way: some 20 apps each."""
OPEN_S = 10.0
"""A touched icon until its app is in front."""

_WAYS: tuple[Direction, ...] = ("up", "left")


def by_label(device: AdbDevice, name: str) -> str:
    """The package of the app whose icon says `name`, which is then in front; "" where none does.

    Looks at the first home page, at what a finger drawn upwards brings (all apps, on most
    launchers), and at the other home pages, each until it brings the same again. Case does not
    matter, all else does. What opens no app, as a folder, is left again, and not touched twice.
    """
    frame, wanted = device.size(), name.strip().casefold()
    read: set[str] = set()
    vain: set[tuple[str, Rect]] = set()
    for way in _WAYS:
        device.perform(KeyPress("home"))
        before: set[str] | None = None
        for _ in range(PAGES):
            icons = [(icon.name, icon.bounds) for icon in _icons(device, frame)]
            same = (icon for icon in icons if icon[0].casefold() == wanted and icon not in vain)
            if found := next(same, None):
                if package := _opened(device, TouchAt(found[1].center, frame)):
                    return package
                vain.add(found)
                device.perform(KeyPress("home"))
                before = None
                continue
            names = {said for said, _ in icons}
            if before == names:
                break
            before = names
            read |= names
            device.perform(drag(frame.rect, way, "long", frame))
    log.info("no icon says %r; there are %s", name, ", ".join(sorted(read)))
    device.perform(KeyPress("home"))
    return ""


def recall(file: Path, name: str, packages: Sequence[str]) -> str:
    """The package whose icon said `name` before, "" where none of `packages` did."""
    package = _kept(file).get(name.strip().casefold(), "")
    return package if package in packages else ""


def remember(file: Path, name: str, package: str) -> None:
    """Keep what an icon said; where the file cannot be written it is looked for again."""
    kept = _kept(file) | {name.strip().casefold(): package}
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with replaced(file) as draft:
            draft.write_bytes(_FILE.dump_json(kept, indent=1))
    except OSError as err:
        log.info("%s: not kept: %s", file, err)


_FILE = TypeAdapter(dict[str, str])


def _kept(file: Path) -> dict[str, str]:
    try:
        return _FILE.validate_json(file.read_bytes())
    except (OSError, ValueError) as err:
        log.info("%s: nothing is remembered: %s", file, err)
        return {}


def _icons(device: AdbDevice, frame: Size) -> Sequence[Element]:
    """What can be touched and has a name; nothing where the screen cannot be read."""
    try:
        tree = device.capture().tree
        elements = parse(tree, frame).elements if tree else ()
    except ScreenUnreadable as err:
        log.info("a page of the launcher is passed over: %s", err)
        return []
    return [element for element in elements if element.name and "tap" in element.uses]


def _opened(device: AdbDevice, touch: TouchAt) -> str:
    """The package that a touch brings to the front; "" where it is no app of the launcher's, or
    nothing comes to the front."""
    try:
        launcher = device.foreground().package
        device.perform(touch)
        poll(lambda: device.foreground().package != launcher, OPEN_S)
        package = device.foreground().package
    except ScreenUnreadable as err:
        log.info("what a touch opened cannot be told: %s", err)
        return ""
    return package if package in device.packages() else ""
