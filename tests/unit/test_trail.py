"""The record of a run: whole lines, whatever happens, read back the same."""

from __future__ import annotations

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.errors import SetupError, StoreError
from appagent.exchange import Usage
from appagent.outcome import Outcome, read_outcome
from appagent.trail import Permission, Problem, Step, Touched, Trail, read_steps

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
anything = st.text(st.characters(codec=None), max_size=20)


def step(n: int, thought: str = "") -> Step:
    return Step(n=n, at=NOW, thought=thought)


@pytest.fixture
def trail(tmp_path: Path) -> Trail:
    return Trail.open(tmp_path / "runs", "run", "Clock")


def test_folder_tells_when_what_and_where(trail: Trail) -> None:
    stamp, command, app = trail.folder.name.rsplit("-", 2)
    assert datetime.strptime(stamp, "%Y%m%d-%H%M%S").year >= 2025
    assert (command, app) == ("run", "Clock")
    assert list(read_steps(trail.folder)) == []


def test_two_trails_of_one_second_get_two_folders(tmp_path: Path) -> None:
    folders = {Trail.open(tmp_path, "run", "Clock").folder for _ in range(4)}
    assert len(folders) == 4


@pytest.mark.parametrize("app", ["../../etc", "a/b", "日本", "", "x" * 500])
def test_name_of_an_app_is_never_a_path(tmp_path: Path, app: str) -> None:
    folder = Trail.open(tmp_path, "run", app).folder
    assert folder.parent == tmp_path
    assert folder.is_dir()


def test_folder_that_cannot_be_made(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("a file")
    with pytest.raises(SetupError, match="name another with --runs"):
        Trail.open(tmp_path / "runs", "run", "Clock")


@given(thought=anything, action=anything, reply=anything)
def test_steps_come_back_as_they_were_written(
    tmp_path_factory: pytest.TempPathFactory, thought: str, action: str, reply: str
) -> None:
    trail = Trail.open(tmp_path_factory.mktemp("runs"), "run", "")
    written = [
        Step(
            n=n,
            at=NOW,
            thought=thought,
            action=action,
            target=Touched(label=1, name=thought, bounds=(0, 0, 9, 9)),
            problems=(Problem(reply=reply, problem="no"),),
            change=("nothing",),
            images={"seen": "step-001-seen.jpg"},
        )
        for n in (1, 2)
    ]
    for one in written:
        trail.write(one)
    assert list(read_steps(trail.folder)) == written


@pytest.mark.parametrize("cut", [1, 5, 20])
def test_last_line_that_was_cut_is_left_out(trail: Trail, cut: int) -> None:
    trail.write(step(1))
    trail.write(step(2, thought="日本日本"))
    path = trail.folder / "steps.jsonl"
    path.write_bytes(path.read_bytes()[:-cut])
    assert [s.n for s in read_steps(trail.folder)] == [1]


def test_damaged_line_is_named(trail: Trail) -> None:
    for n in (1, 2, 3):
        trail.write(step(n))
    path = trail.folder / "steps.jsonl"
    lines = path.read_bytes().split(b"\n")
    lines[1] = b'{"n": "two \xff'
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(StoreError, match=r"steps\.jsonl, line 2 is damaged"):
        list(read_steps(trail.folder))


def test_folder_that_is_no_trail(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=r"steps\.jsonl: cannot be read"):
        list(read_steps(tmp_path))
    with pytest.raises(StoreError, match=r"outcome\.json: cannot be read"):
        read_outcome(tmp_path)
    (tmp_path / "outcome.json").write_bytes(b"\xff\xfe{")
    with pytest.raises(StoreError, match=r"outcome\.json: cannot be read"):
        read_outcome(tmp_path)


def test_outcome_comes_back(trail: Trail) -> None:
    ended = Outcome(ending="done", answer="10:30", started=NOW, task="half a pair \ud83d")
    ended = ended.spent(Usage(2, 100, 10, 20, known=False))
    trail.end(ended)
    assert read_outcome(trail.folder) == ended
    kept = json.loads((trail.folder / "outcome.json").read_text())
    assert (kept["calls"], kept["tokens_known"]) == (2, False)
    assert "trail" not in kept


def test_half_a_pair_is_spelled_out_in_lists_too(trail: Trail) -> None:
    half = ("half a pair \ud83d",)
    allowed = Permission(classes=("send",), why=half[0])
    trail.write(step(1).model_copy(update={"permissions": (allowed,), "n": 2}))
    trail.write(Step(n=3, at=NOW, read=half))
    trail.end(Outcome(ending="gave_up", started=NOW, refused=half))
    one, two = read_steps(trail.folder)
    refused = read_outcome(trail.folder).refused
    assert (one.permissions[0].why,) == two.read == refused == ("half a pair \\ud83d",)


def test_a_permission_of_a_class_is_read_as_what_it_was() -> None:
    """As trails and kept flows told it once: of a class, whatever the target."""
    old = {"danger": "send", "asks": True, "names": ["Ada", "Ben"], "texts": ["hi"], "count": 2}
    told = Permission.model_validate({**old, "by": "model", "why": "it says so"})
    assert told == Permission(
        classes=("send",), target="Ada; Ben", answered="yes", by="model", why="it says so"
    )
    denied = Permission.model_validate({"danger": "pay", "asks": False, "by": "rules"})
    assert denied == Permission(classes=("pay",), answered="no")


def test_folder_that_went_away(trail: Trail) -> None:
    shutil.rmtree(trail.folder)
    with pytest.raises(SetupError, match="No such file"):
        trail.write(step(1))
    with pytest.raises(SetupError, match="No such file"):
        trail.end(Outcome(ending="done", started=NOW))


def test_pictures_and_documents_lie_beside_the_steps(trail: Trail) -> None:
    assert trail.image("step-001-seen", b"jpeg") == "step-001-seen.jpg"
    trail.keep("judged", {"text": "日本"})
    assert json.loads((trail.folder / "judged.json").read_text("utf-8")) == {"text": "日本"}
    assert (trail.folder / "step-001-seen.jpg").read_bytes() == b"jpeg"


def test_steps_are_written_anew_at_once_and_whole(trail: Trail) -> None:
    for n in (1, 2):
        trail.write(step(n, "a secret"))
    trail.rewrite(lambda old: old.model_copy(update={"thought": old.thought.upper()}))
    assert [each.thought for each in read_steps(trail.folder)] == ["A SECRET"] * 2
    trail.write(step(3))
    assert [each.n for each in read_steps(trail.folder)] == [1, 2, 3]
    assert {path.name for path in trail.folder.iterdir()} == {".running", "steps.jsonl"}
    trail.end(Outcome(ending="done", started=NOW))
    assert {path.name for path in trail.folder.iterdir()} == {"outcome.json", "steps.jsonl"}


def test_a_trail_that_is_gone_is_named(trail: Trail) -> None:
    shutil.rmtree(trail.folder)
    with pytest.raises(SetupError, match=r"cannot read .*one\.jpg: No such file"):
        trail.read_image("one.jpg")
    with pytest.raises(StoreError, match=r"steps\.jsonl: cannot be read"):
        trail.rewrite(lambda old: old)
