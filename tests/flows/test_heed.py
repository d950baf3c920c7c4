"""A kept flow touches, and types into, only what was touched then; what comes up before that is
closed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import resolve
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import act, set_up_without_faults, view_of
from appagent.bench.suite import Task, default_suites, load_suite
from appagent.errors import FlowFailed
from appagent.flows import Deed, FlowFile, FlowFiles, Heed, InputText, Keeper, KeptFlow, Player
from pocketphone.events import Notice
from pocketphone.phone import Phone
from scripts.pocket_flows import PocketStage, learn, play_on

CLOCK = "com.pocketphone.clock"


def clock_1() -> Task:
    suites = map(load_suite, default_suites())
    return next(task for suite in suites for task in suite.tasks if task.id == "clock-1")


def drawn(phone: Phone) -> TaskInstance:
    return instantiate(clock_1(), CLOCK, 1, phone.truth)


def kept(counts: str = "") -> KeptFlow:
    """An alarm that was set once; the touch of what is called `counts` did something that does."""
    return learn(clock_1(), CLOCK, 1, counts)


def play(flow: KeptFlow, notice: Notice | None = None) -> tuple[PocketStage, bool]:
    """A flow on a phone on which something comes up, and whether it did its task."""
    phone = Phone(seed=1)
    task = drawn(phone)
    given = flow.given(task.instruction)
    assert given is not None
    judge = Judge(task, set_up_without_faults(phone, CLOCK, task.setup))
    if notice:
        phone.events.append(notice)
    stage = PocketStage(phone, wait_s=0)
    player = Player(stage, FlowFiles(), given.values, Heed(given, phone.language))
    play_on(stage, player, FlowFile(flow.file, flow.flow, ()))
    return stage, judge.verdict(phone.truth, "").success


def rate(after: int = 1) -> Notice:
    return Notice(CLOCK, "editor", "Rate this app?", yes="Rate", no="Later", after=after)


@pytest.mark.parametrize("after", [1, 2, 3])
def test_what_comes_up_before_the_page_is_closed(after: int) -> None:
    """Also between the touch of a field and what is typed into it."""
    notice = rate(after)
    stage, done = play(kept(), notice)
    assert notice.came
    assert not notice.pressed
    assert done
    assert [text for text in stage.said if "closed by BACK" in text] == [
        'what came up is closed by BACK: dialog "Rate this app?" with "Later", "Rate"'
    ]


def test_what_comes_up_after_what_counts_may_ask_about_that() -> None:
    with pytest.raises(FlowFailed, match=r"the screen has .*Rate this app"):
        play(kept(counts="Add alarm"), rate())
    assert play(kept(counts="Add alarm"))[1]


def test_nothing_is_typed_into_another_field() -> None:
    flow = kept()
    commands = list(flow.flow.commands)
    typed = [n for n, each in enumerate(commands) if isinstance(each, InputText)]
    del commands[typed[1] - 2]  # the touch of the second field, before it is emptied
    changed = replace(flow.flow, commands=tuple(commands))
    beside = flow.kept.for_flow(changed, flow.kept.of_commands(flow.flow), ())
    with pytest.raises(FlowFailed, match=r"eraseText: it would be typed into another field"):
        play(replace(flow, flow=changed, kept=beside))


@pytest.mark.parametrize(
    ("request_", "then", "hour", "minute"),
    [
        ("Set an alarm for 6:45 am", "Set an alarm for 7:25 am", 7, 25),
        ("Set an alarm for 6:45 am", "Set an alarm for 9:05 pm", 21, 5),
    ],
)
def test_a_value_that_the_form_held_already_is_set_all_the_same(
    request_: str, then: str, hour: int, minute: int
) -> None:
    """A new alarm is for 6:00 am: only the minute is typed."""
    phone, keeper = Phone(seed=1), Keeper(request_)
    set_up_without_faults(phone, CLOCK, {})
    for line in ('tap("Add alarm")', 'text("45", name="Minute")', 'tap("Save")'):
        view = view_of(phone)
        move = resolve(parse(line), view)
        keeper.add(Deed(move, view))
        act(phone, move)
    flow, kept = keeper.flow(CLOCK, fresh=True)
    given = KeptFlow(Path("alarm.yaml"), flow, kept).given(then)
    assert given is not None
    stage = PocketStage(Phone(seed=2), wait_s=0)
    set_up_without_faults(stage.phone, CLOCK, {})
    player = Player(stage, FlowFiles(), given.values, Heed(given, stage.phone.language))
    play_on(stage, player, FlowFile(given.file, given.flow, ()))
    alarms = stage.phone.apps[CLOCK]["alarms"]
    assert (hour, minute) in [(each["hour"], each["minute"]) for each in alarms]
