"""`appagent test`: a suite of one's own, on one pocket phone and on two."""

from __future__ import annotations

import re
import shlex
import shutil
from pathlib import Path

import pytest
from junitparser import JUnitXml

from tests.model.endpoint import Answer, Endpoint

from .command import ROOT
from .house import CLOCK, AppAgent, Pocket, pocket_phone, until
from .script import DONE, plays, tap

ADD = f"""\
appId: {CLOCK}
env:
  HOUR: ${{HOUR || '6'}}
---
- tapOn: Add alarm
- tapOn: Hour
- eraseText
- inputText: ${{HOUR}}
- tapOn: Save
"""
LOOK = f"appId: {CLOCK}\n---\n- waitForAnimationToEnd\n"
BROKEN = f"appId: {CLOCK}\n---\n- tapOn: No such button\n"
CLEAR = f"appId: {CLOCK}\n---\n- clearState\n- launchApp\n"
MARK = "/data/local/tmp/mark"
MARKED = f"""\
  - name: marked
    flow: look.yaml
    then:
      - adb: test -e {MARK} && echo yes
        prints: yes
        within: 60
"""  # fmt: skip


@pytest.fixture
def tested(appagent: AppAgent) -> AppAgent:
    """The command in a folder with flows."""
    for name, flow in (("add", ADD), ("look", LOOK), ("broken", BROKEN), ("clear", CLEAR)):
        (appagent.folder / f"{name}.yaml").write_text(flow)
    appagent.env |= {"APPAGENT_MODEL": "offline", "APPAGENT_WAIT_S": "0"}
    return appagent


def suite(appagent: AppAgent, tests: str) -> str:
    (appagent.folder / "suite.yaml").write_text(f"app: clock\ntests:\n{tests}")
    return "suite.yaml"


def added(hour: int, times: int) -> str:
    """The check that so many alarms of an hour are there."""
    alarms = f'("hour": {hour},[^}}]*}}[^}}]*){{{times}}}'
    return f"then: [{{adb: pocketphone state, matches: '{alarms}', within: 0}}]"


def report(appagent: AppAgent) -> JUnitXml:
    return JUnitXml.fromfile(str(appagent.folder / "out.xml"))


PAGE = (ROOT / "docs/testing-your-app.md").read_text("utf-8")
SHOWN = re.findall(r"^    (appagent test docs/.+)$", PAGE, re.M)


@pytest.mark.parametrize("line", SHOWN)
def test_the_suite_of_the_docs_is_run_as_they_say(
    appagent: AppAgent, phone: Pocket, line: str
) -> None:
    shutil.copytree(ROOT / "docs/examples", appagent.folder / "docs/examples")
    ran = appagent(*shlex.split(line)[1:])
    assert ran.code == 0, ran.said
    if "--json" in line:
        assert [test["result"] for test in ran.document["tests"]] == ["passed"] * 3
    if "--junit" in line:
        assert (report(appagent).tests, report(appagent).failures) == (2, 0)
        assert "2 tests: 2 passed, 0 failed" in ran.err
    is_dark = phone.state()["settings"]["secure"].get("ui_night_mode") == "2"
    assert is_dark is ("--only" not in line)
    assert any((a["hour"], a["minute"]) == (9, 0) for a in phone.app(CLOCK)["alarms"])


def test_the_suites_of_the_docs_can_be_read(appagent: AppAgent) -> None:
    """The one of an app that is not there is right, but for its flow."""
    (text,) = re.findall(r"```yaml\n# suite.yaml\n(.+?)```", PAGE, re.S)
    (appagent.folder / "suite.yaml").write_text(text)
    ran = appagent("test", "suite.yaml", "--json")
    (problem,) = ran.document["problems"]
    assert problem["what"] == "there is no file flows/login.yaml beside the suite"


