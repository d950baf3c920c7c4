"""Walk with `go` between drawn pairs of pages, on other phones than the map was learned on.

The map comes from a crawl of a phone in this process: each kind of touch once a page. The walks go
over phones of another size, theme and language, and begin where some touches led. What a walk
believes is held against the phone's own page, what it did against the phone's state.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple

from appagent.actions.gestures import resolve
from appagent.actions.verbs import Go, ScrollTo
from appagent.actions.way import Way
from appagent.agent.guide import Walk, touch_of
from appagent.agent.observe import Observation
from appagent.bench.solve import act, launch
from appagent.errors import ActionImpossible, AppAgentError
from appagent.knowledge.map import AppMap, Step, steps_from
from appagent.screen.general import is_filled
from pocketphone.phone import Phone
from scripts.crawl import Copy, do, spots
from scripts.crawled import Crawl, PageId, look, page_of
from scripts.harm import dangers, harm
from scripts.truth import harms

LEARNED_SEED = 1
APPS = ("clock", "chat", "mail", "maps", "shop", "music", "reviews", "social", "video", "contacts",
        "settings", "photos")  # fmt: skip
MOST_STEPS = 12  # of a walk
PHONES: Mapping[str, Mapping[str, Any]] = {
    "the same": {},
    "small": {"size": (720, 1480), "density": 320},
    "tablet": {"size": (1600, 2560), "density": 320},
    "dark": {"theme": "dark"},
    "Chinese": {"language": "zh-CN"},
}


class Charted(NamedTuple):
    """An app's map, and which pages of the phone each of its pages was."""

    known: AppMap
    truth: Mapping[str, set[PageId]]


def chart(app: str) -> Charted:
    """The map of a crawl of a phone in this process."""
    crawl = Crawl(f"com.pocketphone.{app}", Phone(seed=LEARNED_SEED))
    known, truth = crawl.run(), defaultdict[str, set[PageId]](set)
    for looks, page in crawl.pages:
        if found := known.at(looks):
            truth[found.name].add(page)
    return Charted(known, truth)


# --- the walks ------------------------------------------------------------------------------------


@dataclass
class Ended:
    """How one walk ended."""

    how: str  # arrived, wrong, harm, or stopped
    why: str = ""
    steps: int = 0
    came: str = ""  # from which page, at the end


def walk(phone: Phone, charted: Charted, goal: str) -> Ended:
    """Walk to a page as a run does, with a guard for a task that asks for nothing."""
    came, way, before = "", Way(), phone.truth
    path = Walk.to(Go(page=goal), charted.known, phone.app.package)
    for steps in range(MOST_STEPS):
        now = look(phone)
        try:
            move = path.next(now)
            if move is None:
                right = page_of(phone) in charted.truth[goal]
                how = "arrived" if right else "wrong"
                return Ended(how, f"on {page_of(phone)}", steps, came)
            here = charted.known.at(now.page)
            if here is None or here.kind == "page":  # a menu closes behind what it leads to
                came = here.name if here else ""
            if harms(move, now.screen, way.opener(now.page)).keys() - {"unknown"}:
                return Ended("stopped", "the guard would ask", steps)
            if isinstance(move.action, ScrollTo):
                _scroll(phone, now, move.action.text)
            elif move.package:
                phone.force_stop(move.package)
                launch(phone, move.package)
            else:
                act(phone, move)
        except AppAgentError as err:
            return Ended("stopped", str(err), steps)
        way = way.after(move, now.screen, look(phone).screen)
        if dangers(found := harm(before, phone.truth), exploring=True):
            return Ended("harm", f"{move.words}: {dict(found)}", steps)
    return Ended("stopped", "too long", MOST_STEPS)


def _scroll(phone: Phone, seen: Observation, text: str) -> None:
    """Look further down for a text, as agent/looks.py does."""
    width, height = seen.screen.size
    for _ in range(8):
        if any(text in e.name for e in look(phone).screen.elements):
            return
        phone.drag(width / 2, height * 0.7, width / 2, height * 0.3, 500)


