"""The maps of apps on the command line: drawn, listed, checked, edited, removed."""

from __future__ import annotations

from pathlib import Path

import pytest

from .house import CLOCK, AppAgent

NOTES = "com.example.notes"
MAP = """\
app_version: '2.1'
start: Notes
pages:
- name: Notes
  controls:
  - key: '#settings'
    role: button
    name: Settings
    edges: {tap: {to: Settings}}
- name: Settings
  controls:
  - {key: '#wifi', role: switch, name: Wi-Fi only}
  - role: key
    name: back
    edges: {back: {to: Notes}}
"""
DOC = "key: '#fab'\nrole: button\nuses: {tap: {demo: {text: Adds a note.}}}\n"


@pytest.fixture
def mapped(bare: AppAgent) -> AppAgent:
    """A store with one map and no docs but those that came with appagent."""
    file = map_file(bare)
    file.parent.mkdir()
    file.write_text(MAP, encoding="utf-8")
    return bare


def map_file(appagent: AppAgent) -> Path:
    return appagent.folder / "docs_store" / NOTES / "map.yaml"


def test_an_exploration_can_be_drawn(appagent: AppAgent) -> None:
    assert appagent("explore", "--app", "clock", "--steps", "6").code == 0
    ran = appagent("docs", "map", "clock", "--out", "clock.html")
    assert (ran.code, ran.out) == (0, "clock.html\n"), ran.said
    page = (appagent.folder / "clock.html").read_text(encoding="utf-8")
    assert f"<title>Map of {CLOCK}</title>" in page
    assert "World clock" in page


def test_a_map_is_drawn_beside_its_file(mapped: AppAgent) -> None:
    ran = mapped("docs", "map", "NOTES")
    page = map_file(mapped).with_name("map.html")
    assert ran.code == 0, ran.said
    assert mapped.folder / ran.out.strip() == page
    assert "2 pages, 2 ways, version 2.1" in page.read_text(encoding="utf-8")
    opened = mapped("docs", "map", "notes", "--open", DISPLAY="", WAYLAND_DISPLAY="")
    assert "there is no desktop to open it: open " in opened.err


def test_a_map_is_printed_as_json(mapped: AppAgent) -> None:
    ran = mapped("docs", "map", "notes", "--json")
    assert ran.code == 0, ran.said
    assert (ran.document["app"], ran.document["start"]) == (NOTES, "Notes")
    assert [page["name"] for page in ran.document["pages"]] == ["Notes", "Settings"]
    (control,) = ran.document["pages"][0]["controls"]
    assert control["edges"]["tap"]["to"] == "Settings"
    assert not map_file(mapped).with_name("map.html").exists()
    assert mapped("docs", "map", "notes", "--json", "--out", "m.html").document == ran.document
    assert (mapped.folder / "m.html").is_file()


@pytest.mark.parametrize(
    ("app", "problem"),
    [
        ("clock", f"no map of {CLOCK} yet: `appagent explore --app {CLOCK}` learns one"),
        ("ntes", f"no maps of 'ntes': did you mean {NOTES}?"),
        ("calendar", f"no maps of 'calendar'; there are maps of {NOTES}"),
        ("com.pocketphone", "several apps fit 'com.pocketphone', com.pocketphone.chat, "),
    ],
)
def test_where_there_is_no_map_it_says_what_to_do(mapped: AppAgent, app: str, problem: str) -> None:
    ran = mapped("docs", "map", app, "--json")
    assert ran.code == 2, ran.said
    assert problem in ran.document["error"]


def test_a_page_that_cannot_be_written(mapped: AppAgent) -> None:
    ran = mapped("docs", "map", "notes", "--out", "/proc/none/m.html")
    assert ran.code == 2
    assert "there is no folder /proc/none: make it, or name another file" in ran.err
    theirs = mapped.folder / "m.html"
    theirs.write_text("mine")
    ran = mapped("docs", "map", "notes", "--out", "m.html")
    assert ran.code == 2
    assert theirs.read_text() == "mine"


