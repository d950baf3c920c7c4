"""`--json`: one document on stdout, whatever the command and its end. And the help."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from tests.model.endpoint import Endpoint, completion

from .house import CLOCK, AppAgent, Pocket, numbered
from .script import NO_PAGE, is_about_page, plays, screen

COMMANDS = (
    ("explore",), ("demo",), ("run",), ("view",), ("devices",), ("phone",), ("doctor",),
    ("config",), ("docs", "list"), ("docs", "show"), ("docs", "check"), ("docs", "edit"),
    ("docs", "export"), ("docs", "import"), ("docs", "remove"), ("docs", "map"),
    ("test",),
)  # fmt: skip


def test_explore_run_and_docs(appagent: AppAgent) -> None:
    explored = appagent("explore", "--app", "clock", "--steps", "6", "--runs", "r1", "--json")
    document = explored.document
    assert (explored.code, document["command"], document["ending"]) == (0, "explore", "step_limit")
    assert document["docs_written"] >= 1
    ran = appagent("run", "--app", "clock", "--task", "Set an alarm for 6:45 am", "--json")
    assert (ran.code, ran.document["ending"]) == (0, "done"), ran.said
    assert {key: appagent.outcome[key] for key in ("ending", "steps", "calls", "app")} == {
        key: ran.document[key] for key in ("ending", "steps", "calls", "app")
    }
    assert (appagent.folder / ran.document["trail"]) == appagent.trail
    listed = appagent("docs", "list", "--json").document
    assert CLOCK in listed
    shown = appagent("docs", "show", "clock", "--json").document
    assert [doc["key"] for doc in shown] == [doc["key"] for doc in listed[CLOCK]]
    assert appagent("docs", "check", "--json").document["problems"] == []
    unknown = appagent("docs", "show", "calendar", "--json")
    assert (unknown.code, unknown.document["exit_code"]) == (2, 2)
    assert CLOCK in unknown.document["error"]


def test_demo_by_typed_lines(with_model: AppAgent, phone: Pocket, endpoint: Endpoint) -> None:
    said = completion(json.dumps({"thought": "", "documentation": "Shows cities."}))
    endpoint.play(completion(NO_PAGE), completion(NO_PAGE), said)
    phone.open(CLOCK)
    tab = numbered(with_model, "World clock")
    typed = f"tap 99\nfly\ntap {tab}\nback\nstop\n"
    ran = with_model("demo", "--task", "show the tabs", "--json", text=typed)
    assert ran.code == 0, ran.said
    assert ran.document["ending"] == "done"
    assert "no element 99: marks run 1-" in ran.err
    assert "no verb 'fly'" in ran.err
    about = [is_about_page(screen(body)) for body in endpoint.requests]
    assert about == [True, True, False]
    assert ran.document["docs_written"] == 1, "back touched no element"
    shown = with_model("docs", "show", "clock", "--json").document
    (learned,) = [doc for doc in shown if "demo" in doc["uses"].get("tap", {})]
    assert learned["uses"]["tap"]["demo"]["text"] == "Shows cities."
    assert [step["kind"] for step in with_model.steps if step.get("kind")][:2] == ["tap", "back"]


def test_a_demo_that_is_piped_in_begins_with_its_first_line(
    appagent: AppAgent, phone: Pocket
) -> None:
    phone.open(CLOCK)
    tab = numbered(appagent, "World clock")
    ran = appagent("demo", "--model", "offline", "--json", text=f"tap {tab}\nstop\n")
    assert ran.code == 0, ran.said
    assert [step["words"] for step in appagent.steps][:1] == ['tap tab "World clock"']
    assert "What are you going to show?" not in ran.err
    assert "--task" in ran.err, "where to say it"


def test_demo_helps_and_undoes(with_model: AppAgent, phone: Pocket, endpoint: Endpoint) -> None:
    phone.open(CLOCK)
    tab = numbered(with_model, "World clock")
    ran = with_model("demo", "--task", "show", text=f"help\nundo\ntap {tab}\nundo\nstop\n")
    assert ran.code == 0, ran.said
    assert ran.err.count("`stop` ends the demonstration") == 2, "at first, and when asked"
    assert "there is no action to undo" in ran.err
    assert 'nothing will be written about tap tab "World clock"' in ran.err
    assert endpoint.requests == []
    assert ran.out == "no docs were written\n"


def test_demo_whose_person_goes_away(appagent: AppAgent, phone: Pocket) -> None:
    phone.open(CLOCK)
    ran = appagent("demo", "--task", "nothing", "--json", text="wait 1\n")
    assert ran.code == 0, ran.said  # the end of what is typed is `stop`
    assert (ran.document["ending"], ran.document["steps"]) == ("done", 1)
    assert appagent.whole()


def test_view(appagent: AppAgent, phone: Pocket) -> None:
    phone.open(CLOCK)
    ran = appagent("view", "--json", "--out", "now.png")
    assert ran.code == 0, ran.said
    document = ran.document
    assert document["app"]["package"] == CLOCK
    assert document["size"] == [1080, 2400]
    assert [mark["label"] for mark in document["marks"]] == [*range(1, len(document["marks"]) + 1)]
    assert (appagent.folder / "now.png").read_bytes().startswith(b"\x89PNG")
    gridded = appagent("view", "--grid", "--json").document["marks"]
    covered = sum((r - l) * (b - t) for l, t, r, b in (mark["bounds"] for mark in gridded))  # noqa: E741
    assert covered == 1080 * 2400, "edges included"


def test_edit_on_the_present_screen(appagent: AppAgent, phone: Pocket) -> None:
    phone.open(CLOCK)
    text = 'Opens the clocks of other cities; "quoted", $HOME, ünï.'
    label = numbered(appagent, "World clock")
    words: tuple[str, ...] = ("docs", "edit", "--label", label, "--verb", "tap", "--text", text)
    ran = appagent(*words, "--json")
    assert ran.code == 0, ran.said
    assert [appagent.folder / ran.document["file"]] == appagent.docs
    shown = appagent("docs", "show", "clock", "--json").document
    texts = [doc["uses"]["tap"]["manual"]["text"] for doc in shown if "tap" in doc["uses"]]
    assert texts.count(text) == 1
    for bad, words in (
        ("no element 99", ("--label", "99", "--verb", "tap", "--text", "x")),
        ("fly", ("--label", label, "--verb", "fly", "--text", "x")),
        ("empty", ("--label", label, "--verb", "tap", "--text", " ")),
        ("takes no text, only", ("--label", label, "--verb", "text", "--text", "x")),
    ):
        refused = appagent("docs", "edit", *words, "--json")
        assert refused.code == 2, refused.said
        assert bad in refused.document["error"]


def test_edit_by_typed_lines(appagent: AppAgent, phone: Pocket, tmp_path: Path) -> None:
    phone.open(CLOCK)
    (tmp_path / "tmp").mkdir()
    label = numbered(appagent, "World clock")
    typed = f"{label}\n1\nShows cities.\n"
    ran = appagent("docs", "edit", "--json", text=typed, TMPDIR=str(tmp_path / "tmp"))
    assert ran.code == 0, ran.said
    assert list((tmp_path / "tmp").iterdir()) == [], "the picture was for then"
    refused = appagent("docs", "edit", "--json", text="²\n")
    assert (refused.code, "no element 0" in refused.document["error"]) == (2, True), refused.said


def test_edit_of_a_file(appagent: AppAgent, phone: Pocket, tmp_path: Path) -> None:
    phone.open(CLOCK)
    words = ("docs", "edit", "--label", "13", "--verb", "tap", "--text", "Old.")
    assert appagent(*words).code == 0
    (path,) = appagent.docs
    file = str(path)
    edit = ("docs", "edit", "clock", path.name, "--json")
    changed = appagent(*edit, EDITOR="sed -i s/Old/New/")
    assert changed.code == 0, changed.said
    assert appagent.folder / changed.document["file"] == path
    assert "New." in path.read_text()
    kept = path.read_text()
    drafts = tmp_path / "drafts"
    drafts.mkdir()
    appagent.env["TMPDIR"] = str(drafts)
    broken = appagent(*edit, EDITOR="sed -i $a{")
    assert broken.code == 5, broken.said
    assert path.name in broken.document["error"]
    assert path.read_text() == kept
    draft = Path(re.search(r"your text is in (\S+)", broken.document["error"])[1])  # type: ignore[index]
    assert draft.read_text() == kept + "{\n"
    for editor, words in (
        ("", "set EDITOR"),
        ("no-such-editor -w", "no program 'no-such-editor'"),
        ("'vi", "set EDITOR"),
        ("false", "the editor false failed with exit code 1"),
        ("true", "nothing was written: true left the text as it was"),
        ("rm", "the editor rm left no text: No such file or directory"),
        (f"sed -i s/New/Other/ {file}", "another program has changed it meanwhile"),
    ):
        refused = appagent(*edit, EDITOR=editor)
        assert refused.code in (2, 5), (editor, refused.said)
        assert words in refused.document["error"]
    left = [folder / path.name for folder in drafts.iterdir()]
    assert draft in left
    assert kept not in [each.read_text() for each in left], "what holds nothing new is not kept"
    path.write_text(kept)
    (tmp_path / "editor").write_text('sed -i s/New/Newer/ "$1"; kill -INT $PPID; sleep 9')
    stopped = appagent(*edit, EDITOR=f"sh {tmp_path / 'editor'}")
    assert stopped.code == 130, stopped.said
    name = path.relative_to(appagent.folder)
    told = f"stopped; {name} is unchanged, and your text is in {drafts}"
    assert stopped.document["error"].startswith(told)
    (path.parents[1] / ".lock").unlink()
    (path.parents[1] / ".lock").mkdir()  # what a folder that cannot be written is like, for root
    refused = appagent(*edit, EDITOR="sed -i s/New/Newer/")
    assert refused.code == 2, refused.said
    assert (
        f"cannot write docs to {path.parents[1].relative_to(appagent.folder)}"
        in refused.document["error"]
    )
    assert path.read_text() == kept


MAIL, STAR = "com.pocketphone.mail", "star-50ce8cd1.yaml"  # a doc that appagent comes with


def notes(appagent: AppAgent, name: str) -> dict[str, str]:
    """What the tap of a mail element does, by source."""
    (doc,) = appagent("docs", "show", "mail", name, "--json").document
    return {source: note["text"] for source, note in doc["uses"]["tap"].items()}


def test_edit_by_app_and_element(bare: AppAgent) -> None:
    shipped = notes(bare, STAR)
    words = ("docs", "edit", "mail", STAR, "--text", "Marks the message.")
    ran = bare(*words, "--json")
    assert ran.code == 0, ran.said
    (path,) = bare.docs
    assert bare.folder / ran.document["file"] == path
    assert notes(bare, STAR) == shipped | {"manual": "Marks the message."}
    (listed,) = (line for line in bare("docs", "list", "mail").out.splitlines() if STAR in line)
    assert "tap (manual, yours" in listed
    edited = bare("docs", "edit", "mail", STAR, EDITOR="sed -i s/Marks/Highlights/")
    assert edited.code == 0, edited.said
    assert notes(bare, STAR)["manual"] == "Highlights the message."


def test_a_whole_name_goes_before_a_part_of_one(bare: AppAgent) -> None:
    ran = bare("docs", "edit", "clock", "save TIMER", "--text", "Keeps the timer.", "--json")
    assert ran.code == 0, ran.said
    assert bare.docs[0].name.startswith("save_timer-"), "Save is not meant, nor its rows"
    ran = bare("docs", "edit", "clock", "Save", "--text", "Keeps it.", "--json")
    told = ran.document["error"]
    assert told.startswith("2 elements fit 'Save': name one by its file, save-"), told
    assert 'on the page of "Cancel", "Alarm name", ' in told
    assert 'on the page of "Timer name")' in told


def test_a_danger_is_written_shown_and_kept(bare: AppAgent) -> None:
    words = ("docs", "edit", "mail", STAR, "--text")
    assert bare(*words, "Bins the message.", "--danger", "delete").code == 0
    assert bare(*words, "Bins it.").code == 0
    shown = bare("docs", "show", "mail", STAR).out
    assert "tap (manual, yours, confirmed 1x; danger: delete): Bins it." in shown
    assert "tap (manual, yours; danger: delete)" in bare("docs", "list", "mail").out
    (document,) = bare("docs", "show", "mail", STAR, "--json").document
    assert document["uses"]["tap"]["manual"]["danger"] == "delete"
    assert bare(*words, "Bins it.", "--danger", "none").code == 0
    assert "danger" not in bare("docs", "show", "mail", STAR).out


def test_edit_of_a_shipped_doc_in_an_editor_writes_yours(bare: AppAgent) -> None:
    shipped = Path(bare("docs", "show", "mail", STAR, "--json").document[0]["file"])
    before = shipped.read_bytes()
    ran = bare("docs", "edit", "mail", STAR, EDITOR="sed -i s/star/STAR/")
    assert ran.code == 0, ran.said
    assert shipped.read_bytes() == before
    assert [path.name for path in bare.docs] == [STAR]
    assert "STAR" in notes(bare, STAR)["manual"]


def test_without_an_editor_your_own_file_is_named(bare: AppAgent) -> None:
    shipped = Path(bare("docs", "show", "mail", STAR, "--json").document[0]["file"])
    edit = ("docs", "edit", "mail", STAR, "--json")
    said = bare(*edit, EDITOR="").document["error"]
    found = re.fullmatch(r"set EDITOR .*, or copy (\S+) to (\S+) and open that yourself", said)
    assert found, said
    assert Path(found[1]) == shipped
    own = bare.folder / found[2]
    own.parent.mkdir(parents=True)
    own.write_bytes(shipped.read_bytes())
    assert bare.docs == [own]
    assert bare(*edit, EDITOR="").document["error"].endswith(f", or open {found[2]} yourself")


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (("mail",), "which element of mail?"),
        (("mail", "nothing like it"), "no doc of com.pocketphone.mail is about 'nothing like it'"),
        (("clock", "Add alrm"), "about 'Add alrm': did you mean \"Add alarm\""),
        (("mial", STAR), "no docs of 'mial': did you mean com.pocketphone.mail?"),
        (("com", STAR), "several apps fit 'com', com.pocketphone.chat, "),
        (("mail", "r"), " elements fit 'r': name one by its file, "),
        (("mail", STAR, "--label", "3"), "--label is for the present screen"),
        (("mail", STAR, "--text", " "), "the text is empty"),
        (("mail", STAR, "--text", "x", "--danger", "fire"), "--danger fire: expected send, pay,"),
        (("mail", STAR, "--danger", "send"), "--danger needs --text"),
        (("mail", STAR, "--verb", "fly", "--text", "x"), "--verb fly: expected one of tap, "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_an_edit_that_names_nothing(bare: AppAgent, words: tuple[str, ...], problem: str) -> None:
    ran = bare("docs", "edit", *words, "--json")
    assert ran.code == 2, ran.said
    assert problem in ran.document["error"]
    assert bare.docs == []


def test_your_docs_are_removed_and_shipped_ones_stay(bare: AppAgent) -> None:
    edit = ("docs", "edit", "mail", STAR, "--text", "Marks the message.")
    shipped = notes(bare, STAR)
    refused = bare("docs", "remove", "mail", STAR, "--yes", "--json")
    assert refused.code == 2
    assert "come with appagent and stay" in refused.document["error"]
    assert bare(*edit).code == 0
    asked = bare("docs", "remove", "mail", "--json")
    assert (asked.code, "add --yes" in asked.document["error"]) == (2, True), asked.said
    assert len(bare.docs) == 1
    removed = bare("docs", "remove", "mail", "--yes", "--json")
    assert removed.code == 0, removed.said
    assert (bare.docs, len(removed.document["removed"])) == ([], 1)
    assert STAR in removed.document["shipped"]
    assert notes(bare, STAR) == shipped


def test_devices_and_config(appagent: AppAgent, phone: Pocket) -> None:
    document = appagent("devices", "--json").document
    assert document["pocket"] is True
    assert phone.serial in [each["serial"] for each in document["devices"]]
    config = appagent("config", "--json", OPENAI_API_KEY="sk-secret-123456").document
    assert config["device"] == {"value": "pocket", "origin": "APPAGENT_DEVICE"}
    assert config["OPENAI_API_KEY"]["value"] is True
    assert "sk-secret" not in json.dumps(config)
    narrow = appagent("config", OPENAI_API_KEY="sk-secret-123456", COLUMNS="40")
    assert narrow.code == 0
    assert "sk-secret" not in narrow.said
    assert f"base_url        {config['base_url']['value']}  (default)\n" in narrow.out
    assert "store           docs_store  (APPAGENT_STORE)\n" in narrow.out
    assert "\n                an OpenAI-compatible" in narrow.out


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"APPAGENT_DEVCE": "pocket"}, "APPAGENT_DEVCE: unknown setting 'devce': did you mean"),
        ({"APPAGENT_RUN_STEPS": "many"}, "APPAGENT_RUN_STEPS: run_steps: "),
        ({"APPAGENT_PRICES": "{"}, "APPAGENT_PRICES"),
        ({"OPENAI_BASE_URL": "example.com/v1"}, "OPENAI_BASE_URL: base_url: must begin with"),
        ({"OPENAI_BASE_URL": "http:///v1"}, "OPENAI_BASE_URL: base_url: has no host"),
        ({"OPENAI_BASE_URL": "http://[::1/v1"}, "OPENAI_BASE_URL: base_url: Invalid IPv6 URL"),
        ({"OPENAI_BASE_URL": "http://host:x/v1"}, "OPENAI_BASE_URL: base_url: Port could not be"),
    ],
)
def test_a_bad_setting_is_named(bare: AppAgent, env: dict[str, str], words: str) -> None:
    ran = bare("devices", "--json", **env)
    assert ran.code == 2, ran.said
    assert words in ran.document["error"]


def test_a_bad_file_is_named(bare: AppAgent) -> None:
    for text, words in (
        ("modle: x\n", "unknown setting 'modle': did you mean 'model'?"),
        ("model: [\n", "appagent.yaml"),
        ("api_key: sk-1\n", "secrets are read from the environment only"),
        ("- a list\n", "expected `setting: value` lines"),
    ):
        (bare.folder / "appagent.yaml").write_text(text)
        ran = bare("config", "--json")
        assert ran.code == 2
        assert words in ran.document["error"]


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_is_quick(bare: AppAgent, command: tuple[str, ...]) -> None:
    start = time.monotonic()
    ran = bare(*command, "--help")
    assert time.monotonic() - start < 3, "nothing heavy is imported for it"
    assert ran.code == 0
    assert f"appagent {' '.join(command)}" in ran.out
    assert "--json" in ran.out


def test_docs_sources_are_checked(bare: AppAgent) -> None:
    ran = bare("run", "--task", "x", "--docs", "auto,mine", "--json")
    assert ran.code == 2
    assert "expected some of auto,demo,manual, or none" in ran.document["error"]


def test_an_app_without_a_name(bare: AppAgent) -> None:
    for words in (("explore",), ("demo",), ("run", "--task", "x")):
        ran = bare(*words, "--app", " ", "--device", "pocket", "--json")
        assert (ran.code, ran.document["error"]) == (2, "--app is empty: name an app")


def test_a_restart_is_of_an_app(bare: AppAgent) -> None:
    ran = bare("run", "--task", "x", "--restart", "--json")
    assert (ran.code, ran.document["error"].startswith("--restart needs --app")) == (2, True)


def test_plays_gives_up_at_its_end(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint)
    ran = with_model("run", "--task", "x", "--json")
    assert (ran.code, ran.document["ending"]) == (1, "gave_up")
    assert ran.document["answer"] == "the script is at its end"
