"""The apps that are installed on a phone: list, start and stop them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from appagent.actions.verbs import Scalar
from appagent.device.poll import poll
from appagent.device.shell import Shell
from appagent.device.window import foreground
from appagent.errors import AppNotFound, NotInFront
from appagent.texts import shorten

CLEAR_S = 30.0
"""To delete what an app keeps."""
NONE: Mapping[str, Scalar] = MappingProxyType({})
_NOTHING = "No activities found"  # monkey, of an app that is not there or has no icon
_MOST_TOLD = 200  # characters of an answer
_INT = 1 << 31  # what does not fit is a long
FRONT_S = 20.0
"""From the start of an app until its window has the focus: 18 s on a slow phone."""

_LAUNCHER = "-a android.intent.action.MAIN -c android.intent.category.LAUNCHER"
# Intent.FLAG_ACTIVITY_...; a launcher's: a task that exists comes to the front as it was.
_NEW_TASK, _CLEAR_TASK, _AS_A_LAUNCHER = 0x10000000, 0x8000, 0x200000
_COMPONENT_LINE = re.compile(r"^\s*([\w.]+)/([\w.$]+)\s*$", re.M)
_PERMISSION_DIALOGS = ("permissioncontroller", "packageinstaller")


def list_packages(phone: Shell) -> Sequence[str]:
    """The packages that a launcher would show, sorted; all packages before Android 7."""
    found = {component[1] for component in _launchable(phone)}
    if not found:
        listed = phone.check("pm list packages")
        found = set(re.findall(r"^package:([\w.]+)$", listed, re.M))
    return sorted(found)


def _launchable(phone: Shell, package: str = "") -> Iterator[re.Match[str]]:
    """What a launcher would start, of one package or of all; none before Android 7."""
    # 1 activities found:
    #   Activity #0:
    #     priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true
    #     com.example/.Main                                    or: No activities found
    command = f"cmd package query-activities --brief {_LAUNCHER} {package}"
    return _COMPONENT_LINE.finditer(phone.ask(command).text)


def launch(
    phone: Shell, package: str, *, fresh: bool = False, extras: Mapping[str, Scalar] = NONE
) -> None:
    """Bring the app to the front, and wait until it is there, or asks for a permission first.

    With `fresh` it shows its first page, and the pages that it had open are closed; what it does in
    the background goes on. Its intent takes the `extras`.

    Raises: `AppNotFound` where it is not installed or has nothing to launch, `NotInFront` where
    something else stays before it.
    """
    name = shlex.quote(package)
    # As `getLaunchIntentForPackage`: the first. `resolve-activity` gives the system's chooser
    # for an app with two launcher activities.
    component = next(_launchable(phone, name), None)
    if component:
        flags = _NEW_TASK | (_CLEAR_TASK if fresh else _AS_A_LAUNCHER)
        started = phone.ask(
            f"am start -n {shlex.quote(component[0].strip())} {_LAUNCHER} -f {flags:#x}"
            f"{''.join(map(_extra, extras.items()))}",
            timeout_s=FRONT_S,
        )
        failed = started.code != 0 or "\nError" in f"\n{started.transcript}"
    else:  # before Android 7 there is no `cmd package`
        started = phone.ask(
            f"monkey -p {name} -c android.intent.category.LAUNCHER 1", timeout_s=FRONT_S
        )
        # 251, "SYS_KEYS has no physical keys": monkey died after the app had started.
        failed = _NOTHING in started.transcript or started.code not in (0, 251)
    if failed:
        answer = "" if _NOTHING in started.transcript else f": {_reason(started.transcript)}"
        raise AppNotFound(f"{package} cannot be opened on this phone{answer}; is it installed?")
    _await_front(phone, package)


def _await_front(phone: Shell, package: str) -> None:
    def is_in_front() -> bool:
        app = foreground(phone.windows())
        return app is not None and (
            app.package == package or any(dialog in app.package for dialog in _PERMISSION_DIALOGS)
        )

    if not poll(is_in_front, FRONT_S):
        raise NotInFront(
            f"{package} was started but {phone.foreground().package} is in front "
            f"after {FRONT_S:g} s: is a dialog open on the phone?"
        )


def stop(phone: Shell, package: str) -> None:
    """End the app, with all that it does in the background; no error where it does not run."""
    phone.check(f"am force-stop {shlex.quote(package)}")


def kill(phone: Shell, package: str) -> None:
    """End the app where it is not in front."""
    phone.check(f"am kill {shlex.quote(package)}")


def clear(phone: Shell, package: str) -> None:
    """Delete all that the app keeps, and take its permissions away.

    Raises: `AppNotFound` where the phone refuses, as it does for an app that is not there.
    """
    said = phone.ask(f"pm clear {shlex.quote(package)}", timeout_s=CLEAR_S).transcript
    if "Success" not in said:
        raise AppNotFound(f"{package} cannot be cleared: {_reason(said)}; is it installed?")


def permit(phone: Shell, package: str, permission: str, *, granted: bool) -> None:
    """Grant a permission, or take it away; what the app never asks for is left as it is."""
    # java.lang.SecurityException: Package com.example has not requested permission ...
    # java.lang.SecurityException: Permission ... is not a changeable permission type
    verb = "grant" if granted else "revoke"
    phone.ask(f"pm {verb} {shlex.quote(package)} {shlex.quote(permission)}")


def requested(phone: Shell, package: str) -> Sequence[str]:
    """The permissions that an app asks for, by their full names."""
    # requested permissions:
    #   android.permission.CAMERA
    #   android.permission.READ_CONTACTS: restricted=true
    told = phone.check(f"dumpsys package {shlex.quote(package)}")
    block = re.search(r"^\s*requested permissions:\n((?:\s+[\w.]+(?::.*)?\n)*)", told, re.M)
    return re.findall(r"^\s+([\w.]+)", block[1], re.M) if block else []


def open_link(phone: Shell, link: str) -> None:
    """Open a link in the app that takes it. Raises: `AppNotFound` where none does."""
    command = f"am start -a android.intent.action.VIEW -d {shlex.quote(link)}"
    started = phone.ask(command, timeout_s=FRONT_S)
    if started.code or "Error" in started.transcript:
        raise AppNotFound(f"no app on this phone opens {link}: {_reason(started.transcript)}")


def _reason(transcript: str) -> str:
    """The line of an output that says what went wrong: the first error, else the last line."""
    lines = [" ".join(line.split()) for line in transcript.splitlines() if line.strip()]
    errors = (line for line in lines if re.match(r"(\*\* )?(Error|No activities)\b", line))
    return shorten(next(errors, lines[-1] if lines else "no output"), _MOST_TOLD)


def _extra(pair: tuple[str, Scalar]) -> str:
    """An extra of an intent, as `am` takes it: it knows no double."""
    name, value = pair
    match value:
        case bool():
            return f" --ez {shlex.quote(name)} {str(value).lower()}"
        case int():
            return f" {'--ei' if -_INT <= value < _INT else '--el'} {shlex.quote(name)} {value}"
        case float():
            return f" --ef {shlex.quote(name)} {value}"
        case _:
            return f" --es {shlex.quote(name)} {shlex.quote(value)}"


def version(phone: Shell, package: str) -> str:
    """The app's `versionName`, "" where the phone does not tell."""
    command = f"dumpsys package {shlex.quote(package)} | grep versionName= || true"
    found = re.search(r"versionName=(\S+)", phone.check(command))
    return found[1] if found and found[1] != "null" else ""
