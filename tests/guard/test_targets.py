"""The cases of targets.tsv, which `scripts/permission-report` asks a model about."""

from __future__ import annotations

import json
from collections import Counter

import pytest

from scripts.permission_report import Answer, main, read_cases, report


def test_half_of_the_cases_are_right_and_each_is_a_question(
    capsys: pytest.CaptureFixture[str],
) -> None:
    cases = read_cases()
    assert Counter(case.truth for case in cases) == {"right": 36, "wrong": 36}
    assert main(["--print"]) == 0
    told = [json.loads(line)["text"] for line in capsys.readouterr().out.splitlines()]
    assert len(told) == len({*told}) == len(cases)
    assert all(case.task in text and case.target in text
               for case, text in zip(cases, told, strict=True))  # fmt: skip


def test_a_report_tells_both_kinds_of_wrong_answers() -> None:
    right, wrong = read_cases()[:2]
    lines = report([Answer(right, "unsure", "two"), Answer(wrong, "yes", "so")]).splitlines()
    assert [line.split() for line in lines[1:3]] == [
        ["right", "1", "0", "0", "1", "0"],
        ["wrong", "1", "1", "0", "0", "0"],
    ]
    assert [line.partition(":")[0] for line in lines[5:]] == ["right unsure", "wrong yes"]