def test_each_test_is_told_with_its_cost_and_as_junit(tested: AppAgent, phone: Pocket) -> None:
    file = suite(tested, f"""\
  - task: Set an alarm for 6:45 am
    then: [{{shows: "6:45"}}]
  - name: second time lucky
    flow: add.yaml
    env: {{HOUR: 3}}
    {added(3, 2)}
  - name: no such button
    flow: broken.yaml
""")  # fmt: skip
    ran = tested("test", file, "--junit", "out.xml")
    assert ran.code == 1, ran.said
    lines = ran.out.splitlines()
    assert re.fullmatch(
        r"passed  Set an alarm for 6:45 am  \d steps, \d calls, \d+\.\d s", lines[0]
    )
    assert re.match(r"passed at the second try  second time lucky  10 steps, 0 calls, ", lines[1])
    assert lines[2].startswith("        `adb: pocketphone state, matches: ")
    assert re.match(r"failed  no such button  0 steps, 0 calls, ", lines[4])
    assert 'broken.yaml:3: tapOn: No such button: nothing here says "No such button"' in lines[5]
    page = lines[6].strip()
    assert (tested.folder / page).read_text().startswith("<!")
    assert "3 tests: 2 passed (1 at the second try), 1 failed" in ran.err
    (found,) = report(tested)
    assert (found.name, found.tests, found.failures) == ("suite", 3, 1)
    assert found._elem.get("device") == phone.serial
    first, second, third = found
    assert (first.classname, first.is_passed, second.is_passed) == ("suite", True, True)
    told = {str(each.get("name")): str(each.get("value")) for each in second._elem.iter("property")}
    assert (told["result"], told["tries"]) == ("passed at the second try", "2")
    assert (tested.folder / told["try 1"]).is_dir()
    assert told["try 1"] != told["try 2"]
    one, two = second.system_out.splitlines()
    assert one.startswith(f"try 1 on {phone.serial}: failed: `adb: pocketphone state")
    assert two.startswith(f"try 2 on {phone.serial}: passed; runs/")
    assert "broken.yaml:3: tapOn" in third.result[0].text
    assert third.result[0].text.endswith(lines[8].strip())


def test_json_is_one_document(tested: AppAgent) -> None:
    file = suite(tested, "  - flow: look.yaml\n  - flow: broken.yaml\n")
    ran = tested("test", file, "--json", "--retries", "0")
    document = ran.document
    assert (ran.code, document["exit_code"], document["ok"]) == (1, 1, False)
    assert document["suite"] == "suite.yaml"
    passed, failed = document["tests"]
    assert (passed["name"], passed["result"], passed["ok"]) == ("look", "passed", True)
    (tried,) = failed["tries"]
    assert (failed["result"], tried["ok"], tried["ending"]) == ("failed", False, "failed")
    assert (tested.folder / tried["report"]).is_file()
    assert "failed  broken" in ran.err
    assert set(tried) == set(re.findall(r"\w+", PAGE[PAGE.index("each try has") :].split("`")[1]))


def test_some_of_them_are_chosen(tested: AppAgent) -> None:
    names = ("one alarm", "an alarm", "alarm")
    file = suite(tested, "".join(f"  - {{name: {name}, flow: look.yaml}}\n" for name in names))
    assert tested("test", file, "--only", "ONE", "-q").out.count("passed") == 1
    assert tested("test", file, "--only", "alarm", "-q").out.count("passed") == 1
    assert tested("test", file, "--only", "an", "--only", "one", "-q").out.count("passed") == 2
    ran = tested("test", file, "--only", "alram")
    assert (ran.code, "no test is called 'alram': did you mean alarm" in ran.err) == (2, True)


def test_names_are_given_and_unknown_ones_told(tested: AppAgent) -> None:
    file = suite(tested, f"  - flow: add.yaml\n    env: {{HOUR: 4}}\n    {added(5, 1)}\n")
    ran = tested("test", file, "-e", "HOUR=5", "-e", "HOURS=5")
    assert ran.code == 0, ran.said
    assert "-e HOURS=... is no name that a flow has: did you mean HOUR?" in ran.err
    assert tested("test", file, "-e", "HOUR").code == 2


