from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from appagent.device.adb import AdbDevice
from appagent.device.server import AdbServer
from appagent.device.shell import Shell
from tests.device.adb_server import ScriptedPhone, serving

# 2x1 px: red, blue; u32 width, height, format RGBA_8888, colour space sRGB
FRAME = r"\002\000\000\000\001\000\000\000\001\000\000\000\001\000\000\000"
PIXELS = r"\377\000\000\377\000\000\377\377"
TREE = '<?xml version="1.0"?><hierarchy rotation="0"><node text="Hi"/></hierarchy>'
WINDOWS = """\
  Window #2 Window{1a u0 NotificationShade}:
    mAttrs={(0,0)(fillxfill) ty=NOTIFICATION_SHADE
      fl=NOT_FOCUSABLE SPLIT_TOUCH}
  Window #4 Window{48b u0 com.example/com.example.Main}:
    mAttrs={(0,0)(fillxfill) sim={adjust=pan} ty=BASE_APPLICATION
      fl=LAYOUT_IN_SCREEN SPLIT_TOUCH HARDWARE_ACCELERATED
  Window #5 Window{82d u0 InputMethod}:
    touchable region=SkRegion((0,0,2,1))
  mCurrentFocus=Window{48b u0 com.example/com.example.Main}
  mFocusedApp=ActivityRecord{12 u0 com.example/.Main t349}
"""
DISPLAY = (
    "mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, "
    "uniqueId='local:0', physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - 2, 1), "
    "physicalFrame=Rect(0, 0 - 2, 1), deviceWidth=2, deviceHeight=1}]"
)


def working_phone(folder: Path) -> ScriptedPhone:
    """A phone of 2x1 px that works; tests replace the command that they are about."""
    phone = ScriptedPhone(folder)
    phone.command("screencap", f"printf '{FRAME}{PIXELS}'")
    phone.command("uiautomator", f"cat >$2 <<'E'\n{TREE}\nE\necho \"UI hierchary dumped to: $2\"")
    phone.command(
        "dumpsys",
        f"case $1 in\nwindow) cat <<'E'\n{WINDOWS}\nE\n;;\n"
        "input_method) echo '  mInputShown=true' ;;\n"
        "power) echo '  mWakefulness=Awake' ;;\n"
        f"display) cat <<'E'\n{DISPLAY}\nE\n;; esac",
    )
    phone.command("input", 'echo "$@" >>$F/inputs')
    return phone


@pytest.fixture
def phone(tmp_path: Path) -> ScriptedPhone:
    return working_phone(tmp_path)


@pytest.fixture
def server(phone: ScriptedPhone) -> Iterator[AdbServer]:
    with serving(phone) as server:
        yield server


@pytest.fixture
def shell(server: AdbServer, phone: ScriptedPhone) -> Shell:
    return Shell(server, phone.serial)


@pytest.fixture
def device(server: AdbServer, phone: ScriptedPhone) -> AdbDevice:
    return AdbDevice(server, phone.serial)
