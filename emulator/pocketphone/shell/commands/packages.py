"""`pm` and `cmd`: what is installed, and which activity answers to what."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence

from pocketphone.shell.commands import dumpsys
from pocketphone.shell.commands.activities import Spoken, speak
from pocketphone.shell.commands.service import Arguments, exception, short
from pocketphone.shell.process import Failed, Process, command
from pocketphone.system import Package

# `cmd NAME` reaches the service that another command is a wrapper of.
_WRAPPERS = {
    "activity": "am",
    "input": "input",
    "input_method": "ime",
    "settings": "settings",
    "window": "wm",
}


@command("cmd")
async def cmd(process: Process) -> int:
    if not process.args:
        raise Failed("cmd: No service specified; use -l to list all running services\n", 20)
    service, *words = process.args
    if service == "-l":
        services = ["display", "package", "statusbar", "uimode", *_WRAPPERS]
        await process.out("Currently running services:\n")
        await process.out("".join(f"  {name}\n" for name in sorted(services)))
        return 0
    if service in _WRAPPERS:
        return await process.shell.call([_WRAPPERS[service], *words], process.io)
    match service, words:
        case "package", _:
            return await _package(process, words)
        case "display", ["get-displays", *_]:
            await process.out(dumpsys.displays(process))
        case "statusbar", ["expand-notifications" | "expand-settings" | "collapse"]:
            pass  # the pocket phone has no shade to pull down
        case "uimode", ["night", *rest]:
            await _night(process, rest)
        case (("display" | "statusbar" | "uimode"), _):
            await process.out(f"Unknown command: {' '.join(words[:1])}\n")
            return 255
        case _:
            raise Failed(f"cmd: Can't find service: {service}\n", 20)
    return 0


async def _night(process: Process, words: Sequence[str]) -> None:
    secure = process.phone.settings["secure"]
    modes = {"auto": "0", "no": "1", "yes": "2"}
    if words and words[0] in modes:
        secure["ui_night_mode"] = modes[words[0]]
    names = {number: name for name, number in modes.items()}
    await process.out(f"Night mode: {names.get(secure.get('ui_night_mode', '1'), 'no')}\n")


@command("pm")
async def pm(process: Process) -> int:
    return await _package(process, process.args)


async def _package(process: Process, words: Sequence[str]) -> int:
    await process.userland.spend("pm")
    subcommand, *rest = words or [""]
    match subcommand:
        case "list":
            return await _list(process, rest)
        case "path" | "clear" | "uninstall" | "dump":
            return await _one(process, subcommand, rest)
        case "install" | "install-create" | "install-write":
            return await _install(process, rest)
        case "grant" | "revoke" | "enable" | "disable-user" | "disable":
            return await _permit(process, subcommand, rest)
        case "resolve-activity":
            return await _resolve(process, rest)
        case "query-activities":
            return await _query(process, rest)
        case "get-max-users":
            await process.out("Maximum supported users: 4\n")
            return 0
        case "" | "help":
            await process.out(
                "Package manager (package) commands:\n  help\n    Print this help text.\n"
            )
            return 0 if subcommand else 255
    await process.out(f"Unknown command: {subcommand}\n")
    return 255


async def _list(process: Process, words: Sequence[str]) -> int:
    match list(words):
        case ["packages", *rest]:
            return await _list_packages(process, rest)
        case ["users", *_]:
            await process.out("Users:\n\tUserInfo{0:Owner:4c13} running\n")
        case ["features", *_]:
            for feature in ("touchscreen", "touchscreen.multitouch", "wifi", "location"):
                await process.out(f"feature:android.hardware.{feature}\n")
        case ["permissions" | "instrumentation" | "libraries" | "permission-groups", *_]:
            pass
        case [kind, *_]:
            await process.err(f"Error: unknown list type '{kind}'\n")
            return 255
        case _:
            await process.err("Error: didn't specify type of data to list\n")
            return 255
    return 0


async def _list_packages(process: Process, words: Sequence[str]) -> int:
    arguments = Arguments(words, "list")
    options = set()
    for option in arguments.options():
        if option in ("--user", "--uid"):
            arguments.require()
        options.add(option)
    wanted = arguments.next() or ""
    for package in _shuffle(process.phone.packages.values()):
        if wanted not in package.name or "-d" in options:
            continue
        if ("-s" in options and not package.system) or ("-3" in options and package.system):
            continue
        path = f"{apk(package)}=" if "-f" in options else ""
        version = f" versionCode:{package.version_code}" if "--show-versioncode" in options else ""
        uid = f" uid:{package.uid}" if "-U" in options else ""
        await process.out(f"package:{path}{package.name}{version}{uid}\n")
    return 0


def _shuffle(packages: Iterable[Package]) -> list[Package]:
    """In an order that is no alphabet's: on a phone it is a HashMap's."""
    return sorted(packages, key=lambda package: _digest(package.name))


def _digest(text: str) -> str:
    return hashlib.md5(text.encode(), usedforsecurity=False).hexdigest()


def apk(package: Package) -> str:
    """Where its apk is said to lie; the path of an installed one holds "=" signs."""
    if package.system:
        name = package.name.rpartition(".")[2].title()
        return f"/system/app/{name}/{name}.apk"
    digest = _digest(package.name)
    return f"/data/app/~~{digest[:22]}==/{package.name}-{digest[10:32]}==/base.apk"


async def _one(process: Process, subcommand: str, words: Sequence[str]) -> int:
    arguments = Arguments(words, subcommand)
    for option in arguments.options():
        if option == "--user":
            arguments.require()
    name = arguments.require()
    package = process.phone.packages.get(name)
    match subcommand:
        case "path":
            if package is None:
                return 1
            await process.out(f"package:{apk(package)}\n")
        case "dump":
            await process.out(dumpsys.package(process, name))
        case "clear":
            if package is None:
                await process.out("Failed\n")
                return 1
            process.phone.clear(name)
            await process.out("Success\n")
        case "uninstall":
            if package is None or package.system:
                await process.out("Failure [DELETE_FAILED_INTERNAL_ERROR]\n")
                return 1
            process.phone.force_stop(name)
            del process.phone.packages[name]
            await process.out("Success\n")
    return 0


async def _install(process: Process, words: Sequence[str]) -> int:
    """Takes the bytes that are announced, and refuses them: apps are part of the phone."""
    if "-S" in words[:-1]:
        size = words[list(words).index("-S") + 1]
        left = int(size) if size.isdigit() else 0
        while left > 0 and (data := await process.io.stdin.read()):
            left -= len(data)
    elif not words or not process.files.exists(process.path(words[-1])):
        await process.out("Error: Unable to open file: " + "".join(words[-1:]) + "\n")
        return 1
    await process.out("Failure [INSTALL_FAILED_INTERNAL_ERROR: this phone runs no apk]\n")
    return 1


async def _permit(process: Process, subcommand: str, words: Sequence[str]) -> int:
    arguments = Arguments(words, subcommand)
    for option in arguments.options():
        if option == "--user":
            arguments.require()
    name = arguments.require()
    if name not in process.phone.packages:
        raise exception(subcommand, f"java.lang.IllegalArgumentException: Unknown package: {name}")
    if subcommand in ("enable", "disable-user", "disable"):
        raise exception(
            subcommand, "java.lang.SecurityException: Shell cannot change component state"
        )
    arguments.require()
    return 0


async def _resolve(process: Process, words: Sequence[str]) -> int:
    brief, spoken = _parse_query(words, "resolve-activity")
    found = process.phone.resolve(spoken.intent())
    if not found:
        await process.out("No activity found\n")
    elif brief:
        await process.out(f"{MATCH}\n{short(found[0])}\n")
    else:
        await process.out(_details(process, found[0], ""))
    return 0


MATCH = "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=false"


async def _query(process: Process, words: Sequence[str]) -> int:
    brief, spoken = _parse_query(words, "query-activities")
    found = process.phone.resolve(spoken.intent())
    if not found:
        await process.out("No activities found\n")
    elif "--components" in words:
        await process.out("".join(f"{short(component)}\n" for component in found))
    else:
        await process.out(f"{len(found)} activities found:\n")
        for at, component in enumerate(found):
            await process.out(f"  Activity #{at}:\n")
            if brief:
                await process.out(f"    {MATCH}\n    {short(component)}\n")
            else:
                await process.out(_details(process, component, "    "))
    return 0


def _parse_query(words: Sequence[str], subcommand: str) -> tuple[bool, Spoken]:
    """Whether the answer is to be brief, and the intent that is asked about."""
    own = ("--brief", "--components")
    return "--brief" in words, speak([word for word in words if word not in own], subcommand)


def _details(process: Process, component: str, indent: str) -> str:
    """A `ResolveInfo` as `dump()` prints it; no label, for a phone prints its id alone."""
    name, _, activity = component.partition("/")
    package = process.phone.packages[name]
    activity = f"{name}{activity}" if activity.startswith(".") else activity
    rows = (
        MATCH,
        "ActivityInfo:",
        f"  name={activity}",
        f"  packageName={name}",
        "  labelRes=0x7f110021 nonLocalizedLabel=null icon=0x7f0d0000 banner=0x0",
        "  enabled=true exported=true directBootAware=false",
        f"  taskAffinity={name} targetActivity=null persistableMode=PERSIST_ROOT_ONLY",
        "  ApplicationInfo:",
        f"    packageName={name}",
        f"    processName={name}",
        f"    uid={package.uid} flags=0x{0x3 if package.system else 0x2:x} theme=0x7f120008",
        f"    sourceDir={apk(package)}",
        f"    dataDir=/data/user/0/{name}",
        f"    enabled=true minSdkVersion=24 targetSdkVersion=34 versionCode={package.version_code}",
    )
    return "".join(f"{indent}{row}\n" for row in rows)