def test_nothing_is_touched_where_the_suite_is_wrong(tested: AppAgent, phone: Pocket) -> None:
    file = suite(tested, "  - tusk: x\n  - task: y\n  - flow: gone.yaml\n")
    before = phone.log()
    ran = tested("test", file, "--junit", "out.xml")
    assert ran.code == 2
    for told in (
        "suite.yaml:3:5: a test has no `tusk`: did you mean `task`?",
        "suite.yaml:4:5: nothing proves it",
        "suite.yaml:5:11: there is no file gone.yaml beside the suite",
        "appagent: nothing was tested: 4 problems in suite.yaml",
    ):
        assert told in ran.err
    ran = tested("test", file, "--json")
    assert (ran.code, ran.document["exit_code"], len(ran.document["problems"])) == (2, 2, 4)
    assert ran.document["problems"][0]["line"] == 3
    assert [line for line in phone.log() if line not in before] == []
    assert not (tested.folder / "runs").exists()
    assert not (tested.folder / "out.xml").exists()


def test_what_else_is_wrong_is_told_before(tested: AppAgent, phone: Pocket) -> None:
    file = suite(tested, "  - flow: look.yaml\n")
    (tested.folder / "notes.txt").write_text("mine")
    for words, told in (
        (("--junit", "notes.txt"), "notes.txt is no JUnit report, and is not overwritten"),
        (("--retries", "2"), "'--retries': expected a whole number, 0-1"),
        (("--device", f"{phone.serial},gone"), "no phone gone is attached"),
        (("--device", f"{phone.serial},{phone.serial}"), f"--device names {phone.serial} twice"),
        (("--device", "gone"), "no phone gone is attached"),
    ):
        ran = tested("test", file, *words)
        assert (ran.code, told in ran.err) == (2, True), ran.said
    task = suite(tested, "  - {task: x, then: [shows: y]}\n")
    ran = tested("test", task, APPAGENT_MODEL="seer", OPENAI_API_KEY="")
    assert ran.code == 2, ran.said
    assert not (tested.folder / "runs").exists()


def test_what_does_harm_is_done_only_by_a_yes(tested: AppAgent, phone: Pocket) -> None:
    file = suite(tested, f"  - flow: add.yaml\n    {added(6, 1)}\n  - flow: clear.yaml\n")
    ran = tested("test", file, "--retries", "0")
    assert ran.code == 1
    assert f"could delete all that {CLOCK} keeps" in ran.out
    before = len(phone.app(CLOCK)["alarms"])
    ran = tested("test", file, "--only", "clear", "--yes")
    assert (ran.code, len(phone.app(CLOCK)["alarms"])) == (0, before - 1), ran.said


def test_a_model_that_fails_is_told(with_model: AppAgent, endpoint: Endpoint) -> None:
    file = suite(with_model, "  - {task: Show the stopwatch, then: [shows: Start]}\n")
    endpoint.play(*[Answer({"error": {"message": "no such key"}}, 401)] * 9)
    ran = with_model("test", file, "--retries", "0")
    assert ran.code == 4, ran.said
    assert "failed  Show the stopwatch" in ran.out


def test_a_model_does_a_task(with_model: AppAgent, endpoint: Endpoint) -> None:
    check = "{element: Start, enabled: true}"
    file = suite(with_model, f"  - {{task: Show the stopwatch, then: [{check}]}}\n")
    plays(endpoint, tap("Stopwatch"), DONE)
    ran = with_model("test", file)
    assert ran.code == 0, ran.said
    assert re.match(r"passed  Show the stopwatch  2 steps, 3 calls, ", ran.out)
    assert "is done with seer-4; screens stay on this machine" in ran.err


def test_two_phones_share_the_tests(tested: AppAgent, phone: Pocket) -> None:
    file = suite(
        tested,
        "".join(f"  - {{name: test {n}, flow: add.yaml, env: {{HOUR: 3}}}}\n" for n in range(5)),
    )
    before = len(phone.app(CLOCK)["alarms"])
    with pocket_phone(phone.server) as other:
        both = f"{phone.serial},{other.serial}"
        ran = tested("test", file, "--device", both, "--junit", "out.xml")
        assert ran.code == 0, ran.said
        counts = [len(each.app(CLOCK)["alarms"]) - before for each in (phone, other)]
    assert (sum(counts), min(counts) > 0) == (5, True)
    assert sorted(line.split("  ")[1] for line in ran.out.splitlines()) == [
        f"test {n}" for n in range(5)
    ]
    suites = [*report(tested)]
    assert {each._elem.get("device") for each in suites} == {phone.serial, other.serial}
    assert sum(each.tests for each in suites) == 5


