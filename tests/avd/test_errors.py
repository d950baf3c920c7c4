"""What is missing or goes wrong: one sentence that says what to do, and an exit code."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from .conftest import AVD, Machine


def test_no_java(machine: Machine) -> None:
    (machine.folder / "system" / "java").unlink()
    elsewhere = {"PATH": f"{machine.folder / 'system'}{os.pathsep}{tools_without_java(machine)}"}
    code, sentence = machine.failed("create", **elsewhere)
    assert code == 2
    assert "no Java here" in sentence
    assert "17" in sentence


def tools_without_java(machine: Machine) -> Path:
    tools = machine.folder / "tools"
    tools.mkdir()
    for name in ("bash", "env", "dirname", "sed", "awk", "id", "tr"):
        (tools / name).symlink_to(shutil.which(name) or "")
    return tools


def test_an_old_java(machine: Machine) -> None:
    code, sentence = machine.failed("create", JAVA="1.8.0_392")
    assert (code, "17 or later, found 1 " in sentence) == (2, True)


def test_no_sdk(machine: Machine) -> None:
    shutil.rmtree(machine.folder / "sdk")
    code, sentence = machine.failed("create")
    assert code == 2
    assert "sdk/cmdline-tools/latest/bin" in sentence
    assert "https://developer.android.com/" in sentence


def test_licences_are_never_accepted_unasked(machine: Machine) -> None:
    code, sentence = machine.failed("create")
    assert (code, "--accept-licenses" in sentence) == (2, True)
    assert not [call for call in machine.calls if call[0] == "sdkmanager"]


def test_a_package_whose_licence_is_refused(machine: Machine) -> None:
    machine.goes_wrong("refused")
    code, sentence = machine.failed("create", "--accept-licenses")
    assert code == 2
    assert "left out platform-tools emulator system-images;android-35" in sentence
    assert not machine.phone.exists()


def test_no_network(machine: Machine) -> None:
    machine.goes_wrong("offline")
    code, sentence = machine.failed("create", "--accept-licenses")
    assert code == 3
    assert "sdkmanager" in sentence


def test_no_room(machine: Machine) -> None:
    code, sentence = machine.failed("create", "--accept-licenses", FREE_KB="5100000")
    assert code == 2
    assert "5 GB are free" in sentence
    assert "8 are needed" in sentence


def no_device(machine: Machine) -> None:
    (machine.folder / "kvm").unlink()


def not_ours(machine: Machine) -> None:
    if os.geteuid() == 0:
        pytest.skip("root may use any device")
    (machine.folder / "kvm").chmod(0)


def not_usable(machine: Machine) -> None:
    machine.goes_wrong("no-accel")


@pytest.mark.parametrize(
    ("broken", "cure"),
    [(no_device, "modprobe"), (not_ours, "gpasswd"), (not_usable, "supports vmx or svm")],
)
def test_no_virtualisation(phone: Machine, broken: Callable[[Machine], None], cure: str) -> None:
    broken(phone)
    code, sentence = phone.failed("boot")
    assert code == 2
    assert cure in sentence
    assert phone.emulators == []


def test_a_boot_that_never_ends(phone: Machine) -> None:
    phone.goes_wrong("slow")
    code, sentence = phone.failed("boot", "--timeout", "0")
    assert code == 3
    assert "not ready within 0 s" in sentence
    assert f"{phone.phone}/boot.log" in sentence


def test_an_emulator_that_ends_says_why(phone: Machine) -> None:
    phone.goes_wrong("dies")
    code, sentence = phone.failed("boot")
    assert code == 3
    assert "Not enough space to create userdata partition" in sentence


def test_a_snapshot_that_the_emulator_refuses(phone: Machine) -> None:
    phone.did("boot")
    phone.goes_wrong("ko")
    code, sentence = phone.failed("snapshot")
    assert code == 3
    assert "KO: no space left" in sentence


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("boot", "there is no phone appagent: avd create makes it"),
        ("reset fresh", "there is no phone appagent: avd create makes it"),
        ("", "no command ''"),
        ("dance", "no command 'dance'"),
        ("boot fresh", "no command 'boot fresh'"),
        ("reset a b", "one word too many: b"),
        ("boot --loud", "no option --loud"),
        ("boot --port", "--port takes a word"),
        ("boot --port 5555", "an even number from 5554 to 5584, not 5555"),
        ("boot --timeout soon", "--timeout takes a number, not 'soon'"),
        ("create --name ../other", "not '../other'"),
        ("reset ..", "not '..'"),
    ],
)
def test_words_that_mean_nothing(machine: Machine, words: str, told: str) -> None:
    code, sentence = machine.failed(*words.split())
    assert (code, told in sentence) == (2, True), sentence


def test_a_snapshot_that_is_not_there(phone: Machine) -> None:
    code, sentence = phone.failed("snapshot")
    assert (code, "does not run: avd boot starts it" in sentence) == (2, True)
    phone.did("boot")
    phone.did("snapshot", "signed-in")
    code, sentence = phone.failed("reset", "fresh")
    assert (code, "there are signed-in" in sentence) == (2, True)


def test_every_exit_code_is_told() -> None:
    scripts = [(AVD / name).read_text(encoding="utf-8") for name in ("avd", "common.sh")]
    codes = {code for script in scripts for code in re.findall(r"(?:fail|exit) (\d)", script)}
    told = next(line for line in scripts[0].splitlines() if line.startswith("# Exit codes"))
    assert codes | {"0"} == set(re.findall(r"\d", told))
