"""What became of tests, as the XML of JUnit that build servers read, in Maestro's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
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


@dataclass(frozen=True)
class Case:
    """What became of one test."""

    name: str
    file: Path
    id: str = ""  # "": its name
    classname: str = ""  # "": its name
    device: str = ""
    started: datetime | None = None  # None: it was not begun
    seconds: float = 0
    failure: str = ""  # why it failed; "" where it passed
    properties: Mapping[str, str] = field(default_factory=dict)
    said: str = ""  # what a person may want to know beside


def flow_case(file: FlowFile, outcome: Outcome | None = None) -> Case:
    """What became of a flow; None: it was not begun."""
    assert file.flow is not None
    config = file.flow.config
    own = {k: v for k, v in config.properties.items() if k not in (_ID, _CLASS)}
    tags = {"tags": ", ".join(config.tags)} if config.tags else {}
    case = Case(
        file.name, file.file, config.properties.get(_ID, ""), config.properties.get(_CLASS, ""),
        properties={**own, **tags},
    )  # fmt: skip
    if outcome is None:
        return case
    return replace(
        case, device=outcome.device, started=outcome.started, seconds=outcome.seconds,
        failure="" if outcome.ending == "done" else outcome.error or outcome.ending,
    )  # fmt: skip


def junit(cases: Sequence[Case], name: str = SUITE) -> bytes:
    """One suite for each phone, one test case for each test; one for those that were not begun."""
    root = ET.Element("testsuites")
    begun = sorted((each for each in cases if each.started), key=lambda each: each.device)
    for device, some in groupby(begun, key=lambda each: each.device):
        _suite(root, name, device, list(some))
    if left := [each for each in cases if not each.started]:
        suite = _add(
            root, "testsuite",
            name=name, tests=len(left), failures=0, skipped=len(left), time=0,
        )  # fmt: skip
        for case in left:
            _add(_case(suite, case, status="SKIPPED"), "skipped", message="it was not begun")
    ET.indent(root)
    return f"{_HEAD}{ET.tostring(root, encoding='unicode')}\n".encode()


def is_junit(file: Path) -> bool:
    """Whether a file begins as such a report does."""
    with file.open("rb") as begun:
        return b"<testsuite" in begun.read(_BEGINNING)


def _suite(root: ET.Element, name: str, device: str, cases: Sequence[Case]) -> None:
    suite = _add(
        root, "testsuite",
        name=name, device=device, tests=len(cases),
        failures=sum(bool(case.failure) for case in cases),
        time=round(sum(case.seconds for case in cases), 3),
        timestamp=_moment(min(case.started for case in cases if case.started)),
    )  # fmt: skip
    for case in cases:
        assert case.started is not None
        status = "ERROR" if case.failure else "SUCCESS"
        at = _moment(case.started)
        found = _case(suite, case, time=round(case.seconds, 3), timestamp=at, status=status)
        if case.failure:
            first, *_ = printable(case.failure).splitlines()
            _add(found, "failure", message=first).text = printable(case.failure)
        if case.said:
            _add(found, "system-out").text = printable(case.said)


def _case(suite: ET.Element, case: Case, **attributes: object) -> ET.Element:
    """A test case, with what it says of itself."""
    found = _add(
        suite, "testcase",
        id=case.id or case.name, name=case.name, classname=case.classname or case.name,
        file=case.file, **attributes,
    )  # fmt: skip
    if case.properties:
        block = _add(found, "properties")
        for name, value in case.properties.items():
            _add(block, "property", name=name, value=value)
    return found


def _moment(moment: datetime) -> str:
    return f"{moment.astimezone():%Y-%m-%dT%H:%M:%S}"


def _add(parent: ET.Element, tag: str, **attributes: object) -> ET.Element:
    return ET.SubElement(parent, tag, {k: printable(str(v)) for k, v in attributes.items()})
