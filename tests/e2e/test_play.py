"""`appagent play`: flows on the pocket phone, over adb and without a model."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from junitparser import JUnitXml

from .house import CLOCK, AppAgent, Pocket, numbered, pocket_phone

ADD = f"""\
appId: {CLOCK}
name: Wake up early
tags: [smoke, clock]
properties:
  junitId: TC-7
  team: mornings
env:
  HOUR: ${{HOUR || '6'}}
---
- launchApp
- tapOn: Add alarm
- tapOn: Hour
- eraseText
- inputText: ${{HOUR}}
- tapOn: Save
- assertVisible: ${{HOUR}}:.*
"""
BROKEN = f"appId: {CLOCK}\ntags: [slow]\n---\n- launchApp\n- tapOn: No such button\n"
CLEAR = f"appId: {CLOCK}\n---\n- clearState\n- launchApp\n- assertVisible: Alarm\n"


def alarms(phone: Pocket) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = phone.app(CLOCK)["alarms"]
    return found


def test_a_flow_is_played_without_a_model(appagent: AppAgent, phone: Pocket) -> None:
    before = len(alarms(phone))
    (appagent.folder / "add.yaml").write_text(ADD)
    ran = appagent("play", "add.yaml", "-e", "HOUR=7", "--json")
    assert ran.code == 0, ran.err
    assert len(alarms(phone)) == before + 1
    (flow,) = ran.document["flows"]
    assert (flow["name"], flow["ok"], flow["calls"], flow["steps"]) == ("Wake up early", True, 0, 6)
    assert [c["line"] for c in flow["commands"]] == [*range(10, 17)]
    assert {c["status"] for c in flow["commands"]} == {"passed"}
    page = (appagent.folder / flow["report"]).read_text()
    assert "<h1>Wake up early</h1>" in page
    assert "tapOn: Add alarm" in page


def test_a_folder_is_played_and_told_as_junit(appagent: AppAgent) -> None:
    flows = appagent.folder / "flows"
    (flows / "sub").mkdir(parents=True)
    (flows / "sub/never.yaml").write_text(BROKEN)
    (flows / "a-broken.yaml").write_text(BROKEN)
    (flows / "b-add.yaml").write_text(ADD)
    ran = appagent("play", "flows", "--junit", "out.xml", "--wait", "0")
    assert ran.code == 1
    assert "failed  a-broken" in ran.out
    assert "passed  Wake up early" in ran.out
    assert 'a-broken.yaml:5: tapOn: No such button: nothing here says "No such button"' in ran.err
    assert "2 flows: 1 passed, 1 failed" in ran.err
    (suite,) = JUnitXml.fromfile(str(appagent.folder / "out.xml"))
    assert (suite.tests, suite.failures) == (2, 1)
    broken, added = suite
    assert broken.name == "a-broken"
    assert broken.result[0].text.startswith(
        "flows/a-broken.yaml:5: tapOn: No such button: nothing here"
    )
    assert (added.name, added.is_passed) == ("Wake up early", True)
    told = {p.get("name"): p.get("value") for p in added._elem.iter("property")}
    assert told == {
        "team": "mornings", "tags": "smoke, clock",
    }  # fmt: skip
    assert added._elem.get("id") == "TC-7"


def test_tags_and_the_settings_of_a_folder_choose(appagent: AppAgent) -> None:
    flows = appagent.folder / "flows"
    flows.mkdir()
    (flows / "broken.yaml").write_text(BROKEN)
    (flows / "add.yaml").write_text(ADD)
    assert appagent("play", "flows", "--include-tags", "smoke,other").code == 0
    assert appagent("play", "flows", "--exclude-tags", "slow").code == 0
    ran = appagent("play", "flows", "--include-tags", "none")
    assert (ran.code, "of the 2 flows in flows the tags leave none" in ran.err) == (2, True)
    (flows / "config.yaml").write_text("excludeTags: [slow]\nflows: ['*']\n")
    assert appagent("play", "flows").code == 0
    (flows / "config.yaml").write_text(
        "executionOrder:\n  continueOnFailure: false\n  flowsOrder: [broken]\n"
    )
    ran = appagent("play", "flows", "--wait", "0", "--junit", "out.xml")
    assert ran.code == 1
    assert "2 flows: 0 passed, 1 failed, 1 not begun" in ran.err
    report = JUnitXml.fromfile(str(appagent.folder / "out.xml"))
    assert (report.tests, report.failures, report.skipped) == (2, 1, 1)
    (flows / "broken.yaml").write_text("appId: a\n---\n- tapOm: x\n")
    assert appagent("play", "flows", "--junit", "out.xml").code == 2
    assert not (appagent.folder / "out.xml").exists(), "it told of an earlier run"


def test_a_link_to_a_report_stays(appagent: AppAgent) -> None:
    (appagent.folder / "add.yaml").write_text(ADD)
    (appagent.folder / "real.xml").write_text("<testsuites/>")
    (appagent.folder / "out.xml").symlink_to("real.xml")
    os.mkfifo(appagent.folder / "pipe")
    assert appagent("play", "none.yaml", "--junit", "pipe").code == 2
    assert (appagent.folder / "pipe").is_fifo()
    assert appagent("play", "add.yaml", "--junit", "out.xml").code == 0
    assert (appagent.folder / "out.xml").is_symlink()
    assert JUnitXml.fromfile(str(appagent.folder / "real.xml")).tests == 1


def test_a_name_that_no_flow_has_is_told(appagent: AppAgent) -> None:
    (appagent.folder / "add.yaml").write_text(ADD)
    ran = appagent("play", "add.yaml", "-e", "HOURS=7")
    assert ran.code == 0
    assert "-e HOURS=... is no name that the flow has: did you mean HOUR?" in ran.err
    for wrong in ("=5", "A B=5", "HOUR"):
        assert "expected NAME=VALUE" in appagent("play", "add.yaml", "-e", wrong).err


def test_several_files_are_played_and_checked(appagent: AppAgent) -> None:
    (appagent.folder / "broken.yaml").write_text(BROKEN)
    (appagent.folder / "add.yaml").write_text(ADD)
    ran = appagent("play", "add.yaml", "broken.yaml", "--wait", "0", "--json")
    assert ran.code == 1
    assert [(each["file"], each["ok"]) for each in ran.document["flows"]] == [
        ("add.yaml", True), ("broken.yaml", False),
    ]  # fmt: skip
    ran = appagent("flows", "check", "add.yaml", "broken.yaml")
    assert (ran.code, ran.err.splitlines()[-1]) == (0, "2 flows, none of them with problems")
    (appagent.folder / "wrong.yaml").write_text("appId: a\n")
    ran = appagent("play", "add.yaml", "wrong.yaml", "-q")
    assert ran.code == 2
    assert "wrong.yaml:1:1: a flow is two parts" in ran.err, "-q hides no problem"


def test_what_does_harm_is_done_only_where_it_was_agreed_to(
    appagent: AppAgent, phone: Pocket
) -> None:
    (appagent.folder / "clear.yaml").write_text(CLEAR)
    (appagent.folder / "add.yaml").write_text(ADD)
    fresh = alarms(phone)
    appagent("play", "add.yaml")
    before = alarms(phone)
    ran = appagent("play", "clear.yaml")
    assert ran.code == 1
    told = f"could delete all that {CLOCK} keeps, and a flow does that only by a person's yes"
    assert told in ran.err
    assert alarms(phone) == before
    ran = appagent("play", "clear.yaml", "--yes")
    assert ran.code == 0, ran.err
    assert alarms(phone) == fresh != before


def test_a_known_deed_on_what_a_value_names_is_asked_about_too(
    appagent: AppAgent, phone: Pocket
) -> None:
    """The file is the person's word for what it names itself."""
    for name, row in (("named.yaml", "Medicine.*"), ("value.yaml", "${ROW}")):
        (appagent.folder / name).write_text(
            f"appId: {CLOCK}\n---\n- launchApp\n- longPressOn: {row}\n"
            "- tapOn: Delete\n- tapOn: Delete\n"
        )
    before = alarms(phone)
    ran = appagent("play", "value.yaml", "-e", "ROW=Work.*")
    assert ran.code == 1
    assert "could delete something" in ran.err
    assert alarms(phone) == before
    assert appagent("play", "value.yaml", "-e", "ROW=Work.*", "--yes").code == 0
    assert appagent("play", "named.yaml").code == 0
    assert len(alarms(phone)) == len(before) - 2


