"""What the commands of Android's own services have in common."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pocketphone.shell.process import Failed

EXCEPTION_STATUS = 255


def exception(subcommand: str, java: str) -> Failed:
    """A service command that threw: the trace on stderr, exit code 255."""
    trace = (
        f"\nException occurred while executing '{subcommand}':\n{java}\n"
        "\tat com.android.modules.utils.BasicShellCommandHandler.exec"
        "(BasicShellCommandHandler.java:97)\n"
        "\tat android.os.ShellCommand.exec(ShellCommand.java:38)\n"
        "\tat android.os.Binder.onShellCommand(Binder.java:1049)\n"
    )
    return Failed(trace, EXCEPTION_STATUS)


class Arguments:
    """The words of a service command, taken one by one as `ShellCommand` takes them."""

    def __init__(self, words: Sequence[str], subcommand: str) -> None:
        self._words, self._at, self.subcommand = words, 0, subcommand

    def options(self) -> Iterator[str]:
        """The options up to the first word that is none, or past a "--"."""
        while self._at < len(self._words) and self._words[self._at].startswith("-"):
            option = self._words[self._at]
            self._at += 1
            if option == "--":
                return
            yield option

    def next(self) -> str | None:
        """The next word; None where there is none left."""
        if self._at >= len(self._words):
            return None
        self._at += 1
        return self._words[self._at - 1]

    def require(self) -> str:
        """The next word. Raises: `Failed`, with what the service would throw."""
        word = self.next()
        if word is None:
            after = self._words[-1] if self._words else self.subcommand
            raise exception(
                self.subcommand,
                f'java.lang.IllegalArgumentException: Argument expected after "{after}"',
            )
        return word

    def rest(self) -> list[str]:
        words = list(self._words[self._at :])
        self._at = len(self._words)
        return words


def short(component: str) -> str:
    """ "pkg/pkg.Act" as the phone shortens it: "pkg/.Act"."""
    package, slash, name = component.partition("/")
    return f"{package}/{name.removeprefix(package)}" if slash else component


def full(component: str) -> str:
    """ "pkg/.Act" in full: "pkg/pkg.Act"."""
    package, slash, name = component.partition("/")
    return f"{package}/{package}{name}" if slash and name.startswith(".") else component
