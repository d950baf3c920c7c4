"""Play a flow: command by command it becomes actions on what the screen shows.

    for action in Player(stage, files).play(file, names): ...

Nothing is touched here. An action has been done when the next one is asked for; where it could not
be done, why is thrown back in as a `FlowFailed`. Looking and waiting is what the stage does.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from appagent.actions.verbs import AnyVerb, Back, StartApp
from appagent.errors import FlowFailed, UsageError
from appagent.flows import language as say
from appagent.flows.acts import Acts, whole
from appagent.flows.expressions import Values, no_value
from appagent.flows.files import FlowFiles, called, text_of
from appagent.flows.heed import Heed
from appagent.flows.kept import Control
from appagent.flows.language import (
    Command,
    Commands,
    Condition,
    Flow,
    OnElement,
    Part,
    Selector,
)
from appagent.flows.look import Sight, Stage
from appagent.flows.select import control_of, controls, literal, select
from appagent.flows.write import told
from appagent.screen.pages import page_phrase
from appagent.screen.values import Mark, Use, View

P = TypeVar("P", bound=Part)


@dataclass(frozen=True)
class Stuck:
    """A command that does not fit what is shown: the first of those that are `left` where it
    stands. Who plays sends how many of them are done by then, none where it is to be tried again;
    or None, and it fails."""

    left: Commands
    failure: FlowFailed


Actions = Generator[AnyVerb | Stuck, int | None, None]

FAILED = "failed"  # the name of the picture
MOST_RETRIES = 3
PASSING_S = 3  # what tells of work that is under way has gone by then
_FALSE = ("", "false", "undefined", "null")


Status = Literal["running", "passed", "failed", "warned", "skipped"]


@dataclass
class Began:
    """A command that was begun: where it stands, and how it goes."""

    file: Path
    line: int
    what: str
    depth: int  # how many commands it stands in
    status: Status = "running"  # warned: it failed, and is optional
    why: str = ""
    seconds: float = 0
    control: Control | None = None  # what it touched when it was done, if that is known
    valued: bool = False  # what it touches or types is told by a value or a script

    def __str__(self) -> str:
        return f"{self.file.name}:{self.line}: {self.what}"

    @property
    def placed(self) -> str:
        """The same with the way to the file, as an editor opens it."""
        return f"{self.file}:{self.line}: {self.what}"


@dataclass(frozen=True)
class _Scope:
    """The file that is played, and what it says of itself."""

    file: Path
    app_id: str


class Player:
    """Plays flows on a stage. `commands` tells what was played."""

    def __init__(
        self,
        stage: Stage,
        files: FlowFiles,
        names: Mapping[str, str],
        heed: Heed | None = None,
        *,
        mends: bool = False,
    ) -> None:
        """`mends`: who plays is told where a command is `Stuck`."""
        self._stage, self._files, self._heed, self._mends = stage, files, heed, mends
        self._values = Values({**names}, say=stage.say)
        self._sight = Sight(stage)
        self._acts = Acts(stage, self._sight, self._values)
        self._depth = 0
        self._given_up: FlowFailed | None = None  # what nobody could mend
        self._begun = False  # whether anything was touched
        self._did = False  # whether the last touch did something that counts
        self.commands: list[Began] = []

    def play(self, flow: Flow, file: Path) -> Actions:
        """The actions of a flow. Raises: `FlowFailed` where a command fails."""
        with self._values.within({"MAESTRO_FILENAME": file.stem}):
            yield from self._flow(flow, file)

    def _flow(self, flow: Flow, file: Path) -> Actions:
        config = flow.config
        with self._values.within(config.env):
            scope = _Scope(file, self._values.fill(config.app_id))
            failed: list[FlowFailed] = []
            try:
                yield from self._all(config.on_flow_start, scope)
                yield from self._all(flow.commands, scope)
            except FlowFailed as err:
                failed.append(err)
            try:
                yield from self._all(config.on_flow_complete, scope)
            except FlowFailed as err:
                failed.append(err)
            if failed:
                raise failed[0].then(*failed[1:])

    def _all(self, commands: Commands, scope: _Scope) -> Actions:
        left = list(commands)
        while left:
            try:
                with self._noting(left[0], scope):
                    yield from self._made_ready(left, scope)
                    yield from self._one(left[0], scope)
                done: int | None = 1
            except FlowFailed as err:
                done = None
                if self._mends and err is not self._given_up:
                    done = yield Stuck(tuple(left), err)
                if done is None:
                    self._given_up = err
                    raise
            del left[:done]

    @contextmanager
    def _noting(self, command: Command, scope: _Scope) -> Iterator[None]:
        """Note how a command goes. What is optional may fail, but not by a script."""
        what = command.label or told(command)
        began = Began(scope.file, command.at.line, what, self._depth)
        self.commands.append(began)
        began_s = self._stage.now_s
        self._depth += 1
        self._values.valueless.clear()
        try:
            yield
            began.status = "passed" if began.status == "running" else began.status
        except FlowFailed as failed:
            err = self._with_names(failed)
            began.status, began.why = "failed", "" if err.command else err.why
            if not command.optional:
                if not err.command:  # no command in it failed
                    self._stage.keep(FAILED)
                raise err.at(began.placed) from None
            began.status = "warned"
            self._stage.say(f"{began}: {err.short}; it is optional")
        except UsageError as err:  # a script
            began.status, began.why = "failed", str(err)
            raise FlowFailed(str(err)).at(began.placed) from err
        finally:
            self._depth -= 1
            began.seconds = round(self._stage.now_s - began_s, 3)

    def _with_names(self, err: FlowFailed) -> FlowFailed:
        """A failure, with the names of its command that stood for nothing."""
        names = dict.fromkeys(() if err.command else self._values.valueless)
        told = "; ".join((err.short, *map(no_value, names)))
        return FlowFailed(told, err.command, err.seen) if names else err

    def _skip(self) -> None:
        self.commands[-1].status = "skipped"

    def _one(self, written: Command, scope: _Scope) -> Actions:
        """What a command does, its `${}` worked out."""
        command = self._fill(written)
        named = isinstance(written, OnElement | say.InputText)
        self.commands[-1].valued = named and command != written
        match command:
            case say.RunFlow(when=when) if when and not self._holds(when):
                self._skip()
            case say.RunFlow(file=name, env=env) if name:
                yield from self._called(called(scope.file, name), env)
            case say.RunFlow(commands=commands, env=env):
                with self._values.within(env):
                    yield from self._all(commands, scope)
            case say.Repeat():
                yield from self._repeat(command, scope)
            case say.Retry():
                yield from self._retry(command, scope)
            case say.RunScript(when=when) if when and not self._holds(when):
                self._skip()
            case say.RunScript(file=name, env=env):
                with self._values.within(env):
                    self._values.run(text_of(called(scope.file, name)))
            case say.AssertTrue(condition=said):
                if not is_true(said):
                    raise FlowFailed(f"{said or 'nothing'!r} is not true")
            case say.ExtendedWaitUntil():
                self._wait_until(command)
            case say.EvalScript():  # it was run as its `${}` was worked out
                return
            case _:
                for action in self._heeded(written, command, scope):
                    yield action
                    self._sight.acted_s = self._stage.now_s

    def _made_ready(self, left: Sequence[Command], scope: _Scope) -> Iterator[AnyVerb]:
        """Start the app anew where the first touch is on another page than it was, and close the
        window that came up before what the first of these is done on, and stays there; what comes
        up after what counts may ask about that. Raises: `FlowFailed` where it would be typed into
        another field."""
        command = _prepared(left)
        self.commands[-1].control = control = self._control(command)
        if self._heed is None or control is None:
            return
        asks = self._did
        if command is left[0]:
            self._did = control.did or control.commits != "none"
        if not self._begun:
            self._begun = True
            seeks = isinstance(left[0], say.ScrollUntilVisible)
            here = seeks or self._soon(lambda: self.fits((command,)))
            if not here or self._heed.is_elsewhere(self._stage.view.screen):
                yield StartApp(app=scope.app_id)
        if not asks and control.is_behind(self._stage.view.screen):
            yield from self._closed(command, control)
        types = isinstance(command, say.InputText)
        if types and (why := self._heed.other_field(control, self._stage.view.screen)):
            raise FlowFailed(f"it would be typed into another field: {why}")

    def _closed(self, command: Command, control: Control) -> Iterator[AnyVerb]:
        """Close the window before what a command touched, unless it goes by itself."""

        def is_clear() -> bool:
            return self.fits((command,)) or not control.is_behind(self._stage.view.screen)

        if not self._soon(is_clear):
            shown = page_phrase(self._stage.view.screen)
            self._stage.say(f"what came up is closed by BACK: {shown}")
            yield Back()
            self._sight.acted_s = self._stage.now_s

    def _soon(self, holds: Callable[[], bool]) -> bool:
        """Whether something holds within the time in which what only passes has gone."""
        return self._sight.until(holds, PASSING_S, self._stage.now_s)

    def _heeded(self, written: Command, command: Command, scope: _Scope) -> Iterator[AnyVerb]:
        """The actions of a command, on what it touched when it was done, if that is known."""
        control = self._control(written)
        if not (self._heed and control and isinstance(command, OnElement)):
            yield from self._acts.of(command, scope.app_id)
            return
        if known := self._heed.by_key(control, command, self._stage.view):
            yield known
            return
        for action in self._acts.of(command, scope.app_id):
            yield self._heed.sure(control, command.target, action, self._stage.view)

    def _fill(self, part: P) -> P:
        """A part with what its `${}` stand for. A value of a request is no pattern."""
        return fill(part, self._values, literal if self._heed else str)

    def _control(self, command: Command) -> Control | None:
        """What a command touched when it was done, by the names of now; None if nobody knows."""
        control = self._heed.control(command) if self._heed else None
        return control and control.filled(self._values.fill)

    def fits(self, left: Sequence[Command]) -> bool:
        """Whether the first of some commands can be done on what is shown, without waiting, and
        tells that this is its page: a key can be pressed on any."""
        filled, screen = self._fill(left[0]), self._stage.view.screen
        control = self._control(_prepared(left))
        if isinstance(filled, say.InputText | say.EraseText):
            wrong = self._heed and control and self._heed.other_field(control, screen)
            return not wrong and (screen.keyboard or screen.focused_field is not None)
        if not isinstance(filled, OnElement):
            return not isinstance(filled, say.Back | say.PressKey)
        if not self._sight.shown(filled.target):
            return False
        if self._heed is None or control is None:
            return True
        return self._heed.holds(control, filled, self._stage.view)

    def text(self, command: Command) -> str | None:
        """What a command types; None for one that types nothing."""
        return self._fill(command).text if isinstance(command, say.InputText) else None

    def touches(self, command: Command, mark: Mark, view: View) -> bool:
        """Whether a command would touch this control on this screen."""
        filled = self._fill(command)
        if not isinstance(filled, OnElement):
            return False
        nodes = select(filled.target, view.screen.nodes)
        uses: tuple[Use, ...] = ("tap", "long_press", "text")
        return any(control_of(n, controls(view, use)) is mark for n in nodes for use in uses)

    def replaces(self, command: Command, mark: Mark) -> bool:
        """Whether a control stands where the one stood that a command touched when it was done."""
        control = self._control(command)
        return bool(control and mark.element and control.is_replaced_by(mark.element))

    def _called(self, file: Path, env: Mapping[str, str]) -> Actions:
        flow = self._files.check(file).flow
        assert flow is not None, file  # it was read before anything was played
        with self._values.within(env):
            yield from self._flow(flow, file)

    def _repeat(self, command: say.Repeat, scope: _Scope) -> Actions:
        times = None if command.times is None else whole(command.times, "times")
        n = 0
        while (times is None or n < times) and (not command.while_ or self._holds(command.while_)):
            yield from self._all(command.commands, scope)
            n += 1
        if not n:
            self._skip()

    def _retry(self, command: say.Retry, scope: _Scope) -> Actions:
        for left in reversed(
            range(min(whole(command.max_retries, "maxRetries"), MOST_RETRIES) + 1)
        ):
            mends, self._mends = self._mends, self._mends and not left
            try:
                if command.file:
                    yield from self._called(called(scope.file, command.file), command.env)
                else:
                    with self._values.within(command.env):
                        yield from self._all(command.commands, scope)
            except FlowFailed as err:
                if not left:
                    raise
                self._stage.say(f"{err.short}: it is tried again")
            else:
                return
            finally:
                self._mends = mends

    def _holds(self, condition: Condition) -> bool:
        """Whether all that a condition says holds, waited for if need be."""
        platform = self._values.fill(condition.platform)
        if platform and platform.lower() != "android":
            return False
        if condition.true is not None and not is_true(self._values.fill(condition.true)):
            return False
        sight, seen, unseen = self._sight, condition.visible, condition.not_visible
        if seen and not sight.until(_shown(sight, self._fill(seen)), sight.spare_s):
            return False
        shown = _shown(sight, self._fill(unseen)) if unseen else None
        return shown is None or sight.until(lambda: not shown(), sight.spare_s)

    def _wait_until(self, command: say.ExtendedWaitUntil) -> None:
        """Wait its own time, whatever was waited before."""
        within_s = (
            self._sight.look_s
            if command.timeout is None
            else whole(command.timeout, "timeout") / 1000
        )
        self._sight.acted_s = self._stage.now_s
        if command.visible:
            self._sight.find(command.visible, within_s)
        if command.not_visible:
            self._sight.gone(command.not_visible, within_s)


def _prepared(left: Sequence[Command]) -> Command:
    """What the first of some commands is for: a list is scrolled to what is touched then, a field
    is emptied for a text, and a condition is of what stands below it."""
    match left:
        case [say.ScrollUntilVisible() | say.EraseText(), following, *_]:
            return following
        case [say.RunFlow(commands=[inner, *_]), *_]:
            return inner
        case _:
            return left[0]


def is_true(text: str) -> bool:
    """Whether a text is true, as Maestro takes it: it says something, and that is not false, null
    or 0."""
    said = text.strip()
    if said.lower() in _FALSE:
        return False
    try:
        return float(said) != 0
    except ValueError:
        return True


def fill(part: P, values: Values, made: Callable[[str], str] = str) -> P:
    """A part with what its `${}` stand for, in the texts of selectors `made` into a pattern; that
    of commands and conditions in it waits until it is their turn. Raises: `FlowFailed` where that
    is nothing that may stand there."""
    named = ((f.name, getattr(part, f.name)) for f in fields(part) if f.name != "at")
    if isinstance(part, say.InputText):  # nobody means to type "undefined"
        return replace(part, text=values.fill(part.text, strictly=True))
    pattern = "text" if isinstance(part, Selector) else ""
    found: dict[str, Any] = {
        name: values.fill(value, made=made) if name == pattern else _filled(value, values, made)
        for name, value in named
    }
    filled = replace(part, **found)
    if filled.objection:
        raise FlowFailed(filled.objection)
    return filled


def _filled(value: Any, values: Values, made: Callable[[str], str]) -> Any:
    match value:
        case str():
            return values.fill(value)
        case Command() | Condition():
            return value
        case Part():
            return fill(value, values, made)
        case tuple():
            return tuple(_filled(each, values, made) for each in value)
        case Mapping():
            return {values.fill(name): _filled(each, values, made) for name, each in value.items()}
        case _:
            return value


def _shown(sight: Sight, selector: Selector) -> Callable[[], Sequence[object]]:
    return lambda: sight.shown(selector)
