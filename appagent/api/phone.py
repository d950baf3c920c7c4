"""A phone as other programs use it: looked at, and done something to."""

from __future__ import annotations

import logging
import shutil
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event, RLock
from typing import Any, Self

from appagent.actions import program
from appagent.actions.program import Program
from appagent.actions.verbs import WaitFor
from appagent.agent.hands import Hands
from appagent.agent.looks import wait_for
from appagent.agent.observe import Observation
from appagent.agent.orders import open_app
from appagent.agent.session import Session, conclude
from appagent.api.look import Done, Look, ProgramFailed
from appagent.api.parts import make_model, open_device
from appagent.api.session import NoModel, find_app, open_session
from appagent.config import Config, load, user_cache
from appagent.danger import DANGERS, Danger
from appagent.device.adb import AdbDevice
from appagent.device.hold import PROGRAM
from appagent.device.launcher import Labels
from appagent.errors import AppAgentError, DeviceError, ModelNotConfigured, UsageError
from appagent.model.backends import OFFLINE, choose_backend
from appagent.outcome import Ending
from appagent.ports import Model, Person
from appagent.secrets import Secrets
from appagent.trail import Step

log = logging.getLogger("appagent")

OnStep = Callable[[Step], object]


class Watcher:
    """Whoever watches a session: it passes on what is told, and stops it where that is asked."""

    def __init__(self, on_step: OnStep | None, say: Callable[[str], object] | None) -> None:
        self._on_step, self._say = on_step, say or log.info
        self.stopping = Event()

    def say(self, text: str) -> None:
        self._say(text)

    def looked(self, n: int, seen: Observation) -> None:  # noqa: ARG002
        if self.stopping.is_set():
            raise KeyboardInterrupt

    def planned(self, program: Sequence[str], at: int) -> None:
        pass

    def stepped(self, step: Step) -> None:
        if self._on_step:
            self._on_step(step)


