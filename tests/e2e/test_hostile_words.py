"""Words, numbers and places that no command can take: one sentence, and nothing is begun."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from tests.model.endpoint import Endpoint

from .command import COMMAND
from .house import AppAgent
from .script import DONE, plays, screen

RUN = ("run", "--device", "pocket", "--model", "offline")


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (
            (*RUN, "Set it \udcff\udcfe now"),
            "the task holds bytes that are no UTF-8, after 'Set it",
        ),
        ((*RUN, "Set \x1b[31m it"), "the task holds the control character U+001B, after 'Set '"),
        ((*RUN, "a" * 120_000), "the task has 120,000 characters: at most 20,000 are taken"),
        ((*RUN, "\u200b \u2060\n"), "the task is empty"),
        ((*RUN, "x", "--app", "clo\udcffck"), "the app's name holds bytes that are no UTF-8"),
        ((*RUN, "x", "--app", "clock\nmail"), "the app's name holds the control character U+000A"),
        ((*RUN, "x", "--app", "\u200b"), "--app is empty"),
        (("run", "x", "--device", "\udcfe"), "--device holds bytes that are no UTF-8"),
        (("run", "x", "--device", "x" * 70_000), "--device has 70,000 characters"),
        (("run", "x", "--model", "m\udcff"), "--model holds bytes that are no UTF-8"),
        (("docs", "show", "\udcff"), "the app's name holds bytes that are no UTF-8"),
        (("docs", "edit", "a", "b", "--text", "\x07"), "--text holds the control character U+0007"),
        (("docs", "edit", "a", "b", "--text", "x" * 5000), "--text has 5,000 characters"),
        (("run", "x", "--steps", "9" * 5000), "invalid value for '--steps'"),
        (("run", "x", "--steps", "nan"), "invalid value for '--steps'"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_words_that_nobody_can_take(bare: AppAgent, words: tuple[str, ...], told: str) -> None:
    ran = bare(*words, "--json")
    assert (ran.code, ran.document["exit_code"]) == (2, 2), ran.said
    assert ran.document["error"].startswith(told)
    assert not (bare.folder / "runs").exists()


def test_a_task_of_many_pages_reaches_the_model(with_model: AppAgent, endpoint: Endpoint) -> None:
    task = "Read this.\n\tThen that. 你好 🦊 " * 700
    plays(endpoint, DONE)
    assert with_model("run", task).code == 0
    assert task.strip() in screen(endpoint.requests[0])


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("APPAGENT_TIMEOUT_S", "inf", "timeout_s: Input should be a finite number"),
        ("APPAGENT_TIMEOUT_S", "nan", "timeout_s: Input should be a finite number"),
        ("APPAGENT_TIMEOUT_S", "1e400", "timeout_s: Input should be a finite number"),
        ("APPAGENT_TIMEOUT_S", "-1", "timeout_s: Input should be greater than 0"),
        ("APPAGENT_TIMEOUT_S", "1e12", "timeout_s: Input should be less than or equal"),
        ("APPAGENT_SETTLE_S", "nan", "settle_s: Input should be a finite number"),
        ("APPAGENT_DETECTOR_S", "inf", "detector_s: Input should be a finite number"),
        ("APPAGENT_TEMPERATURE", "inf", "temperature: Input should be a finite number"),
        ("APPAGENT_RUN_STEPS", "9" * 4000, "run_steps: "),
        ("APPAGENT_RUN_STEPS", "9" * 5000, "run_steps: has 5,000 characters"),
        ("APPAGENT_MAX_TOKENS", "9" * 40, "max_tokens: "),
        ("APPAGENT_PRICES", "{m: {input: .inf, output: 1}}", "prices.m.input: "),
        ("APPAGENT_PRICES", "{m: {input: .nan, output: 1}}", "prices.m.input: "),
        ("APPAGENT_PRICES", "{m: {input: -1, output: 1}}", "prices.m.input: "),
        ("APPAGENT_PRICES", "{m: {input: 0x" + "f" * 9000 + ", output: 1}}", "prices.m.input: "),
        ("APPAGENT_PRICES", "[" * 60_000, "it nests deeper than 100 levels"),
        ("APPAGENT_MODEL", "a\x1bb", "model: holds the control character U+001B"),
        ("OPENAI_BASE_URL", "http://a/v\udcff", "base_url: holds bytes that are no UTF-8"),
        ("OPENAI_BASE_URL", "http://a\nb/v1", "base_url: holds the control character U+000A"),
        ("OPENAI_BASE_URL", "http://a b/v1", "base_url: has a host that no address has"),
        ("OPENAI_BASE_URL", f"http://{'a' * 300}/v1", "base_url: has a host that no address has"),
        ("OPENAI_BASE_URL", "http://.../v1", "base_url: has a host that no address has"),
        ("OPENAI_API_KEY", "sk-0123\udcff456789", "holds characters that no key has"),
        ("OPENAI_API_KEY", "sk-0123\n456789", "holds characters that no key has"),
        ("OPENAI_API_KEY", "sk-0123456789é", "holds characters that no key has"),
    ],
    ids=lambda value: value[:24],
)
def test_a_setting_that_no_command_can_use(
    bare: AppAgent, name: str, value: str, told: str
) -> None:
    key = {"OPENAI_API_KEY": "sk-0123456789", "APPAGENT_MODEL": "seer-4"}
    ran = bare("run", "x", "--device", "pocket", "--json", **(key | {name: value}))
    assert ran.code == 2, ran.said
    assert ran.document["error"].startswith(name)
    assert told in ran.document["error"]
    assert len(ran.document["error"]) < 500
    assert "0123" not in ran.said or name != "OPENAI_API_KEY", "a key is not shown"


def test_a_working_folder_that_was_deleted(bare: AppAgent, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    for words in (("config",), ("docs", "list"), ("run", "x")):
        gone.mkdir()
        line = 'cd "$0" && rmdir "$0" && exec "$@"'
        done = subprocess.run(
            ["/bin/sh", "-c", line, str(gone), *COMMAND, *words],
            env=bare.environment() | {"APPAGENT_STORE": str(tmp_path / "docs_store")},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        said = "appagent: the working folder was deleted: change to one that exists\n"
        assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.parametrize("home", ["/proc/nope", "/dev/null"])
def test_a_home_that_cannot_be_written(bare: AppAgent, home: str) -> None:
    env = {"HOME": home, "XDG_DATA_HOME": f"{home}/data", "XDG_CACHE_HOME": f"{home}/cache"}
    del bare.env["APPAGENT_STORE"]
    assert bare("config", **env).code == 0
    assert bare("docs", "list", **env).code == 0
    ran = bare("explore", "--app", "clock", *RUN[1:], "--json", **env)
    assert ran.code == 2, ran.said
    assert "name another folder with --store" in ran.document["error"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full on this system")
def test_a_trail_that_cannot_be_made(bare: AppAgent) -> None:
    for runs in ("/dev/full", "/proc/nope"):
        ran = bare(*RUN, "Turn on Dark theme", "--runs", runs, "--json")
        assert ran.code == 2, ran.said
        assert "name another with --runs" in ran.document["error"]


def sparse(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 30)


MAKE = {
    "pipe": os.mkfifo,
    "folder": Path.mkdir,
    "gigabyte": sparse,
    "zeros": lambda path: path.write_bytes(bytes(1000)),
    "brackets": lambda path: path.write_bytes(b"[" * 60_000),
    "no text": lambda path: path.write_bytes(b"\xff\xfe" * 100),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "dangling": lambda path: path.symlink_to("/no/such"),
}
READERS: tuple[tuple[str, ...], ...] = (
    ("view", "--out", "out.png", "--xml"),
    ("view", "--out", "out.png", "--image"),
    ("bench", "--model", "offline", "--suite"),
    ("bench", "--model", "offline", "--resume"),
    ("test", "--device", "pocket", "--model", "offline"),
    ("docs", "import"),
    ("doctor", "--bundle"),
)


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
@pytest.mark.parametrize("words", READERS, ids=lambda words: " ".join((words[0], words[-1])))
def test_a_file_that_is_none(bare: AppAgent, make: object, words: tuple[str, ...]) -> None:
    """Each reader says so at once; none waits for a writer, or for the end of /dev/zero."""
    assert callable(make)
    make(bare.folder / "odd")
    ran = bare(*words, "odd", "--json")
    assert ran.code in (2, 5), ran.said
    assert "odd" in ran.document["error"]
    assert len(ran.document["error"]) < 800
    assert not (bare.folder / "out.png").exists()


@pytest.mark.parametrize("make", MAKE.values(), ids=MAKE)
def test_settings_and_recordings_that_are_no_files(bare: AppAgent, make: object) -> None:
    assert callable(make)
    make(bare.folder / "odd")
    ran = bare(*RUN[:3], "--model", "recorded:odd", "x", "--json")
    assert (ran.code, "odd" in ran.document["error"]) == (2, True), ran.said
    make(bare.folder / "appagent.yaml")
    if (bare.folder / "appagent.yaml").exists():  # a link to nothing is no file of settings
        ran = bare("config", "--json")
        assert (ran.code, "appagent.yaml: " in ran.document["error"]) == (2, True), ran.said


def test_an_answer_with_bytes_that_are_no_utf_8(appagent: AppAgent) -> None:
    done = subprocess.run(
        [*COMMAND, "demo", "--app", "clock", "--model", "offline"],
        cwd=appagent.folder,
        env=appagent.environment() | {"PYTHONUTF8": "1"},
        input=b"t\xffp\nstop\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no action in 't\N{REPLACEMENT CHARACTER}p()'" in done.stderr.decode()
