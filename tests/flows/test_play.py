"""Flows are played on a pocket phone in this process."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from appagent.actions.verbs import AnyVerb, Enter, PhoneKey, Press, Tap, form
from appagent.device.adb import KEY_CODES
from appagent.errors import FlowFailed
from appagent.flows import FlowFiles, Player
from appagent.flows.acts import Acts
from appagent.flows.expressions import Values
from appagent.flows.language import KEYS, PressKey, ScrollUntilVisible, Selector, TapOn
from appagent.flows.look import Sight
from appagent.flows.play import Began, is_true
from appagent.geometry import Rect
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.marks import choose
from appagent.screen.values import App, Mark, Screen, View
from pocketphone.phone import Phone
from scripts.pocket_flows import PocketStage, play_on
from tests.screen.trees import SIZE, dump, node

CLOCK = "com.pocketphone.clock"


class Theatre:
    """Where flows are written and played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.stage = PocketStage(Phone(seed=1), wait_s=1)
        self.failed: FlowFailed | None = None

    def write(self, name: str, body: str, config: str = "") -> Path:
        file = self.folder / name
        file.write_text(f"appId: {CLOCK}\n{config}---\n{body}")
        return file

    def play(self, body: str, config: str = "", **names: str) -> list[Began]:
        """The commands of a flow, once it is played; `failed` tells why it ended before."""
        files = FlowFiles()
        file = files.check(self.write("flow.yaml", body, config))
        assert not file.problems
        self.stage.look()
        return self._play(file, files, names)

    def _play(self, file: Any, files: FlowFiles, names: dict[str, str]) -> list[Began]:
        self.failed = None
        player = Player(self.stage, files, names)
        try:
            play_on(self.stage, player, file)
        except FlowFailed as err:
            self.failed = err
        return player.commands

    def alarms(self) -> list[dict[str, Any]]:
        state: dict[str, Any] = self.stage.phone.truth
        found: list[dict[str, Any]] = state["apps"][CLOCK]["alarms"]
        return found


@pytest.fixture
def theatre(tmp_path: Path) -> Theatre:
    return Theatre(tmp_path)


def went(commands: list[Began]) -> list[str]:
    return [f"{c.what} {c.status}" for c in commands]


ADD = """\
- launchApp
- tapOn: Add alarm
- tapOn: Hour
- eraseText
- inputText: ${HOUR}
- tapOn: Save
- assertVisible: ${HOUR}:.*
"""


def test_a_flow_does_what_it_says(theatre: Theatre) -> None:
    before = len(theatre.alarms())
    theatre.play(ADD, HOUR="7")
    assert theatre.failed is None
    assert len(theatre.alarms()) == before + 1


@pytest.mark.parametrize(
    ("body", "line", "why"),
    [
        (
            "- launchApp\n- tapOn: Ad alarm\n",
            4,
            'nothing here says "Ad alarm": did you mean "Alarm" or "Add alarm"?',
        ),
        ("- launchApp\n- assertNotVisible: Alarm\n", 4, 'what says "Alarm" is still there'),
        ("- launchApp\n- assertVisible:\n    id: nope\n", 4, 'nothing here has the id "nope"'),
        ("- launchApp\n- inputText: Hi\n", 4, "no field has the focus: tap on one first"),
        (
            "- launchApp\n- tapOn:\n    text: Alarm\n    index: 9\n",
            4,
            'only 2 here of what says "Alarm"',
        ),
        ("- assertTrue: ${1 > 2}\n", 3, "'false' is not true"),
        ("- evalScript: ${nope()}\n", 3, "the script fails: "),
        ("- repeat:\n    times: ${N}\n    commands:\n      - back\n", 3, "`times` is 'undefined'"),
        ("- tapOn:\n    point: 50,50%\n", 3, "'50,50%' is no point"),
        ("- launchApp: com.example.gone\n", 3, "no activity answers"),
        ("- openLink: tel-me:more\n", 3, ""),
        ("- launchApp\n- scrollUntilVisible:\n    element: Nobody\n", 4, 'says "Nobody"'),
    ],
)
def test_what_cannot_be_done_is_told_with_its_line(
    theatre: Theatre, body: str, line: int, why: str
) -> None:
    commands = theatre.play(body)
    assert theatre.failed
    assert theatre.failed.command == f"{theatre.folder}/flow.yaml:{line}: {commands[-1].what}"
    assert why in theatre.failed.why
    assert commands[-1].status == "failed"