def test_the_list_tells_of_maps(mapped: AppAgent) -> None:
    assert f"{NOTES}: map: 2 pages, 2 ways\n" in mapped("docs", "list").out
    assert mapped("docs", "list", "notes").out == f"{NOTES}: map: 2 pages, 2 ways\n"
    assert mapped("docs", "list", "notes", "--json").document == {NOTES: []}
    elements = map_file(mapped).with_name("elements")
    elements.mkdir()
    (elements / "fab.yaml").write_text(DOC, encoding="utf-8")
    listed = mapped("docs", "list", "notes").out.splitlines()[0]
    assert listed == f"{NOTES}: 1 element, 1 of them yours; map: 2 pages, 2 ways"


def test_a_damaged_map_is_named(mapped: AppAgent) -> None:
    assert mapped("docs", "check").code == 0
    file = map_file(mapped)
    file.write_text(MAP.replace("start: Notes", "start: [Notes"), encoding="utf-8")
    for words in (("check",), ("list",), ("map", "notes")):
        ran = mapped("docs", *words)
        assert ran.code == 5, ran.said
        assert f"{NOTES}/map.yaml, line" in ran.err, words
    (problem,) = mapped("docs", "check", "--json").document["problems"]
    assert "map.yaml" in problem
    assert "com.pocketphone.clock: " in mapped("docs", "list").out, "the others are listed"


def test_a_map_is_edited(mapped: AppAgent) -> None:
    edit, file = ("docs", "edit", "notes", "--map"), map_file(mapped)
    edited = mapped(*edit, "--json", EDITOR="sed -i s/Wi-Fi/WLAN/")
    assert edited.code == 0, edited.said
    assert mapped.folder / edited.document["file"] == file
    kept = file.read_text(encoding="utf-8")
    assert kept == MAP.replace("Wi-Fi", "WLAN")
    broken = mapped(*edit, EDITOR="sed -i s/start:/strat:/")
    assert broken.code == 5
    assert "strat: nothing here is called so" in broken.err
    assert broken.err.startswith("appagent: your text: strat")
    assert "is unchanged, and your text is in" in broken.err
    assert file.read_text(encoding="utf-8") == kept


def test_a_way_that_an_edit_cut_off_is_told(mapped: AppAgent) -> None:
    ran = mapped("docs", "edit", "notes", "--map", EDITOR="sed -i 's/name: Notes/name: Start/'")
    assert ran.code == 0, ran.said
    assert "the start is 'Notes': no page is called so\n" in ran.err
    assert "a way of 'Settings' leads to 'Notes': no page is called so\n" in ran.err
    checked = mapped("docs", "check")
    assert checked.code == 0, checked.said
    assert "map.yaml: the start is 'Notes': no page is called so\n" in checked.err


def test_two_pages_of_one_name_are_told(mapped: AppAgent) -> None:
    ran = mapped("docs", "edit", "notes", "--map", EDITOR="sed -i 's/name: Notes/name: Settings/'")
    assert "2 pages are called 'Settings'\n" in ran.err


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ((), "--map opens the map of an app: name the app, and nothing else"),
        (("notes", "fab"), "--map opens the map of an app"),
        (("notes", "--text", "x"), "--map opens the map of an app"),
        (("clock",), f"there is no map of {CLOCK} yet"),
        (("notes",), f"set EDITOR to your editor, or open docs_store/{NOTES}/map.yaml yourself"),
    ],
)
def test_an_edit_of_no_map(mapped: AppAgent, words: tuple[str, ...], problem: str) -> None:
    ran = mapped("docs", "edit", *words, "--map", "--json", EDITOR="")
    assert ran.code == 2, ran.said
    assert problem in ran.document["error"]


def test_a_map_is_removed_with_the_docs(mapped: AppAgent) -> None:
    assert mapped("docs", "map", "notes").code == 0
    elements = map_file(mapped).with_name("elements")
    elements.mkdir()
    (elements / "fab.yaml").write_text(DOC, encoding="utf-8")
    assert mapped("docs", "remove", "notes", "fab", "--yes").code == 0
    assert map_file(mapped).is_file(), "an element's doc alone was meant"
    asked = mapped("docs", "remove", "notes")
    assert (asked.code, "add --yes" in asked.err) == (2, True), asked.said
    removed = mapped("docs", "remove", "notes", "--yes", "--json")
    assert removed.code == 0, removed.said
    names = [Path(file).name for file in removed.document["removed"]]
    assert names == ["map.yaml", "map.html"]
    assert mapped("docs", "list", "notes").code == 2
