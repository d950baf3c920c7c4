"""The danger that a note tells: written, kept, and found whoever wrote it."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.danger import Danger, parse_danger
from appagent.errors import StoreError
from appagent.knowledge.docfile import parse_document, read_document
from appagent.knowledge.element import Note, Source
from appagent.knowledge.store import DocStore, Provenance
from appagent.screen.values import Element, Use
from tests.screen.trees import element

APP = "com.example.notes"
PAGE = frozenset({" #save", " #list/row", "list #list"})
SAVE = element(key="#save", name="Save")
ANN, BOB, CID = (element(key="#list/row", name=name) for name in ("Ann", "Bob", "Cid"))


@pytest.fixture
def store(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "own", [tmp_path / "shipped"])


def write(
    store: DocStore,
    of: Element,
    danger: Danger | None,
    source: Source = "auto",
    use: Use = "tap",
) -> Path:
    return store.record(APP, of, PAGE, use, f"{source} says.", Provenance(source), danger=danger)


@pytest.mark.parametrize("source", ["auto", "demo", "manual"])
def test_note_of_any_source_tells_a_danger(store: DocStore, source: Source) -> None:
    write(store, SAVE, "delete", source)
    for other in ("auto", "demo", "manual"):
        if other != source:
            write(store, SAVE, None, other)  # type: ignore[arg-type]
    assert store.dangers(APP, SAVE, "tap", PAGE) == ("delete",)
    assert store.dangers(APP, SAVE, "long_press", PAGE) == ()
    assert store.dangers(APP, None, "tap", PAGE) == ()
    assert store.dangers(APP, SAVE, None, PAGE) == ()


def test_the_dangers_of_all_notes_count_a_persons_first(store: DocStore) -> None:
    """What a person says takes no danger away that was seen."""
    write(store, SAVE, "delete", "auto")
    write(store, SAVE, "send", "manual")
    assert store.dangers(APP, SAVE, "tap", PAGE) == ("send", "delete")
    write(store, SAVE, "send", "demo")
    assert store.dangers(APP, SAVE, "tap", PAGE) == ("send", "delete")


def test_danger_of_a_layer_below_counts(store: DocStore, tmp_path: Path) -> None:
    write(DocStore(tmp_path / "shipped"), SAVE, "post", "manual")
    write(store, SAVE, None, "manual")
    assert store.dangers(APP, SAVE, "tap", PAGE) == ("post",)


def test_observing_again_keeps_the_danger(store: DocStore) -> None:
    write(store, SAVE, "delete")
    path = write(store, SAVE, None)
    assert read_document(path).uses["tap"]["auto"].danger == "delete"
    write(store, SAVE, "send")
    assert store.dangers(APP, SAVE, "tap", PAGE) == ("send",)


def test_what_one_row_does_another_may_do(store: DocStore) -> None:
    write(store, ANN, None)
    write(store, BOB, "call")
    assert store.dangers(APP, CID, "tap", PAGE) == ("call",)
    assert store.dangers(APP, CID, "long_press", PAGE) == ()
    write(store, element(key="#list/row", name="Dee"), "pay")
    assert set(store.dangers(APP, CID, "tap", PAGE)) == {"call", "pay"}
    assert store.dangers(APP, ANN, "tap", PAGE) == ()  # it was seen to do something else


def test_the_only_row_tells_of_the_others(store: DocStore) -> None:
    write(store, ANN, "call")
    assert store.dangers(APP, BOB, "tap", PAGE) == ("call",)


def test_prompt_names_the_danger_before_the_note() -> None:
    assert Note(text="Saves.").heading("tap") == "tap"
    assert Note(text="Calls.", danger="call").heading("tap") == "tap (call)"
    learned = Note(text="Calls.", danger="call", learned_on="Ann")
    assert learned.heading("tap") == 'tap (call) (learned on "Ann")'


@pytest.mark.parametrize(
    ("text", "danger"),
    [
        ("Starts a call. Shows Mute.", "call"),
        ("Removes its row.", "delete"),
        ("Calls up the search page.", None),
        ("Removes the filter.", None),
    ],
)
def test_older_note_told_its_danger_by_its_first_sentence(text: str, danger: str | None) -> None:
    assert Note(text=text).danger == danger


def test_a_danger_that_is_none_is_refused_by_its_place() -> None:
    bad = b"key: '#a'\nuses:\n  tap:\n    auto: {text: Goes., danger: explode}\n"
    with pytest.raises(StoreError, match=r"uses.tap.auto.danger: .*'send'"):
        parse_document(bad, "f.yaml")


def test_import_tells_of_a_danger_that_the_store_does_not_know(store: DocStore) -> None:
    path = write(store, SAVE, None)
    doc = read_document(path)
    told = doc.uses["tap"]["auto"].model_copy(update={"danger": "pay"})
    other = doc.model_copy(update={"uses": {"tap": {"auto": told}}})
    assert store.merge(APP, other) == (False, [("tap", "auto")])
    assert store.merge(APP, doc) == (False, [])


@pytest.mark.parametrize(
    ("said", "danger"),
    [
        ("send", "send"),
        ("Delete: it is gone", "delete"),
        ("pay, then send", "pay"),
        ("none", None),
        (None, None),
        ("explode", None),
        (["call"], "call"),
    ],
)
def test_a_danger_is_read_leniently(said: object, danger: str | None) -> None:
    assert parse_danger(said) == danger
