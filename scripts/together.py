"""Explore an app on one pocket phone and on several together, so many steps in all: what is known
of it then, the calls and the seconds that took, and how many elements were judged twice.

The rules explore, whose calls take no time; they may find nothing left before the last step.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import monotonic
from typing import Any

from appagent.api import POCKET, Agent, Phone, explore_together
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.outcome import Outcome
from appagent.report.plain import plural
from appagent.trail import read_steps


def explore(app: str, phones: int, steps: int, folder: Path) -> Sequence[Outcome]:
    """How the parts of an exploration ended, on new pocket phones."""
    settings: dict[str, Any] = {
        "explore_steps": steps, "model": "offline", "pocket_port": 0,
        "store": folder / "store", "runs": folder / "runs",
    }  # fmt: skip
    if phones == 1:
        with Phone.connect(POCKET, **settings) as phone:
            return [Agent(phone).explore(app, steps=steps)]
    devices = [POCKET] * phones
    return explore_together(
        app, devices, say=lambda _: None, watch=lambda _: None, settings=settings
    ).parts


def judged(parts: Sequence[Outcome]) -> Iterator[tuple[str, str]]:
    """Each touch that the model judged: the document of its element and use, and in words, for the
    rows of a list may share a document."""
    for part in parts:
        for step in read_steps(Path(part.trail)):
            if step.doc and step.reflection != "as before":
                yield step.doc.partition(": ")[0], step.words


def coverage(app: str, phones: int, steps: int, folder: Path) -> str:
    """What came of so many steps, as a line."""
    began = monotonic()
    parts = explore(app, phones, steps, folder)
    seconds, touches = monotonic() - began, Counter(judged(parts))
    store, package = DocStore(folder / "store"), parts[0].app
    pages = maps_of(store).read(package).pages
    controls = [control for page in pages for control in page.controls]
    ways = sum(len(control.edges) for control in controls)
    return (
        f"{app}, {plural(phones, 'phone')}: {sum(part.steps for part in parts)} steps, "
        f"{len(pages)} pages, {len(controls)} controls, {ways} ways, {len(store.docs(package))} "
        f"docs, {sum(part.calls for part in parts)} calls, {touches.total()} judged, "
        f"{sum(n > 1 for n in touches.values())} of them twice, {seconds:.0f} s"
    )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("apps", nargs="*", default=["clock"], help="clock if not given")
    asked.add_argument("--phones", type=int, default=3)
    asked.add_argument("--steps", type=int, default=150, help="of all phones together")
    asked.add_argument("--folder", type=Path, help="where stores and trails go")
    given = asked.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp(prefix="together-"))
    for app in given.apps:
        for phones in (1, given.phones):
            print(coverage(app, phones, given.steps, folder / f"{app}-{phones}"), flush=True)


if __name__ == "__main__":
    main()
