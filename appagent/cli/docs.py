"""`appagent docs`: what was learned, for people to read, check and write."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import cast, get_args

from appagent.agent.observe import Observation, capture, present
from appagent.cli.desktop import open_file
from appagent.cli.parts import open_device, open_store, terminal
from appagent.cli.view import explainer, save
from appagent.config import load
from appagent.errors import SetupError, StoreError, UsageError
from appagent.knowledge.element import ElementDoc
from appagent.knowledge.pack import pack, unpack
from appagent.knowledge.store import DocStore, Provenance, rewrite_document
from appagent.report import plain
from appagent.report.plain import plural
from appagent.report.terminal import Terminal
from appagent.screen.describe import phrase
from appagent.screen.values import Mark, Use

NOTHING = "there are no docs yet: `appagent explore --app NAME` writes some"


def list_docs(app: str | None, store: Path | None, as_json: bool) -> int:
    docs_of = _store(store)
    packages = _packages(docs_of, app) if app else docs_of.packages()
    if as_json:
        listed = {package: [_json(doc) for doc in docs_of.docs(package)] for package in packages}
        plain.document(listed)
        return 0
    code = 0
    for package in packages:
        try:
            known = docs_of.docs(package)
        except StoreError as err:  # the other apps' are still worth a look
            plain.aside(f"appagent: {err}; `appagent docs check` names all that are damaged")
            code = err.exit_code
            continue
        plain.line(f"{package}: {plural(len(known), 'element')}")
        for title, doc in _titles(known) if app else ():
            uses = ", ".join(f"{use} ({', '.join(notes)})" for use, notes in doc.uses.items())
            plain.line(f"  {title}  {uses}")
    if not packages:
        plain.aside(NOTHING)
    return code


def show_docs(app: str, element: str | None, store: Path | None, as_json: bool) -> int:
    docs_of = _store(store)
    found = [
        (package, doc)
        for package in _packages(docs_of, app)
        for doc in docs_of.docs(package)
        if element is None or element.casefold() in f"{doc.key} {doc.called}".casefold()
    ]
    if not found:
        raise UsageError(f"no doc of {app} is about {element!r}: see `appagent docs list {app}`")
    if as_json:
        plain.document([{"app": package} | _json(doc) for package, doc in found])
        return 0
    for package, pairs in groupby(found, key=itemgetter(0)):
        plain.line(package)
        for title, doc in _titles([doc for _, doc in pairs]):
            plain.line(f"  {title}")
            for use, notes in doc.uses.items():
                for source, note in notes.items():
                    against = f", contradicted {note.contradicted}x" if note.contradicted else ""
                    counts = f"{source}, confirmed {note.confirmed}x{against}"
                    plain.line(f"    {use} ({counts}): {note.text}")
    return 0


def check_docs(store: Path | None, as_json: bool) -> int:
    docs_of = _store(store)
    problems = [str(err) for err in docs_of.problems()]
    if as_json:
        plain.document({"problems": problems, "written": str(docs_of.folder)})
    else:
        for problem in problems:
            plain.aside(problem)
        plain.line(f"{docs_of.folder}: {plural(len(problems), 'damaged file')}")
    return StoreError.exit_code if problems else 0


def export_docs(file: Path, apps: list[str], store: Path | None, as_json: bool) -> int:
    docs_of = _store(store)
    found = [package for app in apps for package in _packages(docs_of, app)]
    packages = list(dict.fromkeys(found)) or docs_of.packages()
    count = pack(docs_of, packages, file)
    plain.aside(
        "Docs may quote what was on the screen, a name say: read them before you share them."
    )
    if as_json:
        plain.document({"file": str(file), "docs": count, "packages": packages})
    else:
        plain.line(f"{file}: {plural(count, 'doc')} of {', '.join(packages)}")
    return 0


def import_docs(file: Path, store: Path | None, as_json: bool) -> int:
    taken = unpack(file, open_store(load({"store": store}).config))
    if as_json:
        document = asdict(taken)
        plain.document(document | {"kept": document.pop("conflicts")})
        return 0
    for note in taken.conflicts:
        told = f"{note.use} of {note.key} in {note.package} ({note.source})"
        plain.aside(f"kept as it was: {told}")
    count, known = plural(taken.docs, "doc"), taken.docs - taken.new
    plain.line(f"{count} of {', '.join(taken.packages)}: {taken.new} new, {known} known already")
    return 0


def edit_docs(
    file: Path | None,
    label: int | None,
    verb: str | None,
    text: str | None,
    device: str | None,
    store: Path | None,
    as_json: bool,
) -> int:
    on_screen = (label, verb, text, device, store)
    path = _edit_file(file) if file is not None else _edit_screen(*on_screen)
    if as_json:
        plain.document({"file": str(path)})
    else:
        plain.line(f"written: {path}")
    return 0


def _edit_file(file: Path) -> Path:
    """Open a docs file in the person's editor; what does not read back is not kept."""
    editor = _editor(file)
    try:
        before = file.read_bytes()
    except OSError as err:
        raise UsageError(
            f"cannot read {file}: {err.strerror}; `appagent docs show APP` tells what there is"
        ) from err
    if file.absolute().parent.name != "elements":
        raise UsageError(f"{file} is no docs file: those are PACKAGE/elements/NAME.yaml")
    draft = Path(tempfile.mkdtemp(prefix="appagent-")) / file.name
    draft.write_bytes(before)
    try:
        rewrite_document(file.absolute(), before, _run_editor(draft, editor))
    except (SetupError, StoreError, KeyboardInterrupt) as err:
        told = f"{err}; " if str(err) else ""
        if draft.is_file() and draft.read_bytes() != before:
            raise type(err)(f"{told}{file} is as it was, your text is in {draft}") from err
        shutil.rmtree(draft.parent)
        raise
    shutil.rmtree(draft.parent)
    return file


