"""The docs on disk: written, read, damaged, unwritable."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.model.endpoint import Endpoint

from .house import CLOCK, AppAgent, Pocket
from .script import plays, screen, tap

MAP = """
pages:
- {{name: Notes, looks: [" #add", " #sort"],
    controls: [{{key: "#add", name: Add, edges: {{tap: {{to: {0}}}}}}}]}}
- {{name: {0}, looks: [" #{0}"]}}
"""
DIARY = "com.example.diary"  # an app that no docs are shipped of
EXPLORE = ("explore", "--app", "clock", "--steps", "4")


def test_what_was_explored_is_read_by_a_run(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, tap("World"), tap("Stopwatch"))
    explored = with_model("explore", "--app", "clock", "--steps", "2", "--runs", "r1", "--json")
    assert (explored.code, explored.document["docs_written"]) == (0, 2), explored.said
    assert len(with_model.docs) == 2
    assert all(path.parts[-3] == CLOCK for path in with_model.docs)
    for sources, there in (("auto,demo", True), ("manual", False)):
        endpoint.requests.clear()
        plays(endpoint, 'exit("done")')
        words = ("--docs", sources, "--runs", f"r-{sources}")
        assert with_model("run", "--app", "clock", "--task", "Look", *words).code == 0
        assert ("Opens something." in screen(endpoint.requests[0])) is there, sources


def test_an_exploration_deletes_nothing(appagent: AppAgent, phone: Pocket) -> None:
    before = phone.app(CLOCK)["alarms"]
    ran = appagent("explore", "--app", "clock", "--steps", "15", "--json")
    assert ran.code == 0, ran.said
    assert ran.document["ending"] in ("done", "step_limit")
    assert ran.document["docs_written"] >= 5
    kept = {alarm["id"] for alarm in phone.app(CLOCK)["alarms"]}
    assert {alarm["id"] for alarm in before} <= kept
    checked = appagent("docs", "check", "--json")
    assert (checked.code, checked.document["problems"]) == (0, [])


def test_a_damaged_file_is_named_and_left_alone(appagent: AppAgent) -> None:
    assert appagent(*EXPLORE, "--runs", "r1").code == 0
    victim = appagent.docs[0]
    broken = victim.read_bytes() + b"uses: [unclosed\n  - {\n"
    victim.write_bytes(broken)
    line = broken.count(b"\n")
    for words in (
        ("docs", "check"),
        ("docs", "show", "clock"),
        ("run", "--app", "clock", "--task", "Set an alarm for 6:45 am"),
    ):
        ran = appagent(*words)
        assert ran.code == 5, (words, ran.said)
        assert victim.name in ran.err, words
        assert f"line {line}" in ran.err or f"line {line - 1}" in ran.err, (words, ran.err)
        assert victim.read_bytes() == broken


def test_beside_a_damaged_file_the_docs_of_other_apps_are_listed(appagent: AppAgent) -> None:
    assert appagent(*EXPLORE, "--runs", "r1").code == 0
    folder = appagent.folder / "docs_store" / "com.android.aaa" / "elements"
    folder.mkdir(parents=True)
    (folder / "fab.yaml").write_text("key: [\n", encoding="utf-8")
    ran = appagent("docs", "list")
    assert ran.code == 5
    assert f"{CLOCK}: " in ran.out
    assert "fab.yaml" in ran.err
    assert "`appagent docs check` names all" in ran.err


def test_a_damaged_file_is_named_before_the_phone_is_touched(
    appagent: AppAgent, phone: Pocket
) -> None:
    folder = appagent.folder / "docs_store" / CLOCK / "elements"
    folder.mkdir(parents=True)
    (folder / "fab.yaml").write_text("key: [\n", encoding="utf-8")
    task = ("--task", "Set an alarm for 6:45 am")
    in_front = phone.state()["screen"]
    for words in (
        ("explore", "--app", "clock"),
        ("run", "--app", "clock", *task),
        ("run", "--app", CLOCK, *task, "--device", "none", "--model", "offline"),
    ):
        ran = appagent(*words)
        assert (ran.code, "fab.yaml" in ran.err) == (5, True), (words, ran.said)
    assert phone.state()["screen"] == in_front
    assert not (appagent.folder / "runs").exists()
    phone.open(CLOCK)
    assert appagent("run", *task).code == 5, "the app in front"
    assert appagent("run", "--app", "clock", *task, "--docs", "none").code == 0


def test_the_app_that_a_name_chose_is_said(appagent: AppAgent) -> None:
    ran = appagent("explore", "--app", "clock", "--steps", "1")
    assert ran.out == f"1 doc written or confirmed in docs_store/{CLOCK}\n"
    assert "done after 1 step" in ran.err.replace("step limit", "done")
    assert f", {CLOCK}; screens stay on this machine" in ran.err.splitlines()[1], ran.err


@pytest.mark.parametrize("place", ["file/below", "/proc/appagent"])
def test_a_folder_that_cannot_be_written(appagent: AppAgent, phone: Pocket, place: str) -> None:
    """Said before anything is done on the phone."""
    (appagent.folder / "file").touch()
    touched = sum(line.startswith("input") for line in phone.log())
    for option in ("--runs", "--store"):
        ran = appagent("explore", "--app", "clock", "--steps", "3", option, place)
        assert ran.code == 2, (option, ran.said)
        assert str(Path(place)) in ran.err
        assert option in ran.err, ran.err
    assert sum(line.startswith("input") for line in phone.log()) == touched


def test_a_run_reads_a_store_that_cannot_be_written(appagent: AppAgent) -> None:
    ran = appagent(
        "run", "--app", "clock", "--task", "Set an alarm for 6:45 am", "--store", "/proc/none"
    )
    assert ran.code == 0, ran.said


def test_docs_go_to_another_store_and_what_is_known_stays(bare: AppAgent) -> None:
    folder = bare.folder / "theirs" / DIARY / "elements"
    folder.mkdir(parents=True)
    doc = "key: '#fab'\nrole: button\nuses: {tap: {demo: {text: Adds an alarm.}}}\n"
    (folder / "fab.yaml").write_text(doc, encoding="utf-8")
    packed = bare("docs", "export", "p.zip", "diary", "--store", "theirs", "--json")
    assert "before you share" in packed.err
    assert (packed.code, packed.document["docs"]) == (0, 1), packed.said
    taken = bare("docs", "import", "p.zip", "--store", "mine", "--json")
    assert (taken.code, taken.document["new"], taken.document["kept"]) == (0, 1, []), taken.said
    assert "Adds an alarm." in bare("docs", "show", "diary", "--store", "mine").out

    (own,) = (bare.folder / "mine").glob(f"{DIARY}/elements/*.yaml")
    own.write_text(own.read_text(encoding="utf-8").replace("Adds an", "Makes an"), encoding="utf-8")
    again = bare("docs", "import", "p.zip", "--store", "mine")
    assert again.code == 0
    assert f"1 doc of {DIARY}: 0 new, 1 known already\n" in again.out
    assert "kept as it was: tap of #fab" in again.err
    assert "Makes an alarm." in bare("docs", "show", "diary", "--store", "mine").out


def test_maps_go_to_another_store_and_what_is_known_stays(bare: AppAgent) -> None:
    for store, led in (("theirs", "Sounds"), ("mine", "Diary")):
        folder = bare.folder / store / DIARY
        folder.mkdir(parents=True)
        (folder / "map.yaml").write_text(MAP.format(led), encoding="utf-8")
    packed = bare("docs", "export", "p.zip", "diary", "--store", "theirs")
    assert packed.out == f"p.zip: 0 docs and 1 map of {DIARY}\n", packed.said
    taken = bare("docs", "import", "p.zip", "--store", "mine")
    assert taken.out == f"the map of {DIARY}: 1 new page, 3 in all\n", taken.said
    assert (
        f'kept as it was in {DIARY}: tap of "Add" on "Notes" leads to "Diary", not "Sounds"\n'
        in taken.err
    )
    again = bare("docs", "import", "p.zip", "--store", "mine", "--json").document["maps"][DIARY]
    assert (again["pages"], again["new"], again["dropped"]) == (3, 0, [])
    assert [each["theirs"] for each in again["kept"]] == ["Sounds"]


def test_a_folder_of_the_papers_docs(bare: AppAgent) -> None:
    folder = bare.folder / "apps" / "Diary" / "demo_docs"
    folder.mkdir(parents=True)
    said = {"tap": "Adds a note.", "text": "", "v_swipe": "", "h_swipe": "", "long_press": ""}
    for uid in (f"{DIARY}.id_toolbar_{DIARY}.id_fab_Add_0", "android.view.View_9_9_1"):
        (folder / f"{uid}.txt").write_text(str(said), encoding="utf-8")
    taken = bare("docs", "import", "apps/Diary", "--app", "diary")
    assert taken.out == f"1 doc of {DIARY}: 1 new, 0 known already, 1 note left out\n", taken.said
    assert "left out: android.view.View_9_9_1.txt: the element has no id" in taken.err
    shown = bare("docs", "show", "diary")
    assert "tap (demo, yours, confirmed 1x): Adds a note." in shown.out
    told = bare("docs", "import", "apps/Diary", "--json").document
    assert (told["new"], len(told["left_out"])) == (0, 1)
    bare("docs", "export", "p.zip", "diary")
    assert bare("docs", "import", "p.zip", "--app", "diary").code == 2


def test_the_list_is_short_until_an_app_is_named(bare: AppAgent) -> None:
    folder = bare.folder / "docs_store" / "com.example.notes" / "elements"
    folder.mkdir(parents=True)
    doc = "key: '#fab'\nrole: button\nuses: {tap: {demo: {text: Adds a note.}}}\n"
    (folder / "fab.yaml").write_text(doc, encoding="utf-8")
    listed = bare("docs", "list")
    assert "com.example.notes: 1 element, 1 of them yours\n" in listed.out
    assert "#fab" not in listed.out
    assert "  button [#fab]  tap (demo, yours)  fab.yaml\n" in bare("docs", "list", "notes").out


def test_a_pack_that_is_none(bare: AppAgent) -> None:
    (bare.folder / "p.zip").write_text("no zip", encoding="utf-8")
    assert bare("docs", "import", "p.zip").code == 2
    assert bare("docs", "import", "missing.zip").code == 2


@pytest.mark.parametrize("words", [("list",), ("check",), ("show", "clock"), ("export", "p.zip")])
def test_a_store_that_is_not_there(bare: AppAgent, words: tuple[str, ...]) -> None:
    ran = bare("docs", *words, "--store", "nothing", "--json")
    told = "there is no folder nothing: name the store with --store"
    assert (ran.code, ran.document["error"]) == (2, told)
    assert not (bare.folder / "nothing").exists()


def test_a_store_that_is_not_there_yet_is_told_of(appagent: AppAgent) -> None:
    words = (*EXPLORE, "--store", "docs_stroe")
    assert "there is no store docs_stroe yet" in appagent(*words, "--runs", "r1").err
    assert "there is no store" not in appagent(*words, "--runs", "r2").err


def test_docs_that_are_called_alike_are_told_apart(bare: AppAgent) -> None:
    listed = bare("docs", "list", "mail")
    assert listed.code == 0, listed.said
    lines = listed.out.splitlines()
    assert len([line for line in lines if '"Navigate up"' in line]) > 1
    assert len(set(lines)) == len(lines)
    assert [line for line in lines if "tap (manual, shipped), long_press (manual, shipped)" in line]
    shown = bare("docs", "show", "mail").out
    assert shown.splitlines()[0] == "com.pocketphone.mail"
    assert shown.splitlines().count("com.pocketphone.mail") == 1
