from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

import pytest

from appagent.actions.gestures import Drag, Gesture, InputText, KeyPress, TouchAt
from appagent.device import keyboard, prepare
from appagent.device.adb import AdbDevice
from appagent.errors import CommandFailed, DeviceError, DeviceGone, ScreenMoved, TextNotTypable
from appagent.geometry import Point, Size
from tests.device.adb_server import ScriptedPhone

FRAME = Size(2, 1)


@pytest.fixture(autouse=True)
def no_keyboard_to_wait_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keyboard, "SHOWN_S", 0.0)


def inputs(phone: ScriptedPhone) -> list[str]:
    file = phone.folder / "inputs"
    return file.read_text().splitlines() if file.exists() else []


@pytest.mark.parametrize(
    ("gesture", "expected"),
    [
        (TouchAt(Point(1, 0), FRAME), ["tap 1 0"]),
        (TouchAt(Point(1, 0), FRAME, duration_ms=900), ["swipe 1 0 1 0 900"]),
        (TouchAt(Point(5, -3), FRAME), ["tap 1 0"]),
        (Drag(Point(0, 0), Point(9, 9), FRAME, 300), ["swipe 0 0 1 0 300"]),
        (KeyPress("back"), ["keyevent 4"]),
        (KeyPress("home"), ["keyevent 3"]),
        (KeyPress("enter"), ["keyevent 66"]),
        (InputText("a b", FRAME), ["text a%sb"]),
        (
            InputText("a\nb", FRAME, field=Point(1, 0), held=1),
            ["tap 1 0", "keyevent 123 67 112", "text a", "keyevent 66", "text b"],
        ),
        (InputText("", FRAME, field=Point(1, 0), held=1), ["tap 1 0", "keyevent 123 67 112"]),
    ],
)
def test_gesture_is_done_once(
    device: AdbDevice, phone: ScriptedPhone, gesture: Gesture, expected: list[str]
) -> None:
    device.perform(gesture)
    assert inputs(phone) == expected


def test_a_turned_screen_is_not_touched(device: AdbDevice, phone: ScriptedPhone) -> None:
    for gesture in (
        TouchAt(Point(0, 0), Size(1, 2)),
        Drag(Point(0, 0), Point(0, 1), Size(1, 2), 300),
        InputText("x", Size(1, 2), field=Point(0, 0)),
    ):
        with pytest.raises(ScreenMoved, match="2x1 px now and was 1x2"):
            device.perform(gesture)
    assert inputs(phone) == []


