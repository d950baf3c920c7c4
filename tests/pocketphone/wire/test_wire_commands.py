"""What each command prints, on which stream, and with which exit code."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from wire_rig import Recorder, Shell

from pocketphone.shell.process import COMMANDS, load_commands
from pocketphone.shell.userland import Userland

CLOCK = "com.pocketphone.clock"
ILLEGAL = "java.lang.IllegalArgumentException: "


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("wm size", "Physical size: 1080x2400\n"),
        ("wm size 720x1600; wm size", "Physical size: 1080x2400\nOverride size: 720x1600\n"),
        ("wm size 720x1600; wm size reset; wm size", "Physical size: 1080x2400\n"),
        ("wm density 320; wm density", "Physical density: 420\nOverride density: 320\n"),
        ("settings get secure no_such", "null\n"),
        ("settings put global a b; settings get global a", "b\n"),
        ("settings put system z 1; settings list system | grep z=", "z=1\n"),
        ("getprop ro.product.model", "Pocket Phone\n"),
        ("getprop no.such", "\n"),
        ("getprop | grep ro.build.version.sdk", "[ro.build.version.sdk]: [35]\n"),
        ("setprop debug.x 1; getprop debug.x", "1\n"),
        ("ime list -s", "com.pocketphone.keyboard/.KeyboardService\n"),
        ("am force-stop no.such.package", ""),
        ("pm path no.such.package", ""),
        ("pm list packages no.such", ""),
        ("dumpsys package no.such", "Unable to find package: no.such\n"),
        ("cmd package resolve-activity --brief no.such", "No activity found\n"),
        ("cmd package query-activities -a no.such", "No activities found\n"),
        ("content query --uri content://x", "No result found.\n"),
        (
            "dumpsys SurfaceFlinger --display-id",
            "Display 4619827259835644672 (HWC display 0): port=0 pnpId=GGL "
            'displayName="EMU_display_0"\n',
        ),
        ("date +%Y-%m-%d", "2026-03-02\n"),
        ("date", "Mon Mar  2 09:30:00 GMT 2026\n"),
        ("whoami; getenforce; uname", "shell\nEnforcing\nLinux\n"),
        ("input swipe 1 1 1 1; input roll 1 1", ""),
    ],
)
def test_prints(shell: Shell, line: str, out: str) -> None:
    said = shell(line)
    assert (said.text, said.error) == (out, "")


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("wm size big", 255, "Error: bad size big\n"),
        ("input tap a b", 255, ILLEGAL + "Error: Invalid arguments for command: tap"),
        ("input tap 1", 255, ILLEGAL + "Error: Invalid arguments for command: tap"),
        ("input text", 255, ILLEGAL + 'Argument expected after "text"'),
        (
            "input text 你好",
            255,
            "java.lang.NullPointerException: Attempt to get length of null array",
        ),
        ("input keycombination 3", 255, ILLEGAL + "keycombination"),
        ("am broadcast -a X --es msg", 255, ILLEGAL + 'Argument expected after "msg"'),
        ("settings get nowhere a", 255, ILLEGAL + "Invalid namespace"),
        (
            "ime enable no/.Such",
            255,
            "Unknown input method no/.Such cannot be enabled for user #0\n",
        ),
        ("ime set no/.Such", 255, "Unknown input method no/.Such cannot be selected for user #0\n"),
        ("cmd nosuch", 20, "cmd: Can't find service: nosuch\n"),
        ("dumpsys nosuch", 1, "Can't find service: nosuch\n"),
        (
            "screencap -p /system/x.png",
            1,
            "Error opening file: /system/x.png (Read-only file system)\n",
        ),
        ("screencap -d 0", 1, "Failed to take screenshot. Status: -2\nCapturing failed.\n"),
        ("setprop ro.x 1", 1, "setprop: failed to set property 'ro.x' to '1'\n"),
        ("cat /nope", 1, "cat: /nope: No such file or directory\n"),
        ("ls -Z", 1, "ls: Unknown option 'Z' (see \"ls --help\")\n"),
        (
            "am start -n no.such/.Act",
            1,
            "Error type 3\nError: Activity class {no.such/no.such.Act} does not exist.\n",
        ),
        (
            "am start -a no.such -d x:y",
            1,
            "Error: Activity not started, unable to resolve "
            "Intent { act=no.such dat=x:y flg=0x10000000 }\n",
        ),
    ],
)
def test_fails(shell: Shell, line: str, code: int, error: str) -> None:
    said = shell(line)
    assert said.code == code
    if error.startswith("java"):
        words = line.split()
        subcommand = {"settings": "get", "am": "broadcast"}.get(words[0], words[1])
        assert said.error.startswith(
            f"\nException occurred while executing '{subcommand}':\n{error}"
        )
    else:
        assert said.error == error


def test_text_that_cannot_be_typed_is_not_typed_in_part(shell: Shell, phone: Recorder) -> None:
    shell("input text 'abc é'")
    assert phone.done == []


def test_an_unknown_input_command_is_no_failure(shell: Shell) -> None:
    said = shell("input fling")
    assert (said.text, said.code) == ("Unknown command: fling\n", 0)


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("input tap 1.5 2", [("touch", 1.5, 2, 0)]),
        ("input touchscreen swipe 1 2 300 4", [("drag", 1, 2, 300, 4, 300)]),
        ("input -d 0 swipe 5 5 5 5 800", [("touch", 5, 5, 800)]),
        ("input draganddrop 1 2 300 4 700", [("drag", 1, 2, 300, 4, 700)]),
        ("input text 'a%sb%%s'", [("text", "a b% ")]),
        ("input keyevent KEYCODE_HOME 4 back", [("key", 3), ("key", 4), ("key", 4)]),
        ("input keyevent NO_SUCH_KEY", []),
        ("input keyevent A 7 SPACE", [("text", "a"), ("text", "0"), ("text", " ")]),
        ("input keyevent --longpress 67", [("key", 67)]),
        ("input keycombination SHIFT_LEFT A", [("text", "A")]),
        ("input keycombination CTRL_LEFT V", [("key", 279)]),
        ("input motionevent DOWN 5 5; input motionevent UP 6 5", [("touch", 5, 5, 0)]),
        (
            "input motionevent DOWN 5 5; input motionevent MOVE 90 5; input motionevent UP 300 5",
            [("drag", 5, 5, 300, 5, 0)],
        ),
        ("input motionevent DOWN 5 5; sleep 0.6; input motionevent UP 5 5", [("touch", 5, 5, 600)]),
        ("input motionevent UP 5 5", []),
    ],
)
def test_input_reaches_the_phone(
    shell: Shell, phone: Recorder, line: str, done: list[tuple[object, ...]]
) -> None:
    said = shell(line)
    assert (said.code, said.text, phone.done) == (0, "", done)


def test_a_failed_dump_is_exit_code_0_and_leaves_the_old_file(
    shell: Shell, phone: Recorder
) -> None:
    shell("uiautomator dump")
    before = shell("cat /sdcard/window_dump.xml").out
    began = phone.clock.now()
    phone.restless = True
    said = shell("uiautomator dump")
    assert (said.code, said.text) == (0, "")
    assert said.error == "ERROR: could not get idle state.\n"
    assert shell("cat /sdcard/window_dump.xml").out == before
    assert (phone.clock.now() - began).total_seconds() >= 10


def test_a_dump_to_a_place_that_cannot_be_written_claims_success(shell: Shell) -> None:
    said = shell("uiautomator dump /system/x.xml; ls /system/x.xml")
    assert said.text == "UI hierchary dumped to: /system/x.xml\n"
    assert said.code == 1


def test_starting_apps(shell: Shell, phone: Recorder) -> None:
    first = shell(f"am start -n {CLOCK}/.MainActivity")
    assert (first.text, first.error) == (f"Starting: Intent {{ cmp={CLOCK}/.MainActivity }}\n", "")
    assert phone.focus[0] == CLOCK
    again = shell(f"am start -n {CLOCK}/{CLOCK}.MainActivity")
    assert again.error == (
        "Warning: Activity not started, intent has been delivered to currently running "
        "top-most instance.\n"
    )
    phone.key(3)
    front = shell(f"am start -W -n {CLOCK}/.MainActivity")
    assert "its current task has been brought to the front\nStatus: ok\n" in front.text
    assert front.error == ""


def test_monkey_starts_what_a_launcher_would(shell: Shell, phone: Recorder) -> None:
    said = shell(f"monkey -p {CLOCK} -c android.intent.category.LAUNCHER 1")
    assert said.code == 0
    assert "Events injected: 1\n" in said.text
    assert phone.focus[0] == CLOCK
    none = shell("monkey -p no.such 1")
    assert none.code == 252
    assert "** No activities found to run, monkey aborted." in none.text


def test_the_focus_is_told_where_new_androids_tell_it(shell: Shell, phone: Recorder) -> None:
    focus = re.compile(r"mCurrentFocus=Window\{[0-9a-f]+ u0 (\S+)/(\S+)\}")
    for line in ("dumpsys window", "dumpsys window displays"):
        found = focus.search(shell(line).text)
        assert found
        assert found.groups() == phone.focus
    assert "mCurrentFocus" not in shell("dumpsys window windows").text
    assert "ResumedActivity: ActivityRecord{" in shell("dumpsys activity activities").text
    assert re.search(r"ACTIVITY \S+/\S+ [0-9a-f]+ pid=[1-9]", shell("dumpsys activity top").text)
    phone.key(223)
    assert "mCurrentFocus=null" in shell("dumpsys window").text
    assert "mWakefulness=Asleep" in shell("dumpsys power").text


def test_the_keyboards_place_is_told_in_both_ways(shell: Shell, phone: Recorder) -> None:
    phone.load({"screen": {"app": "com.pocketphone.contacts", "page": "search"}})
    said = shell("dumpsys window").text
    left, top, right, bottom = phone.keyboard.area(phone.env)
    assert f"type=ime frame=[{left},{top}][{right},{bottom}] visible=true" in said
    window = said.partition("u0 InputMethod}:\n")[2]
    assert f"touchable region=SkRegion(({left},{top},{right},{bottom}))\n" in window
    phone.key(4)
    said = shell("dumpsys window").text
    assert "type=ime frame=[0,0][0,0] visible=false" in said
    assert "InputMethod" not in said


def test_the_path_of_a_package_holds_equal_signs(shell: Shell) -> None:
    found = shell("pm list packages -f -3").text.splitlines()
    assert "package:/data/app/~~" in found[0]
    assert found[0].rpartition("=")[2] in shell("pm list packages -3").text


def test_clearing_a_package(shell: Shell) -> None:
    assert shell(f"pm clear {CLOCK}").text == "Success\n"
    assert shell("pm clear no.such").text == "Failed\n"
    assert shell("pm uninstall com.pocketphone.launcher").text.startswith("Failure [")


def test_ground_truth(shell: Shell, phone: Recorder) -> None:
    state = json.loads(shell("pocketphone state").text)
    assert state["screen"]["app"] == "com.pocketphone.launcher"
    assert json.loads(shell("pocketphone tree").text) == phone.tree()
    patch = b'{"settings": {"global": {"airplane_mode_on": "1"}}}'
    assert shell("cat > /sdcard/p.json; pocketphone load /sdcard/p.json", patch).code == 0
    assert phone.settings["global"]["airplane_mode_on"] == "1"
    assert shell("pocketphone log").text.splitlines()[-1] == "pocketphone log"
    shell("echo > /sdcard/mine; pocketphone reset")
    assert phone.settings["global"]["airplane_mode_on"] == "0"
    assert shell("ls /sdcard/mine").code == 1
    bad = shell("echo 'not json' | pocketphone load -")
    assert bad.code == 1
    assert "no JSON" in bad.error


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("printf 'b\\na\\nb\\n' | sort | uniq -c", "      1 a\n      2 b\n"),
        ("seq 12 | tail -n 2", "11\n12\n"),
        ("seq 12 | head -c 4", "1\n2\n"),
        ("echo a,b,c | cut -d , -f 1,3", "a,c\n"),
        ("echo abc | tr a-c A-C", "ABC\n"),
        ("echo aabb | tr -s ab", "ab\n"),
        ("echo 'a/b/c' | awk -F / '{print $2}'", "b\n"),
        ("echo 'a b c' | awk '{print $NF, $1}'", "c a\n"),
        ("printf 'x 1\\ny 2\\n' | awk '/y/ {print $2}'", "2\n"),
        ("echo hello | sed 's/l/L/'", "heLlo\n"),
        ("echo hello | sed -E 's/(l+)o/[\\1]/g'", "he[ll]\n"),
        ("seq 5 | sed -n '2,3p'", "2\n3\n"),
        ("seq 5 | sed '/3/d' | tr -d '\\n'", "1245"),
        ("seq 20 | grep -c 1", "11\n"),
        ("printf 'x 10\\ny 9\\n' | sort -n -k 2", "y 9\nx 10\n"),
        ("echo 'a.b' | grep -o 'a\\.b'", "a.b\n"),
        ("printf 'aa\\nb\\n' | grep -E '^(a{2}|x)$'", "aa\n"),
        ("echo x1 | grep -q '[[:digit:]]' && echo yes", "yes\n"),
        ("seq 3 | xargs echo", "1 2 3\n"),
        ("seq 3 | xargs -n 1 echo -", "- 1\n- 2\n- 3\n"),
        ("printf '%s=%d\\n' a 1 b 2", "a=1\nb=2\n"),
        ("basename /a/b.txt .txt; dirname /a/b", "b\n/a\n"),
        ("echo -e 'a\\tb\\x41'", "a\tbA\n"),
        ("echo hi | base64; echo aGkK | base64 -d", "aGkK\nhi\n"),
        ("echo a b | wc -w; echo abc | wc", "2\n      1       1       4\n"),
        ("cd /sdcard; mkdir -p x/y; echo 1 > x/y/f; cp -r x z; cat z/y/f", "1\n"),
        (
            "cd /sdcard; echo 1 > a; mv a b; ls a b 2>/dev/null; rm b; [ -e b ] || echo gone",
            "b\ngone\n",
        ),
        (
            "echo 1 > /sdcard/f; ls -l /sdcard/f",
            "-rw-rw-rw- 1 shell shell     2 2026-03-02 09:30 /sdcard/f\n",
        ),
        ("toybox echo a; which ls nosuch", "a\n/system/bin/ls\n"),
        ("[ 2 -gt 1 ] && [ ! -e /nope ] && test -d /sdcard && echo ok", "ok\n"),
        ("env | grep ^HOME=", "HOME=/\n"),
    ],
)
def test_text_tools(shell: Shell, userland: Userland, line: str, out: str) -> None:
    said = shell(line)
    assert (said.text, said.error) == (out, "")
    assert userland.outside_grammar == []


def test_sums_and_packing(shell: Shell) -> None:
    data = bytes(range(256)) * 300
    md5 = hashlib.md5(data, usedforsecurity=False).hexdigest()
    assert shell("md5sum", data).text == f"{md5}  -\n"
    assert shell("sha256sum -b", data).text == f"{hashlib.sha256(data).hexdigest()}\n"
    assert gzip.decompress(shell("gzip -1", data).out) == data
    assert shell("gzip | gzip -d | base64 -w 0", data).out == base64.b64encode(data)


def test_files_are_compared(shell: Shell) -> None:
    shell("cd /sdcard; echo 'a\nb' >a; echo 'a\nB' >b; echo a >c")
    assert shell("cd /sdcard; cmp a a && cmp -s a - <a").code == 0
    said = shell("cd /sdcard; cmp a b")
    assert (said.code, said.text) == (1, "a b differ: char 3, line 2\n")
    assert shell("cd /sdcard; cmp a c").error == "cmp: EOF on c after byte 2, line 1\n"
    assert shell("cd /sdcard; cmp -s a b; echo $?").text == "1\n"
    assert shell("cmp -s /sdcard/a").code == 1


def test_removing(shell: Shell) -> None:
    folder = shell("mkdir /sdcard/d; rm /sdcard/d")
    assert (folder.code, folder.error) == (1, "rm: /sdcard/d: is a directory\n")
    assert shell("rm /nope").error == "rm: /nope: No such file or directory\n"
    assert shell("rm -f /nope; echo $?").text == "0\n"
    assert shell("rm -rf /sdcard/d; ls -d /sdcard/d").code == 1
    refused = shell("rm -r /system")
    assert (refused.code, "Read-only file system" in refused.error) == (1, True)


def test_programs_that_are_not_understood_are_counted(shell: Shell, userland: Userland) -> None:
    assert shell("echo a | awk '{n++} END {print n}'").code == 1
    assert shell("echo a | sed 'y/a/b/'").code == 1
    assert len(userland.outside_grammar) == 2


WORDS = st.sampled_from(
    [
        *("-n", "-c", "-p", "-l", "-f", "-d", "-a", "-k", "-t", "-e", "-W", "-S", "-o", "-w", "--"),
        *("1", "0", "-1", "x", "nan", "99999", "1x1", "a=b", "''", "é", ",", "'('"),
        *("/", "/sdcard", "/sdcard/f", "/dev/null", "/dev/tty", "s/a/b/", "'{print $1}'"),
        *("get", "put", "list", "global", "packages", "path", "query-activities", "package"),
        *("start", "broadcast", "tap", "text", "swipe", "size", "dump", "window", "--user", "set"),
    ]
)
STREAMING = {"getevent", "logcat", "sleep"}


@given(data=st.data())
@settings(
    max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_words_end_in_an_exit_code(shell: Shell, data: st.DataObject) -> None:
    load_commands()
    name = data.draw(st.sampled_from(sorted(COMMANDS.keys() - STREAMING)))
    words = data.draw(st.lists(WORDS, max_size=4))
    assert 0 <= shell(" ".join([name, *words]), b"in\nput\n").code <= 255
