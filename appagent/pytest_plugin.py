"""Tests of an app: the fixtures `phone` and `agent`, and the page of what a failed test did.

    @pytest.mark.app("clock")
    def test_an_alarm(phone: Phone) -> None:
        phone.do('tap(name="Add alarm")')
        assert phone.look().title == "New alarm"

pytest imports this in every session of whoever installed appagent: what is heavy is imported where
a test asks for a phone.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from appagent.errors import AppAgentError

if TYPE_CHECKING:
    from appagent.api import Agent, Phone

_OPTIONS = {
    "device": ("SERIAL", "the phone of the tests: an adb serial, or pocket"),
    "model": ("MODEL", "the model of the fixture agent, as appagent's --model takes it"),
}
_OWN = Path(__file__).parent
_NO_POCKET = 1  # a port that no pocket phone has
_SHOWN = pytest.StashKey["tuple[Phone, int]"]()
"""The phone that a test uses, and how many trails there were before it."""


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("appagent", "tests of an app on an Android phone")
    for name, (value, told) in _OPTIONS.items():
        group.addoption(f"--appagent-{name}", metavar=value, help=told)
        parser.addini(f"appagent_{name}", told, default="")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line(
        "markers", "app(name): the app that a test with a phone begins in, on its first page"
    )


@pytest.fixture(scope="session")
def appagent_phone(pytestconfig: pytest.Config) -> Iterator[Phone]:
    """The phone that all tests of this session share. A worker of pytest-xdist starts a pocket
    phone of its own."""
    from appagent.api import POCKET, Phone
    from appagent.config import load

    with _plainly():
        settings: dict[str, Any] = _given(pytestconfig, "device")
        if hasattr(pytestconfig, "workerinput") and load(settings).config.device == POCKET:
            settings["pocket_port"] = _NO_POCKET
        connected = Phone.connect(settings.pop("device", None), **settings)
    with connected:
        yield connected


@pytest.fixture
def phone(request: pytest.FixtureRequest, appagent_phone: Phone) -> Iterator[Phone]:
    """The phone of the session, in the app of the marker `app`, on its first page. What a test does
    has a trail of its own."""
    used = appagent_phone
    used._end()
    used._task = request.node.nodeid
    request.node.stash[_SHOWN] = used, len(used._desk.trails)
    if marker := request.node.get_closest_marker("app"):
        with _plainly():
            used.open_app(*marker.args, **marker.kwargs, fresh=True)
    yield used
    used._end(used._failure)


@pytest.fixture
def agent(pytestconfig: pytest.Config, phone: Phone) -> Agent:
    """An agent on `phone`, with the model that the option, the ini file or the settings name."""
    from appagent.api import Agent

    with _plainly():
        return Agent(phone, _given(pytestconfig, "model").get("model", ""))


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """The report of a test; where it failed, it names the pages of what was done. An error that
    appagent raised on purpose is shown where the test called it."""
    if call.excinfo and isinstance(call.excinfo.value, AppAgentError):
        for at in call.excinfo.traceback:
            if _OWN in Path(at.path).parents:  # a word of pytest's: such a frame is not shown
                at.frame.f_globals["__tracebackhide__"] = True
    report = yield
    used = item.stash.get(_SHOWN, None)
    if used and call.excinfo and report.failed and call.when != "teardown":
        pages = [*_pages(*used, call.excinfo.exconly())]
        report.sections.append(("appagent", "\n".join(pages)))
        properties = [("appagent_page", page) for page in pages]
        item.user_properties += properties
        report.user_properties += properties
    return report


def _pages(phone: Phone, before: int, failure: str) -> Iterator[str]:
    """Write the page of each trail of a test, with the screen that it ended on; tells where."""
    from appagent.api import write_report

    trails = phone._desk.trails
    with suppress(AppAgentError):  # the phone may be what failed
        phone.look()
    has_run = len(trails) - before > 1  # beside the programs: an agent did something
    phone._end(AppAgentError(failure), keep=not has_run)
    for folder in filter(Path.is_dir, trails[before:]):
        try:
            yield str(write_report(folder).resolve())
        except AppAgentError as err:
            yield f"{folder}: has no page: {err}"


def _given(config: pytest.Config, name: str) -> dict[str, str]:
    """A setting by its name, where the command line or the ini file has it."""
    value = config.getoption(f"--appagent-{name}") or config.getini(f"appagent_{name}")
    return {name: value} if value else {}


@contextmanager
def _plainly() -> Iterator[None]:
    """What a person has to mend is told in its own words, without a traceback."""
    try:
        yield
    except AppAgentError as err:
        raise pytest.fail.Exception(str(err), pytrace=False) from None
