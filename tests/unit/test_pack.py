"""Documents and maps in one file: all of it comes over, nothing of the store is lost, nothing gets
out."""

from __future__ import annotations

import random
import zipfile
from pathlib import Path

import pytest

from appagent.errors import AppAgentError, SetupError, StoreError, UsageError
from appagent.knowledge import pack as packs
from appagent.knowledge.answers import files_of
from appagent.knowledge.docfile import dump
from appagent.knowledge.element import Source
from appagent.knowledge.map import AppMap, Control, Edge, Page, as_imported
from appagent.knowledge.mapfile import Maps, maps_of
from appagent.knowledge.mapmerge import Differing
from appagent.knowledge.pack import (
    Conflict,
    Packed,
    UnpackResult,
    known_packages,
    pack,
    unpack,
)
from appagent.knowledge.store import DocStore, Provenance
from tests.screen.trees import element

CLOCK, MAPS = "com.example.clock", "com.example.maps"
PAGE = frozenset({"button #save", "text field #hour", "switch #vibrate", "list #days"})
SAVE, CANCEL = element(key="#save", name="Save"), element(key="#cancel", name="Cancel")
GOOD = b"key: '#save'\nuses: {tap: {manual: {text: Saves.}}}\n"
NAME = f"{CLOCK}/elements/save.yaml"


APP = "com.example.chat"


@pytest.fixture
def here(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "here")


@pytest.fixture
def there(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "there")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "docs.zip"


def learn(store: DocStore, package: str, text: str, source: Source = "auto") -> None:
    store.record(package, SAVE, PAGE, "tap", text, Provenance(source, "1.4.0", "en-US"))


ALARMS = Page(name="Alarms", looks=("button #add",))
EDIT = Page(name="Edit alarm", looks=("button #save", " #hour"))


def opens(to: str, name: str = "Add") -> Page:
    edge = Edge(to=to)
    add = Control(key="#add", role="button", name=name, edges={"tap": edge})
    return ALARMS.model_copy(update={"controls": (add,)})


def draw(store: DocStore, *pages: Page, package: str = CLOCK) -> AppMap:
    known = AppMap(language="en-US", pages=pages)
    return maps_of(store).change(package, lambda _: known)


def zipped(file: Path, **named: bytes) -> Path:
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in named.items():
            archive.writestr(name, content)
    return file


def test_an_empty_store_becomes_the_other(here: DocStore, there: DocStore, file: Path) -> None:
    learn(there, CLOCK, "Saves the alarm.")
    learn(there, CLOCK, "Saves it.", "manual")
    learn(there, MAPS, "Saves the place.")
    assert pack(there, there.packages(), file) == Packed(2, ())
    assert unpack(file, here) == UnpackResult(2, 2, (CLOCK, MAPS), ())
    for package in (CLOCK, MAPS):
        assert here.docs(package) == [doc.as_imported() for doc in there.docs(package)]
    assert list(file.parent.glob(".*")) == []


def test_own_words_stay_and_are_told(here: DocStore, there: DocStore, file: Path) -> None:
    learn(here, CLOCK, "Mine.", "manual")
    learn(there, CLOCK, "Theirs.", "manual")
    learn(there, CLOCK, "Saves the alarm.", "auto")
    pack(there, [CLOCK], file)
    conflicts = (Conflict(CLOCK, "#save", "tap", "manual"),)
    assert unpack(file, here) == UnpackResult(1, 1, (CLOCK,), conflicts)
    assert unpack(file, here) == UnpackResult(1, 0, (CLOCK,), conflicts)
    (doc,) = here.docs(CLOCK)
    assert {who: note.text for who, note in doc.uses["tap"].items()} == {
        "manual": "Mine.",
        "auto": "Saves the alarm.",
    }


def test_the_second_time_nothing_is_told_or_written(
    here: DocStore, there: DocStore, file: Path
) -> None:
    learn(there, CLOCK, "Saves.")
    pack(there, [CLOCK], file)
    unpack(file, here)
    (path,) = here.folder.glob("*/elements/*.yaml")
    written = path.stat().st_mtime_ns
    assert unpack(file, here) == UnpackResult(1, 0, (CLOCK,), ())
    assert path.stat().st_mtime_ns == written


