"""Walk with `go` between drawn pairs of pages, on other phones than the map was learned on.

The map comes from a crawl of a phone in this process: each kind of touch once a page. The walks go
over phones of another size, theme and language, and begin where some touches led. What a walk
believes is held against the phone's own page, what it did against the phone's state.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from random import Random
from typing import Any

from appagent.actions.gestures import Move, under
from appagent.actions.verbs import Go, ScrollTo
from appagent.agent.guide import Walk
from appagent.agent.observe import Observation
from appagent.bench.solve import act, launch, view_of
from appagent.errors import AppAgentError
from appagent.exchange import Picture
from appagent.geometry import Point
from appagent.knowledge.map import AppMap, Control, Step, Verb, see, walked, without
from appagent.safety.effects import danger_of_all, side_effects
from appagent.safety.scene import Scene
from appagent.safety.verdict import votes
from appagent.safety.way import Way
from appagent.screen.change import difference
from appagent.screen.general import general, owned, sight
from appagent.screen.keys import fingerprint
from appagent.texts import words_of
from pocketphone.phone import Phone
from scripts.crawl import Copy, do, spots
from scripts.harm import dangers, harm

TODAY = date(2026, 1, 1)
LEARNED_SEED = 1
MOST_LOOKS = 120  # states of an app that the crawl goes on from
APPS = ("clock", "chat", "mail", "maps", "shop", "music", "reviews", "social", "video", "contacts",
        "settings", "photos")  # fmt: skip
MOST_STEPS = 12  # of a walk
VERBS: Mapping[str, Verb] = {
    "tap": "tap", "hold": "long_press", "left": "swipe", "right": "swipe", "fill": "text",
    "enter": "enter",
}  # fmt: skip
PHONES: Mapping[str, Mapping[str, Any]] = {
    "the same": {},
    "small": {"size": (720, 1480), "density": 320},
    "tablet": {"size": (1600, 2560), "density": 320},
    "dark": {"theme": "dark"},
    "Chinese": {"language": "zh-CN"},
}
PERSONAL = frozenset({
    "name", "phone", "email", "address", "notes", "digits", "title", "text", "body", "subject",
    "about", "city", "handle", "bio", "username", "code", "number", "ssid", "owner", "from", "to",
    "password", "website", "song",
})  # fmt: skip
"""The fields of a state that hold what somebody wrote, or is called by."""
SHORTEST = 5  # characters of a text that is looked for: "and?" is a message, too
PageId = tuple[str, str]  # of the phone: its app and its page


@dataclass
class Charted:
    """An app's map, and which pages of the phone each of its pages was."""

    known: AppMap = field(default_factory=AppMap)
    own: set[str] = field(default_factory=set)  # the person's texts
    seen: set[tuple[frozenset[str], PageId]] = field(default_factory=set)

    @property
    def truth(self) -> Mapping[str, set[PageId]]:
        found = defaultdict[str, set[PageId]](set)
        for looks, page in self.seen:
            if known := self.known.at(looks):
                found[known.name].add(page)
        return found


def observed(phone: Phone) -> Observation:
    view = view_of(phone)
    screen = replace(view.screen, language=phone.language)
    page = fingerprint(screen.elements, screen.language)
    return Observation(
        replace(view, screen=screen), Picture(b"", *screen.size), (), page, view.image
    )


def page_of(phone: Phone) -> PageId:
    return phone.app.package, str(phone.page.page)


def chart(app: str) -> Charted:
    """The map of a crawl. A touch that does harm is learned with it, as an agent would."""
    phone, package = Phone(seed=LEARNED_SEED), f"com.pocketphone.{app}"
    launch(phone, package)
    charted = Charted()
    waiting, looks = deque([Copy.of(phone)]), set[object]()
    while waiting and len(looks) < MOST_LOOKS:
        start = waiting.popleft()
        start.put(phone)
        before, here = observed(phone), page_of(phone)
        look = here, frozenset(e.key for e in before.screen.elements)
        if look in looks or phone.app.package != package:
            continue
        looks.add(look)
        for spot in spots(phone):
            for verb in spot.verbs:
                start.put(phone)
                do(phone, spot.point, verb)
                after = observed(phone)
                _learn(charted, before, after, spot.point, VERBS[verb])
                charted.seen |= {(before.page, here), (after.page, page_of(phone))}
                waiting.append(Copy.of(phone))
    return charted


