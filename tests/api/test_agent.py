"""`Agent`, as other programs use it, on a pocket phone behind real adb."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from appagent import (
    Agent,
    ConfigError,
    ModelError,
    ModelNotConfigured,
    Outcome,
    Phone,
    Step,
    UsageError,
    write_report,
)
from appagent.errors import ModelUnavailable
from appagent.outcome import read_outcome
from tests.agent.scripted import Line, Script, says
from tests.e2e.house import CLOCK, Pocket

from .conftest import Connect

FLOW = """\
appId: com.pocketphone.clock
env:
  HOUR: ${HOUR || '6'}
---
- launchApp
- tapOn: Add alarm
- tapOn: Hour
- eraseText
- inputText: ${HOUR}
- tapOn: Save
- assertVisible: ${HOUR}:.*
"""


@pytest.fixture
def agent(phone: Phone) -> Agent:
    return Agent(phone, model="offline")


def scripted(phone: Phone, *lines: Line) -> Agent:
    return Agent(phone, Script([*lines]))


def alarms(pocket: Pocket) -> list[tuple[int, int]]:
    return [(each["hour"], each["minute"]) for each in pocket.app(CLOCK)["alarms"]]


# -- the three jobs


def test_a_task_is_done(agent: Agent, pocket: Pocket, house: Path) -> None:
    outcome = agent.run("Set an alarm for 6:45 am", app="clock")
    assert outcome.ok, outcome.error
    assert (outcome.command, outcome.app, outcome.model) == ("run", CLOCK, "offline")
    assert (6, 45) in alarms(pocket)
    folder = Path(outcome.trail)
    assert folder.parent == house / "runs"
    assert read_outcome(folder).steps == outcome.steps
    page = write_report(outcome)
    assert page == folder / "report.html"
    assert "Set an alarm for 6:45 am" in page.read_text("utf-8")
    assert write_report(outcome, house / "page.html").is_file()


def test_a_task_ends_by_its_limit(agent: Agent) -> None:
    outcome = agent.run("Set an alarm for 6:45 am", app="clock", steps=1)
    assert (outcome.ok, outcome.ending, outcome.exit_code) == (False, "step_limit", 1)


def test_an_app_is_learned(agent: Agent, house: Path) -> None:
    outcome = agent.explore("clock", steps=4)
    assert outcome.exit_code == 0
    assert outcome.command == "explore"
    assert [*(house / "store" / CLOCK / "elements").glob("*.yaml")]


def test_a_flow_is_played(agent: Agent, pocket: Pocket, house: Path) -> None:
    (house / "wake.yaml").write_text(FLOW)
    outcome = agent.play("wake.yaml", HOUR="9")
    assert outcome.ok, outcome.error
    assert (outcome.command, outcome.calls) == ("play", 0)
    assert 9 in {hour for hour, _ in alarms(pocket)}
    assert "assertVisible" in (Path(outcome.trail) / "report.html").read_text("utf-8")
    (house / "wake.yaml").write_text(FLOW.replace("Add alarm", "Snooze"))
    failed = Agent(agent.phone, wait_s=0).play(house / "wake.yaml")
    assert (failed.ok, failed.exit_code) == (False, 1)
    assert "Snooze" in failed.error


# -- what has to be mended first


@pytest.mark.parametrize(
    ("flow", "names", "told"),
    [
        (FLOW, {"HUOR": "9"}, "HUOR is no name that wake.yaml has: did you mean HOUR"),
        (FLOW.replace("tapOn: Save", "tapUpon: Save"), {}, "wake.yaml:10.*tapUpon"),
        ("- launchApp\n", {}, "wake.yaml"),
    ],
)
def test_what_cannot_be_played(
    agent: Agent, pocket: Pocket, house: Path, flow: str, names: dict[str, str], told: str
) -> None:
    (house / "wake.yaml").write_text(flow)
    before = pocket.state()["apps"]
    with pytest.raises(UsageError, match=told):
        agent.play("wake.yaml", names)
    assert pocket.state()["apps"] == before
    assert not (house / "runs").exists()


def test_a_flow_that_is_nowhere(agent: Agent) -> None:
    with pytest.raises(UsageError, match=r"nowhere\.yaml"):
        agent.play("nowhere.yaml")


def test_what_is_asked_wrongly(agent: Agent, phone: Phone, house: Path) -> None:
    with pytest.raises(UsageError, match="the task is empty"):
        agent.run(" ")
    with pytest.raises(UsageError, match="restart needs an app"):
        agent.run("Set an alarm", restart=True)
    with pytest.raises(ConfigError, match="did you mean 'run_steps'"):
        Agent(phone, run_stesp=3)
    with pytest.raises(ConfigError, match="--steps"):
        agent.run("Set an alarm", steps=0)
    assert not (house / "runs").exists()


def test_without_a_model(connect: Connect, pocket: Pocket) -> None:
    phone = connect(base_url="http://127.0.0.1:9")
    with pytest.raises(ModelNotConfigured):
        Agent(phone).run("Set an alarm for 6:45 am")
    assert pocket.log()


def test_the_settings_of_an_agent_go_above_those_of_its_phone(connect: Connect) -> None:
    phone = connect(model="nonsense", run_steps=1)
    outcome = Agent(phone, model="offline", run_steps=20).run("Turn on Dark theme", app="settings")
    assert outcome.ok, outcome.error


def test_an_agent_of_a_phone_that_was_given_back(agent: Agent, house: Path) -> None:
    agent.phone.close()
    (house / "wake.yaml").write_text(FLOW)
    with pytest.raises(UsageError, match="was given back"):
        agent.run("Set an alarm for 6:45 am")
    with pytest.raises(UsageError, match="was given back"):
        agent.play("wake.yaml")


# -- how it ends


def test_a_model_that_fails_is_told_and_not_raised(phone: Phone) -> None:
    outcome = scripted(phone, ModelUnavailable("the endpoint is down")).run("Look around")
    assert (outcome.ending, outcome.exit_code) == ("failed", ModelError.exit_code)
    assert outcome.error == "the endpoint is down"


WAITS = [says("home()")] * 3


def test_another_thread_stops_it(connect: Connect) -> None:
    steps: list[Step] = []

    def watch(step: Step) -> None:
        steps.append(step)
        thread = threading.Thread(target=phones[0].stop)
        thread.start()
        thread.join()

    phones = [connect(on_step=watch)]
    outcome = scripted(phones[0], *WAITS).run("Look around")
    assert (outcome.ending, outcome.exit_code) == ("cancelled", 130)
    assert read_outcome(Path(outcome.trail)).ending == "cancelled"
    assert steps
    assert phones[0].look()


class Broken(Exception):
    """Of the program that watches."""


@pytest.mark.parametrize(
    ("error", "ending"), [(KeyboardInterrupt, "cancelled"), (Broken, "failed")]
)
def test_what_a_watcher_raises_comes_out(
    connect: Connect, house: Path, error: type[BaseException], ending: str
) -> None:
    def watch(_: Step) -> None:
        raise error

    phone = connect(on_step=watch)
    with pytest.raises(error):
        scripted(phone, *WAITS).run("Look around")
    (folder,) = (house / "runs").iterdir()
    assert read_outcome(folder).ending == ending
    assert phone.look()


def test_what_is_said_goes_to_who_listens(connect: Connect) -> None:
    said: list[str] = []
    phone = connect(say=said.append)
    outcome: Outcome = Agent(phone).run("Turn on Dark theme", app="settings")
    assert outcome.ok
    assert any("using the offline rules" in each for each in said)
