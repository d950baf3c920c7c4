from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from appagent.agent.explore import explore
from appagent.agent.observe import Observation, capture, present
from appagent.agent.session import Session
from appagent.config import Config
from appagent.danger import Danger
from appagent.knowledge.element import Source
from appagent.knowledge.store import DocStore, Provenance
from appagent.outcome import Outcome, read_outcome
from appagent.ports import Person
from appagent.screen.values import Use
from appagent.trail import Step, Trail, read_steps
from tests.agent.scripted import APP, Line, Page, Phone, Script, Somebody, Widget


@dataclass
class Quiet:
    """Whoever watches, and remembers what was said."""

    said: list[str] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    looks: list[Observation] = field(default_factory=list)
    plans: list[tuple[tuple[str, ...], int]] = field(default_factory=list)

    def say(self, text: str) -> None:
        self.said.append(text)

    def looked(self, n: int, seen: Observation) -> None:  # noqa: ARG002
        self.looks.append(seen)

    def planned(self, program: Sequence[str], at: int) -> None:
        self.plans.append((tuple(program), at))

    def stepped(self, step: Step) -> None:
        self.steps.append(step)


@dataclass
class Scene:
    """One session and everything around it."""

    session: Session
    phone: Phone
    model: Script
    watcher: Quiet

    @property
    def folder(self) -> Path:
        return self.session.trail.folder

    def steps(self) -> list[Step]:
        return list(read_steps(self.folder))

    def kept(self) -> Outcome:
        return read_outcome(self.folder)

    def docs(self) -> dict[tuple[str, str], str]:
        """What the store knows by the name of the element and the use."""
        return {
            (doc.called, use): note.text
            for doc in DocStore(self.session.store.folder).docs(APP)
            for use in doc.uses
            if (note := doc.note(use))
        }

    def note(
        self, name: str, use: Use, danger: Danger | None, role: str = "button",
        *, by: Source = "manual",
    ) -> None:  # fmt: skip
        """Note, as a person, what one use of a control on the page that is shown does."""
        seen = present(capture(self.phone, 0, lambda screen: screen), self.session.config)
        of = next(e for e in seen.screen.elements if (e.role, e.name) == (role, name))
        self.session.store.record(
            APP, of, seen.page, use, "As I know.", Provenance(by), danger=danger
        )

    def dangers(self) -> dict[str, tuple[str, ...]]:
        """The dangers of a tap on each element that the store knows."""
        docs = DocStore(self.session.store.folder).docs(APP)
        return {doc.called: doc.dangers("tap") for doc in docs}


Stage = Callable[..., Scene]


def learned(scene: Scene, task: str = "Write a note") -> Outcome:
    """The end of an exploration."""
    return explore(scene.session, APP, task)


def notes_app() -> dict[str, Page]:
    """Notes: a list page, an editor, settings, a sign-in page, a menu, and a way out."""
    return {
        "main": Page(
            (
                Widget("New note", opens="editor"),
                Widget("Settings", opens="settings"),
                Widget("Help", opens="browser"),
                Widget("Banner"),
                Widget("Account", opens="account"),
                Widget("Delete all", opens="empty"),
                Widget("Shopping", holds="menu"),
            )
        ),
        "editor": Page(
            (
                Widget("Title", "EditText"),
                Widget("Body", "EditText"),
                Widget("Save", opens="saved"),
                Widget("Banner"),
            )
        ),
        "saved": Page((Widget("Note saved", "TextView"), Widget("OK", opens="main"))),
        "settings": Page((Widget("Dark theme", "Switch"), Widget("Version 1.4", "TextView"))),
        "account": Page(
            (Widget("User", "EditText"), Widget("Password", "EditText", password=True))
        ),
        "empty": Page((Widget("No notes", "TextView"),)),
        "menu": Page((Widget("Pin"), Widget("Rename"))),
        "browser": Page((Widget("Address", "EditText"), Widget("Reload")), "com.example.browser"),
    }


@pytest.fixture
def stage(tmp_path: Path) -> Stage:
    """Puts a session on: the model's lines first, then what differs from the notes app."""

    def put(
        *lines: Line,
        pages: dict[str, Page] | None = None,
        person: Person | None = None,
        phone: dict[str, Any] | None = None,
        below: Sequence[Path] = (),
        **config: Any,
    ) -> Scene:
        device = Phone(pages or notes_app(), **(phone or {}))
        model, watcher = Script(list(lines)), Quiet()
        trail = Trail.open(tmp_path / "runs", "test", "notes")
        store = DocStore(tmp_path / "docs_store", below)
        settings = Config(**{"image_width_px": 360, "settle_s": 0, **config})
        session = Session(device, model, store, trail, settings, watcher, person)
        return Scene(session, device, model, watcher)

    return put


@pytest.fixture
def somebody() -> Somebody:
    return Somebody()
