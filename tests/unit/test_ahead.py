"""What the map tells a model of the pages behind the one that is shown."""

from __future__ import annotations

from appagent.knowledge.ahead import MOST, ahead, apps
from appagent.knowledge.map import VARIES, AppMap, Control, Edge, Page, Verb


def leads(verb: Verb, name: str, to: str, *, row: bool = False) -> Control:
    return Control(key=f"#{name}", role="button", name=name, row=row, edges={verb: Edge(to=to)})


def told(*controls: Control) -> str:
    here = Page(name="Search", controls=controls)
    return ahead(AppMap(start="Search", pages=(here, Page(name="Found"))), here, "")


def test_a_line_tells_which_row_leads_to_its_page() -> None:
    row = leads("long_press", "hit", "Found", row=True)
    assert told(row) == "- Found (by holding a row's hit)"
    assert told(row.model_copy(update={"role": "item"})) == "- Found (by holding a row)"


def test_where_go_walks_by_itself_only_what_is_shown_here_is_told() -> None:
    pages = (
        Page(name="Search", controls=(leads("tap", "All", "Found"),)),
        Page(name="Found", controls=(leads("tap", "More", "Menu"),)),
        Page(name="Menu"),
    )
    lines = ahead(AppMap(start="Search", pages=pages), pages[0], "").splitlines()
    assert lines == ['- Found (by "All"): "More"', "- Menu"]


def test_behind_a_row_the_way_is_told_from_it_on() -> None:
    pages = (
        Page(name="Search", controls=(leads("tap", "hit", "Found", row=True),)),
        Page(name="Found", controls=(leads("tap", "More", "Menu"),)),
        Page(name="Menu"),
    )
    known = AppMap(start="Search", pages=pages)
    lines = ahead(known, pages[0], "").splitlines()
    assert '- Menu (by "More" of Found)' in lines
    assert ahead(known, pages[1], "").splitlines()[0] == '- Menu (by "More")'


def test_typing_and_enter_are_told_too() -> None:
    assert told(leads("text", "Find", "Found")) == '- Found (by typing in "Find")'
    assert told(leads("enter", "enter", "Found")) == "- Found (by enter)"


def test_what_goes_back_is_not() -> None:
    assert told(leads("back", "back", "Found")) == "- Found"


def pages_of(*told: tuple[str, ...]) -> AppMap:
    """Pages, each with its name and those of its controls, that all are led to from the first."""
    found = [Page(name=name, controls=tuple(map(button, names))) for name, *names in told]
    edges = (leads("tap", name, name) for name, *_ in told)
    return AppMap(start="Home", pages=(Page(name="Home", controls=tuple(edges)), *found))


def button(name: str) -> Control:
    return Control(key=f"#{name}", role="button", name=name)


def first_of(known: AppMap, task: str) -> str:
    told = ahead(known, known.page("Home"), task)
    return told.partition("\n")[0].removeprefix("- ").partition(" (by")[0].partition(":")[0]


def test_the_page_that_fits_the_task_comes_first() -> None:
    known = pages_of(("Sort by", "Alphabetical"), ("Playback", "Crossfade"), ("Note", "Not now"))
    assert first_of(known, "Let songs fade by six seconds, not more") == "Playback"
    assert first_of(known, "Sort them alphabetically") == "Sort by"


def test_what_there_is_no_room_for_is_named() -> None:
    names = [f"Page {n}" for n in range(20)]
    known = pages_of(*((name, *(f"{name} of button {n}" for n in range(8))) for name in names))
    told = ahead(known, known.page("Home"), "")
    lines = told.splitlines()
    assert len(told) <= MOST
    assert 2 < len(lines) < 12
    named = lines[-1].removeprefix("Also: ").split(", ")
    assert [line.split(" (by")[0].removeprefix("- ") for line in lines[:-1]] + named == names


def test_the_words_of_an_id_stand_without_marks() -> None:
    by_id = Control(key="#search_bar", role="button", name="search")
    sign = Control(key="button", role="button", sign="queue icon (three lines)")
    page = Page(name="Found", controls=(by_id, sign))
    here = Page(name="Search", controls=(leads("tap", "All", "Found"),))
    known = AppMap(start="Search", pages=(here, page))
    assert ahead(known, here, "") == '- Found (by "All"): search, "queue icon"'


def test_what_its_own_control_tells_is_no_fact_of_a_page() -> None:
    fade = Control(key="#fade", role="slider", name="Crossfade")
    page = Page(name="Playback", controls=(fade,), shows=("crossfade length", "sound output"))
    assert ahead(AppMap(start="Home", pages=(page,)), None, "") == (
        '- Playback: sliders "Crossfade"; shows sound output'
    )
    heart = Page(name="Song", controls=(fade.model_copy(update={"name": "❤"}),), shows=("length",))
    assert ahead(AppMap(start="Home", pages=(heart,)), None, "").endswith("shows length")


def test_the_range_of_a_slider_is_told() -> None:
    fade = Control(key="#fade", role="slider", name="Crossfade", values="0 to 12")
    page = Page(name="Playback", controls=(fade,))
    told = ahead(AppMap(start="Home", pages=(page,)), None, "")
    assert told == '- Playback: sliders "Crossfade" (0 to 12)'
    song = Page(name="Player", controls=(fade.model_copy(update={"values": VARIES}),))
    assert ahead(AppMap(start="Home", pages=(song,)), None, "") == '- Player: sliders "Crossfade"'


def test_of_the_third_page_only_the_names_that_fit_best_are_told() -> None:
    names = tuple(f"Button {n}" for n in range(9))
    known = pages_of(("Alarms", *names), ("Alarm sound", *names), ("Other", *names, "Alarms off"))
    best, _, third = ahead(known, known.page("Home"), "Switch my alarms off").splitlines()
    assert best.endswith('"Button 7", ...')
    assert third == '- Other (by "Other"): "Button 0", "Button 1", "Button 2", "Alarms off", ...'


def test_each_app_has_a_line_and_the_one_that_the_task_names_its_pages() -> None:
    notes = AppMap(start="Notes", pages=(
        Page(name="Notes", titled=True), Page(name="untitled page"),
        Page(name="Note", named=True),
    ))  # fmt: skip
    alarms = pages_of(("Alarms", "Add"))
    mail = AppMap(pages=(Page(name="untitled page"),))
    lines = apps(
        {"mail": mail, "notes": notes, "clock": alarms}, "Set an alarm in the clock"
    ).splitlines()
    assert lines[:2] == ["- notes: Notes, Note", "- clock, from its page Home:"]
    assert lines[2].startswith("- Alarms")


def test_a_page_without_a_name_is_told_to_nobody() -> None:
    opener = Control(role="button", name="Open", edges={"tap": Edge(to="Note")})
    pages = (Page(name="untitled page", controls=(opener,)), Page(name="Note", titled=True))
    known = AppMap(start="untitled page", pages=pages)
    assert ahead(known, None, "") == '- Note (by "Open")'
    assert apps({"notes": known}, "Write in notes").startswith("- notes:\n")
