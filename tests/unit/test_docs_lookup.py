"""Which document is found: rows of a list, elements with ordinals, names that change."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.knowledge.docfile import read_document
from appagent.knowledge.element import ElementDoc, Note
from appagent.knowledge.store import DocStore, write_document
from appagent.screen.values import Element
from tests.screen.trees import element

from .test_docs import PACKAGE, PAGE, by


@pytest.fixture
def store(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "docs_store")


def row(name: str, key: str = "#list/row") -> Element:
    return element(key=key, name=name, role="item")


def teach(store: DocStore, name: str, text: str, like: str | None = None) -> Path:
    """Record what a row does: the same as the candidate `like`, "" for that on all rows, or
    something else."""
    others = store.candidates(PACKAGE, row(name), PAGE, "tap", "auto")
    same = next((doc for doc in others if doc.called == like), None)
    return store.record(PACKAGE, row(name), PAGE, "tap", text, by("auto"), same)


def lookup(store: DocStore, name: str) -> tuple[str, str]:
    """The note that is found for a row, and the other row that it was learned on."""
    doc = store.find(PACKAGE, row(name), PAGE)
    found = doc.note("tap") if doc else None
    return (found.text, found.learned_on) if found else ("", "")


def test_each_row_of_a_menu_has_its_own_document(store: DocStore) -> None:
    teach(store, "Wi-Fi, Off", "Opens the networks.")
    teach(store, "Bluetooth, Off", "Opens the devices.")
    assert len(store.docs(PACKAGE)) == 2
    assert lookup(store, "Wi-Fi, Home") == ("Opens the networks.", "")
    assert lookup(store, "Bluetooth, 2 devices") == ("Opens the devices.", "")
    assert lookup(store, "Sound") == ("", ""), "none of the two is it"
    teach(store, "Wi-Fi, Home", "Opens the networks in reach.")
    assert lookup(store, "Wi-Fi, Off") == ("Opens the networks in reach.", "")


def test_the_only_row_that_was_tried_lends_its_note_by_name(store: DocStore) -> None:
    teach(store, "Wi-Fi", "Opens the networks.")
    assert lookup(store, "Sound") == ("Opens the networks.", "Wi-Fi")
    own = store.find(PACKAGE, row("Wi-Fi"), PAGE)
    assert own
    assert own.uses["tap"]["auto"].heading("tap") == "tap"
    lent = Note(text="x", learned_on='Büro "2"').heading("long_press")
    assert lent == 'long_press (learned on "Büro \\"2\\"")'
    found = store.find(PACKAGE, row("Sound"), PAGE)
    assert found
    assert found.uses["tap"]["auto"].heading("tap") == 'tap (learned on "Wi-Fi")'
    store.contradict(PACKAGE, row("Sound"), PAGE, "tap", by("auto"))
    assert [doc.uses["tap"]["auto"].contradicted for doc in store.docs(PACKAGE)] == [0]


def test_what_two_rows_do_holds_for_all_rows_and_names_none(store: DocStore) -> None:
    first = teach(store, "Dentist, 06:30", "Opens the alarm of the dentist.")
    path = teach(store, "Gym, 07:00", "Opens the alarm.", like="Dentist")
    assert path == first
    assert lookup(store, "School, 08:00") == ("Opens the alarm.", "")
    text = path.read_text("utf-8")
    assert not [name for name in ("Dentist", "Gym") if name in text]
    store.contradict(PACKAGE, row("School"), PAGE, "tap", by("auto"))
    assert read_document(path).uses["tap"]["auto"].contradicted == 1


def test_a_row_with_its_own_document_is_no_row_of_the_rest(store: DocStore) -> None:
    teach(store, "New group", "Asks for the people of a group.")
    teach(store, "Ann", "Opens the chat.")
    teach(store, "Bob", "Opens the chat.", like="Ann")
    teach(store, "Invite", "Shares a link.")
    teach(store, "Dan", "Opens the chat.", like="")
    assert lookup(store, "New group") == ("Asks for the people of a group.", "")
    assert lookup(store, "Invite") == ("Shares a link.", "")
    assert lookup(store, "Cem") == lookup(store, "Ann") == ("Opens the chat.", "")


def test_a_note_for_all_rows_is_believed_while_more_rows_confirm_it_than_not(
    store: DocStore,
) -> None:
    teach(store, "Rye", "Opens the album.")
    teach(store, "Oats", "Opens the album.", like="Rye")
    teach(store, "Morning", "Opens the playlist.")
    assert lookup(store, "Tea") == ("Opens the album.", "")
    teach(store, "Evening", "Starts to play.")
    assert store.find(PACKAGE, row("Tea"), PAGE) is None
    teach(store, "Milk", "Opens the album.", like="")
    assert lookup(store, "Tea") == ("Opens the album.", "")


def test_a_persons_note_for_all_rows_stands_beside_any_exception(store: DocStore) -> None:
    teach(store, "Rye", "Opens the album.")
    store.record(PACKAGE, row(""), PAGE, "tap", "Opens what it names.", by("manual"))
    teach(store, "Morning", "Starts to play.")
    assert lookup(store, "Tea") == ("Opens what it names.", "")


def test_candidates_are_the_note_on_all_rows_or_those_on_single_rows(store: DocStore) -> None:
    def candidates(name: str) -> list[str]:
        return [doc.called for doc in store.candidates(PACKAGE, row(name), PAGE, "tap", "auto")]

    teach(store, "Wi-Fi", "Opens the networks.")
    teach(store, "Ann", "Opens the chat.")
    assert candidates("Cem") == ["Ann", "Wi-Fi"]
    teach(store, "Bob", "Opens the chat.", like="Ann")
    assert candidates("Cem") == [""]
    assert candidates("Wi-Fi") == [], "it has a document of its own"
    assert store.candidates(PACKAGE, row("Cem"), PAGE, "long_press", "auto") == []
    assert store.candidates(PACKAGE, row("Cem"), PAGE, "tap", "demo") == []


def test_a_second_group_of_rows_keeps_one_document_a_row(store: DocStore) -> None:
    teach(store, "Wi-Fi", "Opens a page of settings.")
    (wifi,) = store.docs(PACKAGE)
    teach(store, "Ann", "Opens the chat.")
    teach(store, "Bob", "Opens the chat.", like="Ann")
    teach(store, "Dan", "Opens the chat.", like="")
    store.record(PACKAGE, row("Sound"), PAGE, "tap", "Opens a page.", by("auto"), wifi)
    assert lookup(store, "Wi-Fi") == ("Opens a page of settings.", "")
    assert lookup(store, "Sound") == ("Opens a page.", "")
    assert lookup(store, "Cem") == ("Opens the chat.", "")


def test_a_file_with_digests_of_rows_is_read_as_a_note_for_all_rows(store: DocStore) -> None:
    path = teach(store, "", "Opens the chat.")
    path.write_text(f"rows: [0f1e2d3c, 4b5a6978]\n{path.read_text('utf-8')}", "utf-8")
    assert lookup(DocStore(store.folder), "Cem") == ("Opens the chat.", "")
    teach(store, "Cem", "Opens it.", like="")
    assert lookup(store, "Cem") == ("Opens it.", "")


def test_a_document_without_a_name_holds_for_all_rows(
    store: DocStore,
) -> None:
    path = teach(store, "", "Opens the alarm.")  # as those are that ship
    assert lookup(store, "Dentist") == ("Opens the alarm.", "")
    (general,) = store.candidates(PACKAGE, row("Dentist"), PAGE, "tap", "auto")
    again = store.record(PACKAGE, row("Dentist"), PAGE, "tap", "Opens it.", by("auto"), general)
    assert again == path
    assert lookup(store, "Gym") == ("Opens it.", "")
    teach(store, "Add alarm", "Asks for a time.")
    assert (lookup(store, "Add alarm")[0], lookup(store, "Gym")[0]) == (
        "Asks for a time.",
        "Opens it.",
    )


def test_a_note_for_all_rows_comes_from_a_layer_or_a_pack(
    tmp_path: Path,
) -> None:
    shipped = DocStore(tmp_path / "shipped")
    teach(shipped, "Ann", "Opens the chat.")
    own = DocStore(tmp_path / "own", [tmp_path / "shipped"])
    teach(own, "Bob", "Opens the chat of a person.", like="Ann")
    assert lookup(own, "Cem") == ("Opens the chat of a person.", "")
    (doc,) = own.docs(PACKAGE)
    other = DocStore(tmp_path / "other")
    teach(other, "Bob", "Opens it.")
    assert other.merge(PACKAGE, doc) == (True, [])
    assert lookup(other, "Bob") == ("Opens it.", ""), "a row's own note comes first"
    assert other.merge(PACKAGE, doc) == (False, [])
    fresh = DocStore(tmp_path / "fresh")
    fresh.merge(PACKAGE, doc)
    assert lookup(fresh, "Ann") == lookup(own, "Ann")


def test_an_element_with_another_name_may_be_another_element(store: DocStore) -> None:
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


def test_kinds_of_rows_in_one_list_have_their_own_documents(store: DocStore) -> None:
    share = element(key="#menu/row", resource_id="com.example:id/share", name="Share")
    delete = element(key="#menu/row", resource_id="com.example:id/delete", name="Delete")
    alarm = [element(key="#alarms/row", resource_id=f"com.example:id/alarm_{n}") for n in (1, 2)]
    store.record(PACKAGE, share, PAGE, "tap", "Shares it.", by("auto"))
    store.record(PACKAGE, alarm[0], PAGE, "tap", "Edits the alarm.", by("auto"))
    assert store.find(PACKAGE, delete, PAGE) is None
    assert store.find(PACKAGE, alarm[1], PAGE) is not None, "a number makes no other kind"
    switch = element(key="#alarms/row", role="switch")
    assert store.find(PACKAGE, switch, PAGE) is None


def test_a_document_for_every_kind_of_row_adds_to_that_of_a_kind(store: DocStore) -> None:
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


def test_a_document_of_no_screen_and_no_kind_holds_for_each_row_everywhere(
    store: DocStore,
) -> None:
    share = element(key="#menu/row", resource_id="com.example:id/share", name="Share")
    general = ElementDoc(key="#menu/row", uses={"tap": {"manual": Note(text="Does what it says.")}})
    folder = store.folder / PACKAGE / "elements"
    folder.mkdir(parents=True)
    write_document(folder / "menu.yaml", general)
    for seen_on in (PAGE, frozenset[str]()):
        found = store.find(PACKAGE, share, seen_on)
        assert found is not None
        assert found.uses["tap"]["manual"].text == "Does what it says."
    assert store.find(PACKAGE, element(key="#menu/row/button"), PAGE) is None


@pytest.mark.parametrize("page", [tuple(PAGE), ()])
def test_what_rows_do_is_not_told_of_the_switch_above_them(
    store: DocStore, page: tuple[str, ...]
) -> None:
    """The switch of the Wi-Fi is a row of the list of its networks."""
    note = Note(text="Connects to this network.")
    doc = ElementDoc(key="#list/row", role="item", screen=page, uses={"tap": {"manual": note}})
    folder = store.folder / PACKAGE / "elements"
    folder.mkdir(parents=True)
    write_document(folder / "row.yaml", doc)
    switch = element(key="#list/row", name="Wi-Fi", role="switch", checked=True)
    assert store.find(PACKAGE, switch, PAGE) is None
    assert store.find(PACKAGE, row("Harbour Cafe"), PAGE)


def test_buttons_without_ids_are_found_by_name_when_their_ordinals_move(
    store: DocStore,
) -> None:
    for key, name in (("#action:2", "Edit"), ("#action:3", "Delete")):
        store.record(PACKAGE, element(key=key, name=name), PAGE, "tap", f"{name}s it.", by("auto"))
    moved = store.find(PACKAGE, element(key="#action:2", name="Delete"), PAGE)
    translated = store.find(PACKAGE, element(key="#action:3", name="删除"), PAGE)
    for found in (moved, translated):
        assert found is not None
        assert found.called == "Delete"


def test_a_count_in_a_name_makes_no_second_document(store: DocStore) -> None:
    for held in ("2 items", "3 items"):
        cart = element(key="#cart", name=f"Cart, {held}")
        path = store.record(PACKAGE, cart, PAGE, "tap", "Opens the cart.", by("auto"))
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    found = store.find(PACKAGE, element(key="#cart", name="Cart, empty"), PAGE)
    assert found is not None
    assert found.uses["tap"]["auto"].confirmed == 2


def test_the_ordinal_tells_elements_of_one_name_apart(store: DocStore) -> None:
    for key in ("#add", "#add:2"):
        store.record(PACKAGE, element(key=key, name="Add"), PAGE, "tap", key, by("auto"))
    for key in ("#add", "#add:2"):
        found = store.find(PACKAGE, element(key=key, name="Add"), PAGE)
        assert found is not None
        assert found.key == key


@pytest.mark.parametrize(("called", "language", "known"), [
    ("Create", "en-US", True), ("Rate now", "en-US", False), ("Erstellen", "de-DE", True),
])  # fmt: skip
def test_a_dialog_without_its_title_knows_its_buttons_by_name(
    store: DocStore, called: str, language: str, known: bool
) -> None:
    """The buttons of all dialogs have the same ids; what was written by hand has no title."""
    parts = {" #buttonPanel/#android:button1", " #buttonPanel/#android:button2"}
    make = button("Create")
    store.record(PACKAGE, make, frozenset(parts), "tap", "Makes it.", by("manual"))
    shown = frozenset({*parts, f"title {language} 0123abcd"})
    assert (store.find(PACKAGE, button(called), shown) is not None) == known


def button(called: str) -> Element:
    return element(key="#buttonPanel/#android:button1", name=called, role="button")
