"""The script with real adb: which devices it tells of, and what it makes of a console's answers."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from adbutils import adb_path

from tests.e2e.house import adb_server

from .conftest import ROOT, Machine

GUEST = Path(__file__).with_name("guest.py")


@pytest.fixture
def env(phone: Machine) -> Iterator[dict[str, str]]:
    """What makes the tools of this machine find a private adb server, and our guest."""
    adb, emulator = (phone.folder / "sdk" / name for name in ("platform-tools/adb", "emulator"))
    adb.unlink()
    adb.symlink_to(adb_path())
    (emulator / "emulator").unlink()
    (emulator / "emulator").write_text(
        f'#!/bin/sh\n[ "$1" = -accel-check ] || exec {sys.executable} {GUEST} "$@"\n',
        encoding="utf-8",
    )
    (emulator / "emulator").chmod(0o755)
    with adb_server() as server:
        env = server.env | {"PYTHONPATH": str(ROOT / "emulator")}
        try:
            yield env
        finally:
            phone.avd("stop", **env)


def test_the_life_of_a_phone_with_real_adb(phone: Machine, env: dict[str, str]) -> None:
    booted = phone.avd("boot", **env)
    assert (booted.returncode, booted.stderr) == (0, "")  # it is as those that avd makes
    serial = booted.stdout.strip()
    assert phone.did("boot", **env).strip() == serial

    code, sentence = phone.failed("snapshot", "full", **env)
    assert (code, "KO: no space left" in sentence) == (3, True)
    phone.did("snapshot", **env)
    assert phone.did("status", **env) == f"appagent: ready as {serial}; snapshots: fresh\n"
    assert phone.did("reset", "fresh", **env).strip() == serial

    phone.did("stop", **env)
    assert "appagent: off" in phone.avd("status", **env).stdout
