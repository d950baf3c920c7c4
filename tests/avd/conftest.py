"""A machine that has what `emulator/avd/avd` needs, all of it played by `stub`."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AVD = ROOT / "emulator" / "avd"
STUB = Path(__file__).with_name("stub")
SYSTEM = ("java", "df", "uname", "socat")
SDK = ("sdkmanager", "avdmanager")


@dataclass(frozen=True, slots=True)
class Machine:
    """One with Java, virtualisation and an SDK that holds nothing but its command line tools."""

    folder: Path

    def __post_init__(self) -> None:
        for name, home in [(n, "system") for n in SYSTEM] + [(n, self.manager) for n in SDK]:
            (self.folder / home).mkdir(parents=True, exist_ok=True)
            (self.folder / home / name).symlink_to(STUB)
        (self.folder / "state").mkdir()
        (self.folder / "kvm").touch()

    @property
    def manager(self) -> str:
        return "sdk/cmdline-tools/latest/bin"

    @property
    def phone(self) -> Path:
        """The folder of the phone `appagent`."""
        return self.folder / "home/.android/avd/appagent.avd"

    @property
    def calls(self) -> list[list[str]]:
        """Each call of a tool since the last look, taken off the log."""
        log = self.folder / "state" / "log"
        lines = log.read_text(encoding="utf-8").splitlines() if log.exists() else []
        log.unlink(missing_ok=True)
        return [line.split("\t") for line in lines]

    @property
    def emulators(self) -> list[int]:
        """The processes of those that run."""
        ports = (self.folder / "state").glob("port-*")
        return [int(port.read_text(encoding="utf-8").split()[1]) for port in ports]

    @property
    def env(self) -> dict[str, str]:
        return {
            "PATH": f"{self.folder / 'system'}{os.pathsep}{os.defpath}",
            "HOME": str(self.folder / "home"),
            "ANDROID_HOME": str(self.folder / "sdk"),
            "AVD_KVM": str(self.folder / "kvm"),
            "STATE": str(self.folder / "state"),
        }

    def goes_wrong(self, how: str) -> None:
        (self.folder / "state" / how).touch()

    def avd(self, *words: str, **env: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(AVD / "avd"), *words],
            env=self.env | env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def did(self, *words: str, **env: str) -> str:
        """What it printed where it went well."""
        done = self.avd(*words, **env)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def failed(self, *words: str, **env: str) -> tuple[int, str]:
        """The exit code, and what it said, one sentence."""
        done = self.avd(*words, **env)
        (sentence,) = [line for line in done.stderr.splitlines() if line.startswith("avd: ")]
        assert not done.stdout
        return done.returncode, sentence


@pytest.fixture
def machine(tmp_path: Path) -> Iterator[Machine]:
    if not shutil.which("bash"):
        pytest.skip("no bash on this machine")
    machine = Machine(tmp_path)
    yield machine
    for process in machine.emulators:
        with suppress(ProcessLookupError):
            os.kill(process, signal.SIGTERM)


@pytest.fixture
def phone(machine: Machine) -> Machine:
    """A machine with a phone that was made, and is off."""
    machine.did("create", "--accept-licenses")
    machine.calls  # noqa: B018
    return machine
