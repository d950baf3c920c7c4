"""Learn an app by trying it. One step on one page:

    look → prompt → decision → guard → gesture → look again → change → reflection → document

BACK and INEFFECTIVE retire that verb on that element of that page, for this task only.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from appagent.actions.gestures import KeyPress, target
from appagent.actions.verbs import (
    ON_GRID,
    ON_MARKS,
    AnyVerb,
    Exit,
    Home,
    OpenApp,
    Reflection,
    ShowGrid,
)
from appagent.agent.act import known, perform
from appagent.agent.guard import risk
from appagent.agent.learn import Deed, contradict, keep, reflect
from appagent.agent.observe import Look, block
from appagent.agent.past import Past, outcome, told
from appagent.agent.session import (
    Check,
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
from appagent.prompts import data, fill, verbs
from appagent.screen.change import difference
from appagent.screen.describe import phrase
from appagent.screen.keys import SAME_SCREEN, likeness
from appagent.screen.values import Mark
from appagent.trail import Ending, Outcome

VERBS = tuple(verb for verb in ON_MARKS if verb not in (OpenApp, Home))
NO_TASK = "none: set your own from what you have not touched yet"
RETURNS = 3  # tries to get back into the app before the exploration ends
OVER_APPS = (  # the system's own questions, which stand over an app and belong to it
    "com.android.permissioncontroller",
    "com.google.android.permissioncontroller",
    "com.android.packageinstaller",
    "android",
)
ELSEWHERE = 8  # untouched elements of other pages that are named


@dataclass
class Page:
    """What was tried on one page of the app, by key and verb."""

    fingerprint: frozenset[str]
    tried: dict[tuple[str, str], str] = field(default_factory=dict)  # -> in words
    useless: dict[tuple[str, str], str] = field(default_factory=dict)
    untouched: dict[str, str] = field(default_factory=dict)  # key -> in words


@dataclass
class Explored:
    """The pages seen in this exploration."""

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

    def text(self, page: Page) -> str:
        """The `<tried>` block: this page's tries, and what waits on others."""
        lines = [words for at, words in page.tried.items() if at not in page.useless]
        lines += [f"useless: {words}" for words in page.useless.values()]
        waiting = [w for p in self.pages if p is not page for w in p.untouched.values()]
        lines += [f"on another page, not tried yet: {words}" for words in waiting[:ELSEWHERE]]
        return data("\n".join(lines)) or "nothing yet"


def explore(session: Session, package: str, task: str = "") -> Outcome:
    """Try the app `package`, towards `task` or, without one, wherever something is untouched."""
    tally = Tally()
    return conclude(
        session,
        tally,
        lambda: _loop(session, package, task, tally),
        command="explore",
        task=task,
        app=package,
    )


def _loop(session: Session, package: str, task: str, tally: Tally) -> tuple[Ending, str]:
    session.device.launch(package)
    past, explored = Past(), Explored()
    now, on_grid = session.look(), False
    for n in range(1, session.config.explore_steps + 1):
        tally.steps = n
        with recorded(session, n) as record:
            now = _inside(session, package, now)
            if on_grid:
                now = session.show(now.screen, on_grid=True)
            seen(session, record, now)
            page = explored.at(now)
            action, after = _step(session, task, record, now, past, explored, page, tally)
        if isinstance(action, Exit):
            return "done", action.answer
        if past.stuck:
            return "stuck", ""
        now, on_grid = after, isinstance(action, ShowGrid)
    return "step_limit", ""


