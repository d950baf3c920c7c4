"""The pocket phone as a real adb binary sees it."""

from __future__ import annotations

import filecmp
import hashlib
import io
import os
import struct
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PIL import Image
from wire_rig import Adb, Recorder, connect, same

from pocketphone import Running, run_in_thread


def test_the_device_is_listed_once_with_its_product(adb: Adb) -> None:
    listed = adb("devices", "-l").text.strip().splitlines()[1:]
    assert len([line for line in listed if adb.serial in line]) == 1
    line = next(line for line in listed if adb.serial in line)
    assert "device product:pocket model:Pocket_Phone device:pocket" in line


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_exit_codes_arrive(adb: Adb, code: int) -> None:
    assert adb("shell", f"exit {code}").code == code


def test_exec_out_and_the_old_protocol_have_no_exit_code(adb: Adb) -> None:
    assert adb("exec-out", "false").code == 0
    assert adb("shell", "-x", "false").code == 0


def test_stderr_is_apart_in_v2_and_merged_elsewhere(adb: Adb) -> None:
    line = "echo out; echo err >&2"
    apart = adb("shell", line)
    assert (apart.out, apart.err) == (b"out\n", b"err\n")
    for words in (("shell", "-x", line), ("exec-out", "sh", "-c", line)):
        assert adb(*words).out == b"out\nerr\n"


def test_a_pty_ends_its_lines_in_cr_lf(adb: Adb) -> None:
    assert adb("shell", "-tt", "echo a; [ -t 1 ] && echo tty").out == b"a\r\ntty\r\n"


def test_a_script_on_stdin_runs_and_its_exit_code_counts(adb: Adb) -> None:
    said = adb("shell", stdin=b"echo hi\nread X\n3\nexit $X\necho never\n")
    assert (said.out, said.code) == (b"hi\n", 3)


def test_an_interactive_shell_answers_line_by_line(adb: Adb) -> None:
    prompt = b"pocket:/ $ "
    with adb.start("shell", "-tt") as process:
        assert process.stdin
        assert process.stdout
        out = b""
        for typed in (b"", b"echo 1\x7f2\r"):
            process.stdin.write(typed)
            process.stdin.flush()
            shown = b""
            while not shown.endswith(prompt):
                shown += process.stdout.read(1)
            out += shown
        process.communicate(b"exit 4\r", timeout=20)
    assert out == prompt + b"echo 1\x08 \x082\r\n2\r\n" + prompt
    assert process.returncode == 4


def test_control_c_stops_what_runs_and_leaves_the_shell(adb: Adb) -> None:
    with adb.start("shell", "-tt") as process:
        assert process.stdin
        assert process.stdout
        process.stdin.write(b"logcat\r")
        process.stdin.flush()
        while process.stdout.readline() != b"--------- beginning of main\r\n":
            continue
        out, _ = process.communicate(b"\x03echo $?\rexit\r", timeout=20)
    assert b"130\r\n" in out


def test_stdin_reaches_a_command_and_ends(adb: Adb) -> None:
    data = bytes(range(256)) * 4000
    assert hashlib.md5(adb("shell", "cat", stdin=data).out).digest() == hashlib.md5(data).digest()


def test_a_dump_to_the_terminal_needs_one(adb: Adb) -> None:
    assert adb("shell", "uiautomator", "dump", "/dev/tty").out == (
        b"UI hierchary dumped to: /dev/tty\n"
    )
    out = adb("exec-out", "uiautomator", "dump", "/dev/tty").out
    assert out.startswith(b"<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy")
    assert out.endswith(b"</hierarchy>UI hierchary dumped to: /dev/tty\n")


def test_push_and_pull_give_the_same_bytes(adb: Adb, tmp_path: Path) -> None:
    source, back = tmp_path / "big", tmp_path / "back"
    source.write_bytes(os.urandom(3_000_000))
    assert adb("push", str(source), "/sdcard/new/deep/big").code == 0
    assert adb("shell", "stat", "-c", "%s", "/sdcard/new/deep/big").text == "3000000\n"
    assert adb("pull", "/sdcard/new/deep/big", str(back)).code == 0
    assert filecmp.cmp(back, source, shallow=False)


