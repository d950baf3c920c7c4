"""`appagent run --batch FILE`: many tasks, on one phone or many."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from appagent.api import make_detector, make_model, open_store
from appagent.batch import (
    LEARNED,
    TRAILS,
    Batch,
    BatchResult,
    BatchTask,
    read_results,
    read_tasks,
    result_of,
)
from appagent.cli import INTERRUPTED
from appagent.cli.out import writable
from appagent.cli.rows import GrowingCsv
from appagent.cli.share import phones
from appagent.cli.spread import Spreading
from appagent.cli.work import destination, parse_sources
from appagent.config import Config, credentials, load, without_secrets
from appagent.device.devices import select_phone
from appagent.errors import EngineGone, ModelNotConfigured, SetupError, StoreError, UsageError
from appagent.files import end_whole, new_folder
from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.flowpack import offered, take
from appagent.knowledge.pack import known_packages, pack, unpack
from appagent.knowledge.store import DocStore
from appagent.report import plain
from appagent.report.board import Board
from appagent.report.plain import plural
from appagent.secrets import Secrets
from appagent.spread import PHONE, POCKET, Phones, open_engine, spread
from pocketphone import extra


@dataclass(frozen=True)
class BatchOptions:
    """What a batch is asked for."""

    file: Path
    docs: str
    spreading: Spreading
    pockets: int
    out: Path | None
    csv: Path | None
    resume: Path | None

    @property
    def results(self) -> Path | None:
        """The file of the results; None: stdout."""
        return self.out or self.resume

    def check(self) -> None:
        """Raises: `UsageError`."""
        if self.resume and self.out and self.resume != self.out:
            raise UsageError("--resume names the results that it goes on with: leave out --out")
        files = {"--batch": self.file, "--out": self.results, "--csv": self.csv}
        places = {option: path.resolve() for option, path in files.items() if path}
        for option, path in places.items():
            if path in [other for name, other in places.items() if name != option]:
                raise UsageError(f"{option} {path} is named twice: name different files")
            if option != "--batch":
                writable(option, path)
        self.spreading.check()


def run_batch(flags: Mapping[str, Any], asked: BatchOptions) -> int:
    """Do the tasks of a file; gives the exit code. Raises: `UsageError`."""
    asked.check()
    with _held(asked.results):  # before they are looked at: another command may be adding to them
        return _run(flags, asked)


@contextmanager
def _held(results: Path | None) -> Iterator[None]:
    """Inside, no other command writes to the results. Raises: `UsageError` where one does,
    `SetupError` where they cannot be written."""
    with ExitStack() as held:
        if results:
            lock = FileLock(results.with_name(f".{results.name}.lock"), timeout=0)
            try:
                held.enter_context(lock)
            except Timeout as err:
                raise UsageError(f"another command writes to {results}") from err
            except OSError as err:
                raise SetupError(f"cannot write {results}: {err.strerror}") from err
            held.callback(Path(lock.lock_file).unlink, missing_ok=True)
        yield


def _run(flags: Mapping[str, Any], asked: BatchOptions) -> int:
    if asked.out and _has_lines(asked.out) and not asked.resume:
        raise UsageError(
            f"--out {asked.out} is there already: go on with it by --resume {asked.out}, or name "
            "another file"
        )
    tasks, docs = read_tasks(asked.file), parse_sources(asked.docs)
    done = {each.id: each for each in read_results(asked.resume, tasks)} if asked.resume else {}
    due = [task for task in tasks if task.id not in done or done[task.id].broke]
    config, here = _phones(flags, asked)
    plain.never_print(Secrets(credentials(config)).hide_meant)
    plain.aside(f"{plural(len(due), 'task')} of {len(tasks)} {_with(config, asked)}")
    need = POCKET if asked.pockets else PHONE
    work = Batch(tuple(due), without_secrets(config), docs, need)
    code = 0
    with _Book(asked, len(tasks), done, Secrets(credentials(config)).hide) as book:
        folder = new_folder(config.runs, "batch")
        try:
            _do(work, here, asked, config, folder, Board(len(tasks), len(tasks) - len(due)), book)
        except KeyboardInterrupt:
            code = INTERRUPTED
        except EngineGone as err:
            plain.error(f"appagent: {err}")
            code = err.exit_code
        finally:
            _keep_learned(config, folder)
            _tidy(folder)
        plain.aside(_summary(tasks, book.results))
    if code:
        plain.aside(f"the same command with --resume {asked.results} does the rest"
                    if asked.results else "name --out to be able to --resume")  # fmt: skip
    return code or _exit_code([book.results[task.id] for task in tasks])


def _has_lines(file: Path) -> bool:
    """Whether something ended: a command that was stopped before leaves an empty file."""
    return file.exists() and file.stat().st_size > 0


def _do(
    work: Batch, here: Phones, asked: BatchOptions, config: Config, folder: Path, board: Board,
    book: _Book,
) -> None:  # fmt: skip
    pace, retries = asked.spreading.calls_per_minute, asked.spreading.retries
    name, read = asked.spreading.engine, {"store": open_store(config).folder}
    with board, open_engine(name, here, calls_per_minute=pace, say=plain.aside) as engine:
        items = list(work.by_id)
        for ended in spread(engine, work, items, board, into=folder, read=read, retries=retries):
            book.write(_placed(result_of(work.by_id[ended.item], ended), folder))


def _exit_code(results: Sequence[BatchResult]) -> int:
    """0 where all are done. Where nothing could be done, that of what stood in the way; else 1."""
    codes = {each.exit_code for each in results if not each.ok}
    some = any(each.ok for each in results)
    return max(codes) if codes and min(codes) > 1 and not some else int(bool(codes))


def _with(config: Config, asked: BatchOptions) -> str:
    """In words, what does the tasks: `with gpt-5-mini; screens go to api.openai.com`."""
    try:
        model = make_model(config, plain.aside)
    except ModelNotConfigured:
        if asked.spreading.here:
            raise
        return "with the model of each worker"
    if not asked.spreading.here:
        where = f"; the workers send screens to {model.host}" if model.host else ""
        return f"with {model.name}{where}"
    return f"with {model.name}; {destination(model.host, make_detector(config))}"


def _phones(flags: Mapping[str, Any], asked: BatchOptions) -> tuple[Config, Phones]:
    """The settings, and the phones of this machine that take part. Raises: `UsageError`,
    `DeviceNotFound`."""
    if not asked.spreading.here:
        if flags.get("device"):
            raise UsageError("--device is of this machine: workers name the phones that they have")
        config = load({**flags, "device": POCKET if asked.pockets else ""}).config
        return config, Phones(pockets=asked.pockets)
    if asked.pockets:
        if flags.get("device"):
            raise UsageError("--pockets and --device: tasks are done on one kind of phone")
        if problem := extra.problem():
            raise UsageError(problem)
        return load({**flags, "device": POCKET}).config, Phones(pockets=asked.pockets)
    config = load(flags).config
    named, port = phones(config), config.pocket_port
    if not named:
        return config, Phones((select_phone(None, pocket_port=port).serial,))
    if len(named) == 1 and named != [POCKET]:  # which is started where it does not run
        select_phone(named[0], pocket_port=port)  # of several each was looked for
    return config, Phones(tuple(named))


def _placed(result: BatchResult, folder: Path) -> BatchResult:
    """The result with its trail among the other runs, for `appagent runs` and `report`."""
    if not result.trail:
        return result
    return result.model_copy(update={"trail": str(_moved(folder / result.trail, folder.parent))})


def _moved(trail: Path, runs: Path) -> Path:
    """A trail, moved to the folder of all; of another machine there may be one of its name."""
    place = next(
        place
        for n in count(1)
        if not (place := runs / (trail.name if n == 1 else f"{trail.name}-{n}")).exists()
    )
    return trail.rename(place)


def _tidy(folder: Path) -> None:
    """Move the trails of what was broken off, too; the rest of the folder is empty then."""
    for trail in sorted(folder.glob(f"{TRAILS}/*/*")):
        _moved(trail, folder.parent)
    for empty in (*folder.glob(f"{TRAILS}/*"), folder / TRAILS, folder / LEARNED, folder):
        with suppress(OSError):  # it is not there, or not empty
            empty.rmdir()


def _keep_learned(config: Config, folder: Path) -> None:
    """Bring what was learned on other machines into the store."""
    for learned in sorted(folder.glob(f"{LEARNED}/*")):
        try:
            _gather(learned, open_store(config))
        except (SetupError, StoreError) as err:
            plain.error(f"appagent: what was learned in {learned} is left there: {err}")
        else:
            shutil.rmtree(learned)


class _Book:
    """The results, written as they come: a JSON line each to a file or stdout, and a CSV."""

    def __init__(
        self, asked: BatchOptions, total: int, results: Mapping[str, BatchResult],
        hide: Callable[[str], str],
    ) -> None:  # fmt: skip
        whole = [each.model_dump(mode="json") for each in results.values() if not each.broke]
        self._csv = GrowingCsv(asked.csv, list(BatchResult.model_fields), whole)
        self.results, self._out, self._hide = dict(results), asked.results, hide
        self._total = total
        self._files = ExitStack()

    def __enter__(self) -> _Book:
        """Raises: `SetupError` where the file cannot be written."""
        self._lines: BinaryIO | None = None
        if self._out:
            try:
                self._lines = self._files.enter_context(self._out.open("a+b"))
                end_whole(self._lines)
            except OSError as err:
                raise SetupError(f"cannot write {self._out}: {err.strerror}") from err
        return self

    def __exit__(self, *_: object) -> None:
        with self._files:
            self._csv.end()

    def write(self, result: BatchResult) -> None:
        """Raises: `SetupError`."""
        result = result.model_copy(update={"error": self._hide(result.error)})
        self.results[result.id] = result
        line = result.model_dump_json()
        try:
            if self._lines:
                self._lines.write(f"{line}\n".encode())
                self._lines.flush()
            else:
                plain.line(line)
                sys.stdout.flush()
        except OSError as err:
            raise SetupError(f"the results cannot be written: {err.strerror}") from err
        self._csv.write(result.model_dump(mode="json"))
        plain.aside(f"{len(self.results):>4}/{self._total}  {_told(result)}")


def _told(result: BatchResult) -> str:
    how = result.ending.replace("_", " ") if not result.error else result.error
    answer = f": {result.answer}" if result.answer and not result.error else ""
    cost = f"{plural(result.steps, 'step')}, {plural(result.calls, 'call')}, {result.seconds:.1f} s"
    where = f", {result.device}" * bool(result.device)
    return f"{result.id}: {how}{answer}  ({cost}{where})"


def _summary(tasks: Sequence[BatchTask], results: Mapping[str, BatchResult]) -> str:
    done = sum(each.ok for each in results.values())
    broke = sum(each.broke for each in results.values())
    left = len(tasks) - len(results)
    told = [f"{done} done", f"{len(results) - done - broke} not done",
            f"{broke} broke off" if broke else "", f"{left} left" if left else ""]  # fmt: skip
    return f"{plural(len(tasks), 'task')}: {', '.join(filter(None, told))}"


def _gather(folder: Path, store: DocStore) -> None:
    """Add the documents, maps, warnings and flows of the store in a folder; what `store` already
    says stays.

    Raises: `StoreError` where a file of either is damaged, `SetupError` where the store cannot be
    written.
    """
    theirs = DocStore(folder)
    if packages := known_packages(theirs):
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "learned.zip"
            pack(theirs, packages, file)
            unpack(file, store)
    flows = flows_of(theirs)
    offers = [
        offer
        for package in flows.packages()
        for file in flows.files(package)
        for offer in offered(file, package)
    ]
    take(flows_of(store), offers, replaces=False)
