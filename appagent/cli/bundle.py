"""`appagent doctor --bundle RUN`: one run in one zip for a bug report, redacted.

The same run, phone and versions make the same bytes.
"""

from __future__ import annotations

import json
import os
import platform
import re
import zipfile
from collections.abc import Container, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from appagent import __version__
from appagent.actions import dsl
from appagent.actions.verbs import Text
from appagent.api import STATE_FILE
from appagent.bench.album import STATE
from appagent.cli.checks import properties
from appagent.cli.out import replaceable, zip_names
from appagent.config import KEY, credentials, load
from appagent.device.devices import AttachedPhone, list_phones, select_phone
from appagent.device.server import AdbServer, versions
from appagent.errors import AppAgentError, ReplyInvalid, SetupError, UsageError
from appagent.files import atomic_write, is_own_file, read_file
from appagent.model.recorded import CONVERSATION, START
from appagent.report import plain
from appagent.runs import folder_of
from appagent.screen.describe import HIDDEN
from appagent.secrets import OURS, Secrets
from appagent.texts import map_texts
from appagent.trail import OUTCOME, REPORT, RUNNING, STEPS

PHONE = "[phone]"
MANIFEST = "manifest.json"
PICTURES = "the pictures"
JUDGED = "judged.json"

_BEGINNING = (1980, 1, 1, 0, 0, 0)
_TELLING = 3
"""Characters; a shorter text is part of many others and is hidden only where it stands alone."""
# A key by its form, in a header or in an address: sk-..., Bearer ..., https://me:secret@host?key=...
_KEYS = re.compile(
    r"\b(?:sk-|key-|xai-|gsk_|hf_|AIza)[\w*-]{6,}|(?<=Bearer )[\w.~+/=-]{6,}"
    r"|(?<=//)[^/@\s\"]+(?=@)|(?:(?<=[?&]key=)|(?<=api.key=)|(?<=token=))[^&\s\"]{6,}"
)
_LEFT = {
    STATE_FILE: "holds what the phone held, and a password was typed into it",
    CONVERSATION: "holds the task, the screens' texts and all replies; --conversation adds it",
    START: "holds what the phone held before; --conversation adds it",
    PICTURES: "show what was on the screen; --pictures adds them",
    REPORT: "shows all of the run, with its pictures: look at it, and send it by itself",
    "commands.json": "holds all that was typed as adb sent it, passwords with it",
    STATE: "holds all that the phone held, and is packed: nothing in it could be hidden",
}
_COMMON = {"and", "any", "for", "from", "into", "new", "the", "with", "you", "your"}
_TEXTUAL = "may hold what --hide-texts is to hide"
_FOREIGN = "is a link, a pipe or a folder: only files of the run itself are packed"
_UNKNOWN = "is not known to be harmless"


@dataclass(frozen=True, slots=True)
class Bundle:
    """The files of a bundle, and why others were left out."""

    file: Path
    files: tuple[str, ...]
    left_out: Mapping[str, str]


def make_bundle(
    run: Path,
    out: Path | None,
    *,
    pictures: bool,
    conversation: bool,
    hide_texts: bool,
    as_json: bool,
) -> int:
    if hide_texts and (pictures or conversation):
        added = "--pictures" if pictures else "--conversation"
        raise UsageError(f"--hide-texts and {added} exclude each other: {added} adds such texts")
    extras = {*[PICTURES] * pictures, *[CONVERSATION, START] * conversation}
    packed = write_bundle(folder_of(load().config.runs, run), out, extras, hide_texts=hide_texts)
    if as_json:
        document = {"bundle": str(packed.file), "files": packed.files, "left_out": packed.left_out}
        plain.document(document)
        return 0
    plain.line(packed.file)
    for name in packed.files:
        plain.line(f"  {name}")
    for name, why in packed.left_out.items():
        plain.line(f"  without {name}: {why}")
    plain.line("It holds what the model wrote of your screens: read it before you send it.")
    return 0


def write_bundle(
    folder: Path, out: Path | None, extras: Container[str] = (), *, hide_texts: bool = False
) -> Bundle:
    """The bundle of a run, written to `out`, else to the current folder under the run's name.

    `extras` names what is packed beside what is harmless: files, or `PICTURES`.

    Raises: `UsageError` where the folder is no run, `SetupError` where a file cannot be read or
    written.
    """
    if not folder.is_dir():
        raise UsageError(f"there is no folder {folder}; runs are in {load().config.runs}")
    if not is_own_file(folder / STEPS):
        runs = load().config.runs
        raise UsageError(f"{folder} is no run: it has no {STEPS} of its own; runs are in {runs}")
    file = out or Path(f"{folder.resolve().name}.zip")
    replaceable(file, "bundle of a run", lambda path: MANIFEST in zip_names(path))
    phones = _phones()
    try:
        names, left_out = _select_files(folder, () if hide_texts else extras, hide_texts)
        redacted = _Redactor(folder, hide_texts, [phone.serial for phone in phones])
        content = {name: redacted.file(name) for name in names}
        about = {
            "run": folder.resolve().name,
            **_versions(),
            "phone": _phone(redacted.serial, phones),
        }
        about |= {"texts_hidden": hide_texts, "files": names, "left_out": left_out}
        content[MANIFEST] = redacted.document(json.dumps(about)).encode()
        with atomic_write(file) as draft, zipfile.ZipFile(draft, "w") as archive:
            for name in sorted(content):
                entry = zipfile.ZipInfo(name, _BEGINNING)
                archive.writestr(entry, content[name], zipfile.ZIP_DEFLATED)
    except OSError as err:
        name = str(err.filename or file)
        if name == str(file):
            raise SetupError(f"{name}: {err.strerror}; name another file with --out") from err
        raise SetupError(f"{name}: {err.strerror}; take it out of the run") from err
    return Bundle(file, tuple(sorted(content)), left_out)


