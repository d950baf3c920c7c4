"""`doctor`: every link from adb to the model; the exit code is the highest class found."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from tests.device.adb_server import ScriptedPhone
from tests.device.adb_server import serving as scripted_server
from tests.device.conftest import working_phone
from tests.model.endpoint import Answer, Endpoint, completion, error
from tests.model.endpoint import serving as model_server
from tests.ports import free_port

from .house import AppAgent, Ran


def links(ran: Ran) -> dict[str, dict[str, Any]]:
    return {finding["link"]: finding for finding in ran.document["findings"]}


def test_all_is_well(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.play(completion(json.dumps({"digits": "4071"})))
    ran = with_model("doctor", "--json")
    assert ran.code == 0, ran.said
    found = links(ran)
    assert list(found) == [
        *("adb", "server", "phone", "shell", "awake", "screenshot", "tree", "input", "keyboard"),
        *("storage", "ocr", "store", "docs", "key", "endpoint", "model", "test call"),
    ]
    assert all(finding["ok"] for finding in found.values())
    assert {link for link in found if found[link]["mend"]} - {"ocr"} == {"keyboard"}
    assert "lists 1 model" in found["endpoint"]["found"]
    assert "ADBKeyboard" in found["keyboard"]["mend"], "what could be better"
    assert (
        "reads pictures; replies as json_schema; 1,200 tokens in, 80 out"
        in found["test call"]["found"]
    )
    spoken = with_model("doctor", COLUMNS="40")
    assert spoken.code == 0
    assert "failed" not in spoken.out
    assert found["adb"]["found"].split()[-1] in spoken.out, "a path is there to be copied"
    assert "\n                    json_schema; 1,200\n" in spoken.out


def test_offline_on_the_pocket_phone(appagent: AppAgent) -> None:
    ran = appagent("doctor", "--json")
    assert ran.code == 0, ran.said
    assert "using the offline rules, which know a few kinds of task" in links(ran)["model"]["found"]
    assert "test call" not in links(ran), "there is no model to call"


def test_a_blind_model_is_told(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.play(completion(json.dumps({"digits": "1234"})))
    ran = with_model("doctor", "--json")
    call = links(ran)["test call"]
    assert not call["ok"], "a model that sees nothing is no model for this"
    assert "it saw '1234' in a picture of 4071; choose a model that does" in call["found"]
    assert ran.code == 2


def test_a_model_that_is_sent_no_pictures_need_not_read_them(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    endpoint.play(completion("I see no picture."))
    ran = with_model("doctor", "--json", APPAGENT_SEE="list")
    assert ran.code == 0, ran.said
    assert "no pictures are sent" in links(ran)["test call"]["found"]
    assert "image_url" not in json.dumps(endpoint.requests)


def test_no_phone_and_no_key(at_server: AppAgent) -> None:
    ran = at_server("doctor", "--json")
    found = links(ran)
    assert ran.code == 2
    assert not found["phone"]["ok"]
    assert "USB debugging" in found["phone"]["found"]
    assert "appagent devices" in found["phone"]["mend"]
    assert not found["key"]["ok"]
    assert "OPENAI_API_KEY" in found["key"]["mend"]
    assert not {"screenshot", "endpoint", "model"} & set(found), "there is nothing to ask"


def test_no_model_is_worse_than_no_phone(at_server: AppAgent, endpoint: Endpoint) -> None:
    endpoint.play(error(401, "Incorrect API key provided", "invalid_api_key"))
    env = {"OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "sk-x", "APPAGENT_MODEL": "seer-4"}
    ran = at_server("doctor", "--json", **env)
    assert ran.code == 4, ran.said
    assert links(ran)["phone"]["exit_code"] == 2
    assert links(ran)["test call"]["exit_code"] == 4
    down = at_server(
        "doctor", "--json", **env | {"OPENAI_BASE_URL": f"http://127.0.0.1:{free_port()}"}
    )
    assert down.code == 4
    reached = links(down)["endpoint"]
    assert "no connection" in reached["found"]
    assert "is it running" in reached["found"], "whole, its cause with it"
    assert "refused" not in reached["mend"], "a cause is no way out"
    assert "test call" not in links(down), "it would only take longer to fail"


def test_tokens_that_are_not_reported(with_model: AppAgent, endpoint: Endpoint) -> None:
    silent = completion(json.dumps({"digits": "4071"}))
    del silent.body["usage"]
    endpoint.play(silent)
    assert "; tokens not reported; " in links(with_model("doctor", "--json"))["test call"]["found"]


def test_an_endpoint_that_offers_models(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = Answer({"data": [{"id": "seer-4"}]})
    ran = with_model("doctor", "--json", APPAGENT_MODEL="")
    assert ran.code == 2
    assert "seer-4" in json.dumps(links(ran)["model"])


def test_no_adb(appagent: AppAgent, tmp_path: Path) -> None:
    ran = appagent("doctor", "--json", ADBUTILS_ADB_PATH=str(tmp_path / "adb"))
    assert ran.code == 2, ran.said
    assert "platform-tools" in links(ran)["adb"]["found"]


def test_a_model_that_is_not_on_the_list(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = Answer({"data": [{"id": "seer-4-2026-01-01"}]})
    endpoint.play(completion(json.dumps({"digits": "4071"})))
    ran = with_model("doctor", "--json")
    assert ran.code == 2, ran.said
    said = "this machine does not offer seer-4: did you mean seer-4-2026-01-01?"
    assert links(ran)["model"]["found"] == said
    assert links(ran)["test call"]["ok"], "and it is tried all the same"


def test_a_web_server_is_no_endpoint(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = Answer("404 page not found", 404, {"Content-Type": "text/plain"})
    ran = with_model("doctor", "--json")
    assert ran.code == 2, ran.said
    found = links(ran)["endpoint"]["found"]
    assert "answers, but not as an API: 404 page not found; is http" in found
    assert not endpoint.requests, "what is no API is not called"


def test_an_endpoint_without_a_list(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = error(404, "Not Found")
    endpoint.play(completion(json.dumps({"digits": "4071"})))
    ran = with_model("doctor", "--json")
    assert ran.code == 0, ran.said
    assert "answers, without a list of models" in links(ran)["endpoint"]["found"]


def test_a_key_that_is_refused(with_model: AppAgent, endpoint: Endpoint) -> None:
    endpoint.models = error(401, "Incorrect API key provided", "invalid_api_key")
    ran = with_model("doctor", "--json")
    assert ran.code == 4, ran.said
    assert "refused the key in OPENAI_API_KEY" in links(ran)["endpoint"]["found"]
    assert not endpoint.requests


def test_a_store_that_cannot_be_written(appagent: AppAgent, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for words in ({"APPAGENT_STORE": "file/store"}, {"APPAGENT_RUNS": "file/runs"}):
        ran = appagent("doctor", "--json", **words)
        assert ran.code == 2, ran.said
        assert "--store and --runs" in links(ran)["store"]["mend"]


def test_a_damaged_doc(appagent: AppAgent) -> None:
    folder = appagent.folder / "docs_store" / "com.example" / "elements"
    folder.mkdir(parents=True)
    (folder / "save.yaml").write_text("uses: [unclosed")
    ran = appagent("doctor", "--json")
    assert ran.code == 5, ran.said
    assert links(ran)["store"]["ok"]
    assert "save.yaml" in links(ran)["docs"]["found"]
    assert "docs check" in links(ran)["docs"]["mend"]


def test_a_phone_with_faults(at_server: AppAgent, tmp_path: Path) -> None:
    """Each link that fails has its mend; the next ones are checked all the same."""
    ran = at(faulty(tmp_path), at_server)
    found = links(ran)
    assert ran.code == 3, ran.said
    failing = {link: finding for link, finding in found.items() if not finding["ok"]}
    assert list(failing) == ["tree", "input", "storage"]
    assert "idle state" in failing["tree"]["found"]
    assert "USB debugging (Security settings)" in failing["input"]["mend"]
    assert failing["storage"]["found"] == "the phone has 3 MB free, and appagent needs 20 MB"
    assert "delete something" in failing["storage"]["mend"]
    assert "(41) would restart this server (40)" in found["server"]["mend"]
    assert (
        found["phone"]["found"] == "0123456789ABCDEF, authorised; Google, Pixel 8, Android 15; 2x1"
    )
    assert "AdbIME" in found["keyboard"]["found"]


def test_a_lock_is_told_and_the_rest_is_checked_all_the_same(
    at_server: AppAgent, tmp_path: Path
) -> None:
    phone = working_phone(tmp_path)
    phone.command("settings", "echo null")
    dumpsys = tmp_path / "bin" / "dumpsys"
    dumpsys.write_text(dumpsys.read_text().replace("mCurrent", "isKeyguardShowing=true mCurrent"))
    ran = at(phone, at_server)
    found = links(ran)
    assert ran.code == 3, ran.said
    assert [link for link in found if not found[link]["ok"]] == ["awake"]
    assert "is locked: unlock it" in found["awake"]["found"]
    assert "by hand" in found["awake"]["mend"]


def test_a_screen_that_stays_dark(at_server: AppAgent, tmp_path: Path) -> None:
    phone = working_phone(tmp_path)
    phone.command("settings", "echo null")
    dumpsys = tmp_path / "bin" / "dumpsys"
    dumpsys.write_text(dumpsys.read_text().replace("Awake", "Asleep"))
    assert "stays dark" in links(at(phone, at_server))["awake"]["found"]


def test_uiautomator2_that_does_not_start_leaves_adb_to_be_checked(
    at_server: AppAgent, tmp_path: Path
) -> None:
    """This phone takes no files."""
    phone = working_phone(tmp_path)
    phone.command("settings", "echo null")
    found = links(at(phone, at_server, APPAGENT_DRIVER="u2"))
    assert [link for link in found if not found[link]["ok"]] == ["u2"]
    assert "did not start" in found["u2"]["found"]
    assert "plain adb" in found["u2"]["mend"]


def test_a_shell_that_breaks_off(at_server: AppAgent, tmp_path: Path) -> None:
    phone = working_phone(tmp_path)
    phone.drop = "shell"
    found = links(at(phone, at_server))
    assert "plug it in again" in found["shell"]["mend"]
    assert "screenshot" not in found, "there is nothing to ask"


def test_another_program_on_the_port_of_the_server(bare: AppAgent, endpoint: Endpoint) -> None:
    port = endpoint.url.rpartition(":")[2].partition("/")[0]
    ran = bare("doctor", "--json", ANDROID_ADB_SERVER_PORT=port, APPAGENT_MODEL="offline")
    found = links(ran)
    assert ran.code == 3, ran.said
    assert found["adb"]["ok"], "the program is a good one"
    assert "ANDROID_ADB_SERVER_PORT" in found["server"]["mend"]
    assert "phone" not in found


def test_a_detector(appagent: AppAgent) -> None:
    thing = {"bbox": [0.1, 0.1, 0.9, 0.9], "interactivity": True, "content": "a number"}
    with model_server() as parser:
        parser.play(Answer({"parsed_content_list": [thing]}), Answer("no GPU", 500))
        env = {"APPAGENT_DETECTOR": parser.url.removesuffix("/v1")}
        well, ill = (appagent("doctor", "--json", **env) for _ in range(2))
    assert well.code == 0, well.said
    assert "finds 1 thing" in links(well)["detector"]["found"]
    assert ill.code == 4
    assert "500: no GPU" in links(ill)["detector"]["found"]
    assert "by contours" in links(ill)["detector"]["mend"]


def test_texts_that_cannot_be_read(appagent: AppAgent, tmp_path: Path) -> None:
    (tmp_path / "onnxruntime.py").touch()
    (tmp_path / "rapidocr.py").write_text("raise ImportError('libGL.so.1: no such file')")
    paths = os.pathsep.join((str(tmp_path), appagent.environment()["PYTHONPATH"]))
    env = {"PYTHONPATH": paths, "APPAGENT_TEST_COLD": "1"}
    ran = appagent("doctor", "--json", **env)
    assert ran.code == 2, ran.said
    assert "libGL.so.1" in links(ran)["ocr"]["found"]
    assert "ocr: false" in links(ran)["ocr"]["mend"]
    off = appagent("doctor", "--json", **env, APPAGENT_OCR="false")
    assert off.code == 0, off.said
    assert "ocr" not in links(off)


def test_a_server_of_another_machine_needs_no_adb_here(at_server: AppAgent, tmp_path: Path) -> None:
    phone = working_phone(tmp_path)
    phone.command("settings", "echo null")
    with scripted_server(phone, host="127.0.0.2") as server:
        env = {
            "ADB_SERVER_SOCKET": f"tcp:{server.host}:{server.port}",
            "ADBUTILS_ADB_PATH": str(tmp_path / "adb"),
            "APPAGENT_MODEL": "offline",
        }
        found = links(at_server("doctor", "--json", **env))
        seen = at_server("view", "--json", **env)
    assert not [found[link] for link in ("adb", "server", "phone", "tree") if not found[link]["ok"]]
    assert seen.code == 0, seen.said


def at(phone: ScriptedPhone, appagent: AppAgent, **env: str) -> Ran:
    with scripted_server(phone) as server:
        own = {"ANDROID_ADB_SERVER_PORT": str(server.port), "APPAGENT_MODEL": "offline"}
        return appagent("doctor", "--json", **own, **env)


def faulty(folder: Path) -> ScriptedPhone:
    phone = working_phone(folder)
    refused = "java.lang.SecurityException: Injecting requires INJECT_EVENTS permission"
    for name, script in (
        ("uiautomator", "echo 'ERROR: could not get idle state.' >&2"),
        ("input", f"echo '{refused}' >&2; exit 255"),
        ("df", "echo 'Filesystem 1K-blocks Used Available Use% Mounted on'\n"
         "echo '/dev/block/dm-38 112453120 112450000 3120 99% /data/user/0'"),
        ("settings", "echo null"),
        ("ime", "echo com.android.adbkeyboard/.AdbIME"),
        ("getprop", "case $1 in *manufacturer) echo Google ;; *model) echo Pixel 8 ;; "
         "*release) echo 15 ;; esac"),
    ):  # fmt: skip
        phone.command(name, script)
    return phone
