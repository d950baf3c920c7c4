"""Ask once of each kind of page what it is called, what on it is the app's own, and what it tells.

The answer stands on the map, for whoever uses the app later. It is asked while learning alone.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from appagent.actions.replies import PageReading
from appagent.actions.verbs import ON_MARKS
from appagent.agent.ask import converse, noting
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import ModelNotConfigured, ModelRefused, ModelUseless
from appagent.prompts import element_block, escape, escape_attribute, fill
from appagent.texts import map_texts

log = logging.getLogger(__name__)
Alone = Callable[[Observation], AbstractContextManager[object]]
"""Makes the context in which no other phone asks about a page."""


def describe(session: Session, draft: Draft, turn: Turn, alone: Alone = nullcontext) -> None:
    """Ask about the pages of a step that are new to the map; without an answer they stay as they
    are. The draft keeps the replies that cannot be used.

    Raises: `ModelUnavailable`; `StoreError`.
    """
    before, after = turn.before, turn.after
    stays = after and after.screen.app.package == before.screen.app.package
    for seen in filter(None, (before, after if stays else None)):
        with alone(seen):
            _describe(session, draft, seen)


def _describe(session: Session, draft: Draft, seen: Observation) -> None:
    if seen.coords or seen.kinds is not ON_MARKS or not session.mapper.is_new(seen):
        return
    known = session.mapper.known(seen)
    here = known.at(seen.page)
    others = [page.name for page in known.pages if page.described and page is not here]
    prompt = fill(
        "page",
        known=escape(", ".join(others) or "none"),
        app=escape_attribute(seen.screen.app.package),
        elements=element_block(seen.view, "list", {}, {}),
    )
    try:
        note = noting(session, draft)
        said = converse(session.model, prompt, [], PageReading, lambda said: said, note)
    except (ModelUseless, ModelRefused, ModelNotConfigured) as err:
        log.info("the page is not described: %s", err)
    else:
        session.secrets.expect("\n".join((said.name, *said.fixed, *said.shows)))
        told = map_texts(said.model_dump(), session.secrets.hide)
        session.mapper.describe(seen, PageReading.model_validate(told))
