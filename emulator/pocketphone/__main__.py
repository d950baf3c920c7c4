"""`python -m pocketphone`: phones on ports until they are told to stop."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import re
import signal
import sys
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from threading import Thread

from pocketphone import extra
from pocketphone.adbd.server import DEFAULT_PORT, serve
from pocketphone.apps.settings.facts import LANGUAGES
from pocketphone.phone import Phone
from pocketphone.timing import PROFILES

MOST = 32  # phones in one process


def main(arguments: Sequence[str] | None = None, *, teller: str = "") -> int:
    """The exit code: 0 when it was stopped, 2 where it could not start.

    `teller` stands before the reason.
    """
    options = _options(arguments)
    if problem := extra.problem():
        return _cannot(problem, teller, options.json)
    phones = [
        Phone(
            size=options.size,
            density=options.density,
            seed=seed,
            language=options.language,
            font_scale=options.font_scale,
            theme=options.theme,
        )
        for seed in range(options.seed, options.seed + options.count)
    ]
    if options.load and (problem := _load(phones, options.load)):
        return _cannot(problem, teller, options.json)
    try:
        asyncio.run(_serve(phones, options))
    except _PortTaken as taken:
        return _cannot(str(taken), teller, options.json)
    if options.save:
        states = [phone.state() for phone in phones]
        kept = states if options.count > 1 else states[0]
        text = json.dumps(kept, ensure_ascii=False, indent=2)
        options.save.write_text(text + "\n", encoding="utf-8")
    return 0


def _load(phones: Sequence[Phone], file: Path) -> str:
    """Lay the state in a file over each phone's; gives why that is not possible, or ""."""
    try:
        state = json.loads(file.read_text(encoding="utf-8"))
        for phone in phones:
            phone.load(state)
    except OSError as err:
        return f"--load {file}: {err.strerror}"
    except (ValueError, KeyError, TypeError, AttributeError) as err:
        return f"--load {file}: not a phone's state: {err}"
    return ""


def _cannot(reason: str, teller: str, as_json: bool) -> int:
    """The exit code 2, once the reason is printed."""
    print(f"{teller}{reason}", file=sys.stderr)
    if as_json:
        print(json.dumps({"error": reason, "exit_code": 2}))
    return 2


class _PortTaken(Exception):
    """A port cannot be listened on."""


async def _serve(phones: Sequence[Phone], options: argparse.Namespace) -> None:
    """Until a signal comes, or stdin ends where that is asked for; the phones are on ports in a
    row, or on free ones where the first is 0.

    Raises: `_PortTaken`, with no phone left on any.
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    if options.until_eof:
        Thread(target=_await_eof, args=(loop, stop), daemon=True).start()
    async with AsyncExitStack() as stack:
        ready = []
        for place, phone in enumerate(phones):
            port = options.port + place if options.port else 0
            try:
                server = await stack.enter_async_context(serve(phone, port, options.profile))
            except OSError as problem:
                said = f"port {port} cannot be used: {problem.strerror}; try --port 0"
                raise _PortTaken(said) from problem
            ready.append({"address": f"127.0.0.1:{server.port}", "port": server.port})
        if options.json:
            print(json.dumps({"phones": ready} if len(ready) > 1 else ready[0]), flush=True)
        else:
            for each in ready:
                address = each["address"]
                print(f"pocket phone ready on {address} (adb connect {address})", flush=True)
        await stop.wait()


def _await_eof(loop: asyncio.AbstractEventLoop, stop: asyncio.Event) -> None:
    """Stop once stdin ends: as a pipe it does where whoever started this is gone, even killed."""
    while os.read(0, 4096):  # past the buffer, whose lock Python's end would wait for
        pass
    loop.call_soon_threadsafe(stop.set)


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="pocketphone", description=__doc__)
    parser.add_argument("--port", type=int, default=DEFAULT_PORT, help="0 picks a free one")
    parser.add_argument("--seed", type=int, default=0, help="what the apps hold")
    parser.add_argument(
        "--count",
        type=_count,
        default=1,
        help="so many phones, on the ports and with the seeds from these on",
    )
    parser.add_argument("--profile", choices=sorted(PROFILES), default="zero", help="its pace")
    parser.add_argument("--size", type=_size, default=(1080, 2400), metavar="WxH", help="px")
    parser.add_argument("--density", type=int, default=420, help="dpi")
    parser.add_argument(
        "--language", type=_language, default="en-US", metavar="TAG", help=", ".join(LANGUAGES)
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    parser.add_argument("--font-scale", type=float, default=1.0)
    parser.add_argument("--load", type=Path, metavar="FILE", help="the first state, as JSON")
    parser.add_argument("--save", type=Path, metavar="FILE", help="the last state, as JSON")
    parser.add_argument("--json", action="store_true", help="say where it is ready as JSON")
    parser.add_argument("--until-eof", action="store_true", help="stop where stdin ends, too")
    options = parser.parse_args(arguments)
    last = options.port + options.count - 1
    if not 0 <= options.port <= last <= 65_535:
        parser.error(f"--port {options.port}: expected {options.count} ports from 0 to 65535")
    return options


def _count(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST:
        raise argparse.ArgumentTypeError(f"{text!r}: expected 1 to {MOST} phones")
    return int(text)


def _language(text: str) -> str:
    spoken = {tag.partition("-")[0] for tag in LANGUAGES}
    if text.partition("-")[0] not in spoken:
        raise argparse.ArgumentTypeError(f"{text!r}: expected one of {', '.join(LANGUAGES)}")
    return text


def _size(text: str) -> tuple[int, int]:
    found = re.fullmatch(r"([1-9]\d*)x([1-9]\d*)", text)
    if not found:
        raise argparse.ArgumentTypeError(f"{text!r} is no size: expected 1080x2400")
    return int(found[1]), int(found[2])


if __name__ == "__main__":
    sys.exit(main())