def test_pocket_phones_share_the_tests(tested: AppAgent) -> None:
    """Each is a new one, also where one runs."""
    names = ("one", "two")
    file = suite(tested, "".join(f"  - {{name: {name}, flow: look.yaml}}\n" for name in names))
    ran = tested("test", file, "--device", "pocket,pocket", "--junit", "out.xml")
    assert ran.code == 0, ran.said
    assert {each._elem.get("device") for each in report(tested)} & {
        f"127.0.0.1:{tested.env['APPAGENT_POCKET_PORT']}"
    } == set()


def marks(phone: Pocket) -> bool:
    """Whether a check looked for the mark there."""
    return any(MARK in line for line in phone.log())


def test_a_phone_that_goes_away_gives_its_test_to_another(tested: AppAgent, phone: Pocket) -> None:
    """The second test is on the phone without the mark, and waits there until that one dies."""
    phone.shell(f"touch {MARK}")
    file = suite(tested, f"{MARKED}{MARKED.replace('name: marked', 'name: again')}")
    with pocket_phone(phone.server) as other:
        both = f"{phone.serial},{other.serial}"
        with tested.started("test", file, "--device", both, "--json") as process:
            until(lambda: marks(other), "the check")
            other.kill()
            out, err = process.communicate(timeout=60)
    phone.shell(f"rm {MARK}")
    assert process.returncode == 0, out + err
    assert f"{other.serial} went away in" in err
    assert out.count('"gone": true') == 1
    assert out.count('"result": "passed"') == 2


def test_where_the_only_phone_goes_away_nothing_more_is_done(
    tested: AppAgent, phone: Pocket
) -> None:
    file = suite(tested, f"{MARKED}  - flow: look.yaml\n")
    with pocket_phone(phone.server) as other:
        words = ("test", file, "--device", other.serial, "--junit", "out.xml")
        with tested.started(*words) as process:
            until(lambda: marks(other), "the check")
            other.kill()
            out, err = process.communicate(timeout=60)
    assert process.returncode == 3, out + err
    assert "2 tests: 0 passed, 1 failed, 1 not done" in err
    assert (report(tested).tests, report(tested).failures, report(tested).skipped) == (2, 1, 1)


@pytest.mark.parametrize("phones", [1, 2])
def test_ctrl_c_ends_it_and_keeps_what_was_done(
    tested: AppAgent, phone: Pocket, phones: int
) -> None:
    file = suite(tested, f"  - {{name: first, flow: look.yaml}}\n{MARKED}" + MARKED.replace(
        "name: marked", "name: never"))  # fmt: skip
    with pocket_phone(phone.server) as other:
        serials = ",".join((other.serial, phone.serial)[:phones])
        words = ("test", file, "--device", serials, "--json", "--junit", "out.xml")
        ran = tested.interrupted(lambda: marks(other), *words)
    assert ran.code == 130, ran.said
    assert ran.document["error"] == "stopped"
    assert [test["result"] for test in ran.document["tests"]] == ["passed", *["not done"] * 2]
    assert (report(tested).tests, report(tested).skipped) == (3, 2)


def test_a_passwords_value_stands_in_no_file(tested: AppAgent) -> None:
    taps = "".join(f"- tapOn: {t}\n" for t in ("Network & internet", "Internet", "Greenhouse"))
    (tested.folder / "wifi.yaml").write_text(
        f"appId: com.pocketphone.settings\n---\n{taps}- tapOn: Password\n"
        "- inputText: ${PASSWORD}\n- tapOn: No such\n"
    )
    ran = tested("test", suite(tested, "  - flow: wifi.yaml\n"), "-e", "PASSWORD=hunter55x",
                 "--json", "--junit", "out.xml")  # fmt: skip
    assert ran.code == 1
    assert "hunter55x" not in ran.said
    kept = [path for path in tested.folder.glob("runs/*/*") if path.suffix != ".jpg"]
    kept.append(Path(tested.folder / "out.xml"))
    assert not [path.name for path in kept if b"hunter55x" in path.read_bytes()]
