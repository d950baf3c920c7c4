"""`doctor --bundle`: one run in one file, without what is nobody's business."""

from __future__ import annotations

import json
import os
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from appagent.cli.bundle import PICTURES, write_bundle
from appagent.errors import SetupError, UsageError
from tests.device.adb_server import ScriptedPhone
from tests.device.adb_server import serving as scripted_server
from tests.model.endpoint import Endpoint

from .conftest import KEY
from .house import AppAgent, Pocket
from .script import DONE, plays, tap, write

SERIAL, NAME = "39071FDJG0037M", "Ada Quillon"
OUTCOME = {
    "ending": "failed", "device": SERIAL, "task": f"Add {NAME}", "started": "2026-01-01T00:00:00Z",
    "error": f"{SERIAL}: closed during `input tap 1 1`; see /home/ada/log",
}  # fmt: skip
STEPS = (
    {"n": 1, "action": 'tap(5, name="Save")', "observation": "Bearer abcdef123456 is shown"},
    {"n": 2, "kind": "text", "action": f'text(3, "{NAME}")', "gesture": f"InputText('{NAME}')"},
    {"n": 3, "kind": "text", "action": 'text(3, "a")', "thought": f"an a after {NAME}"},
    {"n": 4, "error": "https://me:secret@proxy/ refused sk-0123456789"},
)


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(Path, "home", lambda: Path("/home/ada"))
    monkeypatch.setenv("ADB_SERVER_SOCKET", "tcp:127.0.0.1:1")
    folder = tmp_path / "20260101-000000-run-contacts"
    folder.mkdir()
    (folder / "outcome.json").write_text(json.dumps(OUTCOME))
    lines = "".join(f"{json.dumps(step)}\n" for step in STEPS)
    (folder / "steps.jsonl").write_text(f'{lines}{{"n": 5, "action": "tap')  # cut by a crash
    (folder / "step-001-seen.jpg").write_bytes(b"\xff\xd8 a picture")
    (folder / "conversation.jsonl").write_text("hunter2")
    (folder / "notes.txt").write_text("mine")
    return folder


def content(file: Path) -> dict[str, str]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name).decode("latin-1") for name in archive.namelist()}


def steps(file: Path) -> list[dict[str, Any]]:
    with zipfile.ZipFile(file) as archive:
        return [json.loads(line) for line in archive.read("steps.jsonl").splitlines()[:4]]


def test_what_is_nobodys_business_is_not_in_it(run: Path, tmp_path: Path) -> None:
    packed = write_bundle(run, tmp_path / "a.zip")
    said = "".join(content(packed.file).values())
    for secret in (SERIAL, "hunter2", "mine", "abcdef123456", "me:secret", "sk-0123", "/home/ada"):
        assert secret not in said
    assert packed.files == ("manifest.json", "outcome.json", "steps.jsonl")
    assert list(packed.left_out) == ["conversation.jsonl", "notes.txt", "the pictures"]
    assert [step["n"] for step in steps(packed.file)] == [1, 2, 3, 4]
    assert NAME in said, "what was typed is what went wrong, as often as not"
    manifest = json.loads(content(packed.file)["manifest.json"])
    assert manifest["phone"] == "not attached"
    assert set(manifest) >= {"appagent", "python", "adb", "system", "left_out"}


def test_a_home_at_the_root_hides_no_address_from_the_keys(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "home", lambda: Path("/"))
    packed = write_bundle(run, tmp_path / "a.zip")
    *_, last = steps(packed.file)
    assert last["error"].startswith("https://•••@proxy/")


def test_of_a_trial_the_verdict_is_taken_and_the_rest_left_out_with_the_reason(
    run: Path, tmp_path: Path
) -> None:
    judged = {"goal": f"app.contacts[?name == '{NAME}']", "met": False, "milestones": []}
    (run / "judged.json").write_text(json.dumps(judged))
    (run / "commands.json").write_text('["input text hunter2"]')
    (run / "state.json.gz").write_bytes(b"hunter2")
    packed = write_bundle(run, tmp_path / "a.zip", hide_texts=True)
    said = content(packed.file)
    assert json.loads(said["judged.json"])["met"] is False
    assert not [secret for secret in (NAME, "hunter2") if secret in "".join(said.values())]
    assert "passwords" in packed.left_out["commands.json"]
    assert "packed" in packed.left_out["state.json.gz"]


