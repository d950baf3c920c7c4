"""Docs that the AppAgent of the paper learned: what has an id comes over, the rest is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from appagent.errors import StoreError, UsageError
from appagent.knowledge import paperdocs
from appagent.knowledge.paperdocs import Left, import_paper_docs
from appagent.knowledge.store import DocStore, Provenance
from tests.screen.trees import element

TWITTER = "com.twitter.android"
EMPTY = {"tap": "", "text": "", "v_swipe": "", "h_swipe": "", "long_press": ""}
LISTS = f"{TWITTER}.id_toolbar_{TWITTER}.id_channels_Lists_2"
CLASS = "android.widget.FrameLayout_1080_2148"


@pytest.fixture
def store(tmp_path: Path) -> DocStore:
    return DocStore(tmp_path / "store")


@pytest.fixture
def app(tmp_path: Path) -> Path:
    return tmp_path / "apps" / "Twitter"


def learned(app: Path, uid: str, folder: str = "auto_docs", **said: str) -> Path:
    """A file as the paper's code writes it."""
    path = app / folder / f"{uid}.txt"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(str(EMPTY | said), encoding="utf-8")
    return path


def texts(store: DocStore, key: str) -> dict[tuple[str, str], str]:
    docs = [doc for doc in store.docs(TWITTER) if doc.key == key]
    return {
        (use, source): note.text
        for doc in docs
        for use, notes in doc.uses.items()
        for source, note in notes.items()
    }


def test_each_use_of_an_element_comes_over(store: DocStore, app: Path) -> None:
    learned(app, LISTS, tap="Opens the lists.", long_press="Shows a menu.")
    learned(app, f"{CLASS}_{TWITTER}.id_feed_0", v_swipe="Scrolls.", h_swipe="Changes the tab.")
    learned(app, f"{CLASS}_{TWITTER}.id_query_1", "demo_docs", tap="Opens it.", text="Searches.")
    found = import_paper_docs(app, None, store)
    assert (found.taken.docs, found.taken.new, found.taken.packages) == (3, 3, (TWITTER,))
    assert found.left == ()
    assert texts(store, "#channels") == {
        ("tap", "auto"): "Opens the lists.",
        ("long_press", "auto"): "Shows a menu.",
    }
    assert texts(store, "#feed") == {
        ("swipe", "auto"): "Up or down: Scrolls.\nLeft or right: Changes the tab."
    }
    assert texts(store, "#query") == {("tap", "demo"): "Opens it.", ("text", "demo"): "Searches."}


def test_both_sources_of_one_element_are_one_document(store: DocStore, app: Path) -> None:
    learned(app, LISTS, tap="Opens the lists.")
    learned(app, LISTS, "demo_docs", tap="Shows your lists.")
    assert import_paper_docs(app, None, store).taken.docs == 1
    assert texts(store, "#channels") == {
        ("tap", "auto"): "Opens the lists.",
        ("tap", "demo"): "Shows your lists.",
    }


def test_one_of_the_folders_alone_tells_its_source(store: DocStore, app: Path) -> None:
    learned(app, LISTS, "auto_docs", tap="Opens the lists.")
    learned(app, LISTS, "demo_docs", tap="Shows your lists.")
    import_paper_docs(app / "demo_docs", None, store)
    assert set(texts(store, "#channels")) == {("tap", "demo")}


@pytest.mark.parametrize(
    ("uid", "key"),
    [
        (f"{CLASS}_{TWITTER}.id_compose_0", "#compose"),
        (f"{TWITTER}.id_row_{TWITTER}.id_tweet_text_view_3", "#tweet_text_view"),
        (f"{TWITTER}.id_toolbar_{TWITTER}.id_button_Navigateup_0", "#button"),
        (f"{TWITTER}.id_bar_{TWITTER}.id_tab_发现_1", "#tab"),
        (f"{TWITTER}.id_bar_{TWITTER}.id_navigationBar_0", "#navigationBar"),
        (f"{CLASS}_android.id_button1_OK_2", "#android:button1"),
        (f"{TWITTER}.id_x_com.example.lib.id_player_2", "#com.example.lib:player"),
        (f"{TWITTER}.id_toolbar_android.widget.ImageButton_147_147_Navigateup_0", ""),
        (f"{CLASS}_android.view.View_10_20_3", ""),
        (f"{CLASS}_{TWITTER}.id_0_resource_name_obfuscated_4", ""),
        ("0", ""),
    ],
)  # fmt: skip
def test_the_id_of_the_element_is_its_key(store: DocStore, app: Path, uid: str, key: str) -> None:
    learned(app, uid, tap="Does something.")
    found = import_paper_docs(app, TWITTER, store)
    assert [doc.key for doc in store.docs(TWITTER)] == [key] * bool(key)
    assert [left.file for left in found.left] == [f"{uid}.txt"] * (not key)


