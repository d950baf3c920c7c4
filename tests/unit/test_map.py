"""The map of an app as a value: pages are told apart and found again, edges rise and fall."""

from __future__ import annotations

from datetime import date

import pytest

from appagent.danger import Danger
from appagent.knowledge.map import (
    MOST_PAGES,
    VARIES,
    AppMap,
    Control,
    Edge,
    Page,
    Step,
    described,
    failed,
    rewritten,
    see,
    walked,
    without,
)
from appagent.screen.general import General, Sight

TODAY = date(2026, 3, 2)
MENU = Control(key="#bar/#more", role="button", name="More options")


def sight(title: str, *controls: str, kind: str = "page") -> Sight:
    found = (General(f"#{n.lower()}", "button", n, frozenset({"tap"})) for n in controls)
    return Sight(kind, title, tuple(found), ())


def looks(name: str) -> frozenset[str]:
    return frozenset(f"button #{name}/{n}" for n in range(5))


def a_map() -> AppMap:
    """Notes, which "Settings" leads from, and the settings."""
    known, _ = see(AppMap(), looks("notes"), sight("Notes", "Settings", "Add"), TODAY)
    step = a_step("Notes", "Settings", "")
    known, _ = see(known, looks("settings"), sight("Settings", "Backup"), TODAY, step)
    return walked(known, step._replace(to="Settings"), TODAY, "1.0", None)


def a_step(page: str, name: str, to: str) -> Step:
    control = Control(key=f"#{name.lower()}", role="button", name=name)
    return Step(page, control, "tap", to)


def test_a_page_that_is_seen_again_is_no_new_one() -> None:
    known, page = see(a_map(), looks("notes"), sight("Notes", "Add"), TODAY)
    assert page.name == "Notes"
    assert len(known.pages) == 2
    assert [c.name for c in page.controls] == ["Settings", "Add"]


def an_artist(name: str, *parts: str) -> frozenset[str]:
    """The looks of a page about somebody, who stands in its title."""
    frame = (" #bar/#toolbar/button", " #bar/#toolbar/text", f"title en-US {name}")
    return frozenset((*frame, *(f" #content/#{part}" for part in parts)))


@pytest.mark.parametrize(
    ("parts", "title", "kind", "pages", "found"),
    [
        (("follow", "shuffle", "see_all"), "", "page", 1, True),
        (("follow", "shuffle"), "", "page", 2, False),  # and the frame, which all pages have
        (("row/#icon", "row/#android:title", "row/#title"), "", "page", 2, False),
        (("follow", "shuffle", "see_all"), "Radio", "page", 2, True),
        (("follow", "shuffle", "see_all"), "", "dialog", 2, False),  # of another question
    ],
)
def test_a_page_about_somebody_else_is_no_new_one(
    parts: tuple[str, ...], title: str, kind: str, pages: int, found: bool
) -> None:
    known, first = see(AppMap(), an_artist("ann", *parts), sight("", "Follow", kind=kind), TODAY)
    opener = a_step("Search", "Result", "")
    looks = an_artist("ben", *parts)
    known, _ = see(known, looks, sight(title, "Follow", kind=kind), TODAY, opener)
    assert len(known.pages) == pages
    at = known.at(an_artist("cid", *parts))
    assert (at.name if at else None) == (first.name if found else None)


ARTIST = ("follow", "shuffle", "see_all")


def test_a_page_that_a_model_named_is_of_that_kind_too() -> None:
    known, page = see(AppMap(), an_artist("ann", *ARTIST), sight("", "Follow"), TODAY)
    known = described(known, page, "", (), ())
    known, page = see(known, an_artist("ben", *ARTIST), sight("", "Follow"), TODAY)
    assert page.name == "untitled page", "it has no name that can be used, and may get one"
    known = described(known, page, "Artist", (), ())
    known, page = see(known, an_artist("cid", *ARTIST), sight("", "Follow"), TODAY)
    assert [each.name for each in known.pages] == [page.name] == ["Artist"]
    known, page = see(known, an_artist("ann", *ARTIST), sight("Ann", "Follow"), TODAY)
    assert (page.name, page.titled) == ("Artist", True)


