"""The files of the phone, all in memory. Problems are the `OSError`s that Linux gives."""

from __future__ import annotations

import errno
import os
import posixpath
import stat
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import count

ROOT, SYSTEM, SHELL, MEDIA = 0, 1000, 2000, 1023
CAPACITY = 128 << 20  # bytes of all files together
FILES_MAX = 100_000


class Node:
    """What a name in a directory stands for."""

    kind = 0

    def __init__(self, permissions: int, uid: int, gid: int) -> None:
        self.permissions, self.uid, self.gid = permissions, uid, gid
        self.ino, self.mtime_s = 0, 0.0

    @property
    def mode(self) -> int:
        return self.kind | self.permissions

    @property
    def size(self) -> int:
        return 0


class Regular(Node):
    kind = stat.S_IFREG

    def __init__(self, permissions: int, uid: int, gid: int, data: bytes = b"") -> None:
        super().__init__(permissions, uid, gid)
        self.data = bytearray(data)

    @property
    def size(self) -> int:
        return len(self.data)


class Generated(Node):
    """A file of /proc: made when it is read."""

    kind = stat.S_IFREG

    def __init__(self, make: Callable[[], str]) -> None:
        super().__init__(0o444, ROOT, ROOT)
        self.make = make


class CharacterDevice(Node):
    """/dev/null or /dev/tty; what it does is the shell's matter."""

    kind = stat.S_IFCHR


class Symlink(Node):
    kind = stat.S_IFLNK

    def __init__(self, target: str, uid: int, gid: int) -> None:
        super().__init__(0o777, uid, gid)
        self.target = target

    @property
    def size(self) -> int:
        return len(self.target)


class Directory(Node):
    kind = stat.S_IFDIR

    def __init__(self, permissions: int, uid: int, gid: int) -> None:
        super().__init__(permissions, uid, gid)
        self.children: dict[str, Node] = {}

    @property
    def size(self) -> int:
        return 4096