def _step(
    session: Session,
    task: str,
    record: Record,
    now: Look,
    past: Past,
    explored: Explored,
    page: Page,
    tally: Tally,
) -> tuple[AnyVerb, Look]:
    """One action, and the look that the next step starts from."""
    goal = task or NO_TASK
    prompt = fill(
        "explore",
        verbs=verbs(ON_GRID if now.view.grid else VERBS),
        task=goal,
        past=past.text(),
        tried=explored.text(page),
        app=now.screen.app.package,
        elements=block(now, known(session.store, now, ["manual", "demo", "auto"])),
        notice=past.notice(now),
    )
    decision = decide(session, record, now, prompt, _check(now, page, tally))
    action, mark = decision.action, target(decision.action, now.view)
    element = mark.element if mark else None
    words = described(action, element)
    past.summary = decision.summary
    past.did(now, words)
    if isinstance(action, Exit | ShowGrid):
        return action, now
    try:
        perform(session, record, now, action, mark)
    except Correctable as err:  # the screen turned, a text cannot be typed: nothing was done
        past.came(f"refused: {err}")
        record.note(status="ERROR", error=str(err))
        return action, session.look()
    after = session.look()
    seen(session, record, after, "after")
    deed = Deed(action, element, now, after, difference(now.screen, after.screen), decision.thought)
    past.came(outcome(deed.change))
    record.note(change=told(deed.change))
    if deed.use is None or element is None:
        return action, after
    page.tried[element.key, action.kind] = words
    judged = reflect(session, record, deed, goal)
    record.note(decision=judged.decision)
    return action, _follow(session, record, page, deed, judged, tally)


def _follow(
    session: Session, record: Record, page: Page, deed: Deed, judged: Reflection, tally: Tally
) -> Look:
    """Keep what was learned and go where the judgement says."""
    assert deed.element is not None
    if judged.decision == "INEFFECTIVE":
        contradict(session, deed)
    else:
        keep(session, record, tally, deed, judged.documentation or "", "auto")
    if judged.decision in ("INEFFECTIVE", "BACK"):
        page.useless[deed.element.key, deed.action.kind] = deed.words
    return _back(session, deed) if judged.decision == "BACK" else deed.after


def _back(session: Session, deed: Deed) -> Look:
    """Come back to the page before the action: the back key, at most three times.

    The first press may only close the keyboard or a menu. Where back leads elsewhere the look is
    of that place; an app that was left is opened again by the next step.
    """
    now = deed.after
    for _ in range(3):
        if likeness(now.page, deed.before.page) >= SAME_SCREEN and (
            now.screen.app.package == deed.before.screen.app.package
        ):
            break
        session.device.perform(KeyPress("back"))
        landed = session.look()
        away = likeness(landed.page, deed.after.page) < SAME_SCREEN
        now = landed
        if away:  # it moved: another press could only lead further off
            break
    return now


def _inside(session: Session, package: str, now: Look) -> Look:
    """A look inside the app; one that was left is opened again."""
    for attempt in range(RETURNS):
        if now.screen.app.package in (package, *OVER_APPS):
            return now
        if attempt == 0:
            session.device.perform(KeyPress("back"))
            now = session.look()
            if now.screen.app.package == package:
                return now
        session.progress.say(f"the app was left for {now.screen.app.package}; opening it again")
        session.device.launch(package)
        now = session.look()
    raise ScreenUnreadable(
        f"{package} does not stay in front: {now.screen.app.package} is there after "
        f"{RETURNS} tries; look at the phone, it may be locked or ask something"
    )


def _check(now: Look, page: Page, tally: Tally) -> Check:
    """An exploration never does what could harm, and does not repeat what was useless here."""

    def check(action: AnyVerb, mark: Mark | None) -> None:
        if isinstance(action, OpenApp | Home):
            raise ActionImpossible(f"{action.verb} would leave the app that is learned")
        element = mark.element if mark else None
        words = described(action, element)
        if element and (element.key, action.kind) in page.useless:
            raise ActionImpossible(f"{words} was of no use on this screen: try something else")
        danger = risk(action, element, now.screen.app.package)
        if danger:
            if words not in tally.refused:
                tally.refused.append(words)
            raise ActionImpossible(f"not done while exploring: {words} could {danger}")

    return check
