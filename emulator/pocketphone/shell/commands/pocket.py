"""`pocketphone`: the ground truth, for tests and benchmarks; no real phone has it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

from pocketphone.shell.process import Failed, Process, command

USAGE = "usage: pocketphone state|tree|reset|load FILE|log|fault [WHAT HOW [TIMES [AFTER]]]\n"


@command("pocketphone")
async def pocketphone(process: Process) -> None:
    """The state, or each visible widget, as JSON; back to the start; a patch; the log; a fault."""
    phone = process.phone
    match process.args:
        case ["state"]:
            await process.out(json.dumps(phone.state(), ensure_ascii=False) + "\n")
        case ["tree"]:
            await process.out(json.dumps(phone.tree(), ensure_ascii=False) + "\n")
        case ["reset"]:
            phone.reset()
            process.userland.reset()
        case ["load", name]:
            await _load(process, name)
        case ["log"]:
            await process.out("".join(f"{line}\n" for line in phone.log))
        case ["fault"]:
            await process.out(json.dumps(phone.faults.state()) + "\n")
        case ["fault", what, how, *numbers] if len(numbers) <= 2:
            if wrong := [word for word in numbers if not word.isdecimal()]:
                raise Failed(f"pocketphone: fault: {wrong[0]!r} is no number\n")
            with _refusal("fault"):
                phone.faults.set(what, how, *map(int, numbers))
        case _:
            raise Failed(USAGE, 2)


async def _load(process: Process, name: str) -> None:
    data = await process.input([name])
    try:
        patch = json.loads(data)
    except ValueError as problem:
        raise Failed(f"pocketphone: {name}: no JSON: {problem}\n") from None
    if not isinstance(patch, dict):
        raise Failed(f"pocketphone: {name}: expected an object, a patch of the state\n")
    with _refusal(name):
        process.phone.load(patch)


@contextmanager
def _refusal(about: str) -> Iterator[None]:
    """What the phone refuses is the command's error, with the phone's reason."""
    try:
        yield
    except (KeyError, ValueError) as problem:
        raise Failed(f"pocketphone: {about}: {problem.args[0]}\n") from None