def test_the_innermost_command_is_told(theatre: Theatre) -> None:
    theatre.write("sub.yaml", "- tapOn: Save\n- tapOn: Nothing\n")
    commands = theatre.play("- launchApp\n- tapOn: Add alarm\n- runFlow: sub.yaml\n")
    assert theatre.failed
    assert theatre.failed.command == f"{theatre.folder}/sub.yaml:4: tapOn: Nothing"
    assert [(c.depth, c.status, bool(c.why)) for c in commands[2:]] == [
        (0, "failed", False), (1, "passed", False), (1, "failed", True),
    ]  # fmt: skip


def test_what_is_optional_may_fail_but_not_by_a_script(theatre: Theatre) -> None:
    body = "- launchApp\n- tapOn:\n    text: Nothing\n    optional: true\n- assertVisible: Alarm\n"
    assert went(theatre.play(body)) == [
        "launchApp passed",
        "tapOn: {text: Nothing, optional: true} warned",
        "assertVisible: Alarm passed",
    ]
    theatre.play("- assertVisible:\n    text: ${nope()}\n    optional: true\n")
    assert theatre.failed


def test_conditions(theatre: Theatre) -> None:
    def runs(when: str) -> bool:
        body = f"- launchApp\n- runFlow:\n    when:\n{when}    commands:\n      - evalScript: '1'\n"
        *_, last = theatre.play(body)
        return last.status != "skipped"

    assert runs("      visible: Alarm\n")
    assert not runs("      visible: Nothing\n")
    assert runs("      notVisible: Nothing\n")
    assert not runs("      notVisible: Alarm\n")
    assert runs("      platform: ANDROID\n")
    assert not runs("      platform: iOS\n      true: ${nope()}\n"), "what comes first decides"
    assert runs("      true: ${1 < 2}\n      visible: Alarm\n")
    assert not runs("      true: ${1 > 2}\n")


@pytest.mark.parametrize(
    ("text", "true"),
    [("", 0), ("  ", 0), ("false", 0), ("False", 0), ("undefined", 0), ("null", 0), ("0", 0),
     ("0.0", 0), ("1", 1), ("no", 1), ("true", 1), ("a text", 1)],
)  # fmt: skip
def test_what_is_true(text: str, true: int) -> None:
    assert is_true(text) == bool(true)


def test_a_repetition_ends(theatre: Theatre) -> None:
    count = "      - evalScript: ${output.n = (output.n || 0) + 1}\n"
    check = "- assertTrue: ${(output.n || 0) == WANTED}\n"
    for said, wanted in (("times: 3", 3), ("times: ${2 + 2}", 4), ("times: 0", 0)):
        theatre.play(f"- repeat:\n    {said}\n    commands:\n{count}{check}", WANTED=str(wanted))
        assert theatre.failed is None, said
    loop = f"- repeat:\n    while:\n      true: ${{(output.n || 0) < 2}}\n    commands:\n{count}"
    theatre.play(f"{loop}{check}", WANTED="2")
    assert theatre.failed is None
    skipped, _ = theatre.play(f"- repeat:\n    times: 0\n    commands:\n{count}{check}", WANTED="0")
    assert skipped.status == "skipped"


def test_what_failed_is_tried_again(theatre: Theatre) -> None:
    def tries(most: int, needs: int) -> bool:
        theatre.play(
            f"- retry:\n    maxRetries: {most}\n    commands:\n"
            "      - evalScript: ${output.n = (output.n || 0) + 1}\n"
            f"      - assertTrue: ${{output.n >= {needs}}}\n"
        )
        return theatre.failed is None

    assert tries(1, 2)
    assert not tries(1, 3)
    assert tries(9, 4)
    assert not tries(9, 5), "three more at most"


