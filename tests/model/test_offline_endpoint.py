"""The baseline as an endpoint, and the words that its source may hold."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx2
from hypothesis import given
from hypothesis import strategies as st

from appagent.actions.verbs import Decision
from appagent.model import offline
from appagent.model.offline.transport import reply
from appagent.model.offline.words import Sense
from tests.model.offline_apps import model


def test_it_offers_one_model() -> None:
    assert model().models() == [offline.NAME]


def test_no_screen_leaves_the_machine_and_nothing_is_spent() -> None:
    assert model().host == ""


def test_other_paths_and_bodies_are_refused() -> None:
    with httpx2.Client(transport=offline.OfflineTransport(), base_url=offline.BASE_URL) as client:
        assert client.get("/embeddings").status_code == 404
        assert client.post("/chat/completions", content=b"[]").status_code == 400


def test_a_picture_alone_is_not_read() -> None:
    assert json.loads(reply([{"role": "user", "content": "What number?"}])) == {"digits": ""}


@given(
    st.lists(
        st.sampled_from(
            ['1 button "Grey"', '2 text field "Day" = "3"', '- text "Grey"', '3 switch "Hum" [off]',
             '4 list "" {swipe}', '5 button ""', '6 button "Save"', '    tap: "Opens grey."', "?"]
        )
    ),
    st.lists(
        st.sampled_from(
            ['1. tap button "Grey" | new screen', "2. back | left the app", '3. enter', "4. ??",
             '5. text text field "Day" <- "7" | changed: text field "Day": "3" -> "7"',
             '6. tap button "Save" | refused: no', '7. swipe list "" up | nothing changed']
        )
    ),
    st.text(max_size=40),
)  # fmt: skip
def test_every_screen_gets_the_same_usable_reply_twice(
    screen: list[str], past: list[str], task: str
) -> None:
    said = f"<task>\n{task}\n</task>\n<past>\n{chr(10).join(past)}\n</past>\n"
    said += f"<screen>\n{chr(10).join(screen)}\n</screen>"
    turns = [{"role": "user", "content": said}]
    decision = Decision.model_validate_json(reply(turns))
    assert reply(turns) == reply(turns)
    label = getattr(decision.action, "element", None)
    assert label is None or any(line.startswith(f"{label} ") for line in screen)


# --- what it may not know ----------------------------------------------------------------------

TASKS = """
Set an alarm at 12:30 pm every Friday and Sunday without vibration, labelled gym. Add a clock for
New York, change the clock style from digital to analog, an alarm at 6:15 am every Tuesday and
Monday, weekdays, bedtime sleep sounds. Search for Oriental Pearl Tower, get directions for walking
or driving, cycling, transit, start navigation, nearby restaurants and hotels sorted by distance, go
to saved places, get directions home, maps route. Add a contact with name and mobile number, phone,
birthday. Chat with the user, dark mode, profile picture, group, gaming headset into the cart,
coupons, country, credit card payment, music video, comment, channel, subscribe, playlist, speed,
album, artist, review, mail a friend about her job, draft, schedule, hour, minute, vibrate, label.
""".lower()
GENERIC = {word for sense in Sense for word in sense.value.split()}


def strings() -> Iterator[tuple[Path, str]]:
    """Every string of the baseline's source that is no docstring, outside the stated table."""
    folder = Path(offline.__file__).parent
    for path in sorted(folder.glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        skipped: set[int] = set()
        for node in ast.walk(tree):
            body = getattr(node, "body", None)
            if isinstance(body, list) and body and isinstance(body[0], ast.Expr):
                skipped.add(id(body[0].value))
            if isinstance(node, ast.ClassDef) and node.name == "Sense":
                skipped |= {id(inner) for inner in ast.walk(node)}
        for node in ast.walk(tree):
            said = node.value if isinstance(node, ast.Constant) else None
            if isinstance(said, str) and id(node) not in skipped:
                yield path, said


def test_the_source_holds_no_word_of_a_task() -> None:
    """Sentences for people may say what they must; what is compared may not."""
    reasons = {"name", "for", "place", "number"}
    protocol = {"change", "home", "picture", "user", "chat", "get"}  # blocks, verbs, roles, HTTP
    tasks = set(re.findall(r"[a-z]{3,}", TASKS)) - GENERIC - reasons - protocol
    found = {
        (path.name, word)
        for path, text in strings()
        for word in re.findall(r"[a-z]{3,}", text.lower())
        if word in tasks
    }
    assert not found


def test_the_stated_table_is_short() -> None:
    assert len(GENERIC) < 150
    assert not GENERIC & {
        "alarm",
        "clock",
        "maps",
        "contact",
        "vibrate",
        "hour",
        "walking",
        "monday",
    }
