"""Tests of a suite on a real pocket phone: they pass, fail, are done again, and are stopped."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from appagent.api.phone import Phone
from appagent.errors import DeviceBusy, DeviceNotFound
from appagent.report.run import view_run
from appagent.runs import PastRun
from appagent.suite import Ran, Result, read_suite, run_suite
from appagent.trail import Step
from tests.e2e.house import CLOCK, Pocket, pocket_phone

SETTINGS = "com.pocketphone.settings"
ADD = f"""\
appId: {CLOCK}
---
- tapOn: Add alarm
- tapOn: Hour
- eraseText
- inputText: ${{HOUR}}
- tapOn: Save
"""
WIFI = f"""\
appId: {SETTINGS}
---
- tapOn: Network & internet
- tapOn: Internet
- tapOn: Greenhouse
"""
LOOK = f"appId: {CLOCK}\n---\n- launchApp\n"
SEE = f"appId: {SETTINGS}\n---\n- waitForAnimationToEnd\n"
FLOWS = {"add": ADD, "wifi": WIFI, "look": LOOK, "see": SEE}
TWICE = r"""'("hour": 3,[^}]*}[^}]*){2}'"""  # in the phone's state


@dataclass
class Bench:
    """Runs suites in a folder, and keeps what was told."""

    folder: Path
    phone: Pocket
    told: list[Result] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    def __call__(
        self, tests: str, *serials: str, again: int = 1,
        on_step: Callable[[Step], object] | None = None,
    ) -> Ran:  # fmt: skip
        for name, flow in FLOWS.items():
            (self.folder / f"{name}.yaml").write_text(flow)
        (self.folder / "suite.yaml").write_text(f"app: clock\ntests:\n{tests}")
        tested = read_suite(self.folder / "suite.yaml").tests
        return run_suite(
            tested, serials or [self.phone.serial],
            tell=self.told.append, say=self.said.append, on_step=on_step, again=again,
            settings={"runs": self.folder / "runs", "store": self.folder / "store",
                      "model": "offline", "wait_s": 0},
        )  # fmt: skip


@pytest.fixture
def bench(tmp_path: Path, phone: Pocket) -> Bench:
    return Bench(tmp_path, phone)


def test_tests_pass(bench: Bench) -> None:
    ran = bench("""\
  - task: Set an alarm for 6:45 am
    then:
      - shows: "6:45"
      - element: "6:45"
        role: switch
        checked: true
      - gone: Add alarm page
      - adb: pocketphone state
        matches: '"hour": 6, "minute": 45'
  - name: a dialog
    flow: wifi.yaml
    then:
      - element: Connect
        enabled: false
      - element: alertTitle
        value: Greenhouse
      - element: Cancel
      - adb: echo '  two  words '
        prints: two  words
      - adb: echo none; exit 3
        prints: none
  - name: a flow proves itself
    flow: look.yaml
""")
    assert (ran.exit_code, ran.stopped) == (0, False), ran
    assert [each.told for each in ran.results] == ["passed"] * 3
    assert bench.told == [*ran.results]
    first, second, third = (each.tries[0] for each in ran.results)
    assert first.outcome is not None
    assert (first.outcome.command, first.outcome.calls > 0) == ("run", True)
    for tried in (first, second, third):
        assert tried.page is not None
        assert tried.page.read_text().startswith("<!")
        assert tried.device == bench.phone.serial
        assert tried.seconds > 0


FAULTS = {
    "shows: Medicines": 'nothing in sight says "Medicines": did you mean "Medicine"',
    "gone: Add alarm": '"Add alarm" is still in sight; the screen of com.pocketphone.clock has',
    "element: Work, role: switch, checked: false": 'switch "Work" is checked',
    "element: Gym, role: switch, checked: true, enabled: false": 'switch "Gym" is not checked and',
    "element: Add alarm, checked: true": 'button "Add alarm" is nothing that can be on or off',
    "element: Stopwatch, selected: true": 'tab "Stopwatch" is not selected',
    "element: Alarm, role: tab, value: 5": 'tab "Alarm" has the value "", not "5"',
    "element: Snooze": "nothing to touch here is called 'Snooze'",
    "adb: echo 1.15, prints: 1.0": '`echo 1.15` printed "1.15", not "1.0"',
    "adb: 'true', matches: a+": "`true` printed nothing, in which nothing matches a+",
    "adb: echo no; exit 3, matches: a+": '`echo no; exit 3` printed "no", and failed with',
}


def test_what_is_not_true_fails(bench: Bench) -> None:
    """Each kind of check, all of them told at once."""
    checks = "".join(f"      - {{{check}, within: 0}}\n" for check in FAULTS)
    ran = bench(f"  - flow: look.yaml\n    then:\n{checks}", again=0)
    ((tried,),) = [result.tries for result in ran.results]
    assert (ran.exit_code, tried.exit_code, ran.results[0].told) == (1, 1, "failed")
    assert len(tried.why.split("; `")) == len(FAULTS)
    for expected in FAULTS.values():
        assert f"`: {expected}" in tried.why
    seen = view_run(PastRun(Path(tried.trail)))
    assert (seen.ending, seen.mood) == ("said done", "bad")
    assert f"a check of its suite failed: {tried.why}" in seen.verdict
    assert tried.page
    assert "a check of its suite failed" in tried.page.read_text("utf-8")


def test_a_secret_has_no_value_to_check(bench: Bench) -> None:
    check = "{element: Password, value: hunter2, within: 0}"
    ran = bench(f"  - flow: wifi.yaml\n    then: [{check}]\n", again=0)
    assert 'text field "Password" hides its value' in ran.results[0].tries[0].why


def test_a_check_waits_for_what_is_still_to_come(bench: Bench) -> None:
    at_once = "test -e /data/local/tmp/seen || { touch /data/local/tmp/seen; exit 1; }; echo yes"
    ran = bench(f"  - flow: look.yaml\n    then:\n      - adb: '{at_once}'\n        prints: yes\n")
    bench.phone.shell("rm /data/local/tmp/seen")
    assert (ran.exit_code, ran.results[0].told) == (0, "passed")


def test_what_failed_is_done_once_more_and_told_so(bench: Bench) -> None:
    """The check wants what the second try alone reaches."""
    ran = bench(f"""\
  - name: two alarms
    flow: add.yaml
    env: {{HOUR: 3}}
    then:
      - adb: pocketphone state
        matches: {TWICE}
        within: 0
