"""`pocketphone`: the ground truth, for tests and benchmarks; no real phone has it."""

from __future__ import annotations

import json

from pocketphone.shell.process import Failed, Process, command

USAGE = "usage: pocketphone state|tree|reset|load FILE|log\n"


@command("pocketphone")
async def pocketphone(process: Process) -> None:
    """The whole state, or each visible widget, as JSON; back to the start; a patch; the log."""
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
    process.phone.load(patch)
