"""What stands around a control, rule by rule."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from appagent.geometry import Point, Rect
from appagent.safety.scene import Scene
from appagent.screen.values import Element
from tests.safety.test_effects import FIELD, button, row, text
from tests.screen.trees import element, screen

YES, NO = button("OK", top=1000), button("Cancel", top=1100)
ASKS = text("Delete chat?", 900)
WIDE, HIGH = 1080, 2400


def named(name: str, key: str, box: tuple[int, int, int, int], **fields: object) -> Element:
    return element(key=key, name=name, bounds=Rect(*box), **fields)


def listed(name: str, number: int) -> Element:
    """A text that is a row."""
    return replace(row(name, number), role="text", uses=frozenset())


# --- dialogs --------------------------------------------------------------------------------------


def dialog(*inside: Element) -> str | None:
    return Scene(screen(inside)).dialog_danger(YES)


def test_a_dialog_is_a_text_above_a_few_buttons() -> None:
    assert dialog(ASKS, YES, NO) == "delete"
    assert dialog(ASKS) is None
    assert dialog(YES, NO) is None
    buttons = [button(f"B{n}", top=1000 + n) for n in range(7)]
    assert dialog(ASKS, *buttons[:6]) == "delete"
    assert dialog(ASKS, *buttons) is None


def test_a_dialog_covers_no_more_than_three_quarters_of_the_screen() -> None:
    low = button("More", top=900 + 1800 - 80)
    assert dialog(ASKS, YES, low) == "delete"
    lower = button("More", top=900 + 1800 - 79)
    assert dialog(ASKS, YES, lower) is None


def test_rows_switches_and_what_can_be_touched_ask_nothing() -> None:
    rows = [row(f"Row {n}", n) for n in range(9)]
    states = [button(f"S{n}", checked=False) for n in range(9)]
    assert dialog(ASKS, YES, *rows, *states) == "delete"
    assert dialog(listed("Delete chat?", 4), YES) is None
    assert dialog(button("Delete chat?"), YES) is None


def test_the_question_of_another_window_is_not_asked_here() -> None:

    bar = element(key="window:system/#ask", name=ASKS.name, role="text", uses=frozenset())
    assert dialog(bar, YES, NO) is None
    inside = element(key="window:system/#ok", name="OK")
    found = Scene(screen((bar, inside, YES))).dialog_danger(inside)
    assert found == "delete"
    deeper = element(key="window:system/#bar/#ok", name="OK")
    assert Scene(screen((bar, deeper, YES))).dialog_danger(deeper) == "delete"
    other = element(key="window:2/#ok", name="OK")
    assert Scene(screen((bar, inside, other))).dialog_danger(other) is None


def test_any_text_of_a_dialog_may_ask_and_only_the_title_without_a_mark() -> None:
    title, body = text("Sure?", 900), text("Delete chat?", 950)
    assert dialog(title, body, YES) == "delete"
    assert dialog(text("Delete chat", 900), YES) == "delete"
    assert dialog(text("Chat", 900), text("Delete chat", 950), YES) is None


def test_a_choice_under_a_title_that_is_a_deed_does_it() -> None:
    title = text("Schedule send", 900)
    assert dialog(title, YES) == "send"
    assert dialog(text("Today", 800), title, YES) is None


def test_a_choice_in_a_list_of_choices_does_what_its_title_asks() -> None:
    choice = button("None", key="#select_dialog_listview/row")
    title = text("Delete chat?")
    assert Scene(screen((title, choice))).choice_danger(choice) == "delete"
    assert Scene(screen((text("Theme"), title, choice))).choice_danger(choice) is None
    assert Scene(screen((choice,))).choice_danger(choice) is None
    assert Scene(screen((title, YES))).choice_danger(YES) is None
    in_row = listed("Delete chat?", 1)
    assert Scene(screen((in_row, choice))).choice_danger(choice) is None
    assert Scene(screen((text("Delete chat"), choice))).choice_danger(choice) == "delete"


MENU = [button(f"B{n}", top=1000 + 100 * n) for n in range(6)]


@pytest.mark.parametrize(
    ("opener", "label", "around", "danger"),
    [
        ("Repost", "Now", MENU[1:], "post"),
        ("Repost", "Now", MENU, None),  # a page
        ("Repost", "Now", [*MENU[1:], *map(text, "abc")], "post"),
        ("Repost", "Now", [button("Top", top=100), button("Low", top=2200)], None),
        ("Repost", "Now", [FIELD], None),
        ("Repost", "Cancel", (), None),
        ("Repost", "Copy", (), None),
        ("Repost", "Repost", (), "post"),
        ("Reply", "Reply", (), "send"),
        ("Reply", "Share", (), None),  # opens a page of its own
        ("Sort", "Now", (), None),
        ("", "Now", (), None),
    ],
)
def test_what_opened_a_small_window_tells_what_its_choices_do(
    opener: str, label: str, around: Sequence[Element], danger: str | None
) -> None:
    choice = button(label, top=1600)
    shown = Scene(screen((choice, *around)), opener=opener)
    assert shown.window_danger(choice, label) == danger


@pytest.mark.parametrize(
    ("title", "buttons", "danger"),
    [
        ("This mail cannot be sent", ["OK"], None),
        ("Senden fehlgeschlagen", ["OK"], None),
        ("无法发送", ["确定"], None),
        ("This mail cannot be sent", ["OK", "Try once more"], "send"),
        ("Your mail goes at 9:00", ["OK"], "send"),
        # what cannot be done is to take it back
        ("A sent mail cannot be recalled", ["OK"], "send"),
        ("You can not undo this", ["OK"], "send"),
        ("Das kann nicht wiederhergestellt werden", ["OK"], "send"),
        ("发送后无法撤回", ["确定"], "send"),
        # no mere reading
        ("This mail cannot be sent now", ["Continue"], "send"),
    ],
)
def test_one_button_under_what_cannot_be_done_only_closes(
    title: str, buttons: Sequence[str], danger: str | None
) -> None:
    ok, *others = (button(label, top=1600 + 100 * n) for n, label in enumerate(buttons))
    shown = Scene(screen((text(title, 1400), ok, *others)), opener="Schedule send")
    assert shown.window_danger(ok, ok.name) == danger


@pytest.mark.parametrize("asks", ["Delete chat?", "删除？", "هل تريد حذف المحادثة؟"])
def test_a_page_asks_by_a_question_mark_of_any_script(asks: str) -> None:
    title = text("Chat", 100)
    assert Scene(screen((title, text(asks, 900)))).page_danger == "delete"
    assert Scene(screen((title, button(asks)))).page_danger is None
    assert Scene(screen((title, text("Delete chat", 900)))).page_danger is None


# --- whom to send it to ---------------------------------------------------------------------------


@pytest.mark.parametrize("title", ["Send to", "Share with", "Teilen mit", "Send to…", "SEND TO "])
def test_a_title_that_ends_in_a_preposition_hands_on(title: str) -> None:
    assert Scene(screen((text(title, 100),))).hands_on == "send"


@pytest.mark.parametrize("title", ["Send", "Go to", "Sent items", "Delete from", "Send to Ada"])
def test_another_title_hands_nothing_on(title: str) -> None:
    assert Scene(screen((text(title, 100),))).hands_on is None


def test_the_title_of_a_sheet_stands_below_a_quarter_of_the_screen() -> None:
    assert Scene(screen((text("Share", HIGH // 4),))).hands_on == "send"
    assert Scene(screen((text("Share", HIGH // 4 - 1),))).hands_on is None
    assert Scene(screen((listed("Share", 9),))).hands_on is None


def test_the_hint_of_a_field_hands_on_and_no_other_label_does() -> None:
    to = element(key="#to", role="text field", name="Send to…", uses=FIELD.uses)
    assert Scene(screen((to,))).hands_on == "send"
    assert Scene(screen((replace(to, name="Send to ..."),))).hands_on == "send"
    assert Scene(screen((replace(to, key="#list/row/#to"),))).hands_on is None
    assert Scene(screen((button("Send to…"),))).hands_on is None


@pytest.mark.parametrize("key", ["#nav/#chats", "#send_tab", "#delete"])
def test_a_selected_tab_hides_no_title_and_its_key_says_nothing(key: str) -> None:
    tab = element(key=key, role="tab", name="Chats", selected=True)
    assert Scene(screen((text("Delete account", 100), tab))).page_danger == "delete"
    assert Scene(screen((text("Send to", 100), tab))).hands_on == "send"
    assert Scene(screen((text("Chats", 100), tab))).page_danger is None
    assert Scene(screen((tab,))).page_danger is None


@pytest.mark.parametrize("hint", ["Reply…", "Send a message…", "Share your thoughts...", "Send"])
def test_a_hint_for_a_text_hands_nothing_on(hint: str) -> None:
    field = element(key="#text", role="text field", name=hint, uses=FIELD.uses)
    assert Scene(screen((field,))).hands_on is None


# --- fields ---------------------------------------------------------------------------------------


def test_a_field_to_search_in_edits_nothing() -> None:
    search = element(key="#q", name="Search", uses=FIELD.uses)
    by_id = element(key="#q", name="", resource_id="a:id/search_src", uses=FIELD.uses)
    described = element(key="#q", name="", description="Search", uses=FIELD.uses)
    page = screen((FIELD, search, by_id, described, YES))
    assert Scene(page).editors == [FIELD]


@pytest.mark.parametrize(
    ("control", "sends"),
    [
        ({"name": "Send"}, True),
        ({"name": "Publish"}, True),
        ({"name": "", "resource_id": "a:id/send"}, True),
        ({"name": "Pay"}, False),
        ({"name": "Emoji"}, False),
        ({"name": "Send", "uses": frozenset()}, False),
        ({"name": "Send", "uses": FIELD.uses}, False),
        ({"name": "Send", "bounds": Rect(920, 300, 1000, 400)}, False),  # in another line
    ],
)
def test_a_field_has_a_sender_in_its_line(control: dict[str, object], sends: bool) -> None:
    field = replace(FIELD, bounds=Rect(0, 900, 900, 1000))
    beside = element(**{"key": "#go", "bounds": Rect(920, 900, 1000, 1000), **control})
    assert Scene(screen((field, beside))).has_sender(field) is sends


# --- lists ----------------------------------------------------------------------------------------


def test_a_row_of_a_page_is_wide_and_one_of_a_menu_is_not() -> None:
    page = screen()
    wide = round(0.7 * WIDE)
    box = (100, 500, 100 + wide, 600)
    assert Scene(page).is_wide_row(named("Ada", "#list/row", box))
    assert not Scene(page).is_wide_row(named("Ada", "#list/row", (101, *box[1:])))
    assert not Scene(page).is_wide_row(named("Ada", "#list/row/#icon", box))
    assert not Scene(page).is_wide_row(named("Ada", "#ada", box))


ROW = row("Ada", 1)
LIST = named("", "#list", (0, 300, 1080, 2300), role="list", uses=frozenset({"swipe"}))


def swiped(*on: Element, start: Point | None = None, of: Element | None = ROW) -> Element | None:
    return Scene(screen(on)).row_to_swipe(start, of)


def test_a_row_is_swiped_by_itself_or_where_a_finger_starts() -> None:
    assert swiped(LIST, ROW) is ROW
    assert swiped(LIST, ROW, start=Point(500, 550), of=None) is ROW
    assert swiped(LIST, ROW, start=Point(500, 650), of=None) is None
    assert swiped(LIST, ROW, of=None) is None
    assert swiped(of=ROW) is ROW  # of an older screen
    assert swiped(of=YES) is None
    inner = named("", "#list/row", ROW.bounds.inset(5))
    assert swiped(LIST, ROW, inner) is inner
    star = named("", "#list/row/#star", (500, 520, 600, 580))
    assert swiped(LIST, ROW, star, of=star) is ROW


def test_a_tile_and_what_moves_itself_are_not_swiped_aside() -> None:
    tile = named("Ada", "#list/row", (0, 500, 700, 600))
    moves = row("Ada", 1, uses=frozenset({"tap", "swipe"}))
    assert swiped(tile, of=tile) is None
    assert swiped(moves, of=moves) is None
    assert swiped(of=moves) is None


def test_a_row_in_what_moves_sideways_is_not_swiped_aside() -> None:
    for role in ("pages", "slider"):
        around = named("", "#around", LIST.bounds, role=role, uses=LIST.uses)
        assert swiped(around, ROW) is None
        elsewhere = named("", "#around", (0, 0, 1080, 400), role=role, uses=LIST.uses)
        assert swiped(elsewhere, ROW) is ROW
    beside = [named("", "#list/row", (500 * n, 700, 500 * n + 500, 800)) for n in range(2)]
    assert swiped(LIST, ROW, *beside) is None
    below = [named("", "#list/row", (500 * n, 700 + 100 * n, 500 * n + 500, 800 + 100 * n))
             for n in range(2)]  # fmt: skip
    assert swiped(LIST, ROW, *below) is ROW


def test_buttons_side_by_side_tell_that_a_scroll_area_moves_sideways() -> None:
    area = named("", "#area", LIST.bounds, role="scroll area", uses=LIST.uses)
    beside = [named("", f"#area/#b{n}", (500 * n, 700, 500 * n + 500, 800)) for n in range(2)]
    assert swiped(area, ROW, *beside) is None
    texts = [named("", e.key, e.bounds, uses=frozenset()) for e in beside]
    assert swiped(area, ROW, *texts) is ROW
    apart = [named("", f"#b{n}", e.bounds) for n, e in enumerate(beside)]
    assert swiped(area, ROW, *apart) is ROW
    listed = named("", "#area", LIST.bounds, role="list", uses=LIST.uses)
    assert swiped(listed, ROW, *beside) is ROW


def test_a_wordless_row_does_what_those_of_its_key_say() -> None:
    cut, wordless, other = (
        named(name, "#list/row/#star", (0, 100 * n, 900, 100 * n + 100), resource_id="a:id/star")
        for n, name in enumerate(("star", "star", "Star of Bob"))
    )
    page = Scene(screen((cut, wordless, other)))
    assert page.siblings(cut) == [cut, other]
    assert page.siblings(other) == [other]
    for said in ({"text": "star"}, {"description": "star"}, {"name": "Star"}):
        own = replace(cut, **said)
        assert Scene(screen((own, other))).siblings(own) == [own]
