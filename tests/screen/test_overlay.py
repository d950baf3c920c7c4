from __future__ import annotations

import os
from itertools import combinations
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from appagent.geometry import Rect, Size
from appagent.screen.grid import grid
from appagent.screen.marks import mark
from appagent.screen.overlay import TAG_COLORS, draw_marks, encode, resize, tag_places
from appagent.screen.values import Element, Image, Mark, Screen

from .trees import blank, element, picture, screen

GOLDEN = Path(__file__).parents[1] / "golden" / "screen"


def _luminance(color: tuple[int, int, int]) -> float:
    """Relative luminance as WCAG 2.2 defines it."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in np.array(color) / 255
    ]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


@pytest.mark.parametrize("ground", TAG_COLORS)
def test_digits_stand_out_on_every_tag(ground: tuple[int, int, int]) -> None:
    assert 1.05 / (_luminance(ground) + 0.05) >= 4.5


def test_the_picture_is_resized_before_it_is_drawn_on() -> None:
    one = Mark(1, Rect(90, 300, 990, 600))
    at_size = draw_marks(resize(blank(), 720), [Mark(1, Rect(60, 200, 660, 400))], width_px=720)
    assert (draw_marks(blank(), [one], width_px=720) == at_size).all()


@pytest.mark.parametrize(
    ("size", "shape"),
    [
        (Size(1080, 2400), (1600, 720)),
        (Size(2400, 1080), (720, 1600)),
        (Size(720, 1280), (1280, 720)),
        (Size(320, 320), (320, 320)),
        (Size(1, 1), (1, 1)),
        (Size(2000, 3), (3, 2000)),
    ],
)
def test_the_width_is_that_of_the_shorter_side(size: Size, shape: tuple[int, int]) -> None:
    assert resize(blank(size), 720).shape[:2] == shape
    assert draw_marks(blank(size), [Mark(1, size.rect)], width_px=720).shape[:2] == shape


boxes = st.builds(
    lambda x, y, w, h: Rect(x, y, x + w, y + h),
    st.integers(-50, 400),
    st.integers(-50, 700),
    st.integers(1, 400),
    st.integers(1, 600),
)


@given(st.lists(boxes, max_size=25), st.sampled_from([Size(360, 640), Size(64, 64), Size(9, 200)]))
def test_any_boxes_can_be_drawn(found: list[Rect], size: Size) -> None:
    marks = [Mark(i + 1, box) for i, box in enumerate(found)]
    assert draw_marks(blank(size), marks, width_px=720).shape == (size.height, size.width, 3)


def test_tags_do_not_overlap_where_there_is_room() -> None:
    """Each tag is one filled area of its colour: an overlapped one would be smaller."""
    marks = [
        Mark(
            1 + 4 * row + column, Rect(column * 180, row * 160, column * 180 + 170, row * 160 + 150)
        )
        for row in range(9)
        for column in range(4)
    ]
    out = draw_marks(blank(Size(720, 1600)), marks, width_px=720)
    single = draw_marks(blank(Size(720, 1600)), marks[:1], width_px=720)
    per_tag = _tag_px(single)
    assert _tag_px(out) >= per_tag * len(marks)


def _tag_px(out: Image) -> int:
    """Px of the tags' fill; box lines are one px wide and are eroded away."""
    filled = np.zeros(out.shape[:2], np.uint8)
    for color in TAG_COLORS:
        filled |= (out == color).all(axis=2).astype(np.uint8)
    return int(cv2.erode(filled, np.ones((2, 2), np.uint8)).sum())


def test_a_tag_hides_no_text_where_there_is_room() -> None:
    size = Size(720, 1280)
    image = blank(size)
    cv2.putText(image, "Settings", (14, 140), cv2.FONT_HERSHEY_SIMPLEX, 1.4, (0, 0, 0), 3)
    dark = image.max(axis=2) < 90
    out = draw_marks(image, [Mark(1, Rect(10, 90, 700, 160))], width_px=720)
    assert (out[dark] == image[dark]).all()


