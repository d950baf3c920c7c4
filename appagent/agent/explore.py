"""Learn an app by trying it. One step on one page:

    look → prompt → decision → guard → gesture → look again → change → reflection → document

BACK and INEFFECTIVE retire that verb on that element of that page, for this task only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from appagent.actions.gestures import KeyPress, reached
from appagent.actions.verbs import (
    ON_GRID,
    ON_MARKS,
    AnyVerb,
    Exit,
    Home,
    OpenApp,
    ShowGrid,
)
from appagent.agent.act import attempt, known
from appagent.agent.guard import risk
from appagent.agent.learn import Deed, contradict, keep, reflect
from appagent.agent.observe import Look, block
from appagent.agent.past import Past, outcome, told
from appagent.agent.session import (
    Record,
    Session,
    Tally,
    conclude,
    decide,
    described,
    recorded,
    seen,
)
from appagent.errors import ActionImpossible, Correctable, ScreenUnreadable
from appagent.knowledge.docs import PRECEDENCE
from appagent.prompts import data, fill, verbs
from appagent.screen.change import difference
from appagent.screen.describe import phrase
from appagent.screen.keys import SAME_SCREEN, likeness
from appagent.screen.values import Element
from appagent.trail import Ending, Outcome

VERBS = tuple(verb for verb in ON_MARKS if verb not in (OpenApp, Home))
NO_TASK = "none: set your own from what was not touched yet"
RETURNS = 3  # tries to get back into the app before the exploration ends
OVER_APPS = (  # the system's own questions, which stand over an app and belong to it
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "android",
)
NAMED = 8  # untouched elements that are named, here and of other pages


@dataclass
class Page:
    """What was tried on one page of the app, by key and verb."""

    fingerprint: frozenset[str]
    tried: dict[tuple[str, str], str] = field(default_factory=dict)  # -> in words
    useless: dict[tuple[str, str], str] = field(default_factory=dict)
    untouched: dict[str, str] = field(default_factory=dict)  # key -> in words


@dataclass
class Exploration:
    """An exploration on its way: the pages seen, and what is left on each."""

    session: Session
    package: str
    task: str
    tally: Tally = field(default_factory=Tally)
    past: Past = field(default_factory=Past)
    pages: list[Page] = field(default_factory=list)

    def at(self, now: Look) -> Page:
        """The page of this look; a new one where none is alike."""
        near = [(likeness(page.fingerprint, now.page), page) for page in self.pages]
        best, page = max(near, key=lambda pair: pair[0], default=(0.0, Page(now.page)))
        if best < SAME_SCREEN:
            page = Page(now.page)
            self.pages.append(page)
        touched = {key for key, _ in page.tried}
        page.untouched = {
            mark.element.key: phrase(mark.element)
            for mark in now.view.marks
            if mark.element and mark.element.key not in touched
        }
        return page

    def goal(self, page: Page) -> str:
        """The task, or what waits to be touched: the agent makes its next goal of it."""
        if self.task:
            return self.task
        here = ", ".join(list(page.untouched.values())[:NAMED]) or "nothing"
        waiting = [words for p in self.pages if p is not page for words in p.untouched.values()]
        elsewhere = ", ".join(waiting[:NAMED]) or "nothing"
        return data(f"{NO_TASK}\nnot touched yet here: {here}\nelsewhere: {elsewhere}")

    def tries(self, page: Page) -> str:
        """The `<tried>` block: what was done on this page."""
        lines = [words for at, words in page.tried.items() if at not in page.useless]
        lines += [f"useless: {words}" for words in page.useless.values()]
        return data("\n".join(lines)) or "nothing yet"


def explore(session: Session, package: str, task: str = "") -> Outcome:
    """Try the app `package`, towards `task` or, without one, wherever something is untouched.

    It starts on the app's first page and leaves the app there.
    """
    exploration = Exploration(session, package, task)

    def loop() -> tuple[Ending, str]:
        session.device.launch(package, fresh=True)
        ended = _loop(exploration)
        session.device.launch(package, fresh=True)
        return ended

    return conclude(
        session,
        exploration.tally,
        loop,
        command="explore",
        task=task,
        app=package,
    )


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
            return "done", action.answer
        if past.stuck:
            return "stuck", ""
        now, on_grid = after, isinstance(action, ShowGrid)
    return "step_limit", ""


def _step(exploration: Exploration, record: Record, now: Look) -> tuple[AnyVerb, Look]:
    """One action, and the look that the next step starts from."""
    session, past, page = exploration.session, exploration.past, exploration.at(now)
    prompt = fill(
        "explore",
        verbs=verbs(ON_GRID if now.view.grid else VERBS),
        task=exploration.goal(page),
        past=past.text(),
        tried=exploration.tries(page),
        app=now.screen.app.package,
        elements=block(now, known(session.store, now, PRECEDENCE)),
        notice=past.notice(now),
    )
    decision = decide(
        session, record, now, prompt, lambda action, e: _allow(exploration, now, action, e)
    )
    action = decision.action
    element = reached(action, now.view)
    past.summary = session.secrets.hide(decision.summary)
    past.did(now, described(action, element))
    if isinstance(action, Exit | ShowGrid):
        return action, now
    done = attempt(session, record, past, now, action)
    after = session.look()
    if not done:
        return action, after
    seen(session, record, after, "after")
    change = difference(now.screen, after.screen)
    past.came(outcome(change))
    record.note(change=told(change))
    deed = Deed(action, element, now, after, change, decision.thought)
    return action, _learn(exploration, record, page, deed)


def _learn(exploration: Exploration, record: Record, page: Page, deed: Deed) -> Look:
    """Judge the deed, keep what it taught, and go where the judgement says."""
    if deed.use is None or deed.element is None:
        return deed.after
    session, at = exploration.session, (deed.element.key, deed.action.kind)
    page.tried[at] = deed.words
    page.untouched.pop(deed.element.key, None)
    try:
        judged = reflect(session, record, deed, exploration.task or NO_TASK)
    except Correctable as err:  # four useless replies: nothing is learned, nothing is lost
        record.note(status="ERROR", error=str(err))
        return deed.after
    record.note(decision=judged.decision)
    if judged.decision == "INEFFECTIVE":
        contradict(session, deed)
    else:
        keep(session, record, exploration.tally, deed, judged.documentation or "", "auto")
    if judged.decision in ("INEFFECTIVE", "BACK"):
        page.useless[at] = deed.words
    return _back(session, record, deed) if judged.decision == "BACK" else deed.after


def _back(session: Session, record: Record, deed: Deed) -> Look:
    """Come back to the page before the action: the back key, at most three times.

    The first press may only close the keyboard or a menu. Where back leads elsewhere the look is
    of that place; an app that was left is opened again by the next step.
    """
    now, away = deed.after, False
    for _ in range(3):
        if away or _same_page(now, deed.before):
            break
        session.device.perform(KeyPress("back"))
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
    if now.screen.app.package not in (package, *OVER_APPS):
        session.progress.say(f"the app was left for {now.screen.app.package}")
        session.device.perform(KeyPress("back"))
        now = session.look()
    for _ in range(RETURNS):
        if now.screen.app.package in (package, *OVER_APPS):
            return now
        session.progress.say(f"opening {package} again")
        session.device.launch(package)
        now = session.look()
    raise ScreenUnreadable(
        f"{package} does not stay in front: {now.screen.app.package} is there after "
        f"{RETURNS} tries; look at the phone, it may be locked or ask something"
    )


def _allow(exploration: Exploration, now: Look, action: AnyVerb, element: Element | None) -> None:
    """An exploration never does what could harm, and does not repeat what was useless here.

    Raises: `ActionImpossible`.
    """
    if isinstance(action, OpenApp | Home):
        raise ActionImpossible(f"{action.verb} would leave the app that is learned")
    words = described(action, element)
    if element and (element.key, action.kind) in exploration.at(now).useless:
        raise ActionImpossible(f"{words} was of no use on this screen: try something else")
    danger = risk(action, element, now.screen)
    if danger:
        if words not in exploration.tally.refused:
            exploration.tally.refused.append(words)
        raise ActionImpossible(f"not done while exploring: {words} could {danger}")