def test_hooks(theatre: Theatre) -> None:
    start = "onFlowStart:\n  - evalScript: 'start'\n"
    ends = "onFlowComplete:\n  - evalScript: 'end'\n"
    assert went(theatre.play("- evalScript: body\n", start + ends)) == [
        "evalScript: start passed", "evalScript: body passed", "evalScript: end passed",
    ]  # fmt: skip
    assert went(theatre.play("- assertTrue: 'false'\n", ends)) == [
        'assertTrue: "false" failed', "evalScript: end passed",
    ]  # fmt: skip
    assert theatre.failed
    failing = "onFlowStart:\n  - assertTrue: 'false'\n"
    assert went(theatre.play("- evalScript: body\n", failing + ends)) == [
        'assertTrue: "false" failed', "evalScript: end passed",
    ]  # fmt: skip
    theatre.play("- evalScript: body\n", "onFlowComplete:\n  - assertTrue: 'false'\n")
    assert theatre.failed, "a hook that fails fails the flow"


def test_names_hold_where_they_are_given(theatre: Theatre) -> None:
    theatre.write("sub.yaml", "- assertTrue: ${A == 'sub' && B == 'outer'}\n", "env:\n  A: sub\n")
    theatre.write("given.yaml", "- assertTrue: ${A == 'given'}\n", "env:\n  A: ${A || 'none'}\n")
    body = (
        "- runFlow: sub.yaml\n"
        "- runFlow:\n    file: given.yaml\n    env:\n      A: given\n      C: inner\n"
        "- assertTrue: ${A == 'said' && typeof C == 'undefined'}\n"
        "- assertTrue: ${MAESTRO_FILENAME == 'flow' && maestro.platform == 'android'}\n"
    )
    theatre.play(body, "env:\n  A: ${A || 'default'}\n  B: outer\n", A="said")
    assert theatre.failed is None
    theatre.play("- assertTrue: ${A == 'own'}\n", "env:\n  A: own\n", A="said")
    assert theatre.failed is None, "without a default the file's own value stands"


def test_what_has_no_value_is_not_typed(theatre: Theatre) -> None:
    theatre.play("- launchApp\n- tapOn: Add alarm\n- tapOn: Hour\n- inputText: ${NOBODY}\n")
    assert theatre.failed
    assert theatre.failed.why == "NOBODY has no value: give it one with -e NOBODY=..."


def test_a_name_may_have_a_number(theatre: Theatre) -> None:
    theatre.play("- assertTrue: ${ITEM_2 || 'no'}\n- runFlow:\n    env:\n      A1: ${B_2C || 7}\n"
                 "    commands:\n      - assertTrue: ${A1}\n", ITEM_2="0")  # fmt: skip
    assert theatre.failed
    assert theatre.failed.why == "'0' is not true"


def test_a_script_file_is_run_with_its_own_names(theatre: Theatre) -> None:
    (theatre.folder / "s.js").write_text("output.sum = Number(A) + Number(B);\n")
    body = (
        "- runScript:\n    file: s.js\n    env:\n      B: '2'\n- assertTrue: ${output.sum == 3}\n"
    )
    theatre.play(body, A="1")
    assert theatre.failed is None


def test_what_was_copied_is_pasted(theatre: Theatre) -> None:
    theatre.play(
        "- launchApp\n- copyTextFrom: Alarm\n- tapOn: Add alarm\n- tapOn: Alarm name\n- pasteText\n"
        "- hideKeyboard\n- hideKeyboard\n- assertVisible: Alarm\n"
        "- assertTrue: ${maestro.copiedText == 'Alarm'}\n"
    )
    assert theatre.failed is None


def test_no_more_is_erased_than_there_is(theatre: Theatre) -> None:
    acts = said(
        theatre, "- launchApp\n- tapOn: Add alarm\n- tapOn: Hour\n- eraseText\n- eraseText\n"
    )
    assert acts[-1].startswith("text(")
    assert len(acts) == 4, "an empty field needs none"


def said(theatre: Theatre, body: str) -> list[str]:
    """The actions that a flow asks for."""
    theatre.play(body)
    assert theatre.failed is None, theatre.failed
    return [form(action) for action in theatre.stage.done]


def test_fingers_go_where_maestro_puts_them(theatre: Theatre) -> None:
    width, height = theatre.stage.view.screen.size
    *_, up, left, px, point = said(
        theatre,
        "- launchApp\n- swipe:\n    direction: UP\n- swipe:\n    direction: left\n"
        "- swipe:\n    start: 100,200\n    end: 50%, 90%\n- tapOn:\n    point: 50%,99%\n",
    )
    assert up == f"drag_at({width // 2}, {height // 2}, {width // 2}, {round(0.1 * height)})"
    assert left == (
        f"drag_at({round(0.9 * width)}, {height // 2}, {round(0.1 * width)}, {height // 2})"
    )
    assert px == f"drag_at(100, 200, {width // 2}, {round(0.9 * height)})"
    assert point == f"tap_at({width // 2}, {round(0.99 * height)})"


