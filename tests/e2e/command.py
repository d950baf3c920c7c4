"""The installed command, run cold or warm.

Most of what a command costs is loading Python, the libraries and itself, and the tests run it
some hundred times. Warm, a server has loaded those once, without running any of it: each command
is a fork of it. With `APPAGENT_TEST_COLD` set each is a process of its own, as a person starts it.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).parents[2]
INSTALLED = Path(sys.executable).with_name("appagent")
COMMAND = [str(INSTALLED)] if INSTALLED.exists() else [sys.executable, "-m", "appagent"]
PATIENCE_S = 60

_PAGES = [f"appagent.cli.{file.stem}" for file in (ROOT / "appagent/cli").glob("[a-z]*.py")]
_server = multiprocessing.get_context("forkserver")
_server.set_forkserver_preload([*_PAGES, "openai.resources.chat.completions"])


def run(
    words: Sequence[str], folder: Path, env: Mapping[str, str], text: str
) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of `appagent WORDS`, given `text` on stdin."""
    if "APPAGENT_TEST_COLD" not in env:
        return _warm(words, folder, env, text)
    done = subprocess.run(
        [*COMMAND, *words],
        cwd=folder,
        env=env,
        input=text,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )
    return done.returncode, done.stdout, done.stderr


def _warm(
    words: Sequence[str], folder: Path, env: Mapping[str, str], text: str
) -> tuple[int, str, str]:
    with tempfile.TemporaryDirectory() as place:
        streams = [Path(place, name) for name in ("stdin", "stdout", "stderr")]
        streams[0].write_text(text)
        process = _server.Process(target=_obey, args=(words, folder, env, umask(), streams))
        process.start()
        process.join(PATIENCE_S)
        if process.exitcode is None:
            process.kill()
            raise subprocess.TimeoutExpired(["appagent", *words], PATIENCE_S)
        code = process.exitcode
        process.close()
        return code, streams[1].read_text(), streams[2].read_text()


def umask() -> int:
    """The mask of this process, which the command gets too; it can only be read by setting it."""
    mask = os.umask(0)
    os.umask(mask)
    return mask


def _obey(
    words: Sequence[str], folder: Path, env: Mapping[str, str], mask: int, streams: Sequence[Path]
) -> None:
    """What the console script does, in the forked process."""
    os.chdir(folder)
    os.umask(mask)
    os.environ.clear()
    os.environ.update(env)
    for number, path in enumerate(streams):
        flags = os.O_WRONLY | os.O_CREAT if number else os.O_RDONLY
        os.dup2(os.open(path, flags), number)
    sys.stdin, sys.stdout = open(0), open(1, "w")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1)  # noqa: SIM115
    sys.argv = ["appagent", *words]
    from appagent.cli import main

    sys.exit(main())
