"""`am` and `monkey`: apps are started, stopped and told things."""

from __future__ import annotations

import re
import urllib.parse
from base64 import b64decode
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from pocketphone.errors import NoActivity
from pocketphone.phone import Phone
from pocketphone.shell.commands.service import Arguments, exception, full, short
from pocketphone.shell.process import Failed, Process, command
from pocketphone.system import ADB_KEYBOARDS
from pocketphone.ui.app import Intent

MAIN, LAUNCHER = "android.intent.action.MAIN", "android.intent.category.LAUNCHER"
NEW_TASK, CLEAR_TASK = 0x10000000, 0x8000  # Intent.FLAG_ACTIVITY_...
_EXTRAS = {
    "--es": str, "-e": str, "--esn": None, "--ez": bool, "--ei": int, "--el": int, "--ef": float,
    "--ed": float, "--eu": str, "--ecn": str, "--eia": list, "--esa": list, "--ela": list,
}  # fmt: skip


@dataclass(slots=True)
class Spoken:
    """An intent as it is said on a command line, and the options around it."""

    action: str = ""
    data: str = ""
    mime: str = ""
    component: str = ""
    package: str = ""
    flags: int = 0
    categories: list[str] = field(default_factory=list)
    extras: dict[str, object] = field(default_factory=dict)
    wait: bool = False
    stop: bool = False

    def intent(self) -> Intent:
        return Intent(
            action=self.action,
            data=self.data,
            component=full(self.component),
            categories=tuple(self.categories),
            package=self.package,
            extras=dict(self.extras),
            mime=self.mime,
        )

    def __str__(self) -> str:
        """`Intent { act=… dat=… cmp=pkg/.Act (has extras) }`, as the phone prints it."""
        parts = [
            self.action and f"act={self.action}",
            self.categories and f"cat=[{','.join(self.categories)}]",
            self.data and f"dat={_safe(self.data)}",
            self.mime and f"typ={self.mime}",
            self.flags and f"flg=0x{self.flags:x}",
            self.package and f"pkg={self.package}",
            self.component and f"cmp={short(self.component)}",
            self.extras and "(has extras)",
        ]
        return " ".join(["Intent {", *(part for part in parts if part), "}"])


def _safe(uri: str) -> str:
    """A URI as Android shows it in logs: no path of the web, no digit of a number."""
    scheme, colon, rest = uri.partition(":")
    if scheme in ("tel", "sip", "sms", "smsto", "mailto"):
        return scheme + colon + "".join(c if c in "-@." else "x" for c in rest)
    if scheme in ("http", "https", "ftp", "rtsp"):
        return f"{scheme}://{urllib.parse.urlsplit(uri).netloc.rpartition('@')[2]}/..."
    return uri


def speak(words: Sequence[str], subcommand: str) -> Spoken:
    """What the words mean. Raises: `Failed`, as the service throws it."""
    spoken = Spoken()
    arguments = Arguments(words, subcommand)
    while (word := arguments.next()) is not None:
        if word in _EXTRAS:
            _extra(spoken, word, arguments)
        elif word.startswith("-"):
            _option(spoken, word, arguments)
        elif ":" in word:
            spoken.data = word
        elif "/" in word:
            spoken.component = word
        else:
            spoken.package = word
    return spoken


def _option(spoken: Spoken, option: str, arguments: Arguments) -> None:
    match option:
        case "-a":
            spoken.action = arguments.require()
        case "-d":
            spoken.data = arguments.require()
        case "-t":
            spoken.mime = arguments.require()
        case "-c":
            spoken.categories.append(arguments.require())
        case "-n":
            spoken.component = arguments.require()
            if "/" not in spoken.component:
                text = f"java.lang.IllegalArgumentException: Bad component name: {spoken.component}"
                raise exception(arguments.subcommand, text)
        case "-p":
            spoken.package = arguments.require()
        case "-f":
            flags = arguments.require()
            if not re.fullmatch(r"0[xX][0-9a-fA-F]+|\d+", flags):
                text = f'java.lang.NumberFormatException: For input string: "{flags}"'
                raise exception(arguments.subcommand, text)
            spoken.flags = int(flags, 0 if flags[:2] in ("0x", "0X") else 10)
        case "-W" | "-w":
            spoken.wait = True
        case "-S":
            spoken.stop = True
        case "--activity-clear-task":
            spoken.flags |= CLEAR_TASK
        case "--user" | "--display" | "--windowingMode" | "--activityType" | "-R" | "-P":
            arguments.require()
        case "-D" | "-N" | "--" | "--receiver-foreground" | "--include-stopped-packages":
            pass
        case _ if option.startswith(("--activity-", "--receiver-", "--grant-", "--exclude-")):
            pass
        case _:
            text = f"java.lang.IllegalArgumentException: Unknown option: {option}"
            raise exception(arguments.subcommand, text)


def _extra(spoken: Spoken, option: str, arguments: Arguments) -> None:
    name = arguments.require()
    kind = _EXTRAS[option]
    if kind is None:
        spoken.extras[name] = None
        return
    word = arguments.require()
    try:
        if kind is bool:
            spoken.extras[name] = word in ("true", "t", "1")
        elif kind is list:
            spoken.extras[name] = word.split(",")
        else:
            spoken.extras[name] = kind(word)
    except ValueError:
        text = f'java.lang.NumberFormatException: For input string: "{word}"'
        raise exception(arguments.subcommand, text) from None


