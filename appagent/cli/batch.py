"""`appagent run --batch FILE`: many tasks, on one phone or many."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any, TextIO

from appagent.api import make_detector, make_model, open_store
from appagent.batch import (
    LEARNED,
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
from appagent.errors import SchedulerGone, SetupError, UsageError
from appagent.files import new_folder
from appagent.knowledge.gather import gather
from appagent.report import plain
from appagent.report.board import Board
from appagent.report.plain import plural
from appagent.secrets import Secrets
from appagent.spread import PHONE, POCKET, Phones, open_engine, spread

_OF_A_MACHINE = ("device", "store", "runs")  # each place has its own


def run_batch(
    flags: Mapping[str, Any], file: Path, sources: str, spreading: Spreading, pockets: int,
    out: Path | None, table: Path | None, resume: Path | None,
) -> int:  # fmt: skip
    """Do the tasks of a file; gives the exit code. Raises: `UsageError`."""
    if resume and out and resume != out:
        raise UsageError("--resume names the results that it goes on with: leave out --out")
    spreading.check()
    tasks, docs = read_tasks(file), parse_sources(sources)
    out = out or resume
    for option, path in (("--out", out), ("--csv", table)):
        if path:
            writable(option, path)
    done = {each.id: each for each in read_results(resume, tasks)} if resume else {}
    if out and out.exists() and not resume:
        raise UsageError(f"--out {out} is there already: go on with it by --resume {out}, or name "
                         "another file")  # fmt: skip
    due = [task for task in tasks if task.id not in done or done[task.id].broke]
    config = load(flags).config
    plain.never_print(Secrets(credentials(config)).hide_meant)
    here, need = _phones(config, spreading, pockets), POCKET if pockets else PHONE
    model = make_model(config, plain.aside)
    screens = destination(model.host, make_detector(config))
    plain.aside(f"{plural(len(due), 'task')} of {len(tasks)} with {model.name}; {screens}")
    own = {name: Config.model_fields[name].default for name in _OF_A_MACHINE}
    sent = without_secrets(config).model_copy(update=own)
    work = Batch(tuple(due), sent, docs, need)
    book = _Book(out, table, done)
    folder, code = new_folder(config.runs, "batch"), 0
    try:
        with (
            book,
            Board(len(tasks), len(tasks) - len(due)) as board,
            open_engine(
                spreading.engine, here,
                calls_per_minute=spreading.calls_per_minute, say=plain.aside,
            ) as engine,
        ):  # fmt: skip
            by_id = {task.id: task for task in due}
            for ended in spread(
                engine, work, list(by_id), board,
                into=folder, read={"store": open_store(config).folder}, retries=spreading.retries,
            ):  # fmt: skip
                book.write(_placed(result_of(by_id[ended.item], ended), folder))
    except KeyboardInterrupt:
        code = INTERRUPTED
    except SchedulerGone as err:
        plain.error(f"appagent: {err}")
        code = err.exit_code
    finally:
        _keep_learned(config, folder)
    plain.aside(_summary(tasks, book.results))
    if code:
        plain.aside(f"--resume {out} does the rest" if out else "name --out to be able to --resume")
    return code or int(not all(task.id in book.results and book.results[task.id].ok
                               for task in tasks))  # fmt: skip


def _phones(config: Config, spreading: Spreading, pockets: int) -> Phones:
    """The phones of this machine that take part. Raises: `UsageError`, `DeviceNotFound`."""
    named = phones(config)
    if not spreading.here:
        if named:
            raise UsageError("--device is of this machine: workers name the phones that they have")
        return Phones()
    if pockets and named:
        raise UsageError("--pockets and --device: tasks are done on one kind of phone")
    if pockets:
        return Phones(pockets=pockets)
    return Phones(tuple(named or [select_phone(None, pocket_port=config.pocket_port).serial]))


def _placed(result: BatchResult, folder: Path) -> BatchResult:
    trail = str(folder / result.trail) if result.trail else ""
    return result.model_copy(update={"trail": trail})


def _keep_learned(config: Config, folder: Path) -> None:
    """Bring what was learned on other machines into the store."""
    for learned in sorted(folder.glob(f"{LEARNED}/*")):
        gather(learned, open_store(config))
    shutil.rmtree(folder / LEARNED, ignore_errors=True)


class _Book:
    """The results, written as they come: a JSON line each to a file or stdout, and a CSV."""

    def __init__(
        self, out: Path | None, table: Path | None, results: Mapping[str, BatchResult]
    ) -> None:
        self.results = dict(results)
        whole = [each.model_dump(mode="json") for each in results.values() if not each.broke]
        self._csv = GrowingCsv(table, list(BatchResult.model_fields), whole)
        self._out, self._files = out, ExitStack()

    def __enter__(self) -> _Book:
        try:
            self._lines: TextIO | None = None
            if self._out:
                _end_whole(self._out)
                self._lines = self._files.enter_context(self._out.open("a", encoding="utf-8"))
        except OSError as err:
            raise SetupError(f"cannot write {err.filename}: {err.strerror}") from err
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def write(self, result: BatchResult) -> None:
        """Raises: `SetupError`."""
        self.results[result.id] = result
        line = result.model_dump_json()
        try:
            if self._lines:
                self._lines.write(f"{line}\n")
                self._lines.flush()
            else:
                plain.line(line)
                sys.stdout.flush()
        except OSError as err:
            raise SetupError(f"the results cannot be written: {err.strerror}") from err
        self._csv.write(result.model_dump(mode="json"))
        plain.aside(f"{len(self.results):>4}  {_told(result)}")


def _end_whole(path: Path) -> None:
    """Remove a last line without its end, left by a crash."""
    if path.exists():
        content = path.read_bytes()
        if not content.endswith(b"\n"):
            path.write_bytes(content[: content.rfind(b"\n") + 1])


def _told(result: BatchResult) -> str:
    how = result.ending.replace("_", " ") if not result.error else result.error
    answer = f": {result.answer}" if result.answer and not result.error else ""
    cost = f"{plural(result.steps, 'step')}, {plural(result.calls, 'call')}, {result.seconds:.1f} s"
    return f"{result.id}  {how}{answer}  ({cost}, {result.device})"


def _summary(tasks: Sequence[BatchTask], results: Mapping[str, BatchResult]) -> str:
    done = sum(each.ok for each in results.values())
    broke = sum(each.broke for each in results.values())
    left = len(tasks) - len(results)
    told = [f"{done} done", f"{len(results) - done - broke} not done",
            f"{broke} broke off" if broke else "", f"{left} not begun" if left else ""]  # fmt: skip
    return f"{plural(len(tasks), 'task')}: {', '.join(filter(None, told))}"
