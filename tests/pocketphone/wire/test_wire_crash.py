"""An app whose own code raises: it ends as an app does on Android, and the phone goes on."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from typing import ClassVar

import pytest
from wire_rig import Adb, connect

from pocketphone import run_in_thread
from pocketphone.apps import installed
from pocketphone.phone import Phone
from pocketphone.ui import App, Context, Icon, TextField, Widget, list_row, scaffold
from pocketphone.ui.app import VIEW, Filter, Intent

PACKAGE = "com.example.broken"


def fail() -> None:
    raise TypeError("a handler's own mistake")


def first(ctx: Context) -> Widget:
    return scaffold(list_row("Fail", id="fail", on_tap=fail), title=ctx.label(ctx.app))


def typing(ctx: Context) -> Widget:
    del ctx
    return TextField(id="field", on_change=lambda _: fail(), autofocus=True)


def unbuilt(ctx: Context) -> Widget:
    return scaffold(list_row(ctx.state["missing"]), title="Unbuilt")


def undrawn(ctx: Context) -> Widget:
    del ctx
    return Icon("no-such-icon")


class Broken(App):
    package, label = PACKAGE, "Broken"
    first_page = "first"
    pages: ClassVar = {"first": first, "typing": typing, "unbuilt": unbuilt, "undrawn": undrawn}
    handles = (Filter(VIEW, scheme="broken"),)

    def arrive(self, ctx: Context, intent: Intent) -> None:
        raise LookupError(f"{ctx.page} cannot take {intent.data}")


@pytest.fixture
def no_app_crashes() -> None:
    """Here they are meant to."""


@pytest.fixture
def phone() -> Phone:
    return Phone(apps=[*installed(), Broken])


@pytest.fixture
def adb(adb_server: Adb, phone: Phone) -> Iterator[Adb]:
    with run_in_thread(phone) as running:
        adb = connect(adb_server, running.port)
        yield adb
        adb_server("disconnect", adb.serial)


def show(adb: Adb, page: str) -> None:
    patch = {"screen": {"app": PACKAGE, "page": page}}
    assert adb("shell", "pocketphone load -", stdin=json.dumps(patch).encode()).code == 0


def tap(adb: Adb, name: str) -> None:
    tree = json.loads(adb("shell", "pocketphone tree").text)
    left, top, right, bottom = next(each["bounds"] for each in tree if each["id"] == name)
    assert adb("shell", f"input tap {(left + right) // 2} {(top + bottom) // 2}").code == 0


@pytest.mark.parametrize(
    ("page", "line", "mistake"),
    [
        ("unbuilt", "uiautomator dump", "KeyError: 'missing'"),
        ("undrawn", "screencap -p /sdcard/screen.png", "no icon 'no-such-icon'"),
        ("typing", "input text a", "TypeError: a handler's own mistake"),
        ("", "am start -a android.intent.action.VIEW -d broken:x", "LookupError: first cannot"),
    ],
)
def test_an_error_of_an_app_ends_the_app(
    adb: Adb, page: str, line: str, mistake: str, caplog: pytest.LogCaptureFixture
) -> None:
    if page:
        show(adb, page)
    said = adb("shell", line)
    assert (said.code, said.error) == (0, "")
    dump = adb("shell", "uiautomator dump >/dev/null; cat /sdcard/window_dump.xml").text
    assert "Broken keeps stopping" in dump
    assert "Application Error: com.example.broken" in adb("shell", "dumpsys window").text
    crash = adb("shell", "logcat -b crash -d").text
    assert crash.startswith("--------- beginning of crash\n")
    assert f"E AndroidRuntime: Process: {PACKAGE}, PID: " in crash
    assert crash.count("FATAL EXCEPTION: main") == 1
    assert mistake in crash
    assert "FATAL" not in adb("shell", "logcat -b main -d").text
    (record,) = [each for each in caplog.records if each.levelno == logging.ERROR]
    assert record.getMessage() == f"{PACKAGE} crashed"
    assert record.exc_info


def test_the_phone_goes_on_after_a_touch_that_raised(adb: Adb) -> None:
    show(adb, "first")
    tap(adb, "fail")
    state = json.loads(adb("shell", "pocketphone state").text)
    assert state["screen"]["page"] == "system/crash"
    tap(adb, "confirm")
    assert json.loads(adb("shell", "pocketphone state").text)["screen"] == {
        "app": "com.pocketphone.launcher",
        "page": "home",
        "args": {},
    }
    assert adb("shell", f"am start -n {PACKAGE}/.MainActivity").code == 0
    assert "Fail" in adb("shell", "uiautomator dump >/dev/null; cat /sdcard/window_dump.xml").text
    adb("shell", "logcat -b crash -c")
    assert "FATAL" not in adb("shell", "logcat -d").text


def test_the_launcher_cannot_be_replaced(phone: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    launcher = next(app for app in phone.installed.values() if app.label == "Launcher")
    monkeypatch.setattr(type(launcher), "pages", {launcher.first_page: unbuilt})
    phone.stale()
    with pytest.raises(KeyError, match="missing"):
        phone.look()
