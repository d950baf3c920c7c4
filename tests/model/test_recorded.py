from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import pytest

from appagent.actions.decision import Decision
from appagent.actions.replies import Reflection
from appagent.actions.verbs import Tap
from appagent.errors import AppAgentError, ModelRefused, ReplyInvalid, UsageError
from appagent.exchange import Picture, Prompt, Usage
from appagent.model.chat import ChatModel
from appagent.model.offline import OfflineModel
from appagent.model.recorded import RecordedModel, RecordingModel
from appagent.ports import Model

from .conftest import KEY
from .endpoint import DECISION, Endpoint, completion, error

PROMPT = Prompt(system="Du hältst ein Telefon.\u2028", text="<task>\n打开\n</task>", name="run")
PICTURE = Picture(jpeg=b"\xff\xd8secret pixels", width=720, height=1600)


@pytest.fixture
def recording(tmp_path: Path, endpoint: Endpoint, model: Callable[..., ChatModel]) -> Path:
    """Three calls: a useless reply, its correction, a refusal."""
    path = tmp_path / "calls.jsonl"
    recorder: Model = RecordingModel(model(), path)
    endpoint.play(completion("hm"), completion(DECISION), error(401, f"bad key {KEY}"))
    with pytest.raises(ReplyInvalid) as caught:
        recorder.ask(PROMPT, [PICTURE], Decision)
    recorder.ask(PROMPT, [PICTURE], Decision, [("hm", str(caught.value))])
    with pytest.raises(ModelRefused):
        recorder.ask(Prompt("s", "t", "reflect"), [PICTURE], Reflection)
    assert recorder.spent.calls == 2
    return path


def replay(model: Model, problems: Sequence[tuple[str, str]] = ()) -> object:
    return model.ask(PROMPT, [], Decision, problems).value.action


def test_a_recording_is_replayed_in_order(recording: Path) -> None:
    model: Model = RecordedModel(recording)
    assert (model.name, model.host) == ("replay of seer-4", "")
    with pytest.raises(ReplyInvalid, match="no action in 'hm'") as caught:
        replay(model)
    assert caught.value.raw == "hm"
    assert replay(model, [("hm", str(caught.value))]) == Tap(element=3)
    assert model.spent == Usage(2, 2400, 2048, 160)
    with pytest.raises(ModelRefused, match="refused the key"):
        model.ask(Prompt("s", "t", "reflect"), [], Reflection)


def test_neither_keys_nor_pixels_are_recorded(recording: Path) -> None:
    text = recording.read_text()
    assert KEY not in text
    assert "secret pixels" not in text
    head, first = map(json.loads, text.split("\n")[:2])
    assert "the task, the texts of the screens" in head["holds"]
    assert len(first["pictures"][0]["sha256"]) == 64
    assert first["text"] == PROMPT.text


def test_what_became_known_later_is_taken_out_of_earlier_calls(tmp_path: Path) -> None:
    known: list[str] = []
    path = tmp_path / "calls.jsonl"

    def hide(text: str) -> str:
        return text.replace("hunter2", "...") if known else text

    recorder = RecordingModel(OfflineModel(), path, hide)
    recorder.rewrite()  # nothing was said yet
    asked = Prompt("s", "<task>\nSet an alarm, hunter2\n</task>\n<elements>\n</elements>", "run")
    for _ in range(2):
        with suppress(AppAgentError):
            recorder.ask(asked, [], Decision, [('{"action": {}} hunter2', "no hunter2")])
    before = path.read_text()
    known.append("hunter2")
    recorder.rewrite()
    after = path.read_text()
    assert before.count("hunter2") > 4
    assert "hunter2" not in after
    digests = [
        {json.loads(line)["sha256"] for line in said.split("\n")[1:3]} for said in (before, after)
    ]
    assert digests[0] != digests[1], "a digest of what is gone would let it be guessed"
    assert RecordedModel(path).name == "replay of offline"


def test_another_question_than_the_recorded_one(recording: Path) -> None:
    model = RecordedModel(recording)
    with pytest.raises(UsageError, match=r"calls\.jsonl:2 answers 'run' with a Decision"):
        model.ask(Prompt("s", "t", "reflect"), [], Reflection)
    with pytest.raises(ReplyInvalid):
        replay(model)  # nothing was used up


def test_an_unusable_reply_ends_the_replay(recording: Path) -> None:
    """What follows was said of another screen: it would be obeyed on this one."""
    kept = recording.read_text().split("\n")[2]
    recording.write_text(f"{kept}\n{kept}\n")
    model = RecordedModel(recording)
    corrected = [("hm", "no action in 'hm'")]
    replay(model, corrected)
    with pytest.raises(UsageError, match=r"jsonl:1 does not fit this screen, element 2 takes no"):
        replay(model, [*corrected, ("", "element 2 takes no text")])


def test_a_recording_ends(recording: Path) -> None:
    kept = recording.read_text().split("\n")[2]
    recording.write_text(kept + "\n")
    model = RecordedModel(recording)
    replay(model)
    with pytest.raises(UsageError, match="ends with call 1, and 'run' was asked"):
        replay(model)


def test_another_task_than_the_recorded_one(recording: Path) -> None:
    other = Prompt(PROMPT.system, "<task>\n关\n</task>", "run")
    with pytest.raises(UsageError, match=r":2 is of another task: replay it with '打开'"):
        RecordedModel(recording).ask(other, [], Decision)


@pytest.mark.parametrize("damage", ["{", '{"model": "m"}', "[]", "\xff"])
def test_a_file_that_is_no_recording_is_named_with_its_line(recording: Path, damage: str) -> None:
    first = recording.read_bytes().split(b"\n")[0]
    recording.write_bytes(first + b"\n" + damage.encode("latin-1") + b"\n")
    with pytest.raises(UsageError, match=r"calls\.jsonl is no recording: (line 2 is|it holds no)"):
        RecordedModel(recording)