def start_of(phone: Phone, app: str, random: Random) -> None:
    """Put the phone on some page of the app, perhaps scrolled."""
    phone.reset()
    launch(phone, f"com.pocketphone.{app}")
    for _ in range(random.randrange(5)):
        before = Copy.of(phone)
        seen = [spot for spot in spots(phone) if "tap" in spot.verbs]
        state = phone.truth
        do(phone, random.choice(seen).point, "tap")
        left = phone.app.package != f"com.pocketphone.{app}"
        if left or dangers(harm(state, phone.truth), exploring=True):
            before.put(phone)
    if random.random() < 0.3:
        width, height = phone.size
        phone.drag(width / 2, height * 0.7, width / 2, height * 0.4, 500)


def walks(
    app: str, charted: Charted, pairs: int, seed: int
) -> Iterator[tuple[str, str, str, Ended]]:
    """The pairs of an app, each on the next kind of phone: kind, start, goal, and how it ended."""
    random = Random(f"{seed}/{app}")
    phones = {kind: Phone(seed=seed + 100, **about) for kind, about in PHONES.items()}
    for number in range(pairs):
        kind = list(PHONES)[number % len(PHONES)]
        phone = phones[kind]
        start_of(phone, app, random)
        goal = random.choice(charted.known.pages).name
        here = charted.known.at(look(phone).page)
        yield kind, here.name if here else "?", goal, walk(phone, charted, goal)


# --- the edges ------------------------------------------------------------------------------------


class Again(NamedTuple):
    """An edge that was to be walked again on another phone."""

    step: Step
    how: str  # held, elsewhere, or absent: its control was not found
    why: str = ""


def edges(app: str, charted: Charted, seed: int) -> Iterator[Again]:
    """Each edge that may be walked and whose page is reached on another phone, and where it leads
    there."""
    known, phone = charted.known, Phone(seed=seed + 200)
    for page in known.pages:
        for step in steps_from(page):
            edge = step.control.edges[step.verb]
            if step.control.row or step.verb != "tap" or not (edge.offered and known.page(step.to)):
                continue
            phone.reset()
            launch(phone, f"com.pocketphone.{app}")
            there = walk(phone, charted, page.name)
            empty = edge.filled and not is_filled(look(phone).screen)
            if there.how != "arrived" or empty or (edge.back and not there.came):
                continue
            try:
                _touch(phone, step, known)
            except AppAgentError as err:
                yield Again(step, "absent", str(err))
                continue
            to = there.came if edge.back else step.to
            led = known.at(look(phone).page, to)
            if led and led.name == to:
                yield Again(step, "held")
            else:
                yield Again(step, "elsewhere", f"led to {led.name if led else page_of(phone)}")


def _touch(phone: Phone, step: Step, known: AppMap) -> None:
    """Walk an edge whose page is shown, and look further down for it as a walk does.

    Raises: `ActionImpossible` where its control is not found.
    """
    seen = look(phone)
    with suppress(ActionImpossible):
        return act(phone, resolve(touch_of(step, known, seen), seen.view))
    _scroll(phone, seen, step.control.name)
    seen = look(phone)
    return act(phone, resolve(touch_of(step, known, seen), seen.view))


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("apps", nargs="*", metavar="APP")
    parser.add_argument("--pairs", type=int, default=17, help="of each app")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--edges", action="store_true", help="walk each edge again, too")
    options = parser.parse_args()
    total = Counter[tuple[str, str]]()
    for app in options.apps or APPS:
        charted = chart(app)
        ended = [*walks(app, charted, options.pairs, options.seed)]
        counts = Counter(each.how for *_, each in ended)
        total.update((kind, each.how) for kind, _, _, each in ended)
        print(f"{app}: {len(charted.known.pages)} pages; {dict(counts)}", flush=True)
        if options.edges:
            _tell_edges(app, charted, options.seed)
        for kind, start, goal, each in ended:
            if each.how != "arrived":
                print(f"  {kind}: {start} -> {goal}: {each.how}: {each.why}")
    for kind in PHONES:
        print(f"{kind}: { ({how: n for (which, how), n in total.items() if which == kind}) }")
    return 0


def _tell_edges(app: str, charted: Charted, seed: int) -> None:
    found = [*edges(app, charted, seed)]
    print(f"  edges walked again: {dict(Counter(each.how for each in found))}")
    for step, how, why in found:
        if how != "held":
            print(f"    {step.page} > {step.control.name or step.control.key} > {step.to}: {why}")


if __name__ == "__main__":
    sys.exit(main())
