from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from appagent.agent.observe import capture
from appagent.agent.pixels import PixelReader
from appagent.config import Config
from appagent.exchange import Capture
from appagent.geometry import Rect, Size
from appagent.screen.change import difference, moving_areas
from appagent.screen.values import App, Image
from tests.agent.scripted import Page, Phone, Widget

from .trees import alarm_list, blank, element, elements, node, screen

ALARMS = elements(alarm_list(("7:00", True), ("8:30", False)))


def painted(*boxes: Rect, color: tuple[int, int, int] = (20, 40, 200)) -> Image:
    image = blank()
    for box in boxes:
        image[box.top : box.bottom, box.left : box.right] = color
    return image


def test_two_equal_screens_have_no_change() -> None:
    change = difference(screen(ALARMS), screen(ALARMS))
    assert change.nothing
    assert (change.share, change.regions) == (0, ())


def test_a_toggle_is_a_change_even_without_a_changed_px() -> None:
    after = elements(alarm_list(("7:00", True), ("8:30", True)))
    change = difference(screen(ALARMS), screen(after))
    assert change.changed == ('switch "8:30": off -> on',)
    assert (change.appeared, change.vanished) == ((), ())
    assert not change.screen_changed
    assert not change.nothing


@pytest.mark.parametrize(
    ("box", "told"),
    [
        (Rect(100, 500, 110, 530), "picture: a small part of it differs"),
        (Rect(0, 200, 1080, 1160), "picture: 40% of it differs"),
    ],
)
def test_no_change_of_the_picture_is_told_as_none(box: Rect, told: str) -> None:
    change = difference(screen(ALARMS), replace(screen(ALARMS), image=painted(box)))
    assert change.lines[0] == told


def test_what_is_left_out_is_counted() -> None:
    change = difference(screen(ALARMS), screen(()))
    gone, moved = (tuple(f"item {n}" for n in range(most)) for most in (30, 25))
    lines = replace(change, vanished=gone, changed=moved).lines
    assert lines[2].endswith("item 23, and 6 more")
    assert lines[-2:] == ("changed: item 23", "changed: and 1 more")


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ({"value": "6"}, {"value": "7"}, 'text field "Hour": "6" -> "7"'),
        ({"value": ""}, {"value": "a\nb"}, r'text field "Hour": "" -> "a\nb"'),
        ({"focused": False}, {"focused": True}, 'text field "Hour": not focused -> focused'),
        ({"selected": True}, {"selected": False}, 'text field "Hour": selected -> not selected'),
        ({"enabled": False}, {"enabled": True}, 'text field "Hour": disabled -> enabled'),
        ({"checked": True}, {"checked": False}, 'text field "Hour": on -> off'),
    ],
)
def test_each_changed_state_is_listed(
    before: dict[str, object], after: dict[str, object], told: str
) -> None:
    hour = element(role="text field", name="Hour")
    change = difference(
        screen((replace(hour, **before),)),  # type: ignore[arg-type]
        screen((replace(hour, **after),)),  # type: ignore[arg-type]
    )
    assert change.changed == (told,)
    assert not change.nothing


def test_appeared_and_vanished_elements_are_named() -> None:
    after = elements(alarm_list(("8:30", False), ("9:15", True)))
    change = difference(screen(ALARMS), screen(after))
    assert change.appeared == ('item "9:15"', 'switch "9:15"')
    assert change.vanished == ('item "7:00"', 'switch "7:00"')
    assert change.changed == ()


def test_a_row_with_its_state_in_its_name_is_the_same_row() -> None:
    off = element(key="#list/row", role="switch", name="Bluetooth, Off", checked=False)
    on = replace(off, name="Bluetooth, On", checked=True)
    wifi = replace(off, name="Wi-Fi, Off")
    change = difference(screen((wifi, off)), screen((wifi, on)))
    assert change.changed == (
        'switch "Bluetooth, On": "Bluetooth, Off" -> "Bluetooth, On"',
        'switch "Bluetooth, On": off -> on',
    )
    assert (change.appeared, change.vanished) == ((), ())
    rows = difference(screen((wifi,)), screen((on,)))
    assert (rows.appeared, rows.vanished) == (('switch "Bluetooth, On"',), ('switch "Wi-Fi, Off"',))


def test_another_page_and_another_app() -> None:
    page = screen(elements(node("Button", (0, 0, 9, 9), text="OK", id="ok", flags="clickable")))
    assert difference(screen(ALARMS), page).screen_changed
    other = screen(ALARMS, app=App("com.other", ".Main"))
    change = difference(screen(ALARMS), other)
    assert change.app_changed
    assert not change.nothing


def test_the_keyboard_is_a_change_and_its_px_are_not() -> None:
    keys = painted(Rect(0, 1500, 1080, 2400))
    change = difference(screen(ALARMS), screen(ALARMS, keys, keyboard=True))
    assert change.changed == ("keyboard: hidden -> shown",)
    assert change.regions == ()


def test_a_keyboard_masks_its_own_area_only() -> None:
    area = Rect(0, 1500, 1080, 2400)
    under = element(key="#under", name="Under", bounds=Rect(0, 1600, 500, 1700))
    bare = screen((*ALARMS, under))
    over = screen(ALARMS, painted(area, Rect(300, 1300, 380, 1380)), keyboard=area)
    for one, other in ((bare, over), (over, replace(over, elements=bare.elements))):
        change = difference(one, other)
        assert (change.appeared, change.vanished) == ((), ())
    change = difference(bare, over)
    assert len(change.regions) == 1
    assert change.regions[0].bottom < 1500
    assert difference(over, bare).appeared == ('button "Under"',), "now it is to be seen"


