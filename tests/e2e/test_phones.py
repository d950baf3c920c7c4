"""Which phone, and what is said where there is none, too many, or one that cannot be used."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

from appagent.device.pocket import running
from tests.model.endpoint import Answer, Endpoint
from tests.ports import free_port

from .house import (
    CLOCK,
    AppAgent,
    Pocket,
    Server,
    asking_phone,
    pocket_phone,
    until,
)
from .script import DONE, plays, tap

TASK = ("run", "--task", "Turn on Bluetooth", "--model", "offline")


def test_no_phone(at_server: AppAgent) -> None:
    ran = at_server(*TASK)
    assert ran.code == 2
    assert ran.err.startswith("appagent: no phone is attached: plug one in")
    assert "--device pocket" in ran.err
    assert not (at_server.folder / "runs").exists()
    listed = at_server("devices", "--json")
    assert (listed.code, listed.document) == (0, {"devices": [], "pocket": False})


def test_a_pocket_phone_that_runs_is_offered(at_server: AppAgent, phone: Pocket) -> None:
    ran = at_server(*TASK, APPAGENT_POCKET_PORT=str(phone.port))
    assert ran.code == 2
    offer = f"take the pocket phone that runs on port {phone.port}, `--device pocket`"
    assert ran.err.strip().endswith(offer)


def test_no_such_phone(at_server: AppAgent) -> None:
    ran = at_server(*TASK, "--device", "0123456789")
    assert ran.code == 2
    assert "no phone 0123456789 is attached (attached: none)" in ran.err
    assert (
        "no phone poket is attached: did you mean pocket?"
        in at_server(*TASK, "--device", "poket").err
    )
    no_model = at_server("run", "Sing", "--device", "pockett", OPENAI_API_KEY="")
    assert "no phone pockett is attached: did you mean pocket?" in no_model.err
    nobody = at_server(*TASK, "--device", "127.0.0.1:9")
    assert nobody.code == 2, nobody.said
    assert "no phone answers at 127.0.0.1:9: failed to connect" in nobody.err


def test_a_phone_over_the_network(at_server: AppAgent, alone: Server) -> None:
    with pocket_phone(alone) as phone:
        gone = at_server("devices", "--disconnect", phone.serial, "--json")
        assert gone.document["done"] == [f"disconnected {phone.serial}"]
        assert gone.document["devices"] == []
        asked_for = at_server("view", "--json", "--device", phone.serial)
        assert asked_for.code == 0, "it is connected to where it is named"
        there = at_server("devices", "--connect", phone.serial)
        assert (there.code, there.err) == (0, f"connected to {phone.serial}\n"), there.said
        assert phone.serial in there.out
        _, port = phone.serial.split(":")
        listed = at_server("devices", APPAGENT_POCKET_PORT=port).out
        assert listed.splitlines() == [f"{phone.serial}  device  Pocket_Phone  also as `pocket`"]
        again = at_server("devices", "--disconnect", "127.0.0.1:9", "--json")
        assert (again.code, again.document["exit_code"]) == (2, 2), again.said
        nobody = at_server("devices", "--connect", "127.0.0.1:9")
        assert nobody.code == 2
        assert "is wireless debugging on" in nobody.err
        assert alone.states() == {phone.serial: "device"}, "who does not answer is not kept"


def test_pairing_needs_a_code(at_server: AppAgent) -> None:
    for words, said in (
        (("--pair", "127.0.0.1:9"), "nobody can answer: add --code"),
        (("--code", "123456"), "--code needs an address: add --pair"),
        (("--pair", "127.0.0.1:9", "--code", "123456"), "not paired with 127.0.0.1:9: "),
    ):
        ran = at_server("devices", *words, "--json")
        assert (ran.code, said in ran.document["error"]) == (2, True), ran.said


def test_the_server_that_adb_itself_would_ask(at_server: AppAgent, alone: Server) -> None:
    with pocket_phone(alone) as phone:
        env = {"ANDROID_ADB_SERVER_PORT": "1"}
        named = {"ADB_SERVER_SOCKET": f"tcp:localhost:{alone.port}"}
        ran = at_server("view", "--json", "--device", phone.serial, **env, **named)
        assert ran.code == 0, ran.said
        away = at_server("devices", ADB_SERVER_SOCKET="tcp:127.0.0.2:1")
        assert away.code == 2
        assert "no adb server answers at 127.0.0.2:1: start it on that machine" in away.err


def test_two_phones_need_a_name(at_server: AppAgent, alone: Server) -> None:
    with pocket_phone(alone) as one, pocket_phone(alone) as other:
        ran = at_server(*TASK)
        assert ran.code == 2
        assert "2 phones are attached" in ran.err
        assert one.serial in ran.err
        assert other.serial in ran.err
        named = at_server("view", "--json", "--device", other.serial)
        assert named.code == 0, named.said
        assert any("screencap" in line for line in other.log())
        assert not any("screencap" in line for line in one.log())


def test_the_only_phone_is_taken(at_server: AppAgent, alone: Server) -> None:
    with pocket_phone(alone) as phone:
        assert at_server("view", "--json").code == 0
        assert alone.states() == {phone.serial: "device"}
        (listed,) = at_server("devices", "--json").document["devices"]
        assert (listed["serial"], listed["usable"]) == (phone.serial, True)


def test_a_phone_that_went_offline(at_server: AppAgent, alone: Server) -> None:
    with pocket_phone(alone) as phone:
        phone.kill()
        until(lambda: alone.states().get(phone.serial) == "offline", "the phone is offline")
        ran = at_server(*TASK)
        assert ran.code == 2
        assert f"{phone.serial} is offline: " in ran.err
        assert f"`appagent devices --connect {phone.serial}`" in ran.err


def test_a_phone_that_asks_first(at_server: AppAgent, alone: Server) -> None:
    with asking_phone() as serial:
        alone.adb("connect", serial)
        until(lambda: alone.states().get(serial) == "unauthorized", "the phone asks")
        ran = at_server(*TASK)
        assert ran.code == 2
        assert f"{serial} is unauthorized: unlock the phone and accept" in ran.err
        listed = at_server("devices")
        assert listed.code == 0
        assert "accept `Allow USB debugging?`" in listed.err
        alone.adb("disconnect", serial)


def test_a_phone_that_asks_first_stays_to_be_allowed(at_server: AppAgent, alone: Server) -> None:
    with asking_phone() as serial:
        ran = at_server("devices", "--connect", serial)
        assert ran.code == 2
        assert f"no phone answers at {serial}: failed to authenticate" in ran.err
        assert "accept `Allow USB debugging?`" in ran.err
        assert alone.states() == {serial: "unauthorized"}
        assert at_server("devices", "--disconnect", serial).code == 0


def test_a_phone_that_dies_in_mid_step(
    at_server: AppAgent, alone: Server, endpoint: Endpoint
) -> None:
    at_server.env |= {"OPENAI_BASE_URL": endpoint.url, "APPAGENT_MODEL": "seer-4"}
    with pocket_phone(alone) as phone:

        def unplugged(text: str) -> str:
            phone.kill()
            return tap("Clock")(text)

        plays(endpoint, "wait(1)", unplugged, DONE)
        start = time.monotonic()
        ran = at_server("run", "--task", "Open the clock", "--json")
        assert time.monotonic() - start < 20, "it does not wait for a phone that is gone"
    assert ran.code == 3, ran.said
    assert phone.serial in ran.document["error"]
    assert at_server.whole()
    assert [step.get("status", "CONTINUE") for step in at_server.steps] == ["CONTINUE", "ERROR"]
    assert at_server.steps[1]["kind"] == "tap", "what was decided is kept"
    assert (at_server.outcome["ending"], at_server.outcome["exit_code"]) == ("failed", 3)


def test_a_running_pocket_phone_stays_connected(appagent: AppAgent, phone: Pocket) -> None:
    """Who connected it by hand goes on using it."""
    assert appagent("view", "--json").code == 0
    assert phone.server.states() == {phone.serial: "device"}
    assert appagent("devices", "--json").document["pocket"] is True


def test_a_pocket_phone_tells_a_program_where_it_is(bare: AppAgent) -> None:
    with bare.started("phone", "--port", "0", "--json") as process:
        assert process.stdout is not None
        ready = json.loads(process.stdout.readline())
        assert ready["address"] == f"127.0.0.1:{ready['port']}"
        assert running(ready["port"])
        taken = bare("phone", "--port", str(ready["port"]), "--json")
        assert (taken.code, taken.document["exit_code"]) == (2, 2), taken.said
        assert taken.err.startswith("appagent: port ")
        process.terminate()
        assert process.stdout.read() == "", "nothing else"
        assert process.wait(20) == 0


def test_a_pocket_phone_listens_where_the_others_look_for_it(bare: AppAgent) -> None:
    """The setting is of both."""
    port = free_port()
    with bare.started("phone", "--json", APPAGENT_POCKET_PORT=str(port)) as process:
        assert process.stdout is not None
        assert json.loads(process.stdout.readline())["port"] == port
        process.terminate()


def test_a_pocket_phone_that_could_not_do_as_it_is_told(bare: AppAgent) -> None:
    """It says so before it starts, in this command's words."""
    (bare.folder / "file").touch()
    for words, said in (
        (("--save", "file/state.json"), "--save file/state.json: Not a directory"),
        (("--save", "."), "--save .: Is a directory"),
        (("--profile", "fast"), "--profile fast: expected one of zero, "),
    ):
        ran = bare("phone", "--port", "0", *words, "--json")
        assert (ran.code, ran.document["error"].startswith(said)) == (2, True), ran.said