def test_the_same_documents_are_the_same_bytes(there: DocStore, tmp_path: Path) -> None:
    learn(there, CLOCK, "Saves.")
    one, other = tmp_path / "one.zip", tmp_path / "other.zip"
    pack(there, [CLOCK], one)
    pack(DocStore(there.folder), [CLOCK], other)
    assert one.read_bytes() == other.read_bytes()
    with zipfile.ZipFile(one) as archive:
        (entry,) = archive.infolist()
    assert entry.date_time == (1980, 1, 1, 0, 0, 0)
    assert entry.compress_type == zipfile.ZIP_DEFLATED


def test_a_file_that_a_person_copied_comes_along(
    here: DocStore, there: DocStore, file: Path
) -> None:
    learn(there, CLOCK, "Saves.")
    (path,) = there.folder.glob("*/elements/*.yaml")
    path.with_name("copy.yaml").write_bytes(path.read_bytes().replace(b"auto:", b"manual:"))
    assert pack(DocStore(there.folder), [CLOCK], file) == Packed(2, ())
    with zipfile.ZipFile(file) as archive:
        names = [entry.filename for entry in archive.infolist()]
    name = path.relative_to(there.folder).as_posix()
    assert names == [name, f"{CLOCK}/elements/1-{path.name}"]
    unpack(file, here)
    (doc,) = here.docs(CLOCK)
    assert set(doc.uses["tap"]) == {"auto", "manual"}


@pytest.mark.parametrize(
    ("name", "content", "told", "kind"),
    [
        ("../../evil/elements/a.yaml", GOOD, "expected PACKAGE/elements/NAME.yaml", UsageError),
        ("/etc/elements/a.yaml", GOOD, "expected PACKAGE", UsageError),
        (f"{CLOCK}/elements/../../../a.yaml", GOOD, "expected PACKAGE", UsageError),
        (f"{CLOCK}/elements/..\\..\\a.yaml", GOOD, "expected PACKAGE", UsageError),
        (f"{CLOCK}/notes.sh", GOOD, "expected PACKAGE", UsageError),
        (f"{CLOCK}/maps.yaml", GOOD, "expected PACKAGE", UsageError),
        (f"{CLOCK}/map.yaml", GOOD, "map.yaml: key: nothing here is called so", StoreError),
        (
            f"{CLOCK}/map.yaml",
            dump(AppMap(pages=(ALARMS, EDIT.model_copy(update={"name": "alarms"})))),
            "map.yaml: two pages have one name, 'alarms'",
            StoreError,
        ),
        (f"{CLOCK}/map.yaml", b"pages: [{name: ' '}]", "a page has no name", StoreError),
        (
            f"{CLOCK}/map.yaml",
            dump(AppMap(pages=tuple(Page(name=f"p{n}") for n in range(41)))),
            "41 pages: at most 40",
            StoreError,
        ),
        (
            f"{CLOCK}/map.yaml",
            dump(AppMap(pages=(Page(name="p", controls=(Control(key="#a"),) * 61),))),
            "a page of 61 controls: at most 60",
            StoreError,
        ),
        (
            f"{CLOCK}/map.yaml",
            dump(AppMap(pages=(opens("Alarms", "x" * 1001),))),
            "a text has 1,001 characters",
            StoreError,
        ),
        (f"{CLOCK}/map.yaml", b'pages: [{name: "a\\eb"}]', "control character U+001B", StoreError),
        (f"{CLOCK}/map.yaml", "pages: [{name: a\u202eb}]".encode(), "hides a part", StoreError),
        (f"{CLOCK}/map.yaml", b"#" * (1 << 20) + b"\n", "more than 1024 kB", UsageError),
        (f"{CLOCK}/elements/a.yaml", b"key: a\nuses: [\n", "a.yaml, line 3: ", StoreError),
        (
            f"{CLOCK}/elements/a.yaml",
            b"key: a\nuses: {kick: {}}\n",
            "a.yaml: uses.kick",
            StoreError,
        ),
        (f"{CLOCK}/elements/a.yaml", b"\xff", "a.yaml: is no text in UTF-8", StoreError),
        (
            f"{CLOCK}/elements/a.yaml",
            b"[" * 200_000,
            "a.yaml, line 1: it nests deeper than 100",
            StoreError,
        ),
        (
            f"{CLOCK}/elements/a.yaml",
            b" " * packs.MOST_BYTES + GOOD,
            "more than 256 kB",
            UsageError,
        ),
    ],
)
def test_one_bad_file_and_nothing_is_written(
    here: DocStore, file: Path, name: str, content: bytes, told: str, kind: type[AppAgentError]
) -> None:
    zipped(file, **{NAME: GOOD, name: content})
    with pytest.raises(kind) as refused:
        unpack(file, here)
    assert told in str(refused.value)
    assert not here.folder.exists()