def test_a_state_that_may_hold_a_password_is_left_out(run: Path, tmp_path: Path) -> None:
    """The trail does not say what was typed into a secret field: it cannot be looked for."""
    (run / "phone-state.json").write_text('{"screen": {"args": {"typed": "hunter2"}}}')
    whole = write_bundle(run, tmp_path / "a.zip")
    assert "phone-state.json" in whole.files
    with (run / "steps.jsonl").open("a") as steps:
        steps.write('\n{"n": 6, "action": "text(1, \\"•••\\")"}\n')
    packed = write_bundle(run, tmp_path / "a.zip")
    assert "password" in packed.left_out["phone-state.json"]
    assert "hunter2" not in "".join(content(packed.file).values())


def test_texts_are_hidden_where_asked_for(run: Path, tmp_path: Path) -> None:
    (run / "phone-state.json").write_text(json.dumps({"lower": NAME.lower()}))
    packed = write_bundle(run, tmp_path / "a.zip", [PICTURES], hide_texts=True)
    said = content(packed.file)
    assert not re.search("ada|quillon", "".join(said.values()), re.IGNORECASE)
    for shows in ("the pictures", "phone-state.json"):
        assert packed.left_out[shows] == "may hold what --hide-texts is to hide"
    _, second, third, _ = steps(packed.file)
    assert third["action"] == second["action"], "however short"
    assert json.loads(said["outcome.json"])["ending"] == "failed"


def test_words_of_the_task_are_hidden_one_by_one(run: Path, tmp_path: Path) -> None:
    """A model tells the task in words of its own, as does whoever gave it up."""
    outcome = OUTCOME | {"command": "run", "task": "Send Mia the message: my secret is 4711xyz"}
    outcome["error"] = "the rules found no way to: send, Mia, 4711XYZ, secret; the sender is there"
    (run / "outcome.json").write_text(json.dumps(outcome))
    step = {"n": 1, "kind": "send", "thought": "4711xyz belongs into the field", "change": ["Mia"]}
    (run / "steps.jsonl").write_text(json.dumps(step))
    said = content(write_bundle(run, tmp_path / "a.zip", hide_texts=True).file)
    for name in ("outcome.json", "steps.jsonl"):
        assert not re.search("4711|mia|secret", said[name], re.IGNORECASE), said[name]
    assert "the rules found no way to" in said["outcome.json"]
    assert "the sender is there" in said["outcome.json"]
    assert json.loads(said["steps.jsonl"])["kind"] == "send"


def test_the_same_run_makes_the_same_bytes(run: Path, tmp_path: Path) -> None:
    one, other = (write_bundle(run, tmp_path / name, [PICTURES]).file for name in ("a", "b"))
    assert one.read_bytes() == other.read_bytes()


def test_what_is_no_run_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"is no run: it has no steps\.jsonl"):
        write_bundle(tmp_path, None)
    assert list(tmp_path.iterdir()) == []


def test_a_line_separator_ends_no_step(run: Path, tmp_path: Path) -> None:
    """Web pages have U+2028 in their texts; JSON leaves it as it is."""
    step = {"n": 1, "action": 'text(3, "hunter2")', "thought": "two\u2028lines of hunter2"}
    cut = '{"n": 2, "thought": "hunt'
    (run / "steps.jsonl").write_text(f"{json.dumps(step, ensure_ascii=False)}\n{cut}", "utf-8")
    packed = write_bundle(run, tmp_path / "a.zip", hide_texts=True)
    whole, *rest = content(packed.file)["steps.jsonl"].split("\n")
    assert json.loads(whole)["n"] == 1
    assert "hunt" not in "".join([whole, *rest]), "nor in a line that a crash cut"


