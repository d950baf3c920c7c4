"""Register commands, run them, and turn their errors into sentences and exit codes."""

from __future__ import annotations

import functools
import logging
import os
import sys
from collections.abc import Callable, Sequence
from typing import Any

import typer

from appagent.cli import report_failure, report_stop, stops
from appagent.errors import AppAgentError, UsageError
from appagent.report import plain
from appagent.texts import fault

MOST = 4096  # characters of a name, as the longest path
MOST_OF_A_TASK = 20_000  # some seven pages, of which each step's prompt repeats all
_TASKS = ("words", "task")
_LINES = (*_TASKS, "text")  # what may have several lines
_NAMES = {
    "words": "the task",
    "app_name": "the app's name",
    "apps": "an app's name",
    "named": "the run",
    "flow": "the name of the flow",
    "names": "a flow's name",
}


def command(
    group: typer.Typer, name: str | None = None, *, takes_more: bool = False
) -> Callable[[Callable[..., int]], object]:
    """Register a command that returns its exit code; errors become a sentence and a code. With
    `takes_more` it is given the words that it has no argument for, as `context.args`."""

    settings = {"allow_extra_args": takes_more}
    return lambda function: group.command(name, context_settings=settings)(_exiting(function))


def alone(group: typer.Typer) -> Callable[[Callable[..., int]], object]:
    """Register what a group does where none of its commands is named, as `command` does."""

    def register(function: Callable[..., int]) -> object:
        run = _exiting(function)

        @functools.wraps(function)
        def unless_named(context: typer.Context, **kwargs: Any) -> None:
            if context.invoked_subcommand is None:
                run(context, **kwargs)
            elif any(kwargs.values()):
                words = f"{context.command_path} {context.invoked_subcommand}"
                raise UsageError(f"put options behind `{words}`, not before")

        return group.callback(invoke_without_command=True)(unless_named)

    return register


def _exiting(function: Callable[..., int]) -> Callable[..., None]:
    @functools.wraps(function)
    def run_and_exit(*args: Any, **kwargs: Any) -> None:
        for option, value in kwargs.items():
            _check_text(option, value)
        raise SystemExit(_exit_code(functools.partial(function, *args, **kwargs), **kwargs))

    return run_and_exit


def _check_text(option: str, value: object) -> None:
    """Raises: `UsageError` for a text that no phone, model or file can take."""
    most = MOST_OF_A_TASK if option in _TASKS else MOST
    for text in value if isinstance(value, list) else [value]:
        if isinstance(text, str) and (wrong := fault(text, most, lines=option in _LINES)):
            raise UsageError(f"{_NAMES.get(option, f'--{option}')} {wrong}")


def _exit_code(work: Callable[[], int], *, as_json: bool = False, **_: object) -> int:
    try:
        return work()
    except KeyboardInterrupt as err:
        return report_stop(as_json, str(err))
    except AppAgentError as err:
        return report_stop(as_json) if stops else report_failure(str(err), err.exit_code, as_json)
    except OSError as err:
        if err.filename is None:  # a stream: a disk that is full, a pipe that is closed
            raise
        return report_failure(f"{err.filename}: {err.strerror}", UsageError.exit_code, as_json)
    except Exception as err:
        if stops:
            return report_stop(as_json)
        logging.getLogger("appagent").info("internal error", exc_info=True)
        hint = "this is a bug in appagent; run it again with -v for where"
        return report_failure(f"{type(err).__name__}: {err} ({hint})", 1, as_json)


def obey(app: typer.Typer, words: Sequence[str]) -> int:
    """The exit code of the command line; its output is flushed."""
    as_json = "--json" in words
    try:
        try:
            code = int(app(words, prog_name="appagent", standalone_mode=False) or 0)
            if stops:  # while typer read the words
                code = report_stop(as_json)
        except SystemExit as ended:
            code = int(ended.code or 0)
        except typer.TyperException as err:
            code = _misunderstood(err, as_json)
        except UsageError as err:
            code = report_failure(str(err), err.exit_code, as_json)
        sys.stdout.flush()
    except OSError as err:
        # What is left of the output cannot be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(err, BrokenPipeError):  # `appagent ... | head`
            return 1
        problem = f"cannot write the output: {err.strerror or err}"
        return report_failure(problem, UsageError.exit_code, False)
    return code


def _misunderstood(err: typer.TyperException, as_json: bool) -> int:
    """Report a command line that fits no command, or print the help for an empty one."""
    message = err.format_message().rstrip(".")
    if message.startswith("Usage:"):
        plain.error(message)
        return UsageError.exit_code
    option = getattr(err, "param", None)  # typer's own words are those of a library below it
    least, most = (getattr(option, side, None) for side in ("min", "max"))
    if isinstance(err, typer.BadParameter) and None not in (least, most):
        message = f"{message.partition(': ')[0]}: expected a whole number, {least}-{most}"
    # The error's context has no name in typer's own interface.
    help_of = getattr(getattr(err, "ctx", None), "command_path", "appagent")
    problem = f"{message[0].lower()}{message[1:]}; `{help_of} --help` tells more"
    return report_failure(problem, UsageError.exit_code, as_json)
