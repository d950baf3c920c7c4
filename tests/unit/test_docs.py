"""What is remembered: refined, ordered by source, told apart by screen, safe under two writers."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st

from appagent.errors import SetupError, StoreError
from appagent.geometry import Rect
from appagent.knowledge.docfile import file_name, read_document, yaml_of
from appagent.knowledge.element import PRECEDENCE, ElementDoc, Note, Source
from appagent.knowledge.store import (
    DocStore,
    Provenance,
    remove_document,
    rewrite_document,
    write_document,
)
from appagent.screen.grid import grid
from appagent.screen.values import App, Element, Mark, Use, View
from tests.screen.trees import blank, element, screen

PACKAGE = "com.example.clock"
PAGE = frozenset({"button #save", "text field #hour", "switch #vibrate", "list #days"})
SCROLLED = PAGE - {"list #days"} | {"text #note"}  # 3 of 5: likeness 0.6
OTHER = frozenset({"button #save", "text field #query"})
SAVE = element(key="#save", name="Save")
TODAY = date(2026, 3, 2)
text = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
uses = st.sampled_from(["tap", "long_press", "swipe", "text"])


def by(source: Source) -> Provenance:
    return Provenance(source, "1.4.0", "en-US", TODAY)


def note(store: DocStore, sources: tuple[Source, ...] = PRECEDENCE) -> Note | None:
    found = store.find(PACKAGE, SAVE, PAGE)
    return found.note("tap", sources) if found else None


@pytest.fixture
def store(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "docs_store")


notes = st.builds(
    Note,
    text=text.filter(bool),
    confirmed=st.integers(0, 99),
    contradicted=st.integers(0, 99),
    updated=st.none() | st.dates(),
    app_version=text,
    language=text,
)
documents = st.builds(
    ElementDoc,
    key=text,
    role=text,
    called=text,
    screen=st.lists(text, max_size=5).map(tuple),
    uses=st.dictionaries(uses, st.dictionaries(st.sampled_from(PRECEDENCE), notes)),
)


@example(ElementDoc(key="#a", called="one\x85two\u2028three", uses={}))
@given(documents)
def test_document_comes_back_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, doc: ElementDoc
) -> None:
    path = tmp_path_factory.mktemp("docs") / file_name(doc)
    write_document(path, doc)
    assert read_document(path) == doc
    assert [p.name for p in path.parent.iterdir()] == [path.name]


@given(documents, documents)
def test_a_document_beside_another_loses_nothing_of_its_own(
    own: ElementDoc, other: ElementDoc
) -> None:
    whole = own.fill_from(other)
    for use, source in {(u, s) for doc in (own, other) for u in doc.uses for s in doc.uses[u]}:
        mine = own.uses.get(use, {}).get(source)
        assert whole.uses[use][source] == (mine or other.uses[use][source])
    assert whole.fill_from(other) == whole
    assert (whole.key, whole.screen) == (own.key, own.screen)


def test_file_is_one_that_people_read(store: DocStore) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "  Keeps the alarm — 保存.\n", by("auto"))
    assert path.relative_to(store.folder).parts[:2] == (PACKAGE, "elements")
    assert path.name.startswith("save-")
    assert "保存" in path.read_text("utf-8")
    assert yaml.safe_load(path.read_text("utf-8")) == {
        "key": "#save",
        "role": "button",
        "called": "Save",
        "screen": sorted(PAGE),
        "uses": {
            "tap": {
                "auto": {
                    "text": "Keeps the alarm — 保存.",
                    "updated": "2026-03-02",
                    "app_version": "1.4.0",
                    "language": "en-US",
                }
            }
        },
    }
    assert store.packages() == [PACKAGE]


def test_refining_counts_and_keeps_the_newest_words(store: DocStore) -> None:
    first = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    store.contradict(PACKAGE, SAVE, PAGE, "tap", by("auto"))
    second = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves the alarm.", by("auto"))
    assert first == second
    found = note(store)
    assert found
    assert (found.text, found.confirmed, found.contradicted) == ("Saves the alarm.", 2, 1)


def test_contradiction_needs_something_to_contradict(store: DocStore) -> None:
    store.contradict(PACKAGE, SAVE, PAGE, "tap", by("auto"))
    assert store.packages() == []
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("demo"))
    store.contradict(PACKAGE, SAVE, PAGE, "tap", by("auto"))
    found = note(store)
    assert found
    assert found.contradicted == 0


def test_manual_comes_before_demo_before_auto(store: DocStore) -> None:
    told: list[str] = []
    for source in ("auto", "demo", "manual"):
        store.record(PACKAGE, SAVE, PAGE, "tap", f"by {source}", by(source))
        found = note(store)
        told.append(found.text if found else "")
    assert told == ["by auto", "by demo", "by manual"]


@pytest.mark.parametrize(
    ("sources", "told"),
    [(("auto",), "by auto"), (("demo", "auto"), "by demo"), (("auto", "manual"), "by manual")],
)
def test_only_the_sources_that_are_asked_for(
    store: DocStore, sources: tuple[Source, ...], told: str
) -> None:
    for source in ("manual", "demo", "auto"):
        store.record(PACKAGE, SAVE, PAGE, "tap", f"by {source}", by(source))
    found = note(store, sources)
    assert found
    assert found.text == told
    assert note(store, ()) is None


def test_same_key_on_two_unlike_screens_is_two_documents(store: DocStore) -> None:
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves the alarm.", by("auto"))
    store.record(PACKAGE, SAVE, OTHER, "tap", "Saves the search.", by("auto"))
    assert len(store.docs(PACKAGE)) == 2
    for seen_on, told in ((PAGE, "Saves the alarm."), (OTHER, "Saves the search.")):
        found = store.find(PACKAGE, SAVE, seen_on)
        assert found
        assert found.uses["tap"]["auto"].text == told


def test_screen_that_is_alike_enough_finds_the_document(store: DocStore) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    assert store.record(PACKAGE, SAVE, SCROLLED, "tap", "Saves it.", by("auto")) == path
    assert store.find(PACKAGE, SAVE, SCROLLED) == store.find(PACKAGE, SAVE, PAGE)
    assert store.find(PACKAGE, SAVE, SCROLLED - {"switch #vibrate"}) is None
    assert store.find(PACKAGE, element(key="#cancel"), PAGE) is None


def test_document_without_a_screen_holds_on_each_beside_those_that_name_theirs(
    store: DocStore,
) -> None:
    folder = store.folder / PACKAGE / "elements"
    folder.mkdir(parents=True)
    (folder / "save.yaml").write_text(
        "key: '#save'\nuses: {tap: {auto: {text: Saves.}, manual: {text: Saves it all.}}}\n"
    )
    for seen_on in (PAGE, OTHER):
        found = store.find(PACKAGE, SAVE, seen_on)
        assert found
        assert found.uses["tap"]["auto"].text == "Saves."
    store.contradict(PACKAGE, SAVE, PAGE, "tap", by("auto"))  # here alone, where nothing is known
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves the alarm.", by("auto"))
    found = store.find(PACKAGE, SAVE, PAGE)
    assert found
    assert {who: n.text for who, n in found.uses["tap"].items()} == {
        "auto": "Saves the alarm.",
        "manual": "Saves it all.",
    }
    assert read_document(folder / "save.yaml").uses["tap"]["auto"].contradicted == 0
    assert store.find(PACKAGE, element(key="#cancel"), PAGE) is None


def test_file_whose_key_a_person_changed_is_not_written_over(store: DocStore) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    for number in (2, 3):
        path.write_text(path.read_text("utf-8").replace("#save", "#store"), "utf-8")
        other = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
        assert other.name == f"{path.stem.removesuffix('-2')}-{number}.yaml"
        assert read_document(path).key == "#store"
        path = other


def test_layers_below_are_read_and_never_written(tmp_path: Path) -> None:
    shipped = DocStore(tmp_path / "shipped")
    path = shipped.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    before = path.read_bytes()
    store = DocStore(tmp_path / "own", [tmp_path / "shipped"])
    found = note(store)
    assert found
    assert found.text == "Saves."
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves the alarm.", by("auto"))
    assert path.read_bytes() == before
    (doc,) = store.docs(PACKAGE)
    assert doc.uses["tap"]["auto"].confirmed == 2
    assert store.packages() == [PACKAGE]


def test_what_a_layer_below_says_is_read_there_and_not_copied(tmp_path: Path) -> None:
    shipped = DocStore(tmp_path / "shipped")
    shipped.record(PACKAGE, SAVE, PAGE, "tap", "Saves it.", by("auto"))
    below = shipped.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("manual"))
    store = DocStore(tmp_path / "own", [tmp_path / "shipped"])
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Keeps it.", by("demo"))
    store.record(PACKAGE, SAVE, PAGE, "long_press", "Nothing.", by("auto"))
    taught = ElementDoc(
        key=SAVE.key,
        screen=tuple(PAGE),
        uses={"tap": {"manual": Note(text="Else.")}, "swipe": {"manual": Note(text="Moves it.")}},
    )
    store.merge(PACKAGE, taught)
    told = {use: set(notes) for use, notes in read_document(path).uses.items()}
    assert told == {"tap": {"demo"}, "long_press": {"auto"}, "swipe": {"manual"}}

    below.write_text(below.read_text("utf-8").replace("Saves.", "Saves all."), "utf-8")
    (doc,) = DocStore(tmp_path / "own", [tmp_path / "shipped"]).docs(PACKAGE)
    assert {who: n.text for who, n in doc.uses["tap"].items()} == {
        "manual": "Saves all.",
        "demo": "Keeps it.",
        "auto": "Saves it.",
    }
    assert doc.note("tap") == doc.uses["tap"]["manual"]


def test_file_of_the_same_name_about_another_element_stands_for_the_one_below(
    tmp_path: Path,
) -> None:
    path = DocStore(tmp_path / "shipped").record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    own = tmp_path / "own" / PACKAGE / "elements" / path.name
    own.parent.mkdir(parents=True)
    own.write_text("key: '#store'\nuses: {tap: {manual: {text: Stores.}}}\n", "utf-8")
    (doc,) = DocStore(tmp_path / "own", [tmp_path / "shipped"]).docs(PACKAGE)
    assert (doc.key, set(doc.uses["tap"])) == ("#store", {"manual"})


def test_file_that_a_person_renamed_or_edited_stays_the_one(store: DocStore) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    renamed = path.with_name("a-save-button.yaml")
    renamed.write_text(path.read_text("utf-8").replace("Saves.", "Mine."), "utf-8")
    path.unlink()
    store = DocStore(store.folder)
    assert store.record(PACKAGE, SAVE, PAGE, "long_press", "Nothing.", by("auto")) == renamed
    (doc,) = store.docs(PACKAGE)
    assert doc.uses["tap"]["auto"].text == "Mine."


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("key: a\nuses: [\n", ", line 3: "),
        ("key: a\n\tuses: {}\n", ", line 2: "),
        ("key: a\n", "uses: it is missing"),
        ("key: a\nuses: {tap: {auto: {text: ''}}}\n", "uses.tap.auto.text: "),
        ("key: a\nuses: {kick: {}}\n", "uses.kick"),
        ("key: a\nuses: {}\nnew: 1\n", "new: "),
        ("", "holds nothing where `key:`"),
        ("- 1\n", "holds a list where `key:`"),
        ("key: \x01\n", "cannot be read"),
        ("key: a\nuses: {tap: {auto: {text: a, updated: 2026-02-30}}}\n", "cannot be read"),
        ("!!python/object/apply:os.system ['true']\n", ", line 1: "),
    ],
)
def test_damaged_file_is_named_and_left_as_it_is(store: DocStore, content: str, told: str) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    path.write_text(content, "utf-8")
    store = DocStore(store.folder)
    for attempt in (
        lambda: store.docs(PACKAGE),
        lambda: store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto")),
    ):
        with pytest.raises(StoreError) as refused:
            attempt()
        assert str(path) in str(refused.value)
        assert told in str(refused.value)
    assert path.read_text("utf-8") == content
    assert [str(problem) for problem in store.problems()] == [str(refused.value)]


@pytest.mark.parametrize("package", ["../../etc", "/etc", "a/b", "", ".", "com..x", "a\\b", "a b"])
def test_package_that_is_a_path_is_refused(store: DocStore, package: str) -> None:
    with pytest.raises(SetupError, match="is not a package name"):
        store.record(package, SAVE, PAGE, "tap", "Saves.", by("auto"))
    with pytest.raises(SetupError):
        store.docs(package)


def test_a_folder_is_made_ready_before_anything_is_learned(tmp_path: Path) -> None:
    store = DocStore(tmp_path / "a" / "b")
    for _ in range(2):
        store.prepare()
        assert list(store.folder.iterdir()) == []
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupError) as refused:
        DocStore(tmp_path / "file").prepare()
    assert str(refused.value).startswith(f"cannot write docs to {tmp_path / 'file'}: ")
    assert str(refused.value).endswith("; name another folder with --store")


def test_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "docs_store").write_text("a file")
    store = DocStore(tmp_path / "docs_store")
    with pytest.raises(SetupError, match="name another folder with --store"):
        store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("Wi-Fi, Off", "Wi-Fi"),
        ("Inbox 10", "Inbox"),
        ("Alarm 7 on", "Alarm on"),
        ("06:30", "06:30"),
        ("12, 3", "12, 3"),
        ("日本 3", "日本"),
        ("Me, Ann", "Ann"),  # two letters are an abbreviation
        ("", ""),
    ],
)
def test_the_title_of_a_row_leaves_out_what_changes(name: str, title: str) -> None:
    assert ElementDoc(key="#list/row", called=name, uses={}).title == title


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ({"key": "#a/#fab", "called": "Add", "screen": ("y", "x")}, "fab-e52481f3.yaml"),
        ({"key": "#a/#fab", "called": "New", "screen": ("x", "y")}, "fab-e52481f3.yaml"),
        ({"key": "#list/row", "called": "Wi-Fi"}, "row-78dfb9ac.yaml"),
        ({"key": "#list/row"}, "row-a09d776a.yaml"),
        (
            {"key": "#list/row", "row": "switch wifi", "called": "Wi-Fi", "screen": ("x",)},
            "switch-wifi-bc3f1d5d.yaml",
        ),
        ({"key": "group:2/button"}, "button-6c6dd7c7.yaml"),
    ],
)
def test_a_document_has_the_same_file_name_in_each_layer(fields: dict[str, Any], name: str) -> None:
    assert file_name(ElementDoc(uses={}, **fields)) == name


def test_long_texts_are_folded_and_fields_keep_their_order() -> None:
    note = Note(text="word " * 30, confirmed=2)
    doc = ElementDoc(key="#a", screen=("b",), called="Grüße", uses={"tap": {"auto": note}})
    assert yaml_of(doc).decode().splitlines() == [
        "key: '#a'",
        "called: Grüße",
        "screen:",
        "- b",
        "uses:",
        "  tap:",
        "    auto:",
        "      text: '" + "word " * 16 + "word",
        "        " + "word " * 13 + "'",
        "      confirmed: 2",
    ]


@pytest.mark.parametrize("key", ["../../x", "#a/#b", "x" * 300, "日本", "CON", "a\0b", ""])
def test_file_names_are_names(key: str) -> None:
    name = file_name(ElementDoc(key=key, uses={}))
    assert Path(name).name == name
    assert len(name.encode()) < 255
    assert not set(name) & set('<>:"/\\|?*\0')


def test_writer_that_looked_before_the_other_wrote_loses_nothing(tmp_path: Path) -> None:
    one, other = DocStore(tmp_path), DocStore(tmp_path)
    assert one.docs(PACKAGE) == other.docs(PACKAGE) == []
    one.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    other.record(PACKAGE, SAVE, PAGE, "tap", "Saves it.", by("demo"))
    (doc,) = DocStore(tmp_path).docs(PACKAGE)
    assert doc.uses["tap"].keys() == {"auto", "demo"}


def test_writer_reads_the_folder_again_before_it_writes(tmp_path: Path) -> None:
    one, other = DocStore(tmp_path), DocStore(tmp_path)
    assert other.docs(PACKAGE) == []
    path = one.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    path = path.rename(path.with_name("a-save-button.yaml"))
    assert other.record(PACKAGE, SAVE, PAGE, "tap", "Saves it.", by("demo")) == path
    (doc,) = other.docs(PACKAGE)
    assert doc.uses["tap"].keys() == {"auto", "demo"}


def test_a_person_rewrites_a_document_as_it_is(store: DocStore) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    before = path.read_bytes()
    after = before.replace(b"Saves.", b"Saves the alarm.   # by hand")
    rewrite_document(path, before, after)
    assert path.read_bytes() == after
    with pytest.raises(StoreError, match="another program has changed it"):
        rewrite_document(path, before, before)
    for damaged in (b"key: [", b"key: a\n", b"\xff"):
        with pytest.raises(StoreError, match="your text"):
            rewrite_document(path, after, damaged)
    assert path.read_bytes() == after


def test_contradiction_counts_the_source_and_use_that_were_wrong(store: DocStore) -> None:
    path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("demo"))
    store.contradict(PACKAGE, SAVE, PAGE, "long_press", by("auto"))
    store.contradict(PACKAGE, SAVE, PAGE, "tap", by("manual"))
    store.contradict(PACKAGE, SAVE, PAGE, "tap", by("demo"))
    notes = read_document(path).uses["tap"]
    assert {source: note.contradicted for source, note in notes.items()} == {"auto": 0, "demo": 1}


def test_notes_stand_under_their_marks_by_heading(store: DocStore) -> None:
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    store.record(PACKAGE, SAVE, PAGE, "tap", "Keeps it.", by("manual"))
    store.record(PACKAGE, SAVE, PAGE, "long_press", "Nothing.", by("auto"))
    store.record(PACKAGE, element(key="#list/row", name="Ann"), PAGE, "tap", "A chat.", by("auto"))
    bob = element(key="#list/row", name="Bob")
    cancel = element(key="#cancel", name="Cancel")
    marks = tuple(Mark(n, e.bounds, e) for n, e in enumerate((cancel, SAVE, bob), 1))
    seen = View(screen((cancel, SAVE, bob), app=App(PACKAGE, ".Main")), marks, blank())
    assert store.mark_notes(seen, PAGE, PRECEDENCE) == {
        2: {"tap": "Keeps it.", "long_press": "Nothing."},
        3: {'tap (learned on "Ann")': "A chat."},
    }
    assert store.mark_notes(seen, PAGE, ["auto"])[2]["tap"] == "Saves."
    assert store.mark_notes(seen, PAGE, ["demo"]) == {}
    assert store.mark_notes(seen, PAGE, ()) == {}
    other = replace(seen, screen=screen((SAVE,), app=App("com.example.other", ".Main")))
    assert store.mark_notes(other, PAGE, PRECEDENCE) == {}


def test_what_is_obvious_is_told_of_the_nameless_and_of_harm_only(store: DocStore) -> None:
    sign = element(key="#sign", name="", role="button", bounds=Rect(0, 900, 100, 1000))
    clear = element(key="#clear", name="Clear", bounds=Rect(0, 1800, 270, 2000))
    for each, danger in ((SAVE, None), (sign, None), (clear, "delete")):
        store.record(
            PACKAGE, each, PAGE, "tap", "Does it.", by("auto"), danger=danger, obvious=True
        )
    store.record(PACKAGE, SAVE, PAGE, "long_press", "Asks for a name first.", by("auto"))
    marks = tuple(Mark(n, e.bounds, e) for n, e in enumerate((SAVE, sign, clear), 1))
    seen = View(screen((SAVE, sign, clear), app=App(PACKAGE, ".Main")), marks, blank())
    assert store.mark_notes(seen, PAGE, ["auto"])[1].keys() == {"tap", "long_press"}
    assert store.mark_notes(seen, PAGE, ["auto"], obvious=False) == {
        1: {"long_press": "Asks for a name first."},
        2: {"tap": "Does it."},
        3: {"tap (delete)": "Does it."},
    }


def test_a_note_is_as_obvious_as_it_was_said_last(store: DocStore) -> None:
    for obvious in (False, True, False):
        path = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"), obvious=obvious)
        assert read_document(path).uses["tap"]["auto"].obvious is obvious
    assert "obvious" not in path.read_text()


def test_on_the_grid_only_the_first_cell_of_an_element_has_its_notes(store: DocStore) -> None:
    wide = element(key="#save", name="Save", bounds=Rect(0, 0, 1080, 400))
    small = element(key="#more", name="More", bounds=Rect(0, 1800, 270, 2000))
    for each in (wide, small):
        store.record(PACKAGE, each, PAGE, "tap", f"{each.name}s.", by("auto"))
    seen = grid(screen((wide, small), app=App(PACKAGE, ".Main")))
    notes = store.mark_notes(seen, PAGE, PRECEDENCE)
    assert [texts for _, texts in sorted(notes.items())] == [{"tap": "Saves."}, {"tap": "Mores."}]
    first = min(notes)
    assert first == 1
    assert store.mark_notes(seen, PAGE, ()) == {}


def test_note_on_one_use_is_that_of_the_first_source(store: DocStore) -> None:
    store.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    store.record(PACKAGE, SAVE, PAGE, "tap", "Keeps it.", by("manual"))

    def text(use: Use | None, *sources: Source, of: Element | None = SAVE) -> str:
        found = store.note(PACKAGE, of, use, PAGE, sources)
        return found.text if found else ""

    assert text("tap", "auto", "manual") == "Keeps it."
    assert text("tap", "auto") == "Saves."
    assert text("tap", "demo") == text("tap") == text("swipe", "auto") == text(None, "auto") == ""
    assert text("tap", "auto", of=None) == text("tap", "auto", of=element(key="#cancel")) == ""


def test_files_of_a_document_are_listed_from_the_highest_layer_and_can_be_removed(
    tmp_path: Path,
) -> None:
    shipped, store = DocStore(tmp_path / "low"), DocStore(tmp_path / "own", [tmp_path / "low"])
    below = shipped.record(PACKAGE, SAVE, PAGE, "tap", "Saves.", by("auto"))
    above = store.record(PACKAGE, SAVE, PAGE, "tap", "Saves it.", by("auto"))
    alone = shipped.record(PACKAGE, element(key="#a"), PAGE, "tap", "Is A.", by("auto"))
    assert store.files(PACKAGE) == {above.name: [above, below], alone.name: [alone]}
    remove_document(above)
    remove_document(above)  # another one may have been quicker
    assert store.files(PACKAGE) == {below.name: [below], alone.name: [alone]}


WRITES, ELEMENTS = 50, 5


def _write(folder: Path, who: Source) -> None:
    store = DocStore(folder)
    for n in range(WRITES):
        store.record(PACKAGE, _numbered(n % ELEMENTS), PAGE, "tap", f"{who} {n}", by(who))


def _numbered(n: int) -> Element:
    return element(key=f"#button{n}", name=f"Button {n}")


def test_two_writers_lose_nothing_and_no_reader_sees_half(tmp_path: Path) -> None:
    spawn = multiprocessing.get_context("spawn")
    writers = [spawn.Process(target=_write, args=(tmp_path, who)) for who in ("auto", "demo")]
    for writer in writers:
        writer.start()
    seen = 0
    while any(writer.is_alive() for writer in writers):
        seen += sum(len(read_document(path).uses) for path in tmp_path.glob("*/elements/*.yaml"))
    for writer in writers:
        writer.join()
        assert writer.exitcode == 0
    assert seen
    docs = DocStore(tmp_path).docs(PACKAGE)
    counts = [doc.uses["tap"][who].confirmed for doc in docs for who in ("auto", "demo")]
    assert counts == [WRITES // ELEMENTS] * ELEMENTS * 2
    assert not list(tmp_path.glob("*/elements/.*"))


def test_documents_of_this_session_are_written_anew(store: DocStore) -> None:
    """Those of an app that it wrote nothing about stay as they are."""
    row = element(key="#list/row", role="row", name="Note hunter2")
    plain = element()
    other = DocStore(store.folder)
    for which, package, target in (
        (other, "com.example.other", plain),
        (store, "com.example.notes", row),
        (store, "com.example.notes", plain),
    ):
        said = f"Opens {target.name}, hunter2."
        which.record(package, target, frozenset({"a"}), "tap", said, Provenance("auto"))
    kept = {path: path.read_bytes() for path in store.folder.rglob("*.yaml")}
    store.rewrite(lambda text: text.replace("hunter2", "…"), lambda title: title.lower())
    now = {path: path.read_bytes() for path in store.folder.rglob("*.yaml")}
    assert len(now) == len(kept) == 3
    assert [path for path in now if b"hunter2" in now[path]] == [
        path for path in kept if "com.example.other" in str(path)
    ]
    texts = {doc.called: doc.note("tap") for doc in store.docs("com.example.notes")}
    assert {name: note.text for name, note in texts.items() if note} == {
        "note hunter": "Opens Note …, ….",
        "save": "Opens Save, ….",
    }
    for path in now:
        if b"other" not in path.read_bytes():
            assert path.name == file_name(read_document(path)), "which is made of its name"


def test_threads_of_one_store_read_what_each_wrote(store: DocStore) -> None:
    def learn(n: int) -> None:
        for part in range(5):
            one = element(key=f"#e{n}_{part}", name=f"E {n} {part}")
            store.record(PACKAGE, one, PAGE, "tap", f"Opens {n}.", by("auto"))
            assert store.find(PACKAGE, one, PAGE), "what was just written is read"

    with ThreadPoolExecutor(4) as pool:
        for done in [pool.submit(learn, n) for n in range(4)]:
            done.result()
    assert len(store.docs(PACKAGE)) == 20
