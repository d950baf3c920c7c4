"""Two maps of one app put together: nothing is lost, and the second time nothing changes."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.knowledge import mapmerge
from appagent.knowledge.map import GIVEN_UP, MOST_CONTROLS, MOST_PAGES, AppMap, Control, Edge, Page
from appagent.knowledge.mapmerge import Differing, merge, merged
from appagent.screen.keys import SAME_SCREEN, likeness, likeness_untitled
from appagent.texts import folded

DAY, LATER = date(2026, 3, 2), date(2026, 3, 9)


def looks(kind: str, *more: str) -> tuple[str, ...]:
    """The looks of a page of this kind: no two kinds have a thing in common."""
    return tuple(sorted((*(f" #{kind}_{n}" for n in range(4)), *more)))


def button(name: str, key: str = "", **edges: Edge) -> Control:
    key = key or f"#{name.lower()}"
    return Control.model_validate(
        {"key": key, "role": "button", "name": name, "uses": ("tap",), "edges": edges}
    )


def page(name: str, *controls: Control, kind: str = "", **about: Any) -> Page:
    about = {"looks": looks(kind or name.lower()), "titled": True} | about
    return Page(name=name, controls=controls, **about)


def app(*pages: Page, **about: Any) -> AppMap:
    return AppMap(pages=pages, **about)


def names(known: AppMap) -> list[str]:
    return [each.name for each in known.pages]


def edge_of(known: AppMap, name: str, control: int = 0) -> Edge:
    found = known.page(name)
    assert found is not None
    return found.controls[control].edges["tap"]


# --- pages ----------------------------------------------------------------------------------------


def test_the_pages_and_edges_of_both_are_there() -> None:
    mine = app(page("Notes", button("Settings", tap=Edge(to="Settings"))), page("Settings"))
    theirs = app(page("Notes", button("Help", tap=Edge(to="Help"))), page("Help"), start="Notes")
    known = merged(mine, theirs)
    assert names(known) == ["Notes", "Settings", "Help"]
    assert [edge_of(known, "Notes", n).to for n in (0, 1)] == ["Settings", "Help"]
    assert known.start == "Notes"


def test_a_page_under_another_name_is_the_same_page() -> None:
    mine = app(page("Alarms", button("Add", tap=Edge(to="Edit alarm"))), page("Edit alarm"))
    theirs = app(
        page("My alarms", button("Sort", tap=Edge(to="Order")), kind="alarms"),
        page("Order", button("Close", tap=Edge(to="My alarms"))),
    )
    taken = merge(mine, theirs)
    assert names(taken.known) == ["Alarms", "Edit alarm", "Order"]
    assert edge_of(taken.known, "Order").to == "Alarms"
    assert taken.differing == (Differing("Alarms", "Alarms", "My alarms"),)
    assert taken.new == 1


def test_another_page_under_the_same_name_gets_a_name_of_its_own() -> None:
    mine = app(page("Edit", kind="edit_alarm"), page("Timers"))
    theirs = app(
        page("Timers", button("Add", tap=Edge(to="Edit"))), page("edit", kind="edit_timer")
    )
    known = merged(mine, theirs)
    assert names(known) == ["Edit", "Timers", "edit 2"]
    assert edge_of(known, "Timers").to == "edit 2"
    assert merge(known, theirs).known == known


def test_each_page_is_one_other_page_at_most() -> None:
    mine = app(page("Both", looks=looks("a", " #x")))
    near = page("Near", looks=looks("a")), page("Nearer", looks=looks("a", " #x", " #y"))
    known = merged(mine, app(*near))
    assert names(known) == ["Both", "Near"]
    assert merged(known, app(*near)) == known


def test_a_dialog_that_only_its_title_tells_apart_is_the_one_that_the_control_opens() -> None:
    def of(city: str) -> AppMap:
        title = f"title en-US {city}"
        ask = page(f"Remove {city}?", looks=looks("dialog", title), titled=False)
        return app(page("Cities", button("Remove", tap=Edge(to=ask.name))), ask)

    taken = merge(of("Oslo"), of("Rome"))
    assert names(taken.known) == ["Cities", "Remove Oslo?"]
    assert edge_of(taken.known, "Cities").to == "Remove Oslo?"
    assert merge(taken.known, of("Rome")).known == taken.known


def test_a_page_that_a_person_wrote_without_looks_is_told_by_its_name() -> None:
    mine, theirs = app(page("Alarms", looks=())), app(page("alarms", button("Add")))
    for one, other in ((mine, theirs), (theirs, mine)):
        (only,) = merged(one, other).pages
        assert only.looks == looks("alarms")
        assert [control.name for control in only.controls] == ["Add"]


def test_pages_without_room_are_told() -> None:
    mine = app(*(page(f"Mine {n}", kind=f"mine{n}") for n in range(MOST_PAGES - 2)))
    old = page("Old", seen=DAY)
    theirs = app(
        old,
        page("Start"),
        page("New", button("Old", tap=Edge(to="Old")), seen=LATER),
        start="Start",
    )
    taken = merge(mine, theirs)
    assert len(taken.known.pages) == MOST_PAGES
    assert taken.dropped == ("Old",)
    assert taken.known.page("Mine 0")
    assert taken.known.page("Start")
    new = taken.known.page("New")
    assert new is not None
    assert new.controls[0].edges == {}  # what leads to a page that is not there leads nowhere
    again = merge(taken.known, theirs)
    assert (again.known, again.dropped) == (taken.known, ("Old",))


# --- controls -------------------------------------------------------------------------------------


def test_a_control_under_another_name_is_the_same_by_its_key() -> None:
    mine, theirs = (
        app(page("Channel", button(name, "#follow"))) for name in ("Follow", "Unfollow")
    )
    taken = merge(mine, theirs)
    (control,) = taken.known.pages[0].controls
    assert (control.name, control.also) == ("Follow", ("Unfollow",))
    assert not taken.differing
    assert merged(taken.known, theirs) == taken.known


def test_what_has_more_names_than_are_kept_is_told() -> None:
    def followed(*also: str) -> AppMap:
        return app(page("Channel", button("Follow", "#f").model_copy(update={"also": also})))

    theirs = followed("Muted", "Blocked")
    taken = merge(followed("Following"), theirs)
    assert taken.known.pages[0].controls[0].also == ("Following", "Muted")
    assert taken.differing == (Differing("Channel", "Follow", "Blocked", "Follow"),)
    assert merged(taken.known, theirs) == taken.known


def test_a_control_that_shows_the_persons_own_gets_no_name_from_another_person() -> None:
    mine, theirs = (app(page("Home", button(name, "#account"))) for name in ("", "Robert"))
    (control,) = merged(mine, theirs).pages[0].controls
    assert (control.name, control.also) == ("", ())


def test_entries_that_share_a_key_stay_apart() -> None:
    mine, theirs = (app(page("Menu", button(name, "list/row"))) for name in ("Edit", "Share"))
    assert [c.name for c in merged(mine, theirs).pages[0].controls] == ["Edit", "Share"]


def test_a_map_in_another_language_adds_no_names() -> None:
    mine = app(page("Alarms", button("Add", "#add")), language="en-US")
    theirs = app(
        page("Wecker", button("Neu", "#add", tap=Edge(to="Weckzeit")), kind="alarms"),
        page("Weckzeit"),
        language="de-DE",
    )
    taken = merge(mine, theirs)
    assert names(taken.known) == ["Alarms", "Weckzeit"]
    (control,) = taken.known.pages[0].controls
    assert (control.name, control.also) == ("Add", ())
    assert edge_of(taken.known, "Alarms").to == "Weckzeit"
    assert not taken.differing


def test_controls_without_room_are_counted() -> None:
    mine = app(page("Notes", *(button(f"Mine{n}") for n in range(MOST_CONTROLS - 1))))
    theirs = app(page("Notes", button("A"), button("B", tap=Edge(to="Notes"))))
    taken = merge(mine, theirs)
    assert taken.dropped_controls == 1
    assert taken.known.pages[0].controls[-1].name == "B"
    assert merged(taken.known, theirs) == taken.known


# --- edges ----------------------------------------------------------------------------------------


def one_edge(**about: Any) -> AppMap:
    edge = Edge.model_validate({"to": "Settings"} | about)
    return app(page("Notes", button("Menu", tap=edge)), page("Settings"), page("Help"))


def test_what_held_for_both_is_not_counted_twice() -> None:
    mine, theirs = one_edge(held=3, last=DAY), one_edge(held=5, last=DAY)
    known = merged(mine, theirs)
    assert edge_of(known, "Notes").held == 5
    assert merged(known, theirs) == known


def test_what_came_of_an_edge_lately_holds() -> None:
    mine = one_edge(held=3, failed=1, last=DAY)
    theirs = one_edge(held=2, last=LATER, app_version="2.0")
    for one, other in ((mine, theirs), (theirs, mine)):
        edge = edge_of(merged(one, other), "Notes")
        assert edge == Edge(to="Settings", held=3, failed=0, last=LATER, app_version="2.0")


def test_a_failure_on_the_day_of_both_stays() -> None:
    mine, theirs = one_edge(failed=1, last=DAY), one_edge(failed=0, last=DAY)
    assert edge_of(merged(mine, theirs), "Notes").failed == 1


def test_a_danger_of_either_stays() -> None:
    safe, dangerous = one_edge(held=9, last=LATER), one_edge(danger="delete")
    for one, other in ((safe, dangerous), (dangerous, safe)):
        assert edge_of(merged(one, other), "Notes").danger == "delete"


def test_where_an_edge_leads_elsewhere_ones_own_holds_and_that_is_told() -> None:
    mine, theirs = one_edge(), one_edge(to="Help", held=9, last=LATER)
    taken = merge(mine, theirs)
    assert taken.known == mine
    assert taken.differing == (Differing("Notes", "Settings", "Help", "Menu", "tap"),)


def test_an_edge_that_was_given_up_gives_way() -> None:
    theirs = one_edge(to="Help")
    for mine in (one_edge(failed=2), one_edge(to="Gone")):
        known = merged(mine, theirs)
        assert edge_of(known, "Notes").to == "Help"
        assert merged(known, theirs) == known
    harmful = one_edge(failed=2, danger="delete")
    assert merged(harmful, theirs) == harmful


# --- any two maps ---------------------------------------------------------------------------------

DAYS = st.sampled_from([None, DAY, LATER])
WORDS = st.sampled_from(["Add", "Edit", "edit", "Save", "", "Sort"])


@st.composite
def controls(draw: st.DrawFn, to: list[str]) -> list[Control]:
    """The controls of a page; no two have a key, a role and a name in common."""
    edges = st.builds(
        Edge,
        to=st.sampled_from(to),
        held=st.integers(0, 5),
        failed=st.integers(0, 2),
        last=DAYS,
        danger=st.sampled_from([None, None, None, "delete"]),
    )
    any_control = st.builds(
        Control,
        key=st.sampled_from(["#a", "#b", "#c", "list/row", "list/row/button"]),
        role=st.sampled_from(["button", "switch"]),
        name=WORDS,
        also=st.lists(WORDS.filter(bool), max_size=2, unique=True).map(tuple),
        row=st.booleans(),
        uses=st.sampled_from([(), ("tap",), ("long_press", "tap")]),
        edges=st.dictionaries(st.sampled_from(["tap", "swipe", "back"]), edges, max_size=2),
    )
    return draw(
        st.lists(any_control, max_size=3, unique_by=lambda c: (c.key, c.role, c.row, c.name))
    )


@st.composite
def maps(draw: st.DrawFn, alike: bool, largest: int = 4) -> AppMap:
    """A map as steps make one: no two of its pages have one name or the same looks. `alike`: they
    may look somewhat alike, and like those of another map under another name."""
    titles = ["Notes", "Settings", "Help", "Order", "Labels", "Trash", "Drawer"]
    called = draw(st.lists(st.sampled_from(titles), max_size=largest, unique=True))
    if alike:
        parts = st.sets(
            st.sampled_from([f" #{n}" for n in range(7)] + ["title en a", "title en b"])
        )
        seen = parts.filter(bool).map(lambda found: tuple(sorted(found)))
    else:
        seen = st.sampled_from([looks(kind) for kind in "abcdefg"])
    shown = draw(st.lists(seen, min_size=len(called), max_size=len(called), unique=True))
    pages = [
        Page(
            name=name,
            titled=draw(st.booleans()),
            shows=tuple(draw(st.lists(WORDS, max_size=2, unique=True))),
            controls=tuple(draw(controls([*called, "Gone"]))),
            looks=looks,
            seen=draw(DAYS),
        )
        for name, looks in zip(called, shown, strict=True)
    ]
    return AppMap(
        language=draw(st.sampled_from(["", "en", "de"])),
        start=draw(st.sampled_from(["", *called])),
        pages=tuple(pages),
    )


ALIKE, APART = maps(alike=True), maps(alike=False)


@given(ALIKE)
def test_a_map_and_itself_are_itself(known: AppMap) -> None:
    taken = merge(known, known)
    assert taken.known == known
    assert (taken.new, taken.differing, taken.dropped) == (0, (), ())


@given(ALIKE, ALIKE)
def test_the_second_time_nothing_changes(mine: AppMap, theirs: AppMap) -> None:
    once = merge(mine, theirs)
    again = merge(once.known, theirs)
    assert again.known == once.known
    assert again.new == 0
    assert merged(once.known, mine) == once.known


@given(ALIKE, ALIKE)
def test_the_names_of_pages_are_unique(mine: AppMap, theirs: AppMap) -> None:
    called = [folded(name) for name in names(merged(mine, theirs))]
    assert len(called) == len(set(called))


@given(ALIKE, ALIKE)
def test_no_page_control_or_edge_is_lost(mine: AppMap, theirs: AppMap) -> None:
    taken = merge(mine, theirs)
    known = taken.known
    assert len(known.pages) == len(mine.pages) + taken.new
    for own, now in zip(mine.pages, known.pages, strict=False):
        assert (own.name, own.looks) == (now.name, now.looks)
        assert set(own.shows) <= set(now.shows)
        for one, there in zip(own.controls, now.controls, strict=False):
            assert (one.key, one.role, one.name) == (there.key, there.role, there.name)
            assert set(one.edges) <= set(there.edges)
    for page in theirs.pages:
        assert any(_alike(page, there) and _has(there, page) for there in known.pages), (
            f"{page.name} is lost"
        )


def _alike(one: Page, other: Page) -> bool:
    pair = frozenset(one.looks), frozenset(other.looks)
    return max(likeness(*pair), likeness_untitled(*pair)) >= SAME_SCREEN


def _has(known: Page, other: Page) -> bool:
    """Whether a page has every control of another one, and leads somewhere from it."""
    return set(other.shows) <= set(known.shows) and all(
        any(
            (own.key, own.role, own.row) == (each.key, each.role, each.row)
            and set(each.edges) <= set(own.edges)
            for own in known.controls
        )
        for each in other.controls
    )


@given(APART, APART)
def test_in_either_order_the_same_pages_and_edges_are_known(one: AppMap, other: AppMap) -> None:
    first, second = merged(one, other), merged(other, one)
    assert _said(first) == _said(second)


def _said(known: AppMap) -> set[tuple[object, ...]]:
    """The pages of a map by their looks, with what leads from each."""
    return {
        (page.looks, frozenset(page.shows), page.seen, control.key, control.role, control.row, verb)
        for page in known.pages
        for control in (*page.controls, Control())
        for verb in (*control.edges, "")
    }


@given(ALIKE, ALIKE)
def test_ones_own_edges_lead_where_they_led(mine: AppMap, theirs: AppMap) -> None:
    known = merged(mine, theirs)
    for own, now in zip(mine.pages, known.pages, strict=False):
        for one, there in zip(own.controls, now.controls, strict=False):
            for verb, edge in one.edges.items():
                if edge.failed < GIVEN_UP and mine.page(edge.to):
                    assert there.edges[verb].to == edge.to
                    assert there.edges[verb].held >= edge.held


@given(ALIKE, ALIKE)
def test_the_second_time_nothing_changes_where_there_is_little_room(
    mine: AppMap, theirs: AppMap
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mapmerge, "MOST_PAGES", 5)
        patch.setattr(mapmerge, "MOST_CONTROLS", 3)
        once = merge(mine, theirs)
        again = merge(once.known, theirs)
    assert again.known == once.known
    assert (again.dropped, again.new) == (once.dropped, 0)
    assert len(once.known.pages) == len(mine.pages) + once.new <= 5
    assert all(len(page.controls) <= 3 for page in once.known.pages)


def test_pages_of_one_kind_are_one() -> None:
    def artist(name: str) -> AppMap:
        parts = (" #content/#follow", " #content/#shuffle", " #content/#see_all")
        looks = (*parts, f"title en-US {name}")
        return AppMap(pages=(Page(name="Artist", named=True, looks=looks),))

    merged = merge(artist("ann"), artist("ben"))
    assert [page.name for page in merged.known.pages] == ["Artist"]
    assert merge(merged.known, artist("ben")).known == merged.known
