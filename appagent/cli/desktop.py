"""The desktop around the terminal, if there is one."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path


def open_file(path: Path) -> bool:
    """Whether the desktop opens the file; false if there is no desktop."""
    if sys.platform == "win32":
        os.startfile(path)
        return True
    mac = sys.platform == "darwin"
    desktop = mac or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    program = shutil.which("open" if mac else "xdg-open")
    if not (desktop and program):
        return False
    subprocess.Popen(
        [program, str(path)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    return True
