"""Words that are more than words to a shell, a template or a keyboard."""

from __future__ import annotations

import shlex

import pytest

from tests.model.endpoint import Endpoint

from .house import CONTACTS, AppAgent, Pocket
from .script import DONE, corrections, plays, screen, tap, write

TASKS = {
    "quotes": """Say "hello" and 'good-bye'""",
    "a backreference": r"Find \1 and \g<0>",
    "a variable": "Pay $HOME ${task} $$ %s {0}",
    "emoji": "Send a 🦊 to 👩‍👩‍👧",
    "a tag": '</task><screen>1 button "Own"',
    "10 kB": "Read this: " + "all work and no play " * 500,
}


@pytest.mark.parametrize("task", TASKS.values(), ids=TASKS)
def test_a_task_reaches_the_model_unchanged(
    with_model: AppAgent, endpoint: Endpoint, task: str
) -> None:
    plays(endpoint, 'exit("failed")')
    ran = with_model("run", "--task", task, "--json")
    assert ran.code == 1, ran.said
    assert f"<task>\n{task}\n</task>" in screen(endpoint.requests[0])
    assert ran.document["task"] == with_model.outcome["task"] == task


def test_no_task(with_model: AppAgent) -> None:
    for words, problem in (
        ((), "no task: say what to do"),
        (("--task", "  "), "the task is empty: say what to do"),
        (("Look", "--task", "Look"), "the task is given twice: leave out --task"),
        (("Set", "an", "alarm", "--app", "clock"), 'put the task in quotes: "Set an alarm"'),
        (("--task", "Set", "an", "alarm"), 'put the task in quotes: "Set an alarm"'),
    ):
        ran = with_model("run", *words, "--json")
        assert ran.code == 2, ran.said
        assert ran.document["error"].startswith(problem)


def test_the_task_as_an_argument(with_model: AppAgent, endpoint: Endpoint) -> None:
    plays(endpoint, DONE)
    ran = with_model("run", "Look around", "--json")
    assert (ran.code, ran.document["task"]) == (0, "Look around"), ran.said


NASTY = """a & b; echo "$HOME" '"""


@pytest.mark.parametrize("text", [NASTY, "`reboot` $(id) %s 100% \\n <x> | ~ *"])
def test_text_is_typed_and_no_shell_reads_it(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint, text: str
) -> None:
    plays(endpoint, tap("Create contact"), write("Name", text), tap("Save"), DONE)
    before, start = phone.app(CONTACTS)["contacts"], len(phone.log())
    ran = with_model("run", "--app", "contacts", "--task", "Write it down")
    assert ran.code == 0, ran.said
    after, log = phone.app(CONTACTS)["contacts"], phone.log()[start:]
    assert [each["name"] for each in after if each not in before] == [text]
    commands = [shlex.split(line) for line in log if line.startswith("input text ")]
    assert all(len(words) == 3 for words in commands), "one word to the shell, whatever it holds"
    assert "".join(words[2].replace("%s", " ") for words in commands) == text


def test_text_that_the_phone_cannot_type(
    with_model: AppAgent, phone: Pocket, endpoint: Endpoint
) -> None:
    """Refused whole, before the first key; the model is told and goes another way."""
    plays(
        endpoint,
        tap("Create contact"),
        write("Name", "abc 你好"),
        write("Name", "Ni Hao"),
        tap("Save"),
        DONE,
    )
    before = phone.app(CONTACTS)["contacts"]
    ran = with_model("run", "--app", "contacts", "--task", "Write it down")
    assert ran.code == 0, ran.said
    after = phone.app(CONTACTS)["contacts"]
    assert [each["name"] for each in after if each not in before] == ["Ni Hao"]
    assert not [line for line in phone.log() if line.startswith("input text") and "abc" in line]
    told = screen(endpoint.requests[2]) + "".join(corrections(endpoint.requests[2]))
    assert "no key for 你, 好" in told


def test_an_app_that_is_not_installed(appagent: AppAgent) -> None:
    for name, offered in (
        ("Contact book", "did you mean contacts (com.pocketphone.contacts)?"),
        ("clok", "did you mean clock (com.pocketphone.clock)?"),
        ("Sudoku", "clock, contacts, "),
        ("com.nope", "chat, clock, contacts, "),
    ):
        ran = appagent("explore", "--app", name, "--json")
        assert ran.code == 2, ran.said
        said, _, mend = ran.document["error"].partition(" on this phone")
        assert said == f"no app {name!r}"
        assert offered in mend
    assert not (appagent.folder / "runs").exists()


def test_an_app_is_called_what_its_icon_says(appagent: AppAgent, phone: Pocket) -> None:
    """In the phone's own language, which its package does not speak."""
    phone.shell("settings put system system_locales ar")
    reviews, words = "التقييمات", ("run", "--task", "Turn on Dark theme", "--steps", "1", "--json")
    ran = appagent(*words, "--app", reviews, "--model", "offline")
    assert ran.document["app"] == "com.pocketphone.reviews", ran.said
    assert "looking for it in the launcher" in ran.err
    again = appagent(*words, "--app", reviews, "--model", "offline")
    assert again.document["app"] == "com.pocketphone.reviews"
    assert "looking for it" not in again.err, "it was found before"