""")
    (result,) = ran.results
    assert (ran.exit_code, result.ok, result.again) == (0, True, True)
    assert result.told == "passed at the second try"
    assert [each.ok for each in result.tries] == [False, True]
    assert len({each.trail for each in result.tries}) == 2
    assert bench.told == [result], "it is told once"
    assert any("failed, and is tried once more: `adb: pocketphone state" in s for s in bench.said)


def test_what_fails_twice_has_failed(bench: Bench) -> None:
    ran = bench("""\
  - name: no such button
    flow: add.yaml
  - name: goes on
    flow: look.yaml
""")
    failed, passed = ran.results
    assert (ran.exit_code, failed.told, passed.told) == (1, "failed", "passed")
    assert len(failed.tries) == 2
    assert all("add.yaml:6: inputText: " in each.why for each in failed.tries), failed.tries


def test_a_task_that_is_not_done_has_failed(bench: Bench) -> None:
    ran = bench("  - task: Turn on Antigravity\n    then: [shows: Alarm]\n", again=0)
    ((tried,),) = [result.tries for result in ran.results]
    assert tried.outcome is not None
    assert (ran.exit_code, tried.ok, tried.outcome.ok) == (1, False, False)
    assert tried.why.startswith(tried.outcome.error or tried.outcome.ending.replace("_", " "))


def test_each_test_begins_on_the_first_page_unless_it_keeps_on(bench: Bench) -> None:
    ran = bench("""\
  - {name: a dialog, flow: wifi.yaml}
  - name: the same dialog
    keep: true
    flow: see.yaml
    then: [{element: Connect, enabled: false}]
  - name: the first page
    flow: see.yaml
    then: [{gone: Cancel}, {shows: Network & internet}]
""", again=0)  # fmt: skip
    assert [each.told for each in ran.results] == ["passed"] * 3, ran


def test_where_nothing_can_be_run_the_exit_code_says_why(bench: Bench) -> None:
    ran = bench("  - task: Look\n    app: clokc\n    then: [shows: a]\n")
    assert ran.exit_code == 2
    assert "did you mean clock" in ran.results[0].tries[-1].why
    ran = bench("  - task: Look\n    app: clokc\n    then: [shows: a]\n  - flow: look.yaml\n")
    assert ran.exit_code == 1


def test_no_phone_is_an_error(bench: Bench) -> None:
    bench.phone = Pocket(bench.phone.server, 1, bench.phone.process)
    with pytest.raises(DeviceNotFound):
        bench("  - flow: look.yaml\n")


def test_a_phone_that_is_busy_leaves_its_tests_to_the_others(bench: Bench) -> None:
    with (
        pocket_phone(bench.phone.server) as other,
        Phone.connect(other.serial, runs=bench.folder / "other"),
    ):
        both = (other.serial, bench.phone.serial)
        ran = bench("  - flow: look.yaml\n  - {name: again, flow: look.yaml}\n", *both)
        assert ran.exit_code == 0
        assert {each.tries[0].device for each in ran.results} == {bench.phone.serial}
        assert any(each.startswith(f"{other.serial}: ") for each in bench.said)
        with pytest.raises(DeviceBusy):
            bench("  - flow: look.yaml\n", other.serial)


def test_ctrl_c_ends_it(bench: Bench) -> None:
    def interrupt(step: Step) -> None:
        if step.n == 3:
            raise KeyboardInterrupt

    ran = bench(
        "  - flow: look.yaml\n  - {name: add, flow: add.yaml, env: {HOUR: 3}}\n"
        "  - {name: never, flow: look.yaml}\n",
        on_step=interrupt,
    )
    assert (ran.exit_code, ran.stopped) == (130, True)
    assert [each.told for each in ran.results] == ["passed", "not done", "not done"]
    assert len(bench.told) == 1
    assert '"hour": 3,' not in bench.phone.shell("pocketphone state")


def test_a_command_that_is_none_proves_nothing(bench: Bench) -> None:
    ran = bench(
        "  - flow: look.yaml\n    then: [{adb: no_such_command, prints: '', within: 0}]\n", again=0
    )
    (tried,) = ran.results[0].tries
    assert not tried.ok
    assert "cannot be run on the phone, exit code 127" in tried.why


def test_a_password_is_in_no_reason(bench: Bench) -> None:
    flow = bench.folder / "password.yaml"
    flow.write_text(f"{WIFI}- tapOn: Password\n- inputText: hunter2hunter\n")
    ran = bench(
        "  - flow: password.yaml\n    then: [{adb: echo hunter2hunter, prints: x, within: 0}]\n",
        again=0,
    )
    (tried,) = ran.results[0].tries
    assert tried.why
    assert "hunter2hunter" not in tried.why
