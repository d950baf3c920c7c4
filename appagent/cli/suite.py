"""`appagent test`: a suite of one's own, on one phone or several."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from appagent.api import make_detector, make_model
from appagent.cli.out import terminal, write_out
from appagent.cli.play import Yes, given_names, make_way
from appagent.cli.share import phones, starts_pocket, warn_of_unknown
from appagent.cli.work import THROWAWAY, Flags, destination
from appagent.config import credentials, load
from appagent.errors import UsageError
from appagent.report import plain
from appagent.report.junit import Case, junit
from appagent.report.plain import plural
from appagent.secrets import Secrets
from appagent.suggest import did_you_mean, near
from appagent.suite import Ran, Result, Suite, SuiteTest, SuiteWrong, Try, read_suite, run_suite

NOT_TESTED = "nothing was tested"


def run_tests(
    flags: Flags,
    file: Path,
    only: Sequence[str],
    env: Sequence[str],
    junit_file: Path | None,
    again: int,
    *,
    yes: bool,
    as_json: bool,
) -> int:
    """Do the tests of a suite; gives the exit code. Raises: `SuiteError`, `UsageError`."""
    names, config = given_names(env), load(flags).config
    if junit_file:
        make_way(junit_file)
    suite = _suite(file, names, as_json)
    if suite is None:
        return UsageError.exit_code
    tests = _chosen(suite, only)
    warn_of_unknown([test.flow for test in tests if test.flow], env, "a flow")
    plain.never_print(Secrets(credentials(config)).hide_meant)
    person = terminal()
    if any(test.task for test in tests):
        model = make_model(config, person.say)  # raises where none is configured
        screens = destination(model.host, make_detector(config))
        person.say(f"what is said in words is done with {model.name}; {screens}")
    serials = phones(config, pockets=True) or [""]
    if starts_pocket(serials, config):
        person.say(THROWAWAY)
    some = person.person if len(serials) == 1 else None  # of several, nobody knows which one asks
    ran = run_suite(
        tests, serials,
        tell=partial(_tell, as_json=as_json), say=person.say, on_step=person.stepped,
        person=Yes(person) if yes else some,
        again=again, settings={k: v for k, v in flags.items() if k != "device"},
    )  # fmt: skip
    if junit_file:
        write_out(junit_file, junit([_case(suite, each) for each in ran.results], suite.name))
    if as_json:
        plain.document(_document(suite, ran))
    plain.aside(_summary(ran))
    return ran.exit_code


def _suite(file: Path, names: Mapping[str, str], as_json: bool) -> Suite | None:
    """The suite; None where it is wrong, and --json told all of it. Raises: `UsageError`."""
    try:
        return read_suite(file, names)
    except SuiteWrong as err:
        if as_json:
            told = [
                {"file": str(p.file), "line": p.line, "column": p.column, "what": p.what}
                for p in err.problems
            ]
            plain.document({"error": str(err), "exit_code": err.exit_code, "problems": told})
            return None
        for problem in err.problems:
            plain.error(problem)
        number = plural(len(err.problems), "problem")
        raise UsageError(f"{NOT_TESTED}: {number} in {file}") from err


def _chosen(suite: Suite, only: Sequence[str]) -> list[SuiteTest]:
    """The tests of these names, or in whose name one of them stands; all where there is none.
    Raises: `UsageError` for a name that none has."""
    chosen: set[str] = set()
    for name in only:
        said = name.casefold()
        exact = [test.name for test in suite.tests if test.name.casefold() == said]
        found = exact or [test.name for test in suite.tests if said in test.name.casefold()]
        if not found:
            known = [test.name for test in suite.tests]
            raise UsageError(f"no test is called {name!r}{did_you_mean(near(name, known))}")
        chosen |= {*found}
    return [test for test in suite.tests if not only or test.name in chosen]


# --- how it is told -------------------------------------------------------------------------------


def _cost(tries: Sequence[Try]) -> str:
    """What all tries of a test took: `12 steps, 3 calls, 14.2 s`."""
    outcomes = [each.outcome for each in tries if each.outcome]
    steps, calls = sum(o.steps for o in outcomes), sum(o.calls for o in outcomes)
    seconds = sum(each.seconds for each in tries)
    return f"{plural(steps, 'step')}, {plural(calls, 'call')}, {seconds:.1f} s"


def _tell(result: Result, *, as_json: bool) -> None:
    """A line for a test, and below why it failed, and where its page is."""
    line = plain.aside if as_json else plain.line
    line(f"{result.told}  {result.test.name}  {_cost(result.tries)}")
    for each in result.tries:
        if each.why:
            line(f"        {each.why}")
            if each.page:
                line(f"        {each.page}")


def _summary(ran: Ran) -> str:
    """`5 tests: 4 passed (1 at the second try), 1 failed`."""
    passed = [each for each in ran.results if each.ok]
    again = sum(each.again for each in passed)
    failed = sum(each.done and not each.ok for each in ran.results)
    left = sum(not each.done for each in ran.results)
    told = [
        f"{len(passed)} passed" + (f" ({again} at the second try)" if again else ""),
        f"{failed} failed",
        f"{left} not done" if left else "",
    ]
    return f"{plural(len(ran.results), 'test')}: {', '.join(filter(None, told))}"


def _case(suite: Suite, result: Result) -> Case:
    """A test as JUnit tells it: each try has its trail, and a second one is told."""
    case = Case(result.test.name, suite.file, classname=suite.name)
    if not result.done:
        return case
    last = result.tries[-1]
    trails = {f"try {n}": each.trail for n, each in enumerate(result.tries, 1) if each.trail}
    page = f"\n{last.page}" if last.page and last.why else ""
    return Case(
        case.name, case.file, classname=suite.name, device=last.device,
        started=result.tries[0].started, seconds=sum(each.seconds for each in result.tries),
        failure=f"{last.why}{page}" if last.why else "",
        properties={"result": result.told, "tries": str(len(result.tries)), **trails},
        said="\n".join(_try(n, each) for n, each in enumerate(result.tries, 1)),
    )  # fmt: skip


def _try(n: int, tried: Try) -> str:
    """`try 1 on emulator-5554: failed: nothing in sight says "Bread"; runs/.../report.html`."""
    how = f"failed: {tried.why}" if tried.why else "passed"
    return f"try {n} on {tried.device}: {how}{f'; {tried.page}' if tried.page else ''}"


def _document(suite: Suite, ran: Ran) -> dict[str, object]:
    """What --json prints."""
    tests = [
        {
            "name": each.test.name, "app": each.test.app, "line": each.test.line, "ok": each.ok,
            "result": each.told, "tries": list(map(_tried, each.tries)),
        }
        for each in ran.results
    ]  # fmt: skip
    stopped = {"error": "stopped"} if ran.stopped else {}
    return {
        **stopped, "exit_code": ran.exit_code, "suite": str(suite.file),
        "ok": ran.exit_code == 0, "tests": tests,
    }  # fmt: skip


def _tried(tried: Try) -> dict[str, object]:
    outcome = tried.outcome
    return {
        "ok": tried.ok, "device": tried.device, "why": tried.why, "gone": tried.gone,
        "seconds": tried.seconds, "ending": outcome.ending if outcome else "",
        "answer": outcome.answer if outcome else "", "steps": outcome.steps if outcome else 0,
        "calls": outcome.calls if outcome else 0, "cost": outcome.cost if outcome else None,
        "trail": tried.trail, "report": str(tried.page or ""),
    }  # fmt: skip
