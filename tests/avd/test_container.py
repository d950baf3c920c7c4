"""The container: what it lets in, what it brings along, and that it stops its phone."""

from __future__ import annotations

import os
import re
import signal
import subprocess
from typing import Any

import pytest
import yaml

from .conftest import AVD, Machine


@pytest.fixture(scope="module")
def service() -> dict[str, Any]:
    told: dict[str, Any] = yaml.safe_load((AVD / "compose.yaml").read_text(encoding="utf-8"))
    (phone,) = told["services"].values()
    assert {volume.partition(":")[0] for volume in phone["volumes"]} == set(told["volumes"])
    return dict(phone)


@pytest.fixture(scope="module")
def image() -> str:
    return (AVD / "Dockerfile").read_text(encoding="utf-8")


def test_nobody_outside_this_machine_reaches_the_phone(service: dict[str, Any]) -> None:
    (port,) = service["ports"]
    host, _, inside = port.rpartition(":")
    assert host.startswith("127.0.0.1:")
    assert f"TCP-LISTEN:{inside}," in (AVD / "entrypoint").read_text(encoding="utf-8")
    assert "network_mode" not in service
    assert "privileged" not in service
    assert service["devices"] == ["/dev/kvm"]


def test_what_is_downloaded_outlives_the_container(service: dict[str, Any], image: str) -> None:
    (sdk,) = re.findall(r"ANDROID_HOME=(\S+)", image)
    assert {volume.partition(":")[2] for volume in service["volumes"]} == {sdk, "/root/.android"}


def test_the_image_holds_the_scripts_and_accepts_no_licence(image: str) -> None:
    (copied,) = re.findall(r"^COPY (.*) /opt/avd/$", image, re.MULTILINE)
    assert all((AVD / name).is_file() for name in copied.split())
    assert "licenses" not in image
    assert re.search(r"^ARG TOOLS_SHA256=[0-9a-f]{64}$", image, re.MULTILINE)


def entered(machine: Machine, *words: str) -> subprocess.Popen[str]:
    path = [str(machine.folder / "system"), str(AVD), os.defpath]
    return subprocess.Popen(
        [str(AVD / "entrypoint"), *words],
        env=machine.env | {"PATH": os.pathsep.join(path)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_a_container_that_is_stopped_stops_its_phone(phone: Machine) -> None:
    (phone.phone / "multiinstance.lock").touch()
    with entered(phone) as container:
        assert container.stdout
        assert container.stdout.readline() == "emulator-5554\n"
        assert len(phone.emulators) == 1
        assert not (phone.phone / "multiinstance.lock").exists()
        container.send_signal(signal.SIGTERM)
        assert container.wait() == 143
    assert phone.emulators == []
    (start,) = [call for call in phone.calls if call[:2] == ["emulator", "-avd"]]
    assert start[-1] == "-skip-adb-auth"


def test_a_command_of_avd_is_run_in_the_container(machine: Machine) -> None:
    with entered(machine, "create", "--accept-licenses") as container:
        assert container.wait() == 0
    assert machine.phone.exists()


def test_a_container_without_a_phone_says_how_to_make_one(machine: Machine) -> None:
    with entered(machine) as container:
        assert container.stdout
        assert "avd create makes it" in container.stdout.read()
        assert container.wait() == 2
