"""What a finger that moves takes along, and what is asked of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Move, resolve
from appagent.geometry import Point, Rect
from appagent.guard.asking import controls, touched
from appagent.guard.assess import Context, assess
from appagent.guard.question import Page
from appagent.knowledge.answers import Answers
from appagent.screen.marks import bare, mark
from appagent.screen.sliders import tell_sliders
from appagent.screen.values import App, Element, Screen
from tests.screen.trees import elements, node, screen

TAPS = "clickable"
CARD = Rect(40, 900, 1040, 1500)
CARD_NODE = node("FrameLayout", CARD, id="card", desc="Offer", flags=TAPS)
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


def mails(left: int = 0, right: int = 1080) -> str:
    rows = (
        node("LinearLayout", (left, top, right, top + 190), node("TextView",
             (left + 40, top, right - 40, top + 90), text=name), id="mail", flags=TAPS)
        for top, name in ((900, "Ann"), (1100, "Ben"), (1300, "Cem"))
    )  # fmt: skip
    return node("RecyclerView", (left, 300, right, 2000), *rows, id="mails", flags="scrollable")


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
    assert assess(move, Page(seen), Context(Answers())) == {"delete": ""}


def test_what_nobody_knows_of_a_card_is_not_done() -> None:
    seen = shown(CARD_NODE)
    move = resolve(parse('swipe("left")'), mark(seen))
    assert assess(move, Page(seen), Context(Answers())) == {"unknown": ""}
    known = Answers().with_lines({Page(seen).said: {'swipe on button "Offer"': "pay"}}, "")
    assert assess(move, Page(seen), Context(known)) == {"pay": ""}


def test_a_text_counts_where_a_finger_points_and_nothing_else_is() -> None:
    text = node("TextView", CARD, text="Slide to pay")
    assert lines('swipe("left")', shown(text)) == []
    move = Move(parse("drag_at(900, 229, 100, 229)"), gesture=ACROSS)
    assert [asked.line for asked in touched(move, Page(shown(text)))] == [
        'swipe on text "Slide to pay"'
    ]


# --- sliders and tabs -----------------------------------------------------------------------------

SLIDER = node("SeekBar", CARD, id="amount", desc="Slide to pay", flags="focusable", text="0.0")


@pytest.mark.parametrize(
    "said", ["tap(N)", 'swipe(N, "right")', 'text(N, "40%")', 'swipe("right")', "tap_at(500, 1200)"]
)
def test_a_slider_is_asked_about_however_it_is_moved(said: str) -> None:
    seen = shown(SLIDER)
    assert lines(said, seen, label="Slide to pay") == ['set slider "Slide to pay"']
    assert [asked.line for asked in controls(Page(seen))] == ['set slider "Slide to pay"']


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
