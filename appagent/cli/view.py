"""`appagent view`: number one screen, from the phone or from two files."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import cv2

from appagent.agent.observe import Rung, capture
from appagent.agent.pixels import PixelReader
from appagent.api import Control, make_detector, open_device
from appagent.cli.out import terminal, write_out
from appagent.config import Config, load
from appagent.errors import UsageError
from appagent.flows import TapOn, by_place, selector_of, told
from appagent.report import plain
from appagent.report.plain import plural
from appagent.report.terminal import source_note
from appagent.screen.describe import view_lines
from appagent.screen.marks import mark_or_grid
from appagent.screen.nameless import tell_nameless
from appagent.screen.saved import load_screen
from appagent.screen.shapes import Found
from appagent.screen.values import Image, Mark, Screen, Use, View

_USES: tuple[Use, ...] = ("tap", "text", "long_press", "swipe")


def show_view(
    xml: Path | None,
    image: Path | None,
    out: Path | None,
    grid: bool,
    device: str | None,
    *,
    selectors: bool,
    as_json: bool,
) -> int:
    config = load({"device": device}).config
    explain = explainer(config, plain.aside)
    if xml is None and image is None:
        with open_device(config, person=terminal().person) as phone:
            screen = tell_nameless(capture(phone, config.settle_s, explain))
    else:
        screen, notes = load_screen(xml, image)
        for note in notes:
            plain.aside(f"{xml}: {note}")
        screen = explain(screen)
    seen = mark_or_grid(screen, width_px=config.image_width_px, on_grid=grid)
    target = out or (None if as_json else _free("view.png"))
    if target is not None and any(_same(target, given) for given in (xml, image)):
        raise UsageError(f"{target} is the input itself: name another file with --out")
    if target is not None:
        save(target, seen.image)
    rung: Rung = "grid" if seen.grid else screen.seen_by
    if as_json:
        plain.document(
            {
                "app": screen.app._asdict(),
                "size": list(screen.size),
                "tree": screen.tree,
                "picture_shows": screen.picture,
                "seen_by": rung,
                "settled": screen.settled,
                "picture": str(target) if target else None,
                "marks": [
                    Control.of(m).json() | ({"selector": _selector(m, seen)} if selectors else {})
                    for m in seen.marks
                ],
            }
        )
        return 0
    if selectors:
        plain.line("\n".join(f"{m.label:>3} {_told(m, seen)}" for m in seen.marks))
    else:
        plain.line("\n".join(view_lines(seen)))
    summary = f"{plural(len(seen.marks), 'mark')}{source_note(screen, rung)}"
    plain.aside(f"{summary}; the numbered picture: {target}")
    return 0


def _told(mark: Mark, view: View) -> str:
    """What means a control, or the place of one that nothing means."""
    place = by_place(mark.bounds.center, view.screen.size.rect)
    found = _selector(mark, view) or f"{_line(TapOn(target=place))}  nothing else means it"
    element = mark.element
    only_scrolls = element is not None and element.uses == {"swipe"} and not element.scale
    return f"{found}  to scroll: a tap goes to what it holds" if only_scrolls else found


def _selector(mark: Mark, view: View) -> str:
    """What means a control in a flow, as a line of it; "" where nothing does."""
    uses = mark.element.uses if mark.element else frozenset()
    use = next((use for use in _USES if use in uses), None)
    found = selector_of(mark, view, use) if use else None
    return _line(TapOn(target=found)) if found else ""


def _line(touch: TapOn) -> str:
    return told(touch).removeprefix(f"{TapOn.word}: ")


def explainer(config: Config, say: Callable[[str], None]) -> Callable[[Screen], Screen]:
    """Reads what only the pixels of a screen show; `say` gets the detector's host beforehand."""
    detector = make_detector(config)
    if detector is None:
        return PixelReader(config, None, say)

    def detect(image: Image) -> Sequence[Found]:
        say(f"the screen goes to {detector.host}")
        return detector(image)

    return PixelReader(config, detect, say)


def _free(name: str) -> Path:
    """The path of this name, or the first of `view-2.png`, ... that does not exist yet."""
    path, number = Path(name), 1
    while path.exists():
        number += 1
        path = Path(name).with_stem(f"{Path(name).stem}-{number}")
    return path


def _same(one: Path, other: Path | None) -> bool:
    return other is not None and one.exists() and other.exists() and one.samefile(other)


def save(path: Path, image: Image) -> None:
    """Write a picture in the format of its suffix. Raises: `UsageError`."""
    suffix = path.suffix or ".png"
    try:
        done, data = cv2.imencode(suffix, cv2.cvtColor(image, cv2.COLOR_RGB2BGR))
    except cv2.error:
        done = False
    if not done:
        raise UsageError(f"{path}: unknown picture format {suffix}: use .png or .jpg")
    write_out(path, data.tobytes())