def test_a_dark_screen_is_not_touched(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("dumpsys", "echo")
    with pytest.raises(ScreenMoved, match="went dark since this was decided"):
        device.perform(TouchAt(Point(0, 0), FRAME))
    assert inputs(phone) == []


def test_text_is_never_a_command(device: AdbDevice, phone: ScriptedPhone) -> None:
    text = 'a & b; touch "$F/pwned" \' $(touch $F/pwned) `touch $F/pwned`'
    device.perform(InputText(text, FRAME))
    assert inputs(phone) == ["text " + text.replace(" ", "%s")]
    assert not (phone.folder / "pwned").exists()


def test_text_is_in_no_message(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.command("input", "exit 255")
    with pytest.raises(CommandFailed) as caught:
        device.perform(InputText("hunter2", FRAME))
    assert "hunter2" not in str(caught.value)


def test_locked_down_phone_names_the_switch(device: AdbDevice, phone: ScriptedPhone) -> None:
    said = "java.lang.SecurityException: Injecting to another application requires INJECT_EVENTS"
    phone.command("input", f"echo '{said} permission' >&2; exit 255")
    with pytest.raises(DeviceError, match=r"USB debugging \(Security settings\)"):
        device.perform(KeyPress("back"))
    with pytest.raises(DeviceError, match="INJECT_EVENTS"):
        device.try_input()


@pytest.mark.parametrize(
    "script",
    [
        "echo 'Error: Invalid arguments for command: tap'",
        "echo 'Unknown command: tap'",
        "echo 'Exception occurred while executing' >&2; exit 255",
    ],
)
def test_a_failed_touch_raises(device: AdbDevice, phone: ScriptedPhone, script: str) -> None:
    phone.command("input", script)
    with pytest.raises(CommandFailed, match="input tap 0 0"):
        device.perform(TouchAt(Point(0, 0), FRAME))


def test_phone_that_drops_mid_touch(device: AdbDevice, phone: ScriptedPhone) -> None:
    phone.drop = "input tap"
    with pytest.raises(DeviceGone, match="may or may not have been done"):
        device.perform(TouchAt(Point(0, 0), FRAME))
    assert sum("input tap" in service for service in phone.services) == 1


class TestUnicode:
    @pytest.fixture(autouse=True)
    def ime(self, phone: ScriptedPhone) -> None:
        (phone.folder / "ime").write_text("com.google.latin/.Ime\n")
        phone.command("settings", "cat $F/ime")
        phone.command("am", 'echo "$@" >>$F/inputs')

    def install(self, phone: ScriptedPhone, ime: str) -> None:
        phone.command(
            "ime",
            'echo "ime $@" >>$F/inputs; case "$1 $2" in\n'
            f'"list -a") printf "com.google.latin/.Ime\\n{ime}\\n" ;;\n'
            '"list -s") echo com.google.latin/.Ime ;;\n'
            "set*) echo $2 >$F/ime ;; esac",
        )

    def test_refused_before_the_first_touch(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        self.install(phone, "com.other/.Ime")
        with pytest.raises(TextNotTypable, match="ADBKeyboard"):
            device.perform(InputText("grüezi", FRAME, field=Point(0, 0), held=3))
        assert [line for line in inputs(phone) if not line.startswith("ime")] == []

    def test_goes_through_adb_keyboard_and_puts_the_old_one_back(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        self.install(phone, "com.android.adbkeyboard/.AdbIME")
        device.perform(InputText("grüezi", FRAME))
        encoded = base64.b64encode("grüezi".encode()).decode()
        assert inputs(phone)[2:] == [
            "ime enable com.android.adbkeyboard/.AdbIME",
            "ime set com.android.adbkeyboard/.AdbIME",
            f"broadcast -a ADB_INPUT_B64 --es msg {encoded}",
            "ime set com.google.latin/.Ime",
            "ime disable com.android.adbkeyboard/.AdbIME",
        ]

    def test_phone_without_a_keyboard_of_its_own(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        (phone.folder / "ime").write_text("null\n")
        self.install(phone, "com.android.adbkeyboard/.AdbIME")
        device.perform(InputText("grüezi", FRAME))
        assert "ime set null" not in inputs(phone)

    def test_old_one_is_put_back_after_a_failure(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        self.install(phone, "com.android.adbkeyboard/.AdbIME")
        phone.command("am", "exit 1")
        with pytest.raises(CommandFailed):
            device.perform(InputText("grüezi", FRAME))
        assert Path(phone.folder / "ime").read_text() == "com.google.latin/.Ime\n"
        assert phone.leftovers == []

    def test_a_keyboard_that_is_refused_is_not_left_behind(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        self.install(phone, "com.android.adbkeyboard/.AdbIME")
        denied = '[ "$1 $2" = "set com.android.adbkeyboard/.AdbIME" ] && echo denied && exit 255'
        phone.command("ime", f"{denied}\n{(phone.folder / 'bin' / 'ime').read_text()}")
        with pytest.raises(CommandFailed, match="denied"):
            device.perform(InputText("grüezi", FRAME))
        assert inputs(phone)[-2:] == [
            "ime set com.google.latin/.Ime",
            "ime disable com.android.adbkeyboard/.AdbIME",
        ]


class TestPrepared:
    @pytest.fixture(autouse=True)
    def settings(self, phone: ScriptedPhone) -> None:
        phone.command("settings", 'echo "$@" >>$F/inputs; [ $1 = get ] && echo null; true')

    def test_keeps_an_awake_phone_awake(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        key = "global stay_on_while_plugged_in"
        with device.prepare():
            assert inputs(phone) == [f"get {key}", f"put {key} 7"]
        assert inputs(phone)[2:] == [f"delete {key}"]

    def test_a_phone_that_another_command_keeps_awake_is_left_to_it(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        phone.command("settings", 'echo "$@" >>$F/inputs; [ $1 = get ] && echo 7; true')
        with device.prepare():
            pass
        assert inputs(phone) == ["get global stay_on_while_plugged_in"]

    def test_a_look_of_another_command_keeps_its_files(
        self, device: AdbDevice, phone: ScriptedPhone
    ) -> None:
        """`view` may end while a run looks; the run, whose phone it is, cleans up at its end."""
        theirs = phone.folder / "appagent-4711.xml"
        theirs.write_text("<hierarchy>")
        with device.prepare():
            phone.command("rm", "true")  # the look is cut off
            device.capture()
            (phone.folder / "bin" / "rm").unlink()
            assert len(list(phone.folder.glob("appagent-*"))) > 1
        assert list(phone.folder.glob("appagent-*")) == [theirs]
        with device.prepare(alone=True):
            pass
        assert not theirs.exists()

    def test_restores_after_ctrl_c(self, device: AdbDevice, phone: ScriptedPhone) -> None:
        with pytest.raises(KeyboardInterrupt), device.prepare():
            raise KeyboardInterrupt
        assert inputs(phone)[-1].startswith("delete global")

    def test_restores_after_ctrl_c_while_it_is_set(
        self, device: AdbDevice, phone: ScriptedPhone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        check = device.check

        def interrupted(command: str, **named: str) -> str:
            said = check(command, **named)
            if "settings put" in command:
                raise KeyboardInterrupt
            return said

        monkeypatch.setattr(device, "check", interrupted)
        with pytest.raises(KeyboardInterrupt), device.prepare():
            pass
        assert inputs(phone)[-1].startswith("delete global")

    def test_refused_setting_is_no_fault(
        self, device: AdbDevice, phone: ScriptedPhone, caplog: pytest.LogCaptureFixture
    ) -> None:
        # Xiaomi without `USB debugging (Security settings)`
        said = "Permission denial: writing to settings requires WRITE_SECURE_SETTINGS"
        phone.command("settings", f"[ $1 = get ] && echo 0 && exit; echo '{said}' >&2; exit 255")
        with device.prepare():
            pass
        assert "its screen may go dark: `settings put global stay_on_while_plu" in caplog.text
        assert "not put back" not in caplog.text
        assert phone.leftovers == []

    @pytest.mark.parametrize("state", ["Asleep", "Dozing", "Dreaming"])
    def test_wakes_a_sleeping_phone(
        self, device: AdbDevice, phone: ScriptedPhone, state: str
    ) -> None:
        phone.command("dumpsys", f"[ $1 = power ] && echo '  mWakefulness={state}'; true")
        with device.prepare():
            assert inputs(phone)[0] == "keyevent 224"

    def test_locked_phone_without_a_person(
        self, device: AdbDevice, phone: ScriptedPhone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(prepare, "UNLOCK_S", 0.0)
        phone.command("dumpsys", "echo '    isKeyguardShowing=true'")
        phone.command("wm", 'echo "wm $@" >>$F/inputs')
        with pytest.raises(DeviceError, match="locked: unlock it"), device.prepare():
            pass
        assert inputs(phone) == ["wm dismiss-keyguard"]

    def test_locked_phone_is_unlocked_by_the_person(
        self, device: AdbDevice, phone: ScriptedPhone, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(prepare, "UNLOCK_S", 0.0)
        phone.command("wm", "true")
        phone.command("dumpsys", "[ -e $F/open ] || echo '    isKeyguardShowing=true'")
        person = Keyholder(phone, answers=2)
        with device.prepare(person):
            assert person.asked == ["The phone is locked: unlock it, then press Enter here "] * 2


class Keyholder:
    """Whoever knows the phone's secret, and types it right the last of `answers` times."""

    def __init__(self, phone: ScriptedPhone, answers: int) -> None:
        self.asked: list[str] = []
        self._phone, self._answers = phone, answers

    def ask(self, question: str) -> str:
        self.asked.append(question)
        if len(self.asked) == self._answers:
            (self._phone.folder / "open").touch()
        return ""

    def confirm(self, question: str) -> bool:
        raise AssertionError(question)

    def choose(self, question: str, choices: Sequence[str]) -> int:
        raise AssertionError((question, choices))