def test_of_a_run_that_was_killed_the_serials_of_all_phones_are_hidden(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (run / "outcome.json").unlink()
    (run / "steps.jsonl").write_text(f'{{"n": 1, "error": "{SERIAL}: closed"}}\n')
    with scripted_server(ScriptedPhone(tmp_path, SERIAL)) as server:
        monkeypatch.setenv("ADB_SERVER_SOCKET", f"tcp:{server.host}:{server.port}")
        packed = write_bundle(run, tmp_path / "a.zip")
    assert SERIAL not in "".join(content(packed.file).values())


@pytest.mark.parametrize(
    "told", ["gsk_Zm9vYmFy", "https://host/v1?key=Zm9vYmFy&x=1", "api_key=Zm9vYmFy", "AIzaZm9vYmFy"]
)
def test_keys_are_known_by_their_forms(run: Path, tmp_path: Path, told: str) -> None:
    (run / "steps.jsonl").write_text(json.dumps({"n": 1, "error": f"{told} is refused"}))
    packed = write_bundle(run, tmp_path / "a.zip")
    said = content(packed.file)["steps.jsonl"]
    assert "Zm9vYmFy" not in said
    assert "is refused" in said


def test_a_run_is_packed(with_model: AppAgent, endpoint: Endpoint, phone: Pocket) -> None:
    plays(endpoint, tap("Create contact"), write("Name", NAME), tap("Save"), DONE)
    assert with_model("run", "--app", "contacts", "--task", f"Add {NAME}").code == 0
    name = with_model.trail.name
    env = {"ANDROID_ADB_SERVER_PORT": str(phone.server.port)}
    ran = with_model("doctor", "--bundle", name, "--hide-texts", "--json", **env)
    assert ran.code == 0, ran.said
    file = with_model.folder / f"{name}.zip"
    assert ran.document["bundle"] == file.name
    said = content(file)
    assert not [secret for secret in (KEY, NAME, phone.serial) if secret in "".join(said.values())]
    assert json.loads(said["manifest.json"])["phone"]["model"] == "Pocket Phone"
    assert [step["kind"] for step in steps(file)] == ["tap", "text", "tap", "exit"]
    spoken = with_model("doctor", "--bundle", f"runs/{name}")
    assert spoken.code == 0
    assert "without the pictures: show what was on the screen" in spoken.out
    for words in (("--bundle", "runs"), ("--pictures",)):
        assert with_model("doctor", *words).code == 2


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ("nope", "no run 'nope': there are no runs in mine yet"),
        ("runs/nope", "there is no folder runs/nope; runs are in mine"),
        ("/nope", "there is no folder /nope; runs are in mine"),
    ],
)
def test_a_run_that_is_not_there_is_called_what_it_was_called(
    bare: AppAgent, named: str, said: str
) -> None:
    ran = bare("doctor", "--bundle", named, APPAGENT_RUNS="mine")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == f"appagent: {said}\n"


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _zeros(path: Path) -> None:
    path.symlink_to("/dev/zero")


def _link(path: Path) -> None:
    path.symlink_to(path.parents[1] / "diary.txt")


def _link_inside(path: Path) -> None:
    path.symlink_to("notes.txt")


@pytest.mark.parametrize("make", [_pipe, _zeros, _link, _link_inside, Path.mkdir])
@pytest.mark.parametrize(
    "name", ["judged.json", "outcome.json", "step-001-after.jpg", "phone-state.json"]
)
def test_what_is_no_file_of_the_run_is_not_packed(
    run: Path, tmp_path: Path, make: Callable[[Path], None], name: str
) -> None:
    """A pipe has no end, /dev/zero neither, and a link leads to any file of the machine."""
    (tmp_path / "diary.txt").write_text("dear diary")
    (run / name).unlink(missing_ok=True)
    make(run / name)
    packed = write_bundle(run, tmp_path / "a.zip", [PICTURES])
    said = content(packed.file)
    assert name not in said
    assert not [secret for secret in ("dear diary", "mine") if secret in "".join(said.values())]
    assert "is a link, a pipe or a folder" in packed.left_out[name]
    assert "steps.jsonl" in said


