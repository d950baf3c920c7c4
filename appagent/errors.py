"""Every error that appagent raises on purpose.

    AppAgentError
    ├─ SetupError                 the person can fix it; no traceback           exit 2
    │  ├─ UsageError              the command's words do not fit
    │  │  └─ NobodyAnswers        a question, and nobody is there
    │  ├─ ConfigError             a setting: its name, its file, what was expected
    │  ├─ DeviceNotFound          no phone, two phones, offline, unauthorized
    │  ├─ DeviceBusy              another command uses it
    │  ├─ AppNotFound             near names are offered
    │  ├─ EngineGone              what --engine names: it cannot go on
    │  ├─ SuiteError              a task file: its line, what was expected
    │  └─ ModelNotConfigured      no key, no model name, a wrong one
    ├─ DeviceError                the phone                                     exit 3
    │  ├─ DeviceTimeout           the command and its deadline
    │  ├─ DeviceGone              dropped off the bus
    │  ├─ AnswerUnusable          more than any phone sends, or not in adb's form
    │  ├─ CommandFailed           the command, its exit code, its output's tail
    │  ├─ NotInFront              an app was started, and another stays in front
    │  └─ ScreenUnreadable        no picture or no tree; never a made-up one
    ├─ ModelError                 the model                                     exit 4
    │  ├─ ModelUnavailable        endpoint down, slow or failing after retries
    │  ├─ ModelRefused            key or quota refused, or the model itself refuses
    │  ├─ ModelUseless            several replies in a row that cannot be used
    │  └─ DetectorFailed          the detector: down, slow, or an unexpected answer
    ├─ FlowFailed                 a flow's command: its line, and why           exit 1
    ├─ Correctable                sent to the model, which may try again        exit 4
    │  ├─ ReplyInvalid            not a decision: what was wrong with the reply
    │  ├─ ActionImpossible        no such mark, no field in focus, ...
    │  │  └─ TargetUntold         a name fits several elements
    │  ├─ ScreenMoved             the screen turned since it was measured
    │  └─ TextNotTypable          the phone cannot type this text
    └─ StoreError                 a damaged document or trail: file and line    exit 5

How a run ends (done, stuck, step limit, ...) is data, not an exception: `appagent.outcome.Outcome`.
A program that stopped raises `appagent.ProgramFailed`, which stands beside the value that it holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

_MOST_TAIL = 4096  # characters of an output that are looked at: it may have millions


class AppAgentError(Exception):
    """The root; `str()` is one sentence for a person, which says what to do."""

    exit_code: ClassVar[int] = 1


class SetupError(AppAgentError):
    exit_code = 2


class UsageError(SetupError):
    pass


class NobodyAnswers(UsageError):
    pass


class ConfigError(SetupError):
    pass


class DeviceNotFound(SetupError):
    pass


class DeviceBusy(SetupError):
    pass


class AppNotFound(SetupError):
    pass


class EngineGone(SetupError):
    pass


class SuiteError(SetupError):
    pass


class ModelNotConfigured(SetupError):
    pass


class DeviceError(AppAgentError):
    exit_code = 3


class DeviceTimeout(DeviceError):
    def __init__(self, command: str, seconds: float) -> None:
        super().__init__(
            f"the phone did not finish `{command}` within {seconds:g} s: "
            "is it awake, and is its cable or network steady?"
        )
        self.command, self.seconds = command, seconds


class DeviceGone(DeviceError):
    pass


class AnswerUnusable(DeviceError):
    pass


class CommandFailed(DeviceError):
    def __init__(self, command: str, code: int, output: str) -> None:
        tail = " ".join(output[-_MOST_TAIL:].split())[-300:] or "no output"
        super().__init__(f"`{command}` failed on the phone with exit code {code}: {tail}")
        self.command, self.code, self.output = command, code, output


class NotInFront(DeviceError):
    pass


class ScreenUnreadable(DeviceError):
    pass


class ModelError(AppAgentError):
    exit_code = 4


class ModelUnavailable(ModelError):
    pass


class ModelRefused(ModelError):
    pass


class ModelUseless(ModelError):
    pass


class DetectorFailed(ModelError):
    pass


class Correctable(AppAgentError):
    """A mistake of the model's; the message is sent back to it, at most three times."""

    exit_code = 4


class FlowFailed(AppAgentError):
    """A command of a flow that could not be done, or found something else than it expects."""

    def __init__(self, why: str, command: str = "", seen: str = "") -> None:
        """`seen`: what is on the screen, which a message ends with."""
        whole = f"{why}; {seen}" if seen else why
        super().__init__(f"{command}: {whole}" if command else whole)
        self.short, self.why, self.command, self.seen = why, whole, command, seen

    def at(self, command: str) -> FlowFailed:
        """The same of a command, "login.yaml:12: tapOn: Save"; the innermost one is told."""
        return self if self.command else FlowFailed(self.short, command, self.seen)

    def then(self, *others: FlowFailed) -> FlowFailed:
        """The same, and what failed after it."""
        after = "".join(f"; then {other.command}: {other.short}" for other in others)
        return FlowFailed(f"{self.why}{after}", self.command) if after else self


class ReplyInvalid(Correctable):
    def __init__(self, problem: str, raw: str) -> None:
        super().__init__(problem)
        self.raw = raw


class ActionImpossible(Correctable):
    pass


class TargetUntold(ActionImpossible):
    pass


class ScreenMoved(Correctable):
    pass


class TextNotTypable(Correctable):
    def __init__(self, problem: str, characters: Sequence[str] = ()) -> None:
        super().__init__(problem)
        self.characters = tuple(characters)


class StoreError(AppAgentError):
    exit_code = 5
