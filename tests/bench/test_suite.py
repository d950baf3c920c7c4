from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from appagent.bench.draw import fill_expression, fill_text, fill_value, instantiate
from appagent.bench.judge import Judge
from appagent.bench.rehearsal import check, rehearse
from appagent.bench.solve import replay
from appagent.bench.suite import Suite, default_suites, load_suite
from appagent.errors import ActionImpossible, SuiteError
from pocketphone.phone import Phone

CLOCK = "com.pocketphone.clock"
SUITE = """\
app: com.pocketphone.clock
tasks:
  - id: rename
    instruction: Call the ${alarm.label} alarm ${name}
    vars:
      alarm: {from: 'apps."com.pocketphone.clock".alarms'}
      name: {choice: [No, 05]}
    setup: {settings: {system: {volume_alarm: "3"}}}
    goal: length(app.alarms[?id == ${alarm.id} && label == ${name}]) == `1`
    milestones: [screen.page == 'editor', "screen.args.label == ${name}"]
    solution:
      - tap: {name: "${alarm.label}", role: item}
      - text: [Alarm name, "${name}"]
      - tap: Save
    wrong:
      - [tap: {name: "${alarm.label}", role: item}, text: [Alarm name, "${name}"], tap: Cancel]
"""

TESTED = "explore: ['Call the ${alarm.label} alarm ${name}']\n"
SHOWN = "demos: [{task: Do nobody, solution: [tap: Nobody]}]\n"


@pytest.fixture
def written(tmp_path: Path) -> Path:
    path = tmp_path / "clock.yaml"
    path.write_text(SUITE)
    return path


def edited(path: Path, old: str, new: str) -> Path:
    assert SUITE.count(old) == 1, old
    path.write_text(SUITE.replace(old, new))
    return path


def test_a_seed_draws_the_same_again(written: Path) -> None:
    suite = load_suite(written)
    state = Phone(seed=4).state()
    one, again = (instantiate(suite.tasks[0], suite.app, 4, state) for _ in range(2))
    assert one == again
    told = {instantiate(suite.tasks[0], suite.app, seed, state).instruction for seed in range(8)}
    assert len(told) > 2


def test_words_that_yaml_takes_for_something_else_stay_words(written: Path) -> None:
    assert load_suite(written).tasks[0].vars["name"].choice == ("No", "05")


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("id: rename", "id: re name", 3, "String should match"),
        ("- tap: Save", "- press: Save", 14, "`press: Save` is not a step"),
        ("- tap: Save", "- swipe: sideways", 14, "'up', 'down', 'left' or 'right'"),
        ("goal: length", "goal: length((", 9, "not a JMESPath expression"),
        ("label == ${name}]", "label == '${name}']", 9, "remove the quotes"),
        ("{choice: [No, 05]}", "{choose: [No]}", 7, "Extra inputs"),
        ("{choice: [No, 05]}", "{choice: []}", 7, "expected `choice: [...]` or `from: JMESPATH`"),
        ("Call the ${alarm.label}", "Call the ${alert.label}", 4, "no variable 'alert'"),
        ("== ${name}]) == `1`", "== ${name}])", 9, "expected a condition"),
        ("== 'editor', ", "== 'editor', '`3`', ", 10, "`3`: expected a condition"),
        ("id == ${alarm.id}", "id == ${name.id}", 9, "${name.id}: not in the choice No"),
        ("{from: 'apps.", "{from: '${name} || apps.", 6, "no variable 'name'; there are: none"),
        ("- tap: Save", "- tap: ${alarm.label} ${nobody}", 14, "no variable 'nobody'"),
        ("app: com.pocketphone.clock", "app: com.pocketphone.clocks", 1, "mean com.pocketphone.cl"),
        ("tasks:\n", f"{TESTED}tasks:\n", 2, "rename is tested: explore towards another task"),
        ("    goal: ", "    goal: app.x\n    goal: ", 10, "'goal' stands here twice"),
        ("    wrong:\n", "    wrongs:\n", 16, "wrongs: Extra inputs"),
        ("    wrong:\n", "   wrong:\n", 15, "this line stands in a list"),
        (
            '      - text: [Alarm name, "${name}"]',
            "      - text: [Alarm name, ${name}]",
            13,
            "a text with ${...} needs quotes",
        ),
        ("app: com", "apps: com", 1, "apps: Extra inputs"),
        ("    goal: ", "    # goal: ", 3, "goal: Field required"),
    ],
)
def test_an_ill_formed_file_is_refused_with_its_line(
    written: Path, old: str, new: str, line: int, said: str
) -> None:
    with pytest.raises(SuiteError) as refused:
        load_suite(edited(written, old, new))
    assert f"clock.yaml, line {line}: " in str(refused.value)
    assert said in str(refused.value)


