"""The entry point of the command line. `app.py` lists every command.

What is imported is imported in `main`: before that, Ctrl-C is a traceback.
"""

from __future__ import annotations

import sys
import time

from appagent import stop

INTERRUPTED = 130
IMPATIENCE_S = 2.0
"""A second Ctrl-C within this time is ignored: the phone's settings are being restored."""
stops: list[int] = []
"""The signals that asked this process to stop. A library may turn the interrupt into another error,
as pydantic does while it builds a model."""
_stopped_s: float | None = None
"""The time of the last one that was obeyed."""
_ended = False
"""Whether the exit code is known: a signal that comes later changes nothing."""


def main() -> int:
    """The exit code of the console script. SIGTERM, SIGHUP and SIGQUIT do what Ctrl-C does."""
    global _ended
    try:
        code = _obey()
        _ended = True
    except KeyboardInterrupt:
        _ended = True
        code = report_stop("--json" in sys.argv)
    except Exception:
        _ended = True
        if not stops:
            raise
        code = report_stop("--json" in sys.argv)
    _obey_signals(False)  # Python gives its own handlers up before it ends: to die by the signal
    return code


def _obey() -> int:
    """The exit code, of the result or of what stopped it."""
    import io
    import os

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # what a person types in another encoding
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed: the next file would be taken for it
            setattr(sys, name, open(os.devnull, "w"))  # noqa: PTH123, SIM115
    _obey_signals(True)
    sys.unraisablehook = _dropped
    os.umask(0o077)  # what is written shows a person's screens: it is for its owner alone
    from appagent.cli.app import app
    from appagent.cli.command import obey

    return obey(app, sys.argv[1:])


def _obey_signals(obeyed: bool) -> None:
    """Have each signal that stops a process stop this one cleanly, or do nothing, as nohup wants of
    SIGHUP."""
    import signal

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"):  # SIGHUP: the terminal was closed
        number = getattr(signal, name, None)  # Windows lacks the latter two
        if number is None or (name == "SIGHUP" and signal.getsignal(number) is signal.SIG_IGN):
            continue
        signal.signal(number, _stop if obeyed else signal.SIG_IGN)


def report_stop(as_json: bool, rest: str = "") -> int:
    """The exit code of a command that was stopped; `rest` says what became of its work."""
    return report_failure(f"stopped; {rest}" if rest else "stopped", INTERRUPTED, as_json)


def report_failure(what: str, code: int, as_json: bool) -> int:
    """The exit code, after printing the error for the person and, as JSON, for a program."""
    from appagent.report import plain

    plain.error(f"appagent: {what}")
    if as_json:
        plain.document({"error": what, "exit_code": code})
    return code


def _stop(number: int, _: object) -> None:
    global _stopped_s
    if _ended:
        return
    now, before = time.monotonic(), _stopped_s
    stops.append(number)
    stop.begin()
    if before is None or now - before > IMPATIENCE_S:
        _stopped_s = now
        raise KeyboardInterrupt


def _dropped(error: sys.UnraisableHookArgs) -> None:
    """Tell of an error that Python drops, as it does by itself: an interrupt that met a destructor
    or a weak reference's callback is known to `stop.asked` already."""
    if not (stops and error.exc_type is KeyboardInterrupt):
        sys.__unraisablehook__(error)