def test_another_tab_is_no_page_of_that_kind() -> None:
    tabs = [an_artist("", *ARTIST) - {"title en-US "} | {f"at {name}"} for name in "ab"]
    known, _ = see(AppMap(), tabs[0], sight("", "Follow"), TODAY)
    assert known.at(tabs[1]) is None


def test_of_two_pages_of_a_kind_the_expected_one_is_meant() -> None:
    pages = tuple(
        Page(name=name, looks=tuple(an_artist(name, *ARTIST))) for name in ("Artist", "Artist 2")
    )
    at = AppMap(pages=pages).at(an_artist("cid", *ARTIST), "Artist 2")
    assert at
    assert at.name == "Artist 2"


def test_two_pages_of_one_title_have_two_names() -> None:
    _, page = see(a_map(), looks("other"), sight("Notes"), TODAY)
    assert page.name == "Notes 2"
    step = a_step("Settings", "Backup", "")
    _, page = see(a_map(), looks("other"), sight("Notes"), TODAY, step)
    assert page.name == "Notes, after Backup"


def test_what_one_control_opens_is_one_page_whatever_its_title() -> None:
    """Of dialogs only the title differs: "Remove Oslo?", "Remove Rome?"."""
    one, other = looks("dialog") | {"title en 1"}, looks("dialog") | {"title en 2"}
    step = a_step("Notes", "Add", "")
    known, first = see(a_map(), one, sight("", kind="dialog"), TODAY, step)
    known = walked(known, step._replace(to=first.name), TODAY)
    known, second = see(known, other, sight("", kind="dialog"), TODAY, step)
    assert second.name == first.name == "after Add"
    _, third = see(known, other, sight("", kind="dialog"), TODAY, a_step("Notes", "Settings", ""))
    assert third.name != first.name


def test_an_untitled_page_is_called_by_what_opens_it_until_it_says_its_name() -> None:
    step = a_step("Settings", "Backup", "")
    known, page = see(a_map(), looks("backup"), sight(""), TODAY, step)
    assert page.name == "after Backup"
    known = walked(known, step._replace(to=page.name), TODAY)
    known, page = see(known, looks("backup"), sight("Safe copies"), TODAY)
    assert page.name == "Safe copies"
    way = known.way("Notes", "Safe copies", lambda step: step.verb == "tap")
    assert way
    assert [each.to for each in way] == ["Settings", "Safe copies"]


def test_a_button_that_renames_itself_keeps_both_names() -> None:
    known, _ = see(AppMap(), looks("page"), sight("Ada", "Follow"), TODAY)
    renamed = General("#follow", "button", "Following", frozenset({"tap"}))
    _, page = see(known, looks("page"), Sight("page", "Ada", (renamed,), ()), TODAY)
    (control,) = page.controls
    assert (control.name, control.also) == ("Following", ("Follow",))


def test_what_goes_by_many_names_is_called_by_none() -> None:
    """They are the person's: of whoever a chat is with."""
    known = AppMap()
    for name in ("Ada", "Ben", "Cid", "Dee", "Eve"):
        told = General("#peer", "button", name, frozenset({"tap"}))
        known, page = see(known, looks("chat"), Sight("page", "", (told,), ()), TODAY)
    assert [(c.name, c.also) for c in page.controls] == [("", ())]


def test_an_edge_rises_and_falls() -> None:
    known = a_map()
    step = a_step("Notes", "Settings", "Settings")
    known = walked(known, step, TODAY, "1.0", None)
    assert edge(known).held == 2
    known = failed(failed(known, step), step)
    assert not edge(known).offered
    assert known.way("Notes", "Settings", lambda s: s.control.edges[s.verb].offered) is None
    assert edge(walked(known, step, TODAY, "1.0", None)).offered