def test_nothing_is_played_where_a_file_is_wrong(appagent: AppAgent) -> None:
    (appagent.folder / "add.yaml").write_text(f"{ADD}- runFlow: gone.yaml\n")
    ran = appagent("play", "add.yaml")
    assert ran.code == 2
    assert "add.yaml:17:3: there is no file gone.yaml" in ran.err
    assert "nothing was played: 1 problem in the flows" in ran.err
    assert not [*Path(appagent.folder).glob("runs/*")]
    assert appagent("play", "gone").code == 2
    ran = appagent("play", "add.yaml", "-e", "HOUR")
    assert (ran.code, "-e 'HOUR': expected NAME=VALUE" in ran.err) == (2, True)
    ran = appagent("play", "add.yaml", "--junit", "no/out.xml")
    assert (ran.code, "there is no folder no" in ran.err) == (2, True)


def test_several_phones_share_the_flows_of_a_folder(appagent: AppAgent, phone: Pocket) -> None:
    flows = appagent.folder / "flows"
    flows.mkdir()
    for n in range(4):
        (flows / f"{n}.yaml").write_text(ADD.replace("Wake up early", f"Flow {n}"))
    (flows / "4.yaml").write_text(BROKEN)
    with pocket_phone(phone.server) as other:
        both = f"{phone.serial},{other.serial}"
        ran = appagent("play", "flows", "--device", both, "--wait", "0", "--junit", "out.xml")
        assert ran.code == 1, ran.err
        assert len(alarms(phone)) + len(alarms(other)) == 2 * 5 + 4
        assert len(alarms(other)) > 5 < len(alarms(phone))
    assert [line.partition("  ")[0] for line in sorted(ran.out.splitlines())] == [
        "failed", *["passed"] * 4,
    ]  # fmt: skip
    suites = [*JUnitXml.fromfile(str(appagent.folder / "out.xml"))]
    assert {suite._elem.get("device") for suite in suites} == {phone.serial, other.serial}
    assert sum(suite.tests for suite in suites) == 5
    ran = appagent("play", "flows", "--device", f"{phone.serial},{phone.serial}")
    assert (ran.code, f"--device names {phone.serial} twice" in ran.err) == (2, True)
    before = len(alarms(phone))
    ran = appagent("play", "flows", "--device", f"{phone.serial},gone", "--junit", "out.xml")
    assert (ran.code, "no phone gone is attached" in ran.err) == (2, True)
    assert len(alarms(phone)) == before