def _learn(
    charted: Charted, before: Observation, after: Observation, point: tuple[float, float],
    verb: Verb,
) -> None:  # fmt: skip
    """As agent/mapping.py learns from a step."""
    element = under(Point(*map(int, point)), before.view)
    own, known = charted.own, charted.known
    own |= {*owned(before.screen), *owned(after.screen)}
    known, page = see(known, before.page, sight(before.screen, own, known.words), TODAY)
    charted.known = known = known.model_copy(
        update={"start": known.start or page.name, "language": "en-US"}
    )
    if after.screen.app.package != before.screen.app.package or not (element and element.key):
        return
    control = Control(role="key", name="enter")
    if verb != "enter":
        told = general(element, before.screen, own, known.words)
        control = Control(**told._asdict() | {"uses": ()})
    step = Step(page.name, control, verb, "")
    told_by = sight(after.screen, own, known.words, "" if control.row else control.name)
    known, led = see(known, after.page, told_by, TODAY, step)
    page = known.at(before.page) or page
    if led.name != page.name:
        change = difference(before.screen, after.screen)
        move = Move(Go(page="-"), element=element)
        found = danger_of_all(side_effects(move, change, before.screen, after.screen))
        step = step._replace(page=page.name, to=led.name)
        known = walked(known, step, TODAY, "", found)
    charted.known = without(known, own)


# --- the person's own -----------------------------------------------------------------------------


def personal(known: AppMap, state: Mapping[str, Any]) -> list[tuple[str, str]]:
    """The names and facts of a map that hold something of the person's, with what they hold, by the
    phone's own state."""
    own = {_words(text) for text in _texts(state["apps"]) if len(text) >= SHORTEST}
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
        yield from (page.name, *page.shows)
        for control in page.controls:
            yield from (control.name, *control.also)


def _words(text: str) -> str:
    return f" {' '.join(words_of(text))} "


# --- the walks ------------------------------------------------------------------------------------


@dataclass
class Ended:
    """How one walk ended."""

    how: str  # arrived, wrong, harm, or stopped
    why: str = ""
    steps: int = 0


def walk(phone: Phone, charted: Charted, truth: Mapping[str, set[PageId]], goal: str) -> Ended:
    """Walk to a page as a run does, with a guard for a task that asks for nothing."""
    way, before, path = Way(), phone.truth, Walk.to(Go(page=goal), charted.known)
    for steps in range(MOST_STEPS):
        now = observed(phone)
        try:
            move = path.next(now)
            if move is None:
                right = page_of(phone) in truth[goal]
                return Ended("arrived" if right else "wrong", f"on {page_of(phone)}", steps)
            if votes(move, Scene(now.screen, opener=way.opener(now.page)), (), "none"):
                return Ended("stopped", "the guard would ask", steps)
            if isinstance(move.action, ScrollTo):
                _scroll(phone, now, move.action.text)
            elif move.package:
                phone.home()
                launch(phone, move.package)
            else:
                act(phone, move)
        except AppAgentError as err:
            return Ended("stopped", str(err), steps)
        way = way.after(move, now.screen, observed(phone).screen)
        if dangers(found := harm(before, phone.truth), exploring=True):
            return Ended("harm", f"{move.words}: {dict(found)}", steps)
    return Ended("stopped", "too long", MOST_STEPS)


def _scroll(phone: Phone, seen: Observation, text: str) -> None:
    """Look further down for a text, as agent/looks.py does."""
    width, height = seen.screen.size
    for _ in range(8):
        if any(text in e.name for e in observed(phone).screen.elements):
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
    random, truth = Random(f"{seed}/{app}"), charted.truth
    phones = {kind: Phone(seed=seed + 100, **about) for kind, about in PHONES.items()}
    for number in range(pairs):
        kind = list(PHONES)[number % len(PHONES)]
        phone = phones[kind]
        start_of(phone, app, random)
        goal = random.choice(charted.known.pages).name
        here = charted.known.at(observed(phone).page)
        yield kind, here.name if here else "?", goal, walk(phone, charted, truth, goal)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("apps", nargs="*", metavar="APP")
    parser.add_argument("--pairs", type=int, default=17, help="of each app")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    total = Counter[tuple[str, str]]()
    for app in options.apps or APPS:
        charted = chart(app)
        ended = [*walks(app, charted, options.pairs, options.seed)]
        counts = Counter(each.how for *_, each in ended)
        total.update((kind, each.how) for kind, _, _, each in ended)
        print(f"{app}: {len(charted.known.pages)} pages; {dict(counts)}", flush=True)
        for told, text in personal(charted.known, Phone(seed=LEARNED_SEED).truth):
            print(f"  the person's own: {text} in {told!r}")
        for kind, start, goal, each in ended:
            if each.how != "arrived":
                print(f"  {kind}: {start} -> {goal}: {each.how}: {each.why}")
    for kind in PHONES:
        print(f"{kind}: { ({how: n for (which, how), n in total.items() if which == kind}) }")
    return 0


if __name__ == "__main__":
    sys.exit(main())
