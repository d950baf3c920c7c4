from __future__ import annotations

from pathlib import Path

from appagent.device.launcher import recall, remember


def test_what_an_icon_said_is_remembered_while_its_app_is_there(tmp_path: Path) -> None:
    file = tmp_path / "cache" / "labels.json"
    remember(file, "Sparkasse", "com.starfinanz.smob")
    remember(file, "Post", "de.post.app")
    assert recall(file, " sparkasse ", ["com.starfinanz.smob"]) == "com.starfinanz.smob"
    assert recall(file, "Sparkasse", ["de.post.app"]) == ""
    file.write_text("damaged")
    assert recall(file, "Post", ["de.post.app"]) == ""
    remember(tmp_path, "Post", "de.post.app")