class Files:
    """A tree of nodes as the user `shell` sees it; `now` is the phone's clock."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now
        self._inodes = count(2)
        self._used = self._files = 0
        self.root = Directory(0o755, ROOT, ROOT)
        self._stamp(self.root)
        self._lay_out()

    def _lay_out(self) -> None:
        """The folders of a phone, and which of them a shell may write to."""
        for path, permissions, owner in (
            ("/data", 0o771, SYSTEM),
            ("/data/app", 0o771, SYSTEM),
            ("/data/data", 0o771, SYSTEM),
            ("/data/local", 0o751, ROOT),
            ("/data/local/tmp", 0o771, SHELL),
            ("/dev", 0o755, ROOT),
            ("/proc", 0o555, ROOT),
            ("/storage", 0o755, ROOT),
            ("/storage/emulated", 0o755, ROOT),
            ("/storage/emulated/0", 0o770, MEDIA),
            ("/system", 0o755, ROOT),
            ("/system/bin", 0o755, ROOT),
            ("/vendor", 0o755, ROOT),
            *(
                (f"/storage/emulated/0/{name}", 0o770, MEDIA)
                for name in (
                    "Android",
                    "DCIM",
                    "Documents",
                    "Download",
                    "Movies",
                    "Music",
                    "Pictures",
                )
            ),
        ):
            self._put(path, Directory(permissions, owner, owner))
        self._put("/sdcard", Symlink("/storage/emulated/0", ROOT, ROOT))
        self._put("/bin", Symlink("/system/bin", ROOT, ROOT))
        self._put("/dev/null", CharacterDevice(0o666, ROOT, ROOT))
        self._put("/dev/tty", CharacterDevice(0o666, ROOT, ROOT))

    def generate(self, path: str, make: Callable[[], str]) -> None:
        """Adds a file whose text `make` gives at each reading."""
        self._put(path, Generated(make))

    def find(self, path: str, *, follow: bool = True) -> Node:
        """The node at an absolute path; a last symlink is followed where `follow`."""
        return self._walk(path, follow, links=0)

    def exists(self, path: str) -> bool:
        try:
            self.find(path)
        except OSError:
            return False
        return True

    def is_directory(self, path: str) -> bool:
        return self.exists(path) and isinstance(self.find(path), Directory)

    def read(self, path: str) -> bytes:
        """The file's bytes; a device reads as empty."""
        node = self.find(path)
        if isinstance(node, Directory):
            raise _problem(errno.EISDIR, path)
        if isinstance(node, Generated):
            return node.make().encode()
        return bytes(node.data) if isinstance(node, Regular) else b""

    def open(self, path: str, *, append: bool = False, mode: int = 0o666) -> Node:
        """The node to write to, made where it is missing and emptied unless `append`."""
        try:
            node = self.find(path)
        except FileNotFoundError:
            node = self._new(path, Regular(mode, SHELL, SHELL))
        if isinstance(node, Directory):
            raise _problem(errno.EISDIR, path)
        if isinstance(node, CharacterDevice):
            return node
        if not isinstance(node, Regular):
            raise _problem(errno.EACCES, path)
        self._may_write(node, path)
        if not append:
            self._used -= len(node.data)
            node.data = bytearray()
        self.touch(node)
        return node

    def write(self, path: str, data: bytes | bytearray, *, mode: int = 0o666) -> None:
        node = self.open(path, mode=mode)
        if isinstance(node, Regular):
            self.append(node, data)
            node.permissions = mode

    def append(self, node: Regular, data: bytes | bytearray | memoryview) -> None:
        """Adds to the end of a file. Raises: `OSError` where the phone is full."""
        if self._used + len(data) > CAPACITY:
            raise _problem(errno.ENOSPC, "")
        self._used += len(data)
        node.data += data
        self.touch(node)

    def touch(self, node: Node) -> None:
        node.mtime_s = self.time_s()

    def time_s(self) -> float:
        """The phone's clock as seconds since 1970; its time zone is GMT."""
        return self._now().replace(tzinfo=UTC).timestamp()

    def link(self, path: str, target: str) -> None:
        """Makes, or remakes, a symlink."""
        parent, name = self._parent(path)
        if isinstance(old := parent.children.get(name), Symlink):
            self._forget(old)
            del parent.children[name]
        self._new(path, Symlink(target, SHELL, SHELL))

    def make_directory(self, path: str) -> None:
        self._new(path, Directory(0o770, SHELL, SHELL))

    def make_parents(self, path: str) -> None:
        """Makes the folders above `path` that are missing, as `mkdir -p` does."""
        parts = posixpath.dirname(posixpath.normpath(path)).strip("/").split("/")
        for depth in range(1, len(parts) + 1):
            folder = "/" + "/".join(parts[:depth])
            if not self.exists(folder):
                self.make_directory(folder)

    def remove(self, path: str) -> None:
        """Removes one name; a directory must be empty."""
        parent, name = self._parent(path)
        node = parent.children.get(name)
        if node is None:
            raise _problem(errno.ENOENT, path)
        if isinstance(node, Directory) and node.children:
            raise _problem(errno.ENOTEMPTY, path)
        self._may_write(parent, path)
        self._forget(node)
        del parent.children[name]
        self.touch(parent)

    def move(self, source: str, target: str) -> None:
        """Gives the node another name, over whatever file had it."""
        node = self.find(source, follow=False)
        old_parent, old_name = self._parent(source)
        parent, name = self._parent(target)
        self._may_write(old_parent, source)
        self._may_write(parent, target)
        if isinstance(node, Directory) and (target + "/").startswith(source.rstrip("/") + "/"):
            raise _problem(errno.EINVAL, target)
        del old_parent.children[old_name]
        if name in parent.children:
            self._forget(parent.children[name])
        parent.children[name] = node

    def walk(self, path: str) -> Iterator[str]:
        """The path and everything below it, parents first; symlinks are not entered."""
        yield path
        node = self.find(path, follow=False)
        if isinstance(node, Directory):
            for name in sorted(node.children):
                yield from self.walk(posixpath.join(path, name))

    def _walk(self, path: str, follow: bool, links: int) -> Node:
        if links > 40:
            raise _problem(errno.ELOOP, path)
        if not path:
            raise _problem(errno.ENOENT, path)
        trail: list[Node] = [self.root]
        names = [name for name in path.split("/") if name not in ("", ".")]
        for at, name in enumerate(names):
            here = trail[-1]
            if not isinstance(here, Directory):
                raise _problem(errno.ENOTDIR, path)
            if name == "..":
                del trail[max(1, len(trail) - 1) :]
                continue
            child = here.children.get(name)
            if child is None:
                raise _problem(errno.ENOENT, path)
            if isinstance(child, Symlink) and (follow or at < len(names) - 1):
                base = "/" + "/".join(names[:at])
                rest = names[at + 1 :]
                return self._walk(posixpath.join(base, child.target, *rest), follow, links + 1)
            trail.append(child)
        if path.endswith("/") and not isinstance(trail[-1], Directory):
            raise _problem(errno.ENOTDIR, path)
        return trail[-1]

    def _parent(self, path: str) -> tuple[Directory, str]:
        folder, name = posixpath.split(path.rstrip("/"))
        if not name:
            raise _problem(errno.EBUSY, path)
        try:
            parent = self.find(folder or "/")
        except OSError as problem:
            raise _problem(problem.errno or errno.EIO, path) from None
        if not isinstance(parent, Directory):
            raise _problem(errno.ENOTDIR, path)
        return parent, name

    def _new(self, path: str, node: Node) -> Node:
        parent, name = self._parent(path)
        if name in parent.children:
            raise _problem(errno.EEXIST, path)
        self._may_write(parent, path)
        if self._files == FILES_MAX:
            raise _problem(errno.ENOSPC, path)
        self._files += 1
        parent.children[name] = node
        self._stamp(node)
        self.touch(parent)
        return node

    def _forget(self, node: Node) -> None:
        """Gives back the room of what is removed."""
        self._files -= 1
        if isinstance(node, Regular):
            self._used -= len(node.data)

    def _put(self, path: str, node: Node) -> None:
        """Adds what belongs to the phone itself, whoever may write there."""
        parent, name = self._parent(path)
        parent.children[name] = node
        self._stamp(node)

    def _stamp(self, node: Node) -> None:
        node.ino = next(self._inodes)
        self.touch(node)

    def _may_write(self, node: Node, path: str) -> None:
        if node.uid in (SHELL, MEDIA):
            return
        read_only = not path.startswith(("/data", "/storage", "/sdcard", "/dev", "/proc"))
        raise _problem(errno.EROFS if read_only else errno.EACCES, path)


def _problem(code: int, path: str) -> OSError:
    return OSError(code, os.strerror(code), path)
