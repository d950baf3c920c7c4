"""`appagent docs edit`: write the document of an element, by name or on the present screen."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast, get_args

from appagent.agent.observe import Observation, capture, present
from appagent.api import open_device, open_store
from appagent.cli.desktop import open_file
from appagent.cli.docs_files import (
    DocFile,
    closest,
    doc_files,
    match_package,
    page_of,
    store_to_read,
)
from appagent.cli.docs_map import loose_ends, match_mapped
from appagent.cli.editor import by_editor, editor_or, instead_of
from appagent.cli.out import terminal
from appagent.cli.view import explainer, save
from appagent.config import load
from appagent.danger import DANGERS, Danger
from appagent.errors import UsageError
from appagent.knowledge.docfile import read_bytes, yaml_of
from appagent.knowledge.element import Note
from appagent.knowledge.mapfile import maps_of, read_map
from appagent.knowledge.store import Provenance, rewrite_document
from appagent.report import plain
from appagent.report.terminal import Terminal
from appagent.screen.describe import phrase
from appagent.screen.nameless import tell_nameless
from appagent.screen.values import Mark, Use
from appagent.texts import first_few

_CHOICES = 12  # that are listed


@dataclass(frozen=True, slots=True)
class Edit:
    """What a person says on the command line; None for what is left out."""

    label: int | None = None
    verb: str | None = None
    text: str | None = None
    danger: str | None = None  # a class, or "none"

    def note(self, old: Note | None) -> Note:
        """The note that stands for `old`, whose danger it keeps if none is given.

        Raises: `UsageError` if the text is empty or the danger unknown.
        """
        text = (self.text or "").strip()
        if not text:
            raise UsageError("the text is empty: say what the verb does")
        danger = (old.danger if old else None) if self.danger is None else self.check_danger()
        return Note(text=text, danger=danger, updated=datetime.now(UTC).date())

    def check_danger(self) -> Danger | None:
        """The danger that is given; None for "none". Raises: `UsageError` for anything else."""
        if self.danger in (None, "none"):
            return None
        found = next((danger for danger in DANGERS if danger == self.danger), None)
        if found is None:
            raise UsageError(f"--danger {self.danger}: expected {', '.join(DANGERS)} or none")
        return found


def edit_docs(
    app: str | None,
    element: str | None,
    edit: Edit,
    device: str | None,
    store: Path | None,
    as_json: bool,
    *,
    of_map: bool = False,
) -> int:
    """Write a document, or the map of an app; gives the exit code.

    Raises: `UsageError`, `SetupError`, `StoreError`.
    """
    if of_map:
        if app is None or element is not None or edit != Edit():
            raise UsageError("--map opens the map of an app: name the app, and nothing else")
        path = _edit_map(app, store)
    elif app is None:
        path = _edit_screen(edit, device, store)
    elif element is None:
        raise UsageError(f"which element of {app}? `appagent docs list {app}` shows them")
    elif edit.label is not None:
        raise UsageError("--label is for the present screen: leave out APP and ELEMENT")
    else:
        path = _edit_element(app, element, edit, store)
    if as_json:
        plain.document({"file": str(path)})
    else:
        plain.line(f"written: {path}")
    return 0


def _edit_element(app: str, element: str, edit: Edit, folder: Path | None) -> Path:
    """Write what a verb does to an element, or open its file in the person's editor."""
    store = store_to_read(folder)
    package = match_package(store, app)
    files = closest(doc_files(store, package, element), element)
    file = files[0] if len(files) == 1 else _one_of(files, element, doc_files(store, package))
    path = store.folder / file.package / "elements" / file.path.name
    if edit.text is None:
        if edit.danger is not None:
            raise UsageError("--danger needs --text: say what the verb does")
        return _edit_file(file, path)
    before = read_bytes(file.path) if file.is_yours else None
    rewrite_document(path, before, _with_note(file, edit))
    return path


def _one_of(files: list[DocFile], element: str, every: list[DocFile]) -> DocFile:
    """The one that the person picks. Raises: `UsageError` that lists them, where nobody can."""
    told = [", ".join(filter(None, (file.title, page_of(file, every)))) for file in files]
    if (person := terminal().person) and len(files) <= _CHOICES:
        return files[person.choose(f"Which {element!r}?", told)]
    names = [f"{file.path.name} ({about})" for file, about in zip(files, told, strict=True)]
    raise UsageError(
        f"{len(files)} elements fit {element!r}: name one by its file, "
        f"{', '.join(first_few(names, _CHOICES))}"
    )


