"""Every task that asks for a state, begun where that is so already: nothing is changed for it, and
no flow is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from appagent.actions.gestures import resolve
from appagent.actions.verbs import Exit, form
from appagent.agent.run import run
from appagent.agent.session import Session
from appagent.bench.draw import TaskInstance, instantiate
from appagent.bench.judge import Judge
from appagent.bench.solve import act, bind, launch, replay, view_of
from appagent.bench.stage import Stage, open_stage
from appagent.bench.suite import Task
from appagent.config import Config
from appagent.device.server import AdbServer
from appagent.errors import AppAgentError
from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.store import DocStore
from appagent.trail import Trail
from pocketphone.phone import Phone

from .player import PROGRAMS, TASKS_OF, Silent, Speaker

SEED = 1
END = 'exit("done")'


def so_already(app: str, task: Task) -> tuple[TaskInstance, Phone]:
    """The task on a phone that its solution leaves done, begun once more."""
    phone = Phone(seed=SEED)
    drawn = instantiate(task, app, SEED, phone.truth)
    replay(phone, drawn, drawn.solution)
    launch(phone, app)
    assert Judge(drawn, phone.state()).goal_met(phone.truth)
    return drawn, phone


def looks(drawn: TaskInstance, phone: Phone) -> list[str]:
    """The steps of the solution up to the first that would change something of the apps."""
    said: list[str] = []
    for step in drawn.solution:
        held = held_by(phone)
        try:
            view = view_of(phone)
            move = resolve(bind(step, view), view)
            act(phone, move)
        except AppAgentError:
            break
        if isinstance(move.action, Exit) or held_by(phone) != held:
            break
        name = move.element.name if move.element else ""
        named = {"element": None, "name": name} if move.element else {}
        said.append(form(move.action.model_copy(update=named)))
    return said


def held_by(phone: Phone) -> object:
    return phone.state()["apps"], phone.settings


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with pytest.MonkeyPatch.context() as environment:
        environment.delenv("ANDROID_ADB_SERVER_PORT", raising=False)
        server = AdbServer.on_free_port()
        server.start()
        with open_stage(server, SEED) as opened:
            yield opened
        server.stop()


# `scripts/drifts --drift "already true"` finds them: the goal is of no page, nothing is made twice
STATES = [
    "clock-2", "clock-3", "clock-5", "maps-5", "music-2", "music-4", "settings-1", "settings-2",
    "settings-3", "settings-4", "shop-4", "social-3", "social-5", "video-3", "video-4", "video-5",
]  # fmt: skip


@pytest.mark.parametrize("name", STATES)
def test_what_is_so_already_is_left_and_keeps_nothing(
    name: str, stage: Stage, tmp_path: Path
) -> None:
    app, task = TASKS_OF[name]
    drawn, phone = so_already(app, task)

    def begin(of_stage: Phone) -> object:
        of_stage.reset()
        replay(of_stage, drawn, drawn.solution)
        launch(of_stage, app)
        return held_by(of_stage)

    before = stage.running.call(begin)
    model = Speaker(["\n".join(looks(drawn, phone)) or END, END], PROGRAMS[name].get("reads", {}))
    store = DocStore(tmp_path / "docs")
    session = Session(
        stage.device, model, store, Trail.open(tmp_path, "run", name),
        Config(image_width_px=360, settle_s=1), Silent(),
    )  # fmt: skip
    ended = run(session, drawn.instruction, app, ("auto",))
    assert (ended.ending, stage.running.call(held_by)) == ("done", before)
    assert not [path for package in store.packages() for path in flows_of(store).files(package)]
