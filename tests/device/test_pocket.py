from __future__ import annotations

import subprocess
import sys

from appagent.device.pocket import running
from tests.e2e.house import until


def test_a_phone_ends_with_the_process_that_was_killed() -> None:
    """Which cannot stop it: it sees that nobody holds its stdin any more."""
    code = (
        "from appagent.device.pocket import pocket\n"
        "with pocket(0) as phone:\n"
        "    print(phone.serial, flush=True)\n"
        "    input()\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        port = int(process.stdout.readline().rpartition(":")[2])
        assert running(port)
        process.kill()
    until(lambda: not running(port), "the end of the phone")


def test_a_phone_that_is_told_to_end_does_so_in_order() -> None:
    """Also while it listens for the end of its stdin."""
    words = [sys.executable, "-m", "pocketphone", "--port", "0", "--until-eof"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert b"ready" in process.stdout.readline()
        process.terminate()
        assert process.wait(10) == 0
