"""Look for the person's own in the maps of apps, by the phone's own state.

A map is made as it is in use: by a crawl (each kind of touch once a page), by an exploration with
the offline rules, and by a run of each of the app's tasks. What a map holds is then searched for
what any state of these phones says.
"""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from appagent.bench.stage import open_stage
from appagent.device.server import AdbServer
from appagent.knowledge.map import AppMap
from appagent.knowledge.mapfile import Maps
from appagent.texts import as_words
from pocketphone.phone import Phone
from scripts.crawled import explore_by_rules, store_of
from scripts.walks import APPS, LEARNED_SEED, chart
from tests.bench.player import PROGRAMS, TASKS_OF, play

EXPLORED = 40  # steps
PERSONAL = frozenset({
    "name", "phone", "email", "address", "notes", "digits", "title", "text", "body", "subject",
    "about", "city", "handle", "bio", "username", "code", "number", "ssid", "owner", "from", "to",
    "password", "website", "song",
})  # fmt: skip
"""The fields of a state that hold what somebody wrote, or is called by."""
SHORTEST = 5  # characters of a text that is looked for: "and?" is a message, too


def personal(known: AppMap, *states: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The names and facts of a map that hold something of the person's, with what they hold, by the
    phone's own states."""
    texts = {text for state in states for text in _texts(state["apps"])}
    own = {_words(text) for text in texts if len(text) >= SHORTEST}
    return [
        (told, text.strip()) for told in _told(known) for text in own if text in _words(told)
    ]  # fmt: skip


def _texts(value: Any, key: str = "") -> Iterator[str]:
    """The texts of a state that somebody wrote, or is called by."""
    match value:
        case Mapping():
            for name, inner in value.items():
                yield from _texts(inner, name)
        case list() | tuple():
            for inner in value:
                yield from _texts(inner, key)
        case str() if key in PERSONAL:
            yield value


def _told(known: AppMap) -> Iterator[str]:
    for page in known.pages:
        yield from (page.name, *page.shows, *page.fixed)
        for control in page.controls:
            yield from (control.name, control.sign, *control.also)


def _words(text: str) -> str:
    return f" {as_words(text)} "


# --- a map in use ---------------------------------------------------------------------------------


def used(app: str, seed: int, folder: Path) -> tuple[AppMap, Sequence[Mapping[str, Any]]]:
    """The map of an app after a crawl, an exploration and its tasks, and what the phones held."""
    package = f"com.pocketphone.{app}"
    store = store_of(chart(app).known, package, folder / "docs")
    states: list[Mapping[str, Any]] = [Phone(seed=LEARNED_SEED).truth]
    server = AdbServer.on_free_port()
    server.start()
    try:
        with open_stage(server, seed) as stage:
            explore_by_rules(stage, package, store, folder, EXPLORED)
            states.append(stage.state())
        with open_stage(server, seed) as stage:
            for name in (name for name, (of, _) in TASKS_OF.items() if of == package):
                replies = PROGRAMS[name]["replies"]
                if not play(stage, name, seed, replies, folder).met:
                    print(f"  {name} was not done", flush=True)
                states.append(stage.state())
    finally:
        server.stop()
    return Maps([store.folders[-1]]).read(package), states


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("apps", nargs="*", metavar="APP")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quick", action="store_true", help="after the crawl alone")
    options = parser.parse_args()
    logging.disable(logging.ERROR)
    states: Sequence[Mapping[str, Any]]
    leaks = 0
    for app in options.apps or APPS:
        with tempfile.TemporaryDirectory() as folder:
            if options.quick:
                known, states = chart(app).known, [Phone(seed=LEARNED_SEED).truth]
            else:
                known, states = used(app, options.seed, Path(folder))
        found = personal(known, *states)
        leaks += len(found)
        print(f"{app}: {len(known.pages)} pages, {len(found)} texts of the person's", flush=True)
        for told, text in found:
            print(f"  {text} in {told!r}")
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