@pytest.mark.parametrize("make", [_pipe, _zeros, _link])
def test_a_run_whose_steps_are_no_file_is_none(
    run: Path, tmp_path: Path, make: Callable[[Path], None]
) -> None:
    (tmp_path / "diary.txt").write_text("dear diary")
    (run / "steps.jsonl").unlink()
    make(run / "steps.jsonl")
    with pytest.raises(UsageError, match=r"is no run: it has no steps\.jsonl of its own"):
        write_bundle(run, tmp_path / "a.zip")
    assert not (tmp_path / "a.zip").exists()


def test_a_file_that_is_too_large_is_named(run: Path, tmp_path: Path) -> None:
    """As a file with a hole in it is."""
    os.truncate(run / "steps.jsonl", 1 << 40)
    with pytest.raises(
        SetupError, match=r"steps\.jsonl: more than 256 MB, which is too large; take it out"
    ):
        write_bundle(run, tmp_path / "a.zip")


@pytest.mark.parametrize("adds", ["--pictures", "--conversation"])
def test_texts_cannot_be_hidden_and_added(bare: AppAgent, run: Path, adds: str) -> None:
    ran = bare("doctor", "--bundle", str(run), "--hide-texts", adds)
    assert ran.code == 2
    assert f"--hide-texts and {adds} exclude each other" in ran.err
    assert not list(bare.folder.glob("*.zip"))


def test_keys_of_the_settings_and_the_home_folder_are_hidden(
    run: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In whatever spelling: a proxy repeats an address as it likes."""
    secret = "Zm9v%20Ym/Fy-2026"
    monkeypatch.setenv("OPENAI_BASE_URL", "https://me:Zm9v%2520Ym%2FFy-2026@host/v1?k=abcdefg42")
    said = (
        f'{secret} me:Zm9v%2520Ym%2FFy-2026 {{"k": "ABCDEFG42"}} /home/ada: /home/ada/x /home/adam'
    )
    (run / "steps.jsonl").write_text(
        json.dumps({"n": 1, "error": said, "problems": [{said: said}]})
    )
    (step,) = content(write_bundle(run, tmp_path / "a.zip").file)["steps.jsonl"].splitlines()
    assert not re.search("zm9v|abcdefg|/home/ada[^m]", step, re.IGNORECASE), step
    assert "~/x /home/adam" in step


def test_whatever_was_said_and_typed_is_hidden_in_every_spelling(
    with_model: AppAgent, endpoint: Endpoint
) -> None:
    """Searched for in each file of the zip, unpacked; the screens told it to the model, too."""
    first, last, number = "Zo\u00eb", "O'Quillon & Sons", "5550199"
    lines = [tap("Create contact"), write("Name", f"{first} {last}"), write("Phone", number)]
    plays(endpoint, *lines, tap("Save"), f'exit("done", "{first} is saved, {number}")')
    task = f"Add {first} {last}, {number}, as a contact"
    ran = with_model("run", "--app", "contacts", "--task", task, APPAGENT_RECORD="1")
    packed = with_model("doctor", "--bundle", with_model.trail.name, "--hide-texts")
    assert packed.code == 0, packed.said + ran.said
    said = content(with_model.folder / f"{with_model.trail.name}.zip")
    assert "text" in [json.loads(line)["kind"] for line in said["steps.jsonl"].splitlines()]
    for name, what in said.items():
        heard = what.encode("latin-1").decode("utf-8")
        found = re.search(r"zo(ë|e\u0308|\\u00eb|%c3|&#235)|quillon|sons|555.?0199", heard, re.I)
        assert not found, (name, found)


def test_the_page_of_a_run_is_told_for_what_it_is(run: Path, tmp_path: Path) -> None:
    (run / "report.html").write_text("<p>")
    (run / ".running").touch()  # as of a run that was killed
    left = write_bundle(run, tmp_path / "a.zip").left_out
    assert "with its pictures" in left["report.html"]
    assert ".running" not in left
    hidden = write_bundle(run, tmp_path / "a.zip", hide_texts=True).left_out
    assert hidden["report.html"] == "may hold what --hide-texts is to hide"
