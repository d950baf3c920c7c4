"""`--print`: the commands, on a machine that has none of them."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from .conftest import AVD, Machine

GOLDEN = Path(__file__).with_name("print.txt")


def test_each_command_is_shown_as_it_is_typed(machine: Machine) -> None:
    golden = GOLDEN.read_text(encoding="utf-8")
    asked = [line.removeprefix("$ avd ") for line in golden.splitlines() if line.startswith("$")]
    shown = "\n".join(f"$ avd {words}\n{printed(machine, words)}" for words in asked)
    assert shown == golden
    assert {call[0] for call in machine.calls} == {"uname"}
    assert list((machine.folder / "sdk").iterdir()) == [machine.folder / "sdk" / "cmdline-tools"]
    assert not (machine.folder / "home").exists()


def printed(machine: Machine, words: str) -> str:
    return machine.did(*words.split(), ANDROID_HOME="/sdk", HOME="/home/me")


@pytest.mark.parametrize("machine_name", ["arm64", "aarch64"])
def test_an_arm_machine_gets_its_own_image(machine: Machine, machine_name: str) -> None:
    shown = machine.did("create", "--print", MACHINE=machine_name)
    assert "'system-images;android-35;google_apis;arm64-v8a'" in shown


def test_android_keeps_its_things_where_it_is_told_to(machine: Machine) -> None:
    shown = machine.did("create", "--print", ANDROID_HOME="", ANDROID_USER_HOME="/disk 2")
    home = machine.folder / "home"
    assert shlex.split(shown.splitlines()[0])[1:] == [
        f"ANDROID_HOME={home}/Android/Sdk",
        f"ANDROID_SDK_ROOT={home}/Android/Sdk",
        "ANDROID_AVD_HOME=/disk 2/avd",
    ]


@pytest.mark.parametrize("word", ["", "plain", "two words", "it's", "a\\b&c", "$HOME", "a\nb", "*"])
def test_words_are_quoted_for_a_shell(word: str) -> None:
    call = '. "$0"; quoted "$@"'
    shown = subprocess.run(
        ["bash", "-c", call, str(AVD / "common.sh"), word, "end"],
        env={"PATH": os.defpath},
        capture_output=True,
        text=True,
        check=True,
    )
    assert shlex.split(shown.stdout) == [word, "end"]


def test_help_tells_every_command(machine: Machine) -> None:
    told = machine.did("--help")
    for word in ("create", "boot", "snapshot", "reset", "stop", "delete", "status"):
        assert f"  avd {word}" in told
