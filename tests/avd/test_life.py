"""The life of an emulator, with Google's tools played: what is called, and what comes of it."""

from __future__ import annotations

import os
import shlex
import socket
from collections.abc import Iterable
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from .conftest import Machine

SNAPSHOT = ["emu", "avd", "snapshot"]


def options(machine: Machine) -> list[str]:
    """What Google's emulator was last started with, after the port."""
    starts = [call for call in machine.calls if call[:2] == ["emulator", "-avd"]]
    return starts[-1][5:] if starts else []


def adb(machine: Machine) -> list[list[str]]:
    """What was asked of the one emulator."""
    return [call[3:] for call in machine.calls if call[:2] == ["adb", "-s"]]


def test_a_phone_is_made_booted_put_back_and_deleted(machine: Machine) -> None:
    machine.did("create", "--accept-licenses")
    config = (machine.phone / "config.ini").read_text(encoding="utf-8").splitlines()
    assert config[-5:] == [
        "hw.lcd.width=1080",
        "hw.lcd.height=2400",
        "hw.lcd.density=420",
        "hw.ramSize=4096",
        "hw.keyboard=no",
    ]

    serial = machine.did("boot").strip()
    assert serial.startswith("emulator-")
    assert len(machine.emulators) == 1
    assert machine.did("status") == f"appagent: ready as {serial}; snapshots: none\n"

    machine.did("snapshot")
    assert "snapshots: fresh" in machine.did("status")
    (process,) = machine.emulators
    assert machine.did("reset", "fresh").strip() == serial
    assert machine.emulators == [process]  # the same, put back
    assert [*SNAPSHOT, "load", "fresh"] in adb(machine)

    machine.did("reset")
    assert machine.emulators not in ([], [process])
    assert "-wipe-data" in options(machine)

    machine.did("stop")
    assert machine.emulators == []
    machine.did("delete")
    assert not machine.phone.exists()


def test_what_is_shown_is_what_is_run(machine: Machine) -> None:
    life = ["create --accept-licenses", "boot", "snapshot", "reset fresh", "status", "reset"]
    for words in [*life, "stop", "boot", "delete"]:
        shown = machine.did(*words.split(), "--print", "--port", "5580")
        machine.did(*words.split(), "--port", "5580")
        run = iter([Path(call[0]).name, *call[1:]] for call in machine.calls)
        for command in commands(shown):
            assert command in run, f"{words}: {command}"


def commands(shown: str) -> Iterable[list[str]]:
    """The calls of tools in a printed script; what the shell itself does is left out."""
    for line in shown.splitlines():
        words = shlex.split(line.removeprefix("nohup ").removeprefix("yes | "), comments=True)
        if words[0].startswith("/"):
            end = next((i for i, word in enumerate(words) if word.startswith(">")), len(words))
            yield [Path(words[0]).name, *words[1:end]]


def test_the_emulator_is_headless_and_keeps_nothing_by_itself(phone: Machine) -> None:
    phone.did("boot", "--", "-http-proxy", "http://it's here")
    assert options(phone) == [
        *("-no-window", "-no-audio", "-no-boot-anim", "-gpu", "swiftshader_indirect"),
        *("-no-snapshot-save", "-http-proxy", "http://it's here"),
    ]


def test_a_phone_that_is_off_starts_from_its_snapshot(phone: Machine) -> None:
    phone.did("boot")
    phone.did("snapshot", "signed-in")
    phone.did("stop")
    phone.did("reset", "signed-in")
    assert options(phone)[-2:] == ["-snapshot", "signed-in"]


def test_a_number_that_another_process_has_now_holds_no_stop_up(phone: Machine) -> None:
    phone.did("boot")
    pid = phone.phone / "boot.pid"
    assert pid.read_text(encoding="utf-8").split() == [str(each) for each in phone.emulators]
    pid.write_text(f"{os.getpid()}\n", encoding="utf-8")
    phone.did("stop")
    assert phone.emulators == []
    assert not pid.exists()


def test_each_command_may_be_said_twice(machine: Machine) -> None:
    machine.did("create", "--accept-licenses")
    config = (machine.phone / "config.ini").read_bytes()
    again = machine.avd("create")
    assert (again.returncode, again.stderr) == (
        0,
        "the phone appagent is there already: avd boot starts it\n",
    )
    assert (machine.phone / "config.ini").read_bytes() == config

    assert machine.did("boot") == machine.did("boot")
    assert len(machine.emulators) == 1
    for word in ("stop", "stop", "delete", "delete", "stop"):
        machine.did(word)


def test_nothing_is_downloaded_twice(phone: Machine) -> None:
    phone.did("create", "--name", "another")
    assert [call[0] for call in phone.calls if call[0] == "sdkmanager"] == []
    phone.did("create", "--name", "older", "--api", "34")
    (installed,) = [call[3:] for call in phone.calls if call[0] == "sdkmanager"]
    assert installed == ["system-images;android-34;google_apis;x86_64"]


def test_two_phones_run_beside_each_other(phone: Machine) -> None:
    phone.did("create", "--name", "second")
    one, two = phone.did("boot", "--port", "5570"), phone.did("boot", "--name", "second")
    assert one != two
    phone.did("stop")
    assert two.strip() in phone.did("status", "--name", "second")


def test_a_port_that_is_taken_is_passed_over(phone: Machine) -> None:
    with ExitStack() as held:
        with suppress(OSError):  # somebody else has it, which will do
            held.enter_context(socket.create_server(("127.0.0.1", 5555)))
        assert phone.did("boot").strip() != "emulator-5554"


def test_a_phone_that_somebody_made_otherwise_is_told_so(phone: Machine) -> None:
    booted = phone.avd("boot", SPEAKS="de-DE")
    assert booted.returncode == 0
    assert "this phone has 1080x2400 420 de-DE" in booted.stderr


@pytest.mark.parametrize(
    ("wrong", "told"),
    [("", "appagent: off; snapshots: none"), ("slow", "appagent: booting as emulator-5580")],
)
def test_status_tells_a_phone_that_is_not_ready(phone: Machine, wrong: str, told: str) -> None:
    if wrong:
        phone.goes_wrong(wrong)
        phone.avd("boot", "--timeout", "0", "--port", "5580")
    status = phone.avd("status")
    assert status.returncode == 1
    assert told in status.stdout


def test_status_without_a_phone(machine: Machine) -> None:
    status = machine.avd("status")
    assert (status.returncode, status.stdout) == (1, "there is no phone appagent\n")