@pytest.mark.parametrize("path", default_suites(), ids=lambda path: path.stem)
def test_any_yaml_reader_reads_the_tasks(path: Path) -> None:
    assert yaml.load(path.read_text("utf-8"), yaml.SafeLoader)["tasks"]


@pytest.mark.parametrize(
    "odd", ["!!set {No: null}", "!!timestamp 2026-03-01", "[" * 3000 + "]" * 3000]
)
def test_what_no_json_could_hold_is_refused(written: Path, odd: str) -> None:
    with pytest.raises(
        SuiteError, match=r"clock\.yaml(: cannot be read|, line \d+: it nests deeper)"
    ):
        load_suite(edited(written, "{choice: [No, 05]}", odd))


def test_a_file_that_is_none_is_said(tmp_path: Path) -> None:
    with pytest.raises(SuiteError, match=r"nothing\.yaml: cannot be read"):
        load_suite(tmp_path / "nothing.yaml")
    (tmp_path / "empty.yaml").touch()
    with pytest.raises(SuiteError, match=r"empty\.yaml, line 1: "):
        load_suite(tmp_path / "empty.yaml")


def test_a_variable_that_finds_nothing_is_said(written: Path) -> None:
    suite = load_suite(
        edited(written, '"com.pocketphone.clock".alarms', '"com.pocketphone.clock".alerts')
    )
    with pytest.raises(SuiteError, match=r"variable alarm: .* found None"):
        instantiate(suite.tasks[0], suite.app, 1, Phone().state())


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("app: com.pocketphone.clock", "app: com.example.clock", "no app com.example.clock"),
        ("label == ${name}]) == `1`", "label == ${name}]) > label", "goal: .* is None, not true"),
        ("== ${name}]) == `1`", "== ${name}]) == `0`", "rename, seed 1: its goal is met before"),
        ("setup: {settings:", "setup: {setting:", "rename, seed 1: setup: not in a phone's state"),
        ('clock".alarms', 'clock".alerts', "variable alarm: .* found None"),
    ],
)
def test_a_task_that_cannot_begin_is_found_out(
    written: Path, old: str, new: str, said: str
) -> None:
    check(load_suite(written), seeds=[1, 2])
    with pytest.raises(SuiteError, match=said):
        check(load_suite(edited(written, old, new)), seeds=[1, 2])


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        (
            "      - tap: Save\n",
            "      - tap: Sav\n",
            14,
            "step 3, on 'editor': no element with name='Sav'",
        ),
        ("- tap: Save", "- open_app: Nowhere", 14, "step 3, on 'editor': no app 'Nowhere'"),
        ("- tap: Save", "- tap: Cancel", 3, 'its goal; the state was instead: {"screen": {"app"'),
        ("tap: Cancel", "tap: Save", 16, '1 reaches its goal; the state was instead: {"screen"'),
        ("tap: Cancel", "tap: Sav", 16, "wrong ending 1: rename, step 3, on 'editor': no element"),
        (
            "[screen.page == 'editor'",
            "[screen.page",
            3,
            "milestone 1: screen.page is 'editor', not",
        ),
        ("== 'editor'", "== 'edtor'", 10, "never comes to the milestone screen.page == 'edtor'"),
        ('{volume_alarm: "3"}}', '{volume_alarm: "3"}}, clock: noon', 8, "Invalid isoformat"),
        (
            "tap: Cancel]\n",
            f"tap: Cancel]\n{SHOWN}",
            17,
            "'Do nobody', seed 1, step 1: no element with",
        ),
    ],
)
def test_a_suite_that_cannot_be_played_is_refused_with_its_line(
    written: Path, old: str, new: str, line: int, said: str
) -> None:
    rehearse(written, load_suite(written), seeds=[1])
    with pytest.raises(SuiteError) as refused:
        rehearse(written, load_suite(edited(written, old, new)), seeds=[1])
    assert f"clock.yaml, line {line}: " in str(refused.value)
    assert said in str(refused.value)