def test_the_status_bar_does_not_count() -> None:
    change = difference(screen(ALARMS), screen(ALARMS, painted(Rect(0, 0, 1080, 70))))
    assert change.nothing


def test_a_blinking_cursor_is_nothing() -> None:
    cursor = painted(Rect(500, 900, 505, 960))
    assert difference(screen(ALARMS), screen(ALARMS, cursor)).nothing
    assert not moving_areas(blank(), cursor)


STATUS_BAR, KEYBOARD = Rect(0, 0, 1080, 70), Rect(0, 1500, 1080, 2400)
CURSOR, VIDEO = Rect(500, 900, 505, 960), Rect(100, 300, 500, 600)


def test_ignored_areas_mask_nothing_beside_them() -> None:
    field = element(key="#note", role="text field", name="Note", value="Mil")
    idle = painted(VIDEO, color=(250, 120, 0))
    before = replace(
        screen((field,), blank(), keyboard=KEYBOARD), moving=moving_areas(blank(), idle)
    )
    noise = (STATUS_BAR, CURSOR, VIDEO, Rect(300, 2000, 420, 2120))
    assert difference(before, screen((field,), painted(*noise), keyboard=KEYBOARD)).nothing
    real = Rect(600, 1000, 900, 1100)
    typed = screen((replace(field, value="Milk"),), painted(*noise, real), keyboard=KEYBOARD)
    change = difference(before, typed)
    (region,) = change.regions
    assert region.inset(-8).contains(real)
    assert real.inset(-8).contains(region)
    assert change.share == pytest.approx(real.area / (1080 * 2400), rel=0.15)
    assert change.changed == ('text field "Note": "Mil" -> "Milk"',)


class Watched(Phone):
    """A phone that counts how often it is looked at."""

    looks = 0

    def capture(self, *, windows: bool = False) -> Capture:  # noqa: ARG002
        self.looks += 1
        return super().capture()


def test_a_still_screen_is_captured_once() -> None:
    phone = Watched({"main": Page((Widget("Save"),))}, shown=["main"])
    assert capture(phone, 60, PixelReader(Config(), None, print)).settled
    assert phone.looks == 1, "a look takes two pictures: that is the one frame more"


def test_a_drawing_without_nodes_is_a_change() -> None:
    box = Rect(300, 700, 380, 780)
    change = difference(screen(ALARMS), screen(ALARMS, painted(box)))
    assert not change.nothing
    assert len(change.regions) == 1
    assert box.inset(8).left >= change.regions[0].left
    assert change.regions[0].inset(-8).contains(box)
    assert change.share == pytest.approx(box.area / (1080 * 2400), rel=0.15)


def test_areas_that_move_by_themselves_are_no_change() -> None:
    clock = Rect(100, 300, 500, 400)
    one = element(key="#clock", role="text", name="10:01", bounds=clock, uses=frozenset())
    before = screen((*ALARMS, one), painted(clock))
    after = screen((*ALARMS, replace(one, name="10:02")), painted(clock, color=(250, 120, 0)))
    assert not difference(before, after).nothing
    masks = moving_areas(before.image, after.image)
    assert difference(replace(before, moving=masks), after).nothing
    toggled = elements(alarm_list(("7:00", False), ("8:30", False)))
    both = replace(after, elements=(*toggled, after.elements[-1]))
    change = difference(replace(before, moving=masks), both)
    assert change.changed == ('switch "7:00": on -> off',)


def test_a_screen_that_moves_all_over_is_still_compared() -> None:
    video = replace(screen(ALARMS), moving=(Rect(0, 100, 1080, 2300),))
    assert not difference(video, screen(ALARMS, painted(Rect(300, 700, 900, 1500)))).nothing


def test_a_turned_screen_is_all_change() -> None:
    wide = screen(ALARMS, blank(Size(2400, 1080)))
    change = difference(screen(ALARMS), wide)
    assert change.share == 1
    assert change.regions == (Rect(0, 0, 2400, 1080),)
    assert moving_areas(blank(), wide.image) == (Rect(0, 0, 2400, 1080),)


def test_codec_noise_is_no_movement_and_sliding_is() -> None:
    frame = painted(Rect(200, 500, 700, 1200))
    noise = np.random.default_rng(1).integers(-6, 7, frame.shape)
    assert not moving_areas(frame, (frame.astype(int) + noise).clip(0, 255).astype(np.uint8))
    assert moving_areas(frame, np.roll(frame, 24, axis=1))


@settings(max_examples=30)
@given(st.integers(0, 1000), st.integers(120, 2300), st.integers(24, 300), st.integers(24, 300))
def test_any_painted_box_is_a_changed_region(left: int, top: int, width: int, height: int) -> None:
    box = Rect(left, top, left + width, top + height).intersect(Rect(0, 120, 1080, 2400))
    regions = moving_areas(blank(), painted(box))
    assert len(regions) == 1
    assert regions[0].inset(-8).contains(box)
    assert box.inset(-8).contains(regions[0])


def test_of_many_regions_the_largest_are_kept() -> None:
    boxes = [Rect(x, y, x + 40, y + 40) for x in range(0, 1000, 120) for y in range(200, 2200, 120)]
    assert 0 < len(moving_areas(blank(), painted(*boxes))) <= 12


def test_a_photo_in_other_light_is_one_region() -> None:
    photo = cv2.resize(
        np.random.default_rng(2).integers(0, 255, (40, 30, 3), np.uint8), (600, 800)
    ).astype(np.uint8)
    before, after = blank(), blank()
    before[400:1200, 100:700] = photo
    after[400:1200, 100:700] = photo // 2
    assert len(moving_areas(before, after)) == 1
