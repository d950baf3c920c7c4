"""`appagent play`: flows on a phone, without a model."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import starmap
from pathlib import Path

from appagent.agent.play import play
from appagent.api import is_throwaway, open_device, open_session, write_report
from appagent.api.session import NoModel
from appagent.cli.flows import checked
from appagent.cli.out import replaceable, terminal, write_out
from appagent.cli.share import phones, share, warn_of_unknown
from appagent.cli.work import THROWAWAY, Flags
from appagent.config import Config, load
from appagent.device.adb import AdbDevice
from appagent.errors import UsageError
from appagent.flows import Chosen, FlowFile, FlowFiles, KeptFlow, choose
from appagent.outcome import Outcome
from appagent.report import plain
from appagent.report.junit import flow_case, is_junit, junit
from appagent.report.plain import plural
from appagent.report.terminal import Terminal
from appagent.trail import REPORT, read_commands

NOT_PLAYED = "nothing was played"
_NAME = re.compile(r"[^\W\d]\w*")
_OF_SHELL = "MAESTRO_"  # names of the environment that a flow sees


class Yes:
    """A person who says yes to all that is asked, and is told of it."""

    def __init__(self, person: Terminal) -> None:
        self._terminal = person

    def confirm(self, question: str) -> bool:
        self._terminal.say(f"{question} yes, by --yes")
        return True

    def ask(self, question: str) -> str:
        raise UsageError(f"{question.strip()} --yes answers yes or no alone")

    def choose(self, question: str, choices: Sequence[str]) -> int:
        raise UsageError(f"{question.strip()} --yes answers yes or no alone, not {choices}")


def play_flows(
    flags: Flags,
    places: Sequence[Path],
    env: Sequence[str],
    include: str,
    exclude: str,
    junit_file: Path | None,
    *,
    yes: bool,
    as_json: bool,
) -> int:
    """Play the flows of some places; gives the exit code: the highest of theirs."""
    names, config = given_names(env), load(flags).config
    if junit_file:
        make_way(junit_file)
    files = FlowFiles()
    chosen = choose(files, places, _words(include), _words(exclude))
    if as_json and (wrong := [each for each in chosen.flows if not each.ok]):
        plain.document({"error": NOT_PLAYED, "exit_code": 2, "files": list(map(checked, wrong))})
        return UsageError.exit_code
    _check(chosen, places, names)
    where = "the flow" if len(chosen.flows) == 1 else "any of the flows"
    warn_of_unknown(chosen.flows, env, where)
    tell = _nothing if as_json else _tell
    devices = phones(config)
    if len(devices) > 1:
        outcomes = share(devices, chosen, flags, env, tell, yes=yes)
    else:
        outcomes = _play_all(config, files, chosen, names, tell, yes=yes)
    if junit_file:
        begun = {file.file for file, _ in outcomes}
        unplayed = [flow_case(each) for each in chosen.flows if each.file not in begun]
        write_out(junit_file, junit([*starmap(flow_case, outcomes), *unplayed]))
    if as_json:
        plain.document({"flows": [_document(each, o) for each, o in outcomes]})
    passed = sum(outcome.ending == "done" for _, outcome in outcomes)
    count = len(chosen.flows)
    if count > 1:
        rest = f", {left} not begun" if (left := count - len(outcomes)) else ""
        plain.aside(f"{plural(count, 'flow')}: {passed} passed, "
                    f"{len(outcomes) - passed} failed{rest}")  # fmt: skip
    return max([int(len(outcomes) < count), *(outcome.exit_code for _, outcome in outcomes)])


def make_way(junit_file: Path) -> None:
    """Remove an earlier report, which says nothing of this run. Raises: `UsageError` where no
    report may be written."""
    replaceable(junit_file, "JUnit report", is_junit)
    if (old := junit_file.resolve()).is_file():
        old.unlink()


def given_names(env: Iterable[str]) -> Mapping[str, str]:
    """What the names of flows stand for. Raises: `UsageError`."""
    pairs = [each.partition("=") for each in env]
    for name, equals, _ in pairs:
        if not (equals and _NAME.fullmatch(name)):
            raise UsageError(f"-e {name!r}: expected NAME=VALUE")
    shell = {name: value for name, value in os.environ.items() if name.startswith(_OF_SHELL)}
    return {**shell, **{name: value for name, _, value in pairs}}


def _words(said: str) -> frozenset[str]:
    return frozenset(word.strip() for word in said.split(",") if word.strip())


def _check(chosen: Chosen, places: Sequence[Path], names: Mapping[str, str]) -> None:
    """Raises: `UsageError` where there is nothing to play, or something is wrong with it;
    `StoreError` with what stands beside it."""
    problems = [problem for each in chosen.flows for problem in each.problems]
    for problem in problems:
        plain.error(problem)
    if problems:
        raise UsageError(f"{NOT_PLAYED}: {plural(len(problems), 'problem')} in the flows")
    if not chosen.flows:
        where = ", ".join(map(str, places))
        raise UsageError(f"of the {plural(chosen.found, 'flow')} in {where} the tags leave none")
    for each in chosen.flows:
        KeptFlow.beside(each, names)


def _play_all(
    config: Config,
    files: FlowFiles,
    chosen: Chosen,
    names: Mapping[str, str],
    tell: Callable[[FlowFile, Outcome], object],
    *,
    yes: bool,
) -> list[tuple[FlowFile, Outcome]]:
    person, played = terminal(), list[tuple[FlowFile, Outcome]]()
    with open_device(config, command="play", person=person.person) as device:
        if is_throwaway(config, device):
            person.say(THROWAWAY)
        for file in chosen.flows:
            outcome = _play(config, device, person, files, file, names, yes=yes)
            played.append((file, outcome))
            tell(file, outcome)
            halts = file.file in chosen.halts and outcome.ending != "done"
            if halts or outcome.exit_code > 1:  # the phone is gone, or a person stopped it
                break
    return played


def _play(
    config: Config,
    device: AdbDevice,
    person: Terminal,
    files: FlowFiles,
    file: FlowFile,
    names: Mapping[str, str],
    *,
    yes: bool,
) -> Outcome:
    assert file.flow is not None
    app = file.flow.config.app_id
    answers = Yes(person) if yes else person.person
    package = app if "$" not in app else ""
    session = open_session("play", package, config, device, NoModel(), person, person=answers)
    plain.never_print(session.secrets.hide_meant)
    person.say(f"{file.name}: {file.file} on {device.serial}, without a model")
    with person.watching(lambda: (session.model.spent, None)):
        outcome = play(session, file, files, names)
    report = write_report(session.trail.folder)
    if outcome.error:
        plain.error(f"appagent: {outcome.error}")
    plain.aside(f"a page of it: {report}")
    return outcome


def _tell(file: FlowFile, outcome: Outcome) -> None:
    how = "passed" if outcome.ending == "done" else "failed"
    count = plural(len(read_commands(Path(outcome.trail))), "command")
    cost = f"{count}, {plural(outcome.steps, 'step')}, {outcome.seconds:.1f} s"
    plain.line(f"{how}  {file.name}  {cost}")
    if outcome.answer:
        plain.line(f"        {outcome.answer}")


def _nothing(file: FlowFile, outcome: Outcome) -> None:
    """--json tells it all at the end."""


def _document(file: FlowFile, outcome: Outcome) -> dict[str, object]:
    """A flow that was played, as --json tells it."""
    commands = [each.model_dump(mode="json") for each in read_commands(Path(outcome.trail))]
    return {
        "file": str(file.file), "name": file.name, "ok": outcome.ending == "done",
        "ending": outcome.ending, "answer": outcome.answer, "error": outcome.error,
        "seconds": outcome.seconds, "steps": outcome.steps, "calls": outcome.calls,
        "trail": outcome.trail, "report": str(Path(outcome.trail) / REPORT), "commands": commands,
    }  # fmt: skip
