"""One call of the model for what takes many looks: a list that is scrolled, a text that comes."""

from __future__ import annotations

from tests.model.endpoint import Endpoint

from .house import AppAgent, Pocket
from .script import DONE, plays, screen, tap

VIDEO = "com.pocketphone.video"


def test_a_row_far_down_takes_one_call(
    with_model: AppAgent, endpoint: Endpoint, phone: Pocket
) -> None:
    way = [tap("You"), tap("Settings"), tap("General"), tap("App language")]
    plays(endpoint, *way, 'scroll_to("latvian")', tap("Latvian"), 'wait_for("language set")', DONE)
    task = "Set the app language of Video to Latvian"
    ran = with_model("run", "--app", "video", "--task", task)
    assert ran.code == 0, ran.said
    assert phone.app(VIDEO)["settings"]["language"] == "lv"
    reached, _, set_so = map(screen, endpoint.requests[5:8])
    assert '"latvian" | found item "Latvian, Latviešu" after ' in reached
    assert 'wait_for "language set" | found text "Language set to Latvian" after ' in set_so
