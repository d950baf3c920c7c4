"""Flow files: what they say, and what is wrong in them, with its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.flows.language import (
    AssertVisible,
    Back,
    Command,
    Condition,
    ExtendedWaitUntil,
    Flow,
    HideKeyboard,
    InputText,
    LaunchApp,
    Place,
    PressKey,
    Repeat,
    RunFlow,
    ScrollUntilVisible,
    Selector,
    Swipe,
    TapOn,
)
from appagent.flows.read import read

FILE = Path("flow.yaml")
HEAD = "appId: com.example.notes\n---\n"


def flow(text: str) -> Flow:
    found, problems = read(text, FILE)
    assert not problems
    assert found is not None
    return found


def command(text: str) -> Command:
    (only,) = flow(f"{HEAD}- {text}\n").commands
    return only


def wrong(text: str) -> list[str]:
    return [str(problem) for problem in read(text, FILE)[1]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("back", Back()),
        ("hide keyboard", HideKeyboard()),
        ("action: back", Back()),
        ("launchApp", LaunchApp()),
        ("launchApp: com.example", LaunchApp(app_id="com.example")),
        ("launchApp: {clearState: yes, permissions: {all: deny}, arguments: {n: 3, on: true}}",
         LaunchApp(clear_state=True, permissions={"all": "deny"}, arguments={"n": 3, "on": True})),
        ("tapOn: Save", TapOn(target=Selector(text="Save"))),
        ("tapOn: {id: save, index: -1, optional: true, retryTapIfNoChange: true}",
         TapOn(target=Selector(id="save", index=-1, retry_tap_if_no_change=True), optional=True)),
        ("tapOn: {text: Save, below: {id: title}, containsDescendants: [A, {id: b}]}",
         TapOn(target=Selector(text="Save", below=Selector(id="title"),
                               contains_descendants=(Selector(text="A"), Selector(id="b"))))),
        ("assertVisible: {text: Done, enabled: false, label: It is done}",
         AssertVisible(target=Selector(text="Done", enabled=False), label="It is done")),
        ("extendedWaitUntil: {visible: Done, timeout: 10_000}",
         ExtendedWaitUntil(visible=Selector(text="Done"), timeout=10000)),
        ("pressKey: enter", PressKey(key="enter")),
        ("assertVisible: {id: a, waitUntilVisible: true, label: }",
         AssertVisible(target=Selector(id="a", wait_until_visible=True))),
        ("swipe: {from: {id: row}, direction: LEFT}",
         Swipe(from_=Selector(id="row"), direction="LEFT")),
        ("scrollUntilVisible: {element: Latvian, speed: 20}",
         ScrollUntilVisible(element=Selector(text="Latvian"), speed=20)),
        ("runFlow: {when: {visible: Later, true: '${A}'}, commands: [back, tapOn: Later]}",
         RunFlow(when=Condition(visible=Selector(text="Later"), true="${A}"),
                 commands=(Back(), TapOn(target=Selector(text="Later"))))),
        ("repeat: {times: '${N}', while: {notVisible: End}, commands: [back]}",
         Repeat(times="${N}", while_=Condition(not_visible=Selector(text="End")),
                commands=(Back(),))),
    ],
)  # fmt: skip
def test_a_command_is_read(text: str, said: Command) -> None:
    assert command(text) == said


@pytest.mark.parametrize(
    ("scalar", "text"),
    [
        ("12:30", "12:30"), ("2026-03-02", "2026-03-02"), ("No", "false"), ("on", "true"),
        ("nO", "nO"), ("y", "y"), ("0123", "83"), ("0899", "0899"), ("1.10", "1.1"), ("2.", "2.0"),
        ("12345678.5", "1.23456785E7"), ("1_000", "1000"), ("'No'", "No"), ('"0123"', "0123"),
        ("1e3", "1000.0"), ("0x1F", "31"), ("0b11", "3"), (".5", "0.5"), ("!!str 0123", "0123"),
        ("1.5e3", "1500.0"), ("\u0661\u0662", "\u0661\u0662"),
        ("''", ""), ("5 kg", "5 kg"), ("-7", "-7"),
    ],
)  # fmt: skip
def test_a_text_is_what_maestro_makes_of_it(scalar: str, text: str) -> None:
    assert command(f"inputText: {scalar}") == InputText(text=text)


def test_a_config_is_read_and_foreign_keys_are_kept() -> None:
    found = flow(
        "appId: ${APP}\nname: Add a note\ntags: [smoke]\nenv: {N: 0123, T: 12:30}\n"
        "onFlowStart:\n- back\nproperties: {team: a}\nours: {x: [1]}\n---\n- back\n"
    )
    config = found.config
    assert (config.app_id, config.name, config.tags) == ("${APP}", "Add a note", ("smoke",))
    assert config.env == {"N": "0123", "T": "12:30"}
    assert (config.on_flow_start, config.others) == ((Back(),), {"ours": {"x": [1]}})


def test_a_word_of_the_head_that_is_nearly_one_is_told() -> None:
    head = "appId: a\nonFlowStrat: []\nproperties: {a: b}\nowner: me\n---\n- back\n"
    assert wrong(head) == ["flow.yaml:2:1: a flow has no `onFlowStrat`: did you mean onFlowStart?"]


def test_each_command_knows_its_place() -> None:
    loop = "- repeat:\n    times: 2\n    commands:\n      - back\n"
    first, tap, again = flow(f"{HEAD}- back\n\n- tapOn:\n    id: save\n{loop}").commands
    assert (first.at, tap.at, again.at) == (Place(3, 3), Place(5, 3), Place(7, 3))
    assert isinstance(again, Repeat)
    assert again.commands[0].at == Place(10, 9)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("tabOn: Save", "flow.yaml:3:3: `tabOn` is no command: did you mean tapOn"),
        ('tapOn: ""', "flow.yaml:3:10: `tapOn`: it says nothing of what is meant"),
        ("tapOn: {}", "flow.yaml:3:10: `tapOn`: it says nothing of what is meant"),
        ('assertVisible: {text: "", optional: true}', "it says nothing of what is meant"),
        ("retry: {maxRetries: -1, commands: [back]}", "`maxRetries` is -1, which is less than 0"),
        ("repeat: {times: -3, commands: [back]}", "`times` is -3, which is less than 0"),
        ("tapOn", "flow.yaml:3:3: `tapOn` does not say to what: `- tapOn: ...`"),
        ("tapOn: {tekst: Save}", "flow.yaml:3:11: `tapOn` takes no `tekst`: did you mean text"),
        ("tapOn: Save\n  optional: true", "flow.yaml:4:3: `optional` stands beside the command"),
        ("tapOn: {text: Save, text: Go}", "flow.yaml:3:23: `text` stands here twice"),
        ("tapOn: [a]", "flow.yaml:3:10: "),
        ("tapOn: {text: }", "flow.yaml:3:17: `text` has no value"),
        ("tapOn: {id: a, enabled: perhaps}", "`enabled` is true or false, and not 'perhaps'"),
        ("eraseText: many", "`charactersToErase` wants a number, and not 'many'"),
        ("extendedWaitUntil: {visible: Done, timeout: 5s}", "`timeout` wants a number"),
        ("scrollUntilVisible: {speed: 3}", "flow.yaml:3:23: `scrollUntilVisible` wants `element`"),
        ("setLocation: {latitude: 1, longitude: 2}", "is a command of Maestro that is not played"),
        ("repeat: {times: 2, commands: back}", "flow.yaml:3:32: commands are a list"),
        ("repeat: {times: 2, commands: [tabOn: x]}", "flow.yaml:3:33: `tabOn` is no command"),
        ("runFlow: {env: [A]}", "`env` wants a mapping, `NAME: value`"),
        ("runFlow: {env: {A: }}", "`A` has no value"),
        ("swipe: UP", "flow.yaml:3:10: this wants a mapping: `from`, `direction`"),
        ("- back", "flow.yaml:3:3: a command is a word, or `word: ...`"),
        ("launchApp:", "`launchApp` has nothing behind its colon: write `- launchApp`"),
        ("action: fly", "`action` is one of back, hideKeyboard"),
        ("tapOn: {text: &a Save}\n- tapOn: *a", "flow.yaml:4:10: `*a`: Maestro follows no aliases"),
        ("tapOn: {[a]: b}", "a name stands before a colon"),
        ("pressKey: Entr", "`key` is 'Entr': did you mean Enter?"),
        ("swipe: {}", "a swipe wants a `direction`, or `start` and `end`"),
        ("swipe: {direction: SIDE}", "`direction` is 'SIDE'"),
        ("swipe: {direction: UP, start: '1%,1%', end: '2%,2%'}", "and no more"),
        ("extendedWaitUntil: {timeout: 5}", "it wants `visible` or `notVisible`"),
        ("extendedWaitUntil: {visible: a, timeout: inf}", "`timeout` wants a number"),
        ("extendedWaitUntil: {visible: a, timeout: 1e999}", "`timeout` wants a number"),
        ("runFlow: {}", "it wants a `file` or `commands`"),
        ("repeat: {times: 3}", "`repeat` wants `commands`"),
        ("runFlow: {env: {A: 1, A: 2}, commands: [back]}", "`A` stands here twice"),
        ("runFlow: {when: {platform: Nokia}, commands: [back]}", "`platform` is 'Nokia'"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told_with_its_place(text: str, said: str) -> None:
    assert any(said in each for each in wrong(f"{HEAD}- {text}\n"))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "flow.yaml: a flow is two parts"),
        ("appId: a\n", "flow.yaml:1:1: a flow is two parts"),
        ("- back\n---\n- back\n", "flow.yaml:1:1: a flow begins with a mapping"),
        ("name: x\n---\n- back\n", "flow.yaml:1:1: `appId` is missing"),
        ("appId: a\n---\nback\n", "flow.yaml:3:1: commands are a list"),
        ("appId: a\n---\n- back: [\n", "flow.yaml:4:1: "),
        ("appId: a\n---\n- &x [*x]\n", "flow.yaml"),
        ("appId: \x07\n---\n- back\n", "flow.yaml: "),
    ],
)
def test_what_is_no_flow_is_told(text: str, said: str) -> None:
    (only,) = wrong(text)
    assert said in only


def test_all_that_is_wrong_is_told_at_once() -> None:
    said = wrong(f"{HEAD}- tabOn: a\n- back\n- tapOn: {{tekst: b, idd: c}}\n- swipe: UP\n")
    assert [each.split(":")[1] for each in said] == ["3", "5", "5", "6"]


@pytest.mark.parametrize(
    ("command", "told"),
    [
        ("- runFlow:\n    commands:\n      - doubleTapOn: A\n", ["doubleTapOn"]),
        ("- extendedWaitUntil:\n    visible: [A]\n", ["a single value"]),
        ("- repeat:\n    times: x y\n    commands:\n      - back\n", ["`times` wants a number"]),
        ("- scrollUntilVisible:\n    element: [a]\n", ["a single value"]),
    ],
)
def test_what_is_wrong_inside_is_told_once(command: str, told: list[str]) -> None:
    _, problems = read(f"appId: a\n---\n{command}", Path("a.yaml"))
    assert len(problems) == len(told)
    assert all(part in problem.what for part, problem in zip(told, problems, strict=True))
