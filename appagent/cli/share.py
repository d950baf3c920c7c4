"""Several phones share the flows of a folder: a process for each flow, so many at a time."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from appagent.api import POCKET
from appagent.config import Config
from appagent.device.devices import select_phone, serial_number
from appagent.device.pocket import running
from appagent.errors import FlowFailed, UsageError
from appagent.flows import Chosen, FlowFile, unknown_names
from appagent.outcome import Outcome, read_outcome
from appagent.report import plain
from appagent.suggest import did_you_mean, near

_OPTIONS = {"store": "--store", "runs": "--runs", "wait_s": "--wait"}  # of settings


def phones(config: Config, *, pockets: bool = False) -> list[str]:
    """The phones that `--device A,B` names; with `pockets` several may be pocket phones. Raises:
    `UsageError` for another that is named twice, `DeviceNotFound` for one of several that is not
    there."""
    named = [each.strip() for each in config.device.split(",") if each.strip()]
    others = [each for each in named if not (pockets and each == POCKET)]
    if twice := next((each for each in others if others.count(each) > 1), None):
        raise UsageError(f"--device names {twice} twice")
    one = dict[str, str]()
    for each in others if len(named) > 1 else ():
        if each != POCKET:
            phone = select_phone(each, pocket_port=config.pocket_port)
            number = serial_number(phone) or each.replace("localhost:", "127.0.0.1:")
            if one.setdefault(number, each) != each:
                raise UsageError(f"{one[number]} and {each} are one phone: name it once")
    return named


def starts_pocket(devices: Sequence[str], config: Config) -> bool:
    """Whether one of these phones is a pocket phone that is to be started, and ends with the
    command."""
    several = devices.count(POCKET) > 1
    return several or (POCKET in devices and not running(config.pocket_port))


def warn_of_unknown(flows: Sequence[FlowFile], env: Sequence[str], where: str) -> None:
    """Tell names of `-e NAME=VALUE` that no flow has, unless one calls a file that may have them;
    `where` names the flows."""
    strange, known = unknown_names(flows, [each.partition("=")[0] for each in env])
    for name in strange:
        plain.aside(f"-e {name}=... is no name that {where} has{did_you_mean(near(name, known))}")


def share(
    devices: Sequence[str],
    chosen: Chosen,
    flags: Mapping[str, object],
    env: Sequence[str],
    tell: Callable[[FlowFile, Outcome], object],
    *,
    yes: bool,
) -> list[tuple[FlowFile, Outcome]]:
    """Play the flows, each on the first phone that is free, and `tell` of each; gives what came of
    them, in their own order again.

    Raises: `UsageError` where their order counts, `FlowFailed` where no phone played anything.
    """
    if chosen.ordered:
        raise UsageError("`executionOrder` wants one phone: name a single one with --device")
    options = ["--yes"] * yes
    for name, option in _OPTIONS.items():
        if flags.get(name) is not None:
            options += [option, str(flags[name])]
    left, found = deque(enumerate(chosen.flows)), dict[int, Outcome]()
    errors: list[FlowFailed] = []

    def work(device: str) -> None:
        while left:
            n, file = left.popleft()
            try:
                found[n] = _play(device, file, [*options, *_given(file, env)])
            except FlowFailed as err:  # another phone may play it
                left.append((n, file))
                errors.append(err)
                plain.error(f"appagent: {err}")
                return
            tell(file, found[n])
            if found[n].exit_code > 1:  # the phone is gone, or a person stopped it
                return

    with ThreadPoolExecutor(len(devices)) as pool:
        list(pool.map(work, devices))
    if errors and not found:
        raise errors[0]
    return [(file, found[n]) for n, file in enumerate(chosen.flows) if n in found]


def _given(file: FlowFile, env: Sequence[str]) -> list[str]:
    """The options for what its names stand for; the other names are of other flows."""
    names = [each.partition("=")[0] for each in env]
    other, _ = unknown_names([file], names)
    return [
        word
        for each, name in zip(env, names, strict=True)
        if name not in other
        for word in ("-e", each)
    ]


def _play(device: str, file: FlowFile, options: Sequence[str]) -> Outcome:
    words = [sys.executable, "-m", "appagent", "play", str(file.file), "--device", device, "--json"]
    ran = subprocess.run([*words, *options], capture_output=True, text=True, check=False)
    plain.aside(ran.stderr.rstrip())
    said = json.loads(ran.stdout or "{}")
    if not said.get("flows"):
        raise FlowFailed(f"{file.file} on {device}: {said.get('error') or 'it ended too early'}")
    trail = said["flows"][0]["trail"]
    return read_outcome(Path(trail)).model_copy(update={"trail": trail})