def test_without_an_index_the_whole_name_is_read(store: DocStore, app: Path) -> None:
    learned(app, f"{CLASS}_{TWITTER}.id_tab_1", tap="Shows the feed.")
    learned(app, f"{CLASS}_{TWITTER}.id_compose", tap="Writes.")
    import_paper_docs(app, None, store)
    assert {doc.key for doc in store.docs(TWITTER)} == {"#tab_1", "#compose"}


def test_what_does_not_come_over_is_listed(store: DocStore, app: Path) -> None:
    bar = f"{CLASS}_{TWITTER}.id_tab"
    learned(app, LISTS)
    learned(app, f"{CLASS}_android.widget.Button_200_100_0", tap="Closes it.")
    learned(app, f"{bar}_Home_0", tap="Shows the feed.")
    learned(app, f"{bar}_Search_1", tap="Searches.")
    learned(app, f"{CLASS}_{TWITTER}.id_row_0", tap="Opens a tweet.")
    learned(app, f"{CLASS}_{TWITTER}.id_row_1", tap="Opens an advertisement.")
    found = import_paper_docs(app, None, store)
    several = "several elements have the id #tab, and each does something else"
    first = f"{CLASS}_{TWITTER}.id_row_0.txt"
    assert sorted(found.left, key=lambda each: each.file) == sorted(
        [
            Left(f"{LISTS}.txt", "says nothing"),
            Left(
                f"{CLASS}_android.widget.Button_200_100_0.txt",
                "the element has no id, only a class and a size",
            ),
            Left(f"{bar}_Home_0.txt", several),
            Left(f"{bar}_Search_1.txt", several),
            Left(
                f"{CLASS}_{TWITTER}.id_row_1.txt",
                f"says something else of #row than {first}, which was taken",
            ),
        ],
        key=lambda each: each.file,
    )
    assert [doc.key for doc in store.docs(TWITTER)] == ["#row"]


def test_the_second_time_nothing_is_new_and_own_notes_stay(store: DocStore, app: Path) -> None:
    path = learned(app, LISTS, tap="Opens the lists.")
    import_paper_docs(app, None, store)
    again = import_paper_docs(app, None, store).taken
    assert (again.docs, again.new, again.conflicts) == (1, 0, ())
    path.write_text(str(EMPTY | {"tap": "Another word."}), encoding="utf-8")
    told = import_paper_docs(app, None, store).taken
    assert [(each.key, each.use, each.source) for each in told.conflicts] == [
        ("#channels", "tap", "auto")
    ]
    assert texts(store, "#channels") == {("tap", "auto"): "Opens the lists."}


def test_it_is_found_for_every_element_with_the_id(store: DocStore, app: Path) -> None:
    learned(app, LISTS, tap="Opens the lists.")
    learned(app, f"{CLASS}_{TWITTER}.id_row_0", tap="Opens a tweet.")
    import_paper_docs(app, None, store)
    page = frozenset({" #toolbar/#channels", "list #feed"})
    for key, own, said in (
        ("#toolbar/#channels", "channels", "Opens the lists."),
        ("#feed/row", "row", "Opens a tweet."),
    ):
        there = element(key=key, name="Any", resource_id=f"{TWITTER}:id/{own}")
        note = store.note(TWITTER, there, "tap", page, ["auto"])
        assert note is not None
        assert note.text == said
        assert store.note(TWITTER, there, "tap", page, ["manual"]) is None
    other = element(key="#toolbar/#other", name="Any", resource_id=f"{TWITTER}:id/other")
    assert store.note(TWITTER, other, "tap", page, ["auto"]) is None


def test_what_was_learned_here_comes_first(store: DocStore, app: Path) -> None:
    learned(app, LISTS, tap="Opens the lists.", long_press="Shows a menu.")
    import_paper_docs(app, None, store)
    page = frozenset({" #toolbar/#channels", "list #feed"})
    there = element(key="#toolbar/#channels", name="Lists", resource_id=f"{TWITTER}:id/channels")
    store.record(TWITTER, there, page, "tap", "Opens my lists.", Provenance("auto"))
    doc = store.find(TWITTER, there, page)
    assert doc is not None
    assert {use: notes["auto"].text for use, notes in doc.uses.items()} == {
        "tap": "Opens my lists.",
        "long_press": "Shows a menu.",
    }