def test_once_elsewhere_lowers_an_edge_and_twice_turns_it() -> None:
    known = walked(a_map(), a_step("Notes", "Settings", "Settings"), TODAY, "1.0", None)
    elsewhere = a_step("Notes", "Settings", "Notes")
    known = walked(known, elsewhere, TODAY, "1.0", None)
    assert (edge(known).to, edge(known).failed) == ("Settings", 1)
    assert edge(walked(known, elsewhere, TODAY, "1.0", None)).to == "Notes"


def test_what_leads_back_to_whatever_opened_its_page_fails_nowhere() -> None:
    known = walked(a_map(), a_step("Notes", "Settings", "Settings"), TODAY)
    elsewhere = a_step("Notes", "Settings", "Backup")
    known = walked(known, elsewhere, TODAY, opener="Backup")
    assert edge(known).back
    assert (edge(known).to, edge(known).failed) == ("Backup", 0)


@pytest.mark.parametrize(("role", "back"), [("button", True), ("tab", False)])
def test_a_button_that_leads_where_its_page_was_opened_leads_back(role: str, back: bool) -> None:
    control = Control(key="#up", role=role, name="Up")
    known = walked(a_map(), Step("Settings", control, "tap", "Notes"), TODAY, opener="Notes")
    page = known.page("Settings")
    assert page
    (edge,) = (c.edges["tap"] for c in page.controls if c.name == "Up")
    assert edge.back is back


def test_a_button_that_leads_to_one_page_from_wherever_leads_there() -> None:
    up = Control(key="#up", role="button", name="Up")
    known = walked(a_map(), Step("Settings", up, "tap", "Notes"), TODAY, opener="Notes")
    known = walked(known, Step("Settings", up, "tap", "Notes"), TODAY, opener="Backup")
    page = known.page("Settings")
    assert page
    assert [(e.to, e.held, e.back) for c in page.controls for e in c.edges.values()] == [
        ("Notes", 2, False)
    ]


def test_an_edge_that_held_with_empty_fields_needs_none() -> None:
    step = a_step("Notes", "Add", "Settings")
    known = walked(a_map(), step, TODAY, filled=True)
    assert edge(known, "Add").filled
    assert not edge(walked(known, step, TODAY), "Add").filled
    known = walked(walked(known, step, TODAY), step, TODAY, filled=True)
    assert not edge(known, "Add").filled


def edge(known: AppMap, name: str = "Settings") -> Edge:
    page = known.page("Notes")
    control = page.control(f"#{name.lower()}", name) if page else None
    assert control
    return control.edges["tap"]


def test_what_did_harm_is_not_offered() -> None:
    known = walked(a_map(), a_step("Notes", "Settings", "Settings"), TODAY, "1.0", "delete")
    assert not edge(known).offered


def test_pages_are_at_most_forty_and_the_first_stays() -> None:
    known = a_map().model_copy(update={"start": "Notes"})
    for n in range(MOST_PAGES + 5):
        known, _ = see(known, looks(f"p{n}"), sight(f"Page {n}"), TODAY)
    assert len(known.pages) == MOST_PAGES
    assert known.page("Notes")
    assert known.page("Settings"), "what edges lead to outlasts what none does"


def test_what_turns_out_to_be_the_persons_leaves_the_map() -> None:
    told = (General("#to_field", "button", "Old Mill", frozenset({"tap"})),)
    known, _ = see(AppMap(), looks("page"), Sight("page", "Way", told, ()), TODAY)
    (page,) = without(known, {"old mill"}).pages
    assert [c.name for c in page.controls] == ["to"]
    kept = Page(name="A", controls=(Control(key="#style", name="Style"),))
    known = AppMap(pages=(kept,))
    assert without(known, {"style"}) == known, "its id says it too"
    avatar = Control(key="#list/row/#channel_avatar", name="Go to channel Quiet Cosmos", row=True)
    (page,) = without(AppMap(pages=(Page(name="A", controls=(avatar,)),)), {"quiet cosmos"}).pages
    assert page.controls[0].name == "channel avatar", "its id says another part of it"


