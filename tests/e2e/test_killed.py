"""kill -9 of an exploration, again and again: no doc is lost, and none is left unreadable.

`APPAGENT_TEST_KILLS` says how often, `-s` prints the figures.
"""

from __future__ import annotations

import json
import os
import random
import time
from pathlib import Path

import pytest

from .house import CLOCK, AppAgent, Pocket, until

KILLS = int(os.environ.get("APPAGENT_TEST_KILLS", "4"))


def steps(runs: Path) -> list[bytes]:
    """The whole lines of the newest trail."""
    trails = sorted(runs.glob("*/steps.jsonl"))
    return trails[-1].read_bytes().split(b"\n")[:-1] if trails else []


def told(runs: Path) -> set[str]:
    """The files of the docs of which the newest trail says that they were written."""
    written = [json.loads(line).get("doc", "") for line in steps(runs)]
    return {doc.partition(" ")[0] for doc in written if ".yaml" in doc.partition(" ")[0]}


@pytest.mark.timeout(60 + 20 * KILLS)
def test_no_doc_is_lost(appagent: AppAgent, phone: Pocket) -> None:
    chance = random.Random(11)
    folder = appagent.folder / "docs_store" / CLOCK / "elements"
    known: set[str] = set()
    acknowledged: set[str] = set()
    killed = 0
    for number in range(KILLS):
        phone.shell("pocketphone reset")
        runs = appagent.folder / f"runs-{number}"
        words = ("explore", "--app", "clock", "--model", "offline", "--runs", str(runs))
        with appagent.started(*words) as process:
            wanted = chance.randint(1, 6)
            until(lambda: len(steps(runs)) >= wanted or process.poll() is not None, "steps", 60)  # noqa: B023
            time.sleep(chance.uniform(0, 0.4))
            process.kill()
            process.communicate()
            killed += process.returncode == -9
        acknowledged |= told(runs)
        here = {path.name for path in folder.glob("*.yaml")}
        assert known | acknowledged <= here, "a doc is lost"
        known = here
        ran = appagent("docs", "check", "--json")
        assert (ran.code, ran.document["problems"]) == (0, []), ran.said
    assert killed == KILLS
    assert acknowledged
    print(f"{killed} kills, {len(known)} docs, {len(acknowledged)} told in trails, 0 lost")
    ran = appagent("explore", "--app", "clock", "--model", "offline", "--steps", "2")
    assert ran.code == 0, ran.said
    assert not [path for path in folder.iterdir() if path.name.startswith(".")], "no draft stays"
