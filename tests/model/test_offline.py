"""The rules behind `--model offline`: the tasks that they know, and the steps that they take."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.decision import Decision
from appagent.actions.replies import Documentation, Reflection
from appagent.actions.verbs import AnyVerb, Back, Exit, Swipe, Tap, Text
from appagent.config import Config
from appagent.errors import ModelNotConfigured, UsageError
from appagent.exchange import Prompt
from appagent.model.offline import OfflineModel, make_offline_model
from appagent.model.offline.tasks import Alarm, Contact, Place, Switch, Task, read_task
from appagent.ports import Model
from appagent.screen.describe import quote


def prompt(screen: str, past: str = "nothing yet", **blocks: str) -> Prompt:
    said = "".join(f"<{name}>\n{text}\n</{name}>\n" for name, text in blocks.items())
    said += f'<past>\n{past}\n</past>\n<screen app="org.example">\n{screen}\n</screen>\n'
    return Prompt("You use a phone.", said, "run")


def act(screen: str, task: str, past: str = "nothing yet") -> AnyVerb:
    """The action that the rules choose for a task."""
    return OfflineModel().ask(prompt(screen, past, task=task), [], Decision).value.action


def explore(screen: str, past: str = "nothing yet", tried: str = "nothing yet") -> AnyVerb:
    question = prompt(screen, past, goal="none: learn what there is", tried=tried)
    return OfflineModel().ask(question, [], Decision).value.action


# --- which tasks are known ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "task"),
    [
        ("Set an alarm for 6:45 am", Alarm(6, 45, "am")),
        ("please set an alarm at 12 p.m.", Alarm(12, 0, "pm")),
        ("Create a new alarm for 7:05PM.", Alarm(7, 5, "pm")),
        (
            "Add a contact named Ada Quillon with the phone number 555 0143",
            Contact("Ada Quillon", "555 0143"),
        ),
        ('Add contact "A and B", with number +1 (555) 0143', Contact("A and B", "+1 (555) 0143")),
        ("Get walking directions to City Library", Place("City Library", True, "walking")),
        ("Find directions to Pier 7", Place("Pier 7", True)),
        ("Search for “The Pantry” in maps", Place("The Pantry", False)),
        ("Turn on the Dark theme switch", Switch("Dark theme", on=True)),
        ("switch off Wi-Fi", Switch("Wi-Fi", on=False)),
    ],
)  # fmt: skip
def test_a_known_task_is_read(said: str, task: Task | None) -> None:
    assert read_task(said) == task


@pytest.mark.parametrize(
    "said",
    [
        "Delete the Gym alarm",
        "Set an alarm for 6:45 am and delete the Gym alarm",
        "Set an alarm for 6:45 am every Friday",
        "Set an alarm for 6:45",
        "Set an alarm for 0:30 am",
        "Set an alarm for 6:75 am",
        "Don't set an alarm for 6:45 am",
        "Add a contact named Bob",
        "Add a contact named Bob and Alice with the phone number 555 0100",
        "Add a contact named Bob with the email b@x.org and the phone number 555 0143",
        "Get flying directions to City Library",
        "Search for shoes",
        "Turn on",
        "What is the battery level?",
        "",
    ],
)
def test_any_other_task_needs_a_model(said: str) -> None:
    assert read_task(said) is None
    with pytest.raises(ModelNotConfigured, match=r"name a model by --model. It knows: `Set an al"):
        act('1 button "Add alarm"', said)


def test_an_alarm_wants_its_half_of_the_day() -> None:
    with pytest.raises(ModelNotConfigured, match="say am or pm, as in `set an alarm for 7:30 am`"):
        act('1 button "Add alarm"', "Please set an alarm for 7:30.")


def test_the_rules_point_at_nothing_and_read_no_pictures() -> None:
    assert isinstance(make_offline_model(Config(), "", nullcontext), OfflineModel)
    for config in (Config(coords="px"), Config(see="raw")):
        with pytest.raises(UsageError, match="reads no pictures"):
            make_offline_model(config, "", nullcontext)


def test_nothing_leaves_the_machine_and_calls_are_counted() -> None:
    model: Model = OfflineModel()
    model.ask(prompt('1 button "Add alarm"', task="Set an alarm for 6 am"), [], Decision)
    assert (model.host, model.spent.calls, model.spent.prompt_tokens) == ("", 1, 0)


# --- the steps ------------------------------------------------------------------------------------

ALARM = "Set an alarm for 6:45 pm"
OPENED = '1. tap button "Add alarm" | opened page "Add alarm"'
SAVED = f'{OPENED}\n2. tap button "Save" | back on page "Alarm"'
FORM = """\
1 text field "Hour" = "{hour}"
2 text field "Minute" = "{minute}"
3 radio "AM" [{am}]
4 radio "PM" [{pm}]
5 button "Save"
"""
OVER = Exit(status="done", if_shows="6:45")
AT_THE_END = SAVED + '\n9. swipe list "Alarm" up | end of the list'
AT_BOTH_ENDS = AT_THE_END + '\n10. swipe list "Alarm" down | start of the list'


def test_what_lies_over_the_opener_is_waited_for_once() -> None:
    under_a_notice = '1 tab "Alarm" [selected]'
    assert act(under_a_notice, ALARM).kind == "wait"
    assert act(under_a_notice, ALARM, past="1. wait | nothing changed").kind == "back"
    assert act('1 button "Done"', ALARM).kind == "back", "another page"


def form(hour: str = "6", minute: str = "45", *, pm: bool = True) -> str:
    return FORM.format(hour=hour, minute=minute, am="off" if pm else "on", pm="on" if pm else "off")


@pytest.mark.parametrize(
    ("screen", "past", "action"),
    [
        ('1 button "Add alarm"', "nothing yet", Tap(element=1, name="Add alarm")),
        ('1 tab "Alarm"\n2 tab "Timer" [selected]', "nothing yet", Tap(element=1, name="Alarm")),
        (form("8"), OPENED, Text(element=1, text="6", name="Hour")),
        (form(minute="00"), OPENED, Text(element=2, text="45", name="Minute")),
        (form(pm=False), OPENED, Tap(element=4, name="PM")),
        (form("06"), OPENED, Tap(element=5, name="Save")),
        (form(), "nothing yet", Back()),  # of an alarm that exists, perhaps
        (form(), f'{OPENED}\n2. back | back on page "Alarm"', Back()),
        ('1 item "6:45, PM, Tomorrow"\n2 switch "6:45" [on]', SAVED, OVER),
        ('1 list "Alarm"', SAVED, Swipe(element=1, direction="up", name="Alarm")),
        ('1 list "Alarm"', AT_THE_END, Swipe(element=1, direction="down", name="Alarm")),
    ],
)
def test_a_new_alarm(screen: str, past: str, action: AnyVerb) -> None:
    assert act(screen, ALARM, past) == action


@pytest.mark.parametrize(
    ("screen", "past", "why"),
    [
        ('1 item "6:45, PM"\n2 switch "6:45" [off]', SAVED, "the screen does not show it"),
        ('1 item "6:45, AM"\n2 switch "6:45" [on]', SAVED, "the screen does not show it"),
        ('1 item "16:45, PM"\n2 switch "16:45" [on]', SAVED, "the screen does not show it"),
        ('1 button "Timer"', "1. back | the home screen", "is called add alarm or"),
        (
            form("7"),
            OPENED + '\n2. text text field "Hour" <- "6" | nothing changed' * 2,
            "'6' is not in the field 'Hour': nothing changed",
        ),
        (
            form("7"),
            OPENED + '\n2. text text field "Hour" <- "6" | refused: the phone keeps "7"' * 2,
            "'6' is not in the field 'Hour': refused: the phone keeps \"7\"",
        ),
        ('1 list "Alarm"', AT_BOTH_ENDS, "the screen does not show it"),
        (form().replace("radio", "text"), OPENED, "the form has no choice 'pm'"),
    ],
)
def test_an_alarm_that_is_not_shown_is_not_done(screen: str, past: str, why: str) -> None:
    action = act(screen, ALARM, past)
    assert isinstance(action, Exit)
    assert (action.status, why in action.answer) == ("failed", True), action.answer


def test_a_long_text_is_known_by_its_beginning() -> None:
    """The list cuts it."""
    name = "Ada Quillon " * 12 + "Ada"
    filled = f'1 text field "Name" = {quote(name)}\n2 text field "Phone" = "555 0143"\n'
    past = '1. tap button "Create contact" | opened page "Create contact"'
    task = f'Add a contact named "{name}" with the phone number 555 0143'
    save = Tap(element=3, name="Save")
    assert act(f'{filled}3 button "Save"', task, past) == save
    other = filled.replace("Ada", "Eda", 1)
    assert act(f'{other}3 button "Save"', task, past) == Text(element=1, text=name, name="Name")


WAY = """\
1 button "Your location"
2 button "{place}"
3 button "Swap start and destination"
4 tab "Driving" [selected]
5 tab "Walking"
"""


@pytest.mark.parametrize(
    ("screen", "action"),
    [
        ('1 button "Search here"', Tap(element=1, name="Search here")),
        ('1 text field "Search" = ""', Text(element=1, text="Pier 7", name="Search")),
        ('1 text field "Search" = "Pier 7"\n2 item "Pier 7, A"', Tap(element=2, name="Pier 7, A")),
        ('- text "Pier 7"\n1 button "Directions"', Tap(element=1, name="Directions")),
        (WAY.format(place="Pier 7"), Tap(element=5, name="Walking")),
        (WAY.format(place="Pier 71"), Back()),
    ],
)  # fmt: skip
def test_the_way_to_a_place(screen: str, action: AnyVerb) -> None:
    assert act(screen, "Get walking directions to Pier 7") == action


def test_a_place_is_known_by_its_whole_name() -> None:
    found = '1 text field "Search" = "Pier 7"\n2 item "Pier 7 Grill, 2 km"'
    action = act(found, "Get directions to Pier 7", '1. enter | opened page "Pier"')
    assert action == Exit(status="failed", answer="no place found is called 'Pier 7'")
    other = WAY.format(place="Pier 7").replace("Your location", "x").replace("Pier 7", "Home", 1)
    assert not isinstance(act(other, "Get directions to Pier 7"), Exit)


@pytest.mark.parametrize(
    ("screen", "action"),
    [
        ('1 switch "Roaming, Abroad too" [off]', Tap(element=1, name="Roaming, Abroad too")),
        ('1 switch "roaming" [on]', Exit(status="done", if_shows="roaming: on")),
        ('1 button "SIM, data, roaming"', Tap(element=1, name="SIM, data, roaming")),
        ('1 button "SIM"\n    tap: "Opens a page with: Roaming."', Tap(element=1, name="SIM")),
        ("1 scroll area", Swipe(element=1, direction="up")),
    ],
)
def test_a_switch(screen: str, action: AnyVerb) -> None:
    assert act(screen, "Turn on Roaming") == action


@pytest.mark.parametrize(
    "screen",
    [
        '1 switch "Data roaming" [off]',
        '1 checkbox "Roaming" [off]',
        '1 switch "Roaming" [off]\n2 switch "Roaming" [off]',
        '1 button "Reset roaming"',
        '- switch "Roaming" [on]',
    ],
)
def test_a_switch_of_another_name_is_left_alone(screen: str) -> None:
    action = act(screen, "Turn on Roaming")
    assert isinstance(action, Exit)
    assert action.status == "failed"


def test_a_step_that_the_phone_refuses_ends_the_task() -> None:
    asked = prompt('1 button "Add alarm"', task=ALARM)
    reply = OfflineModel().ask(asked, [], Decision, [("{}", "no element 1")]).value
    assert reply.action == Exit(status="failed", answer="no element 1")


# --- exploring ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("screen", "action"),
    [
        ('1 button "Cancel"\n2 button "Layers"', Tap(element=2, name="Layers")),
        ('1 button "Delete"\n2 button "555 0143 99"\n3 tab "You"', Tap(element=3, name="You")),
        ('1 tab "Map"\n    tap: "Opens it."\n2 tab "You"', Tap(element=2, name="You")),
        ('1 text field "Day" = "3"', Text(element=1, text="1", name="Day")),
        ('1 text field "Name" = "Ann"\n2 button "Save"', Text(element=1, text="test", name="Name")),
        ('1 checkbox "Select all"\n2 button "Block Ann"', Exit(status="done")),
        ('1 text field "PIN" = "" [secret]', Exit(status="done")),
        ('1 tab "Map" [guarded: post]\n2 tab "You"', Tap(element=2, name="You")),
        ('1 item "A"\n2 item "B"\n3 item "C"\n4 list', Swipe(element=4, direction="up")),
    ],
)  # fmt: skip
def test_something_new_is_tried_that_can_do_no_harm(screen: str, action: AnyVerb) -> None:
    assert explore(screen, tried='tap item "A"\nuseless: tap item "X"') == action


def test_what_was_there_before_is_not_written_over() -> None:
    screen = '1 text field "Name" = "Ann"\n2 button "Save"'
    tried = 'text text field "Name" <- "test"'
    assert explore(screen, '1. tap item "Ann" | opened page "Ann"', tried) == Back()
    assert explore(screen, '1. tap button "New" | opened page "New"', tried) == Tap(
        element=2, name="Save"
    )


def test_a_rejected_element_is_passed_over() -> None:
    asked = prompt('1 button "A"\n2 button "B"', goal="none", tried="nothing yet")
    problems = [('{"action": {"kind": "tap", "element": 1}}', "1 is covered")]
    reply = OfflineModel().ask(asked, [], Decision, problems).value
    assert reply.action == Tap(element=2, name="B")


# --- notes ----------------------------------------------------------------------------------------


def effect(change: str, action: str = 'tap button "Add"', **blocks: str) -> Prompt:
    said = {"goal": "none", "action": action, "thought": "", "notes": "none"} | blocks
    text = "".join(f"<{name}>\n{held}\n</{name}>\n" for name, held in said.items())
    return Prompt("", f'{text}<change app="org.example">\n{change}\n</change>\n', "reflect")


PAGE = 'screen: another\nappeared: button "Save", text field "Name", item "Ann, 5 km", button "Up"'


@pytest.mark.parametrize(
    ("action", "change", "judgement", "note"),
    [
        ('tap button "Add"', "nothing", "INEFFECTIVE", None),
        ('tap button "Add"', PAGE, "CONTINUE", "Opens a page with: Save, Name."),
        ('tap button "Web"', "app: org.other", "BACK", "Leads to another app."),
        (
            'tap switch "Hum"',
            'screen: the same\nchanged: switch "Hum": off -> on',
            "CONTINUE",
            'Switches "Hum" on or off.',
        ),
        ('tap button "Navigate up"', "screen: another", "CONTINUE", "Leaves the page."),
        ('text text field "Name" <- "a"', PAGE, "CONTINUE", 'Types into the field "Name".'),
        ("swipe list up", "screen: the same", "CONTINUE", "Scrolls the list."),
        (
            'tap tab "You"',
            'screen: the same\nappeared: button "Edit"',
            "CONTINUE",
            'Opens the tab "You" with: Edit.',
        ),
    ],
)
def test_what_an_action_did(action: str, change: str, judgement: str, note: str | None) -> None:
    said = OfflineModel().ask(effect(change, action), [], Reflection).value
    assert (said.decision, said.documentation) == (judgement, note)


def test_what_the_goal_speaks_of_is_a_success() -> None:
    said = OfflineModel().ask(effect(PAGE, goal="Save a contact"), [], Reflection).value
    assert said.decision == "SUCCESS"


def test_a_note_is_added_to() -> None:
    for old, new in (
        ("none", "Opens a page with: Save, Name."),
        ("Is blue.", "Is blue. Opens a page with: Save, Name."),
        ("Opens a page with: Save, Name. Is blue.", "Opens a page with: Save, Name. Is blue."),
        ("x" * 190, "Opens a page with: Save, Name."),
        ('none\na: of "Ann": "Opens a card."', "Opens a page with: Save, Name."),
    ):
        said = OfflineModel().ask(effect(PAGE, notes=old), [], Documentation).value
        assert said.documentation == new


@given(
    st.lists(st.sampled_from(
        ['1 button "Grey"', '2 text field "Day" = "3"', '- text "Grey"', '3 switch "Hum" [off]',
         '4 list', '5 button', '6 button "Save"', '    tap: "Opens grey."', "?", ""]
    )),
    st.lists(st.sampled_from(
        ['1. tap button "Grey" | opened page "Grey"', "2. back | the home screen", "3. enter",
         "4. ??",
         '5. text text field "Day" <- "7" | text field "Day" = "7"',
         '6. tap button "Save" | refused: no', '7. swipe list up | nothing changed']
    )),
    st.sampled_from([ALARM, "Turn on Hum", "Get directions to Grey", "none"]),
)  # fmt: skip
def test_every_screen_gets_the_same_usable_reply_twice(
    screen: list[str], past: list[str], goal: str
) -> None:
    asked = prompt("\n".join(screen), "\n".join(past), goal=goal)
    action = OfflineModel().ask(asked, [], Decision).value.action
    assert action == OfflineModel().ask(asked, [], Decision).value.action
    label = getattr(action, "element", None)
    assert label is None or any(line.startswith(f"{label} ") for line in screen)
