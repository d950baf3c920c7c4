"""What became of flows, as the XML of JUnit that build servers read, in Maestro's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from xml.etree import ElementTree as ET

from appagent.flows import FlowFile
from appagent.outcome import Outcome
from appagent.report.plain import printable

SUITE = "Test Suite"
_BEGINNING = 512  # bytes
_HEAD = "<?xml version='1.0' encoding='UTF-8'?>\n"
_ID, _CLASS = "junitId", "junitClassname"  # of a flow's properties: they name its test case

Result = tuple[FlowFile, Outcome]


def junit(results: Sequence[Result], left: Sequence[FlowFile] = ()) -> bytes:
    """One suite for each phone, one test case for each flow; one for those that were not begun."""
    root = ET.Element("testsuites")
    by_device = sorted(results, key=lambda each: each[1].device)
    for device, some in groupby(by_device, key=lambda each: each[1].device):
        _suite(root, device, list(some))
    if left:
        suite = _add(
            root, "testsuite",
            name=SUITE, tests=len(left), failures=0, skipped=len(left), time=0,
        )  # fmt: skip
        for file in left:
            _add(_named(suite, file, status="SKIPPED"), "skipped", message="it was not begun")
    ET.indent(root)
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n".encode()


def is_junit(file: Path) -> bool:
    """Whether a file begins as such a report does."""
    with file.open("rb") as begun:
        return b"<testsuite" in begun.read(_BEGINNING)


def _suite(root: ET.Element, device: str, results: Sequence[Result]) -> None:
    outcomes = [outcome for _, outcome in results]
    suite = _add(
        root, "testsuite",
        name=SUITE, device=device, tests=len(results),
        failures=sum(outcome.ending != "done" for outcome in outcomes),
        time=round(sum(outcome.seconds for outcome in outcomes), 3),
        timestamp=_moment(min(outcomes, key=lambda each: each.started)),
    )  # fmt: skip
    for file, outcome in results:
        _case(suite, file, outcome)


def _case(suite: ET.Element, file: FlowFile, outcome: Outcome) -> None:
    passed = outcome.ending == "done"
    case = _named(
        suite, file,
        time=outcome.seconds, timestamp=_moment(outcome), status="SUCCESS" if passed else "ERROR",
    )  # fmt: skip
    if not passed:
        failure = _add(case, "failure")
        failure.text = printable(outcome.error or outcome.ending)


def _named(suite: ET.Element, file: FlowFile, **attributes: object) -> ET.Element:
    """The test case of a flow, with what it says of itself."""
    assert file.flow is not None
    config = file.flow.config
    case = _add(
        suite, "testcase",
        id=config.properties.get(_ID, file.name), name=file.name,
        classname=config.properties.get(_CLASS, file.name), file=file.file, **attributes,
    )  # fmt: skip
    tags = {"tags": ", ".join(config.tags)} if config.tags else {}
    _properties(case, {**config.properties, **tags})
    return case


def _properties(case: ET.Element, told: Mapping[str, str]) -> None:
    own = {name: value for name, value in told.items() if name not in (_ID, _CLASS)}
    if own:
        block = _add(case, "properties")
        for name, value in own.items():
            _add(block, "property", name=name, value=value)


def _moment(outcome: Outcome) -> str:
    return f"{outcome.started.astimezone():%Y-%m-%dT%H:%M:%S}"


def _add(parent: ET.Element, tag: str, **attributes: object) -> ET.Element:
    return ET.SubElement(parent, tag, {k: printable(str(v)) for k, v in attributes.items()})