def test_the_jpeg_reads_back_in_the_same_colours(tmp_path: Path) -> None:
    image = blank(Size(64, 48), (200, 30, 30))
    data = encode(image)
    assert data[:2] == b"\xff\xd8"
    (tmp_path / "red.jpg").write_bytes(data)
    read = picture(tmp_path / "red.jpg")
    assert np.abs(read.astype(int) - image).max() < 12
    assert len(encode(image, quality=20)) <= len(data)


def _drawn(size: Size, dark: bool, boxes: list[tuple[Rect, str]]) -> Screen:
    """A synthetic screen: each box a control with its name on it."""
    ground, ink, face = (
        ((24, 24, 28), (230,) * 3, (52, 52, 60))
        if dark
        else (
            (250, 250, 250),
            (30,) * 3,
            (225, 232, 245),
        )
    )
    picture = Pillow.new("RGB", size, ground)
    pen = ImageDraw.Draw(picture)
    for box, name in boxes:
        pen.rounded_rectangle((box.left, box.top, box.right - 1, box.bottom - 1), 6, fill=face)
        font = ImageFont.load_default(max(8, min(22, box.height // 2)))
        pen.text(box.center, name, fill=ink, font=font, anchor="mm")
    found: tuple[Element, ...] = tuple(
        element(key=f"#b{i}", bounds=box, name=name) for i, (box, name) in enumerate(boxes)
    )
    return screen(found, np.asarray(picture))


def _rows(size: Size, rows: int, columns: int, gap: int) -> list[tuple[Rect, str]]:
    width, height = size.width // columns, size.height // rows
    return [
        (Rect(c * width, r * height, (c + 1) * width, (r + 1) * height).inset(gap), f"Item {r}{c}")
        for r in range(rows)
        for c in range(columns)
    ]


_SCREENS = {
    "portrait": _drawn(Size(360, 640), False, _rows(Size(360, 640), 7, 1, 6)),
    "landscape": _drawn(Size(640, 360), False, _rows(Size(640, 360), 4, 3, 8)),
    "tiny": _drawn(Size(96, 96), False, _rows(Size(96, 96), 2, 1, 4)),
    "crowded": _drawn(Size(360, 640), False, _rows(Size(360, 640), 16, 5, 2)),
    "dark": _drawn(Size(360, 640), True, _rows(Size(360, 640), 7, 2, 6)),
    "grid": _drawn(Size(360, 640), False, _rows(Size(360, 640), 7, 1, 6)),
}


@pytest.mark.parametrize("name", _SCREENS)
def test_the_picture_is_the_golden_one(name: str) -> None:
    """Renewed by UPDATE_GOLDEN=1; look at the new picture before you commit it."""
    view = (grid if name == "grid" else mark)(_SCREENS[name])
    path = GOLDEN / f"{name}.png"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        Pillow.fromarray(view.image).save(path, optimize=True)
    golden = picture(path)
    assert golden.shape == view.image.shape
    # Another FreeType may shade the digits' edges otherwise; a moved tag changes far more.
    differing = (np.abs(golden.astype(int) - view.image) > 48).any(axis=2).mean()
    assert differing < 0.004


def test_tags_of_neighbours_never_touch() -> None:
    """Two that touch read as one number."""
    tabs = [Mark(n + 1, Rect(180 * n, 1400, 180 * (n + 1), 1440)) for n in range(4)]
    rows = [Mark(n + 5, Rect(0, 200 + 17 * n, 90, 217 + 17 * n)) for n in range(4)]
    places = tag_places(blank(Size(720, 1600)), [*tabs, *rows], width_px=720)
    for place, other in combinations(places, 2):
        assert not place.inset(-2).overlaps(other)


def test_the_tag_of_a_list_full_of_rows_stands_on_it() -> None:
    whole = Rect(0, 200, 720, 1400)
    rows = [
        Mark(n + 2, Rect(0, top, 720, top + 100)) for n, top in enumerate(range(200, 1400, 100))
    ]
    first, *_ = tag_places(blank(Size(720, 1600)), [Mark(1, whole), *rows], width_px=720)
    assert first.overlaps(whole)
