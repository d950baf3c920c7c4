"""Which document is found: rows of a list, elements with ordinals, names that change."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.knowledge.docs import DocStore, ElementDoc, Note, read_document, write_document
from appagent.screen.values import Element
from tests.screen.trees import element

from .test_docs import PACKAGE, PAGE, by


@pytest.fixture
def store(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "docs_store")


def row(name: str, key: str = "#list/row") -> Element:
    return element(key=key, name=name, role="item")


def teach(store: DocStore, name: str, text: str, like: str = "") -> Path:
    """A row is tried and found to do what `like` does, or something else."""
    others = store.others(PACKAGE, row(name), PAGE, "tap", "auto")
    same = next((doc for doc in others if doc.called == like), None) if like else None
    return store.record(PACKAGE, row(name), PAGE, "tap", text, by("auto"), same)


def known(store: DocStore, name: str) -> tuple[str, str]:
    """What the store tells of a row, and of which other row it is."""
    doc = store.find(PACKAGE, row(name), PAGE)
    found = doc.note("tap") if doc else None
    return (found.text, found.of) if found else ("", "")


def test_rows_of_a_menu_keep_what_each_does(store: DocStore) -> None:
    teach(store, "Wi-Fi, Off", "Opens the networks.")
    teach(store, "Bluetooth, Off", "Opens the devices.")
    assert len(store.docs(PACKAGE)) == 2
    assert known(store, "Wi-Fi, Home") == ("Opens the networks.", "")
    assert known(store, "Bluetooth, 2 devices") == ("Opens the devices.", "")
    assert known(store, "Sound") == ("", ""), "none of the two is it"
    teach(store, "Wi-Fi, Home", "Opens the networks in reach.")
    assert known(store, "Wi-Fi, Off") == ("Opens the networks in reach.", "")


def test_what_one_row_alone_was_tried_for_says_of_which_row_it_is(store: DocStore) -> None:
    teach(store, "Wi-Fi", "Opens the networks.")
    assert known(store, "Sound") == ("Opens the networks.", "Wi-Fi")
    found = store.find(PACKAGE, row("Sound"), PAGE)
    assert found
    assert found.uses["tap"]["auto"].about("tap") == 'tap (learned on "Wi-Fi")'
    store.contradict(PACKAGE, row("Sound"), PAGE, "tap", by("auto"))
    assert [doc.uses["tap"]["auto"].contradicted for doc in store.docs(PACKAGE)] == [0]


def test_what_two_rows_do_holds_for_all_and_keeps_no_name(store: DocStore) -> None:
    first = teach(store, "Dentist, 06:30", "Opens the alarm of the dentist.")
    path = teach(store, "Gym, 07:00", "Opens the alarm.", like="Dentist")
    assert path == first
    assert known(store, "School, 08:00") == ("Opens the alarm.", "")
    text = path.read_text("utf-8")
    assert not [name for name in ("Dentist", "Gym") if name in text]
    store.contradict(PACKAGE, row("School"), PAGE, "tap", by("auto"))
    assert read_document(path).uses["tap"]["auto"].contradicted == 1


def test_a_row_of_its_own_among_those_that_do_the_same_is_told_apart(store: DocStore) -> None:
    teach(store, "New group", "Asks for the people of a group.")
    teach(store, "Ann", "Opens the chat.")
    teach(store, "Bob", "Opens the chat.", like="Ann")
    assert known(store, "New group") == ("Asks for the people of a group.", "")
    assert known(store, "Cem") == known(store, "Ann") == ("Opens the chat.", "")
    for name in ("New contact", "Invite"):
        teach(store, name, f"{name}!")
    assert known(store, "Cem") == ("", ""), "two of five rows are not most"
    assert known(store, "Bob") == ("Opens the chat.", "")


def test_others_are_asked_about_once(store: DocStore) -> None:
    def others(name: str) -> list[str]:
        return [doc.called for doc in store.others(PACKAGE, row(name), PAGE, "tap", "auto")]

    teach(store, "Wi-Fi", "Opens the networks.")
    teach(store, "Ann", "Opens the chat.")
    teach(store, "Bob", "Opens the chat.", like="Ann")
    assert others("Cem") == ["", "Wi-Fi"], "what holds for most comes first"
    assert others("Bob") == others("Wi-Fi") == []
    assert store.others(PACKAGE, row("Cem"), PAGE, "long_press", "auto") == []
    assert store.others(PACKAGE, row("Cem"), PAGE, "tap", "demo") == []


def test_document_that_names_no_row_holds_for_all_and_is_refined_by_those_like_it(
    store: DocStore,
) -> None:
    path = teach(store, "", "Opens the alarm.")  # as those are that ship
    assert known(store, "Dentist") == ("Opens the alarm.", "")
    (general,) = store.others(PACKAGE, row("Dentist"), PAGE, "tap", "auto")
    again = store.record(PACKAGE, row("Dentist"), PAGE, "tap", "Opens it.", by("auto"), general)
    assert again == path
    assert known(store, "Gym") == ("Opens it.", "")
    teach(store, "Add alarm", "Asks for a time.")
    assert (known(store, "Add alarm")[0], known(store, "Gym")[0]) == (
        "Asks for a time.",
        "Opens it.",
    )


def test_rows_that_do_the_same_are_known_from_a_layer_below_and_from_a_pack(
    tmp_path: Path,
) -> None:
    shipped = DocStore(tmp_path / "shipped")
    teach(shipped, "Ann", "Opens the chat.")
    own = DocStore(tmp_path / "own", [tmp_path / "shipped"])
    teach(own, "Bob", "Opens the chat of a person.", like="Ann")
    assert known(own, "Cem") == ("Opens the chat of a person.", "")
    (doc,) = own.docs(PACKAGE)
    other = DocStore(tmp_path / "other")
    teach(other, "Bob", "Opens it.")
    assert other.merge(PACKAGE, doc) == (False, [("tap", "auto")])
    fresh = DocStore(tmp_path / "fresh")
    fresh.merge(PACKAGE, doc)
    assert known(fresh, "Ann") == known(own, "Ann")


def test_element_that_is_called_otherwise_now_may_be_another_one(store: DocStore) -> None:
    play, pause = (element(key="#player/button", name=name) for name in ("Play", "Pause"))
    store.record(PACKAGE, play, PAGE, "tap", "Starts the song.", by("auto"))
    found = store.find(PACKAGE, pause, PAGE)
    assert found, "it may also be the same in another language"
    store.record(PACKAGE, pause, PAGE, "tap", "Holds the song.", by("auto"))
    for each, told in ((play, "Starts the song."), (pause, "Holds the song.")):
        found = store.find(PACKAGE, each, PAGE)
        assert found
        assert found.uses["tap"]["auto"].text == told
    assert store.find(PACKAGE, element(key="#player/button", name="Close"), PAGE) is None


def test_rows_of_several_kinds_in_one_list_have_their_own_documents(store: DocStore) -> None:
    share = element(key="#menu/row", resource_id="com.example:id/share", name="Share")
    delete = element(key="#menu/row", resource_id="com.example:id/delete", name="Delete")
    alarm = [element(key="#alarms/row", resource_id=f"com.example:id/alarm_{n}") for n in (1, 2)]
    store.record(PACKAGE, share, PAGE, "tap", "Shares it.", by("auto"))
    store.record(PACKAGE, alarm[0], PAGE, "tap", "Edits the alarm.", by("auto"))
    assert store.find(PACKAGE, delete, PAGE) is None
    assert store.find(PACKAGE, alarm[1], PAGE) is not None, "a number makes no other kind"
    switch = element(key="#alarms/row", role="switch")
    assert store.find(PACKAGE, switch, PAGE) is None


def test_document_of_all_rows_holds_for_each_kind_beside_its_own(store: DocStore) -> None:
    row = element(key="#menu/row", resource_id="com.example:id/share")
    general = ElementDoc(
        key="#menu/row",
        screen=tuple(PAGE),
        uses={"tap": {"manual": Note(text="Does what it says.")}},
    )
    path = store.record(PACKAGE, row, PAGE, "tap", "Shares it.", by("auto"))
    write_document(path.with_name("menu.yaml"), general)
    found = DocStore(store.folder).find(PACKAGE, row, PAGE)
    assert found is not None
    assert {who: note.text for who, note in found.uses["tap"].items()} == {
        "manual": "Does what it says.",
        "auto": "Shares it.",
    }


def test_one_of_several_alike_is_known_by_its_name_when_those_before_it_go(
    store: DocStore,
) -> None:
    for key, name in (("#action:2", "Edit"), ("#action:3", "Delete")):
        store.record(PACKAGE, element(key=key, name=name), PAGE, "tap", f"{name}s it.", by("auto"))
    moved = store.find(PACKAGE, element(key="#action:2", name="Delete"), PAGE)
    translated = store.find(PACKAGE, element(key="#action:3", name="删除"), PAGE)
    for found in (moved, translated):
        assert found is not None
        assert found.called == "Delete"


def test_a_count_in_a_name_makes_no_other_document(store: DocStore) -> None:
    for held in ("2 items", "3 items"):
        cart = element(key="#cart", name=f"Cart, {held}")
        path = store.record(PACKAGE, cart, PAGE, "tap", "Opens the cart.", by("auto"))
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    found = store.find(PACKAGE, element(key="#cart", name="Cart, empty"), PAGE)
    assert found is not None
    assert found.uses["tap"]["auto"].confirmed == 2


def test_of_several_with_one_name_the_ordinal_decides(store: DocStore) -> None:
    for key in ("#add", "#add:2"):
        store.record(PACKAGE, element(key=key, name="Add"), PAGE, "tap", key, by("auto"))
    for key in ("#add", "#add:2"):
        found = store.find(PACKAGE, element(key=key, name="Add"), PAGE)
        assert found is not None
        assert found.key == key
