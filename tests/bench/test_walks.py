"""Maps of the pocket phone's apps, walked on other phones, and searched for the person's own."""

from __future__ import annotations

from functools import cache
from typing import cast

import pytest

from appagent.actions.verbs import Tap
from appagent.agent.mapping import Mapper
from appagent.bench.solve import launch
from appagent.knowledge.map import MOST_PAGES, AppMap, Control, Page
from appagent.ports import Device
from pocketphone.phone import Phone
from scripts.crawled import Crawl, look
from scripts.privacy import personal
from scripts.walks import LEARNED_SEED, Charted, chart, edges, walks

APPS = ("clock", "contacts")


@cache
def charted(app: str) -> Charted:
    return chart(app)


@pytest.mark.parametrize("app", APPS)
def test_a_map_holds_nothing_of_the_persons(app: str) -> None:
    known = charted(app).known
    assert 10 < len(known.pages) <= MOST_PAGES
    assert personal(known, Phone(seed=LEARNED_SEED).truth) == []


def test_what_is_the_persons_is_found() -> None:
    state = {"apps": {"x": {"contacts": [{"name": "Ada Lovelace"}]}}}
    known = AppMap(pages=(Page(name="A", controls=(Control(name="Call Ada Lovelace now"),)),))
    assert personal(known, state) == [("Call Ada Lovelace now", "ada lovelace")]


def test_a_page_is_opened_from_what_lies_behind_a_menu() -> None:
    crawl = Crawl("com.pocketphone.clock", Phone(seed=LEARNED_SEED))
    mapper = Mapper(crawl.maps, cast(Device, None), print)
    mapper._versions[crawl.package] = ""
    launch(crawl.phone, crawl.package)
    for name in ("More options", "Settings", "Navigate up"):
        before = look(crawl.phone)
        (label,) = (m.label for m in before.view.marks if m.element and m.element.name == name)
        assert crawl._step(mapper, before, Tap(element=label))
    settings = crawl.maps.known.page("Settings")
    assert settings
    (edge,) = (c.edges["tap"] for c in settings.controls if c.name == "Navigate up")
    assert edge.back


def test_edges_hold_when_they_are_walked_again() -> None:
    found = [*edges("contacts", charted("contacts"), seed=3)]
    assert len(found) > 20
    assert sum(each.how == "held" for each in found) >= 0.97 * len(found), found


@pytest.mark.parametrize("app", APPS)
def test_no_walk_does_harm_or_believes_a_wrong_page(app: str) -> None:
    ended = [each for *_, each in walks(app, charted(app), 15, seed=3)]
    assert {each.how for each in ended} <= {"arrived", "stopped"}, ended
    assert sum(each.how == "arrived" for each in ended) >= len(ended) / 3
    assert all(each.why for each in ended if each.how == "stopped")
