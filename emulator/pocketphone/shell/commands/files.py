"""Files and folders: listed, copied, moved, removed, described."""

from __future__ import annotations

import hashlib
import posixpath
import stat as modes
from collections.abc import Sequence
from datetime import UTC, datetime

from pocketphone.shell.filesystem import CharacterDevice, Directory, Node, Symlink
from pocketphone.shell.process import Failed, Process, command

OWNERS = {0: "root", 1000: "system", 1023: "media_rw", 2000: "shell"}


@command("ls")
async def ls(process: Process) -> int:
    options, names = process.options("1aAdlhiRrtSF")
    status = 0
    folders: list[str] = []
    single: list[tuple[str, Node]] = []
    for name in names or ["."]:
        try:
            node = process.files.find(process.path(name), follow="-l" not in options)
            if isinstance(node, Symlink) and name.endswith("/"):
                node = process.files.find(process.path(name))
        except OSError as problem:
            await process.err(f"ls: {name}: {problem.strerror}\n")
            status = 1
            continue
        if isinstance(node, Directory) and "-d" not in options:
            folders.append(name)
        else:
            single.append((name, node))
    await _list(process, single, options)
    while folders:
        name = folders.pop(0)
        entries = _entries(process, name, options)
        if len(names) > 1 or "-R" in options:
            await process.out(f"\n{name}:\n" if single or "-R" in options else f"{name}:\n")
        if "-l" in options:
            await process.out(f"total {sum(_blocks(node) for _, node in entries)}\n")
        await _list(process, entries, options)
        if "-R" in options:
            folders[:0] = [
                posixpath.join(name, child)
                for child, node in entries
                if isinstance(node, Directory) and child not in (".", "..")
            ]
    return status


def _entries(process: Process, name: str, options: dict[str, str]) -> list[tuple[str, Node]]:
    folder = process.files.find(process.path(name))
    assert isinstance(folder, Directory)
    hidden = "-a" in options or "-A" in options
    found = [
        (child, node)
        for child, node in folder.children.items()
        if hidden or not child.startswith(".")
    ]
    if "-a" in options:
        found += [(".", folder), ("..", process.files.find(process.path(name + "/..")))]
    found.sort()
    if "-t" in options:
        found.sort(key=lambda entry: -entry[1].mtime_s)
    elif "-S" in options:
        found.sort(key=lambda entry: -entry[1].size)
    return found[::-1] if "-r" in options else found


async def _list(
    process: Process, entries: Sequence[tuple[str, Node]], options: dict[str, str]
) -> None:
    for name, node in entries:
        shown = f"{node.ino} {name}" if "-i" in options else name
        if "-F" in options and isinstance(node, Directory):
            shown += "/"
        await process.out((_long(node, shown) if "-l" in options else shown) + "\n")


def _long(node: Node, name: str) -> str:
    """ "-rw-rw-rw- 1 shell shell 12 2026-03-02 09:30 name", as toybox prints it."""
    owner, group = OWNERS.get(node.uid, node.uid), OWNERS.get(node.gid, node.gid)
    links = 2 if isinstance(node, Directory) else 1
    shown = f"{name} -> {node.target}" if isinstance(node, Symlink) else name
    size = "1,   3" if isinstance(node, CharacterDevice) else str(node.size)
    return (
        f"{modes.filemode(node.mode)} {links} {owner} {group} {size:>5} "
        f"{_time(node):%Y-%m-%d %H:%M} {shown}"
    )


def _time(node: Node) -> datetime:
    return datetime.fromtimestamp(node.mtime_s, UTC)