def test_a_fault_of_the_setup_is_for_the_agent_alone(written: Path) -> None:
    fault = "{faults: {dump: {how: idle}}, settings: "
    rehearse(edited(written, "{settings: ", fault), load_suite(written), (1,))


def test_templates_keep_types_where_they_stand_alone() -> None:
    values = {"time": {"hour": 6, "said": "6 o'clock `sharp`"}, "days": ["mon", "tue"]}
    assert fill_text("at ${time.said}, ${time.hour}", values) == "at 6 o'clock `sharp`, 6"
    laid_out = fill_value(
        {"a ${time.hour}": ["${time.hour}", "${days}", "x${days[0]}", None]}, values
    )
    assert laid_out == {"a 6": [6, ["mon", "tue"], "xmon", None]}
    assert fill_expression("a == ${time.said}", values) == 'a == `"6 o\'clock \\`sharp\\`"`'
    with pytest.raises(SuiteError, match=r"\$\{time\.minute\}: no such value in"):
        fill_text("${time.minute}", values)


def played(suite: Suite, seed: int = 2) -> tuple[Phone, Judge]:
    phone = Phone(seed=seed)
    task = instantiate(suite.tasks[0], suite.app, seed, phone.state())
    return phone, Judge(task, phone.state())


def test_a_run_is_judged_by_how_far_it_came(written: Path) -> None:
    suite = load_suite(written)
    phone = Phone(seed=2)
    task = instantiate(suite.tasks[0], suite.app, 2, phone.state())
    assert [replay(Phone(seed=2), task, task.solution[:n]).reward for n in range(4)] == [0, 1, 2, 3]
    assert replay(Phone(seed=2), task, task.wrong[0]).reward == 2, "a milestone stays reached"
    done = Phone(seed=2)
    replay(done, task, task.solution)
    assert done.state()["settings"]["system"]["volume_alarm"] == "3", "the setup was laid"


@pytest.mark.parametrize("goal", ["app.alarms[0].label", "length(app.nothing) == `1`"])
def test_a_goal_that_is_neither_true_nor_false_is_said(written: Path, goal: str) -> None:
    old = "length(app.alarms[?id == ${alarm.id} && label == ${name}]) == `1`"
    phone, judge = played(load_suite(edited(written, old, goal)))
    with pytest.raises(SuiteError, match="rename: goal: "):
        judge.goal_met(phone.state())
    verdict = judge.verdict(phone.state(), "")
    assert (verdict.success, verdict.problem.startswith("rename: goal: ")) == (False, True)


def test_an_answer_is_judged_too(written: Path) -> None:
    old = "length(app.alarms[?id == ${alarm.id} && label == ${name}]) == `1`"
    goal = "contains(answer_lower, 'gym') && app.alarms == start.app.alarms"
    phone, judge = played(load_suite(edited(written, old, goal)))
    assert [judge.goal_met(phone.state(), said) for said in ("", "The GYM one")] == [False, True]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (
            "- tap: Save",
            "- tap: Sav",
            "no element with name='Sav' to tap on this screen; there are: button",
        ),
        ("- tap: Save", "- tap: {role: checkbox}", "7 elements have role='checkbox': choose one"),
        (
            "- tap: Save",
            "- tap: {role: switch, nth: 3}",
            "nth is 3, but there are 1 with role='switch' on this screen",
        ),
        ("- text: [Alarm name, ", "- text: [Save, ", "no element with name='Save' to text on"),
    ],
)
def test_a_step_that_cannot_be_done_is_named(written: Path, old: str, new: str, said: str) -> None:
    suite = load_suite(edited(written, old, new))
    phone = Phone(seed=2)
    task = instantiate(suite.tasks[0], suite.app, 2, phone.state())
    with pytest.raises(ActionImpossible) as stopped:
        replay(phone, task, task.solution)
    assert "rename, step " in str(stopped.value)
    assert said in str(stopped.value)
