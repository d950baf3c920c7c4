"""What the system says of itself: who, when, which processes, how much room."""

from __future__ import annotations

from collections.abc import Sequence

from pocketphone.shell.commands.service import Arguments, exception
from pocketphone.shell.process import COMMANDS, Failed, Process, command
from pocketphone.shell.userland import KERNEL

GROUPS = (
    "2000(shell),1004(input),1007(log),1011(adb),1015(sdcard_rw),1028(sdcard_r),"
    "1078(ext_data_rw),1079(ext_obb_rw),3001(net_bt_admin),3002(net_bt),3003(inet),"
    "3006(net_bw_stats),3009(readproc),3011(uhid),3012(readtracefs)"
)


@command("id")
async def id_(process: Process) -> None:
    options, _ = process.options("ugnG")
    if not options:
        await process.out(f"uid=2000(shell) gid=2000(shell) groups={GROUPS} context=u:r:shell:s0\n")
        return
    await process.out("shell\n" if "-n" in options else "2000\n")


@command("whoami")
async def whoami(process: Process) -> None:
    await process.out("shell\n")


@command("uname")
async def uname(process: Process) -> None:
    options, _ = process.options("amnrsvo")
    release, _, version = KERNEL.partition(" (build@android) ")
    parts = {
        "-s": "Linux",
        "-n": "localhost",
        "-r": release,
        "-v": version,
        "-m": "aarch64",
        "-o": "Toybox",
    }
    chosen = parts if "-a" in options else (options or {"-s": ""})
    await process.out(" ".join(text for letter, text in parts.items() if letter in chosen) + "\n")


@command("getenforce")
async def getenforce(process: Process) -> None:
    await process.out("Enforcing\n")


@command("hostname")
async def hostname(process: Process) -> None:
    await process.out("localhost\n")


@command("date")
async def date(process: Process) -> None:
    """The virtual clock's time; it cannot be set from here, as on a phone without root."""
    _, words = process.options("ud:D:R")
    now = process.phone.clock.now()
    if not words:
        await process.out(f"{now:%a %b} {now.day:2} {now:%H:%M:%S} GMT {now:%Y}\n")
    elif words[0].startswith("+"):
        layout = words[0][1:].replace("%s", str(int(process.files.time_s())))
        layout = layout.replace("%N", f"{now.microsecond:06}000").replace("%Z", "GMT")
        await process.out(now.strftime(layout.replace("%z", "+0000")) + "\n")
    else:
        raise Failed("date: cannot set date: Operation not permitted\n")


@command("uptime")
async def uptime(process: Process) -> None:
    minutes = int(process.userland.uptime_s) // 60
    await process.out(
        f" {process.phone.clock.now():%H:%M:%S} up {minutes // 60:2}:{minutes % 60:02},  0 users,"
        "  load average: 1.12, 0.98, 0.91\n"
    )


@command("df")
async def df(process: Process) -> None:
    human = "-h" in process.options("hHk")[0]
    rows = (
        ("/dev/block/dm-4", 876344, 873696, "/"),
        ("tmpfs", 3922560, 1288, "/dev"),
        ("/dev/block/dm-38", 112453120, 21483776, "/data"),
        ("/dev/fuse", 112453120, 21483776, "/storage/emulated"),
    )
    size = "Size" if human else "1K-blocks"
    await process.out(
        f"{'Filesystem':<18} {size:>9} {'Used':>9} {'Available':>9} Use% Mounted on\n"
    )
    for device, total, used, mount in rows:
        figures = " ".join(f"{_human(n) if human else n:>9}" for n in (total, used, total - used))
        await process.out(f"{device:<18} {figures} {used * 100 // total:3}% {mount}\n")


@command("free")
async def free(process: Process) -> None:
    human = "-h" in process.options("hbkmg")[0]
    rows = {"Mem:": (7845120, 6220940, 1624180), "Swap:": (4194300, 0, 4194300)}
    await process.out(f"{'':8}{'total':>12}{'used':>12}{'free':>12}\n")
    for name, figures in rows.items():
        shown = "".join(f"{_human(n) if human else n * 1024:>12}" for n in figures)
        await process.out(f"{name:<8}{shown}\n")


def _human(kibibytes: int) -> str:
    value, unit = float(kibibytes), "K"
    for unit in "KMG":
        if value < 1024 or unit == "G":
            break
        value /= 1024
    return f"{value:.1f}{unit}" if value < 10 else f"{value:.0f}{unit}"