@pytest.mark.parametrize(("limit", "value"), [("MAX_DOCS", 1), ("MAX_BYTES", 60)])
def test_a_pack_has_bounds(
    here: DocStore, file: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(packs, limit, value)
    zipped(file, **{NAME: GOOD, f"{MAPS}/elements/save.yaml": GOOD})
    with pytest.raises(UsageError, match="too large"):
        unpack(file, here)


def test_what_is_no_pack_is_refused(here: DocStore, file: Path, tmp_path: Path) -> None:
    file.write_bytes(b"PK\3\4 but no more")
    with pytest.raises(UsageError, match="not a readable pack"):
        unpack(file, here)
    with pytest.raises(UsageError, match="holds no documents"):
        unpack(zipped(file), here)
    with pytest.raises(UsageError, match="no file"):
        unpack(tmp_path / "not-there.zip", here)
    with pytest.raises(SetupError, match="cannot read"):
        unpack(tmp_path, here)


def test_a_damaged_pack_raises_nothing_else(here: DocStore, file: Path) -> None:
    whole = zipped(file, **{NAME: GOOD}).read_bytes()
    chance = random.Random(9)
    told = []
    for _ in range(300):
        spoilt = bytearray(whole)
        for _ in range(chance.randint(1, 4)):
            spoilt[chance.randrange(len(spoilt))] = chance.randrange(256)
        file.write_bytes(spoilt)
        try:
            unpack(file, here)
        except (StoreError, SetupError) as refused:
            told.append(str(refused))
    assert len(told) > 100
    assert all(str(file) in text for text in told)


def test_nothing_to_pack_and_nowhere_to_put_it(there: DocStore, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no docs of any app"):
        pack(there, [], tmp_path / "docs.zip")
    learn(there, CLOCK, "Saves.")
    with pytest.raises(SetupError, match="cannot write"):
        pack(there, [CLOCK], tmp_path / "no-folder" / "docs.zip")


# --- maps -----------------------------------------------------------------------------------------


def test_a_map_comes_along(here: DocStore, there: DocStore, file: Path) -> None:
    learn(there, CLOCK, "Saves the alarm.")
    known = draw(there, opens("Edit alarm"), EDIT)
    assert pack(there, [CLOCK], file) == Packed(1, (CLOCK,))
    taken = unpack(file, here)
    assert (taken.docs, taken.packages, taken.maps[CLOCK].new) == (1, (CLOCK,), 2)
    assert maps_of(here).read(CLOCK) == as_imported(known)  # nobody here has walked it
    file_of_map = here.folder / CLOCK / "map.yaml"
    written = file_of_map.stat().st_mtime_ns
    assert unpack(file, here).maps[CLOCK].new == 0
    assert file_of_map.stat().st_mtime_ns == written


def test_an_app_with_a_map_alone_is_packed(here: DocStore, there: DocStore, file: Path) -> None:
    known = draw(there, ALARMS)
    assert there.packages() == []
    assert known_packages(there) == [CLOCK]
    assert pack(there, known_packages(there), file) == Packed(0, (CLOCK,))
    assert unpack(file, here).packages == (CLOCK,)
    assert maps_of(here).read(CLOCK) == known


def test_the_map_of_the_store_stays_and_what_differs_is_told(
    here: DocStore, there: DocStore, file: Path
) -> None:
    draw(here, opens("Edit alarm"), EDIT)
    draw(there, opens("Sounds"), Page(name="Sounds", looks=(" #sounds",)))
    pack(there, [CLOCK], file)
    taken = unpack(file, here).maps[CLOCK]
    assert taken.differing == (Differing("Alarms", "Edit alarm", "Sounds", "Add", "tap"),)
    known = maps_of(here).read(CLOCK)
    assert [page.name for page in known.pages] == ["Alarms", "Edit alarm", "Sounds"]
    assert known.pages[0].controls[0].edges["tap"].to == "Edit alarm"


def test_a_map_of_a_layer_below_is_packed_too(there: DocStore, file: Path, tmp_path: Path) -> None:
    draw(there, ALARMS)
    above = DocStore(tmp_path / "above", [there.folder])
    draw(above, EDIT)
    pack(above, [CLOCK], file)
    here = DocStore(tmp_path / "empty")
    unpack(file, here)
    assert [page.name for page in Maps([here.folder]).read(CLOCK).pages] == ["Edit alarm", "Alarms"]


def test_a_map_that_is_there_twice_is_refused(here: DocStore, file: Path) -> None:
    content = dump(AppMap(pages=(ALARMS,)))
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{CLOCK}/map.yaml", content)
        with pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr(f"{CLOCK}/map.yaml", content)
    with pytest.raises(UsageError, match="there twice"):
        unpack(file, here)
    assert not here.folder.exists()


def test_beside_a_damaged_map_of_the_store_nothing_is_written(
    here: DocStore, there: DocStore, file: Path
) -> None:
    learn(there, CLOCK, "Saves the alarm.")
    draw(there, ALARMS)
    pack(there, [CLOCK], file)
    mine = here.folder / CLOCK / "map.yaml"
    mine.parent.mkdir(parents=True)
    mine.write_bytes(b"pages: [\n")
    with pytest.raises(StoreError, match=r"here/.*map\.yaml, line 2"):
        unpack(file, here)
    assert list(here.folder.rglob("*.yaml")) == [mine]
    assert mine.read_bytes() == b"pages: [\n"


def test_a_strangers_answers_warn_and_answer_nothing(
    here: DocStore, there: DocStore, file: Path
) -> None:
    page = 'page "Chats"'
    said = {'button "Send"': "send", 'button "Delete"': "none", "row (chats)": "opens"}
    files_of(there).add(APP, "1.4", {page: said})
    assert pack(there, [APP], file).answers == (APP,)
    files_of(here).add(APP, "1.4", {page: {"row (chats)": "unknown"}})
    assert unpack(file, here).deeds == 1
    known = files_of(here).read(APP, "2.0")
    assert known.warned(page, 'button "Send"') == "send"
    assert known.warned(page, 'button "Delete"') == ""
    assert [known.of(page, line) for line in said] == ["", "", ""]
    assert files_of(here).read(APP, "1.4").of(page, "row (chats)") == "unknown"
    assert unpack(file, here).deeds == 0
    assert pack(here, [APP], file).answers == (APP,)  # handed on, they warn again
    assert unpack(file, there).deeds == 0  # of what is known there
    files_of(there).forget(APP, lambda text: "Send" in text)
    assert unpack(file, there).deeds == 1


def test_an_app_of_which_answers_alone_are_known_is_known(here: DocStore) -> None:
    files_of(here).add(APP, "1.4", {'page "Chats"': {"row (chats)": "opens"}})
    assert known_packages(here) == [APP]


def test_an_answer_that_is_none_is_refused(here: DocStore, file: Path) -> None:
    text = 'asked:\n- page: page "Chats"\n  deeds:\n    button "Send": harmless\n'
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr(f"{APP}/guard.yaml", text)
    with pytest.raises(StoreError, match="'harmless' is no answer: write one or some of account"):
        unpack(file, here)
    assert not files_of(here).read(APP, "").asked
