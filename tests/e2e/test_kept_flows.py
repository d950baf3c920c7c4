"""`appagent flows list|show|edit|forget|export|import`, and a run that is done again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from appagent.flows import Flow, FlowConfig, Form, InputText, Kept, LaunchApp
from appagent.flows.forms import Place
from appagent.knowledge.flowfiles import Flows
from tests.e2e.conftest import AppAgent

APP, NAME = "com.example.notes", "write-a-note-called-value"


def keep(appagent: AppAgent, package: str = APP) -> Path:
    """A store with a flow; returns its file."""
    form = Form.of('Write a note called "Milk"', [Place("Milk")])
    commands = (LaunchApp(), InputText(text="${VALUE}"))
    flow = Flow(config=FlowConfig(app_id=package, name=str(form)), commands=commands)
    kept = Kept(form, shows="Note saved", answer="${VALUE} is noted", model="somebody")
    return Flows([appagent.folder / "store"]).keep(package, flow, kept)


def flows(appagent: AppAgent, *words: str) -> tuple[int, str, str]:
    ran = appagent("flows", *words, "--store", "store")
    return ran.code, ran.out, ran.err


def test_flows_are_listed_with_the_request_that_they_do(appagent: AppAgent) -> None:
    keep(appagent)
    assert flows(appagent, "list") == (
        0, f'{APP}\n  {NAME}: Write a note called "{{VALUE}}"  (2 commands)\n', "",
    )  # fmt: skip
    code, out, _ = flows(appagent, "list", "--json")
    (told,) = json.loads(out)["flows"]
    assert (code, told["app"], told["name"], told["values"]) == (0, APP, NAME, ["VALUE"])


def test_no_flows_are_told(appagent: AppAgent) -> None:
    (appagent.folder / "store").mkdir()
    code, out, err = flows(appagent, "list")
    assert (code, out) == (0, "")
    assert "there are no flows yet" in err
    assert flows(appagent, "show", "x")[0] == 2
    assert flows(appagent, "export", "out")[0] == 2


def test_what_is_damaged_is_told_and_not_in_the_way(appagent: AppAgent) -> None:
    path = keep(appagent)
    path.with_name("mine.yaml").write_text("appId: a\n---\n- back\n")
    path.with_name("broken.yaml").write_text("appId: a\n---\n- bakc\n")
    path.with_name("odd.yaml").write_text("appId: a\n---\n- back\n")
    path.with_name("odd.json").write_text('{"form": 1}')
    code, out, _ = flows(appagent, "list")
    assert code == 5
    assert "broken: damaged: " in out
    assert "`bakc` is no command" in out
    assert "mine: a file of yours" in out
    assert "odd: damaged: " in out
    assert "remove it: the flow plays without" in out


def test_a_flow_is_shown_with_what_is_known_of_it(appagent: AppAgent) -> None:
    path = keep(appagent)
    code, out, _ = flows(appagent, "show", "note")
    assert code == 0
    assert out.startswith(f"appId: {APP}\n")
    assert f"file: {path.relative_to(appagent.folder)}" in out
    assert "its end shows: Note saved\nanswer: ${VALUE} is noted\n" in out
    code, _, err = flows(appagent, "show", "write-a-note-caled-value")
    assert code == 2
    assert f'did you mean "{NAME}"?' in err


def test_of_two_flows_of_a_name_the_app_tells(appagent: AppAgent) -> None:
    keep(appagent)
    keep(appagent, "com.example.other")
    code, _, err = flows(appagent, "show", NAME)
    assert code == 2
    assert "com.example.other: name one, or its app with --app" in err
    assert flows(appagent, "show", NAME, "--app", "other")[0] == 0
    assert "no flows of 'nope'" in flows(appagent, "list", "--app", "nope")[2]


@pytest.mark.parametrize(
    ("editor", "code", "left"),
    [
        ("sed -i s/launchApp/back/", 0, "- back\n"),
        ("sed -i s/launchApp/bakc/", 5, "- launchApp\n"),
        ("true", 2, "- launchApp\n"),
    ],
)
def test_a_flow_is_checked_before_it_is_written(
    appagent: AppAgent, editor: str, code: int, left: str
) -> None:
    path = keep(appagent)
    known = path.with_suffix(".json").read_bytes()
    appagent.env["EDITOR"] = editor
    appagent.env.pop("VISUAL", None)
    got, _, err = flows(appagent, "edit", NAME)
    assert got == code
    assert left in path.read_text()
    assert path.with_suffix(".json").read_bytes() == known
    if code == 5:
        assert "line 4, column 3: `bakc` is no command" in err


def test_a_flow_is_forgotten_with_what_stands_beside_it(appagent: AppAgent) -> None:
    path = keep(appagent)
    assert flows(appagent, "forget", NAME)[0] == 0
    assert not path.exists()
    assert not path.with_suffix(".json").exists()


def test_what_is_exported_is_imported_again(appagent: AppAgent) -> None:
    path = keep(appagent)
    files = {each.name: each.read_bytes() for each in path.parent.iterdir()}
    assert flows(appagent, "export", "out")[0] == 0
    flows(appagent, "forget", NAME)
    code, _, err = flows(appagent, "import", "out")
    assert code == 0
    assert "1 of them for `appagent run`" in err
    assert {each.name: each.read_bytes() for each in path.parent.iterdir()} == files


def test_what_a_file_says_that_a_request_allows_is_not_imported(appagent: AppAgent) -> None:
    path = keep(appagent)
    beside = json.loads(path.with_suffix(".json").read_text())
    beside |= {"permissions": [{"danger": "pay", "asks": True, "count": 0}], "failures": 1}
    path.with_suffix(".json").write_text(json.dumps(beside))
    assert flows(appagent, "export", "out")[0] == 0
    flows(appagent, "forget", NAME)
    assert flows(appagent, "import", "out")[0] == 0
    there = json.loads(path.with_suffix(".json").read_text())
    assert there == {key: beside[key] for key in beside.keys() - {"permissions", "failures"}}


def test_nothing_is_imported_where_anything_is_wrong(appagent: AppAgent) -> None:
    path, place = keep(appagent), appagent.folder / "in"
    place.mkdir()
    (place / "a.yaml").write_text(f"appId: {APP}\n---\n- back\n")
    (place / "b.yaml").write_text(f"appId: {APP}\n---\n- bakc\n")
    code, _, err = flows(appagent, "import", "in")
    assert code == 2
    assert "nothing is imported: in/b.yaml:3:3: `bakc`" in err
    (place / "b.yaml").write_text("appId: ../../x\n---\n- back\n")
    assert "is not a package name" in flows(appagent, "import", "in")[2]
    (place / "b.yaml").write_text("appId: ${A}\n---\n- back\n")
    assert "name it with --app" in flows(appagent, "import", "in")[2]
    (place / "b.yaml").unlink()
    (place / f"{NAME}.yaml").write_text(f"appId: {APP}\n---\n- back\n")
    assert "--replace takes the new one" in flows(appagent, "import", "in")[2]
    assert [each.name for each in path.parent.glob("*.yaml")] == [path.name]
    assert flows(appagent, "import", "in", "--replace")[0] == 0
    assert not path.with_suffix(".json").exists()
    assert "there is no file or folder gone" in flows(appagent, "import", "gone")[2]