def _with_note(file: DocFile, edit: Edit) -> bytes:
    """Your file of the document with what a person says of the verb."""
    verbs, verb = get_args(Use), edit.verb
    if verb is None and len(file.doc.uses) == 1:
        (verb,) = file.doc.uses
    if verb not in verbs:
        given = f"--verb {verb}" if verb else "which verb? --verb"
        raise UsageError(f"{given}: expected one of {', '.join(verbs)}")
    use = cast(Use, verb)
    note = edit.note(file.doc.uses.get(use, {}).get("manual"))
    doc = file.layers[0][1]
    uses = doc.uses if file.is_yours else {}
    uses = uses | {use: uses.get(use, {}) | {"manual": note}}
    return yaml_of(doc.model_copy(update={"uses": uses}))


def _edit_file(file: DocFile, path: Path) -> Path:
    """Open a document in the person's editor and write what they made of it to `path`, which is
    left as it is where that is no document."""
    editor, content = editor_or(instead_of(file.path, path)), read_bytes(file.path)
    before = content if file.is_yours else None
    by_editor(editor, path, content, lambda after: rewrite_document(path, before, after))
    return path


def _edit_map(app: str, folder: Path | None) -> Path:
    """Open the map of an app in the person's editor, and write what they made of it."""
    store = store_to_read(folder)
    maps = maps_of(store)
    package = match_mapped(store, maps, app)
    path, (file, *_) = maps.own(package), maps.files(package)
    editor = editor_or(instead_of(file, path))
    content = read_map(file)
    before = content if file == path else None

    def write(after: bytes) -> None:
        for told in loose_ends(maps.rewrite(package, before, after)):
            plain.aside(told)

    by_editor(editor, path, content, write)
    return path


def _edit_screen(edit: Edit, device: str | None, store: Path | None) -> Path:
    """Number the present screen, pick an element and a verb, write what it does."""
    label, verb, text, danger = edit.label, edit.verb, edit.text, edit.check_danger()
    config = load({"device": device, "store": store}).config
    person = terminal()
    with open_device(config, person=person.person) as phone:
        captured = capture(phone, config.settle_s, explainer(config, person.say))
        screen = tell_nameless(captured)
        now = present(screen, config)
        package = now.screen.app.package
        version, language = phone.version(package), phone.language()
    if label is None:
        label = _ask_label(person, now)
    mark = now.view.mark(label)
    if mark is None or mark.element is None:
        raise UsageError(f"no element {label}: marks run 1-{len(now.view.marks)}")
    if not mark.element.key:
        raise UsageError(
            f"element {label} is not in the screen's tree and can have no doc: choose another"
        )
    use = _use(person, verb, mark)
    text = text if text is not None else person.ask(f"What does {use} on it do? ")
    if not text.strip():
        raise UsageError("nothing was written: the text is empty")
    learned = Provenance("manual", version, language, datetime.now(UTC).date())
    return open_store(config).record(
        package, mark.element, now.page, use, text, learned, danger=danger
    )


def _ask_label(person: Terminal, now: Observation) -> int:
    """The number of an element, from the person, who sees the screen while choosing."""
    with tempfile.TemporaryDirectory(prefix="appagent-") as folder:
        path = Path(folder) / "screen.png"
        save(path, now.view.image)
        open_file(path)
        person.say("\n".join(now.lines))
        person.say(f"the numbered screen: {path}")
        answer = person.ask("Which element? ").strip()
    return int(answer) if answer.isdecimal() else 0


def _use(person: Terminal, verb: str | None, mark: Mark) -> Use:
    assert mark.element is not None
    verbs, uses = get_args(Use), sorted(mark.element.uses)
    if verb is None:
        choices = uses or list(verbs)
        return choices[person.choose(f"What is done to {phrase(mark.element)}?", choices)]
    if verb not in verbs:
        raise UsageError(f"--verb {verb}: expected one of {', '.join(verbs)}")
    if verb == "text" and verb not in uses:
        taken = ", ".join(uses) or "nothing"
        raise UsageError(f"--verb text: {phrase(mark.element)} takes no text, only {taken}")
    return cast(Use, verb)
