"""Tests of the pocket phone's clock, as docs/python.md tells of them.

    pytest docs/examples

pytest.ini, beside it, names the phone and the model.
"""

from __future__ import annotations

import pytest

from appagent import Agent, Phone

pytestmark = pytest.mark.app("clock")


def test_a_new_alarm_is_in_the_list(phone: Phone) -> None:
    done = phone.do("""
        tap(name="Add alarm")
        text("5", name="Hour")
        text("50", name="Minute")
        tap(name="Save")
        exit("done", if_shows="5:50")
    """)
    assert done.look.find("5:50", role="switch").checked


def test_a_switch_turns_an_alarm_on(phone: Phone) -> None:
    assert phone.look().find("Gym", role="switch").checked is False
    done = phone.do('text("on", name="Gym")')
    assert done.look.find("Gym", role="switch").checked


def test_the_stopwatch_stands_at_zero(phone: Phone) -> None:
    done = phone.do('tap(name="Stopwatch")')
    assert done.look.shows("00:00.00")
    assert not done.look.find("Reset").enabled


def test_the_agent_sets_an_alarm(phone: Phone, agent: Agent) -> None:
    outcome = agent.run("Set an alarm for 6:45 am")
    assert outcome.ok, outcome.error
    assert phone.look().shows("6:45, AM")