# --- which app ------------------------------------------------------------------------------------


def test_a_part_of_the_package_is_enough_where_the_files_tell_it(
    store: DocStore, app: Path
) -> None:
    learned(app, LISTS, tap="Opens the lists.")
    assert import_paper_docs(app, "Twitter", store).taken.packages == (TWITTER,)


def test_the_app_is_asked_for_where_the_files_do_not_tell_it(store: DocStore, app: Path) -> None:
    learned(app, f"{CLASS}_android.view.View_10_20_0", tap="Opens it.")
    with pytest.raises(UsageError, match="add --app PACKAGE"):
        import_paper_docs(app, None, store)
    with pytest.raises(UsageError, match="name the package"):
        import_paper_docs(app, "Twitter", store)
    learned(app, "com.one.id_a_com.one.id_b_0", tap="Opens it.")
    learned(app, "com.two.id_a_com.two.id_b_0", tap="Opens it.")
    with pytest.raises(UsageError, match=r"com\.one or com\.two"):
        import_paper_docs(app, None, store)
    assert not store.folder.exists()


def test_a_folder_without_such_docs_is_refused(store: DocStore, tmp_path: Path) -> None:
    (tmp_path / "auto_docs").mkdir()
    for folder in (tmp_path, tmp_path / "auto_docs", tmp_path / "nowhere"):
        with pytest.raises(UsageError, match="holds no auto_docs or demo_docs"):
            import_paper_docs(folder, None, store)


# --- hostile files --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"__import__('os').system('true')", "holds no dict of Python"),
        (b"{'tap': __import__('os').name}", "holds no dict of Python"),
        (b"", "holds no dict of Python"),
        (b"{'tap': 'Opens", "holds no dict of Python"),
        (b"(" * 60_000, "holds no dict of Python"),
        (b"-" * 60_000 + b"1", "holds no dict of Python"),
        (b"{'tap': " * 7_000, "holds no dict of Python"),
        (b"{[]: 'tap'}", "holds no dict of Python"),
        (b"['tap']", "expected a dict of tap, text, v_swipe, h_swipe, long_press"),
        (b"{'tap': 'Opens.', 'shell': 'rm'}", "expected a dict of tap"),
        (b"{1: 'Opens.'}", "expected a dict of tap"),
        (b"{'tap': 1}", "tap: expected a text"),
        (b"{'tap': 'a\\x1b[2Jb'}", "tap holds the control character U+001B"),
        (b"{'tap': 'a\\ud800'}", "tap holds bytes that are no UTF-8"),
        (b"\xff\xfe{'tap'", "is no UTF-8"),
        (b"{'tap': '" + b"x" * paperdocs.MOST_BYTES + b"'}", "more than 64 kB"),
    ],
)  # fmt: skip
def test_one_bad_file_is_named_and_nothing_is_written(
    store: DocStore, app: Path, content: bytes, told: str
) -> None:
    learned(app, LISTS, tap="Opens the lists.")
    learned(app, f"{CLASS}_{TWITTER}.id_bad_0").write_bytes(content)
    with pytest.raises(StoreError) as refused:
        import_paper_docs(app, None, store)
    assert told in str(refused.value)
    assert "id_bad_0.txt" in str(refused.value)
    assert not store.folder.exists()


def test_a_link_a_pipe_and_a_folder_are_refused(store: DocStore, app: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text(str(EMPTY | {"tap": "Not for you."}), encoding="utf-8")
    place = learned(app, LISTS)
    for make in (lambda: place.symlink_to(secret), lambda: os.mkfifo(place), place.mkdir):
        place.unlink()
        make()
        with pytest.raises(StoreError, match=r"channels_Lists_2\.txt: cannot be read"):
            import_paper_docs(app, None, store)
        if place.is_dir():
            break
    assert not store.folder.exists()


@pytest.mark.parametrize(("limit", "value"), [("MAX_DOCS", 1), ("MAX_BYTES", 100)])
def test_a_folder_has_bounds(
    store: DocStore, app: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    monkeypatch.setattr(paperdocs, limit, value)
    learned(app, LISTS, tap="Opens the lists.")
    learned(app, f"{CLASS}_{TWITTER}.id_row_0", tap="Opens a tweet.")
    with pytest.raises(UsageError, match=r"at most 1|more than 0 MB"):
        import_paper_docs(app, None, store)
