"""Learn an app by trying it. One step on one page:

    look → prompt → decision → guard → gesture → look again → change → reflection → document

BACK and INEFFECTIVE retire that verb on that element of that page, for this task only. What could
harm is not done; what turns out to have changed something is taken back at once (see undo.py).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    AnyVerb,
    Exit,
    Home,
    Kinds,
    OpenApp,
    Reflection,
    ShowGrid,
)
from appagent.agent.act import attempt, back, mistyped, open_app, refuse
from appagent.agent.decide import decide, request
from appagent.agent.effect import Part, harm, like, part
from appagent.agent.guard import LEARNED, calls, risk
from appagent.agent.learn import Deed, contradict, keep, reflect, warned
from appagent.agent.observe import Look, missed
from appagent.agent.past import Past, outcome, told
from appagent.agent.record import Record, recorded, seen
from appagent.agent.session import Session, Tally, conclude
from appagent.agent.undo import mend
from appagent.errors import AppNotFound, DeviceError, ModelUseless, ScreenUnreadable
from appagent.prompts import escape
from appagent.screen.change import difference
from appagent.screen.describe import phrase
from appagent.screen.keys import SAME_SCREEN, likeness
from appagent.screen.values import SHAPE, SURFACE, Element, Use
from appagent.trail import Ending, Outcome

NO_TASK = "none: set your own from what was not touched yet"
RETURNS = 3  # tries to get back into the app before the exploration ends
OVER_APPS = re.compile(  # the system's own questions, which stand over an app and belong to it
    r"^android$|permissioncontroller|packageinstaller|intentresolver|documentsui"
    r"|lbe\.security|securitypermission"  # Xiaomi's, OPPO's
)
NAMED = 8  # untouched elements that are named, here and of other pages


Thing = tuple[str, str]  # key and name: rows of one list share a key
Deal = tuple[Thing, Use | None]  # and what was done to it


@dataclass
class Page:
    """What was tried on one page of the app."""

    fingerprint: frozenset[str]
    tried: dict[Deal, str] = field(default_factory=dict)  # -> in words
    useless: dict[Deal, str] = field(default_factory=dict)
    untouched: dict[Thing, str] = field(default_factory=dict)
    parts: set[tuple[Part, Use]] = field(default_factory=set)  # of rows, tried in one


@dataclass
class Exploration:
    """An exploration on its way: the pages seen, and what is left on each."""

    session: Session
    package: str
    task: str
    tally: Tally = field(default_factory=Tally)
    past: Past = field(default_factory=Past)
    pages: list[Page] = field(default_factory=list)
    last: Deed | None = None

    def at(self, now: Look) -> Page:
        """The page of this look; a new one where none is alike."""
        near = [(likeness(page.fingerprint, now.page), page) for page in self.pages]
        best, page = max(near, key=lambda pair: pair[0], default=(0.0, Page(now.page)))
        if best < SAME_SCREEN:
            page = Page(now.page)
            self.pages.append(page)
        touched = {thing for thing, _ in page.tried}
        page.untouched = {
            _thing(mark.element): phrase(mark.element)
            for mark in now.view.marks
            if mark.element
            and (mark.element.name or mark.element.role != SHAPE)  # there may be dozens
            and _thing(mark.element) not in touched
        }
        return page

    def tries(self, page: Page, now: Look) -> str:
        """The `<tried>` block: what was done on this page."""
        lines = [words for at, words in page.tried.items() if at not in page.useless]
        lines += [f"useless: {words}" for words in page.useless.values()]
        shown = [mark.element for mark in now.view.marks if mark.element]
        lines += [
            f"useless: {use} {phrase(element)}"
            for element in shown
            for use in sorted(element.uses)
            if self.repeats(page, now, element, use)
        ]
        return escape("\n".join(lines)) or "nothing yet"

    def repeats(self, page: Page, now: Look, element: Element, use: Use | None) -> bool:
        """Whether its like was tried in another row: nothing is tried row by row without a task. It
        may itself be used again, where nothing else here is called so."""
        own = part(element, now.screen)
        if own is None or use is None or (own, use) not in page.parts or self.task:
            return False
        namesakes = [e for e in now.screen.elements if _thing(e) == _thing(element)]
        return len(namesakes) > 1 or (_thing(element), use) not in page.tried

    def untouched(self, page: Page) -> str:
        """The `<untouched>` block: what the next goal can be made of."""
        waiting = [words for p in self.pages if p is not page for words in p.untouched.values()]
        told = [("here", list(page.untouched.values())), ("elsewhere", waiting)]
        return escape(
            "\n".join(f"{where}: {', '.join(w[:NAMED]) or 'nothing'}" for where, w in told)
        )


def _thing(element: Element) -> Thing:
    """What tells it from the others of its key for the time of an exploration."""
    place = str(element.bounds.center) if element.role == SHAPE else ""
    return element.key, element.name or place


def explore(session: Session, package: str, task: str = "") -> Outcome:
    """Try the app `package`, towards `task` or, without one, wherever something is untouched.

    It starts on the app's first page and leaves the app there.
    """
    exploration = Exploration(session, package, task, Tally(package, task))

    def loop() -> tuple[Ending, str]:
        open_app(session, package, fresh=True)
        ended = _loop(exploration)
        try:
            open_app(session, package, fresh=True)
        except (AppNotFound, DeviceError) as err:  # what was learned is learned
            session.progress.say(f"the app could not be left on its first page: {err}")
        return ended

    return conclude(session, exploration.tally, loop, command="explore")


def _loop(exploration: Exploration) -> tuple[Ending, str]:
    session, past = exploration.session, exploration.past
    now, on_grid = session.look(), False
    for n in range(1, session.config.explore_steps + 1):
        exploration.tally.steps = n
        with recorded(session, n) as record:
            now = _inside(exploration, now)
            if on_grid:
                now = session.show(now.screen, on_grid=True)
            seen(session, record, now)
            action, after = _step(exploration, record, now)
        if isinstance(action, Exit):
            return ("done" if action.status == "done" else "gave_up"), action.answer
        if past.stuck:
            return "stuck", ""
        now, on_grid = after, isinstance(action, ShowGrid)
    return "step_limit", ""


def offered(kinds: Kinds) -> Kinds:
    """The verbs of an exploration: none that leaves the app."""
    return tuple(kind for kind in kinds if kind not in (OpenApp, Home))


def _step(exploration: Exploration, record: Record, now: Look) -> tuple[AnyVerb, Look]:
    """One action, and the look that the next step starts from."""
    session, past, page = exploration.session, exploration.past, exploration.at(now)
    kinds = offered(now.kinds)
    prompt = request(
        "explore",
        session,
        now,
        past,
        task=exploration.task or NO_TASK,
        kinds=kinds,
        sources=["auto"],
        tried=exploration.tries(page, now),
        untouched=exploration.untouched(page),
    )
    decision, move = decide(session, record, past, now, prompt, kinds)
    if why := _refusal(exploration, page, now, move):
        refuse(record, past, why, "CONFIRM")
        return move.action, now
    if isinstance(move.action, Exit | ShowGrid):
        return move.action, now
    done = attempt(session, record, past, move)
    after = session.look()
    if not done:
        return move.action, after
    seen(session, record, after, "after")
    change = difference(now.screen, after.screen)
    record.note(change=told(change))
    deed = Deed(move, now, after, change, decision.thought, decision.plan)
    past.came(outcome(change, session.config.see) + mistyped(move, after.screen))
    danger = harm(deed)
    if danger or not exploration.task:  # a task may want what was done: that is judged first
        after = _mended(exploration, record, deed, after)
    if missed(move.action, change):
        after = session.show(after.screen, bare=True)
    after = _learn(exploration, record, page, deed, danger, after)
    exploration.last = deed
    return move.action, after


def _mended(exploration: Exploration, record: Record, deed: Deed, now: Look) -> Look:
    """The look when what the deed changed was taken back, which the next prompt tells; `now` where
    there was nothing to take back."""
    later, done = mend(exploration.session, deed, exploration.last)
    if not done:
        return now
    exploration.past.also(f"taken back: {done}")
    record.note(undone=done)
    return later


def _learn(
    exploration: Exploration, record: Record, page: Page, deed: Deed, danger: str, now: Look
) -> Look:
    """Judge the deed, keep what it taught, and go where the judgement says, from `now`."""
    if deed.use is None or deed.element is None:
        return now
    session, words = exploration.session, deed.move.words
    thing = _thing(deed.element)
    page.tried[thing, deed.use] = words
    page.untouched.pop(thing, None)
    if own := part(deed.element, deed.before.screen):
        page.parts.add((own, deed.use))
    if danger:
        page.useless[thing, deed.use] = words
    goal = exploration.task or (f"{NO_TASK}; it was: {deed.plan}" if deed.plan else NO_TASK)
    judged = None
    try:
        judged = reflect(session, record, deed, goal)
        record.note(decision=judged.decision, reflection=judged.thought)
    except ModelUseless as err:  # nothing is learned but what was seen
        record.note(status="ERROR", error=str(err))
    learns = judged is not None and judged.decision != "INEFFECTIVE"
    said = judged if judged and learns else Reflection(decision="CONTINUE")
    if danger:
        text = f"{LEARNED[danger]} {said.documentation or ''}".strip()
        said = said.model_copy(update={"documentation": text})
    keep(session, record, exploration.tally, deed, said, "auto")
    served = judged is not None and judged.decision == "SUCCESS"
    if exploration.task and not served and not danger:
        now = _mended(exploration, record, deed, now)
    if judged is None:
        return now
    if judged.decision == "INEFFECTIVE" and not danger:
        contradict(session, deed)
    # Of a surface another place may do something else.
    if judged.decision in ("INEFFECTIVE", "BACK") and deed.element.role != SURFACE:
        page.useless[thing, deed.use] = words
    return _back(session, record, replace(deed, after=now)) if judged.decision == "BACK" else now


def _back(session: Session, record: Record, deed: Deed) -> Look:
    """Come back to the page before the action: the back key, at most three times.

    The first press may only close the keyboard or a menu. Where back leads elsewhere the look is
    of that place; an app that was left is opened again by the next step.
    """
    now, away = deed.after, False
    for _ in range(3):
        if away or _same_page(now, deed.before):
            break
        back(session)
        now = session.look()
        away = not _same_page(now, deed.after)  # another press could only lead further off
    came = _same_page(now, deed.before)
    record.note(back="came back" if came else f"landed elsewhere, in {now.screen.app.package}")
    return now


def _same_page(one: Look, other: Look) -> bool:
    return (
        one.screen.app.package == other.screen.app.package
        and likeness(one.page, other.page) >= SAME_SCREEN
    )


def _inside(exploration: Exploration, now: Look) -> Look:
    """A look inside the app; one that was left is opened again.

    Raises: `ScreenUnreadable` where something else keeps standing before it.
    """
    session, package = exploration.session, exploration.package
    if not _belongs(now, package):
        session.progress.say(f"the app was left for {now.screen.app.package}")
        back(session)
        now = session.look()
    for _ in range(RETURNS):
        if _belongs(now, package):
            return now
        session.progress.say(f"opening {package} again")
        open_app(session, package)
        now = session.look()
    raise ScreenUnreadable(
        f"{package} does not stay in front: {now.screen.app.package} is there after "
        f"{RETURNS} tries; look at the phone, it may be locked or ask something"
    )


def _belongs(now: Look, package: str) -> bool:
    front = now.screen.app.package
    return front == package or bool(OVER_APPS.search(front))


def _refusal(exploration: Exploration, page: Page, now: Look, move: Move) -> str:
    """Why this is not done: an exploration never does what could harm, and does not repeat what was
    useless here; "" where nothing speaks against it."""
    if danger := _danger(exploration.session, now, move):
        if move.words not in exploration.tally.refused:
            exploration.tally.refused.append(move.words)
        return f"could {danger}, which an exploration never does"
    if move.element and (_thing(move.element), move.use) in page.useless:
        return "it was of no use on this screen: try something else"
    if move.element and exploration.repeats(page, now, move.element, move.use):
        return "the like of it was tried in another row: try something else"
    return ""


def _danger(session: Session, now: Look, move: Move) -> str:
    """What it could do, by its words, by those of its like where it has none that can be seen, or
    by what it was seen to do."""
    touched: Sequence[Element | None] = like(move.element, now.screen) or [None]
    for element in touched:
        if danger := risk(move.action, element, now.screen):
            return danger
        if element and move.use == "tap" and calls(element.name):
            return "call"
    return warned(session, now, move, ["auto"])
