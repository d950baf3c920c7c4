"""Fonts, icons and the brush."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from pocketphone.phone import Phone
from pocketphone.ui import STYLES, Env, Painter, Rect, Room, TextField, fonts
from pocketphone.ui.scene import paint
from pocketphone.ui.theme import palette
from pocketphone.ui.widget import Ui, place

ACCENT = (60, 90, 160)


def env(**changed: object) -> Env:
    made = {
        "width": 400,
        "height": 300,
        "density": 160,
        "font_scale": 1.0,
        "dark": False,
        "language": "en-US",
        "accent": ACCENT,
    }
    return Env(**{**made, **changed})


@pytest.fixture
def brush() -> Painter:
    return Painter(Image.new("RGBA", (400, 300), (255, 255, 255, 255)), env())


def inked(image: Image.Image) -> tuple[int, int, int, int] | None:
    """The box around all that is not white."""
    return image.convert("L").point([255] * 255 + [0]).getbbox()


def test_a_shape_fills_its_box_but_for_its_corners(brush: Painter) -> None:
    brush.fill(Rect(50, 40, 250, 140), (0, 0, 0), radius=20)
    assert inked(brush.image) == (50, 40, 250, 140)
    assert brush.image.getpixel((50, 40))[0] > 250
    assert [brush.image.getpixel(at)[0] for at in ((150, 40), (50, 90), (150, 90))] == [0, 0, 0]


def test_an_outline_leaves_its_inside_alone(brush: Painter) -> None:
    brush.outline(Rect(50, 40, 250, 140), (0, 0, 0), stroke=3, radius=20)
    assert inked(brush.image) == (50, 40, 250, 140)
    assert brush.image.getpixel((150, 41))[0] == 0
    assert brush.image.getpixel((150, 90))[0] == 255


def test_nothing_leaves_the_clip(brush: Painter) -> None:
    brush.clip = Rect(100, 100, 160, 150)
    brush.fill(Rect(0, 0, 400, 300), (9, 9, 9), radius=90)
    brush.text("clipped", 90, 95, STYLES["display"], (0, 0, 0))
    brush.icon("alarm", Rect(80, 80, 180, 180), (0, 0, 0))
    brush.line([(0.0, 0.0), (400.0, 300.0)], (0, 0, 0), 5)
    brush.picture(Image.new("RGB", (40, 30)), Rect(90, 90, 300, 300), radius=10)
    left, top, right, bottom = inked(brush.image) or (0, 0, 0, 0)
    assert 100 <= left < right <= 160
    assert 100 <= top < bottom <= 150


def test_the_picture_stays_opaque(brush: Painter) -> None:
    brush.shadow(Rect(50, 50, 150, 150), 6, radius=10)
    brush.text("words", 60, 60, STYLES["body"], "primary")
    brush.scrim(0.4)
    assert brush.image.getextrema()[3] == (255, 255)


def test_an_icon_that_does_not_exist_is_named(brush: Painter) -> None:
    with pytest.raises(KeyError, match="no icon 'nosuch'"):
        brush.icon("nosuch", Rect(0, 0, 24, 24), "primary")


@pytest.mark.parametrize("text", ["plain", "Привет", "Ελληνικά", "صباح الخير", "naïve café"])
def test_every_letter_has_a_shape(text: str) -> None:
    mask, _ = fonts.text_mask(text, "Regular", 40)
    tofu, _ = fonts.text_mask("\U0010fffd", "Regular", 40)
    assert mask.getbbox() is not None
    for letter in set(text) - {" "}:
        shape, _ = fonts.text_mask(letter, "Regular", 40)
        assert shape.tobytes() != tofu.tobytes(), letter


def test_lines_lose_nothing_but_blanks() -> None:
    text = "one two three four Donaudampfschifffahrtsgesellschaft five"
    broken = fonts.lines(text, "Regular", 30, 200, 0)
    assert "".join(broken).replace(" ", "") == text.replace(" ", "")
    assert all(fonts.text_width(line, "Regular", 30) <= 200 for line in broken)


@given(st.text("aש\u2066\u2069\u0378\r\x1c\ud83d1(", max_size=8) | st.text(max_size=8))
def test_whatever_is_typed_can_be_drawn(text: str) -> None:
    for line in (text, f"שלום {text}"):
        mask, _ = fonts.text_mask(line, "Regular", 30)
        assert mask.width >= fonts.text_width(line, "Regular", 30)


@pytest.mark.parametrize(("language", "middle"), [("en-US", 26), ("ar-EG", 374)])
def test_the_icon_of_a_field_stands_where_reading_begins(language: str, middle: int) -> None:
    here = env(language=language)
    brush = Painter(Image.new("RGBA", (400, 300), (255, 255, 255, 255)), here)
    field = TextField(icon="magnify", kind="plain").lay(here, Room(400, 400, 0, 300))
    paint(brush, place(field, 0, 0, Rect(0, 0, 400, 300), Ui(), here))
    left, _, right, _ = inked(brush.image) or (0, 0, 0, 0)
    assert abs((left + right) / 2 - middle) < 3


def test_a_hint_is_read_from_its_beginning_and_a_text_up_to_its_end() -> None:
    long, narrow = "What do you want to listen to?", Room(0, 150, 0, 100)
    (hint,) = TextField(hint=long).lay(env(), narrow).data
    (text,) = TextField(value=long).lay(env(), narrow).data
    assert long.startswith(hint.removesuffix("\u2026"))
    assert hint.endswith("\u2026")
    assert len(text) < len(long)
    assert long.endswith(text)
    (end,) = TextField(value="x " * 10_000 + long).lay(env(), narrow).data
    assert end == text


def test_the_bars_have_the_colour_of_the_page() -> None:
    phone = Phone()
    photo = {"id": 9, "among": [9]}
    phone.load({"screen": {"app": "com.pocketphone.photos", "page": "viewer", "args": photo}})
    width, height = phone.size
    corners = {phone.frame().getpixel((width // 2, y))[:3] for y in (5, 200, height - 5)}
    assert corners == {(12, 12, 14)}


@pytest.mark.parametrize("dark", [False, True])
def test_text_can_be_read_on_its_ground(dark: bool) -> None:
    def light(color: tuple[int, int, int]) -> float:
        parts = [(level / 255) ** 2.2 for level in color]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2] + 0.05

    for accent in (ACCENT, (180, 40, 30), (20, 140, 60), (250, 200, 20)):
        colors = palette(accent, dark)
        for ink, ground in (
            (colors.on_surface, colors.background),
            (colors.on_surface_dim, colors.surface),
            (colors.on_primary, colors.primary),
            (colors.on_container, colors.container),
            (colors.primary, colors.background),
            (colors.inverse_primary, colors.inverse),
        ):
            ratio = light(ink) / light(ground)
            assert max(ratio, 1 / ratio) > 4.5
