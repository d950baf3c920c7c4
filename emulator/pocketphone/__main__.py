"""`python -m pocketphone`: a phone on a port until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from pocketphone.adbd.server import DEFAULT_PORT, serve
from pocketphone.phone import Phone
from pocketphone.timing import PROFILES


def main(arguments: Sequence[str] | None = None) -> int:
    """0 when it was stopped, 2 where it could not start."""
    options = _parser().parse_args(arguments)
    phone = Phone(
        size=options.size,
        density=options.density,
        seed=options.seed,
        language=options.language,
        font_scale=options.font_scale,
        theme=options.theme,
    )
    try:
        asyncio.run(_serve(phone, options.port, options.profile, options.json))
    except OSError as problem:
        said = f"port {options.port} cannot be used: {problem.strerror}; try --port 0"
        print(said, file=sys.stderr)
        if options.json:
            print(json.dumps({"error": said, "exit_code": 2}))
        return 2
    if options.save:
        text = json.dumps(phone.state(), ensure_ascii=False, indent=2)
        options.save.write_text(text + "\n", encoding="utf-8")
    return 0


async def _serve(phone: Phone, port: int, profile: str, as_json: bool) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with serve(phone, port, profile) as server:
        address = f"127.0.0.1:{server.port}"
        ready = json.dumps({"address": address, "port": server.port})
        spoken = f"pocket phone ready on {address} (adb connect {address})"
        print(ready if as_json else spoken, flush=True)
        await stop.wait()


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="pocketphone", description=__doc__)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 picks a free one")
    parser.add_argument("--seed", type=int, default=0, help="what the apps hold")
    parser.add_argument("--profile", choices=sorted(PROFILES), default="zero", help="its pace")
    parser.add_argument("--size", type=_size, default=(1080, 2400), metavar="WxH", help="px")
    parser.add_argument("--density", type=int, default=420, help="dpi")
    parser.add_argument("--language", default="en-US")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--font-scale", type=float, default=1.0)
    parser.add_argument("--save", type=Path, metavar="FILE", help="the last state, as JSON")
    parser.add_argument("--json", action="store_true", help="say where it is ready as JSON")
    return parser


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9]\d*)x([1-9]\d*)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: expected 1080x2400")
    return int(found[1]), int(found[2])


if __name__ == "__main__":
    sys.exit(main())
