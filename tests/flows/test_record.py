"""What was done is written as a flow that does it again."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.actions.gestures import Move, resolve
from appagent.actions.verbs import AnyVerb, Back, Exit, ScrollTo, Swipe, Tap, TapAt, Text
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.bench.suite import default_suites, load_suite
from appagent.errors import ActionImpossible
from appagent.flows import Flow, FlowConfig, FlowFile, FlowFiles, Player, Recorder, told, write
from appagent.flows.language import AssertVisible, Commands, RunFlow
from appagent.flows.read import read
from appagent.flows.select import select
from pocketphone.phone import Phone
from scripts.pocket_flows import PocketStage, play_on
from tests.flows.test_play import Still
from tests.screen.trees import node

TASKS = [(suite.app, task) for suite in map(load_suite, default_suites()) for task in suite.tasks]
SLIDERS = {"photos-2"}  # it is swiped


NAMES = {"settings-1": ["PASSWORD"], "shop-5": ["CVV"]}  # of what a field hides


def _typed(drawn: TaskInstance, field: str) -> str:
    """What the solution types into a field."""
    typed = {s.target.name.upper(): s.action for s in drawn.solution if s.target}
    action = typed[field]
    assert isinstance(action, Text)
    return action.text


def solved(drawn: TaskInstance, phone: Phone) -> tuple[Commands, str]:
    """What the solution did, and its answer."""
    recorder, answer = Recorder(asked=drawn.instruction), ""
    set_up_without_faults(phone, drawn.app, drawn.setup)
    for step in drawn.solution:
        view = view_of(phone)
        move = resolve(bind(step, view), view)
        if isinstance(move.action, Exit):
            answer = move.action.answer
        recorder.add(move, view)
        act(phone, move)
    return tuple(recorder.commands), answer


@pytest.mark.parametrize(("app", "task"), TASKS, ids=[task.id for _, task in TASKS])
def test_a_solution_is_written_as_a_flow_that_does_the_task(app: str, task: object) -> None:
    state = Phone(seed=1).truth
    drawn = instantiate(task, app, 1, state)  # type: ignore[arg-type]
    if drawn.task.id in SLIDERS:
        with pytest.raises(ActionImpossible, match="a flow has no command for"):
            solved(drawn, Phone(seed=1))
        return
    commands, answer = solved(drawn, Phone(seed=1))
    names = {name: _typed(drawn, name) for name in NAMES.get(drawn.task.id, ())}
    text = write(Flow(config=FlowConfig(app_id=app), commands=commands))
    flow, problems = read(text, Path("again.yaml"))
    assert (problems, flow and flow.commands) == ([], commands)
    phone = Phone(seed=1)
    start = set_up_without_faults(phone, drawn.app, drawn.setup)
    judge, stage, files = Judge(drawn, start), PocketStage(phone, wait_s=0), FlowFiles()
    play_on(stage, Player(stage, files, names), FlowFile(Path("again.yaml"), flow, ()))
    assert judge.verdict(phone.truth, answer).success, text


def row(n: int, name: str) -> str:
    top = 300 + 200 * n
    return node(
        "LinearLayout", (0, top, 1080, top + 190),
        node("TextView", (40, top, 600, top + 90), id="name", text=name),
        node("Switch", (900, top, 1060, top + 90), id="onoff", flags="clickable checkable"),
        id="alarm", flags="clickable focusable",
    )  # fmt: skip


SCREEN = (
    node("Button", (0, 0, 200, 200), id="add", desc="Add (new)", flags="clickable"),
    node("Button", (300, 0, 500, 200), id="cart", desc="Cart, 3 items", flags="clickable"),
    node("ImageButton", (600, 0, 700, 200), id="share", flags="clickable"),
    node("RecyclerView", (0, 300, 1080, 1100), row(0, "Work"), row(1, "Gym"), row(2, "Work"),
         id="list", flags="scrollable"),
    node("EditText", (0, 1200, 1080, 1300), id="note", text="Buy milk", hint="Note",
         flags="clickable focusable"),
)  # fmt: skip


def recorded(*actions: AnyVerb, by_place: bool = False, asked: str = "") -> list[str]:
    view = Still(*SCREEN).view
    recorder = Recorder(asked=asked, by_place=by_place)
    for action in actions:
        recorder.add(resolve(action, view), view)
    return [told(command) for command in recorder.commands]


def test_a_control_is_told_by_what_means_it_alone() -> None:
    by_id = {m.element.short_id: m.label for m in Still(*SCREEN).view.marks if m.element}
    assert recorded(Tap(element=by_id["add"])) == ["tapOn: Add (new)"]
    assert recorded(Tap(element=by_id["cart"])) == ["tapOn: {id: cart}"], "3 is another one soon"
    assert recorded(Tap(element=by_id["cart"]), asked="Open the cart, 3 items") == [
        "tapOn: 'Cart, 3 items'"
    ]
    assert recorded(Tap(element=by_id["share"])) == ["tapOn: {id: share}"]


def test_in_a_list_a_row_says_which_one_is_meant() -> None:
    rows = [m for m in Still(*SCREEN).view.marks if m.element and m.element.short_id == "alarm"]
    switches = [m for m in Still(*SCREEN).view.marks if m.element and m.element.role == "switch"]
    assert recorded(*(Tap(element=m.label) for m in rows)) == [
        "tapOn: {text: Work, index: 0}", "tapOn: Gym", "tapOn: {text: Work, index: 1}",
    ]  # fmt: skip
    assert recorded(Tap(element=switches[1].label)) == [
        "tapOn: {id: onoff, childOf: {id: alarm, containsDescendants: [Gym]}}"
    ]


def preference(top: int, name: str, *, on: bool = False) -> str:
    """A row as those of Android's settings: its texts stand beside its switch."""
    state = "checkable checked" if on else "checkable"
    return node(
        "LinearLayout", (0, top, 1080, top + 200),
        node("RelativeLayout", (40, top, 800, top + 200),
             node("TextView", (40, top, 800, top + 90), id="android:id/title", text=name)),
        node("LinearLayout", (900, top, 1060, top + 200),
             node("Switch", (900, top, 1060, top + 200), id="android:id/switch_widget",
                  flags=state)),
        flags="clickable focusable",
    )  # fmt: skip


