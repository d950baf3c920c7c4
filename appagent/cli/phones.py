"""`appagent devices`, and the pocket phone to start."""

from __future__ import annotations

import json
import sys
from pathlib import Path

from appagent.cli.parts import writable
from appagent.config import load
from appagent.device.devices import attached, no_phone
from appagent.device.pocket import running
from appagent.device.server import AdbServer
from appagent.errors import UsageError


def devices(as_json: bool) -> int:
    phones = attached(AdbServer.configured())
    port = load().config.pocket_port
    simulated = running(port)
    if as_json:
        listed = [
            {"serial": p.serial, "state": p.state, "model": p.model, "usable": p.usable}
            for p in phones
        ]
        print(json.dumps({"devices": listed, "pocket": simulated}, ensure_ascii=False))
        return 0
    for phone in phones:
        print(f"{phone.serial}  {phone.state}  {phone.model}")
        if phone.problem:
            print(f"  {phone.problem}", file=sys.stderr)
    if simulated:
        print(f"pocket  device  the pocket phone that runs on port {port}")
    if not phones and not simulated:
        print(no_phone(port), file=sys.stderr)
    return 0


def phone(port: int, seed: int, profile: str, save: Path | None, as_json: bool) -> int:
    from pocketphone.__main__ import main
    from pocketphone.timing import PROFILES

    if profile not in PROFILES:
        raise UsageError(f"--profile {profile}: expected one of {', '.join(PROFILES)}")
    words = ["--port", str(port), "--seed", str(seed), "--profile", profile]
    if save is not None:
        writable("--save", save)
        words += ["--save", str(save)]
    return main([*words, "--json"] if as_json else words)
