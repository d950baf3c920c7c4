"""A store that somebody else filled: nothing in it hangs, bursts or leads elsewhere."""

from __future__ import annotations

import os
import socket
import time
import warnings
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from appagent.errors import AppAgentError, SetupError, StoreError, UsageError
from appagent.knowledge.docfile import parse_document, read_document, yaml_of
from appagent.knowledge.element import ElementDoc
from appagent.knowledge.flowfiles import Flows
from appagent.knowledge.pack import pack, unpack
from appagent.knowledge.store import DocStore, Provenance, rewrite_document
from appagent.yamltext import read_yaml
from tests.screen.trees import element

APP = "com.example.clock"
PAGE = frozenset({"button #save", "text field #hour"})
GOOD = b"key: '#save'\nuses: {tap: {auto: {text: Saves.}}}\n"
LEARNED = Provenance("auto", "1.0", "en")
DEEP = 60_000


@pytest.fixture
def store(tmp_path: Path) -> DocStore:
    (tmp_path / "store" / APP / "elements").mkdir(parents=True)
    return DocStore(tmp_path / "store")


@pytest.fixture
def place(store: DocStore) -> Path:
    """Where the hostile thing stands."""
    return store.folder / APP / "elements" / "save.yaml"


BOMB = "".join(f"{n}: &{n} [{', '.join([f'*{chr(ord(n) - 1)}'] * 9)}]\n" for n in "bcdefghijkl")


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"key: " + b"[" * DEEP, "line 1: it nests deeper than 100 levels"),
        (b"key: " + b"[" * DEEP + b"]" * DEEP, "line 1: it nests deeper than 100 levels"),
        (b"key: " + b"{a: " * DEEP, "line 1: it nests deeper than 100 levels"),
        (b"- " * DEEP, "line 1: it nests deeper than 100 levels"),
        (b"? " * DEEP, "line 1: it nests deeper than 100 levels"),
        (b"".join(b" " * n + b"a:\n" for n in range(200)), "it nests deeper than 100 levels"),
        (b"a: &a [x, x, x, x, x, x, x, x, x]\n" + BOMB.encode(), "it holds more than 200000"),
        (b"key: &a [*a]\n", "line 1: it holds more than 200000 values, or never ends"),
        (b"key: *nowhere\n", "line 1: "),
        (b"key: !!python/object/apply:os.getcwd []\n", "line 1: could not determine a constr"),
        (GOOD.replace(b"Saves.", b"Saves., confirmed: 0x" + b"f" * 9000), "tap.auto.confirmed"),
        (GOOD.replace(b"Saves.", b"Saves., confirmed: " + b"9" * 9000), "cannot be read"),
        (GOOD.replace(b"Saves.", b"Saves., confirmed: -4"), "tap.auto.confirmed"),
        (GOOD.replace(b"Saves.", b"Saves., confirmed: .inf"), "tap.auto.confirmed"),
        (GOOD.replace(b"Saves.", b"Saves., confirmed: " + b"1:" * 60_000 + b"1"), "confirmed"),
        (GOOD.replace(b"Saves", b"Saves" * 4000), "tap.auto.text: String should have at most"),
        (b"\0" + GOOD, "cannot be read"),
        (b"\xff\xfe" + GOOD, "is no text in UTF-8"),
        (b"", "holds nothing where"),
        (b"[]", "holds a list where"),
        (b"#" * (256 << 10) + b"\n" + GOOD, "more than 256 kB"),
    ],
    ids=lambda each: repr(each[:24]) if isinstance(each, bytes) else "",
)
def test_a_document_that_is_none_is_named(place: Path, content: bytes, told: str) -> None:
    place.write_bytes(content)
    began = time.monotonic()
    with pytest.raises(StoreError) as caught:
        read_document(place)
    assert time.monotonic() - began < 5
    assert str(place) in str(caught.value)
    assert told in str(caught.value)
    assert len(str(caught.value)) < 1000
    assert "\n" not in str(caught.value)


def test_a_link_to_itself_holds_nothing(store: DocStore) -> None:
    (store.folder / "loop").symlink_to("loop")
    assert store.entries("loop") == {}


def test_aliases_that_stay_small_are_read() -> None:
    assert read_yaml("a: &a {b: [1, 2]}\nc: *a\n") == {"a": {"b": [1, 2]}, "c": {"b": [1, 2]}}


