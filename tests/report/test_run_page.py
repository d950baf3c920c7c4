"""The page of a run: all that the trail holds, and nothing that a screen says as more than text."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from lxml import html as parser

from appagent.agent.turn import NOT_PUT_BACK
from appagent.exchange import Usage
from appagent.model.recorded import CONVERSATION, Call, Head
from appagent.report.pictures import MOST_BYTES
from appagent.report.run import page
from appagent.runs import PastRun
from appagent.trail import Touched
from tests.report.trails import REFUSED, jpeg, make, program, step

HOSTILE = '"><script>alert(1)</script><img src=x onerror=alert(2)></style></svg>{{ 7 * 7 }}\u202e'


def parsed(folder: Path) -> parser.HtmlElement:
    return parser.fromstring(page(PastRun(folder)))


def text(tree: parser.HtmlElement) -> str:
    return " ".join(tree.text_content().split())


def test_a_run_is_told_whole(tmp_path: Path) -> None:
    told = text(parsed(make(tmp_path, program(), answer="kept")))
    for part in (
        "Write a note", "done", "kept; proved by text \"Kept\"", "some-model", "emulator-5554",
        "0.0123", "12.0 s", "8.0 s", "the thought of step 1", "write it and keep it",
        'type "Milk and bread" into text field "Title"', "Keeps the note.", "Steps 1-8, one reply",
        "overwrote a text",
    ):  # fmt: skip
        assert part in told, part


def test_a_run_that_asked_less_says_so(tmp_path: Path) -> None:
    strict, balanced = (
        text(parsed(make(tmp_path / guard, [step(1)], guard=guard)))
        for guard in ("strict", "balanced")
    )
    assert "guard balanced" in balanced
    assert "guard" not in strict


def test_what_was_touched_is_marked_where_it_is(tmp_path: Path) -> None:
    tree = parsed(make(tmp_path, program()))
    first = tree.get_element_by_id("step-1")
    rect, circle = (
        first.find(".//rect[@class='box-mark']"),
        first.find(".//circle[@class='finger']"),
    )
    assert rect is not None
    assert circle is not None
    scale = 720 / 1080  # px of the picture for one of the screen
    assert float(rect.get("x")) == pytest.approx(100 * scale, abs=0.1)
    assert float(rect.get("height")) == pytest.approx(200 * scale, abs=0.1)
    assert float(circle.get("cx")) == pytest.approx(300 * scale, abs=0.1)
    assert tree.get_element_by_id("step-2").find(".//path[@class='arrow']") is not None
    label = first.find(".//svg").get("aria-label")
    assert label == 'the screen before step 1, marked: tap button "Save"'


def test_each_picture_is_held_once(tmp_path: Path) -> None:
    found = page(PastRun(make(tmp_path, program())))
    assert found.count("data:image/jpeg") == 8
    assert parsed(make(tmp_path, program()[:2])).xpath("count(//figure)") == 3


def test_what_went_wrong_is_told_first(tmp_path: Path) -> None:
    told = text(parsed(make(tmp_path, [step(1), step(2, **REFUSED)], "stuck")))
    wrong = told.partition("What went wrong")[2][:200]
    assert "step 2" in wrong
    assert "the person said no" in wrong
    assert "Do it? - no" in told


def test_a_run_that_was_killed_has_a_page(tmp_path: Path) -> None:
    told = text(parsed(make(tmp_path, [step(1)], None)))
    assert "cut off" in told
    empty = text(parsed(make(tmp_path, [], "failed", error="no phone")))
    assert "No step was taken" in empty


def test_an_exploration_tells_what_it_learned_and_left(tmp_path: Path) -> None:
    steps = [
        step(1, doc="save.yaml tap: Keeps the note."),
        step(2, side_effects=("removed its row (delete)",)),
        step(3, side_effects=("switched",), undone="by another touch"),
        step(4, side_effects=("chose another",), undone=f"touched switch; {NOT_PUT_BACK}"),
    ]
    told = text(parsed(make(tmp_path, steps, "done", command="explore")))
    assert 'step 1: tap button "Save": Keeps the note.' in told.partition("Learned")[2][:60]
    assert "learnedsave.yaml tap: Keeps the note." in told
    assert "0 docs written or confirmed" in told
    left = told.partition("Left behind on the phone")[2][:75]
    assert "step 2: removed its row (delete) step 4: chose another" in left


def test_a_run_that_was_stopped_did_not_go_wrong(tmp_path: Path) -> None:
    left = step(2, kind="", words="", target=None, finger=(), outcome="", error="interrupted")
    tree = parsed(make(tmp_path, [step(1), left], "cancelled"))
    told = text(tree)
    assert "cancelled it was stopped before it was done" in told
    assert "What went wrong" not in told
    assert "stoppedbefore it was done" in text(tree.get_element_by_id("step-2"))
    assert not tree.xpath("//*[@class='bad']")


def test_what_is_written_about_was_not_touched_again(tmp_path: Path) -> None:
    about = {"prompt": "document f0c633a21bc0", "finger": (), "gesture": "", "outcome": ""}
    steps = [step(1), step(2, **about, doc="save.yaml tap: Keeps the note.")]
    tree = parsed(make(tmp_path, steps, command="demo"))
    last = tree.get_element_by_id("step-2")
    assert 'write down what this does: tap button "Save"' in text(last)
    assert last.find(".//g[@class='undone']/rect[@class='box-mark']") is not None
    assert 'step 2: tap button "Save": Keeps' in text(tree).partition("Learned")[2][:60]


def test_what_the_model_judged_is_told_in_words(tmp_path: Path) -> None:
    judged = step(1, decision="CONTINUE", reflection="a menu")
    told = text(parsed(make(tmp_path, [judged], command="explore")))
    assert "a good place to go on from: a menu" in told


@pytest.mark.parametrize(
    ("bounds", "typed"),
    [
        ((60, 300, 1000, 420), "Milk"),
        ((60, 2250, 1000, 2390), "Milk"),  # at the bottom
        ((900, 300, 1060, 420), "a very long text that has no room"),
        ((900, 300, 1060, 420), "牛奶和面包牛奶和面包牛奶和面包牛奶和面包"),
    ],
)
def test_what_was_typed_hides_nothing_of_its_field(
    tmp_path: Path, bounds: tuple[int, int, int, int], typed: str
) -> None:
    target = Touched(label=1, role="text field", name="Title", bounds=bounds)
    words = f'text text field "Title" <- "{typed}"'
    tree = parsed(make(tmp_path, [step(1, kind="text", words=words, target=target, finger=())]))
    found = tree.get_element_by_id("step-1").find(".//rect[@class='label']")
    x, y, wide, high = (float(found.get(name)) for name in ("x", "y", "width", "height"))
    assert y + high < bounds[1] * 2 / 3 or y >= bounds[3] * 2 / 3
    assert 0 <= x <= 720.1 - wide
    assert 0 <= y <= 1600 - high
    assert found.getnext().text[:5] == f'"{typed[:4]}'


def test_prompts_that_were_not_kept_are_told_of(tmp_path: Path) -> None:
    assert "set conversation to true" in text(parsed(make(tmp_path, [step(1)])))
    assert "set conversation" not in text(parsed(make(tmp_path, [step(1, calls=0)])))


def test_prompt_and_reply_stand_with_their_steps(tmp_path: Path) -> None:
    folder = make(tmp_path, [step(1), step(2, calls=2), step(3)])
    calls = [
        Call(model="m", prompt="run", sha256="", system="the rules", text=f"asked {n}", problems=(),
             pictures=(), reply="Decision", raw=f"replied {n}", usage=Usage(calls=1))
        for n in range(1, 5)
    ]  # fmt: skip
    lines = [Head().model_dump_json(), *(call.model_dump_json() for call in calls)]
    (folder / CONVERSATION).write_text("\n".join(lines) + "\n")
    sections = parsed(folder).xpath("//section[@class='reply']")
    told = [re.findall(r"replied \d", text(each)) for each in sections]
    assert told == [["replied 1"], ["replied 2", "replied 3"], ["replied 4"]]


def test_a_call_that_failed_stands_with_its_step(tmp_path: Path) -> None:
    """It is not counted: neither that which rules stood in for, nor that which ended the run."""
    folder = make(tmp_path, [step(1), step(2), step(3, calls=0, error="no answer")], "failed")
    asked = [("run", 1), ("permission", 0), ("run", 1), ("run", 0)]
    calls = [
        Call(model="m", prompt=prompt, sha256="", system="", text=f"asked {n}", problems=(),
             pictures=(), reply="Decision", usage=Usage(calls=counted),
             failure=None if counted else {"error": "ModelRefused", "message": f"no, {n}"})
        for n, (prompt, counted) in enumerate(asked, 1)
    ]  # fmt: skip
    lines = [Head().model_dump_json(), *(call.model_dump_json() for call in calls)]
    (folder / CONVERSATION).write_text("\n".join(lines) + "\n")
    sections = parsed(folder).xpath("//section[@class='reply']")
    told = [re.findall(r"asked \d", text(each)) for each in sections]
    assert told == [["asked 1", "asked 2"], ["asked 3"], ["asked 4"]]
    assert text(sections[2]).count("ModelRefused: no, 4") == 1


def test_a_conversation_that_a_crash_cut_is_told_to_there(tmp_path: Path) -> None:
    folder = make(tmp_path, [step(1), step(2)], None)
    call = Call(model="m", prompt="run", sha256="", system="", text="asked", problems=(),
                pictures=(), reply="Decision", raw="replied 1", usage=Usage(calls=1))  # fmt: skip
    cut = call.model_copy(update={"raw": "\N{CYRILLIC SMALL LETTER EN}"}).model_dump_json()
    whole = f"{Head().model_dump_json()}\n{call.model_dump_json()}\n".encode()
    (folder / CONVERSATION).write_bytes(whole + cut.encode().partition(b"\xbd")[0])
    assert "replied 1" in text(parsed(folder))


def test_a_screen_that_was_not_seen_after_a_step_is_not_shown(tmp_path: Path) -> None:
    """Where the phone is gone or the model fails, the last screen is that before the step."""
    folder = make(tmp_path, [step(1, error="unplugged")], "failed", last="step-001-seen.jpg")
    assert parsed(folder).xpath("count(//figure)") == 1
    folder = make(tmp_path, [step(1)], "step_limit", last="last.jpg")
    (folder / "last.jpg").write_bytes(jpeg(9))
    assert parsed(folder).xpath("count(//figure)") == 2


def test_what_a_person_showed_is_told_from_what_was_written_of_it(tmp_path: Path) -> None:
    """The documents are written at the end, in steps of their own: nothing is touched then."""
    none = {"calls": 0, "prompt_tokens": 0, "completion_tokens": 0, "model_seconds": 0}
    steps = [step(1, **none), step(2, **none), *(step(n, finger=(), gesture="") for n in (3, 4))]
    folder = make(tmp_path, steps, command="demo", last="step-002-seen.jpg")
    tree = parsed(folder)
    titles = [text(each).partition(" ·")[0] for each in tree.xpath("//section[@class]/h2")]
    assert titles == ["Step 1, shown by a person", "Step 2, shown by a person", "Step 3", "Step 4"]
    assert tree.xpath("count(//figure)") == 4


def test_a_picture_that_is_no_picture_is_left_out(tmp_path: Path) -> None:
    folder = make(tmp_path, [step(1)])
    head, _, rest = jpeg(1).partition(b"\xff\xc0\x00\x11\x08")
    huge = head + b"\xff\xc0\x00\x11\x08" + b"\xff\xff\xff\xff" + rest[4:]
    (folder / "step-001-seen.jpg").write_bytes(huge)
    assert "no picture" in text(parsed(folder))
    (folder / "step-001-seen.jpg").unlink()
    os.mkfifo(folder / "step-001-seen.jpg")  # nobody writes to it
    assert "no picture" in text(parsed(folder))


def test_what_a_screen_says_is_text(tmp_path: Path) -> None:
    hostile = dict.fromkeys(("thought", "words", "outcome", "error", "note", "doc"), HOSTILE)
    said = step(1, **hostile, read=(HOSTILE,), crash=(HOSTILE,))
    folder = make(tmp_path, [said], "failed", task=HOSTILE, answer=HOSTILE, error=HOSTILE)
    found = page(PastRun(folder))
    tree = parser.fromstring(found)
    assert len(tree.xpath("//script")) == 1
    assert not tree.xpath("//img")
    assert not tree.xpath("//@*[starts-with(name(), 'on')]")
    assert "49" not in text(tree.get_element_by_id("step-1")).replace("1949", "")
    assert "\u202e" not in found
    assert "alert(1)" in text(tree)


def test_a_browser_is_told_to_run_nothing_else(tmp_path: Path) -> None:
    tree = parsed(make(tmp_path, program()))
    policy = tree.find(".//meta[@http-equiv='Content-Security-Policy']").get("content")
    assert policy.startswith("default-src 'none'; img-src data:; style-src 'sha256-")
    assert "unsafe" not in policy
    assert not tree.xpath("//@style")
    assert not [each for each in tree.xpath("//@href | //@src") if each.startswith(("http", "//"))]


def test_a_step_is_small(tmp_path: Path) -> None:
    folder = make(tmp_path, program(), width=1400)  # larger than it is taken
    assert len(jpeg(1, 1400)) > MOST_BYTES
    assert len(page(PastRun(folder))) / 8 < 150_000


def test_a_long_task_is_folded(tmp_path: Path) -> None:
    task = "Write down each of these: " + "milk, bread and salt, " * 200
    tree = parsed(make(tmp_path, [step(1, plan=task)], task=task))
    assert len(tree.find(".//h1").text_content()) == 160
    folds = [each.find("pre").text_content() for each in tree.findall(".//details[pre]")]
    assert folds.count(task) == 2, "of the task, and of the plan that repeats it"


def test_a_run_without_steps_shows_what_it_saw_and_why(tmp_path: Path) -> None:
    folder = make(
        tmp_path, [], "failed", crash=("FATAL EXCEPTION: main", "at a.b"), last="last.jpg"
    )
    (folder / "last.jpg").write_bytes(jpeg(3))
    tree = parsed(folder)
    assert "FATAL EXCEPTION: main" in text(tree)
    assert [each.text for each in tree.findall(".//figcaption")] == [
        "the last screen that was seen"
    ]
    steps = parsed(make(tmp_path, [step(1)], last="step-001-seen.jpg"))
    assert "the last screen" not in text(steps)


def test_a_step_that_a_person_took_back_says_so(tmp_path: Path) -> None:
    shown = {"calls": 0, "thought": ""}
    undone = step(1, undone="by the person, who pressed back", **shown)
    told = text(parsed(make(tmp_path, [undone, step(2, **shown)], command="demo")))
    assert "Step 1, shown by a person, undone" in told
    assert "by the person, who pressed back" in told
    assert "Step 2, shown by a person, undone" not in told