def test_a_swipe_from_an_element_begins_there(theatre: Theatre) -> None:
    body = "- launchApp\n- swipe:\n    from: World clock\n    direction: UP\n"
    *_, swipe = said(theatre, body)
    tab = next(n for n in theatre.stage.view.screen.nodes if n.text == "World clock")
    x, y, end_x, end_y = map(int, swipe.removeprefix("drag_at(").rstrip(")").split(", "))
    assert (x, y) == (end_x, tab.bounds.center.y)
    assert end_y < y


def test_the_control_around_a_text_is_touched(theatre: Theatre) -> None:
    *_, touch = said(theatre, "- launchApp\n- tapOn: World clock\n- assertVisible: World clock\n")
    assert touch.startswith("tap(")


def test_each_key_of_maestro_is_one_of_the_phone(theatre: Theatre) -> None:
    acts = Acts(theatre.stage, Sight(theatre.stage), Values())
    pressed: set[str] = set()
    for key in KEYS:
        (action,) = acts.of(PressKey(key=key), CLOCK)
        assert isinstance(action, AnyVerb)
        pressed |= {action.key} if isinstance(action, Press) else set()
    assert pressed == {*get_args(PhoneKey)}
    assert [*acts.of(PressKey(key="ENTER"), CLOCK)] == [Enter()]
    assert {*get_args(PhoneKey)} <= KEY_CODES.keys()


def test_permissions_are_granted_only_where_the_flow_says(theatre: Theatre) -> None:
    assert said(theatre, "- launchApp\n") == [f'start_app("{CLOCK}")']
    allow = "- launchApp:\n    permissions:\n      camera: allow\n      all: deny\n"
    assert said(theatre, allow) == [
        f'permit("{CLOCK}", "android.permission.CAMERA")',
        f'permit("{CLOCK}", "all", False)',
        f'start_app("{CLOCK}")',
    ]


def test_arguments_go_with_the_start(theatre: Theatre) -> None:
    body = "- launchApp:\n    stopApp: false\n    arguments:\n      user: ada\n      fast: true\n"
    assert said(theatre, body) == [
        f'start_app("{CLOCK}", True, "{{\\"user\\": \\"ada\\", \\"fast\\": true}}")'
    ]


def test_what_is_touched_again_must_still_be_there(theatre: Theatre) -> None:
    theatre.play("- launchApp\n- tapOn:\n    text: Add alarm\n    repeat: 2\n")
    assert theatre.failed
    assert theatre.failed.why == "another page is shown after 1 of 2 touches"


def test_what_only_seemed_to_do_nothing_is_not_touched_again(theatre: Theatre) -> None:
    """Another page has come: the second touch would be for a button of that one."""
    body = "- launchApp\n- tapOn:\n    text: Add alarm\n    retryTapIfNoChange: true\n"
    assert len(said(theatre, body)) == 2


class Still:
    """A stage that shows one screen, whatever is done."""

    wait_s = now_s = 0.0

    def __init__(self, *children: str, **about: Any) -> None:
        parsed = parse_hierarchy(dump(node("FrameLayout", (0, 0, *SIZE), *children)), SIZE)
        image = np.zeros((SIZE.height, SIZE.width, 3), np.uint8)
        taken = datetime(2026, 3, 2, tzinfo=UTC)
        seen = Screen(image, App("a", "a.A"), parsed.elements, taken, nodes=parsed.nodes, **about)
        touchable = choose(seen.elements, seen.size)
        marks = tuple(Mark(n, e.bounds, e) for n, e in enumerate(touchable, 1))
        self.view = View(seen, marks, image)

    def look(self) -> None: ...

    def wait(self, seconds: float) -> None: ...

    def say(self, text: str) -> None: ...

    def keep(self, name: str) -> None: ...