def _run_editor(draft: Path, editor: list[str]) -> bytes:
    """What the person made of a draft. Raises: `UsageError` where their editor failed."""
    try:
        code = subprocess.run([*editor, str(draft)], check=False).returncode
        text = draft.read_bytes()
    except OSError as err:
        raise UsageError(f"{editor[0]} left no text: {err.strerror}") from err
    if code:
        raise UsageError(f"{editor[0]} ended with {code}")
    return text


def _editor(file: Path) -> list[str]:
    """The person's editor, as words. Raises: `UsageError` where there is none."""
    said = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    try:
        words = shlex.split(said)
    except ValueError:  # a quote that is not closed
        words = [said]
    if not words or not shutil.which(words[0]):
        missing = f"no program {words[0]!r}: " if words else ""
        raise UsageError(f"{missing}set EDITOR to your editor, or open {file} yourself")
    return words


def _edit_screen(
    label: int | None, verb: str | None, text: str | None, device: str | None, store: Path | None
) -> Path:
    """Number the present screen, pick an element and a verb, write what it does."""
    config = load({"device": device, "store": store}).config
    person = terminal()
    with open_device(config) as phone:
        screen = capture(phone, config.settle_s, explainer(config, person.say))
        now = present(screen, config)
        package = now.screen.app.package
        version, language = phone.version(package), phone.language()
    if label is None:
        label = _ask_label(person, now)
    mark = now.view.mark(label)
    if mark is None or mark.element is None:
        raise UsageError(f"no element {label}: marks run 1-{len(now.view.marks)}")
    if not mark.element.key:
        raise UsageError(f"element {label} lies on nothing of the tree: its document has no key")
    use = _use(person, verb, mark)
    text = text if text is not None else person.ask(f"What does {use} on it do? ")
    if not text.strip():
        raise UsageError("nothing was written: the text is empty")
    learned = Provenance("manual", version, language, datetime.now(UTC).date())
    return open_store(config).record(package, mark.element, now.page, use, text, learned)


def _ask_label(person: Terminal, now: Observation) -> int:
    """The number of an element, from the person, who sees the screen while choosing."""
    with tempfile.TemporaryDirectory(prefix="appagent-") as folder:
        path = Path(folder) / "screen.png"
        save(path, now.view.image)
        open_file(path)
        person.say("\n".join(now.lines))
        person.say(f"the numbered screen: {path}")
        said = person.ask("Which element? ").strip()
    return int(said) if said.isdecimal() else 0


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


def _store(store: Path | None) -> DocStore:
    """The store to read. Raises: `UsageError` where one that was named is not there."""
    config = load({"store": store}).config
    if config.store is not None and not config.store.is_dir():
        raise UsageError(f"there is no folder {config.store}: name the store with --store")
    return open_store(config)


def _packages(store: DocStore, app: str) -> list[str]:
    """The packages of the store that `app` names, whole or in part. Raises: `UsageError`."""
    packages = store.packages()
    found = [app] if app in packages else [p for p in packages if app.casefold() in p.casefold()]
    if not found:
        there = f"there are docs of {', '.join(packages)}" if packages else NOTHING
        raise UsageError(f"no docs of {app!r}; {there}")
    return found


def _titles(docs: Sequence[ElementDoc]) -> list[tuple[str, ElementDoc]]:
    """The documents with their titles, those of a page together; of those that are titled alike
    each with something that stands on its page only."""
    alike: dict[str, list[ElementDoc]] = {}
    for doc in docs:
        alike.setdefault(_title(doc), []).append(doc)
    told: list[tuple[str, ElementDoc]] = []
    for doc in sorted(docs, key=lambda doc: (doc.screen, doc.key)):
        peers = alike[title := _title(doc)]
        elsewhere = set().union(*(_ids(peer) for peer in peers if peer is not doc))
        own = sorted(_ids(doc) - elsewhere)
        told.append((f"{title} beside {own[0]}" if len(peers) > 1 and own else title, doc))
    return told


def _ids(doc: ElementDoc) -> set[str]:
    """What is named by an id on the document's page."""
    return {found for line in doc.screen for found in re.findall(r"#(\w+)(?: |$)", line)}


def _title(doc: ElementDoc) -> str:
    return f'{doc.role} "{doc.called}" [{doc.key}]' if doc.called else f"{doc.role} [{doc.key}]"


def _json(doc: ElementDoc) -> dict[str, object]:
    return doc.model_dump(mode="json")