def test_texts_are_rewritten_everywhere() -> None:
    known = rewritten(a_map(), lambda text: text.replace("Settings", "•••"))
    assert "Settings" not in known.model_dump_json()


def a_row(name: str, *, row: bool = False, id: str = "") -> General:
    return General("#list/row", "item", name, frozenset({"tap"}), row, id)


def test_what_a_model_says_of_a_page_is_kept() -> None:
    known = a_map()
    page = known.page("Settings")
    assert page
    known = described(known, page, "Preferences", ("Sound", "Backup"), ("free space",))
    found = known.page("Preferences")
    assert found
    assert (found.described, found.fixed, found.shows) == (
        True,
        ("Sound", "Backup"),
        ("free space",),
    )
    assert [edge.to for c in known.pages[0].controls for edge in c.edges.values()] == [
        "Preferences"
    ]
    assert known.fixed == {"sound", "backup"}
    again, _ = see(known, looks("settings"), Sight("page", "Settings", (), ("entry",)), TODAY)
    assert again.page("Preferences") == found


def test_a_page_that_was_named_keeps_its_name() -> None:
    known = described(a_map(), a_map().pages[1], "Preferences", (), ())
    again = described(known, known.pages[1], "Settings list", ("Sound",), ())
    assert (again.pages[1].name, again.pages[1].fixed) == ("Preferences", ("Sound",))


def test_a_name_that_another_page_has_gets_a_number() -> None:
    page = a_map().pages[1]
    assert described(a_map(), page, "Notes", (), ()).pages[1].name == "Notes 2"
    assert described(a_map(), page, "settings", (), ()).pages[1].name == "Settings"
    assert described(a_map(), page, "", (), ()).pages[1].name == "Settings"


def test_kinds_of_rows_go_where_each_is_told_by_name_but_not_their_ways() -> None:
    seen_as = Sight("page", "Settings", (a_row("entry", row=True),), ())
    known, page = see(AppMap(), looks("settings"), seen_as, TODAY)
    assert described(known, page, "", ("Sound",), ()).pages[0].controls == ()
    assert described(known, page, "", (), ()).pages[0].controls == page.controls
    led = walked(known, Step("Settings", page.controls[0], "tap", "Settings"), TODAY)
    (page,) = led.pages
    assert described(led, page, "", ("Sound",), ()).pages[0].controls == page.controls


def test_entries_that_share_a_key_are_never_one_renamed() -> None:
    """Where a list has scrolled, others are in sight."""
    first = Sight("page", "Settings", (a_row("Sound"), a_row("Backup")), ())
    later = Sight("page", "Settings", (a_row("Backup"), a_row("About")), ())
    known, _ = see(AppMap(), looks("settings"), first, TODAY)
    _, page = see(known, looks("settings"), later, TODAY)
    assert [(c.name, c.also) for c in page.controls] == [
        ("Sound", ()), ("Backup", ()), ("About", ()),
    ]  # fmt: skip
    by_id = [Sight("page", "", (a_row(n, id="text_size"),), ()) for n in ("Text size", "Textgröße")]
    known, _ = see(AppMap(), looks("display"), by_id[0], TODAY)
    _, page = see(known, looks("display"), by_id[1], TODAY)
    assert [(c.name, c.also) for c in page.controls] == [("Textgröße", ("Text size",))]


def test_a_page_is_not_called_by_somebody_whom_its_opener_names() -> None:
    chip = Step("Notes", Control(key="#chip", role="button", name="Ada Love"), "tap", "Ada Love")
    known, page = see(a_map(), looks("ada"), sight("", "Follow"), TODAY, chip)
    known = walked(known, chip._replace(to=page.name), TODAY)
    assert known.page("after Ada Love")
    known = without(without(known, {"ada love"}), {"ada love"})
    assert "Ada" not in known.model_dump_json()


