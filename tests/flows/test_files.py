"""The files of flows: what they call, and what a folder holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.errors import UsageError
from appagent.flows import FlowFiles, choose, flows_in

HEAD = "appId: com.example.notes\n---\n"


def put(place: Path, text: str) -> Path:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text, "utf-8")
    return place


def told(file: Path) -> list[str]:
    return [f"{p.line}: {p.what}" for p in FlowFiles().check(file).problems]


def test_what_is_wrong_in_a_called_file_is_told_where_it_is_called(tmp_path: Path) -> None:
    put(tmp_path / "parts/login.yaml", f"{HEAD}- back\n- tabOn: Log in\n")
    loop = "- repeat:\n    times: 2\n    commands:\n      - runFlow: parts/login.yaml\n"
    main = put(tmp_path / "main.yaml", f"{HEAD}- back\n{loop}")
    assert told(main) == [
        "7: it calls parts/login.yaml, line 4: `tabOn` is no command: did you mean tapOn?"
    ]


def test_hooks_and_files_above_are_looked_into(tmp_path: Path) -> None:
    put(tmp_path / "login.yaml", f"{HEAD}- back\n")
    hooks = "appId: a\nonFlowStart:\n- runFlow: ../login.yaml\n- runFlow: ../logni.yaml\n"
    assert told(put(tmp_path / "main/a.yaml", f"{hooks}---\n- back\n")) == [
        "4: there is no file ../logni.yaml"
    ]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        ("runFlow: a.yaml", "3: a.yaml calls itself, and never ends"),
        ("runFlow: b.yaml", "3: it calls b.yaml, line 3: a.yaml calls itself, and never ends"),
        ("runFlow: parts", "3: there is no file parts"),
        ("runFlow: ${NAME}.yaml", "3: '${NAME}.yaml': the name of a file holds no `${}`"),
        ("runScript: gone.js", "3: there is no file gone.js"),
        ("retry: {file: c.yaml}", "3: it calls c.yaml: it is no text in UTF-8; save it as that"),
    ],
)
def test_a_call_that_leads_nowhere_is_told(tmp_path: Path, call: str, said: str) -> None:
    put(tmp_path / "b.yaml", f"{HEAD}- runFlow: a.yaml\n")
    (tmp_path / "c.yaml").write_bytes(b"\xff")
    (tmp_path / "parts").mkdir()
    assert told(put(tmp_path / "a.yaml", f"{HEAD}- {call}\n")) == [said]


def test_the_flows_of_a_folder_are_those_that_are_none_of_its_settings(tmp_path: Path) -> None:
    one = put(tmp_path / "a.yaml", f"{HEAD}- back\n")
    two = put(tmp_path / "sub/b.yml", "appId: a\n")  # no flow, but meant as one
    put(tmp_path / "config.yaml", "flows: ['*']\nincludeTags: [smoke]\n")
    put(tmp_path / "notes.txt", "-")
    assert flows_in(tmp_path) == [one, two]
    assert flows_in(one) == [one]


@pytest.mark.parametrize(
    ("flows", "found"),
    [
        ("['**']", ["a", "b", "c"]),
        ("['sub/**']", ["b", "c"]),
        ("['sub/{b,z}.yaml', '*']", ["a", "b"]),
        ("['sub/*']", ["b"]),
    ],
)
def test_the_settings_name_flows_as_maestro_does(
    tmp_path: Path, flows: str, found: list[str]
) -> None:
    for name in ("a.yaml", "sub/b.yaml", "sub/below/c.yaml"):
        put(tmp_path / name, f"{HEAD}- back\n")
    put(tmp_path / "config.yaml", f"flows: {flows}\n")
    chosen = choose(FlowFiles(), [tmp_path], (), ())
    assert sorted(each.file.stem for each in chosen.flows) == found


def test_several_places_give_each_flow_once(tmp_path: Path) -> None:
    for name in ("a/one.yaml", "a/two.yaml", "b/three.yaml"):
        put(tmp_path / name, f"{HEAD}- back\n")
    told = "executionOrder: {flowsOrder: [two], continueOnFailure: false}\n"
    put(tmp_path / "a/config.yaml", told)
    places = [tmp_path / "b/three.yaml", tmp_path / "a", tmp_path / "a/one.yaml", tmp_path / "b"]
    chosen = choose(FlowFiles(), places, (), ())
    assert [each.file.stem for each in chosen.flows] == ["three", "two", "one"]
    assert chosen.found == 5
    assert chosen.ordered
    assert {path.stem for path in chosen.halts} == {"two"}


@pytest.mark.parametrize(
    "said", ["includeTags: smoke", "flows: sub/*", "executionOrder: {flowsOrder: a}"]
)
def test_a_setting_that_is_no_list_is_told(tmp_path: Path, said: str) -> None:
    put(tmp_path / "a.yaml", f"{HEAD}- back\n")
    put(tmp_path / "config.yaml", f"{said}\n")
    with pytest.raises(UsageError, match="wants a list, as `"):
        choose(FlowFiles(), [tmp_path], (), ())


def test_a_place_without_flows_is_told(tmp_path: Path) -> None:
    for place in (tmp_path, tmp_path / "gone"):
        with pytest.raises(UsageError, match="there is no"):
            flows_in(place)


def test_a_script_for_a_browser_is_not_run_here(tmp_path: Path) -> None:
    put(tmp_path / "dialog.mjs", "export function run() {}\n")
    script = "- runScript: dialog.mjs\n"
    on_web = f"- runFlow:\n    when:\n      platform: Web\n    commands:\n      {script}"
    assert told(put(tmp_path / "a.yaml", f"{HEAD}{on_web}")) == []
    assert len(told(put(tmp_path / "b.yaml", f"{HEAD}{script}"))) == 1
