"""Phones in threads of their own open their first shells at the same time."""

from __future__ import annotations

import subprocess
import sys

TWO_AT_ONCE = """\
import sys
from threading import Thread

from pocketphone.apps.launcher import Launcher
from pocketphone.phone import Phone
from pocketphone.shell.interpreter import Interpreter
from pocketphone.shell.process import COMMANDS
from pocketphone.shell.userland import Userland
from pocketphone.timing import PROFILES

known = []

def open_shell():
    Interpreter(Userland(Phone(apps=[Launcher]), PROFILES["zero"]))
    known.append("input" in COMMANDS)

class Halfway:
    def find_spec(self, name, *_):
        if name.endswith("commands.touches") and not other.ident:
            other.start()
            other.join(0.3)

other = Thread(target=open_shell)
sys.meta_path.insert(0, Halfway())
open_shell()
other.join()
print(known)
"""


def test_none_of_them_lacks_a_command() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", TWO_AT_ONCE], capture_output=True, text=True, check=False
    )
    assert ran.stdout == "[True, True]\n", ran.stderr
