"""The phones that the `Device` contract is run on."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from appagent.device.adb import AdbDevice
from appagent.device.devices import select_phone
from appagent.device.pocket import pocket
from appagent.device.u2 import U2Device

REAL = os.environ.get("APPAGENT_TEST_SERIAL")


@pytest.fixture(scope="session", params=["pocket", "u2", "real"])
def device(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[AdbDevice]:
    if request.param == "real":
        if not REAL:
            pytest.skip("APPAGENT_TEST_SERIAL names no real phone")
        device = select_phone(REAL)
        with device.prepare():
            yield device
        return
    folder: Path = tmp_path_factory.mktemp("pocket")
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
        # Port 1: never a phone that a person happens to run.
        with pocket(port=1, save=folder / "phone-state.json") as device:
            if request.param == "pocket":
                yield device
                return
            device = U2Device.over(device)
            with device.prepare():
                yield device


@pytest.fixture
def listing(device: AdbDevice) -> AdbDevice:
    """The phone with an app in front that shows rows: the settings, which every phone has, or on
    a pocket phone the contacts."""
    packages = {package.rpartition(".")[2]: package for package in device.packages()}
    package = packages["settings" if device.serial == REAL else "contacts"]
    device.run(f"am force-stop {package}")
    device.launch(package)
    return device
