"""Maps of the pocket phone's apps, walked on other phones, and searched for the person's own."""

from __future__ import annotations

from functools import cache

import pytest

from appagent.knowledge.map import MOST_PAGES, AppMap, Control, Page
from pocketphone.phone import Phone
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