def pipe(path: Path) -> None:
    os.mkfifo(path)


def listening(path: Path) -> None:
    here = Path.cwd()
    os.chdir(path.parent)  # the path of a socket has 108 bytes
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(path.name)
    finally:
        os.chdir(here)


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


HOSTILE: dict[str, tuple[Callable[[Path], None], str]] = {
    "pipe": (pipe, "this is a pipe, not a file"),
    "socket": (listening, "cannot be read"),
    "folder": (Path.mkdir, "Is a directory"),
    "gigabyte": (sparse, "more than 256 kB"),
    "device": (lambda path: path.symlink_to("/dev/zero"), "a link out of the store, to /dev/zero"),
    "secret": (lambda path: path.symlink_to("/etc/hostname"), "a link out of the store"),
    "nothing": (lambda path: path.symlink_to("/no/such/file"), "a link out of the store"),
    "itself": (lambda path: path.symlink_to(path.name), "a link that leads nowhere"),
}


@pytest.mark.parametrize(("make", "told"), HOSTILE.values(), ids=HOSTILE)
def test_what_is_no_file_of_the_store_is_neither_read_nor_written(
    store: DocStore, place: Path, tmp_path: Path, make: Callable[[Path], None], told: str
) -> None:
    make(place)
    button = element(key="#save", name="Save")
    doc = parse_document(GOOD, "good")
    zipped = tmp_path / "in.zip"
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr(f"{APP}/elements/save.yaml", GOOD)
    for work in (
        lambda: store.docs(APP),
        lambda: pack(store, [APP], tmp_path / "out.zip"),
        lambda: unpack(zipped, store),
        lambda: store.merge(APP, doc),
        lambda: store.record(APP, button, PAGE, "tap", "Saves.", LEARNED),
        lambda: rewrite_document(place, GOOD, GOOD),
    ):
        with pytest.raises(StoreError, match=told):
            work()
    assert [str(err) for err in store.problems() if told in str(err)]
    assert not (tmp_path / "out.zip").exists()


@pytest.mark.parametrize("part", ["package", "elements"])
def test_a_folder_that_leads_out_of_the_store_is_not_written_to(tmp_path: Path, part: str) -> None:
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "elements").mkdir(parents=True)
    package = tmp_path / "store" / APP
    if part == "package":
        package.parent.mkdir()
        package.symlink_to(elsewhere)
    else:
        package.mkdir(parents=True)
        (package / "elements").symlink_to(elsewhere / "elements")
    store = DocStore(tmp_path / "store")
    with pytest.raises(StoreError, match="a link out of the store"):
        store.merge(APP, parse_document(GOOD, "good"))
    assert not list(elsewhere.rglob("*.yaml"))


def test_a_link_inside_of_the_store_and_one_to_it_are_followed(tmp_path: Path) -> None:
    folder = tmp_path / "really" / APP / "elements"
    folder.mkdir(parents=True)
    (folder / "save.yaml").write_bytes(GOOD)
    (folder / "other.yaml").symlink_to("save.yaml")
    (tmp_path / "store").symlink_to(tmp_path / "really")
    assert len(DocStore(tmp_path / "store").docs(APP)) == 2


@pytest.mark.parametrize("make", [pipe, Path.mkdir], ids=["pipe", "folder"])
def test_a_lock_that_is_none_blocks_nobody(store: DocStore, make: Callable[[Path], None]) -> None:
    make(store.folder / APP / ".lock")
    began = time.monotonic()
    try:
        store.merge(APP, parse_document(GOOD, "good"))
    except SetupError as err:
        assert "cannot write docs" in str(err)  # noqa: PT017
    assert time.monotonic() - began < 5


