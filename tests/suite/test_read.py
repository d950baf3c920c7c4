"""A suite is read whole before anything is touched: each mistake with its line."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from appagent.suite import Suite, SuiteWrong, read_suite
from appagent.suite.checks import Gone, Probe, Shows, State

FLOW = """\
appId: com.example.notes
name: Log in
env:
  USER: ${USER || 'ada'}
---
- launchApp
- assertVisible: ${USER}
"""
WHOLE = """\
app: com.example.notes
tests:
  - name: a note is kept
    task: Write a note "Bread"
    then:
      - shows: Bread
      - element: Dark theme
        role: switch
        checked: true
        enabled: false
        selected: true
        value: 05
      - adb: settings get system font_scale
        prints: 1.10
      - adb: |
          dumpsys battery
          true
        matches: 'level: \\d+'
        within: 0.5
      - gone: 6:45
  - name: logging in
    flow: flows/login.yaml
    env: {USER: No}
    keep: true
  - task: Look at the notes
    app: notes
    keep: false
    then: [shows: Notes]
"""


@pytest.fixture
def written(tmp_path: Path) -> Callable[[str], Path]:
    (tmp_path / "flows").mkdir()
    (tmp_path / "flows/login.yaml").write_text(FLOW)

    def write(text: str) -> Path:
        (tmp_path / "suite.yaml").write_text(text)
        return tmp_path / "suite.yaml"

    return write


def suite(tests: str) -> str:
    return f"app: notes\ntests:\n{tests}"


def test_a_suite_is_what_stands_there(written: Callable[[str], Path]) -> None:
    read = read_suite(written(WHOLE))
    assert isinstance(read, Suite)
    kept, login, look = read.tests
    assert (read.name, kept.name, kept.app, kept.line) == (
        "suite", "a note is kept", "com.example.notes", 3,
    )  # fmt: skip
    assert kept.then == (
        Shows("Bread"),
        State("Dark theme", "switch", checked=True, enabled=False, selected=True, value="05"),
        Probe("settings get system font_scale", prints="1.10"),
        Probe("dumpsys battery\ntrue\n", matches=r"level: \d+", within_s=0.5),
        Gone("6:45"),
    )
    assert login.flow is not None
    assert (login.flow.name, login.env, login.keep, login.then) == (
        "Log in", {"USER": "No"}, True, (),
    )  # fmt: skip
    assert (look.name, look.app, look.keep) == ("Look at the notes", "notes", False)


def test_what_is_given_comes_above_what_the_file_says(written: Callable[[str], Path]) -> None:
    kept, login, _ = read_suite(written(WHOLE), {"USER": "bob"}).tests
    assert (kept.env, login.env) == ({}, {"USER": "bob"})


def test_checks_are_told_as_they_are_written(written: Callable[[str], Path]) -> None:
    assert [str(each) for each in read_suite(written(WHOLE)).tests[0].then] == [
        "shows: Bread",
        "element: Dark theme, role: switch, checked: true, enabled: false, selected: true, "
        "value: 05",
        "adb: settings get system font_scale, prints: 1.10",
        "adb: dumpsys battery\ntrue\n, matches: level: \\d+",
        "gone: 6:45",
    ]


TASK = "  - task: Look\n    then:\n"
MISTAKES = {
    "": "suite.yaml: a suite is a mapping",
    FLOW: ":6:1: a suite is one document: a file of a flow is named by `flow:` in it",
    "- shows: x\n": ":1:1: a suite is a mapping",
    "app: notes\n": ":1:1: `tests:` is missing",
    "app: notes\ntests: []\n": ":2:1: there is no test in it",
    "app: notes\ntests: x\n": ":2:8: `tests:` is a list",
    "app: [a]\ntests:\n  - {task: x, then: [shows: y]}\n": ":1:6: `app:` wants a text",
    "apps: notes\ntests: []\n": ":1:1: a suite has no `apps`: did you mean `app`?",
    "app: notes\napp: mail\ntests: []\n": ":2:1: 'app' stands here twice",
    "app: {notes\n": ":1:6: what opens here, a bracket, is not closed",
    "app: *x\ntests: []\n": ":1:6: a text that begins with `*` or `&` stands in quotes",
    "tests:\n  - {task: x, then: [shows: y]}\n": ":2:5: `app:` is missing, here or above",
    suite("  - Look\n"): ":3:5: a test is a mapping",
    suite("  - name: x\n    then: [shows: y]\n"): ":3:5: a test is either a `task:` in words or a "
    "`flow:`, a file: it has neither",
    suite("  - task: x\n    flow: flows/login.yaml\n    then: [shows: y]\n"): ":3:5: a test is "
    "either a `task:` in words or a `flow:`, a file: it has both",
    suite("  - tasks: x\n    then: [shows: y]\n"): ":3:5: a test has no `tasks`: did you mean "
    "`task`?",
    suite("  - task: Look\n"): ":3:5: nothing proves it: say under `then:`",
    suite("  - task: Look\n    then: []\n"): ":3:5: nothing proves it",
    suite("  - task: ' '\n    then: [shows: y]\n"): ":3:11: `task:` is empty",
    suite('  - task: "a\\x07"\n    then: [shows: y]\n'): ":3:11: `task:` holds the control "
    "character U+0007",
    suite("  - task: Look\n    app: ''\n    then: [shows: y]\n"): ":4:10: `app:` is empty",
    suite("  - task: Look\n    keep: yes\n    then: [shows: y]\n"): ":4:11: `keep:` is true or "
    "false",
    suite("  - task: Look\n    env: {A: b}\n    then: [shows: y]\n"): ":4:5: `env:` is for the "
    "names of a `flow:`",
    suite("  - {task: Look, then: [shows: y]}\n" * 2): ":4:5: another test is called 'Look'",
    suite("  - flow: flows/gone.yaml\n"): ":3:11: there is no file flows/gone.yaml beside",
    suite("  - flow: flows\n"): "/flows: it cannot be read: ",
    suite("  - flow: flows/login.yaml\n    env: [A]\n"): ":4:10: `env:` wants `NAME: value` lines",
    suite("  - flow: flows/login.yaml\n    env: {USERS: x}\n"): ":4:11: the flow has no name USERS"
    ": did you mean USER?",
    suite("  - flow: flows/login.yaml\n    env: {A B: x}\n"): ":4:11: `A B` is no name of a flow",
    suite("  - flow: flows/login.yaml\n    env: {USER: [x]}\n"): ":4:17: `USER:` wants a text",
    suite("  - flow: flows/login.yaml\n    env: {USER: a, USER: b}\n"): ":4:20: 'USER' stands here "
    "twice",
    suite("  - task: Look\n    then: {shows: y}\n"): ":4:11: `then:` is a list",
    suite(f"{TASK}      - Bread\n"): ":5:9: a check is one of `shows: ...`",
    suite(f"{TASK}      - show: Bread\n"): ":5:9: a check has no `show`: did you mean `shows`?",
    suite(f"{TASK}      - checked: true\n"): ":5:9: a check is one of shows, gone, element, adb: "
    "found none",
    suite(f"{TASK}      - shows: a\n        gone: b\n"): ":5:9: a check is one of shows, gone, "
    "element, adb: found `shows` and `gone`",
    suite(
        f"{TASK}      - shows: a\n        checked: true\n"
    ): ":6:9: `shows:` has no `checked`: it has `shows`, `within`",
    suite(f"{TASK}      - shows: [a]\n"): ":5:16: `shows:` wants a text",
    suite(f"{TASK}      - shows:\n"): ":5:15: `shows:` is empty",
    suite(f"{TASK}      - gone: a\n        within: soon\n"): ":6:17: `within:` is a number of "
    "seconds, 0-600",
    suite(f"{TASK}      - gone: a\n        within: 601\n"): ":6:17: `within:` is a number",
    suite(f"{TASK}      - element: a\n        checkd: true\n"): ":6:9: `element:` has no `checkd`: "
    "did you mean `checked`?",
    suite(f"{TASK}      - element: a\n        checked: on\n"): ":6:18: `checked:` is true or false",
    suite(f"{TASK}      - element: a\n        value: [b]\n"): ":6:16: `value:` wants a text",
    suite(f"{TASK}      - adb: date\n"): ":5:9: `adb:` has beside it either `prints:`",
    suite(f"{TASK}      - adb: date\n        prints: a\n        matches: a\n"): ":5:9: `adb:` has "
    "beside it either `prints:`",
    suite(f"{TASK}      - adb: date\n        matches: (\n"): ":6:18: it is no regular expression",
}


@pytest.mark.parametrize(("text", "told"), MISTAKES.items(), ids=[*map(repr, MISTAKES.values())])
def test_each_mistake_is_told_with_its_line(
    written: Callable[[str], Path], text: str, told: str
) -> None:
    with pytest.raises(SuiteWrong) as wrong:
        read_suite(written(text))
    assert told in str(wrong.value)
    assert str(wrong.value).startswith(str(written(text)))


def test_all_of_them_are_told(written: Callable[[str], Path]) -> None:
    checks = "      - show: a\n      - shows: b\n      - adb: date\n"
    with pytest.raises(SuiteWrong) as wrong:
        read_suite(written(suite(f"  - tusk: x\n  - flow: gone.yaml\n{TASK}{checks}")))
    lines = [problem.line for problem in wrong.value.problems]
    assert lines == [3, 3, 4, 7, 9]
    assert str(wrong.value).endswith("; and 2 more")


def test_what_is_wrong_in_a_flow_is_told(written: Callable[[str], Path], tmp_path: Path) -> None:
    (tmp_path / "flows/wrong.yaml").write_text("appId: a\n---\n- tapOm: x\n- runFlow: gone.yaml\n")
    with pytest.raises(SuiteWrong) as wrong:
        read_suite(written(suite("  - flow: flows/wrong.yaml\n")))
    first, second = map(str, wrong.value.problems)
    place = f"{tmp_path}/suite.yaml:3:11: {tmp_path}/flows/wrong.yaml:"
    assert first.startswith(f"{place}3:3: ")
    assert "did you mean tapOn" in first
    assert second == f"{place}4:3: there is no file gone.yaml"


def test_a_flow_says_which_app_it_is_of(written: Callable[[str], Path], tmp_path: Path) -> None:
    other = "  - flow: other.yaml\n"
    (tmp_path / "other.yaml").write_text(FLOW.replace("com.example.notes", "${APP}"))
    (test,) = read_suite(written("tests:\n  - flow: flows/login.yaml\n")).tests
    assert test.app == "com.example.notes"
    (test,) = read_suite(written(suite(other))).tests
    assert test.app == "notes"
    (test,) = read_suite(written(f"tests:\n{other}    keep: true\n")).tests
    assert test.app == ""
    with pytest.raises(SuiteWrong, match="`app:` is missing"):
        read_suite(written(f"tests:\n{other}"))


def test_what_stands_beside_a_kept_flow_is_read(
    written: Callable[[str], Path], tmp_path: Path
) -> None:
    (tmp_path / "flows/login.json").write_text("{")
    with pytest.raises(SuiteWrong, match=r"suite.yaml:3:11: .*login.json"):
        read_suite(written(suite("  - flow: flows/login.yaml\n")))


def test_aliases_repeat_what_stands_above(written: Callable[[str], Path]) -> None:
    checks = "    then: &same [shows: y]\n  - task: Look again\n    then: *same\n"
    one, two = read_suite(written(suite(f"  - task: Look\n{checks}"))).tests
    assert one.then == two.then == (Shows("y"),)


@pytest.mark.parametrize("pattern", [".*", "a?", "''"])
def test_a_pattern_that_is_found_in_everything(
    written: Callable[[str], Path], pattern: str
) -> None:
    file = written(suite(f"  - task: Look\n    then: [{{adb: ls, matches: {pattern}}}]\n"))
    with pytest.raises(SuiteWrong, match="it is found in whatever is printed"):
        read_suite(file)