def test_what_was_shown_is_played(appagent: AppAgent, phone: Pocket) -> None:
    appagent.env |= {"APPAGENT_MODEL": "offline"}

    phone.open(CLOCK)
    add = numbered(appagent, "Add alarm")
    phone.tap("fab")
    hour, save = (numbered(appagent, name) for name in ("Hour", "Save"))
    phone.shell("pocketphone reset")
    before = len(alarms(phone))
    moves = f"tap {add}\ntext {hour} 9\nback\ntap {save}\nstop\n"
    ran = appagent("demo", "--app", "clock", "--task", "Wake up at nine", "--flow", "nine.yaml",
                   text=moves)  # fmt: skip
    assert ran.code == 0, ran.err
    assert "what was shown is a flow: nine.yaml" in ran.err
    assert (appagent.folder / "nine.yaml").read_text() == (
        f"appId: {CLOCK}\nname: Wake up at nine\n---\n- launchApp\n- tapOn: Add alarm\n"
        '- tapOn: Hour\n- eraseText\n- inputText: "9"\n- back\n- tapOn: Save\n'
    )
    assert len(alarms(phone)) == before + 1
    ran = appagent("play", "nine.yaml")
    assert ran.code == 0, ran.err
    assert len(alarms(phone)) == before + 2
    ran = appagent("demo", "--flow", "nine.yaml", text="stop\n")
    assert (ran.code, "nine.yaml is there already" in ran.err) == (2, True)


def test_a_password_in_a_flow_is_in_no_file(appagent: AppAgent) -> None:
    taps = "".join(f"- tapOn: {t}\n" for t in ("Network & internet", "Internet", "Greenhouse"))
    (appagent.folder / "wifi.yaml").write_text(
        f"appId: com.pocketphone.settings\n---\n- launchApp\n{taps}- tapOn: Password\n"
        "- inputText: hunter55x\n- assertVisible: Connect\n"
    )
    ran = appagent("play", "wifi.yaml", "--json")
    assert ran.code == 0, ran.err
    assert "hunter55x" not in ran.said
    kept = [path for path in appagent.folder.glob("runs/*/*") if path.suffix != ".jpg"]
    assert {path.name for path in kept} >= {"steps.jsonl", "played.json", "report.html"}
    assert not [path.name for path in kept if b"hunter55x" in path.read_bytes()]


def test_a_report_takes_the_place_of_a_report_alone(appagent: AppAgent) -> None:
    (appagent.folder / "add.yaml").write_text(ADD)
    ran = appagent("play", "add.yaml", "--junit", "add.yaml")
    assert (ran.code, "add.yaml is no JUnit report, and is not overwritten" in ran.err) == (2, True)
    assert (appagent.folder / "add.yaml").read_text() == ADD
    ran = appagent("play", "add.yaml", "--junit", ".")
    assert (ran.code, ". is a folder: name a file in it" in ran.err) == (2, True)
    for _ in range(2):
        assert appagent("play", "add.yaml", "--junit", "out.xml").code == 0