def test_push_into_a_folder_and_pull_a_folder(adb: Adb, tmp_path: Path) -> None:
    (tmp_path / "tree" / "sub").mkdir(parents=True)
    (tmp_path / "tree" / "a").write_text("a")
    (tmp_path / "tree" / "sub" / "b").write_text("b")
    assert adb("push", str(tmp_path / "tree"), "/data/local/tmp/").code == 0
    assert adb("pull", "/data/local/tmp/tree", str(tmp_path / "back")).code == 0
    assert (tmp_path / "back" / "sub" / "b").read_text() == "b"


def test_files_that_cannot_be_moved_say_why(adb: Adb, tmp_path: Path) -> None:
    missing = adb("pull", "/sdcard/none", str(tmp_path / "x"))
    assert missing.code == 1
    assert "failed to stat remote object '/sdcard/none': No such file or directory" in missing.error
    (tmp_path / "y").write_text("y")
    refused = adb("push", str(tmp_path / "y"), "/system/y")
    assert refused.code == 1
    assert "Read-only file system" in refused.error


def test_a_pushed_file_keeps_its_mode_and_time(adb: Adb, tmp_path: Path) -> None:
    source = tmp_path / "run.sh"
    source.write_text("echo ran $1\n")
    source.chmod(0o750)
    os.utime(source, (1_700_000_000, 1_700_000_000))
    adb("push", str(source), "/data/local/tmp/run.sh")
    assert adb("shell", "stat -c '%a %Y' /data/local/tmp/run.sh").text == "750 1700000000\n"
    assert adb("shell", "sh /data/local/tmp/run.sh well").text == "ran well\n"


def test_adb_ls_lists_a_folder(adb: Adb) -> None:
    adb("shell", "echo 12345 > /sdcard/five")
    assert "00000006" in next(
        line for line in adb("ls", "/sdcard/").text.splitlines() if line.endswith(" five")
    )


def test_thirty_streams_run_at_the_same_time(adb: Adb) -> None:
    started = time.monotonic()
    processes = [adb.start("shell", "sleep 1; echo done") for _ in range(30)]
    assert [process.communicate(timeout=20)[0] for process in processes] == [b"done\n"] * 30
    assert time.monotonic() - started < 8


def test_a_killed_client_frees_its_task(adb: Adb, running: Running) -> None:
    def following(_: object) -> int:
        return running.userland.journal.followers

    with adb.start("shell", "logcat") as process:
        assert process.stdout
        assert process.stdout.readline() == b"--------- beginning of main\n"
        assert _until(lambda: running.call(following) == 1)
        process.kill()
    assert _until(lambda: running.call(following) == 0)


def _until(true: object, deadline_s: float = 5) -> bool:
    assert callable(true)
    end = time.monotonic() + deadline_s
    while time.monotonic() < end:
        if true():
            return True
    return False


def test_logcat_shows_what_happens_while_it_runs(adb: Adb) -> None:
    with adb.start("logcat") as process:
        assert process.stdout
        assert process.stdout.readline() == b"--------- beginning of main\n"
        adb("shell", "am start -n com.pocketphone.clock/.MainActivity")
        assert b"START u0 {cmp=com.pocketphone.clock/.MainActivity}" in process.stdout.readline()
        process.kill()


def test_sockets_reverse_and_unknown_services_are_refused(adb: Adb) -> None:
    assert adb("reverse", "tcp:9999", "tcp:9998").code == 1
    assert adb("jdwp").out == b""
    assert adb("shell", "echo", "alive").text == "alive\n"


def test_services_of_other_phones_answer(adb: Adb) -> None:
    assert adb("root").text == "adbd cannot run as root in production builds\n"
    assert adb("get-state").text == "device\n"
    assert adb("get-serialno").text == f"{adb.serial}\n"


def test_an_apk_is_refused_in_words(adb: Adb, tmp_path: Path) -> None:
    (tmp_path / "a.apk").write_bytes(b"PK" * 50_000)
    said = adb("install", str(tmp_path / "a.apk"))
    assert said.code == 1
    assert "INSTALL_FAILED" in said.text + said.error


def test_a_reboot_drops_the_line_and_the_phone_comes_back(adb: Adb, phone: Recorder) -> None:
    adb("shell", "am start -n com.pocketphone.clock/.MainActivity")
    adb("reboot")
    adb.wait_for_device()
    assert "launcher" in adb("shell", "dumpsys window | grep mCurrentFocus").text
    assert phone.focus[0] == "com.pocketphone.launcher"


