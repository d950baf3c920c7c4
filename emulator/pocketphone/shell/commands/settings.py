"""`settings`, `getprop`, `setprop` and `ime`: the values that a phone keeps."""

from __future__ import annotations

from pocketphone.shell.commands.service import Arguments, exception
from pocketphone.shell.process import Failed, Process, command

NAMESPACES = ("system", "secure", "global")


@command("settings")
async def settings(process: Process) -> int:
    await process.userland.spend("settings")
    words = list(process.args)
    verb = words.pop(0) if words else ""
    arguments = Arguments(words, verb)
    for option in arguments.options():
        if option == "--user":
            arguments.require()
    if verb not in ("get", "put", "delete", "list", "reset"):
        await process.out("Settings provider (settings) commands:\n  help\n  get NAMESPACE KEY\n")
        return 0 if verb == "help" else 255
    namespace = arguments.require()
    if namespace not in NAMESPACES:
        raise exception(
            verb, f"java.lang.IllegalArgumentException: Invalid namespace '{namespace}'"
        )
    table = process.phone.settings[namespace]
    match verb:
        case "list":
            await process.out("".join(f"{key}={table[key]}\n" for key in sorted(table)))
        case "get":
            await process.out(f"{table.get(arguments.require(), 'null')}\n")
        case "put":
            key = arguments.require()
            table[key] = arguments.require()
        case "delete":
            found = table.pop(arguments.require(), None) is not None
            await process.out(f"Deleted {int(found)} rows\n")
    return 0


@command("getprop")
async def getprop(process: Process) -> None:
    properties = process.phone.properties
    if not process.args:
        await process.out("".join(f"[{key}]: [{properties[key]}]\n" for key in sorted(properties)))
        return
    name, *default = process.args
    await process.out(properties.get(name) or "".join(default[:1]))
    await process.out("\n")


@command("setprop")
async def setprop(process: Process) -> None:
    if len(process.args) != 2:
        raise Failed('setprop: Need 2 arguments (see "setprop --help")\n')
    name, value = process.args
    if name.startswith("ro."):
        raise Failed(f"setprop: failed to set property '{name}' to '{value}'\n")
    process.phone.properties[name] = value


@command("ime")
async def ime(process: Process) -> int:
    """The input methods: listed, enabled, chosen."""
    await process.userland.spend("settings")
    words = list(process.args)
    verb = words.pop(0) if words else ""
    arguments = Arguments(words, verb)
    options = set()
    for option in arguments.options():
        options.add(option)
        if option == "--user":
            arguments.require()
    secure = process.phone.settings["secure"]
    enabled = [word for word in secure.get("enabled_input_methods", "").split(":") if word]
    enabled = enabled or list(process.phone.input_methods)
    if verb == "list":
        for method in process.phone.input_methods if "-a" in options else enabled:
            await process.out(f"{method}\n" if "-s" in options else f"{method}:\n  mId={method}\n")
        return 0
    if verb == "reset":
        secure["default_input_method"] = process.phone.input_methods[0]
        secure.pop("enabled_input_methods", None)
        await process.out("Reset current and enabled IMEs for user #0\n")
        return 0
    if verb not in ("enable", "disable", "set"):
        await process.out("InputMethodManagerService commands:\n  help\n  list [-a] [-s]\n")
        return 0 if verb == "help" else 255
    method = arguments.require()
    known = method in process.phone.input_methods
    if not known or (verb == "set" and method not in enabled):
        what = "selected" if verb == "set" else f"{verb}d"
        raise Failed(f"Unknown input method {method} cannot be {what} for user #0\n", 255)
    await process.out(_answer(secure, enabled, method, verb))
    return 0


def _answer(secure: dict[str, str], enabled: list[str], method: str, verb: str) -> str:
    """What is printed, after the change is made."""
    if verb == "set":
        secure["default_input_method"] = method
        return f"Input method {method} selected for user #0\n"
    already = (method in enabled) == (verb == "enable")
    others = [word for word in enabled if word != method]
    secure["enabled_input_methods"] = ":".join([*others, method] if verb == "enable" else others)
    return f"Input method {method}: {'already' if already else 'now'} {verb}d for user #0\n"
