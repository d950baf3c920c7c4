"""An app is found by what its icon says, on whatever launcher the phone has."""

from __future__ import annotations

from appagent.device.adb import AdbDevice
from appagent.device.launcher import by_label


def test_an_app_is_found_by_its_icon(device: AdbDevice) -> None:
    for name, word in (("Settings", "settings"), (" contacts ", "contacts")):
        package = by_label(device, name)
        assert word in package
        assert device.foreground().package == package


def test_a_name_on_no_icon_is_not_found(device: AdbDevice) -> None:
    assert by_label(device, "No such app") == ""
    assert device.foreground().package not in device.packages(), "the launcher is in front"
