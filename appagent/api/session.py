"""The session of a job: what it works with, and a trail of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NoReturn

from pydantic import BaseModel

from appagent.agent.session import Progress, Session
from appagent.api.parts import open_store
from appagent.config import Config, credentials, user_cache
from appagent.device.adb import AdbDevice
from appagent.device.apps import short_name
from appagent.device.launcher import Labels, by_icon, find_package
from appagent.errors import AppNotFound, ModelNotConfigured, NotInFront
from appagent.exchange import Picture, Prices, Prompt, Usage
from appagent.knowledge.store import DocStore
from appagent.model.detector import Detector
from appagent.model.recorded import CONVERSATION, RecordingModel
from appagent.outcome import Outcome
from appagent.ports import Device, Model, Person
from appagent.secrets import Secrets
from appagent.trail import Trail

Say = Callable[[str], object]


def open_session(
    command: str,
    package: str,
    config: Config,
    device: Device,
    model: Model,
    progress: Progress,
    *,
    person: Person | None = None,
    detect: Detector | None = None,
    labels: Labels | None = None,
    store: DocStore | None = None,
    secrets: Secrets | None = None,
) -> Session:
    """A session with a new trail, called after the command and the app. Raises: `SetupError`."""
    secrets = secrets or Secrets(credentials(config))
    trail = Trail.open(config.runs, command, short_name(package) if package else "phone")
    if (config.conversation or config.record) and not isinstance(model, NoModel):
        model = RecordingModel(model, trail.folder / CONVERSATION, secrets.hide)
        secrets.when_known(model.rewrite)
    return Session(
        device=device,
        model=model,
        store=store or open_store(config),
        trail=trail,
        config=config,
        progress=progress,
        person=person,
        detect=detect,
        labels=labels or Labels(user_cache() / "labels.json"),
        secrets=secrets,
    )


def find_app(device: AdbDevice, app: str, labels: Labels, say: Say) -> str:
    """The package that a person calls `app`. Raises: `AppNotFound`, with similar names; what was in
    front is there again then."""
    try:
        return find_package(app, device.packages(), labels)
    except AppNotFound:
        say(f"no package is called {app!r}: looking for it in the launcher")
    front = device.foreground().package
    try:
        return by_icon(device, app, labels)
    except AppNotFound:
        with suppress(AppNotFound, NotInFront):
            device.launch(front)
        raise


def check_docs(store: DocStore, package: str | None) -> None:
    """Read what is known of a package, before the phone is touched for it. Raises: `StoreError`
    where a file is damaged."""
    if package in store.packages():
        store.docs(package)


def settled(session: Session, outcome: Outcome) -> Outcome:
    """The outcome with its price and its exit code, as it now stands in the trail. To explore up to
    the last step, or to show an app so, is 0."""
    spent = Usage(
        prompt_tokens=outcome.prompt_tokens,
        cached_tokens=outcome.cached_tokens,
        completion_tokens=outcome.completion_tokens,
        known=outcome.tokens_known,
    )
    learned = outcome.command in ("explore", "demo") and outcome.ending in ("done", "step_limit")
    outcome = outcome.model_copy(
        update={
            "cost": Prices(session.config.prices).cost(session.model.name, spent),
            "exit_code": 0 if learned else outcome.exit_code,
        }
    )
    session.trail.end(outcome)
    return outcome


class NoModel:
    """The port `Model` where nothing may be asked."""

    name, host = "no model", ""
    spent = Usage()

    def ask(
        self,
        prompt: Prompt,  # noqa: ARG002
        pictures: Sequence[Picture],  # noqa: ARG002
        reply: type[BaseModel],  # noqa: ARG002
        problems: Sequence[tuple[str, str]] = (),  # noqa: ARG002
    ) -> NoReturn:
        """Raises: `ModelNotConfigured`."""
        raise ModelNotConfigured("there is no model to ask here")
