"""`appagent devices`, and the pocket phone to start."""

from __future__ import annotations

from getpass import getpass
from pathlib import Path

from appagent.cli.out import terminal, writable
from appagent.config import load
from appagent.device.devices import connect, list_phones, no_phone, pair
from appagent.device.pocket import running
from appagent.device.server import AdbServer
from appagent.errors import DeviceNotFound, UsageError
from appagent.report import plain


def manage_devices(
    pairs: str | None,
    code: str | None,
    connects: str | None,
    disconnects: str | None,
    as_json: bool,
) -> int:
    server = AdbServer.from_environment()
    if code is not None and pairs is None:
        raise UsageError("--code needs an address: add --pair HOST:PORT")
    done: list[str] = []
    if disconnects:
        if not server.disconnect(disconnects):
            raise DeviceNotFound(
                f"no phone {disconnects} is connected: `appagent devices` lists the phones"
            )
        done.append(f"disconnected {disconnects}")
    if pairs:
        pair(pairs, _code() if code is None else code, server)
        done.append(f"paired with {pairs}")
    if connects:
        done.append(f"connected to {connect(connects, server)}")
    for deed in done:
        plain.aside(deed)
    phones = list_phones(server)
    port = load().config.pocket_port
    simulated = running(port)
    if as_json:
        listed = [
            {"serial": p.serial, "state": p.state, "model": p.model, "usable": p.usable}
            for p in phones
        ]
        document = {"devices": listed, "pocket": simulated} | ({"done": done} if done else {})
        plain.document(document)
        return 0
    listed_pocket = False
    for phone in phones:
        same = simulated and phone.serial in (f"127.0.0.1:{port}", f"localhost:{port}")
        alias = "  also as `pocket`" if same else ""
        plain.line(f"{phone.serial}  {phone.state}  {phone.model}{alias}")
        listed_pocket |= same
        if phone.problem:
            plain.aside(f"  {phone.problem}")
    if simulated and not listed_pocket:
        plain.line(f"pocket  device  the pocket phone that runs on port {port}")
    if not phones and not simulated:
        plain.aside(no_phone(port))
    return 0


def _code() -> str:
    """The pairing code, typed without being shown."""
    if terminal().person is None:
        raise UsageError("--pair asks for the phone's code, and nobody can answer: add --code CODE")
    return getpass("pairing code: ").strip()


def serve_phone(port: int | None, seed: int, profile: str, save: Path | None, as_json: bool) -> int:
    from pocketphone.__main__ import main
    from pocketphone.timing import PROFILES

    if profile not in PROFILES:
        raise UsageError(f"--profile {profile}: expected one of {', '.join(PROFILES)}")
    port = load().config.pocket_port if port is None else port
    words = ["--port", str(port), "--seed", str(seed), "--profile", profile]
    if save is not None:
        writable("--save", save)
        words += ["--save", str(save)]
    return main([*words, "--json"] if as_json else words, teller="appagent: ")