def processes(process: Process) -> list[tuple[str, int, int, str]]:
    """User, pid, parent's pid and name: the system's, then one for each running app."""
    found = [
        ("root", 1, 0, "init"),
        ("root", 612, 1, "zygote64"),
        ("shell", 901, 1, "adbd"),
        ("system", 1523, 612, "system_server"),
    ]
    front = process.phone.focus[0]
    for at, package in enumerate(process.phone.packages.values()):
        if package.system or package.name == front:
            found.append((_user(package.uid), 3000 + 17 * at, 612, package.name))
    return found


def pid_of(process: Process, package: str) -> int:
    return next((pid for _, pid, _, name in processes(process) if name == package), 0)


def _user(uid: int) -> str:
    return f"u0_a{uid - 10000}" if uid >= 10000 else "system"


@command("ps")
async def ps(process: Process) -> None:
    words = set(process.args)
    everyone = bool(words & {"-A", "-e", "-ef", "-Af", "-ely"})
    await process.out(
        f"{'USER':<12} {'PID':>6} {'PPID':>6} {'VSZ':>9} {'RSS':>6} {'WCHAN':<19} "
        f"{'ADDR':>8} S {'NAME':<27}\n"
    )
    own = ("shell", process.shell.pid, 901, "sh"), ("shell", process.shell.pid + 1, 901, "ps")
    for user, pid, parent, name in (*(processes(process) if everyone else ()), *own):
        await process.out(
            f"{user:<12} {pid:>6} {parent:>6} {10791256:>9} {3404:>6} {'0':<19} {'0':>8} S {name}\n"
        )


@command("pidof")
async def pidof(process: Process) -> int:
    found = [str(pid) for _, pid, _, name in processes(process) if name in process.args]
    if found:
        await process.out(" ".join(found) + "\n")
    return 0 if found else 1


@command("env", "printenv")
async def env(process: Process) -> int:
    shell = process.shell
    exported = {n: shell.variables[n] for n in sorted(shell.exported) if n in shell.variables}
    if process.name == "printenv" and process.args:
        value = exported.get(process.args[0])
        if value is not None:
            await process.out(f"{value}\n")
        return int(value is None)
    words = list(process.args)
    values = [words.pop(0).split("=", 1) for _ in list(words) if words and "=" in words[0]]
    if words:
        return await shell.call(words, process.io, dict(values))
    await process.out("".join(f"{n}={v}\n" for n, v in {**exported, **dict(values)}.items()))
    return 0


@command("toybox")
async def toybox(process: Process) -> int:
    if not process.args:
        await process.out(" ".join(sorted(COMMANDS)) + "\n")
        return 0
    if process.args[0] not in COMMANDS:
        raise Failed(f'toybox: Unknown command {process.args[0]} (see "toybox --help")\n', 127)
    return await process.shell.call(process.args, process.io)


@command("svc")
async def svc(process: Process) -> int:
    """`svc wifi|data|bluetooth|nfc enable|disable`, `svc power stayon WHEN`."""
    globals_ = process.phone.settings["global"]
    switches = {
        "wifi": "wifi_on",
        "data": "mobile_data",
        "bluetooth": "bluetooth_on",
        "nfc": "nfc_on",
    }
    await process.userland.spend("settings")
    match process.args:
        case [service, ("enable" | "disable") as verb] if service in switches:
            globals_[switches[service]] = str(int(verb == "enable"))
        case ["power", "stayon", when]:
            kinds = {"false": 0, "ac": 1, "usb": 2, "wireless": 4, "true": 7}
            globals_["stay_on_while_plugged_in"] = str(kinds.get(when, 0))
        case ["power", "reboot" | "shutdown", *_]:
            await process.userland.reboot()
        case _:
            await process.err(SVC_USAGE)
            return 1
    return 0


SVC_USAGE = (
    "Available commands:\n    help     Show information about the subcommands\n"
    "    power    Control the power manager\n    data     Control mobile data connectivity\n"
    "    wifi     Control the Wi-Fi manager\n    nfc      Control NFC functions\n"
    "    bluetooth Control Bluetooth service\n"
)


@command("reboot")
async def reboot(process: Process) -> None:
    await process.userland.reboot()


@command("content")
async def content(process: Process) -> None:
    """`content query|insert|…`: no provider here answers to the shell."""
    words: Sequence[str] = process.args
    if not words or words[0] not in ("query", "insert", "update", "delete", "call", "read"):
        raise Failed("usage: adb shell content [subcommand] [options]\n")
    arguments = Arguments(words[1:], words[0])
    if "--uri" not in words:
        text = "java.lang.IllegalArgumentException: Content provider URI not specified."
        raise exception(arguments.subcommand, text)
    if words[0] == "query":
        await process.out("No result found.\n")
