"""The record of a run: a folder with `steps.jsonl`, pictures and `outcome.json`.

A step is written whole, one line, whatever became of it; so a trail can be read after a crash.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any, Literal

from filelock import FileLock, Timeout
from pydantic import Field, TypeAdapter, ValidationError, model_validator
from pydantic_core import to_json

from appagent.danger import Answer, Danger
from appagent.errors import SetupError, StoreError
from appagent.files import atomic_write, new_folder, read_file
from appagent.record import Record

log = logging.getLogger(__name__)

STEPS = "steps.jsonl"  # the file of the steps
OUTCOME = "outcome.json"
RUNNING = ".running"  # a file that is locked while a process writes to the folder
PLAYED = "played"  # of a flow: kept beside the steps, how each command went
REPORT = "report.html"  # the page that was made of them, if one was

Status = Literal["FINISH", "FAIL", "PENDING", "SCREENSHOT", "CONFIRM", "ERROR", "CONTINUE"]


class Problem(Record):
    """A reply that could not be used, and what the model was told."""

    reply: str
    problem: str
    corrected: bool = False  # a later reply to the question could be used


class Touched(Record):
    """The element that was touched."""

    label: int
    key: str = ""
    role: str = ""
    name: str = ""
    bounds: tuple[int, int, int, int]


class Question(Record):
    """What a person was asked before a move, and what they answered."""

    asked: str
    answered: Literal["", "yes", "no"] = ""  # "": stopped before there was an answer


class Permission(Record):
    """Whether a task means one deed on one target."""

    classes: tuple[Danger, ...]
    target: str = ""  # what would be touched, in a few words
    answered: Answer = "unsure"
    by: Literal["model", "flow", "nobody"] = "nobody"  # who answered
    why: str = ""

    @model_validator(mode="before")
    @classmethod
    def _of_a_class(cls, said: object) -> object:
        """The form of trails that told it of a class, whatever the target."""
        if not (isinstance(said, dict) and "danger" in said):
            return said
        answer, by = said.get("asks"), said.get("by") == "model"
        more = {"answered": "yes" if answer else "no", "by": "model" if by else "nobody"}
        target, why = "; ".join(said.get("names", ())), said.get("why", "")
        return {"classes": (said["danger"],), "target": target, "why": why, **more}


class LeftUndone(Record):
    """What a reply asked for that was not done any more, and why."""

    why: str
    what: str

    def __str__(self) -> str:
        return f"the rest was not done, since {self.why}: {self.what}"


class Played(Record):
    """A command of a flow: how it went, and where it stands."""

    file: str
    line: int
    what: str
    depth: int = 0  # how many commands it stands in
    status: Literal["passed", "failed", "warned", "skipped"]  # warned: it failed, and is optional
    why: str = ""
    steps: tuple[int, ...] = ()  # those that it asked for itself
    picture: str = ""  # the file of the one that it asked for, or failed on
    then: str = ""  # of the one that it was done on, in the run that the flow was kept of
    seconds: float = 0


class Step(Record):
    """One round of looking, deciding and acting."""

    n: int
    at: datetime
    app: str = ""
    activity: str = ""
    tree: str = "ok"  # or why the tree could not be used
    picture: str = "ok"  # "secure": the app forbids it (FLAG_SECURE); "black": no reason told
    seen_by: str = "tree"  # or what showed the model what it can touch: pixels, grid, ...
    settled: bool = True
    elements: int = 0
    reply_of: int = 0  # the step whose reply asked for this one too; 0: its own did
    command: str = ""  # of a flow, which asked for it: "login.yaml:12: tapOn: Save"
    prompt: str = ""  # name and digest
    prompt_bytes: int = 0
    image_bytes: int = 0
    observation: str = ""
    thought: str = ""
    plan: str = ""
    summary: str = ""
    note: str = ""  # a fact that the model keeps
    action: str = ""  # the text form: tap(5, name="Save")
    kind: str = ""
    words: str = ""  # the action in words that hold on any screen: tap button "Save"
    commits: Literal["none", Danger] = "none"  # what it does by itself, by the model's word
    permissions: tuple[Permission, ...] = ()  # what was found out of the task in this step
    question: Question | None = None  # None: nothing was asked
    target: Touched | None = None
    gesture: str = ""
    size: tuple[int, int] = (0, 0)  # of the screen, px: width and height
    finger: tuple[
        tuple[int, int], ...
    ] = ()  # x and y, px: where it touched, or from where to where
    notes: tuple[str, ...] = ()  # what was learned of this screen, as the model was told it
    read: tuple[str, ...] = ()  # a page's title and its lines, kept for the next reply
    proof: str = ""  # what showed that the task is done, where `exit` said that it would
    status: Status = "CONTINUE"
    outcome: str = ""  # what came of it, in one line, which ends with what was left undone
    left_undone: LeftUndone | None = None
    change: tuple[str, ...] = ()
    side_effects: tuple[str, ...] = ()  # what it turned out to do: "removed its row (delete)"
    undone: str = ""  # how an exploration, or who showed it, took back what the action changed
    decision: str = ""  # of the reflection
    reflection: str = ""  # and why
    back: str = ""  # where a BACK led
    crash: tuple[str, ...] = ()  # what Android logged of an app that crashed or hung
    doc: str = ""  # what was written to the store
    problems: tuple[Problem, ...] = ()
    error: str = ""
    calls: int = 0
    prompt_tokens: int = 0
    cached_tokens: int = 0
    completion_tokens: int = 0
    trips: int = 0  # round trips to the phone
    received: int = 0  # bytes that it sent
    seconds: float = 0
    model_seconds: float = 0  # of them, that were waited for the model
    images: dict[str, str] = Field(default_factory=dict)


_ALL_PLAYED = TypeAdapter(tuple[Played, ...])


class Trail:
    """The folder of one run, written as it goes."""

    def __init__(self, folder: Path, held: FileLock | None = None) -> None:
        """`held` is given back at the end."""
        self.folder = folder
        self.held = held

    @classmethod
    def open(cls, runs: Path, command: str, app: str) -> Trail:
        """A new folder `runs/<time>-<command>-<app>/`.

        Raises: `SetupError` where it cannot be made.
        """
        folder = new_folder(runs, command, app)
        trail = cls(folder, hold(folder))
        (folder / STEPS).touch()
        return trail

    def image(self, name: str, jpeg: bytes) -> str:
        """The file name under which the picture now lies beside the steps."""
        file = f"{name}.jpg"
        self._put(file, jpeg)
        return file

    def read_image(self, file: str) -> bytes:
        """A picture as it lies beside the steps. Raises: `SetupError`."""
        try:
            return (self.folder / file).read_bytes()
        except OSError as err:
            raise SetupError(f"cannot read {self.folder / file}: {err.strerror}") from err

    def write(self, step: Step) -> None:
        self._put(STEPS, step.model_dump_json(exclude_defaults=True), "ab")

    def rewrite(self, change: Callable[[Step], Step]) -> None:
        """Put each step that was written through `change`; a reader sees the old or the new ones.
        A page that was made of the old ones is removed.

        Raises: `SetupError`, `StoreError`.
        """
        lines = [change(s).model_dump_json(exclude_defaults=True) for s in read_steps(self.folder)]
        self._replace(STEPS, "".join(f"{line}\n" for line in lines))
        (self.folder / REPORT).unlink(missing_ok=True)

    def end(self, outcome: Record) -> None:
        self._replace(OUTCOME, f"{outcome.model_dump_json(indent=2, exclude={'trail'})}\n")
        release(self.held)

    def _replace(self, file: str, text: str) -> None:
        """Write a file so that a reader sees the old or the new one. Raises: `SetupError`."""
        path = self.folder / file
        try:
            with atomic_write(path) as draft:
                draft.write_bytes(text.encode())
        except OSError as err:
            raise SetupError(f"cannot write {path}: {err.strerror}") from err

    def keep(self, name: str, value: Any) -> None:
        """Store a small document beside the steps as `NAME.json`."""
        self._put(f"{name}.json", to_json(value, indent=1) + b"\n")

    def _put(self, file: str, content: str | bytes, mode: str = "wb") -> None:
        """Write a file; a text is ended with a line end.

        Raises: `SetupError` where the folder is gone or the disk full.
        """
        try:
            with (self.folder / file).open(mode) as out:
                out.write(content if isinstance(content, bytes) else f"{content}\n".encode())
        except OSError as err:
            raise SetupError(f"cannot write {self.folder / file}: {err.strerror}") from err


def read_commands(folder: Path) -> Sequence[Played]:
    """How the commands of a flow went; none of what is no flow. Raises: `StoreError` for a damaged
    file."""
    path = folder / f"{PLAYED}.json"
    if not path.is_file():
        return ()
    try:
        return _ALL_PLAYED.validate_json(read_file(path))
    except (OSError, ValidationError) as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err


def hold(folder: Path) -> FileLock | None:
    """The lock that tells that this process writes to the folder. It ends with the process, however
    that ends; None where the disk knows no locks."""
    held = FileLock(folder / RUNNING, timeout=0, thread_local=False)
    try:
        held.acquire()
    except (OSError, NotImplementedError) as err:
        log.info("%s: not locked: %s", folder, err)
        return None
    return held


def release(held: FileLock | None) -> None:
    """Tell that nothing is written to the folder any more."""
    if held and held.is_locked:
        with suppress(OSError):  # Windows removes no file that is open
            Path(held.lock_file).unlink()
        held.release()


def is_held(folder: Path) -> bool:
    """Whether a process that still lives writes to the folder."""
    if not (folder / RUNNING).is_file():
        return False
    try:
        with FileLock(folder / RUNNING, timeout=0.1):  # another that looks has it for a moment
            return False
    except Timeout:
        return True
    except (OSError, NotImplementedError):
        return False


def read_steps(folder: Path) -> Iterator[Step]:
    """The steps of a trail, oldest first.

    Raises: `StoreError` with file and line; a last line that was cut by a crash is left out.
    """
    path = folder / STEPS
    try:
        # As bytes: a crash may cut a character in two, and a text may hold other line ends.
        *lines, rest = read_file(path).split(b"\n")
    except OSError as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err
    if rest:
        log.info("%s: the last step was cut off and is left out", path)
    for number, line in enumerate(lines, 1):
        try:
            yield Step.model_validate_json(line)
        except ValidationError as err:
            raise StoreError(f"{path}, line {number} is damaged: {err.errors()[0]['msg']}") from err
