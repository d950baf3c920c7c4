"""What the command line does with words it does not know, a full disk, and an early Ctrl-C."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from .command import COMMAND
from .house import AppAgent

FULL = Path("/dev/full")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("fly",), "no such command 'fly'; `appagent --help` tells more"),
        (("docs", "fly"), "no such command 'fly'; `appagent docs --help` tells more"),
        (("run", "--jump"), "no such option: --jump; `appagent run --help` tells more"),
        (("explore", "clock"), "name the app as an option: `appagent explore --app clock`"),
        (("demo", "a clock"), "name the app as an option: `appagent demo --app 'a clock'`"),
        (("explore",), "missing option '--app'; `appagent explore --help` tells more"),
        (
            ("run", "--task", "x", "--steps", "many"),
            "invalid value for '--steps': expected a whole number, 1-500; ",
        ),
        (
            ("phone", "--port", "65536"),
            "invalid value for '--port': expected a whole number, 0-65535; ",
        ),
        (("devices", "more"), "got unexpected extra argument(s) (more); "),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "",
)
def test_words_that_fit_no_command(bare: AppAgent, words: tuple[str, ...], said: str) -> None:
    ran = bare(*words, "--json")
    assert (ran.code, ran.document["exit_code"]) == (2, 2)
    assert ran.document["error"].startswith(said)
    assert ran.err == f"appagent: {ran.document['error']}\n"


@pytest.mark.parametrize("port", ["many", "0", "65536"])
def test_a_server_port_that_is_none(bare: AppAgent, port: str) -> None:
    ran = bare("devices", "--json", ANDROID_ADB_SERVER_PORT=port)
    told = {
        "error": f"ANDROID_ADB_SERVER_PORT is '{port}': expected a port, 1-65535",
        "exit_code": 2,
    }
    assert (ran.code, ran.document) == (2, told)
    assert ran.err == f"appagent: {told['error']}\n"


@pytest.mark.parametrize("words", [(), ("docs",)])
def test_without_a_command_there_is_the_help(bare: AppAgent, words: tuple[str, ...]) -> None:
    ran = bare(*words)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Usage: appagent ")


def test_what_is_told_at_once(bare: AppAgent) -> None:
    assert bare("run", "--jump").out == "", "a document only where one is asked for"
    assert bare("--version").out.startswith("appagent ")


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full on this system")
@pytest.mark.parametrize("words", [("--version",), ("docs", "check"), ("config", "--json")])
def test_a_full_disk_is_no_bug(bare: AppAgent, words: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        done = subprocess.run(
            [*COMMAND, *words],
            cwd=bare.folder,
            env=bare.environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    told = "appagent: cannot write the output: No space left on device\n"
    assert (done.returncode, done.stderr) == (2, told)


@pytest.mark.parametrize("closed", ["1", "2"])
def test_a_stream_that_is_closed(bare: AppAgent, closed: str) -> None:
    """As a program without a terminal may start it; nothing lands in the other one."""
    done = subprocess.run(
        ["sh", "-c", f'"$@" {closed}>&-', "sh", *COMMAND, "fly", "--json"],
        cwd=bare.folder,
        env=bare.environment(),
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    told = "no such command 'fly'; `appagent --help` tells more"
    assert done.stderr == ("" if closed == "2" else f"appagent: {told}\n")
    if closed == "2":
        assert json.loads(done.stdout) == {"error": told, "exit_code": 2}


STOPPING = """
import signal, sys

class Stop:
    def find_spec(self, name, *_):
        if name == {name!r}:
            signal.raise_signal(signal.SIGINT)

sys.meta_path.insert(0, Stop())
from appagent.cli import main
sys.argv = ["appagent", "explore", "--app", "clock", "--json"]
sys.exit(main())
"""


@pytest.mark.parametrize(
    "module", ["typer", "typer._coercion", "numpy", "appagent.config", "adbutils"]
)
def test_ctrl_c_while_the_command_is_read(bare: AppAgent, module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPING.format(name=module)],
        cwd=bare.folder,
        env=bare.environment(),
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (130, "appagent: stopped\n")
    assert json.loads(done.stdout) == {"error": "stopped", "exit_code": 130}