def test_what_is_fixed_is_no_persons_text() -> None:
    known, page = see(
        AppMap(), looks("settings"), Sight("page", "Settings", (a_row("Sound mode"),), ()), TODAY
    )
    assert without(known, {"sound mode"}).pages[0].controls[0].name == ""
    known = described(known, page, "Sound mode", ("Sound mode",), ())
    kept = without(known, {"sound mode"}).pages[0]
    assert (kept.name, kept.controls[0].name) == ("Sound mode", "Sound mode")


def test_entries_that_are_the_persons_are_one_kind_of_row() -> None:
    seen = Sight("dialog", "Ring", (a_row("Chimes"), a_row("Old mill"), a_row("Red mill")), ())
    known, _ = see(a_map(), looks("ring"), seen, TODAY)
    dangers: dict[str, Danger | None] = {"Old mill": None, "Red mill": "delete"}
    for mill in dangers:
        control = Control(key="#list/row", role="item", name=mill)
        verb = "tap" if mill == "Old mill" else "long_press"
        known = walked(known, Step("Ring", control, verb, "Notes"), TODAY)
        known = walked(known, Step("Ring", control, "swipe", mill), TODAY, danger=dangers[mill])
    page = without(known, {"old mill", "red mill"}).page("Ring")
    assert page
    assert [(c.name, c.row, {*c.edges}) for c in page.controls] == [
        ("Chimes", False, set()), ("", True, {"tap", "long_press", "swipe"}),
    ]  # fmt: skip
    assert page.controls[1].edges["swipe"].danger == "delete"


def test_a_sign_that_is_seen_later_is_added() -> None:
    def sign(told: str) -> Sight:
        return Sight("page", "Player", (General("b", "button", "", frozenset(), sign=told),), ())

    known, _ = see(AppMap(), looks("player"), sign(""), TODAY)
    known, _ = see(known, looks("player"), sign("queue"), TODAY)
    _, page = see(known, looks("player"), sign("list icon"), TODAY)
    assert [c.sign for c in page.controls] == ["queue"]


@pytest.mark.parametrize(
    ("seen", "kept"),
    [(("", "0 to 12", ""), "0 to 12"), (("0 to 180", "0 to 212", "0 to 212"), VARIES)],
)
def test_the_range_of_a_slider_is_kept_where_it_stays(seen: tuple[str, ...], kept: str) -> None:
    def fade(values: str) -> Sight:
        told = General("f", "slider", "Crossfade", frozenset(), values=values)
        return Sight("page", "Playback", (told,), ())

    known = AppMap()
    for values in seen:
        known, page = see(known, looks("playback"), fade(values), TODAY)
    assert [c.values for c in page.controls] == [kept]


def test_a_nameless_sight_of_a_control_leaves_it_its_name() -> None:
    def play(name: str, sign: str = "") -> Sight:
        told = General("p", "button", name, frozenset(), sign=sign)
        return Sight("page", "Player", (told,), ())

    known, _ = see(AppMap(), looks("player"), play("Play"), TODAY)
    _, page = see(known, looks("player"), play("", "play icon"), TODAY)
    assert [(c.name, c.sign) for c in page.controls] == [("Play", "play icon")]


def test_what_a_model_calls_what_it_touches_is_its_sign() -> None:
    bare = Sight("page", "Player", (General("b", "button", "", frozenset({"tap"})),), ())
    known, page = see(AppMap(), looks("player"), bare, TODAY)
    touched = page.controls[0].model_copy(update={"sign": "queue"})
    known = walked(known, Step("Player", touched, "tap", "Player"), TODAY)
    assert [c.sign for c in known.pages[0].controls] == ["queue"]


def test_the_words_of_an_id_are_no_other_name() -> None:
    def a_filter(name: str) -> Sight:
        found = General("#filters/#filter_mono", "button", name, frozenset({"tap"}))
        return Sight("page", "Filters", (found,), ())

    known, _ = see(AppMap(), looks("filters"), a_filter("filter mono"), TODAY)
    _, page = see(known, looks("filters"), a_filter("Black and white"), TODAY)
    assert [(c.name, c.also) for c in page.controls] == [("Black and white", ())]