@command("am")
async def am(process: Process) -> int:
    words = list(process.args)
    subcommand = words.pop(0) if words else ""
    if subcommand in ("start", "start-activity"):
        return await _start(process, words, subcommand)
    await process.userland.spend("wm")
    match subcommand, words:
        case "force-stop" | "kill", _:
            package = _package(words, subcommand)
            if subcommand == "force-stop":
                process.phone.force_stop(package)
        case "kill-all", _:
            pass
        case "broadcast", _:
            await _broadcast(process, words)
        case "stack" | "task", ["list", *_]:
            await _tasks(process)
        case "get-current-user", _:
            await process.out("0\n")
        case "startservice" | "start-service" | "startforegroundservice", _:
            spoken = speak(words, subcommand)
            await process.out(f"Starting service: {spoken}\n")
            raise Failed("Error: Not found; no service started.\n", 255)
        case "", _:
            await process.out(
                "Activity manager (activity) commands:\n  help\n      Print this help text.\n"
            )
            return 255
        case _:
            await process.out(f"Unknown command: {subcommand}\n")
            return 255
    return 0


def _package(words: list[str], subcommand: str) -> str:
    arguments = Arguments(words, subcommand)
    for option in arguments.options():
        if option == "--user":
            arguments.require()
    return arguments.require()


async def _start(process: Process, words: list[str], subcommand: str) -> int:
    spoken = speak(words, subcommand)
    if spoken.stop and (package := spoken.component.partition("/")[0] or spoken.package):
        process.phone.force_stop(package)
        await process.out(f"Stopping: {package}\n")
    await process.out(f"Starting: {spoken}\n")
    if spoken.flags & CLEAR_TASK and spoken.component:  # its pages go, what it does goes on
        process.phone.force_stop(spoken.component.partition("/")[0])
    before = process.phone.focus
    try:
        started = process.phone.start(spoken.intent())
    except NoActivity:
        await process.userland.spend("wm")
        raise _not_started(spoken) from None
    await process.userland.spend("am")
    where = process.out if spoken.wait else process.err
    if started.delivered:
        await where(
            "Warning: Activity not started, intent has been delivered to currently running "
            "top-most instance.\n"
        )
    elif started.brought_to_front:
        await where(
            "Warning: Activity not started, its current task has been brought to the front\n"
        )
    process.userland.journal.write(
        "ActivityTaskManager", f"START u0 {{{str(spoken)[9:-2]}}} from uid 2000"
    )
    if spoken.wait:
        launch = "UNKNOWN (0)" if process.phone.focus == before else "COLD"
        if started.brought_to_front:
            launch = "HOT"
        await process.out(
            f"Status: ok\nLaunchState: {launch}\nActivity: {short('/'.join(process.phone.focus))}\n"
            "TotalTime: 412\nWaitTime: 418\nComplete\n"
        )
    return 0


def _not_started(spoken: Spoken) -> Failed:
    if spoken.component:
        name = full(spoken.component)
        return Failed(f"Error type 3\nError: Activity class {{{name}}} does not exist.\n")
    spoken.flags |= NEW_TASK
    return Failed(f"Error: Activity not started, unable to resolve {spoken}\n")


async def _broadcast(process: Process, words: list[str]) -> None:
    spoken = speak(words, "broadcast")
    spoken.flags |= 0x400000
    _type_by_broadcast(process.phone, spoken)
    await process.out(f"Broadcasting: {spoken}\nBroadcast completed: result=0\n")


def _type_by_broadcast(phone: Phone, spoken: Spoken) -> None:
    """What an ADB keyboard does with its intent while it is the phone's input method and is up."""
    method = phone.settings["secure"].get("default_input_method", "")
    action, extra = ADB_KEYBOARDS.get(method, ("", ""))
    if spoken.action == action and extra in spoken.extras and phone.keyboard_shown:
        with suppress(ValueError):  # as the app: what is no text in base64 is dropped
            phone.type_text(b64decode(str(spoken.extras[extra])).decode())


async def _tasks(process: Process) -> None:
    package, activity = process.phone.focus
    width, height = process.phone.size
    await process.out(
        f"RootTask id=1 bounds=[0,0][{width},{height}] displayId=0 userId=0\n"
        f"  taskId=12: {package}/{activity} bounds=[0,0][{width},{height}] userId=0 visible=true "
        f"topActivity=ComponentInfo{{{package}/{activity}}}\n"
    )


@command("monkey")
async def monkey(process: Process) -> int:
    """`monkey -p PACKAGE [-c CATEGORY] COUNT`: brings the app's launcher activity to the front."""
    args = list(process.args)
    await process.out("".join(f"  bash arg: {word}\n" for word in args))
    echoed = "".join(f' arg: "{word}"\n' for word in args)
    echoed += "".join(
        f'data="{args[at + 1]}"\n' for at in range(len(args) - 1) if args[at] in ("-p", "-c")
    )
    await process.err(f"args: [{', '.join(args)}]\n{echoed}")
    packages = [args[at + 1] for at in range(len(args) - 1) if args[at] == "-p"]
    count = args[-1] if args else ""
    if not count.isdigit():
        raise Failed("** Error: Count not specified\n", 251)
    intent = Intent(action=MAIN, categories=(LAUNCHER,), package=packages[0] if packages else "")
    components = process.phone.resolve(intent)
    await process.userland.spend("am")
    if not components:
        await process.out("** No activities found to run, monkey aborted.\n")
        return 252
    process.phone.start(Intent(action=MAIN, categories=(LAUNCHER,), component=full(components[0])))
    await process.out(
        f"Events injected: {count}\n"
        "## Network stats: elapsed time=9ms (0ms mobile, 0ms wifi, 9ms not connected)\n"
    )
    return 0
