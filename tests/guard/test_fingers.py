"""What a finger that moves takes along, and what is asked of it."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Move, TouchAt, resolve
from appagent.actions.way import Way
from appagent.geometry import Point, Rect
from appagent.guard.asking import controls, to_ask, touched
from appagent.guard.assess import Context, assess
from appagent.guard.question import Page
from appagent.knowledge.answers import Answers
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.icons import look_of
from appagent.screen.keys import fingerprint
from appagent.screen.marks import bare, mark
from appagent.screen.shapes import Found, add_shapes
from appagent.screen.sliders import tell_sliders
from appagent.screen.values import App, Element, Screen
from tests.screen.trees import SIZE, elements, node, page, screen

TAPS = "clickable"
CARD = Rect(40, 900, 1040, 1500)
CARD_NODE = node("FrameLayout", CARD, id="card", desc="Offer", flags=TAPS)
NAMES = ("Ann", "Ben", "Cem", "Dee", "Eve")
ACROSS = Drag(Point(900, 1200), Point(100, 1200), screen(()).size, 500)


def shown(*children: str) -> Screen:
    title = node("TextView", (40, 10, 1060, 90), id="title", text="Mail")
    return tell_sliders(screen(elements(title, *children), app=App("com.example.mail", ".Main")))


def lines(said: str, seen: Screen, *, label: str = "") -> list[str]:
    """What is asked before an action, with `label` in the place of its number."""
    view = bare(seen, width_px=seen.size.width) if "_at" in said else mark(seen)
    number = next((m.label for m in view.marks if m.element and m.element.name == label), 0)
    move = resolve(parse(said.replace("N", str(number))), view)
    return [asked.line for asked in touched(move, Page(seen))]


def in_pages(*children: str) -> str:
    return node("ViewPager", (0, 200, 1080, 2200), *children, id="pager", flags="scrollable")


def mails(left: int = 0, right: int = 1080, flags: str = "scrollable") -> str:
    rows = (
        node("LinearLayout", (left, top, right, top + 190), node("TextView",
             (left + 40, top, right - 40, top + 90), text=name), id="mail", flags=TAPS)
        for top, name in zip(range(900, 1900, 200), NAMES, strict=True)
    )  # fmt: skip
    return node("RecyclerView", (left, 300, right, 2000), *rows, id="mails", flags=flags)


def cards() -> str:
    """Two of which the upper one is swiped off the other."""
    two = (node("FrameLayout", (0, 300 + n, 1080, 1900), id="card", desc=f"Card {n}", flags=TAPS)
           for n in (0, 40))  # fmt: skip
    return node("RecyclerView", (0, 300, 1080, 2000), *two, id="stack")


def tiles(top: int, lefts: tuple[int, ...]) -> list[str]:
    return [
        node("FrameLayout", (left, top, left + 320, top + 180), desc=f"Tile {left}", flags=TAPS)
        for left in lefts
    ]


def strip() -> str:
    return node("RecyclerView", (0, 1100, 1080, 1300), *tiles(1110, (20, 360, 700)), id="strip",
                flags="scrollable")  # fmt: skip


def grid() -> str:
    both = [*tiles(1110, (20, 360, 700)), *tiles(1320, (20, 360, 700))]
    return node("RecyclerView", (0, 1000, 1080, 1600), *both, id="notes", flags="scrollable")


@pytest.mark.parametrize(
    ("said", "label", "children", "found"),
    [
        ('swipe("left")', "", (CARD_NODE,), ['swipe on button "Offer"']),
        ('swipe(N, "left")', "Offer", (CARD_NODE,), ['swipe on button "Offer"']),
        ('swipe("up")', "", (mails(),), []),
        ('swipe("up")', "", (mails(flags=""),), []),  # all of it shows
        ('swipe("up")', "", (cards(),), ['swipe on item "Card #"']),
        ('swipe("left")', "", (in_pages(mails()),), ["swipe on row (mails)"]),
        ('swipe("left")', "", (mails(300, 900),), ["swipe on row (mails)"]),
        ('swipe("left")', "", (strip(),), []),
        ('swipe("left")', "", (grid(),), ["swipe on row (notes)"]),
        ('swipe("left")', "", (in_pages(node("ImageView", (0, 200, 1080, 2200), id="photo",
                               flags=TAPS)),), []),
        ('swipe("left")', "", (in_pages(CARD_NODE),), ['swipe on button "Offer"']),
        ('swipe(N, "up")', "Offer", (CARD_NODE,), ['swipe on button "Offer"']),
        ('swipe(N, "up")', "Offer", (in_pages(CARD_NODE),), []),
        ('scroll_to("Zoe", direction="left")', "", (CARD_NODE,), ['swipe on button "Offer"']),
    ],
)  # fmt: skip
def test_what_a_finger_takes_along_is_asked_about(
    said: str, label: str, children: tuple[str, ...], found: list[str]
) -> None:
    assert lines(said, shown(*children), label=label) == found


def test_a_row_of_a_list_is_swiped_away_and_not_asked_about() -> None:
    seen = shown(mails())
    move = resolve(parse('swipe("left")'), mark(seen))
    assert list(touched(move, Page(seen))) == []
    assert assess(move, Page(seen), Context(Answers())).keys() == {"delete"}


def test_what_nobody_knows_of_a_card_is_not_done() -> None:
    seen = shown(CARD_NODE)
    move = resolve(parse('swipe("left")'), mark(seen))
    assert assess(move, Page(seen), Context(Answers())).keys() == {"unknown"}
    known = Answers().with_lines({Page(seen).said: {'swipe on button "Offer"': "pay"}}, "")
    assert assess(move, Page(seen), Context(known)) == {"pay": ""}


def test_a_text_counts_where_a_finger_points_and_nothing_else_is() -> None:
    text = node("TextView", CARD, text="Slide to pay")
    assert lines('swipe("left")', shown(text)) == []
    move = Move(parse("drag_at(900, 229, 100, 229)"), gesture=ACROSS)
    assert [asked.line for asked in touched(move, Page(shown(text)))] == [
        'swipe on text "Slide to pay"'
    ]


def test_a_form_that_scrolls_is_no_strip() -> None:
    """Two buttons side by side further down say nothing of what is above them."""
    buttons = [node("Button", (left, 2000, left + 480, 2100), text=name, flags=TAPS)
               for left, name in ((40, "Cancel"), (560, "OK"))]  # fmt: skip
    text = node("TextView", CARD, text="Slide to pay")
    seen = shown(node("ScrollView", (0, 200, 1080, 2300), text, *buttons, id="form",
                      flags="scrollable"))  # fmt: skip
    move = Move(parse("drag_at(900, 229, 100, 229)"), gesture=ACROSS)
    assert [asked.line for asked in touched(move, Page(seen))] == ['swipe on text "Slide to pay"']


def test_what_nothing_scrolls_is_moved_up_too() -> None:
    answer = node(
        "ImageView", (40, 900, 1040, 2000), id="answer", desc="Swipe up to answer", flags=TAPS
    )
    seen = replace(shown(answer), app=App("com.android.dialer", ".InCallActivity"))
    move = resolve(parse('swipe("up")'), mark(seen))
    assert assess(move, Page(seen), Context(Answers())) == {"call": ""}


# --- ways to touch --------------------------------------------------------------------------------

MIDDLE = Point(500, 1200)
TOUCHED = TouchAt(MIDDLE, ACROSS.frame)
NUDGED = Drag(MIDDLE, Point(505, 1200), ACROSS.frame, 100)


@pytest.mark.parametrize(
    ("said", "gesture"),
    [
        ("tap_at(1, 1)", TOUCHED),
        ("long_press_at(1, 1)", TOUCHED),
        ("drag_at(1, 1, 2, 1)", NUDGED),
    ],
)
def test_no_way_of_touching_is_free(said: str, gesture: TouchAt | Drag) -> None:
    move, known = Move(parse(said), gesture=gesture), Context(Answers())
    text = shown(node("TextView", CARD, text="Pay now"))
    scroller = shown(node("ScrollView", (0, 200, 1080, 2300), node("TextView", CARD,
                     text="Pay now"), flags="scrollable clickable"))  # fmt: skip
    typing = replace(shown(), keyboard_area=Rect(0, 800, 1080, 2400))
    hidden = replace(screen(()), picture="secure")
    for seen in (text, scroller, typing, hidden):
        assert assess(move, Page(seen), known).keys() == {"unknown"}, seen.elements


def test_what_is_disabled_takes_no_touch_where_android_says_so() -> None:
    off = node("Button", (80, 1000, 400, 1100), text="Pay", flags="clickable disabled")
    page = node("WebView", (0, 200, 1080, 2200), off, flags="scrollable")
    row = node("LinearLayout", CARD, off, id="order", desc="Order", flags=TAPS)
    found = []
    for child in (off, page, row):
        seen = shown(child)
        pay = next(e for e in seen.elements if e.name == "Pay")
        move = Move(parse("tap(1)"), element=pay, gesture=TouchAt(pay.bounds.center, ACROSS.frame))
        found.append([asked.line for asked in touched(move, Page(seen))])
    assert found == [[], ['button "Pay"'], ['button "Order"']]


def test_a_row_never_takes_the_answer_of_a_button() -> None:
    def row(top: int, says: str) -> str:
        button = node("Button", (800, top, 1040, top + 90), text=says, flags=TAPS)
        name = node("TextView", (40, top, 700, top + 90), text=f"Item {top}")
        return node("LinearLayout", (0, top, 1080, top + 100), name, button, flags=TAPS)

    rows = node("RecyclerView", (0, 300, 1080, 1500), row(310, "Close"), row(420, "Cap"),
                id="items", flags="scrollable")  # fmt: skip
    seen = shown(rows, node("Button", (40, 2000, 500, 2100), text="Close", flags=TAPS))
    asked = {each.line: each for each in controls(Page(seen))}
    own, kind = asked['button "Close"'], asked["button in a row (items)"]
    known = Answers().with_lines({own.page: {own.line: "none", kind.line: "varies"}}, "")
    assert kind.label != own.line
    assert to_ask(kind, known) == kind.label


# --- sliders and tabs -----------------------------------------------------------------------------

SLIDER = node("SeekBar", CARD, id="amount", desc="Slide to pay", flags="focusable", text="0.0")


@pytest.mark.parametrize(
    "said", ["tap(N)", 'swipe(N, "right")', 'text(N, "40%")', 'swipe("right")', "tap_at(500, 1200)"]
)
def test_a_slider_is_asked_about_however_it_is_moved(said: str) -> None:
    seen = shown(SLIDER)
    assert lines(said, seen, label="Slide to pay") == ['set slider "Slide to pay"']
    assert [asked.line for asked in controls(Page(seen))] == ['set slider "Slide to pay"']


def test_a_slider_that_stands_is_moved_up() -> None:
    seen = shown(node("SeekBar", (500, 600, 580, 1800), desc="Slide up to pay", text="0.0"))
    assert lines('swipe("up")', seen) == ['set slider "Slide up to pay"']
    assert lines('swipe("left")', seen) == []


def test_what_looks_like_a_tab_is_asked_about() -> None:
    seen = shown(
        node("TextView", (0, 2200, 540, 2340), text="Basket", flags="clickable selected"),
        node("TextView", (540, 2200, 1080, 2340), text="Order now", flags=TAPS),
    )
    assert [e.role for e in seen.elements if e.uses] == ["tab", "tab"]
    assert lines("tap(N)", seen, label="Order now") == ['tab "Order now"']


# --- web pages ------------------------------------------------------------------------------------


def web(*said: str) -> Screen:
    """A browser: its bar, and a page with a button "Continue" below some texts."""
    texts = [node("TextView", (0, 300 + 100 * n, 1080, 390 + 100 * n), text=each)
             for n, each in enumerate(said)]  # fmt: skip
    button = node("Button", (40, 1200, 500, 1300), text="Continue", flags=TAPS)
    page = node("WebView", (0, 200, 1080, 2200), *texts, button, flags="scrollable")
    bar = node("ImageButton", (900, 60, 1040, 180), id="menu", desc="More", flags=TAPS)
    return shown(bar, page)


def of(seen: Screen, name: str) -> Element:
    return next(e for e in seen.elements if e.name == name)


def test_two_web_pages_never_share_an_answer() -> None:
    help_page, shop = web("How to knit"), web("Your order", "40.00")
    first, second = (Page(seen).asked(of(seen, "Continue")) for seen in (help_page, shop))
    assert first.line == second.line == 'button "Continue"'
    assert first.page != second.page
    assert [first.kept, second.kept] == [False, False]
    again = Page(web("How to knit")).asked(of(web("How to knit"), "Continue"))
    assert again == first
    bars = [Page(seen).asked(of(seen, "More")) for seen in (help_page, shop)]
    assert bars[0] == bars[1]
    assert bars[0].kept


def test_a_web_page_counts_down_and_is_the_same() -> None:
    pages = [Page(web("Your order", f"{n} seconds left")) for n in (9, 10)]
    first, second = (page.asked(of(page.screen, "Continue")) for page in pages)
    assert first == second


def test_what_a_web_page_says_is_no_word_of_the_app() -> None:
    """Its texts tell no dialog, its links open nothing by their names, its ids name nothing."""
    told = node("TextView", (120, 900, 960, 1000), text="Say none to all")
    page = node("WebView", (100, 850, 980, 1300), told, flags="scrollable")
    title = node("TextView", (120, 700, 960, 800), text="Terms", id="alertTitle")
    ok = node("Button", (700, 1350, 960, 1450), text="OK", id="android:id/button1", flags=TAPS)
    seen = screen(elements(title, page, ok), app=App("com.example.mail", ".Main"))
    assert Page(seen).asked(of(seen, "OK")).page == 'dialog "Terms"'
    link = replace(of(web("Links"), "Continue"), name="Transfer to Ada")
    tap = Move(parse("tap(1)"), element=link)
    way = Way().after(tap, web("Links"), shown())
    assert way.opener(fingerprint(shown().elements, shown().language)) == ""
    sign = node("ImageButton", (40, 1200, 500, 1300), id="answer_none_for_all", flags=TAPS)
    inside = shown(node("WebView", (0, 200, 1080, 2200), sign, flags="scrollable"))
    assert "answer" not in Page(inside).asked(inside.elements[-1]).line


def test_what_is_painted_on_a_web_page_is_of_it() -> None:
    tree = parse_hierarchy(page(node("WebView", (0, 200, 1080, 2200), flags="scrollable")), SIZE)
    blank = screen(tree.elements, app=App("com.example.mail", ".Main"))
    blank = replace(blank, surfaces=tree.surfaces)
    box = Rect(190, 430, 480, 490)
    seen = add_shapes(blank, read=lambda _: [Found(box, "Continue")])
    (shape,) = seen.shapes
    assert not Page(seen).asked(shape).kept


# --- pictures -------------------------------------------------------------------------------------


def drawn(*, cross: bool) -> Screen:
    """A nameless button with a cross or a bar in it."""
    icon = node("ImageButton", (900, 100, 1040, 240), flags=TAPS)
    seen = shown(icon, node("ImageButton", (40, 100, 180, 240), flags=TAPS))
    image = seen.image.copy()
    image[100:240, 900:1040] = 255
    image[160:180, 920:1020] = 0
    if cross:
        image[120:220, 960:980] = 0
    named = tuple(
        replace(e, place="top right" if e.bounds.left == 900 else "") for e in seen.elements
    )
    return replace(seen, image=image, elements=named)


def test_an_answer_about_a_picture_is_kept_for_what_it_shows() -> None:
    def line(seen: Screen) -> str:
        icon = next(e for e in seen.elements if e.place == "top right")
        return Page(seen).asked(icon).line

    cross, bar = line(drawn(cross=True)), line(drawn(cross=False))
    assert cross.startswith("button (top right, looks ")
    assert cross != bar
    dark = drawn(cross=True)
    assert line(replace(dark, image=255 - dark.image)) == cross


def test_the_disc_of_a_button_does_not_hide_what_is_on_it() -> None:
    def look(*bars: tuple[int, int]) -> str:
        crop = np.full((140, 140, 3), 255, np.uint8)
        cv2.circle(crop, (70, 70), 60, (3, 218, 197), -1)
        for top, bottom in bars:
            crop[top:bottom, 40:100] = 0
        return look_of(crop)

    assert len({look((65, 75)), look((50, 60), (80, 90)), look((45, 55), (65, 75), (85, 95))}) == 3


def test_a_photo_that_is_forbidden_or_a_video_has_no_lasting_answer() -> None:
    seen = drawn(cross=True)
    icon = next(e for e in seen.elements if e.place == "top right")
    noise = np.random.default_rng(1).integers(0, 255, seen.image.shape, np.uint8)
    assert Page(seen).asked(icon).kept
    assert not Page(replace(seen, image=noise)).asked(icon).kept
    black = Page(replace(seen, picture="secure")).asked(icon)
    assert (black.line, black.drawn) == ("button (top right)", None)
