from __future__ import annotations

import json
from pathlib import Path

import pytest

from scripts.field_report import main

SCREEN = (
    '<screen app="com.x">\n1 button "Save"\n2 text field "Hour" = "6"\n- text "Alarm"\n</screen>'
)


def told(folder: Path, *actions: dict[str, object], capsys: pytest.CaptureFixture[str]) -> str:
    lines = [
        json.dumps({"n": n, "asked": SCREEN, "reply": {"action": action}})
        for n, action in enumerate(actions, 1)
    ]
    (folder / "talk.jsonl").write_text("\n".join(lines), encoding="utf-8")
    main([str(folder)])
    return capsys.readouterr().out


def test_replies_are_read_and_names_compared(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    right = {"kind": "tap", "element": 1, "name": "Save"}
    typed = {"kind": "text", "element": 2, "text": "7", "name": "Hour field"}
    wrong = {"kind": "tap", "element": 2, "name": "Save"}
    unread = {"kind": "fly"}
    out = told(tmp_path, right, typed, wrong, unread, {"kind": "back"}, capsys=capsys)
    assert out.splitlines()[-1] == "5 decisions in 1 files, 2 sent back"
    assert "talk 3: element 2 is text field" in out
    assert "talk 4: " in out


def test_nothing_to_report_is_no_success(tmp_path: Path) -> None:
    assert main([str(tmp_path)]) == 1
    assert main([]) == 2