def touched(stage: Still, target: Selector) -> list[str]:
    """What a tap on it touches: the name of a control, or the action."""
    acts = Acts(stage, Sight(stage), Values()).of(TapOn(target=target), "a")
    found = []
    for action in acts:
        mark = stage.view.mark(action.element) if isinstance(action, Tap) else None
        found.append(mark.element.name if mark and mark.element else form(action))
    return found


def _titled(title: str, id: str) -> Still:
    shown = node("TextView", (0, 100, 800, 200), text=title, id="toolbar_title")
    return Still(shown, node("Button", (0, 300, 500, 400), text="Add", id=id, flags="clickable"))


@pytest.mark.parametrize(("id_then", "fails"), [("plus", False), ("add_account", True)])
def test_a_page_whose_title_changes_is_the_same_where_the_control_is(
    id_then: str, fails: bool
) -> None:
    stage = _titled("Empty cart", "plus")
    acts = Acts(stage, Sight(stage), Values())
    touches = acts.of(TapOn(target=Selector(text="Add", repeat=2)), "a")
    assert isinstance(next(touches), Tap)
    stage.view = _titled("Your cart", id_then).view
    if fails:
        with pytest.raises(FlowFailed, match="another page is shown after 1 of 2 touches"):
            next(touches)
    else:
        assert isinstance(next(touches), Tap)


def test_a_button_that_floats_over_another_is_touched() -> None:
    """The switch below it is smaller, and holds its middle; what it hides is not there."""
    switch = node("Switch", (820, 1900, 1060, 2000), id="onoff", desc="Gym", flags="clickable")
    button = node("Button", (800, 1850, 1000, 2050), desc="Add", flags="clickable")
    hidden = node("Switch", (820, 1860, 900, 1880), id="under", desc="Work", flags="clickable")
    stage = Still(node("LinearLayout", (0, 1800, 1080, 2100), switch, hidden), button)
    assert touched(stage, Selector(text="Add")) == ["Add"]
    assert touched(stage, Selector(id="onoff")) == ["Gym"]
    with pytest.raises(FlowFailed, match='nothing here has the id "under"'):
        touched(stage, Selector(id="under"))


def test_a_text_is_touched_by_the_row_around_it_and_a_frame_by_what_its_middle_is() -> None:
    text = node("TextView", (40, 300, 400, 400), id="title", text="Work")
    row = node("LinearLayout", (0, 300, 1080, 500), text, id="row", flags="clickable")
    left = node("Button", (0, 600, 500, 700), text="No", flags="clickable")
    right = node("Button", (500, 600, 1080, 700), text="Yes", flags="clickable")
    frame = node("LinearLayout", (0, 600, 1080, 700), left, right, id="bar")
    label = node("TextView", (0, 800, 1080, 900), text="Nothing to touch")
    stage = Still(row, frame, label)
    assert touched(stage, Selector(id="title")) == ["Work"]
    assert touched(stage, Selector(id="bar")) == ["Yes"]
    assert touched(stage, Selector(text="Nothing.*")) == ["tap_at(540, 850)"]
    assert touched(stage, Selector(id="row", point="10%,50%")) == ["tap_at(108, 400)"]


def test_a_sliver_of_a_row_is_scrolled_in() -> None:
    """So little of it shows that it is no control yet."""
    cut = node("TextView", (0, 1380, 500, 1400), text="Rooftops")
    whole = node("TextView", (0, 1300, 500, 1390), text="Sunset")
    rows = node("RecyclerView", (0, 200, 1080, 1400), whole, cut, flags="scrollable")
    stage = Still(node("TextView", (0, 100, 800, 190), text="Photos"), rows)

    def scrolled(text: str) -> list[str]:
        command = ScrollUntilVisible(element=Selector(text=text))
        acts = Acts(stage, Sight(stage), Values())
        return [form(action) for action in acts.of(command, "a")]

    assert scrolled("Rooftops") == ['swipe("up", "short")']
    assert scrolled("Sunset") == scrolled("Photos") == []


def test_the_keyboard_is_closed_before_what_it_covers_is_touched() -> None:
    low = node("Button", (0, 2000, 1080, 2200), text="Save", flags="clickable")
    stage = Still(low, keyboard=True, keyboard_area=Rect(0, 1500, 1080, 2400))
    assert touched(stage, Selector(text="Save")) == ["back()", "Save"]


