"""A part of scripts/controls.py: each fifth control of some apps, as exploring would touch it."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from scripts import controls
from scripts.controls import HERE, table, touches


@pytest.mark.parametrize("app", ["settings", "chat", "social"])
def test_no_harm_is_missed(app: str) -> None:
    pages = yaml.safe_load((Path(HERE) / "gallery.yaml").read_text("utf-8"))
    found = list(touches(app, pages, every=5))
    assert len(found) > 15
    assert [str(each) for each in found if each.missed] == []
    refused = [str(each) for each in found if each.refused]
    assert len(refused) <= max(1, controls.REFUSED_SHARE * len(found)), refused
    assert list(table(found))[-1].split()[:2] == ["all", str(len(found))]
