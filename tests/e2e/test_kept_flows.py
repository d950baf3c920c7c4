"""`appagent flows`: what runs kept, listed, shown, edited, forgotten, and for others."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from appagent.flows import Flow, FlowConfig, Form, Kept, LaunchApp, TapOn
from appagent.flows.forms import Place
from appagent.flows.kept import Control
from appagent.flows.language import InputText, Selector
from appagent.knowledge.flowfiles import Flows
from appagent.trail import Permission

from .house import CLOCK, AppAgent, Pocket

NAME = "wake-me-at-hour-minute"
FORM = Form.of("Wake me at 7:10 am", [Place("7", name="Hour"), Place("10", name="Minute")])
FLOW = Flow(
    config=FlowConfig(app_id=CLOCK, name=str(FORM)),
    commands=(
        LaunchApp(stop_app=False),
        TapOn(target=Selector(text="Add alarm")),
        TapOn(target=Selector(text="Hour")),
        InputText(text="${HOUR}"),
    ),
)
KEPT = Kept(
    FORM,
    controls=(Control("tapOn: Add alarm", "#fab", "button", "Add alarm"),),
    shows="Alarm set",
    answer="It is {set}",
    language="en-US",
    app_version="1.4.0",
    permissions=(Permission(classes=("send", "call"), answered="yes", by="flow"),
                 Permission(classes=("delete",), answered="no")),
    made=datetime(2026, 3, 2, 10, 15, tzinfo=UTC),
    run="20260302-101500-run-clock",
    model="seer-4",
)  # fmt: skip
BY_HAND = f"appId: {CLOCK}\n---\n- launchApp\n- tapOn: Add alarm\n"
DIARY = "com.example.diary"


@pytest.fixture
def flows(bare: AppAgent) -> Flows:
    """The flows of the store, with one that was kept."""
    flows = Flows([bare.folder / "docs_store"])
    flows.keep(CLOCK, FLOW, KEPT)
    return flows


def put(flows: Flows, name: str, text: str = BY_HAND, package: str = CLOCK) -> Path:
    path = flows.own(package) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


# --- list -----------------------------------------------------------------------------------------


def test_the_flows_of_a_store_are_listed(bare: AppAgent, flows: Flows) -> None:
    put(flows, "by-hand.yaml")
    held = flows.read(flows.own(CLOCK) / f"{NAME}.yaml")
    flows.note(replace(held, values={}), held=False)
    ran = bare("flows", "list")
    assert ran.code == 0, ran.said
    heads, by_hand, kept = ran.out.splitlines()
    assert heads.split() == [
        "app", "flow", "commands", "made", "(UTC)", "model", "failures", "request",
    ]  # fmt: skip
    assert by_hand.split(maxsplit=3) == [
        CLOCK, "by-hand", "2", "put there by hand: `appagent play` plays it",
    ]  # fmt: skip
    assert kept.rstrip().split(maxsplit=7) == [
        CLOCK, NAME, "4", "2026-03-02", "10:15", "seer-4", "1", "Wake me at {HOUR/MINUTE}",
    ]  # fmt: skip
    listed = bare("flows", "list", "--app", "clock", "--json").document["flows"]
    assert [(each["name"], each["request"], each["commands"]) for each in listed] == [
        ("by-hand", None, 2), (NAME, "Wake me at {HOUR/MINUTE}", 4),
    ]  # fmt: skip
    assert listed[1]["beside"]["failures"] == 1


def test_where_there_are_none_a_run_is_what_makes_some(bare: AppAgent) -> None:
    ran = bare("flows", "list")
    assert (ran.code, ran.out) == (0, "")
    assert "there are no flows yet: `appagent run` keeps" in ran.err
    assert bare("flows", "list", "--json").document == {"flows": []}
    for words in (("show", "x"), ("export", "out"), ("list", "--app", "clock")):
        ran = bare("flows", *words)
        assert ran.code == 2, words
        assert "there are no flows yet" in ran.err, words
    assert not (bare.folder / "out").exists()
    assert bare("flows", "check").code == 0


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("bad.yaml", f"appId: {CLOCK}\n---\n- wait: 2\n", "bad.yaml:3:3: `wait` is no command"),
        ("bad.yaml", "\0", "bad.yaml"),
        (f"{NAME}.json", "{", f"{NAME}.json: the file: Invalid JSON"),
        (f"{NAME}.json", '{"form": {"parts": 3}}', f"{NAME}.json: form.parts: "),
        (f"{NAME}.json", "[]", "mend it, or remove it: the flow plays without"),
    ],
)
def test_a_damaged_flow_is_listed_shown_and_told(
    bare: AppAgent, flows: Flows, name: str, text: str, told: str
) -> None:
    damaged = put(flows, name, text)
    ran = bare("flows", "list")
    assert ran.code == 5
    assert told in ran.err
    row = next(line for line in ran.out.splitlines() if f" {damaged.stem} " in line)
    assert row.rstrip().endswith("damaged")
    shown = bare("flows", "show", damaged.stem)
    assert shown.code == 5
    assert told in shown.err
    checked = bare("flows", "check", "--json")
    assert checked.code == 1
    (wrong,) = [each for each in checked.document["files"] if not each["ok"]]
    assert told.partition(": ")[2] in wrong["problems"][0]["what"]
    refused = bare("flows", "export", "out", "--json")
    assert refused.code == 5
    assert refused.document["error"].startswith("nothing was exported: ")
    assert not (bare.folder / "out").exists()
    assert bare("flows", "forget", damaged.stem, "--yes").code == 0
    assert not damaged.exists()


def test_docs_check_names_a_damaged_flow_too(bare: AppAgent, flows: Flows) -> None:
    put(flows, f"{NAME}.json", "{")
    ran = bare("docs", "check")
    assert ran.code == 5
    assert f"{NAME}.json" in ran.err


# --- show -----------------------------------------------------------------------------------------


def test_a_flow_is_shown_with_what_is_known_beside_it(bare: AppAgent, flows: Flows) -> None:
    ran = bare("flows", "show", NAME)
    assert ran.code == 0, ran.said
    text, _, about = ran.out.partition("\n\n")
    (file,) = flows.files(CLOCK)
    assert text + "\n" == file.read_text()
    told = {line[:9].strip(): line[10:] for line in about.splitlines()}
    file = file.relative_to(bare.folder)
    assert told == {
        "app": CLOCK,
        "file": str(file),
        "request": "Wake me at {HOUR/MINUTE}",
        "values": 'HOUR "7", MINUTE "10"',
        "end": 'shows "Alarm set"',
        "answer": '"It is {set}"',
        "asks for": "send, call",
        "made on": "version 1.4.0, en-US",
        "made": "2026-03-02 10:15 UTC by seer-4 in the run 20260302-101500-run-clock",
        "held to": "what 1 command touched",
        "played": "by `appagent run` where a request fits, or "
        f"`appagent play {file} -e HOUR=... -e MINUTE=...`",
    }
    document = bare("flows", "show", f"{NAME}.yaml", "--json").document
    assert document["yaml"] == text + "\n"
    assert document["beside"]["permissions"][1] == {"classes": ["delete"], "answered": "no"}
    assert bare("flows", "show", str(file)).code == 0, "by its file, as a run tells it"
    assert bare("flows", "show", "Wake").code == 0, "by a part of its name"


def test_a_flow_by_hand_is_shown(bare: AppAgent, flows: Flows) -> None:
    put(flows, "by-hand.yaml", BY_HAND + '- tapOn: "a\u202eb"\n')
    ran = bare("flows", "show", "by-hand")
    assert ran.code == 0
    assert "none is told: `appagent run` does not play it" in ran.out
    assert "a\\u202eb" in ran.out, "what hides a part of itself is spelled out"


def test_a_name_that_is_none_or_of_two_apps(bare: AppAgent, flows: Flows) -> None:
    put(flows, f"{NAME}.yaml", BY_HAND, DIARY)
    for command in ("show", "edit", "forget"):
        ran = bare("flows", command, NAME, "--json")
        assert ran.code == 2
        assert (
            f"several flows fit '{NAME}', {NAME} of {DIARY}, {NAME} of {CLOCK}"
            in ran.document["error"]
        )
        assert "name one, or its app with --app" in ran.document["error"]
        ran = bare("flows", command, "wake-me-at-our", "--json")
        assert f"no flow is called 'wake-me-at-our': did you mean {NAME}?" in ran.document["error"]
        ran = bare("flows", command, "zz", "--json")
        assert "`appagent flows list` shows them" in ran.document["error"]
        ran = bare("flows", command, NAME, "--app", "clok", "--json")
        assert f"no flows of 'clok': did you mean {CLOCK}?" in ran.document["error"]
    assert bare("flows", "show", NAME, "--app", "diary", "--json").document["app"] == DIARY


# --- edit, forget ---------------------------------------------------------------------------------


def test_a_flow_is_edited_and_what_stands_beside_it_stays(bare: AppAgent, flows: Flows) -> None:
    file = flows.own(CLOCK) / f"{NAME}.yaml"
    beside = file.with_suffix(".json").read_bytes()
    ran = bare("flows", "edit", NAME, EDITOR="sed -i s/HOUR}/MINUTE}/")
    assert ran.code == 0, ran.said
    assert ran.out == f"written: {file.relative_to(bare.folder)}\n"
    assert "inputText: ${MINUTE}" in file.read_text()
    assert ran.err == ""
    ran = bare("flows", "edit", NAME, "--json", EDITOR="sed -i 's/tapOn: Add.*/tapOn: New/'")
    assert ran.document == {"file": str(file.relative_to(bare.folder))}
    assert "1 command no longer held to what was touched" in ran.err
    assert file.with_suffix(".json").read_bytes() == beside


def test_what_a_person_wrote_between_the_lines_stays(bare: AppAgent, flows: Flows) -> None:
    file = flows.own(CLOCK) / f"{NAME}.yaml"
    assert bare("flows", "edit", NAME, EDITOR="sed -i '$a# mornings'").code == 0
    flows.note(flows.read(file), held=False)
    assert file.read_text().endswith("# mornings\n")
    assert flows.read(file).kept.failures == 1


@pytest.mark.parametrize(
    ("editor", "code", "told"),
    [
        ("sed -i s/tapOn/tapOm/", 5, f"{NAME}.yaml:6:3: `tapOm` is no command: did you mean tapOn"),
        ("sed -i s/HOUR}/HOUR+}/", 5, f"{NAME}.yaml:8:3: "),
        ("truncate -s 0", 5, "a flow is two parts, its `appId:` and a list"),
        ("true", 2, "nothing was written: true left the text as it was"),
        ("", 2, "set EDITOR"),
        (
            'sh -c \'echo "- back" >> FILE; echo "- back" >> $0\'',
            5,
            "another program has changed it",
        ),
    ],
)
def test_an_edit_that_is_wrong_leaves_the_flow(
    bare: AppAgent, flows: Flows, editor: str, code: int, told: str
) -> None:
    file = flows.own(CLOCK) / f"{NAME}.yaml"
    before = file.read_text()
    ran = bare("flows", "edit", NAME, "--json", EDITOR=editor.replace("FILE", str(file)))
    assert ran.code == code, ran.said
    assert told in ran.document["error"]
    if code == 5:
        assert "is unchanged, and your text is in " in ran.document["error"]
    assert file.read_text().startswith(before)


def test_a_flow_is_forgotten(bare: AppAgent, flows: Flows) -> None:
    ran = bare("flows", "forget", NAME)
    assert ran.code == 2
    assert "add --yes" in ran.err
    files = [flows.own(CLOCK) / f"{NAME}.{end}" for end in ("yaml", "json")]
    assert all(file.exists() for file in files)
    ran = bare("flows", "forget", NAME, "--yes")
    assert ran.out.splitlines() == [f"removed: {file.relative_to(bare.folder)}" for file in files]
    assert not any(file.exists() for file in files)
    assert bare("flows", "forget", NAME, "--yes").code == 2


# --- export, import -------------------------------------------------------------------------------


def test_what_is_exported_is_imported_elsewhere(bare: AppAgent, flows: Flows) -> None:
    put(flows, "by-hand.yaml")
    ran = bare("flows", "export", "out")
    assert (ran.code, ran.out) == (0, f"out: 2 flows of {CLOCK}\n"), ran.said
    assert "read them before you share them" in ran.err
    assert sorted(path.name for path in (bare.folder / "out" / CLOCK).iterdir()) == [
        "by-hand.yaml", f"{NAME}.json", f"{NAME}.yaml",
    ]  # fmt: skip
    assert bare("flows", "export", "out").code == 0, "the same once more"
    assert bare("flows", "check", "out").code == 0
    ran = bare("flows", "import", "out", "--store", "other")
    assert ran.code == 0, ran.said
    assert f"imported: other/{CLOCK}/flows/{NAME}.yaml\n" in ran.out
    assert ran.out.endswith("2 flows: 2 imported, 0 known already\n")
    assert '`appagent run` plays it from now on for requests such as "Wake me at {' in ran.err
    assert f"`appagent play other/{CLOCK}/flows/by-hand.yaml` plays it" in ran.err
    other = Flows([bare.folder / "other"])
    taken = other.read(other.own(CLOCK) / f"{NAME}.yaml")
    assert taken.flow == FLOW
    assert taken.kept == replace(KEPT, permissions=()), "what a file says that a request allows"
    ran = bare("flows", "import", "out", "--store", "other", "--json")
    assert [len(ran.document[name]) for name in ("new", "known", "kept")] == [0, 2, 0]
    assert bare("flows", "import", "out").out == "2 flows: 0 imported, 2 known already\n"


def saving(flows: Flows, shows: str) -> None:
    """Keep a flow that goes on to save the alarm, and is to show this then."""
    typed = (TapOn(target=Selector(text="Minute")), InputText(text="${MINUTE}"))
    saved = replace(FLOW, commands=(*FLOW.commands, *typed, TapOn(target=Selector(text="Save"))))
    flows.keep(CLOCK, saved, replace(KEPT, shows=shows, answer=""))


def test_what_is_exported_can_be_played(appagent: AppAgent, phone: Pocket) -> None:
    saving(Flows([appagent.folder / "docs_store"]), FORM.templated("7:10"))
    assert appagent("flows", "export", "out").code == 0
    values = ("-e", "HOUR=7", "-e", "MINUTE=05")
    (played,) = appagent("play", f"out/{CLOCK}", *values, "--json").document["flows"]
    assert played["name"] == str(FORM)
    assert played["ok"], played["error"]
    beside = appagent.folder / "out" / CLOCK / f"{NAME}.json"
    beside.write_text(beside.read_text().replace("button", "switch"))
    phone.shell("pocketphone reset")
    (played,) = appagent("play", f"out/{CLOCK}", *values, "--json").document["flows"]
    assert "it is another control" in played["error"], "what stands beside it is heeded"


def test_a_flow_that_does_not_show_its_end_fails(appagent: AppAgent) -> None:
    flows = Flows([appagent.folder / "docs_store"])
    saving(flows, "Timer set")
    path = str(flows.own(CLOCK) / f"{NAME}.yaml")
    ran = appagent("play", path, "-e", "HOUR=7", "-e", "MINUTE=05")
    assert ran.code == 1
    assert 'its end is not seen: "Timer set" does not show' in ran.err


@pytest.mark.usefixtures("flows")
def test_the_values_of_a_flow_are_looked_at_before_it_begins(bare: AppAgent) -> None:
    path = f"docs_store/{CLOCK}/flows/{NAME}.yaml"
    ran = bare("play", path, "-e", "HOUR=7")
    assert ran.code == 2
    assert "wants -e MINUTE=..., for 'Wake me at {HOUR/MINUTE}'" in ran.err
    ran = bare("play", path, "-e", "HOUR=7", "-e", "MINUTE=5")
    assert ran.code == 2
    assert "no time of day is HOUR=7, MINUTE=5: '7:10 am' was HOUR=7, MINUTE=10" in ran.err


def test_one_flow_goes_to_a_file(bare: AppAgent, flows: Flows) -> None:
    put(flows, "by-hand.yaml")
    assert bare("flows", "export", "one.yaml", "by-hand").code == 0
    assert (bare.folder / "one.yaml").read_text() == BY_HAND
    assert not (bare.folder / "one.json").exists()
    ran = bare("flows", "export", "two.yaml")
    assert ran.code == 2
    assert "two.yaml holds one flow: name it" in ran.err
    (bare.folder / "one.yaml").write_text("mine\n")
    ran = bare("flows", "export", "one.yaml", "by-hand")
    assert ran.code == 2
    assert "one.yaml is there already and holds something else" in ran.err
    assert (bare.folder / "one.yaml").read_text() == "mine\n"
    assert bare("flows", "export", "one.yaml", "by-hand", "--replace").code == 0
    assert (bare.folder / "one.yaml").read_text() == BY_HAND
    (bare.folder / "file").touch()
    for place in ("file", "file/out", "/proc/out", "/proc/one.yaml"):
        ran = bare("flows", "export", place, "by-hand")
        assert ran.code == 2, place
        assert f"cannot write {place}" in ran.err, ran.err


def test_what_the_store_says_stays(bare: AppAgent, flows: Flows) -> None:
    assert bare("flows", "export", "out").code == 0
    file = flows.own(CLOCK) / f"{NAME}.yaml"
    mine = file.read_text() + "- back\n"
    file.write_text(mine)
    theirs = bare.folder / "out" / CLOCK / f"{NAME}.yaml"
    for end in (".yaml", ".json"):  # another name for requests of the same form
        theirs.with_suffix(end).rename(theirs.with_name(f"other{end}"))
    ran = bare("flows", "import", "out")
    assert ran.code == 0, ran.said
    assert ran.out == "1 flow: 0 imported, 0 known already, 1 left out\n"
    assert "kept as it was: " in ran.err
    assert file.read_text() == mine
    ran = bare("flows", "import", "out", "--replace")
    assert ran.out.endswith("1 flow: 1 imported, 0 known already\n")
    assert flows.files(CLOCK) == [file], "one flow for one form"
    assert "- back" not in file.read_text()


@pytest.mark.parametrize(
    ("files", "words", "code", "told"),
    [
        ({"a.yaml": BY_HAND, "b.yaml": "- back\n"}, (), 5, "nothing was imported: in/b.yaml"),
        ({"a.yaml": BY_HAND, "a.json": "{"}, (), 5, "in/a.json: the file: Invalid JSON"),
        ({"a.yaml": BY_HAND, "a.json": '{"form": {"parts": []}}'}, (), 5, "fits any request"),
        ({"a.yaml": BY_HAND, "x/a.yml": BY_HAND}, (), 5, "have the name a both: leave one out"),
        ({"a.yaml": BY_HAND + "- runFlow: b.yaml\n", "b.yaml": BY_HAND}, (), 5, "it calls b.yaml"),
        ({"a.yaml": "appId: ../../x\n---\n- back\n"}, (), 5, "'../../x' is not a package name"),
        ({"a.yaml": "appId: ${APP}\n---\n- back\n"}, (), 5, "tells no app: add --app PACKAGE"),
        ({"a.yaml": BY_HAND}, ("--app", DIARY), 5, f"it is for {CLOCK}, by its appId, and not for"),
        ({"a.yaml": BY_HAND}, ("--app", "diary"), 2, "name the package of the app, as com.examp"),
        ({"a.yaml": BY_HAND}, ("--app", "../x"), 2, "'../x' is not a package name"),
        ({"a.yaml": BY_HAND + "#" * (1 << 20)}, (), 5, "more than 1 MB"),
        ({"a.yaml": BY_HAND, "a.json": " " * (1 << 21)}, (), 5, "more than 1 MB"),
        ({"a.txt": BY_HAND}, (), 2, "there is no flow in in"),
        ({}, (), 2, "there is no file or folder in"),
    ],
)
def test_where_one_is_wrong_nothing_is_imported(
    bare: AppAgent, files: dict[str, str], words: tuple[str, ...], code: int, told: str
) -> None:
    for name, text in files.items():
        (bare.folder / "in" / name).parent.mkdir(parents=True, exist_ok=True)
        (bare.folder / "in" / name).write_text(text)
    ran = bare("flows", "import", "in", *words, "--json")
    assert ran.code == code, ran.said
    assert told in ran.document["error"]
    assert list((bare.folder / "docs_store").iterdir()) == []


def test_no_link_is_followed_and_no_name_leads_out(bare: AppAgent) -> None:
    folder = bare.folder / "in" / DIARY
    folder.mkdir(parents=True)
    (bare.folder / "secret.yaml").write_text(BY_HAND)
    (bare.folder / "secret.json").write_text('{"form": {"parts": ["Wake me"]}}')
    (folder / "a.yaml").symlink_to(bare.folder / "secret.yaml")
    ran = bare("flows", "import", "in")
    assert ran.code == 5
    assert "it is a link: put the file itself there" in ran.err
    (folder / "a.yaml").unlink()
    (folder / "a.yaml").write_text(BY_HAND)
    (folder / "a.json").symlink_to(bare.folder / "secret.json")
    assert bare("flows", "import", "in").code == 5
    (folder / "a.json").unlink()
    (folder / "a.yaml").rename(folder / "..a b$.yaml")
    (folder / "c.yaml").write_text("appId: ${APP}\n---\n- back\n")
    ran = bare("flows", "import", "in", "--json")
    assert ran.code == 0, ran.said
    assert ran.document["new"] == [
        f"docs_store/{CLOCK}/flows/a-b.yaml", f"docs_store/{DIARY}/flows/c.yaml",
    ]  # fmt: skip
    (bare.folder / "docs_store" / DIARY / "flows" / "c.yaml").unlink()
    (bare.folder / "docs_store" / DIARY / "flows").rmdir()
    (bare.folder / "docs_store" / DIARY / "flows").symlink_to(bare.folder / "in")
    ran = bare("flows", "import", f"in/{DIARY}/c.yaml", "--app", DIARY)
    assert ran.code == 5
    assert "a link out of the store" in ran.err


def test_a_store_that_cannot_be_written(bare: AppAgent, flows: Flows) -> None:
    (bare.folder / "one.yaml").write_text(BY_HAND)
    (bare.folder / "file").touch()
    for store in ("file/below", "/proc/appagent"):
        ran = bare("flows", "import", "one.yaml", "--store", store)
        assert ran.code == 2, ran.said
        assert f"cannot write docs to {store}" in ran.err
    assert bare("flows", "list", "--store", "gone").code == 2
    lock = flows.own(CLOCK).parent / ".lock"
    lock.unlink(missing_ok=True)
    lock.mkdir()  # what a folder that cannot be written is like, for root
    for words in (("edit", NAME), ("forget", NAME, "--yes"), ("import", "one.yaml")):
        ran = bare("flows", *words, EDITOR="sed -i s/Add/New/")
        assert ran.code == 2, words
        assert "cannot write docs to" in ran.err
    assert len(flows.files(CLOCK)) == 1
