"""Where a slider stands, which range it has, and where it takes a value."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from appagent.geometry import Point, Rect, Size
from appagent.screen.describe import view_lines
from appagent.screen.marks import mark
from appagent.screen.sliders import find_knob, number, tell_sliders
from appagent.screen.values import Element, Image, Screen

from .trees import blank, element, elements, node
from .trees import screen as shown

SIZE = Size(400, 800)
BOX = Rect(20, 100, 380, 160)
PAPER, GREY, BLUE = (250, 250, 250), (228, 228, 228), (20, 90, 200)
FIRST, LAST = 40, 359  # of the track


def drawn(share: float, kind: str = "disc", ground: tuple[int, int, int] = PAPER) -> Image:
    """A picture of a level slider that stands at a share of its track."""
    image = blank(SIZE, ground)
    x, y = round(FIRST + share * (LAST - FIRST)), BOX.center.y
    half = 8 if kind == "handle" else 2
    cv2.rectangle(image, (FIRST, y - half), (LAST, y + half), GREY, -1)
    cv2.rectangle(image, (FIRST, y - half), (x, y + half), BLUE, -1)
    if kind == "disc":
        cv2.circle(image, (x, y), 12, BLUE, -1)
    if kind == "ring":
        cv2.circle(image, (x, y), 12, BLUE, 3)
    if kind == "handle":  # Material 3: a bar in a gap of a thick track
        cv2.rectangle(image, (x - 8, y - 10), (x + 8, y + 10), ground, -1)
        cv2.rectangle(image, (x - 2, y - 22), (x + 2, y + 22), BLUE, -1)
    return image


def slider(value: str = "", bounds: Rect = BOX, **more: object) -> Element:
    uses = frozenset({"tap", "swipe"})
    return element(key="#bar", name="Volume", role="slider", bounds=bounds, value=value,
                   uses=uses, **more)  # fmt: skip


def told(screen: Screen, *earlier: Screen) -> Element:
    (found,) = tell_sliders(screen, earlier).elements
    return found


def at(share: float, value: str = "", kind: str = "disc") -> Screen:
    return shown((slider(value),), drawn(share, kind))


@pytest.mark.parametrize("kind", ["disc", "ring", "handle"])
@pytest.mark.parametrize("share", [0, 0.02, 0.4, 0.5, 0.97, 1])
def test_a_knob_is_found_where_it_stands(kind: str, share: float) -> None:
    found = told(at(share, kind=kind))
    assert found.scale is not None
    assert found.scale.knob is not None
    assert abs(found.scale.knob.x - (FIRST + share * (LAST - FIRST))) <= 2
    assert abs(int(found.value.removesuffix("%")) - 100 * share) <= 2


def test_a_slider_in_the_dark_is_seen_too() -> None:
    found = told(shown((slider(),), drawn(0.3, ground=(18, 18, 20))))
    assert found.value == "30%"


def test_an_upright_slider_grows_upwards() -> None:
    level = drawn(0.25)[BOX.top : BOX.bottom, BOX.left : BOX.right]
    image = blank(SIZE, PAPER)
    image[200:560, 100:160] = np.rot90(level)
    found = told(shown((slider(bounds=Rect(100, 200, 160, 560)),), image))
    assert found.value == "25%"
    assert found.scale is not None
    assert found.scale.start.y > found.scale.end.y


def test_a_slider_that_is_filled_from_the_right_grows_to_the_left() -> None:
    found = told(shown((slider(),), np.ascontiguousarray(drawn(0.25)[:, ::-1])))
    assert found.value == "25%"
    assert found.scale is not None
    assert found.scale.start.x > found.scale.end.x


@pytest.mark.parametrize("share", [0.24, 0.7])
@pytest.mark.parametrize("ground", [PAPER, (18, 18, 20)])
def test_a_broad_slider_stands_where_it_is_filled_to(
    share: float, ground: tuple[int, int, int]
) -> None:
    """As that for the brightness in a panel: a sign at its start, two strokes at its level."""
    image, level = blank(SIZE, ground), BOX.left + round(share * BOX.width)
    image[BOX.top : BOX.bottom, BOX.left : BOX.right] = (242, 242, 242)
    image[BOX.top : BOX.bottom, BOX.left : level] = (0, 0, 0)
    cv2.circle(image, (BOX.left + 30, BOX.center.y), 8, (250, 250, 250), -1)
    cv2.rectangle(image, (level - 20, 120), (level - 16, 140), (250, 250, 250), -1)
    found = told(shown((slider(),), image))
    assert found.value == f"{share:.0%}"
    assert found.scale is not None
    assert found.scale.knob is not None
    assert abs(found.scale.knob.x - level) <= 1
    assert abs(found.scale.place(share).x - level) <= 1


def two_knobs() -> Image:
    image = drawn(0.2)
    cv2.circle(image, (260, BOX.center.y), 12, BLUE, -1)
    return image


def on_a_photo() -> Image:
    noise = np.random.default_rng(1).integers(0, 255, (800, 400, 3), np.uint8)
    return np.where(drawn(0.5) == np.uint8(250), noise, drawn(0.5)).astype(np.uint8)


@pytest.mark.parametrize(
    "image",
    [drawn(0.5, kind="none"), two_knobs(), on_a_photo(), blank(SIZE, PAPER)],
    ids=["no knob", "two knobs", "a photo", "nothing"],
)
def test_what_is_not_seen_is_not_told(image: Image) -> None:
    found = told(shown((slider(),), image))
    assert found.value == ""
    assert found.remarks == ()
    assert found.scale is not None
    assert found.scale.knob is None


def test_a_slider_that_moves_by_itself_has_no_value_of_its_picture() -> None:
    """Else each step in a player would be told to have moved it."""
    found = told(replace(at(0.5), moving=(Rect(190, 110, 220, 150),)))
    assert found.value == ""
    assert found.scale is not None
    assert found.scale.knob is not None


def test_nothing_is_read_off_a_black_picture_or_under_the_keyboard() -> None:
    for screen in (
        replace(at(0.5), picture="secure"),
        replace(at(0.5), keyboard=True, keyboard_area=Rect(0, 90, 400, 800)),
    ):
        assert told(screen).value == ""


@pytest.mark.parametrize(
    ("share", "value", "remark"),
    [
        (0.7, "70.0", "0 to 100"),
        (0.775, "55.0", "-100 to 100"),
        (0.4, "0.4", "0 to 1"),
        (0.0, "0.0", "at 0%"),  # the lowest of any range that begins with 0
        (0.03, "3.0", "at 3%"),  # or 3 s of a song
        (0.5, "0.0", "at 50%"),
        (0.5, "127.0", "at 50%"),  # of 255, or of something else
    ],
)
def test_a_range_is_told_that_the_place_of_a_value_shows(
    share: float, value: str, remark: str
) -> None:
    assert told(at(share, value)).remarks == (remark,)


def test_a_percent_is_told_once() -> None:
    assert told(at(0.4, "40%")).remarks == ()


def test_two_places_tell_the_range() -> None:
    found = told(at(0.5, "18.0"), at(0.25, "15.0"))
    assert found.remarks == ("12 to 24",)
    assert found.scale is not None
    assert (found.scale.low, found.scale.high, found.scale.sure) == (12, 24, True)


def test_a_range_that_begins_next_to_nothing_begins_with_it() -> None:
    found = told(at(0.5, "142.0"), at(0.1, "27.6"))  # else it would begin with -1
    assert found.scale is not None
    assert found.scale.low == 0
    assert found.scale.high == pytest.approx(285, abs=2)


def test_a_slider_elsewhere_tells_nothing_of_this_one() -> None:
    before = shown((slider("15.0", BOX._replace(top=300, bottom=360)),), drawn(0.25))
    assert told(at(0.5, "18.0"), before).remarks == ("at 50%",)


def test_the_line_of_a_slider_tells_its_value_and_its_range() -> None:
    line = view_lines(mark(tell_sliders(at(0.7, "70.0"))))[0]
    assert line == '1 slider "Volume" = "70.0" [0 to 100] {swipe}'


# <SeekBar text="" content-desc="40%"/>, as a music app prints it
def test_a_description_in_percent_is_the_value_and_no_name() -> None:
    bar = node("SeekBar", (20, 100, 380, 160), desc="40%")
    label = node("TextView", (20, 50, 380, 90), text="Volume")
    found = [e for e in elements(label, bar) if e.role == "slider"]
    assert [(e.name, e.value) for e in found] == [("Volume", "40%")]


# <RatingBar text="3.0" focusable bounds="[20,100][380,172]"/>: five stars, as high as wide
STARS = node("RatingBar", (20, 100, 380, 172), text="3.0", flags="focusable")


def test_a_rating_has_a_place_for_each_star() -> None:
    found = told(shown(elements(STARS)))
    assert (found.word, found.value, found.remarks) == ("rating", "3.0", ("1 to 5",))
    assert found.scale is not None
    assert found.scale.knob is None
    assert [found.scale.place(n / 4).x for n in range(5)] == [56, 128, 200, 272, 344]


def test_a_rating_that_only_shows_is_not_touched() -> None:
    shown_only = node("RatingBar", (20, 100, 380, 172), text="3.0")
    (found,) = elements(shown_only)
    assert found.uses == frozenset()


def test_rows_of_other_numbers_of_stars() -> None:
    three = node("RatingBar", (20, 100, 236, 172), flags="focusable")
    found = told(shown(elements(three)))
    assert found.scale is not None
    assert found.scale.high == 3


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("40", (40.0, False)), (" 40 % ", (40.0, True)), ("-2,5", (-2.5, False)),
        ("\u22123", (-3.0, False)), ("loud", None), ("0:35", None), ("", None),
    ],
)  # fmt: skip
def test_numbers(text: str, said: tuple[float, bool] | None) -> None:
    assert number(text) == said


def test_a_strip_of_one_px_has_no_knob() -> None:
    assert find_knob(blank(Size(300, 1), PAPER)) is None


def test_points_stay_points() -> None:
    found = told(at(0.5))
    assert found.scale is not None
    assert isinstance(found.scale.place(0.5), Point)