def test_a_pocket_phone_of_its_own_leaves_its_state(bare: AppAgent, clean_house: Path) -> None:
    ran = bare("run", "--app", "clock", "--task", "Set an alarm for 6:45 am", "--device", "pocket")
    assert ran.code == 0, ran.said
    assert "using the offline rules" in ran.err
    assert ran.err.count("ends with the command: `appagent phone` starts one that stays") == 1
    assert not (clean_house / ".cache" / "appagent").exists(), "no lock for each free port"
    state = json.loads((bare.trail / "phone-state.json").read_text())
    alarms = state["apps"][CLOCK]["alarms"]
    assert (6, 45) in [(alarm["hour"], alarm["minute"]) for alarm in alarms]


def test_a_phone_in_use_is_left_to_who_has_it(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint
) -> None:
    """Until that ends, be it by a blow."""
    endpoint.play(Answer("", drip_s=0.05))
    words = ("run", "--app", "clock", "--task", "Turn on Bluetooth")
    with with_model.started(*words) as first:
        try:
            until(lambda: endpoint.requests, "the first command asks its model")
            start = len(phone.log())
            second = with_model("explore", "--app", "clock", "--model", "offline", "--json")
            assert second.code == 2, second.said
            who = f"{phone.serial} is in use by `appagent run --app clock` (process {first.pid}, "
            assert second.document["error"].startswith(who)
            assert not [line for line in phone.log()[start:] if line.startswith(("input", "am"))]
            assert with_model("view", "--json").code == 0, "to look is no harm"
        finally:
            first.kill()
    assert with_model(*words, "--model", "offline", "--steps", "1").code == 1


def test_a_running_phone_is_not_said_to_end(appagent: AppAgent) -> None:
    assert "ends with the command" not in appagent(*TASK, "--steps", "1").err


def test_without_a_place_for_locks_there_are_none(appagent: AppAgent, clean_house: Path) -> None:
    (clean_house / ".cache").touch()
    assert appagent(*TASK, "--steps", "1").code == 1


def test_nothing_is_left_on_the_phone(appagent: AppAgent, phone: Pocket) -> None:
    before, settings, start = phone.files(), phone.state()["settings"], len(phone.log())
    ran = appagent("run", "--app", "clock", "--task", "Set an alarm for 7:05 am")
    assert ran.code == 0, ran.said
    commands = phone.log()[start:]
    assert any(line.startswith("input tap") for line in commands)
    asked = re.compile(r"\bpocketphone (state|tree|reset|load|log)\b")
    assert [line for line in commands if asked.search(line)] == ["pocketphone log"], "the test's"
    assert phone.files() == before
    assert phone.state()["settings"] == settings
