"""Ctrl-C at any time: trail, docs and phone stay whole."""

from __future__ import annotations

import json
import select
import socket
from pathlib import Path

import pytest

from tests.model.endpoint import Answer, Endpoint

from .house import AppAgent, Pocket
from .script import plays


def lines(folder: Path) -> int:
    return sum(path.read_text().count("\n") for path in folder.glob("runs/*/steps.jsonl"))


def test_while_the_model_thinks(with_model: AppAgent, phone: Pocket, endpoint: Endpoint) -> None:
    settings = phone.state()["settings"]
    plays(endpoint, "wait(1)", Answer("", drip_s=0.05))
    ran = with_model.interrupted(
        lambda: len(endpoint.requests) == 2, "run", "--task", "Look around", "--json"
    )
    assert ran.code == 130, ran.said
    assert ran.document["ending"] == "cancelled"
    assert with_model.whole()
    assert with_model.outcome["ending"] == "cancelled"
    assert [step["n"] for step in with_model.steps] == [1, 2]
    assert with_model.steps[1]["error"] == "interrupted"
    assert phone.state()["settings"] == settings, "what was set for the run is set back"


def test_while_exploring(appagent: AppAgent, phone: Pocket) -> None:
    settings, files = phone.state()["settings"], phone.files()
    ran = appagent.interrupted(
        lambda: lines(appagent.folder) >= 3, "explore", "--app", "clock", "--json"
    )
    assert ran.code == 130, ran.said
    assert ran.document["ending"] == appagent.outcome["ending"] == "cancelled"
    assert appagent.whole()
    assert appagent.docs
    assert appagent("docs", "check").code == 0
    assert phone.state()["settings"] == settings
    assert phone.files() == files


@pytest.mark.parametrize("group", [False, True], ids=["one process", "as a terminal does"])
def test_with_a_phone_of_its_own(bare: AppAgent, group: bool) -> None:
    """A terminal sends Ctrl-C to the phone's process too."""
    ran = bare.interrupted(
        lambda: lines(bare.folder) >= 2,
        *("explore", "--app", "clock", "--device", "pocket", "--json"),
        group=group,
    )
    assert ran.code == 130, ran.said
    assert ran.document["ending"] == "cancelled"
    assert bare.whole()
    assert json.loads((bare.trail / "phone-state.json").read_text())["screen"]


def test_before_a_session_began(bare: AppAgent) -> None:
    """While an endpoint is asked for its models."""
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = f"http://127.0.0.1:{silent.getsockname()[1]}/v1"
        ran = bare.interrupted(
            lambda: select.select([silent], [], [], 0)[0],
            *("run", "--task", "Look around", "--device", "pocket", "--json"),
            OPENAI_BASE_URL=url,
            OPENAI_API_KEY="sk-0123456789",
        )
    assert ran.code == 130, ran.said
    assert ran.document == {"error": "stopped", "exit_code": 130}
    assert not (bare.folder / "runs").exists()
