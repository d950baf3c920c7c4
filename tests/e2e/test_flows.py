"""`appagent flows`: the files in Maestro's syntax."""

from __future__ import annotations

from tests.e2e.conftest import AppAgent

GOOD = "appId: com.example.notes\n---\n- launchApp\n- tapOn: New note\n"
BAD = "appId: com.example.notes\n---\n- tapOn: New note\n- wait: 2\n"


def test_flows_are_checked_without_a_phone(appagent: AppAgent) -> None:
    (appagent.folder / "flows").mkdir()
    (appagent.folder / "flows/good.yaml").write_text(GOOD)
    ran = appagent("flows", "check", "flows")
    assert (ran.code, ran.out) == (0, "")
    assert "1 flow, none of them with problems" in ran.err
    (appagent.folder / "flows/bad.yaml").write_text(BAD)
    ran = appagent("flows", "check", "flows")
    assert ran.code == 1
    assert ran.out.startswith("flows/bad.yaml:4:3: `wait` is no command: did you mean")
    assert "2 flows, 1 of them with problems" in ran.err


def test_problems_are_printed_as_json(appagent: AppAgent) -> None:
    (appagent.folder / "bad.yaml").write_text(BAD)
    ran = appagent("flows", "check", "bad.yaml", "--json")
    assert ran.code == 1
    (file,) = ran.document["files"]
    assert (file["file"], file["ok"]) == ("bad.yaml", False)
    (problem,) = file["problems"]
    assert (problem["line"], problem["column"]) == (4, 3)
    assert "`wait` is no command" in problem["what"]


def test_a_place_that_is_none_is_told(appagent: AppAgent) -> None:
    ran = appagent("flows", "check", "gone")
    assert ran.code == 2
    assert "there is no file or folder gone" in ran.err