def preferences(*on: str) -> tuple[str, ...]:
    names = ("Dark theme", "Auto-rotate")
    rows = [preference(300 + 200 * n, name, on=name in on) for n, name in enumerate(names)]
    return (node("ScrollView", (0, 0, 1080, 2000), *rows, flags="scrollable"),)


@pytest.mark.parametrize("on", [(), ("Dark theme",), ("Auto-rotate",)])
def test_a_switch_is_told_by_what_can_be_on_and_not_by_its_text(on: tuple[str, ...]) -> None:
    view = Still(*preferences(*on)).view
    (dark,) = [m for m in view.marks if m.element and m.element.title == "Dark theme"]
    for wanted in ("on", "off"):
        recorder = Recorder()
        recorder.add(resolve(Text(element=dark.label, text=wanted), view), view)
        touch, ends = recorder.commands
        assert isinstance(touch, RunFlow)
        assert touch.when is not None
        assert touch.when.visible
        assert isinstance(ends, AssertVisible)
        is_so = wanted == ("on" if "Dark theme" in on else "off")
        assert bool(select(ends.target, view.screen.nodes)) is is_so
        assert bool(select(touch.when.visible, view.screen.nodes)) is not is_so


def test_a_field_is_told_by_its_hint_and_emptied_first() -> None:
    (field,) = [m for m in Still(*SCREEN).view.marks if m.element and "text" in m.element.uses]
    assert recorded(Text(element=field.label, text="Pay ${5}")) == [
        "tapOn: Note", "eraseText", r"inputText: 'Pay \${5}'",
    ]  # fmt: skip


def test_what_was_scrolled_to_is_looked_for() -> None:
    gym = next(m for m in Still(*SCREEN).view.marks if m.element and m.element.name == "Gym")
    scrolled = (Swipe(direction="up"), Swipe(direction="up"), Tap(element=gym.label), Back())
    assert recorded(*scrolled) == [
        "scrollUntilVisible: {element: Gym}", "tapOn: Gym", "back",
    ]  # fmt: skip
    assert recorded(ScrollTo(text="Yoga", direction="down"), Tap(element=gym.label)) == [
        "scrollUntilVisible: {element: Gym, direction: UP}", "tapOn: Gym",
    ]  # fmt: skip
    in_sight = ScrollTo(text="Gym", direction="down")  # nothing was scrolled for it
    assert recorded(in_sight, Tap(element=gym.label)) == ["tapOn: Gym"]


def test_a_place_is_told_only_where_that_will_do() -> None:
    with pytest.raises(ActionImpossible, match="a flow has no command for tap_at"):
        recorded(TapAt(x=540, y=2000))
    assert recorded(TapAt(x=540, y=1200), by_place=True) == ["tapOn: {point: '50%,50%'}"]


def test_a_password_is_not_written_down() -> None:
    field = node("EditText", (0, 0, 500, 100), hint="Card code", flags="clickable password")
    view = Still(field).view
    recorder = Recorder()
    move: Move = resolve(Text(element=1, text="hunter2"), view)
    recorder.add(move, view)
    assert told(recorder.commands[-1]) == "inputText: '${CARD_CODE}'"
