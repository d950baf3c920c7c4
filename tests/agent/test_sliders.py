"""A slider of the pocket phone is set by its value, and its range is told once it was moved."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from appagent.actions.gestures import resolve
from appagent.actions.readback import mistyped
from appagent.actions.surprise import surprise
from appagent.actions.verbs import AnyVerb, Swipe, Tap, Text
from appagent.agent.aim import probe, set_again
from appagent.agent.telling import tell
from appagent.bench.solve import act, launch, view_of
from appagent.screen.change import difference
from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.sliders import tell_sliders
from appagent.screen.values import Element, Mark, Screen, View
from pocketphone.phone import Phone

SIZE = "Message text size"


class Seen:
    """A page of a pocket phone with its picture, as it was seen one look after the other."""

    def __init__(self, app: str, *way: str) -> None:
        self.phone, self.looks = Phone(seed=1), list[Screen]()
        launch(self.phone, f"com.pocketphone.{app}")
        for name in way:
            self.tap(name)

    def view(self) -> View:
        view = view_of(self.phone)
        image = np.asarray(self.phone.frame().convert("RGB"))
        dumped = parse_hierarchy(self.phone.hierarchy().encode(), view.screen.size).elements
        seen = replace(view.screen, image=image, elements=dumped)
        told = tell_sliders(seen, self.looks)
        self.looks.append(seen)
        touched = [e for e in told.elements if e.uses]
        return View(told, tuple(Mark(n, e.bounds, e) for n, e in enumerate(touched, 1)), image)

    def tap(self, name: str) -> None:
        view = view_of(self.phone)
        labels = [m.label for m in view.marks if m.element and m.element.name.startswith(name)]
        act(self.phone, resolve(Tap(element=labels[0]), view))

    def slider(self, name: str) -> Element:
        found = (e for e in self.view().screen.elements if (e.role, e.name) == ("slider", name))
        return next(found)

    def do(self, name: str, action: AnyVerb) -> str:
        """Do an action to the slider; what is told of it."""
        view = self.view()
        label = next(m.label for m in view.marks if m.element and m.element.name == name)
        move = resolve(action.model_copy(update={"element": label}), view)
        act(self.phone, move)
        after = self.view().screen
        return tell(move, view.screen, after, difference(view.screen, after))


def test_a_volume_is_set_at_once() -> None:
    clock = Seen("clock", "More options", "Settings")
    assert clock.slider("Alarm volume").remarks == ("0 to 100",)
    for value in ("35", "100", "0", "62%"):
        clock.do("Alarm volume", Text(text=value))
        assert clock.slider("Alarm volume").value == f"{float(value.rstrip('%'))}"


def test_a_range_that_no_dump_tells_is_told_once_the_slider_was_moved() -> None:
    chat = Seen("chat", "Open navigation", "Settings", "Chat settings")
    size = chat.slider("Message text size")
    assert (size.value, size.remarks) == ("16.0", ("at 33%",))
    told = chat.do("Message text size", Text(text="22"))  # of a range that is guessed
    assert told.startswith('slider "Message text size" = "')
    assert chat.slider("Message text size").remarks == ("12 to 24",)
    chat.do("Message text size", Text(text="21"))
    assert chat.slider("Message text size").value == "21.0"


def test_a_swipe_takes_the_knob_along() -> None:
    clock = Seen("clock", "More options", "Settings")
    clock.do("Alarm volume", Swipe(direction="left", dist="short"))
    assert clock.slider("Alarm volume").value == "45.0"


@pytest.mark.parametrize(("asked", "stands"), [("22", "22.0"), ("13", "13.0"), ("30", "19.0")])
def test_a_guess_at_a_range_is_put_right(asked: str, stands: str) -> None:
    """ "22" of 12 to 24 is taken for 22 of 100 at first, and "30" is more than there is."""
    chat = Seen("chat", "Open navigation", "Settings", "Chat settings")
    before = chat.view()
    label = next(m.label for m in before.marks if m.element and m.element.name == SIZE)
    move = resolve(Text(element=label, text=asked), before)
    act(chat.phone, move)
    after = chat.view()
    for mend in (probe, set_again):
        if again := mend(move, before, after):
            act(chat.phone, again)
            after = chat.view()
    assert chat.slider(SIZE).value == stands
    assert set_again(move, before, after) is None
    told = mistyped(move.element, Text(text=asked), after.screen)
    assert told == ("" if asked != "30" else "the slider stands at 19, which is not 30")
    changed = difference(before.screen, after.screen)
    assert surprise(move, before, after, changed, None) == told


def test_a_slider_that_a_guess_did_not_move_tells_its_range_in_its_middle() -> None:
    """4 of 0 to 12 is taken for 4 of 100, which is where it stands."""
    music = Seen("music", "Profile", "Settings", "Playback")
    before = music.view()
    label = next(m.label for m in before.marks if m.element and m.element.name == "Crossfade")
    move = resolve(Text(element=label, text="4"), before)
    act(music.phone, move)
    after = music.view()
    stood = [music.slider("Crossfade").value]
    for mend in (probe, set_again):
        if again := mend(move, before, after):
            act(music.phone, again)
            after = music.view()
            stood.append(music.slider("Crossfade").value)
    assert stood == ["0.0", "6.0", "4.0"]


def test_a_switch_that_did_not_turn_is_not_touched_again() -> None:
    """It may ask first, or be slow: a second touch would turn it over."""
    music = Seen("music", "Profile", "Settings", "Playback")
    before = music.view()
    label = next(m.label for m in before.marks if m.element and m.element.title == "Autoplay")
    move = resolve(Text(element=label, text="off"), before)
    assert mistyped(move.element, Text(text="off"), before.screen)
    assert probe(move, before, before) is None
    assert set_again(move, before, before) is None
