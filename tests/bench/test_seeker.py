"""The seeker names ahead what the screen or the map tells it, and looks for the rest."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from appagent.actions.decision import Decision
from appagent.bench.suite import SolutionStep
from appagent.exchange import Prompt
from appagent.knowledge.map import AppMap
from scripts.crawled import crawl
from scripts.seeker import Learned, Sought, table
from scripts.seeking import Known, Opener, Seeker, Want, lines_of, map_of, wants

CLOCK = "com.pocketphone.clock"
ALARMS = ('1 button "More options"', '2 item "Gym, 6:23, AM" {long_press}', '3 button "Add alarm"')
SETTINGS = '- Settings (by "Settings" of More options): "Style"; switches "Vibrate"; rows: alarm'
MENU = '- More options (by "More options"): "Settings", "Help"'


def prompt(lines: Sequence[str], told: Sequence[str] = (), past: str = "nothing yet") -> Prompt:
    block = "\n".join(["<map>", "Pages behind this one:", *told, "</map>"]) if told else ""
    screen = "\n".join([f'<screen app="{CLOCK}">', *lines, "</screen>"])
    task = "<task>\nSet the style\n</task>"
    return Prompt("", f"{task}\n<past>\n{past}\n</past>\n{block}\n{screen}", "run")


def said(seeker: Seeker, asked: Prompt) -> list[str]:
    seeker.ask(asked, [], Decision)
    return seeker.said[-1].splitlines()


def taps(*names: str) -> list[Want]:
    return [Want("tap", name) for name in names]


def test_the_lines_of_a_screen_are_read() -> None:
    lines = lines_of(prompt(['4 text field "To \\"all\\"" = "Ann" [focused]', "- text"]).text)
    (line,) = lines
    assert (line.n, line.role, line.name) == (4, "text field", 'To "all"')
    assert line.said == 'text field "To \\"all\\""'


def test_what_has_no_name_is_known_by_its_sign() -> None:
    assert said(Seeker(taps("send")), prompt(["3 button (send icon)"])) == ["tap(3)"]


def test_the_lines_of_a_map_are_read() -> None:
    (known,) = map_of(
        prompt(ALARMS, ['- Edit: it (by holding a row\'s alarm, "Add" of Alarm)']).text
    )
    assert known.page == "Edit: it"
    assert known.openers == (
        Opener("alarm", True, "long_press", ""),
        Opener("Add", False, "tap", "Alarm"),
    )
    (known,) = map_of(prompt(ALARMS, [SETTINGS]).text)
    assert known == Known(
        "Settings", (Opener("Settings", False, "tap", "More options"),),
        {"Style": "", "Vibrate": "switches"}, ("alarm",),
    )  # fmt: skip


def test_without_a_map_a_reply_ends_with_what_is_on_the_screen() -> None:
    seeker = Seeker(taps("More options", "Settings", "Style"))
    assert said(seeker, prompt(ALARMS)) == ["tap(1)"]


def test_with_a_map_the_pages_behind_are_named_ahead() -> None:
    seeker = Seeker(taps("More options", "Settings", "Style"), proof="Style: on")
    assert said(seeker, prompt(ALARMS, [MENU, SETTINGS])) == [
        "tap(1)", 'tap(name="Settings")', 'tap(name="Style")', 'exit("done", if_shows="Style: on")',
    ]  # fmt: skip


def test_what_typing_and_enter_lead_to_is_named_ahead() -> None:
    told = ['- Found (by typing in "Search"): rows: hit', '- All (by enter of Found): "Sort"']
    page = ['1 text field "Search" = ""']
    typed = Want("text", "Search", text="a")
    seeker = Seeker([typed, *taps("style")])  # a row that the task names
    assert said(seeker, prompt(page, told)) == ['text(1, "a")', 'tap(name="style")']
    told = ['- Found (by enter): "Sort"']
    seeker = Seeker([typed, Want("enter"), *taps("Sort")])
    assert said(seeker, prompt(page, told)) == ['text(1, "a")', "enter()", 'tap(name="Sort")']


def test_to_a_page_that_the_map_lists_it_walks() -> None:
    seeker = Seeker(taps("Style", "Digital"))
    assert said(seeker, prompt(ALARMS, [MENU, SETTINGS])) == ['go("Settings")', 'tap(name="Style")']


def test_what_was_not_done_is_asked_for_again() -> None:
    seeker = Seeker(taps("More options", "Settings", "Style"))
    said(seeker, prompt(ALARMS, [MENU, SETTINGS]))
    past = '1. tap button "More options" | x; the rest was not done, since nothing changed: '
    past += 'tap "Settings"; tap "Style"'
    assert said(seeker, prompt(['1 item "Settings"'], past=past)) == ["tap(1)"]
    assert seeker.told == ['tap(name="Settings"): nothing changed']


def test_a_page_that_it_cannot_walk_to_is_not_tried_again() -> None:
    seeker = Seeker(taps("Style"))
    asked = prompt(ALARMS, [MENU, SETTINGS])
    said(seeker, asked)
    seeker.ask(asked, [], Decision, [("", "no way is known")])
    assert "go(" not in seeker.said[-1]


def test_what_it_does_not_find_it_looks_for_where_it_does_no_harm() -> None:
    seeker = Seeker(taps("Style of the clock"))
    page = ['1 button "Delete"', '2 button "Clock"', '3 button "More options"', '4 tab "Timer"']
    replies = [said(seeker, prompt(page)) for _ in range(4)]
    assert replies == [["tap(2)"], ["tap(3)"], ["tap(4)"], ["back()"]]


def test_a_list_is_scrolled_first_and_once() -> None:
    seeker = Seeker(taps("Latvian"))
    page = ["1 list", '2 item "English"']
    assert said(seeker, prompt(page)) == ['scroll_to("Latvian")']
    assert said(seeker, prompt(page)) == ["tap(2)"]


def test_when_all_is_done_it_ends_with_the_answer() -> None:
    assert said(Seeker([], "12"), prompt(ALARMS)) == ['exit("done", answer="12")']


def test_a_solution_is_known_by_names_and_not_by_keys() -> None:
    steps = [{"tap": {"key": "#coordinator/#send"}}, {"swipe": "up"}, {"exit": "12"},
             {"tap": {"key": "#results/row", "nth": 2}}, {"text": ["To", "Ann"]}]  # fmt: skip
    assert [*wants([SolutionStep.model_validate(step) for step in steps])] == [
        Want("tap", "send"), Want("tap", "", "item", 2), Want("text", "To", text="Ann"),
    ]  # fmt: skip


def test_a_table_tells_what_is_saved_and_when_it_is_paid_back() -> None:
    def sought(condition: str, calls: int) -> Sought:
        return Sought(condition, "clock-1", True, "done", calls, 3, (), ())

    maps = [Learned(each, CLOCK, AppMap(), n, n) for each, n in (("nothing", 0), ("crawl", 12))]
    _, row = table(maps, [sought("nothing", 8), sought("crawl", 2)])
    assert (row["of nothing"], row["paid back"]) == (0.25, 2.0)


@pytest.mark.timeout(300)
def test_a_crawl_finds_the_pages_and_nothing_of_the_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scripts.crawled.LOOKS", 6)
    known, steps = crawl(CLOCK, 7)
    assert steps > 20
    assert known.start == "Alarm"
    assert {"Edit alarm", "World clock", "Timer", "Bedtime"} <= {page.name for page in known.pages}
    assert "Medicine" not in known.model_dump_json()