@dataclass(frozen=True)
class Desk:
    """What a phone is worked with; an agent on it works with the same."""

    device: AdbDevice
    flags: Mapping[str, Any]  # settings that were given
    config: Config
    watcher: Watcher
    person: Person | None
    strict: bool
    labels: Labels = field(default_factory=lambda: Labels(user_cache() / "labels.json"))
    lock: RLock = field(default_factory=RLock)
    closed: Event = field(default_factory=Event)
    trails: list[Path] = field(default_factory=list)  # of all that was done, oldest first
    secrets: set[str] = field(default_factory=set)  # that were typed, by whomever

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Inside, no other thread has the phone. Raises: `UsageError` once it was given back."""
        with self.lock:
            if self.closed.is_set():
                raise UsageError(f"{self.device.serial} was given back: connect it again")
            yield

    def package(self, app: str) -> str:
        """The package that a person calls so. Raises: `AppNotFound`, with similar names."""
        return find_app(self.device, app, self.labels, self.watcher.say)

    def session(self, command: str, package: str, model: Model, **more: Any) -> Session:
        """A session with a trail of its own. Raises: `SetupError`."""
        parts = {"config": self.config, "person": self.person, "labels": self.labels, **more}
        session = open_session(
            command, package, device=self.device, model=model, progress=self.watcher, **parts
        )
        self.trails.append(session.trail.folder)
        self.remind(session)
        return session

    def guarding(self) -> tuple[Model, Config]:
        """Who is asked what controls do, and the settings that say where that counts: in dialogs
        and sheets alone where no model can tell, unless they name it."""
        config = self.config
        if not self.strict:
            return NoModel(), config
        try:
            if choose_backend(config).backend != OFFLINE:  # which answers no such question
                return make_model(config, self.watcher.say), config
        except ModelNotConfigured:
            pass
        named = load(self.flags).origin["guard"] != "default"
        return NoModel(), config if named else config.model_copy(update={"guard": "balanced"})

    def remind(self, session: Session) -> None:
        """Let a session hide the secrets that others typed."""
        for secret in self.secrets:
            session.secrets.add(secret)

    def hide(self, text: str) -> str:
        """The text without the secrets that were typed."""
        known = Secrets()
        for secret in self.secrets:
            known.add(secret)
        return known.hide(text)

    @contextmanager
    def noting(self, session: Session) -> Iterator[None]:
        """Note what is typed as a secret inside, for the other sessions on this phone."""
        try:
            yield
        finally:
            self.secrets.update(session.secrets.typed)


class Phone:
    """A phone that this program has for itself until it is closed.

        with Phone.connect("pocket") as phone:
            print(phone.look())
            phone.do('tap(name="Add alarm")')

    One thread at a time has it, each other waits; phones of several threads do not disturb each
    other. All that happens is told by errors of `appagent.AppAgentError`.
    """

    def __init__(self, desk: Desk, stack: ExitStack) -> None:
        """Use `connect`."""
        self._desk, self._stack = desk, stack
        self._hands: Hands | None = None
        self._failure: AppAgentError | KeyboardInterrupt | None = None  # of the last program
        self._task = ""  # what a page calls the programs

    def __repr__(self) -> str:
        return f"<Phone {self.serial}>"

    @property
    def serial(self) -> str:
        """By which adb knows it."""
        return self._desk.device.serial

    @classmethod
    def connect(
        cls,
        serial: str | None = None,
        *,
        on_step: OnStep | None = None,
        say: Callable[[str], object] | None = None,
        person: Person | None = None,
        strict: bool = False,
        command: str = PROGRAM,
        **settings: Any,
    ) -> Self:
        """The phone of an adb serial, the only one that is attached, or "pocket": awake, unlocked
        and locked against other programs of ours.

        `on_step` gets each step once it is over, `say` each sentence about what goes on, which is
        logged otherwise. `person` answers where something needs a person's yes; without one it is
        refused. `strict`: a model writes the programs, so that what nobody knows the effect of
        needs a yes, too; in dialogs alone where no model is configured that could be asked.
        `command`: the one of ours that others are told has the phone; by default a Python program.
        `settings` are those of `appagent config`: `runs`, `store`, `guard`, ...

        Raises: `DeviceNotFound`, `DeviceBusy`, `DeviceError`; `ConfigError`.
        """
        flags = {**settings, **({"device": serial} if serial else {})}
        config, watcher = load(flags).config, Watcher(on_step, say)
        with ExitStack() as stack:
            device = stack.enter_context(open_device(config, command=command, person=person))
            return cls(Desk(device, flags, config, watcher, person, strict), stack.pop_all())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self, *, within_s: float = -1) -> None:
        """Give the phone back, its settings as they were. A second time does nothing. `within_s`:
        how long what another thread still does there is waited for; below 0: until it is over."""
        held = self._desk.lock.acquire(timeout=within_s)
        try:
            with self._stack:
                self._desk.closed.set()
                self._end(self._failure)
        finally:
            if held:
                self._desk.lock.release()

    def stop(self) -> None:
        """End what is being done on the phone before its next step; from any thread."""
        self._desk.watcher.stopping.set()

    def answers(self) -> bool:
        """Whether the phone is still there."""
        try:
            self.shell("true")
        except DeviceError:
            return False
        return True

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keeps the phone for this thread: what others do on it waits until the block ends."""
        with self._desk.alone():
            yield

    @property
    def trail(self) -> Path:
        """The folder that tells what the programs did, for `write_report`; of a phone that did none
        it is removed at the end."""
        with self._desk.alone():
            return self._held.session.trail.folder

    def look(self) -> Look:
        """The screen once it is stable. Raises: `DeviceError`."""
        with self._desk.alone():
            return Look.of(self._held.look())

    def wait_for(self, text: str, *, gone: bool = False) -> bool:
        """Whether something says the text, or nothing does any more, within 30 s of the phone's own
        time. Raises: `DeviceError`."""
        with self._desk.alone():
            return wait_for(self._held.session, WaitFor(text=text, gone=gone)).found

    def apps(self) -> Sequence[str]:
        """The packages that a launcher would show, sorted. Raises: `DeviceError`."""
        with self._desk.alone():
            return self._desk.device.packages()

    def open_app(self, app: str, *, fresh: bool = False) -> Look:
        """Bring an app to the front, by its name or package: as it was left, or with `fresh` on its
        first page.

        Raises: `AppNotFound`, with similar names; `DeviceError`.
        """
        with self._desk.alone():
            open_app(self._held.session, self._desk.package(app), fresh=fresh)
            return Look.of(self._held.look())

    def do(self, words: str | Sequence[str], *, allow: Collection[Danger] = ()) -> Done:
        """Do a program, a text with an action a line or a list of actions, up to the first
        surprise; see docs/python.md.

            tap(name="Add alarm")
            text("5", name="Hour")
            tap(name="Save")
            exit("done", if_shows="5:50 PM")

        Its numbers are of the last look that was returned, by this method too. `allow` has the
        classes of harm that it may do: send, pay, call, post, delete, account, permission, device.

        Raises: `ReplyInvalid` for what is no program; `ActionImpossible` where it cannot be begun,
        and nothing was touched; `ProgramFailed` where it stopped; `DeviceError`.
        """
        wanted = program.read(words if isinstance(words, str) else "\n".join(words))
        if unknown := sorted(set(allow) - {*DANGERS}):
            raise UsageError(f"allow has {', '.join(unknown)}: known are {', '.join(DANGERS)}")
        with self._desk.alone():
            hands = self._held
            self._failure = KeyboardInterrupt()  # unless it comes to its end
            try:
                with self._desk.noting(hands.session):
                    done = self._do(hands, wanted, allow)
            except AppAgentError as err:
                if not self._desk.watcher.stopping.is_set():
                    self._failure = err
                raise
            self._failure = None
            return done

    def _do(self, hands: Hands, wanted: Program, allow: Collection[Danger]) -> Done:
        stopping = self._desk.watcher.stopping
        stopping.clear()
        answer = stopped = ""
        try:
            _, answer = hands.do(wanted, allow)
        except KeyboardInterrupt:
            if not stopping.is_set():
                raise
            stopped = "it was stopped"
        done = Done.of(hands.turns, answer, Look.of(hands.latest()))
        if why := stopped or done.failure:
            raise ProgramFailed(why, done)
        return done

    def hide(self, text: str) -> str:
        """The text without the passwords that were typed on this phone."""
        with self._desk.lock:
            return self._desk.hide(text)

    def shell(self, command: str) -> str:
        """What a shell command prints on the phone, as `adb shell` runs it. Nothing guards it.

        Raises: `CommandFailed`, `DeviceError`.
        """
        with self._desk.alone():
            return self._desk.device.check(command)

    @property
    def _held(self) -> Hands:
        """What does the programs, with a trail that begins with the first look."""
        if self._hands is None:
            desk, (model, config) = self._desk, self._desk.guarding()
            session = desk.session("do", "", model, config=config)
            _ = session.began  # from now on, and not from its end, it is counted
            self._hands = Hands(session, strict=desk.strict)
            self._hands.task = self._task
        self._desk.remind(self._hands.session)
        return self._hands

    def _end(
        self, failure: AppAgentError | KeyboardInterrupt | None = None, *, keep: bool = False
    ) -> None:
        """End the trail, with how the programs ended; the next look begins another. Where none was
        sent, there is nothing to `keep`."""
        hands, self._hands, self._failure = self._hands, None, None
        if hands is None:
            return

        def ended() -> tuple[Ending, str]:
            if failure:
                raise failure
            return "done", ""

        conclude(hands.session, hands, ended, command="do")
        if not (keep or hands.history.steps):
            shutil.rmtree(hands.session.trail.folder, ignore_errors=True)
