"""What Android logged of an app that broke down: only its own traces, from the first line on."""

from __future__ import annotations

import pytest

from appagent.device.adb import AdbDevice
from appagent.device.crashlog import LINES, crashes, traces
from appagent.errors import DeviceError
from tests.device.adb_server import ScriptedPhone

APP = "com.example.notes"
# Android 8 to 16 print alike; the native one is of Android 14, the ANR of Android 13.
LOG = """\
--------- beginning of crash
03-02 09:30:12.345  4242  4242 E AndroidRuntime: FATAL EXCEPTION: main
03-02 09:30:12.345  4242  4242 E AndroidRuntime: Process: com.example.notes, PID: 4242
03-02 09:30:12.345  4242  4242 E AndroidRuntime: java.lang.IllegalStateException: no: such note
03-02 09:30:12.345  4242  4242 E AndroidRuntime: \tat com.example.notes.Main.open(Main.kt:7)
03-02 09:30:13.001  5001  5001 E AndroidRuntime: FATAL EXCEPTION: pool-1-thread-1
03-02 09:30:13.001  5001  5001 E AndroidRuntime: Process: com.example.mail, PID: 5001
03-02 09:30:14.100  6100  6100 F DEBUG   : *** *** *** *** *** *** *** ***
03-02 09:30:14.100  6100  6100 F DEBUG   : pid: 4300, tid: 4311, name: x  >>> com.example.notes <<<
03-02 09:30:14.100  6100  6100 F DEBUG   :       #00 pc 000000000001f464  libnotes.so
--------- beginning of system
03-02 09:31:00.120  1523  2210 E ActivityManager: ANR in com.example.notes (com.example.notes/.Main)
03-02 09:31:00.120  1523  2210 E ActivityManager: Reason: Input dispatching timed out
03-02 09:31:00.400  1523  1699 E ActivityManager: Failure starting process com.example.other
"""


def test_the_traces_of_one_app() -> None:
    told = traces(LOG, APP)
    assert [line.partition(": ")[2].strip() for line in told] == [
        "FATAL EXCEPTION: main",
        "Process: com.example.notes, PID: 4242",
        "java.lang.IllegalStateException: no: such note",
        "at com.example.notes.Main.open(Main.kt:7)",
        "*** *** *** *** *** *** *** ***",
        "pid: 4300, tid: 4311, name: x  >>> com.example.notes <<<",
        "#00 pc 000000000001f464  libnotes.so",
        "ANR in com.example.notes (com.example.notes/.Main)",
        "Reason: Input dispatching timed out",
    ]
    assert len(traces(LOG, "")) == 12


def test_an_app_whose_name_begins_alike_is_another_one() -> None:
    mail = LOG.replace("com.example.mail", f"{APP}.mail").replace("example.other", "example.notes2")
    assert traces(mail, APP) == traces(LOG, APP)
    assert len(traces(mail, f"{APP}.mail")) == 2
    service = LOG.replace("com.example.mail", f"{APP}:sync")
    assert len(traces(service, APP)) == len(traces(LOG, APP)) + 2, "a process of the app itself"


def test_an_endless_trace_keeps_its_first_lines() -> None:
    head, *_ = LOG.splitlines()[1:]
    told = traces(f"{head} {APP}\n" + f"{head}\n" * 1000, APP)
    assert (len(told), told[0]) == (LINES, f"{head} {APP}")


def test_the_log_is_asked_from_where_it_was_read(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("date", "echo since:177244380$(cat $F/asked | wc -l)")
    phone.command("logcat", 'echo "$@" >>$F/asked')
    phone.command("settings", "echo 7")
    (phone.folder / "asked").touch()
    with device.prepare():
        assert [device.crashes(APP) for _ in range(3)] == [[], [], []]
    asked = (phone.folder / "asked").read_text().splitlines()
    assert [line.split(" -T ")[1].split()[0] for line in asked] == [
        "1772443800.0",
        "1772443800.0",
        "1772443801.0",
    ]


@pytest.mark.parametrize("features", ["shell_v2", "exec"])
def test_a_phone_without_the_log_tells_nothing(
    device: AdbDevice, phone: ScriptedPhone, features: str
) -> None:
    phone.features = features
    phone.command("logcat", "echo Unable to open log device >&2; exit 1")
    assert crashes(device, APP) == ()


def test_a_phone_that_is_gone_is_no_error(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.drop = "logcat"
    with pytest.raises(DeviceError):
        device.crashes(APP)
    assert crashes(device, APP) == ()