def test_a_lock_that_is_a_link_empties_nothing(store: DocStore, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    diary.write_text("dear diary")
    (store.folder / APP / ".lock").symlink_to(diary)
    with suppress(AppAgentError):
        store.merge(APP, parse_document(GOOD, "good"))
    assert diary.read_text() == "dear diary"


@pytest.mark.parametrize("make", [pipe, Path.mkdir, sparse], ids=["pipe", "folder", "gigabyte"])
def test_a_pack_that_is_no_file_is_refused(
    store: DocStore, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    make(tmp_path / "docs.zip")
    with pytest.raises(SetupError, match=r"docs\.zip"):
        unpack(tmp_path / "docs.zip", store)


def test_a_pack_of_a_million_entries_is_not_looked_through(store: DocStore, tmp_path: Path) -> None:
    entry = b"PK\1\2" + bytes(24) + b"\1\0" + bytes(16) + b"a"
    end = b"PK\5\6" + bytes(6) + b"\xff\xff" + (len(entry) * 10**6).to_bytes(4, "little") + bytes(6)
    (tmp_path / "docs.zip").write_bytes(entry * 10**6 + end)
    began = time.monotonic()
    with pytest.raises(UsageError, match="too large for a pack"):
        unpack(tmp_path / "docs.zip", store)
    assert time.monotonic() - began < 3


def test_a_link_in_a_pack_is_a_text(store: DocStore, tmp_path: Path) -> None:
    link = zipfile.ZipInfo(f"{APP}/elements/a.yaml")
    link.external_attr = 0o120777 << 16
    with zipfile.ZipFile(tmp_path / "docs.zip", "w") as archive:
        archive.writestr(link, "/etc/passwd")
    with pytest.raises(StoreError, match=r"a\.yaml"):
        unpack(tmp_path / "docs.zip", store)


def test_documents_of_one_name_or_of_names_that_differ_by_case_all_come_along(
    store: DocStore, tmp_path: Path
) -> None:
    with (
        zipfile.ZipFile(tmp_path / "docs.zip", "w") as archive,
        warnings.catch_warnings(action="ignore"),  # of the name that comes twice
    ):
        for number, name in enumerate(("a", "A", "a")):
            content = GOOD.replace(b"#save", b"#save%d" % number)
            archive.writestr(f"{APP}/elements/{name}.yaml", content)
    assert unpack(tmp_path / "docs.zip", store).new == 3
    assert {doc.key for doc in DocStore(store.folder).docs(APP)} == {"#save0", "#save1", "#save2"}


def test_three_thousand_documents_are_imported_in_seconds(store: DocStore, tmp_path: Path) -> None:
    """Each was read anew for each that was written: 300 took 13 s, and 3,000 half an hour."""
    with zipfile.ZipFile(tmp_path / "docs.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for number in range(3000):
            screen = tuple(f"button #b{n} decor{number % 40}" for n in range(20))
            doc = ElementDoc.model_validate(
                {
                    "key": f"#element{number}",
                    "role": "button",
                    "called": f"Button {number}",
                    "screen": screen,
                    "uses": {"tap": {"auto": {"text": f"Opens page {number}."}}},
                }
            )
            archive.writestr(f"{APP}/elements/d{number}.yaml", yaml_of(doc))
    began = time.monotonic()
    assert unpack(tmp_path / "docs.zip", store).new == 3000
    assert time.monotonic() - began < 40
    assert len(DocStore(store.folder).docs(APP)) == 3000


@pytest.mark.skipif(os.getuid() != 0, reason="only root can become somebody else")
def test_a_folder_that_may_not_be_read_is_not_an_empty_one(store: DocStore, place: Path) -> None:
    place.write_bytes(GOOD)
    child = os.fork()
    if not child:
        code = 0
        try:
            os.setuid(65534)  # the folders of a test are for their owner alone
            for look in (store.packages, lambda: store.docs(APP), lambda: list(store.problems())):
                try:
                    look()
                except StoreError:
                    code += 1
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 3


def test_a_note_of_many_pages_is_kept_in_part(store: DocStore) -> None:
    button = element(key="#save", name="Save")
    store.record(APP, button, PAGE, "tap", "Saves. " * 10_000, LEARNED)
    (doc,) = DocStore(store.folder).docs(APP)
    assert len(doc.uses["tap"]["auto"].text) <= 4096


def test_a_flow_that_a_link_leads_to_is_not_read(tmp_path: Path) -> None:
    flows = Flows([tmp_path / "store"])
    (tmp_path / "alarm.yaml").write_text(f"appId: {APP}\n---\n- back\n")
    (tmp_path / "alarm.json").write_text('{"form": {"parts": ["Go back"]}}')
    folder = flows.own(APP)
    folder.mkdir(parents=True)
    for name in ("alarm.yaml", "alarm.json"):
        (folder / name).symlink_to(tmp_path / name)
    told: list[str] = []
    assert flows.fitting("Go back", say=told.append) is None
    assert "a link out of the store" in told[0]
