"""The manual docs that are shipped hold on the screens that the tasks lead through."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.actions.gestures import resolve
from appagent.bench.draw import instantiate
from appagent.bench.solve import act, bind, set_up, view_of
from appagent.bench.suite import default_suites, load_suite
from appagent.knowledge.store import DocStore
from appagent.screen.keys import fingerprint
from pocketphone.phone import Phone

STORE = Path(__file__).parents[2] / "docs_store"
SEED, LEAST = 5, 0.8


@pytest.mark.parametrize("path", default_suites(), ids=lambda path: path.stem)
def test_what_the_solutions_touch_is_documented(path: Path) -> None:
    suite, store, state = load_suite(path), DocStore(STORE), Phone(seed=SEED).state()
    met: dict[str, bool] = {}
    for task in (instantiate(task, suite.app, SEED, state) for task in suite.tasks):
        phone = Phone(seed=SEED)
        set_up(phone, task.app, task.setup)
        for step in task.solution:
            view = view_of(phone)
            move = resolve(bind(step, view), view)
            if move.element is not None and move.use and move.use != "swipe":
                screen = fingerprint(view.screen.elements)
                doc = store.find(suite.app, move.element, screen)
                note = doc.note(move.use, ["manual"]) if doc else None
                met[f"{phone.page.page}: {move.element.name}"] = note is not None
            act(phone, move)
    missing = [touched for touched, known in met.items() if not known]
    assert len(missing) <= (1 - LEAST) * len(met), missing
