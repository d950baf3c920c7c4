"""The measurement of keys: what it takes for found, lost and wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from appagent.knowledge.store import DocStore
from scripts.keys_report import confused, document, read, score
from scripts.pages import REFERENCE, VARIATIONS, Page, see


@pytest.fixture(scope="module")
def alarms() -> Page:
    return see("clock", "alarms", [], REFERENCE)


@pytest.fixture
def store(tmp_path: Path, alarms: Page) -> DocStore:
    store = DocStore(tmp_path)
    document(store, [read(alarms, ids=True)])
    return store


def test_the_rows_of_a_list_are_of_one_kind(alarms: Page) -> None:
    kinds = [kind for _, kind in read(alarms, ids=True).elements]
    assert kinds.count("alarm*") > 1
    assert "fab" in kinds


def test_a_scrolling_group_is_no_list() -> None:
    page = see("settings", "network", ["network"], REFERENCE)
    assert {"global/mobile_data", "global/data_saver"} <= set(page.kinds.values())


def test_all_is_found_on_the_page_it_was_learned_on(alarms: Page, store: DocStore) -> None:
    seen = read(alarms, ids=True)
    told = score(store, seen, seen)
    assert told.found == sum(bool(kind) for _, kind in seen.elements)
    assert (told.lost, told.wrong, told.told_apart, told.mistakes) == (0, 0, 0, [])


def test_a_document_of_another_widget_is_wrong_and_one_that_is_not_given_lost(
    alarms: Page, store: DocStore
) -> None:
    seen = read(alarms, ids=True)
    swapped = {"fab": "menu_more", "menu_more": "fab"}
    kinds = {where: swapped.get(kind, kind) for where, kind in alarms.kinds.items()}
    told = score(store, seen, read(replace(alarms, kinds=kinds), ids=True))
    assert (told.wrong, told.lost) == (2, 2)
    assert "fab is given that of menu_more" in "".join(told.mistakes)
    empty = score(DocStore(store.folder / "none"), seen, seen)
    assert (empty.found, empty.wrong) == (0, 0)
    assert empty.lost == told.found + 2


def test_without_ids_no_element_has_one(alarms: Page) -> None:
    assert any(e.resource_id for e, _ in read(alarms, ids=True).elements)
    assert not any(e.resource_id for e, _ in read(alarms, ids=False).elements)


def test_pages_are_compared_by_the_name_that_the_app_gives_them(alarms: Page) -> None:
    one, other = read(alarms, ids=True), read(replace(alarms, name="another"), ids=True)
    assert confused([one, one, other]) == (2, ["clock, alarms = clock, alarms"] * 2)


def test_what_was_learned_holds_in_another_language_and_on_a_small_phone(
    alarms: Page, store: DocStore
) -> None:
    looks = [look for look in VARIATIONS if look.name in {"chinese", "small"}]
    assert len(looks) == 2
    for look in looks:
        told = score(
            store, read(alarms, ids=True), read(see("clock", "alarms", [], look), ids=True)
        )
        assert told.mistakes == []
        assert told.found > 0