@pytest.mark.parametrize(
    ("selector", "why"),
    [
        ("{text: Work, below: Stretchh}", 'nothing here says "Stretchh": did you mean "Stretch"?'),
        ("{text: Alarm, index: 40}", 'there are only 2 here of what says "Alarm"'),
        ("{text: Work, selected: true}", 'what says "Work" is here, but nothing is {text: Work, '),
        (
            "{text: Work, checked: true}",
            'what says "Work" is here, but nothing is {text: Work, checked: true}; a text ',
        ),
        ("{id: alarm_itm}", 'nothing here has the id "alarm_itm": did you mean "alarm_item"?'),
        ("Wrk", 'nothing here says "Wrk": did you mean "Work"?'),
    ],
)
def test_what_of_a_selector_is_missing_is_told(theatre: Theatre, selector: str, why: str) -> None:
    theatre.play(f"- launchApp\n- assertVisible: {selector}\n")
    assert theatre.failed
    assert theatre.failed.short.startswith(why)


def test_a_hook_that_fails_does_not_hide_why_the_flow_did(theatre: Theatre) -> None:
    hook = "onFlowComplete:\n  - assertTrue: ${1 > 2}\n"
    theatre.play("- launchApp\n- assertVisible: The real reason\n", hook)
    assert theatre.failed
    flow = f"{theatre.folder}/flow.yaml"
    assert theatre.failed.command == f"{flow}:6: assertVisible: The real reason"
    told, then = str(theatre.failed).split("; then ")
    assert "; the screen has " in told, "what is on the screen is told of what failed on it"
    assert then == f"{flow}:3: assertTrue: '${{1 > 2}}': 'false' is not true"


def test_a_name_without_a_value_is_told(theatre: Theatre) -> None:
    theatre.play("- launchApp\n- assertVisible: ${OTHER || 'Alarm'}\n- assertVisible: ${WHO}\n")
    assert theatre.failed
    told = 'nothing here says "undefined"; WHO has no value: give it one with -e WHO=...'
    assert theatre.failed.short == told


def test_a_script_fails_with_its_line(theatre: Theatre) -> None:
    (theatre.folder / "more.js").write_text("output.a = 1\noutput.b.c = 2\n")
    theatre.play("- runScript: more.js\n")
    assert theatre.failed
    assert "the script fails in line 2: TypeError" in theatre.failed.short


@pytest.mark.parametrize("point", ["50%,101%", "3000,10"])
def test_a_point_outside_is_refused(theatre: Theatre, point: str) -> None:
    theatre.play(f"- tapOn:\n    point: {point}\n")
    assert theatre.failed
    assert "is outside" in theatre.failed.why


@pytest.mark.parametrize(
    "command",
    [
        "tapOn: {text: Alarm, index: '${N}'}",
        "tapOn: {text: Alarm, width: '${N}'}",
        "assertVisible: {text: Alarm, width: 3, tolerance: '${N}'}",
        "pressKey: ${N}",
        "swipe: {direction: '${N}'}",
        "scrollUntilVisible: {element: Alarm, direction: '${N}'}",
    ],
)
def test_a_value_that_may_not_stand_there_is_told(theatre: Theatre, command: str) -> None:
    theatre.play(f"- launchApp\n- {command}", N="abc")
    assert theatre.failed is not None
    assert "flow.yaml:4" in str(theatre.failed)


def test_what_a_selector_works_out_is_worked_out_once(theatre: Theatre) -> None:
    theatre.play(
        "- launchApp\n- evalScript: ${output.n = 0}\n"
        "- assertVisible: ${'Alarm' + ('x'.repeat(output.n++))}\n- assertTrue: ${output.n == 1}"
    )
    assert theatre.failed is None


def test_nothing_is_done_where_nothing_has_the_focus_or_was_copied(theatre: Theatre) -> None:
    for body, why in (
        ("- eraseText\n", "no field has the focus"),
        ("- pasteText\n", "nothing was"),
    ):
        theatre.play(f"- launchApp\n{body}")
        assert theatre.failed
        assert theatre.failed.why.startswith(why)


def test_what_a_script_logs_is_told(theatre: Theatre) -> None:
    theatre.play("- evalScript: ${console.log('sum', 1 + 2)}\n")
    assert theatre.stage.said == ["sum 3"]