def _blocks(node: Node) -> int:
    """Disk space in KiB."""
    return -(-node.size // 4096) * 4


@command("mkdir")
async def mkdir(process: Process) -> None:
    options, names = process.options("pm:")
    if not names:
        raise process.usage()
    for name in names:
        path = process.path(name)
        if "-p" in options:
            process.files.make_parents(path)
            if process.files.is_directory(path):
                continue
        try:
            process.files.make_directory(path)
        except OSError as problem:
            raise Failed(f"mkdir: '{name}': {problem.strerror}\n") from None


@command("rmdir")
async def rmdir(process: Process) -> None:
    for name in process.options("p")[1]:
        try:
            if not isinstance(process.files.find(process.path(name), follow=False), Directory):
                raise Failed(f"rmdir: {name}: Not a directory\n")
            process.files.remove(process.path(name))
        except OSError as problem:
            raise Failed(f"rmdir: {name}: {problem.strerror}\n") from None


@command("rm")
async def rm(process: Process) -> int:
    options, names = process.options("rRfiv")
    if not names and "-f" not in options:
        raise process.usage()
    status = 0
    for name in names:
        path = process.path(name)
        try:
            node = process.files.find(path, follow=False)
            recursive = {"-r", "-R"} & options.keys()
            if isinstance(node, Directory) and not recursive:
                raise IsADirectoryError(21, "is a directory", name)
            for below in reversed(list(process.files.walk(path))):
                process.files.remove(below)
        except FileNotFoundError as problem:
            if "-f" not in options:
                await process.err(f"rm: {name}: {problem.strerror}\n")
                status = 1
        except OSError as problem:
            await process.err(f"rm: {name}: {problem.strerror}\n")
            status = 1
    return status


@command("cp", "mv")
async def cp_mv(process: Process) -> None:
    options, names = process.options("rRafpvin")
    if len(names) < 2:
        raise process.usage()
    *sources, target = names
    into = process.files.is_directory(process.path(target))
    if len(sources) > 1 and not into:
        raise Failed(f"{process.name}: '{target}' not directory\n")
    for source in sources:
        end = posixpath.join(target, posixpath.basename(source.rstrip("/"))) if into else target
        try:
            if process.name == "mv":
                process.files.move(process.path(source), process.path(end))
            else:
                _copy(process, source, end, recursive=bool({"-r", "-R", "-a"} & options.keys()))
        except OSError as problem:
            shown = f"bad '{source}'" if isinstance(problem, FileNotFoundError) else f"'{source}'"
            raise Failed(f"{process.name}: {shown}: {problem.strerror}\n") from None


def _copy(process: Process, source: str, target: str, *, recursive: bool) -> None:
    files = process.files
    start = process.path(source)
    if isinstance(files.find(start), Directory) and not recursive:
        raise Failed(f"cp: Skipped dir '{source}'\n")
    for path in list(files.walk(start)):
        end = process.path(target) + path[len(start) :]
        if not isinstance(files.find(path), Directory):
            files.write(end, files.read(path))
        elif not files.is_directory(end):
            files.make_directory(end)


@command("touch")
async def touch(process: Process) -> None:
    for name in process.options("acmd:r:t:")[1]:
        try:
            node = process.files.open(process.path(name), append=True)
        except IsADirectoryError:
            node = process.files.find(process.path(name))
        except OSError as problem:
            raise Failed(f"touch: '{name}': {problem.strerror}\n") from None
        process.files.touch(node)


@command("chmod")
async def chmod(process: Process) -> None:
    _, words = process.options("Rv")
    if len(words) < 2:
        raise process.usage()
    mode, *names = words
    for name in names:
        node = process.files.find(process.path(name))
        if mode.isdigit() and set(mode) <= set("01234567"):
            node.permissions = int(mode, 8) & 0o7777
        elif mode.lstrip("augo") == "+x":
            node.permissions |= 0o111
        else:
            raise Failed(f"chmod: bad mode '{mode}'\n")


@command("stat")
async def stat(process: Process) -> None:
    options, names = process.options("c:fLt")
    if not names:
        raise process.usage()
    for name in names:
        try:
            node = process.files.find(process.path(name), follow="-L" in options)
        except OSError as problem:
            raise Failed(f"stat: '{name}': {problem.strerror}\n") from None
        await process.out(_describe(options.get("-c", STAT), name, node) + "\n")


STAT = """  File: %n
  Size: %s	 Blocks: %b	 IO Blocks: 512	%F
Device: fe27h	 Inode: %i	 Links: %h
Access: (%a/%A)	Uid: (%u/%U)	Gid: (%g/%G)
Access: %y
Modify: %y
Change: %y"""


def _describe(layout: str, name: str, node: Node) -> str:
    kinds = {Directory: "directory", Symlink: "symbolic link", CharacterDevice: "character device"}
    owner, group = str(OWNERS.get(node.uid, node.uid)), str(OWNERS.get(node.gid, node.gid))
    values = {
        "n": name,
        "s": str(node.size),
        "b": str(_blocks(node) * 2),
        "F": kinds.get(type(node), "regular file" if node.size else "regular empty file"),
        "i": str(node.ino),
        "h": "2" if isinstance(node, Directory) else "1",
        "a": f"{node.permissions:o}",
        "A": modes.filemode(node.mode),
        "u": str(node.uid),
        "U": owner,
        "g": str(node.gid),
        "G": group,
        "y": f"{_time(node):%Y-%m-%d %H:%M:%S.%f}000 +0000",
        "Y": str(int(node.mtime_s)),
        "%": "%",
    }
    text, _, rest = layout.partition("%")
    while rest:
        text += values.get(rest[0], "?")
        plain, _, rest = rest[1:].partition("%")
        text += plain
    return text


@command("md5sum", "sha1sum", "sha256sum")
async def checksum(process: Process) -> None:
    options, names = process.options("b")
    for name in names or ["-"]:
        data = await process.input([name])
        digest = hashlib.new(process.name.removesuffix("sum"), data).hexdigest()
        await process.out(f"{digest}\n" if "-b" in options else f"{digest}  {name}\n")


@command("cmp")
async def cmp(process: Process) -> int:
    """0 where two files hold the same bytes; else 1, and says where they differ unless `-s`."""
    options, names = process.options("s")
    if len(names) != 2:
        raise process.usage()
    one, other = [await process.input([name]) for name in names]
    async with process.userland.chewing(len(one)):
        same = one == other
    if same:
        return 0
    if "-s" in options:
        return 1
    least = min(len(one), len(other))
    at = next((at for at in range(least) if one[at] != other[at]), least)
    line = one.count(b"\n", 0, at)
    if at < least:
        await process.out(f"{names[0]} {names[1]} differ: char {at + 1}, line {line + 1}\n")
    else:
        ended = names[0] if len(one) == least else names[1]
        await process.err(f"cmp: EOF on {ended} after byte {at}, line {line}\n")
    return 1


@command("du")
async def du(process: Process) -> None:
    options, names = process.options("shk")
    for name in names or ["."]:
        paths = list(process.files.walk(process.path(name)))
        total = sum(_blocks(process.files.find(path, follow=False)) for path in paths)
        await process.out(f"{f'{total}K' if '-h' in options else total}\t{name}\n")


@command("readlink", "realpath")
async def readlink(process: Process) -> int:
    options, names = process.options("fn")
    for name in names:
        path = posixpath.normpath(process.path(name))
        node = process.files.find(path, follow=False)
        if isinstance(node, Symlink):
            path = posixpath.join(posixpath.dirname(path), node.target)
        elif process.name == "readlink" and "-f" not in options:
            return 1
        await process.out(f"{path}\n")
    return 0


@command("dd")
async def dd(process: Process) -> None:
    """`dd if=FILE of=FILE bs=N count=N`: whole blocks, no conversion."""
    given = dict(word.split("=", 1) for word in process.args if "=" in word)
    try:
        size, count = int(given.get("bs", "512")), int(given.get("count", "0"))
    except ValueError:
        raise Failed("dd: bad number\n") from None
    most = size * count if count else None
    data = (await process.input([given["if"]] if "if" in given else [], most))[:most]
    sink = process.open(given["of"]) if "of" in given else process.io.stdout
    await sink.write(data)
    blocks, rest = divmod(len(data), max(1, size))
    records = f"{blocks}+{int(bool(rest))} records"
    await process.err(f"{records} in\n{records} out\n{len(data)} bytes copied\n")
