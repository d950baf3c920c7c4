"""The phones that clients use, and what each tool does with them, as texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Lock
from typing import Any, get_args

from appagent.actions.program import read
from appagent.actions.verbs import Subarea
from appagent.api import POCKET, Agent, Done, Look, Phone, ProgramFailed, open_store, write_report
from appagent.config import load, user_runs
from appagent.danger import Danger
from appagent.device.apps import short_name
from appagent.device.devices import list_phones
from appagent.device.pocket import running
from appagent.device.server import AdbServer
from appagent.errors import Correctable, UsageError
from appagent.flows import load_kept
from appagent.knowledge.ahead import ahead
from appagent.knowledge.element import ElementDoc, Source
from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.mapfile import maps_of
from appagent.knowledge.store import DocStore
from appagent.mcp.jobs import Asker, Job, Said
from appagent.outcome import Outcome
from appagent.prompts import escape
from appagent.runs import find_run
from appagent.screen.describe import quote
from appagent.screen.keys import row_of
from appagent.texts import shorten, words_of
from appagent.trail import Step, read_steps

CLOSE_S = 5.0  # that what goes on may take to end
_CELLS = f"""\
(the picture shows a grid, for what has no number: tap(12, "center") touches the middle of cell \
12; its other parts are {", ".join(get_args(Subarea)[:4])}, ...)"""
_NOTES = 40  # lines of what elements do
_FITTING = 12  # of them, of those that fit what is asked for
_NOTE = 200  # characters of one
_SOURCES: Sequence[Source] = ("manual", "demo", "auto")  # the best first
_STEPS = 60  # of a run that are told


class Held:
    """A phone that is held for the clients, and who is asked on it."""

    def __init__(self, serial: str, flags: Mapping[str, Any]) -> None:
        self.asker = Asker()
        self.shown_to = ""  # the client that was told the last list
        self.phone = Phone.connect(
            serial or None,
            person=self.asker,
            on_step=self._tell,
            strict=True,
            command="mcp",
            **flags,
        )
        self.agent = Agent(self.phone)

    def _tell(self, step: Step) -> None:
        if self.asker.job and self.asker.job.left:
            self.phone.stop()
        elif self.asker.job:
            self.asker.job.tell(_line(step))

    @contextmanager
    def at(self, job: Job) -> Iterator[Held]:
        """It, for one job alone. Raises: `UsageError` where nobody waits for the job any more."""
        with self.phone.alone():
            if job.left:
                raise UsageError("the client is gone")
            self.asker.job = job
            try:
                yield self
                self.shown_to = job.client
            finally:
                self.asker.job = None


class Phones:
    """The phones of a server. `flags` are settings, `allow` the classes of harm that need nobody's
    yes."""

    def __init__(self, flags: Mapping[str, Any], allow: Collection[Danger] = ()) -> None:
        self._flags, self._allow = flags, allow
        settings = load(flags)
        if settings.origin["runs"] == "default":  # a client starts it wherever it happens to be
            self._flags = {**flags, "runs": user_runs()}
        self._config = load(self._flags).config
        self._held: dict[str, Held] = {}
        self._lock = Lock()  # while one is connected, or all are given back
        self._closed = False

    def stop(self) -> None:
        """End what goes on on each phone before its next step; no other is begun."""
        self._closed = True
        for held in [*self._held.values()]:
            if held.asker.job:
                held.asker.job.leave()
            held.phone.stop()

    def close(self) -> None:
        """Give all phones back."""
        self.stop()
        with self._lock:
            for held in {*self._held.values()}:
                held.phone.close(within_s=CLOSE_S)
            self._held.clear()

    def leave(self, job: Job) -> None:
        """Nobody waits for a job any more: it ends before its next step."""
        job.leave()
        for held in [*self._held.values()]:
            if held.asker.job is job:
                held.phone.stop()

    def same(self, phone: str, other: str) -> bool:
        """Whether two names, "" for the usual one, are of one phone, as far as that is known."""
        one, two = (self._held.get(name or self._config.device) for name in (phone, other))
        return one is two if one and two else phone == other

    def held(self, serial: str) -> Held:
        """The phone of this serial, by default that of the settings. Raises: as `Phone.connect`."""
        serial = serial or self._config.device
        with self._lock:
            if self._closed:
                raise UsageError("the server ends")
            if serial not in self._held:
                self._held[serial] = self._known_as(serial) or self._connected(serial)
            return self._held[serial]

    def _known_as(self, serial: str) -> Held | None:
        """The phone that is held already under another name."""
        if not serial:
            usable = [each.serial for each in list_phones(AdbServer.from_environment())
                      if each.usable]  # fmt: skip
            serial = usable[0] if len(usable) == 1 else ""
        elif serial == POCKET:
            serial = f"127.0.0.1:{self._config.pocket_port}"
        return next((h for h in self._held.values() if h.phone.serial == serial), None)

    def _connected(self, serial: str) -> Held:
        flags = {name: value for name, value in self._flags.items() if name != "device"}
        return Held(serial, flags)

    @property
    def _store(self) -> DocStore:
        return open_store(self._config)

    def known(self) -> Mapping[str, str]:
        """The apps that something was learned of: their packages, by what they are called."""
        store = self._store
        every = {*store.packages(), *maps_of(store).packages(), *flows_of(store).packages()}
        return {short_name(package): package for package in sorted(every)}

    # -- what the tools do

    def phones(self, phone: str) -> Said:
        """The phones that are attached; of one that is named its apps."""
        if phone:
            return Said("\n".join(map(short_name, self.held(phone).phone.apps())))
        found = list_phones(AdbServer.from_environment())
        lines = [f"{each.serial}  {each.model}  {each.problem or 'ready'}" for each in found]
        state = "runs" if running(self._config.pocket_port) else "starts when it is used"
        default = self._config.device or "the only one that is attached"
        lines += [f"{POCKET}  the simulated phone, {state}", f"default: {default}"]
        return Said("\n".join(lines))

    def observe(self, job: Job, wait_for: str, gone: str, picture: bool) -> Said:
        with self.held(job.phone).at(job) as held:
            lines = []
            for text, leaves in ((wait_for, False), (gone, True)):
                if text and not held.phone.wait_for(text, gone=leaves):
                    state = "still" if leaves else "not"
                    lines.append(f"{quote(text)} is {state} there after 30 s")
            look = held.phone.look()
            told = "\n".join([*lines, _screen(look)])
            return Said(told, picture=look.picture if picture else _grid(look))

    def act(self, job: Job, program: str) -> Said:
        with self.held(job.phone).at(job) as held:
            if held.shown_to != job.client and read(program).needs_numbers:
                raise UsageError("numbers are of a list that this client was not told: observe")
            return self._do(held.phone, program)

    def go(self, job: Job, app: str, page: str, fresh: bool) -> Said:
        with self.held(job.phone).at(job) as held:
            look = held.phone.open_app(app, fresh=fresh)
            return self._do(held.phone, f"go({quote(page)})") if page else Said(_screen(look))

    def run(self, job: Job, task: str, app: str) -> Said:
        with self.held(job.phone).at(job) as held:
            outcome = held.agent.run(task, app or None, trusts=self._allow)
            return _ended(outcome, held.phone.look())

    def play(self, job: Job, flow: str, values: Mapping[str, str]) -> Said:
        with self.held(job.phone).at(job) as held:
            outcome = held.agent.play(self._flow(flow), values, allow=self._allow)
            return _ended(outcome, held.phone.look())

    def learn(self, job: Job, app: str, task: str, steps: int) -> Said:
        with self.held(job.phone).at(job) as held:
            return _ended(held.agent.explore(app, task, steps=steps))

    def docs(self, app: str, about: str) -> Said:
        """What is known of an app; without one the apps that something is known of."""
        store = self._store
        maps, flows = maps_of(store), flows_of(store)
        known = sorted({*store.packages(), *maps.packages(), *flows.packages()})
        if not app:
            names = "\n".join(map(short_name, known))
            return Said(names or "nothing was learned yet: use learn")
        package = next((each for each in known if app in (each, short_name(each))), "")
        if not package:
            raise UsageError(
                f"nothing is known of {app}: known are {', '.join(map(short_name, known))}"
            )
        of = maps.read(package)
        kept = [f"{path.stem}: {load_kept(path).form}" for path in flows.files(package)]
        parts = {
            "pages, for go": [ahead(of, of.page(of.start), about)] if of.pages else [],
            "flows, for play": kept,
            "what controls do": _notes(store.docs(package), about),
        }
        told = (f"{head}:\n{escape(chr(10).join(lines) or 'none yet')}"
                for head, lines in parts.items())  # fmt: skip
        return Said("\n".join(told))

    def report(self, run: str) -> Said:
        """The steps of a run, and where its page is."""
        if re.search(r"[/\\]|^\.+$", run):
            raise UsageError("name a run as it was told, without a folder")
        past = find_run(self._config.runs, run or None)
        head = _ended(past.outcome).text if past.outcome else f"{past.name}: {past.ending}"
        lines = map(_line, list(read_steps(past.folder))[-_STEPS:])
        page = f"page: {write_report(past.folder).resolve()}"
        return Said("\n".join([head, *map(escape, lines), page]))

    def _do(self, phone: Phone, program: str) -> Said:
        """What came of a program, and the screen after it, also where it could not be begun."""
        try:
            done = phone.do(program, allow=self._allow)
        except ProgramFailed as err:
            told = f"stopped before its end\n{_came(err.done)}"
            return Said(told, failed=True, picture=_grid(err.done.look))
        except Correctable as err:
            told = f"nothing was done: {escape(str(err))}"
            return Said(f"{told}\n{_screen(phone.look())}", failed=True)
        return Said(_came(done), picture=_grid(done.look))

    def _flow(self, named: str) -> Path:
        """The file of a flow: the name of one that was kept, or a path in the working folder, below
        which a client may know what there is. Raises: `UsageError`."""
        flows = flows_of(self._store)
        kept = {path.stem: path for app in flows.packages() for path in flows.files(app)}
        if named in kept:
            return kept[named]
        with suppress(OSError, ValueError):  # what is no path at all
            place = Path(named).resolve()
            if place.is_relative_to(Path.cwd()) and place.is_file():
                return place
        raise UsageError(f"no flow {quote(named)}: docs tells those of an app")


def _screen(look: Look) -> str:
    """A look as a client reads it."""
    page = f", page {escape(quote(look.title))}" if look.title else ""
    lines = [_CELLS] if _grid(look) else [*map(escape, look.lines)]
    return "\n".join((f"{look.app}{page}", "<screen>", *lines, "</screen>"))


def _grid(look: Look) -> bytes:
    """The picture of a screen that is shown under a grid, whose cells no list tells; else b""."""
    return look.picture if look.controls and look.controls[0].role == "cell" else b""


def _line(step: Step) -> str:
    return f"{step.n}. {step.words or step.kind} | {step.outcome or step.error}"


def _came(done: Done) -> str:
    return f"{escape(str(done))}\n{_screen(done.look)}"


def _ended(outcome: Outcome, look: Look | None = None) -> Said:
    """How a job ended, and the screen that it left."""
    lines = [
        f"{outcome.ending}: {outcome.steps} steps, {outcome.calls} calls, {outcome.seconds:.1f} s",
        f"answer: {escape(outcome.answer)}" if outcome.answer else "",
        f"error: {escape(outcome.error)}" if outcome.error else "",
        *(f"refused, for it could do harm: {escape(each)}" for each in outcome.refused),
        f"run: {Path(outcome.trail).name}" if outcome.trail else "",
        _screen(look) if look else "",
    ]
    return Said("\n".join(filter(None, lines)), failed=outcome.exit_code != 0)


def _notes(docs: Iterable[ElementDoc], about: str) -> Sequence[str]:
    """A line for each use of what has a name, the last word of what is known of it; those first
    that say words of `about`, rare ones before common ones, and of the others none."""
    lines = dict[str, str]()  # by what they say: rows say the same of each
    for doc in docs:
        for use, notes in doc.uses.items() if _called(doc) else ():
            text = next(notes[source] for source in _SOURCES if source in notes).text
            lines.setdefault(text, f"{use} {_called(doc)}: {shorten(text, _NOTE)}")
    said = {line: {*map(_stem, words_of(line))} for line in lines.values()}
    times = Counter(word for words in said.values() for word in words)
    sought = {*map(_stem, words_of(about))} & times.keys()
    worth = {line: sum(1 / times[word] for word in words & sought) for line, words in said.items()}
    fit = [line for line in worth if worth[line] or not sought]
    return sorted(fit, key=lambda line: -worth[line])[: _FITTING if sought else _NOTES]


def _called(doc: ElementDoc) -> str:
    """What an element is called, where a program can mean it."""
    if doc.called:
        return f"{doc.role} {quote(doc.called)}"
    return f"{doc.role} of a row" if row_of(doc.key) else ""


def _stem(word: str) -> str:
    return word[:5]