def test_a_phone_that_goes_and_comes_back_is_found_again(adb_server: Adb) -> None:
    with run_in_thread(Recorder()) as first:
        adb = connect(adb_server, first.port)
        port = first.port
        with adb.start("shell", "sleep 60") as process:
            assert _until(lambda: first.call(lambda phone: bool(phone.log)))
            first.call(lambda _: first.server.drop())
            process.communicate(timeout=20)
            assert process.returncode == 255
    with run_in_thread(Recorder(), port=port):
        adb.wait_for_device()
        assert adb("shell", "echo back").text == "back\n"
    adb_server("disconnect", adb.serial)


def test_two_phones_keep_apart(adb_server: Adb) -> None:
    with (
        run_in_thread(Recorder(size=(720, 1600), density=280)) as one,
        run_in_thread(Recorder(size=(1440, 3120), density=560)) as two,
    ):
        sizes = [
            connect(adb_server, running.port)("shell", "wm", "size").text for running in (one, two)
        ]
        for running in (one, two):
            adb_server("disconnect", f"127.0.0.1:{running.port}")
    assert sizes == ["Physical size: 720x1600\n", "Physical size: 1440x3120\n"]


# What the original AppAgent runs, argument by argument


def test_appagent_size(adb: Adb) -> None:
    width, height = adb("shell", "wm", "size").text.strip().split(": ")[1].split("x")
    assert (int(width), int(height)) == (1080, 2400)


def test_appagent_screenshot_and_xml(adb: Adb, tmp_path: Path) -> None:
    assert adb("shell", "screencap", "-p", "/sdcard/s.png").out == b""
    assert adb("pull", "/sdcard/s.png", str(tmp_path / "s.png")).code == 0
    with Image.open(tmp_path / "s.png") as picture:
        assert picture.size == (1080, 2400)
    said = adb("shell", "uiautomator", "dump", "/sdcard/s.xml")
    assert said.text == "UI hierchary dumped to: /sdcard/s.xml\n"
    assert adb("pull", "/sdcard/s.xml", str(tmp_path / "s.xml")).code == 0
    root = ET.parse(tmp_path / "s.xml").getroot()
    # traverse_tree looks up the bounds of a parent: the window itself must be none to touch
    assert {node.get("clickable") for node in root} == {"false"}
    assert {node.get("focusable") for node in root} == {"false"}


def test_appagent_gestures(adb: Adb, phone: Recorder) -> None:
    for line in (
        "input keyevent KEYCODE_BACK",
        "input tap 500 700",
        "input text hello%sworld",
        "input swipe 500 700 500 700 1000",
        "input swipe 500 1500 500 1000 400",
    ):
        assert adb("shell", *line.split()).out == b""
    assert phone.done == [
        ("key", 4),
        ("touch", 500, 700, 0),
        ("text", "hello world"),
        ("touch", 500, 700, 1000),
        ("drag", 500, 1500, 500, 1000, 400),
    ]


def test_raw_pixels_have_a_header_of_four_words(adb: Adb, phone: Recorder) -> None:
    out = adb("exec-out", "screencap").out
    assert struct.unpack_from("<4I", out) == (1080, 2400, 1, 1)
    assert same(Image.frombytes("RGBA", (1080, 2400), out[16:]), phone.frame())


def test_a_png_on_stdout_is_the_same_picture(adb: Adb, phone: Recorder) -> None:
    with Image.open(io.BytesIO(adb("exec-out", "screencap", "-p").out)) as picture:
        assert same(picture, phone.frame())


def test_picture_and_tree_in_one_stream(adb: Adb) -> None:
    said = adb(
        "shell",
        "f=/data/local/tmp/o$$; (uiautomator dump $f >$f.l 2>&1; cat $f.l $f >&2; rm -f $f $f.l)"
        " & screencap; wait",
    )
    assert len(said.out) == 16 + 1080 * 2400 * 4
    status, xml = said.error.split("\n", 1)
    assert status.startswith("UI hierchary dumped to: /data/local/tmp/o")
    assert xml.endswith("</hierarchy>")
    assert adb("shell", "ls /data/local/tmp").text == ""


def test_quoting_reaches_the_device_shell(adb: Adb, phone: Recorder) -> None:
    adb("shell", "input", "text", "'a & b; echo \"$HOME\"'")
    assert phone.done == [("text", 'a & b; echo "$HOME"')]


def test_the_longest_line_that_adb_takes(adb: Adb) -> None:
    assert adb("shell", "echo " + "x" * 65_000).out == b"x" * 65_000 + b"\n"
