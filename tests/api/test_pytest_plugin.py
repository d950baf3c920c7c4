"""The plugin for pytest: the worked example passes, and what fails shows a page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.e2e.house import Server

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs/examples"
FAILING = '''
import pytest
from appagent import Agent, Phone

@pytest.mark.app("clock")
def test_programs(phone: Phone) -> None:
    phone.do("""
        tap(name="Add alarm")
        text("5", name="Hour")
    """)
    assert phone.look().shows("Snooze")

@pytest.mark.app("clock")
def test_looks(phone: Phone) -> None:
    assert phone.look().shows("Snooze")

@pytest.mark.app("clock")
def test_runs(agent: Agent) -> None:
    outcome = agent.run("Set an alarm for 6:45 am")
    assert outcome.answer == "Snooze"

@pytest.mark.app("clock")
def test_stops(phone: Phone) -> None:
    phone.do('tap(name="Timer")\\ntap(name="Snooze")')

@pytest.mark.app("klock")
def test_begins(phone: Phone) -> None:
    pass

def test_passes(phone: Phone) -> None:
    phone.do("home()")
'''


class Suite:
    """A folder of tests that pytest runs in a process of its own."""

    def __init__(self, folder: Path, server: Server) -> None:
        self.folder, self.server = folder, server

    def run(self, *words: str, **env: str) -> tuple[int, str]:
        """The exit code and what was printed."""
        paths = os.pathsep.join((str(ROOT), str(ROOT / "emulator")))
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-p", "appagent.pytest_plugin", "--strict-markers",
             "-p", "no:cacheprovider", "--color=no", "--junitxml=junit.xml", *words],
            cwd=self.folder,
            env=os.environ | self.server.env | {
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "PYTHONPATH": paths,
                "APPAGENT_STORE": "store", "APPAGENT_POCKET_PORT": "1", **env,
            },
            capture_output=True, text=True, timeout=100, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout + done.stderr

    def pages(self) -> dict[str, list[Path]]:
        """The pages of each test that failed, as JUnit tells them."""
        cases = ElementTree.parse(self.folder / "junit.xml").iter("testcase")
        return {
            case.attrib["name"]: [
                Path(each.attrib["value"])
                for each in case.iter("property")
                if each.attrib["name"] == "appagent_page"
            ]
            for case in cases
        }


@pytest.fixture
def suite(tmp_path: Path, server: Server) -> Suite:
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\nappagent_device = pocket\nappagent_model = offline\n"
    )
    return Suite(tmp_path, server)


def test_the_worked_example_passes(suite: Suite) -> None:
    shutil.copytree(EXAMPLES, suite.folder, dirs_exist_ok=True)
    code, said = suite.run()
    assert code == 0, said
    assert "4 passed" in said
    assert not any(suite.pages().values())


def test_what_fails_shows_a_page_of_what_was_done(suite: Suite) -> None:
    (suite.folder / "test_failing.py").write_text(FAILING)
    code, said = suite.run()
    assert code == 1, said
    assert "4 failed, 1 passed, 1 error" in said
    assert "appagent/api/" not in said.partition("= FAILURES =")[2]  # where the test called it
    pages = suite.pages()
    assert pages.pop("test_passes") == []
    told = dict[str, str]()
    for test, (page,) in pages.items():
        assert f"\n{page}\n" in said
        told[test] = page.read_text("utf-8")
        assert (
            f"<h1>{'Set an alarm' if test == 'test_runs' else f'test_failing.py::{test}'}"
            in (told[test])
        )
        assert "data:image/jpeg;base64," in told[test]
    assert re.search(r"text field &#34;Hour&#34;.*5", told["test_programs"])
    assert "assert False" in told["test_programs"]
    assert "assert False" in told["test_looks"]
    assert "nothing to touch here is called" in told["test_stops"]
    assert "Add alarm" in told["test_runs"]
    # An error that says what to do is shown without what appagent does inside.
    assert "did you mean clock (com.pocketphone.clock)?" in said
    assert "hands.py" not in said
    assert "During handling" not in said


def test_without_a_phone_it_is_said_what_to_do(suite: Suite) -> None:
    (suite.folder / "test_failing.py").write_text(FAILING)
    (suite.folder / "pytest.ini").write_text("[pytest]\n")
    code, said = suite.run("-k", "passes", ADB_SERVER_SOCKET="", ANDROID_SERIAL="nowhere")
    assert code == 1, said
    assert "nowhere" in said
    assert "Traceback" not in said


def test_each_worker_has_a_phone_of_its_own(suite: Suite) -> None:
    (suite.folder / "test_serial.py").write_text("""
import pytest
from appagent import Phone

@pytest.mark.parametrize("n", range(2))
def test_serial(phone: Phone, n: int, record_property, worker_id: str) -> None:
    record_property(worker_id, phone.serial)
""")
    code, said = suite.run("-p", "xdist", "-n", "2", "--dist", "each")
    assert code == 0, said
    found = ElementTree.parse(suite.folder / "junit.xml").iter("property")
    serials = {each.attrib["name"]: each.attrib["value"] for each in found}
    assert set(serials) == {"gw0", "gw1"}
    assert len(set(serials.values())) == 2


def test_options_go_before_the_ini_file(suite: Suite) -> None:
    (suite.folder / "test_model.py").write_text("""
from appagent import Agent

def test_model(agent: Agent) -> None:
    assert agent.run("Fly to the moon").model == "offline"
""")
    (suite.folder / "pytest.ini").write_text("[pytest]\nappagent_device = nowhere\n")
    code, said = suite.run("--appagent-device", "pocket", "--appagent-model", "offline")
    assert code == 0, said
