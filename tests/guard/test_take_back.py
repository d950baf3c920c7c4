"""What takes an effect back: which button, which choice, which text."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Move
from appagent.geometry import Point, Rect
from appagent.guard.undo import (
    confirming,
    entry_back,
    is_entry,
    old_choice,
    slide_back,
    switch_back,
    text_before,
    undo_buttons,
)
from appagent.screen.change import difference
from appagent.screen.values import Element, Scale, Screen
from tests.guard.test_effects import ANN, BOB, FIELD, HEAD, button, row, tap, text
from tests.screen.trees import screen

CALL = button("End call")


def back(of: Element, before: Screen, after: Screen, action: str = "tap(1)") -> str | None:
    move = Move(parse(action), element=of)
    found = switch_back(move, difference(before, after), before, after)
    return found.name if found else None


@pytest.mark.parametrize("name", ["Undo", "UNDO", "Rückgängig", "撤销", "元に戻す", "Deshacer"])
def test_undo_is_a_button_that_came_up(name: str) -> None:
    undo = button(name)
    assert undo_buttons(screen((HEAD,)), screen((HEAD, undo))) == [undo]
    assert undo_buttons(screen((HEAD, undo)), screen((HEAD, undo))) == []
    assert undo_buttons(screen((HEAD,)), screen((HEAD, text(name)))) == []
    longer = button(f"{name} all of it")
    assert undo_buttons(screen((HEAD,)), screen((HEAD, longer))) == []


def test_a_call_is_ended_before_anything_is_undone() -> None:
    undo = button("Undo")
    assert undo_buttons(screen((HEAD,)), screen((undo, CALL))) == [CALL, undo]


def test_a_word_that_also_cancels_undoes_only_on_a_page_that_stayed() -> None:
    annuler = button("Annuler")
    page = (HEAD, button("a"), button("b"), button("c"))
    assert undo_buttons(screen(page), screen((*page, annuler))) == [annuler]
    assert undo_buttons(screen(page), screen((text("Sûr ?"), annuler))) == []


def test_a_switch_is_its_own_way_back() -> None:
    off = button("Vibrate", checked=False, role="switch")
    on = replace(off, checked=True)
    assert back(off, screen((HEAD, off)), screen((HEAD, on))) == "Vibrate"
    assert back(on, screen((HEAD, on)), screen((HEAD, off))) == "Vibrate"
    assert back(off, screen((HEAD, off)), screen((HEAD, off))) is None
    assert back(off, screen((HEAD, off)), screen((HEAD, on)), 'swipe(1, "left")') is None
    assert back(off, screen((HEAD, off)), screen((HEAD,))) is None
    tab = replace(off, role="tab", checked=None)
    assert back(tab, screen((HEAD, tab)), screen((HEAD, replace(tab, selected=True)))) is None


def test_of_choices_that_exclude_each_other_it_is_the_one_that_was_on() -> None:
    one = button("Name", key="#sort/a", role="radio", checked=True)
    two = button("Date", key="#sort/b", role="radio", checked=False, top=500)
    before = screen((HEAD, one, two))
    after = screen((HEAD, replace(one, checked=False), replace(two, checked=True)))
    assert back(two, before, after) == "Name"
    first = screen((HEAD, replace(one, checked=False), two))
    alone = screen((HEAD, replace(one, checked=False), replace(two, checked=True)))
    assert back(two, first, alone) is None


def test_a_choice_of_another_group_or_one_that_stays_on_is_left_alone() -> None:
    size = button("Large", key="#form/#size/b", checked=True)
    chips = [button(name, key=f"#form/#sort/{name}", checked=False) for name in ("Date", "Name")]
    date, name = chips
    on = replace(name, checked=True)
    assert back(name, screen((size, *chips)), screen((size, date, on))) == "Name"
    off = replace(size, checked=False)  # as the form wants it
    assert back(name, screen((size, *chips)), screen((off, date, on))) == "Name"
    both = replace(date, checked=True)
    assert back(name, screen((HEAD, both, name)), screen((HEAD, both, on))) == "Name"


def test_a_page_of_the_same_window_was_gone_to() -> None:
    home = button("Home", key="#bar/a", selected=True)
    more = button("More", key="#bar/b", top=500)
    before = screen((HEAD, home, more))
    after = screen((HEAD, replace(home, selected=False), replace(more, selected=True), ANN))
    assert back(more, before, after) is None
    same = screen((HEAD, replace(home, selected=False), replace(more, selected=True)))
    assert back(more, before, same) == "Home"


def test_a_row_that_says_what_it_is_now_was_set_not_gone_to() -> None:
    home, work = row("Home, Connected", 0, selected=True), row("Work", 1)
    left, joined = row("Home, Saved", 0), row("Work, Connected", 1, selected=True)
    details = button("Work: settings", top=600)
    assert back(work, screen((home, work)), screen((left, joined, details))) == "Home, Saved"
    silent = replace(joined, name="Work")
    assert back(work, screen((home, work)), screen((left, silent, details))) is None


def test_a_connection_is_put_back() -> None:
    connect, cut = button("Connect", key="#connect"), button("Disconnect", key="#connect")
    assert back(cut, screen((HEAD, cut)), screen((HEAD, connect))) == "Connect"
    off = button("Disconnect", checked=False, role="switch")
    on = replace(off, checked=True)
    assert back(off, screen((HEAD, off)), screen((HEAD, on))) == "Disconnect"


NEXT, CHIP = button("Next"), button("Ann, picked", key="#chips/chip", top=200)


def test_a_row_that_is_picked_for_what_came_up_stays_picked() -> None:
    """Nothing is done with it before "Next" is touched; nor by letting it go."""
    picked = replace(ANN, selected=True)
    none, one = screen((HEAD, ANN, BOB)), screen((HEAD, NEXT, CHIP, picked, BOB))
    assert back(ANN, none, one) is None
    assert back(picked, one, none) is None
    assert back(ANN, none, screen((HEAD, picked, BOB))) == "Ann"
    two = screen((HEAD, NEXT, replace(CHIP, name="2"), picked, replace(BOB, selected=True)))
    assert back(BOB, one, two) is None


def test_a_row_that_took_the_place_of_another_was_set() -> None:
    is_on, other = replace(ANN, selected=True, name="Ann, on"), replace(BOB, selected=True)
    assert back(ANN, screen((HEAD, ANN, other)), screen((HEAD, NEXT, is_on, BOB))) == "Bob"
    ticked = replace(ANN, selected=True, checked=True)
    before = screen((HEAD, replace(ANN, checked=False), BOB))
    assert back(before.elements[1], before, screen((HEAD, NEXT, ticked, BOB))) == "Ann"


FOLLOWING = button("Following", key="#follow")


def asking(question: str, *buttons: str) -> Screen:
    return screen((text(question), *(button(name) for name in buttons)))


@pytest.mark.parametrize(
    ("question", "control", "yes"),
    [
        ("Unfollow Ann?", FOLLOWING, "Unfollow"),
        ("Ne plus suivre Ann ?", button("Suivie"), "Ne plus suivre"),
        ("Unsubscribe from this channel?", button("Subscribed"), "Unsubscribe"),
    ],
)
def test_the_question_about_what_was_done_has_a_yes(
    question: str, control: Element, yes: str
) -> None:
    found = confirming(control, asking(question, "Cancel", yes))
    assert found is not None
    assert found.name == yes


def test_any_other_question_has_none() -> None:
    assert confirming(FOLLOWING, asking("Delete Ann?", "Delete", "Cancel")) is None
    assert confirming(FOLLOWING, asking("Unfollow Ann", "Unfollow")) is None
    assert confirming(FOLLOWING, asking("Unfollow Ann?", "Cancel", "Block")) is None
    assert confirming(button(""), asking("Unfollow Ann?", "Unfollow")) is None
    silent = screen((text("Unfollow Ann?"), text("Unfollow")))
    assert confirming(FOLLOWING, silent) is None


def choice(name: str, number: int, on: bool = False) -> Element:
    return replace(row(name, number), role="checkbox", checked=on)


def test_what_was_chosen_before_is_the_one_that_was_on() -> None:
    never, day, week = choice("Never", 0, on=True), choice("A day", 1), choice("A week", 2)
    shown = screen((never, day, week))
    assert old_choice(tap(week), shown) == never
    assert old_choice(tap(never), shown) is None
    assert old_choice(tap(None), shown) is None
    assert old_choice(Move(parse('swipe(1, "left")'), element=week), shown) is None
    assert old_choice(tap(ANN), screen((never, ANN, BOB))) is None
    both = screen((never, replace(day, checked=True), week))
    assert old_choice(tap(week), both) is None
    apart = button("Large", key="#size/a", role="radio", checked=True)
    asked = button("Date", key="#sort/a", role="radio", checked=False)
    assert old_choice(tap(asked), screen((apart, asked))) is None
    switch = replace(never, role="switch")
    assert old_choice(tap(week), screen((switch, day, week))) is None


def entries(*names: str) -> Screen:
    return screen(tuple(row(name, number) for number, name in enumerate(names)))


def test_entries_stand_among_others_like_them() -> None:
    menu = entries("Search", "Mute")
    mute = menu.elements[1]
    assert is_entry(tap(mute), menu)
    assert not is_entry(tap(mute), screen((HEAD, mute)))
    assert not is_entry(Move(parse('swipe(1, "left")'), element=mute), menu)
    assert not is_entry(tap(None), menu)
    copy, star = button("Copy", key="#sheet/#action"), button("Star", key="#sheet/#action:2")
    assert is_entry(tap(star), screen((copy, star)))
    assert not is_entry(tap(star), screen((replace(copy, key="#sheet/#actions"), star)))
    one = button("Name", key="#sort/a", role="radio", checked=True)
    two = button("Date", key="#sort/b", role="radio", checked=False)
    assert is_entry(tap(two), screen((one, two)))


@pytest.mark.parametrize(
    ("entry", "later", "back"),
    [
        ("Bookmark", "Remove bookmark", "Remove bookmark"),
        ("Lesezeichen", "Lesezeichen entfernen", "Lesezeichen entfernen"),
        ("书签", "移除书签", "移除书签"),
        ("Bookmark", "Remove bookmark and post", None),
        ("Bookmark", "Unfollow after a bookmark", None),
    ],
)
def test_what_an_entry_added_is_taken_away_again(entry: str, later: str, back: str | None) -> None:
    menu = entries("Copy", entry)
    found = entry_back(tap(menu.elements[1]), menu, entries("Copy", later))
    assert (found.name if found else None) == back


@pytest.mark.parametrize(
    ("again", "back"),
    [
        (("Search", "Unmute", "Media"), "Unmute"),
        (("Search", "Mute", "Media"), None),
        (("Search", "Media", "Help"), None),
        (("Search", "Unmute"), None),
        (("Search chats", "Unmute", "Media"), None),
        (("Search", "Delete, then mute", "Media"), None),
        (("Mute search", "Mute", "Media"), None),
    ],
)
def test_an_entry_is_put_back_by_its_other_name(again: tuple[str, ...], back: str | None) -> None:
    """Only where the rest of the menu is as it was, and the other name is harmless."""
    menu = entries("Search", "Mute", "Media")
    found = entry_back(tap(menu.elements[1]), menu, entries(*again))
    assert (found.name if found else None) == back


def test_what_was_put_away_is_fetched_back_by_its_other_name() -> None:
    box = Rect(500, 300, 1060, 400)
    unarchive, archive = (replace(row(name, 0), bounds=box) for name in ("Unarchive", "Archive"))
    menu, again = (screen((entry, row("Search", 1))) for entry in (unarchive, archive))
    assert entry_back(tap(unarchive), menu, again) == archive
    assert entry_back(tap(archive), again, menu) == unarchive


def test_a_choice_is_put_back_by_the_one_that_was_on() -> None:
    never, week = choice("Never", 0, on=True), choice("A week", 1)
    off = replace(never, checked=False)
    assert entry_back(tap(week), screen((never, week)), screen((off, week))) == off
    assert entry_back(tap(week), screen((never, week)), screen((never, week))) is None
    assert entry_back(tap(week), screen((never, week)), screen((HEAD,))) is None


def test_an_old_text_is_typed_again_unless_that_might_send_it() -> None:
    title = replace(FIELD, value="Rye bread")
    after = screen((replace(title, value="test"),))
    move = Move(parse('text(1, "test")'), element=title)
    assert text_before(move, screen((title,)), after) == after.elements[0]
    lines = replace(title, value="Dear Ann,\ncome")
    moved = replace(move, element=lines)
    typed = replace(lines, value="test")
    assert text_before(moved, screen((lines,)), screen((typed,))) is None
    assert text_before(tap(None), screen((title,)), after) is None


def test_a_slider_is_dragged_back_by_its_knob() -> None:
    def volume(value: str, knob: Point | None) -> Element:
        scale = Scale(Point(100, 500), Point(900, 500), 0, 100, knob)
        return button("Volume", role="slider", value=value, scale=scale)

    low, high = volume("20", Point(260, 500)), volume("60", Point(580, 500))
    ends = (high.scale and high.scale.knob, low.scale and low.scale.knob)
    move = Move(parse('swipe(1, "right")'), element=low)
    assert slide_back(move, screen((HEAD, low)), screen((HEAD, high))) == ends
    assert slide_back(move, screen((HEAD, low)), screen((HEAD, low))) is None
    assert slide_back(move, screen((HEAD, low)), screen((HEAD, volume("60", None)))) is None
    assert slide_back(move, screen((HEAD, low)), screen((HEAD,))) is None
    by_itself = replace(screen((HEAD, high)), moving=(high.bounds,))
    assert slide_back(move, screen((HEAD, low)), by_itself) is None
    drag = Drag(Point(260, low.bounds.center.y), Point(580, 0), screen(()).size, 500)
    unnamed = Move(parse('swipe("right")'), gesture=drag._replace(end=Point(900, drag.start.y)))
    assert slide_back(unnamed, screen((HEAD, low)), screen((HEAD, high))) == ends
