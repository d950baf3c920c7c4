"""The shell: it walks the tree of a command line and runs what stands there."""

from __future__ import annotations

import asyncio
import posixpath
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import contextmanager

from pocketphone.shell import expansion
from pocketphone.shell.cursor import GrammarError
from pocketphone.shell.filesystem import Regular
from pocketphone.shell.grammar import parse
from pocketphone.shell.process import COMMANDS, Failed, Function, Process, encode, load_commands
from pocketphone.shell.state import NAME, Exit, Leave, Shell
from pocketphone.shell.streams import MEMORY, FileSink, Held, Null, Pipe, Sink, Source, Streams
from pocketphone.shell.syntax import (
    AndOr,
    Command,
    For,
    Group,
    If,
    Item,
    Pipeline,
    Redirect,
    Script,
    Simple,
    Substitution,
    While,
)
from pocketphone.shell.userland import Userland

SIGPIPE_STATUS = 128 + 13
JOBS_MAX = 500  # in the background of one shell


class Interpreter(Shell):
    """A shell that runs what the tree of a command line says."""

    def __init__(self, userland: Userland, tty: Sink | None = None) -> None:
        super().__init__(userland, tty)
        load_commands()

    def fork(self) -> Interpreter:
        child = Interpreter(self.userland, self.tty)
        child.variables, child.exported = dict(self.variables), set(self.exported)
        child.arguments, child.cwd, child.status = self.arguments, self.cwd, self.status
        child.pid, child.stdin = self.pid, self.stdin
        return child

    async def script(self, text: str, io: Streams) -> int:
        try:
            tree = parse(text)
        except GrammarError as problem:
            if problem.beyond:
                self.userland.outside_grammar.append(text)
            await io.stderr.write(encode(f"{NAME}: {problem}\n"))
            self.status = 1
            return 1
        return await self.run(tree, io)

    async def whole(self, script: Script, io: Streams) -> int:
        try:
            self.status = await self.run(script, io)
        except Exit as end:
            self.status = end.status
        except BrokenPipeError:
            self.status = SIGPIPE_STATUS
        try:
            await self.wait()
        finally:
            self.hang_up()
        return self.status

    async def wait(self) -> None:
        if self.jobs:
            await asyncio.wait(self.jobs)

    def hang_up(self) -> None:
        """Stops the jobs that are left."""
        for job in self.jobs:
            job.cancel()

    async def run(self, script: Script, io: Streams) -> int:
        """The status of the last item."""
        status = 0
        for item in script:
            status = await (self._start if item.background else self._and_or)(item, io)
            self.status = status
        return status

    async def _start(self, item: Item, io: Streams) -> int:
        self.jobs = [job for job in self.jobs if not job.done()]
        if len(self.jobs) == JOBS_MAX:
            await io.stderr.write(encode(f"{NAME}: can't fork - try again\n"))
            raise Exit(1)
        child = self.fork()
        io = Streams(Null(), io.stdout, io.stderr)
        tree = (Item(item.commands, background=False),)
        self.jobs.append(asyncio.create_task(child.whole(tree, io)))
        self.last_job = self.userland.next_pid()
        return 0

    async def _and_or(self, item: Item, io: Streams) -> int:
        commands: AndOr = item.commands
        self.status = await self._pipeline(commands.first, io)
        for operator, pipeline in commands.rest:
            if (self.status == 0) == (operator == "&&"):
                self.status = await self._pipeline(pipeline, io)
        return self.status

    async def _pipeline(self, pipeline: Pipeline, io: Streams) -> int:
        if len(pipeline.stages) == 1:
            status = await self._command(pipeline.stages[0], io)
        else:
            status = await self._stages(pipeline.stages, io)
        return int(not status) if pipeline.negated else status

    async def _stages(self, stages: Sequence[Command], io: Streams) -> int:
        pipes = [Pipe() for _ in stages[1:]]
        ends = zip(stages, [None, *pipes], [*pipes, None], strict=True)
        async with asyncio.TaskGroup() as group:
            running = [group.create_task(self._stage(*each, io)) for each in ends]
        return running[-1].result()

    async def _stage(
        self, stage: Command, above: Pipe | None, below: Pipe | None, io: Streams
    ) -> int:
        script = (Item(AndOr(Pipeline((stage,), negated=False), ()), background=False),)
        try:
            own = Streams(above or io.stdin, below or io.stdout, io.stderr)
            return await self.fork().whole(script, own)
        finally:
            if below:
                below.close()
            if above:
                above.abandon()

    async def _command(self, command: Command, io: Streams) -> int:
        await asyncio.sleep(0)  # a loop in one stream must not hold up the others
        self.stdin = io.stdin
        try:
            if isinstance(command, Simple):
                return await self._simple(command, io)
            return await self._compound(command, await self._redirect(command.redirects, io))
        except Failed as problem:
            await io.stderr.write(encode(problem.text))
            return problem.status

    async def _compound(self, command: Group | If | While | For, io: Streams) -> int:
        match command:
            case Group(body, subshell=True):
                return await self.fork().whole(body, io)
            case Group(body):
                return await self.run(body, io)
            case If(branches, otherwise):
                for condition, body in branches:
                    if await self.run(condition, io) == 0:
                        return await self.run(body, io)
                return await self.run(otherwise, io)
            case While() | For():
                self.loops += 1
                try:
                    return await self._loop(command, io)
                finally:
                    self.loops -= 1

    async def _loop(self, loop: While | For, io: Streams) -> int:
        status = 0
        async for _ in self._turns(loop, io):
            try:
                status = await self.run(loop.body, io)
            except Leave as leave:
                status = 0
                if not leave.again:
                    break
        return status

    async def _turns(self, loop: While | For, io: Streams) -> AsyncIterator[None]:
        """Once for each time that the body is to run."""
        if isinstance(loop, While):
            while (await self.run(loop.condition, io) == 0) != loop.until:
                yield
            return
        values = self.arguments
        if loop.words is not None:
            values = await expansion.fields(self, loop.words, io.stderr)
        for self.variables[loop.name] in values:
            yield

    async def _simple(self, command: Simple, io: Streams) -> int:
        fields = await expansion.fields(self, command.words, io.stderr)
        values = {
            name: await expansion.text(self, word, io.stderr) for name, word in command.assignments
        }
        redirected = await self._redirect(command.redirects, io)
        if sum(map(len, (*fields, *values.values()))) > MEMORY:
            await io.stderr.write(encode(f"{NAME}: internal error: unable to allocate memory\n"))
            raise Exit(1)
        if not fields:
            self.variables.update(values)
            parts = [part for _, word in command.assignments for part in word]
            return self.status if any(isinstance(part, Substitution) for part in parts) else 0
        return await self.call(fields, redirected, values)

    async def call(
        self, fields: Sequence[str], io: Streams, values: dict[str, str] | None = None
    ) -> int:
        name, *args = fields
        process = Process(posixpath.basename(name), args, io, self)
        try:
            function = self._function(name)
            with self._assign(values or {}):
                return await function(process) or 0
        except BrokenPipeError:
            raise
        except OSError as problem:
            shown = problem.filename or ""
            await io.stderr.write(encode(f"{process.name}: {shown}: {problem.strerror}\n"))
            return 1
        except Failed as problem:
            await io.stderr.write(encode(problem.text))
            return problem.status

    @contextmanager
    def _assign(self, values: Mapping[str, str]) -> Iterator[None]:
        """Sets variables for one command alone: `X=1 command`."""
        before = {name: self.variables.get(name) for name in values}
        exported = values.keys() - self.exported
        self.variables.update(values)
        self.exported |= exported
        try:
            yield
        finally:
            self.exported -= exported
            for name, value in before.items():
                if value is None:
                    self.variables.pop(name, None)
                else:
                    self.variables[name] = value

    def _function(self, name: str) -> Function:
        """The command of that name. Raises: `Failed`."""
        function = COMMANDS.get(name.removeprefix("/system/bin/"))
        if function is None:
            raise self._not_found(name)
        return function

    def _not_found(self, name: str) -> Failed:
        path = posixpath.join(self.cwd, name)
        if "/" in name and self.userland.files.exists(path):
            return Failed(f"{NAME}: {name}: can't execute: Permission denied\n", 126)
        return Failed(f"{NAME}: {name}: inaccessible or not found\n", 127)

    async def _redirect(self, redirects: Sequence[Redirect], io: Streams) -> Streams:
        stdin: Source = io.stdin
        outputs: dict[int, Sink] = {1: io.stdout, 2: io.stderr}
        for redirect in redirects:
            target = await expansion.text(self, redirect.target, io.stderr)
            if redirect.operator in (">&", "<&"):
                if target == "-":
                    outputs[redirect.descriptor] = Null()
                elif target not in ("0", "1", "2"):
                    raise Failed(f"{NAME}: {target}: bad file descriptor\n")
                elif redirect.descriptor and target != "0":
                    outputs[redirect.descriptor] = outputs[int(target)]
            elif redirect.operator == "<":
                stdin = self._reader(target)
            else:
                outputs[redirect.descriptor] = self._writer(target, redirect.operator == ">>")
        return Streams(stdin, outputs[1], outputs[2])

    def _reader(self, name: str) -> Source:
        path = posixpath.join(self.cwd, name)
        try:
            if path == "/dev/tty":
                self.device(path)
                return self.stdin
            return Held(self.userland.files.read(path))
        except OSError as problem:
            raise Failed(f"{NAME}: can't open {name}: {problem.strerror}\n") from None

    def _writer(self, name: str, append: bool) -> Sink:
        path = posixpath.join(self.cwd, name)
        try:
            node = self.userland.files.open(path, append=append)
            if isinstance(node, Regular):
                return FileSink(self.userland.files, node)
            return self.device(path)
        except OSError as problem:
            raise Failed(f"{NAME}: can't create {name}: {problem.strerror}\n") from None
