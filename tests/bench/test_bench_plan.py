"""What the options ask for, against what a benchmark was begun with."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from appagent.bench.plan import PAPER, Condition, Plan, save_plan
from appagent.bench.suite import default_suites
from appagent.cli.bench_plan import BenchOptions, resume_plan
from appagent.cli.spread import Spreading
from appagent.errors import UsageError

CLOCK, MAPS = (path for path in default_suites() if path.stem in ("clock", "maps"))
NONE, AUTO = Condition(see="list"), Condition(docs="auto", see="list")
BEGUN: dict[str, Any] = {
    "model": "seer-4",
    "conditions": (NONE, AUTO),
    "seeds": (1, 2),
    "steps": 10,
    "learning_steps": 20,
    "sequence": 5,
    "suites": (CLOCK, MAPS),
    "tasks": ("clock-1", "maps-*"),
}


def asked(**given: Any) -> BenchOptions:
    """The options of a command line that holds those that are `given`."""
    options: dict[str, Any] = {
        "model": None, "space": "dsl", "docs": "none", "see": "image+list", "paper": False,
        "seeds": 1, "steps": 10, "learning_steps": 20, "sequence": None, "tasks": "",
        "apps": "", "suites": (),
        "faults": False, "jobs": 1, "spreading": Spreading(), "resume": None, "store": None,
        "runs": None, "html": None,
        "csv": None, "as_json": False,
    }  # fmt: skip
    names = {"suite" if name == "suites" else name for name in given}
    return BenchOptions(given=frozenset(names), **options | given)


def begun(folder: Path, **other: Any) -> Plan:
    plan = Plan(**BEGUN | other)
    save_plan(plan, folder)
    return plan


def test_what_a_benchmark_was_begun_with_needs_no_saying_and_may_be_said(tmp_path: Path) -> None:
    plan = begun(tmp_path)
    assert resume_plan(asked(), tmp_path) == plan
    same = {"model": "seer-4", "docs": "auto,none", "see": "list", "seeds": 2, "jobs": 4}
    whence = {"apps": "maps,clock", "tasks": "maps-*,clock-1", "runs": tmp_path.parent}
    assert resume_plan(asked(**same, **whence, steps=10), tmp_path) == plan
    assert begun(tmp_path, conditions=PAPER) == resume_plan(asked(paper=True), tmp_path)


def test_tasks_that_have_changed_since_are_refused(tmp_path: Path) -> None:
    digest = sha256(CLOCK.read_bytes()).hexdigest()
    plan = begun(tmp_path, suites=(CLOCK,), digests=(digest,))
    assert resume_plan(asked(), tmp_path) == plan
    begun(tmp_path, suites=(CLOCK,), digests=("0" * 64,))
    with pytest.raises(UsageError, match=r"clock\.yaml has changed since .* was started"):
        resume_plan(asked(), tmp_path)


def test_settings_are_those_it_was_begun_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = begun(tmp_path, settings={"temperature": 0.5, "base_url": "https://host:1/v1"})
    monkeypatch.setenv("APPAGENT_TEMPERATURE", "0.5")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://me:secret@host:1/v1?key=secret")
    assert resume_plan(asked(), tmp_path) == plan
    for name, value in (("TEMPERATURE", "1"), ("JPEG_QUALITY", "60")):
        monkeypatch.setenv(f"APPAGENT_{name}", value)
        with pytest.raises(
            UsageError, match=f"started with the setting {name.lower()} .*now it is"
        ):
            resume_plan(asked(), tmp_path)
        monkeypatch.setenv("APPAGENT_TEMPERATURE", "0.5")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"model": "offline"}, "with --model seer-4, and this asks for offline"),
        ({"seeds": 1}, "with --seeds 2, and this asks for 1"),
        ({"steps": 12}, "with --steps 10, and this asks for 12"),
        ({"learning_steps": 5}, "with --learning-steps 20, and this asks for 5"),
        ({"sequence": 1}, "with --sequence 5, and this asks for 1"),
        ({"docs": "none"}, "with --docs auto,none, and this asks for none"),
        ({"see": "image+list"}, "with --see list, and this asks for image"),
        ({"space": "raw"}, "with --space dsl, and this asks for raw"),
        ({"paper": True}, "without --paper, and "),
        ({"faults": True}, "without --faults, and "),
        ({"tasks": "clock-1"}, "with --tasks clock-1,maps-*, and this asks for clock-1"),
        ({"apps": "clock"}, "with --apps clock,maps, and this asks for clock"),
        ({"suites": [CLOCK]}, "with --suite "),
        ({"store": Path("mine")}, "without --store, and "),
        ({"runs": Path("elsewhere")}, "with --runs "),
    ],
)
def test_options_of_another_benchmark_are_refused(
    tmp_path: Path, given: dict[str, Any], said: str
) -> None:
    begun(tmp_path)
    with pytest.raises(UsageError) as refused:
        resume_plan(asked(**given), tmp_path)
    assert f"--resume: {tmp_path} was started {said}" in str(refused.value)
