"""What `${...}` in a flow stands for."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from appagent.errors import SetupError, UsageError
from appagent.flows import FlowFiles
from appagent.flows.expressions import Values, scripts_in

NAMES = {"NAME": "Ann", "EMPTY": ""}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("${NAME}", "Ann"), ("x ${NAME} y ${NAME}", "x Ann y Ann"), ("${EMPTY || 'x'}", "x"),
        ("${NOPE}", "undefined"), ("${NOPE || NAME}", "Ann"), ('${NOPE || "a || b"}', "a || b"),
        ("${NOPE || 5}", "5"), ("\\${NAME}", "${NAME}"), ("${}", ""), ("${ NAME }", "Ann"),
        ("${output.a}", "undefined"), ("${maestro.platform}", "android"), ("${true}", "true"),
        ("costs 5 $", "costs 5 $"), ("${a", "${a"), ("${null}", "null"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("scripted", [False, True])
def test_a_name_and_a_default_need_no_engine(
    monkeypatch: pytest.MonkeyPatch, text: str, told: str, scripted: bool
) -> None:
    values = Values(dict(NAMES))
    if scripted:
        values.run("1")  # from now on the engine reads them, and the same comes of it
    else:
        monkeypatch.setitem(sys.modules, "quickjs", None)
    assert not scripts_in(text)
    assert values.fill(text) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("${1 + 2}", "3"), ("${NAME.toUpperCase()}", "ANN"), ("${NAME == 'Ann'}", "true"),
        ("${!NOPE}", "true"), ("${output.n = NAME + '!'}", "Ann!"), ("${json('[7]')[0]}", "7"),
        ("${a = 1; a + 1}", "2"),
    ],
)  # fmt: skip
def test_all_else_is_javascript(text: str, told: str) -> None:
    assert scripts_in(text)
    assert Values(dict(NAMES)).fill(text) == told


@pytest.mark.parametrize("text", ["${output.a.b}", "${NOPE.a || 'x'}"])
@pytest.mark.parametrize("scripted", [False, True])
def test_a_part_of_nothing_is_an_error(text: str, scripted: bool) -> None:
    values = Values()
    if scripted:
        values.run("1")
    with pytest.raises(UsageError, match="undefined"):
        values.fill(text)


def test_what_a_script_leaves_is_there_later() -> None:
    values = Values(dict(NAMES))
    values.run("const twice = (text) => text + text; output.user = {name: twice(NAME)}")
    assert values.fill("${output.user.name} ${NOPE || 'x'}") == "AnnAnn x"
    values.names["NAME"] = "Ben"
    assert values.fill("${NAME} ${output.user.name}") == "Ben AnnAnn"


@pytest.mark.parametrize(
    "script",
    ["while (true) {}", "throw new Error('no')", "http.get('http://x')", "require('fs')", "}", "f(",
     "const f = () => f(); f()", "let a = []; while (true) a.push(new Array(1000000).fill(1))"],
)  # fmt: skip
def test_a_script_that_fails_is_told(script: str) -> None:
    with pytest.raises(UsageError, match=r"the script (fails: |takes longer)"):
        Values().run(script)


def test_without_an_engine_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "quickjs", None)
    with pytest.raises(SetupError, match=r"pip install 'appagent\[js\]'"):
        Values().fill("${1 + 1}")
    flow = tmp_path / "a.yaml"
    flow.write_text("appId: a\n---\n- tapOn: ${NAME}\n- tapOn:\n    id: ${1 + 1}\n")
    (problem,) = FlowFiles().check(flow).problems
    assert (problem.line, "pip install" in problem.what) == (4, True)


@pytest.mark.parametrize(
    ("flow", "told"),
    [
        ("- inputText: ${1 +}\n", [3]), ("- evalScript: ${output.a = 1; output.b = 2}\n", []),
        ("- runFlow:\n    when:\n      true: ${a ? }\n    commands: [back]\n", [5]),
        ("- runScript: good.js\n", []), ("- runScript: bad.js\n", [3]),
        ("- launchApp:\n    arguments: {'${b c}': 1}\n", [3]),
    ],
)  # fmt: skip
def test_what_is_no_javascript_is_told_by_a_check(
    tmp_path: Path, flow: str, told: list[int]
) -> None:
    (tmp_path / "good.js").write_text("output.a = 1\n")
    (tmp_path / "bad.js").write_text("output.a = \n")
    file = tmp_path / "a.yaml"
    file.write_text(f"appId: a\n---\n{flow}")
    assert [problem.line for problem in FlowFiles().check(file).problems] == told