def _select_files(
    folder: Path, extras: Container[str], hide_texts: bool
) -> tuple[list[str], dict[str, str]]:
    """The files to pack, and why each other file is left out."""
    known = {STEPS, OUTCOME, JUDGED}
    if not hide_texts and HIDDEN not in _read(folder / STEPS):
        known.add(STATE_FILE)
    taken: list[str] = []
    left: dict[str, str] = {}
    for name in sorted({path.name for path in folder.iterdir()} - {RUNNING}):
        kind = PICTURES if name.endswith(".jpg") else name
        if not is_own_file(folder / name):
            left[name] = _FOREIGN
        elif kind in known or kind in extras:
            taken.append(name)
        else:
            textual = hide_texts and kind in (STATE_FILE, CONVERSATION, START, PICTURES, REPORT)
            left[kind] = _TEXTUAL if textual else _LEFT.get(kind, _UNKNOWN)
    return taken, left


def _versions() -> dict[str, Any]:
    adb: dict[str, Any] = {}
    with suppress(AppAgentError):
        found = versions(AdbServer.from_environment())
        adb = {"client": found.client, "server": found.server}
    return {
        "appagent": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "adb": adb,
    }


def _phones() -> list[AttachedPhone]:
    """The phones that are attached now; no server is started for this."""
    server = AdbServer.from_environment()
    with suppress(AppAgentError):
        return list_phones(server) if server.up else []
    return []


def _phone(serial: str, phones: Sequence[AttachedPhone]) -> dict[str, str] | str:
    """The maker, model and Android of the run's phone, if it is attached now."""
    with suppress(AppAgentError):
        if any(phone.serial == serial and phone.usable for phone in phones):
            return properties(select_phone(serial))
    return "not attached"


def _read(path: Path) -> str:
    """The text of a file of the run; a link could lead to any file of this machine."""
    return read_file(path, links=False).decode(errors="replace")


class _Redactor:
    """Reads the files of one run and takes private data out."""

    def __init__(self, folder: Path, hide_texts: bool, serials: Sequence[str]) -> None:
        self._folder, self._hide_texts = folder, hide_texts
        self._secrets = Secrets(credentials(load().config))
        self._words = re.compile("(?!)")  # of the task and of what was typed, if texts are hidden
        outcome = _document(_read(folder / OUTCOME)) if is_own_file(folder / OUTCOME) else {}
        self.serial = str(outcome.get("device", ""))  # "": the run was killed
        known = {os.environ.get(KEY, ""): HIDDEN} | dict.fromkeys((self.serial, *serials), PHONE)
        self._replacements = {each: put for each, put in known.items() if len(each) >= _TELLING}
        home = Path.home()
        # "/", as in containers, begins every path.
        path = re.escape(str(home)) if home != home.parent else "(?!)"
        self._home = re.compile(rf"{path}(?![\w.-])")
        if hide_texts:
            typed = map(_text_of_step, map(_document, _read(folder / STEPS).split("\n")))
            texts = [str(outcome.get("task", "")), *typed]
            for text in texts:
                if len(text) >= _TELLING:
                    self._secrets.add(text)
            told = {word for text in texts for word in re.findall(r"\w+", text)}
            if words := [re.escape(word) for word in told if _is_telling(word)]:
                self._words = re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)

    def file(self, name: str) -> bytes:
        if name.endswith(".jpg"):
            return read_file(self._folder / name, links=False)
        text = _read(self._folder / name)
        # JSON leaves the other ends of lines, as U+2028, in its strings.
        documents = text.removesuffix("\n").split("\n") if name.endswith(".jsonl") else [text]
        return "".join(f"{self.document(document)}\n" for document in documents).encode()

    def document(self, text: str) -> str:
        """A JSON object redacted; what is none, as a line that a crash cut, as the text it is, or
        not at all where texts are hidden: half of one is not known again."""
        found = _document(text)
        if not found:
            return HIDDEN if self._hide_texts else self._text(text)
        if self._hide_texts and _text_of_step(found):
            found |= {"action": f'text("{HIDDEN}")', "gesture": "InputText"}
        value = map_texts(found, self._words_of_somebody, OURS, self._text, self._text)
        return json.dumps(value, ensure_ascii=False)

    def _words_of_somebody(self, text: str) -> str:
        """The text redacted, and without the words of the task."""
        return self._words.sub(HIDDEN, self._text(text))

    def _text(self, text: str) -> str:
        """The text without keys, serials, the home folder, and what was typed."""
        for secret, replacement in self._replacements.items():
            text = text.replace(secret, replacement)
        return self._secrets.hide(self._home.sub("~", _KEYS.sub(HIDDEN, text)))


def _is_telling(word: str) -> bool:
    """Whether a word of a task may be a name, a number or a secret, and is not a common word."""
    return len(word) >= _TELLING and word.casefold() not in _COMMON


def _text_of_step(step: Mapping[str, Any]) -> str:
    """The text that a step typed; "" if it typed none."""
    with suppress(ReplyInvalid):
        action = dsl.parse(str(step.get("action", "")))
        return action.text if isinstance(action, Text) else ""
    return ""


def _document(line: str) -> dict[str, Any]:
    """The JSON object; an empty one for anything else, such as a line cut by a crash."""
    with suppress(ValueError):
        found = json.loads(line)
        return found if isinstance(found, dict) else {}
    return {}
