"""`doctor`: every link from adb to the model; the exit code is the highest class found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.model.endpoint import Answer, Endpoint, completion, error

from .house import AppAgent, Ran, free_port


def links(ran: Ran) -> dict[str, dict[str, Any]]:
    return {finding["link"]: finding for finding in ran.document["findings"]}


def test_all_is_well(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.play(completion(json.dumps({"digits": "4071"})))
    ran = with_model("doctor", "--json")
    assert ran.code == 0, ran.said
    found = links(ran)
    assert list(found) == ["adb", "phone", "screenshot", "tree", "input", "model", "a call"]
    assert all(finding["ok"] for finding in found.values())
    assert "reads pictures; replies as json_schema; 1200 + 80 tokens" in found["a call"]["found"]
    spoken = with_model("doctor", COLUMNS="40")
    assert spoken.code == 0
    assert "FAILS" not in spoken.out
    assert found["adb"]["found"].split()[-1] in spoken.out, "a path is there to be copied"
    assert "\n                   json_schema; 1200 +\n" in spoken.out


def test_offline_on_the_pocket_phone(appagent: AppAgent) -> None:
    ran = appagent("doctor", "--json")
    assert ran.code == 0, ran.said
    assert "rule-based" in links(ran)["a call"]["found"]


def test_a_blind_model_is_told(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.play(completion(json.dumps({"digits": "1234"})))
    ran = with_model("doctor", "--json")
    call = links(ran)["a call"]
    assert not call["ok"], "a model that sees nothing is no model for this"
    assert "it saw '1234' for 4071: choose a model that does" in call["found"]
    assert ran.code == 2


def test_no_phone_and_no_key(at_server: AppAgent) -> None:
    ran = at_server("doctor", "--json")
    found = links(ran)
    assert ran.code == 2
    assert not found["phone"]["ok"]
    assert "USB debugging" in found["phone"]["found"]
    assert "appagent devices" in found["phone"]["mend"]
    assert not found["model"]["ok"]
    assert "OPENAI_API_KEY" in found["model"]["found"]
    assert "screenshot" not in found


def test_no_model_is_worse_than_no_phone(at_server: AppAgent, endpoint: Endpoint) -> None:
    endpoint.play(error(401, "Incorrect API key provided", "invalid_api_key"))
    env = {"OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "sk-x", "APPAGENT_MODEL": "seer-4"}
    ran = at_server("doctor", "--json", **env)
    assert ran.code == 4, ran.said
    assert links(ran)["phone"]["exit_code"] == 2
    assert links(ran)["a call"]["exit_code"] == 4
    down = at_server(
        "doctor", "--json", **env | {"OPENAI_BASE_URL": f"http://127.0.0.1:{free_port()}"}
    )
    assert down.code == 4
    call = links(down)["a call"]
    assert "no connection" in call["found"]
    assert "is it running" in call["found"], "whole, its cause with it"
    assert "refused" not in call["mend"], "a cause is no way out"


def test_tokens_that_are_not_reported(with_model: AppAgent, endpoint: Endpoint) -> None:
    silent = completion(json.dumps({"digits": "4071"}))
    del silent.body["usage"]
    endpoint.play(silent)
    assert "; tokens not reported; " in links(with_model("doctor", "--json"))["a call"]["found"]


def test_an_endpoint_that_offers_models(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = Answer({"data": [{"id": "seer-4"}]})
    ran = with_model("doctor", "--json", APPAGENT_MODEL="")
    assert ran.code == 2
    assert "seer-4" in json.dumps(links(ran)["model"])


def test_no_adb(appagent: AppAgent, tmp_path: Path) -> None:
    ran = appagent("doctor", "--json", ADBUTILS_ADB_PATH=str(tmp_path / "adb"))
    assert ran.code == 2, ran.said
    assert "platform-tools" in links(ran)["adb"]["found"]
