"""Pages of thousands of elements: judging all of them takes time in proportion."""

from __future__ import annotations

import time

import pytest

from appagent.actions.gestures import Move
from appagent.actions.verbs import Tap
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.hierarchy import parse_hierarchy
from scripts.hostile import KINDS, SIZE, tree
from tests.screen.test_hostile import lowest
from tests.screen.trees import blank, screen


@pytest.mark.parametrize("kind", KINDS)
def test_four_times_the_elements_take_less_than_eight_times_as_long(kind: str) -> None:
    few, many = (
        screen(parse_hierarchy(tree(kind, count), SIZE).elements, blank(SIZE))
        for count in (1000, 4000)
    )

    def ratio() -> float:
        took = []
        for seen in (many, few, many):  # the first fills the caches of labels
            start = time.process_time()
            scene = Scene(seen, exploring=True)
            for element in seen.elements:
                for one in scene.siblings(element):
                    risk(Move(Tap(element=0), element=one), scene)
            took.append(time.process_time() - start)
        return took[2] / max(took[1], 0.001)

    assert lowest(ratio, under=8) < 8
