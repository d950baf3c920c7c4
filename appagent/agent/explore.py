"""Learn an app by trying it.

After an INEFFECTIVE that verb is not tried again on that element of that page; after a BACK the
phone goes back, and what was learned stays. What could do harm is refused; what turned out to
change something is undone at once (see undo.py).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from appagent.actions.gestures import Move
from appagent.actions.replies import Reflection
from appagent.actions.verbs import Commits, Each, Home, Kinds, OpenApp, Read, Text
from appagent.actions.way import Way
from appagent.agent.ask import decide, request
from appagent.agent.deeds import Deeds, dangers_of_taps
from appagent.agent.deploy import model_ending
from appagent.agent.describing import describe
from appagent.agent.frontier import Frontier, Probe
from appagent.agent.learn import contradict, keep, like_known, reflect
from appagent.agent.loop import loop
from appagent.agent.observe import Observation
from appagent.agent.orders import open_app
from appagent.agent.session import Session, conclude
from appagent.agent.telling import RECOGNISED
from appagent.agent.together import Together
from appagent.agent.turn import Draft, Turn
from appagent.agent.undo import back, undo
from appagent.danger import DEEDS, Danger, Harm
from appagent.errors import AppNotFound, DeviceError, ModelUseless, ScreenUnreadable
from appagent.guard import Allow, Refuse, could, danger_of_all
from appagent.outcome import Ending, Outcome
from appagent.screen.keys import same_page
from appagent.screen.match import same
from appagent.screen.pages import page_phrase
from appagent.screen.system import is_over_app
from appagent.screen.values import SURFACE, Element

_TextIn = tuple[str, frozenset[str], str, str]  # app, page, key of the field, what it holds

NO_TASK = "none: set your own from what was not touched yet"
RETURNS = 3  # tries to get back into the app before the exploration ends
BACK_PRESSES = 3


class Exploration:
    """Policy of an exploration: the model tries things, and what they do is documented."""

    keeps_after = True

    def __init__(
        self, session: Session, app: str, task: str = "", together: Together | None = None
    ) -> None:
        """`together`: what it shares with the explorations on other phones."""
        self.session, self.app, self.task = session, app, task
        self.history = session.history()
        self.together = together or Together(session.config.explore_steps)
        self.frontier = Frontier(bool(task), self.together.ground)
        self.history.shared = self.together.ground.shared
        self.known = self.together.known
        session.eyes.recall = partial(session.store.recall_names, sources=["auto"])
        self._last: Turn | None = None  # the last turn that changed something
        self._typed: set[_TextIn] = set()  # by the exploration
        self.deeds = Deeds.of(session)
        self.together.join(self.deeds, session.mapper)
        self.way = Way()  # to the page that is shown
        self._came_by = self.way  # to the one before the move
        self.outrun = False  # another phone took the last step

    @property
    def limit(self) -> int:
        """The steps of this phone, and those that are left for all."""
        return self.history.taken + self.together.steps

    def ready(self, seen: Observation) -> Observation | None:
        """A screen of the app for the next step; None where another phone took the last one."""
        ready = self._in_app(seen)
        self.outrun = not self.together.take_step()
        return None if self.outrun else ready

    def _in_app(self, seen: Observation) -> Observation:
        """A screen of the app, which is opened again if it was left.

        Raises: `ScreenUnreadable` if something else stays in front of it.
        """
        session, eyes = self.session, self.session.eyes
        if not self._belongs(seen):
            session.progress.say(f"the app was left for {seen.screen.app.package}")
            back(session)
            seen = eyes.observe()
        for _ in range(RETURNS):
            if self._belongs(seen):
                return seen
            session.progress.say(f"opening {self.app} again")
            open_app(session, self.app)
            seen = eyes.observe()
        raise ScreenUnreadable(
            f"{self.app} does not stay in front: {seen.screen.app.package} was there "
            f"{RETURNS} times; look at the phone, it may be locked or asking something"
        )

    def _belongs(self, seen: Observation) -> bool:
        front = seen.screen.app.package
        return front == self.app or is_over_app(front)

    def decide(self, draft: Draft) -> Move:
        with self.frontier.turn(draft.turn.before):
            move = self._decide(draft)
            if move.element and move.use:
                probe = Probe(move.element, move.use, move.words)
                self.frontier.take(draft.turn.before, probe)
        return move

    def _decide(self, draft: Draft) -> Move:
        seen = draft.turn.before
        kinds = kinds_inside(seen.kinds)
        self.deeds.ask_page(draft, self.deeds.page(seen, self.way))
        guarded = dangers_of_taps(seen, lambda move: self._votes(move, seen))
        notes = self.session.store.mark_notes(seen.view, seen.page, ["auto"])
        prompt = request(
            "explore", self.session, seen, self.history,
            task=self.task or NO_TASK, kinds=kinds, notes=notes,
            limit=self.limit, guarded=guarded, tried=self.frontier.tried_block(seen),
            untouched=self.frontier.untouched_block(seen, {*guarded, *notes}),
        )  # fmt: skip
        return decide(self.session, draft, prompt, kinds)

    def verdict(self, draft: Draft) -> Allow | Refuse:
        """Refuse what could do harm, and what was useless on this page before."""
        seen, move = draft.turn.before, draft.turn.move
        assert move is not None
        with self.frontier.turn(seen):
            self.deeds.ask_moves(draft, self.deeds.page(seen, self.way), [move])
        if dangers := self._votes(move, seen, draft.turn.commits):
            danger, told = next(iter(dangers.items()))
            if move.element:
                self.frontier.refuse(seen, move.element, move.use, move.words)
            return Refuse(f"{could(danger, told)}, which an exploration never does", danger)
        if move.element and self.frontier.is_useless(seen, move.element, move.use):
            return Refuse("it was of no use on this screen: try something else")
        if move.element and self.frontier.is_taken(seen, move.element, move.use):
            return Refuse("another phone is trying it: try something else")
        if move.element and self.frontier.repeats(seen, move.element, move.use):
            return Refuse("the like of it was tried in another row: try something else")
        return Allow()

    def _votes(
        self, move: Move, seen: Observation, commits: Commits = "none"
    ) -> Mapping[Harm, str]:
        """The classes of harm that a move could do."""
        package = seen.screen.app.package
        noted = self.session.store.dangers(package, move.element, move.use, seen.page)
        return self.deeds.assess(move, self.deeds.page(seen, self.way), noted, commits)

    def judge(self, draft: Draft) -> Observation:
        move, before, now, _ = draft.turn.effect
        self._came_by, self.way = self.way, self.way.after(move, before.screen, now.screen)
        self._note_text(draft)
        danger = danger_of_all(draft.turn.side_effects)
        opener = self._last
        if draft.turn.change and not draft.turn.change.nothing:
            self._last = draft.turn
        if danger or not self.task:  # a task may want what was done: that is judged first
            now = undo(self.session, draft, now, opener)
        if draft.turn.missed:
            now = self.session.eyes.show(now.screen, "bare")
        if move.use is None or move.element is None:
            return now
        return self._learn(draft, Probe(move.element, move.use, move.words), now, opener)

    def _note_text(self, draft: Draft) -> None:
        """Remember what a move left in its field. A text that the exploration typed itself may be
        overwritten: nothing is lost."""
        move, before, now, _ = draft.turn.effect
        field = move.element
        if not isinstance(move.action, Text) or field is None or field.secret:
            return
        draft.add(own_text=_text_in(before, field) in self._typed)
        later = same(field, before.screen, now.screen)
        if later and not draft.turn.lost_text:
            self._typed.add(_text_in(now, later))

    def _learn(
        self, draft: Draft, probe: Probe, now: Observation, opener: Turn | None
    ) -> Observation:
        """Judge a probe, document it, and go where the judgement says."""
        session, before = self.session, draft.turn.before
        danger = danger_of_all(draft.turn.side_effects)
        self.frontier.record(before, probe)
        if danger or (draft.turn.lasting and not self.task):
            for use in {probe.use, *probe.element.uses}:
                self.frontier.retire(before, probe._replace(use=use))
        judged = self._reflect(draft, probe)
        keep(session, draft, _lesson(judged, danger), "auto")
        served = judged is not None and judged.decision == "SUCCESS"
        if self.task and not served and not danger:
            now = undo(session, draft, now, opener)
        if judged is None:
            return now
        useless = judged.decision == "INEFFECTIVE"
        if useless and not danger:
            contradict(session, draft.turn)
        if probe.element.role != SURFACE:  # of which another place may do something else
            if useless:
                self.frontier.retire(before, probe)
            else:
                self.frontier.judge(before, probe, judged)
        return self._go_back(draft, now) if judged.decision == "BACK" else now

    def _reflect(self, draft: Draft, probe: Probe) -> Reflection | None:
        """The judgement of the move; None if the model gave no usable one. It is not asked for what
        is known, unless a task wants to know whether that served it."""
        if judged := None if self.task else self._known(draft.turn, probe):
            draft.add(judgement=judged)
            return judged
        decision = draft.turn.decision
        plan = decision.plan if decision else ""
        goal = self.task or (f"{NO_TASK}; it was: {plan}" if plan else NO_TASK)
        try:
            judged = reflect(self.session, draft, goal)
        except ModelUseless as err:  # nothing is learned but what was seen
            draft.add(error=str(err))
            return None
        draft.add(judgement=judged)
        self.known.add(draft.turn, self._came_by, judged)
        return judged

    def _known(self, turn: Turn, probe: Probe) -> Reflection | None:
        """What is known of a move, by its effect or from the phone that made it first."""
        if known := self.known.judgement(turn, self._came_by):
            return like_known(self.session, turn, known)
        said = self.frontier.said(turn.before, probe)
        if said is None or turn.effect.change.nothing:
            return None
        return said.model_copy(update={"thought": "as before", "documentation": None, "like": None})

    def _go_back(self, draft: Draft, now: Observation) -> Observation:
        """Press back until the page before the move is shown, three times at most.

        The first press may only close the keyboard or a menu. Returns the screen that is reached;
        the next step opens the app again if it was left.
        """
        start, before, away = now, draft.turn.before, False
        if _same_page(now, before):
            return now
        for _ in range(BACK_PRESSES):
            if away or _same_page(now, before):
                break
            back(self.session)
            now = self.session.eyes.observe()
            away = not _same_page(now, start)  # another press could only lead further off
        came = _same_page(now, before)
        draft.add(back="came back" if came else f"came to {page_phrase(now.screen, RECOGNISED)}")
        return now

    def chart(self, draft: Draft) -> None:
        if self._last and self._last.n == draft.turn.n:
            self._last = draft.turn  # with what was judged of it
        self.session.mapper.learn(draft.turn)
        describe(self.session, draft, draft.turn, self.frontier.turn)
        self.frontier.finish()
        if draft.turn.by_phone:
            self.together.give_back()

    def ending(self, turn: Turn) -> tuple[Ending, str] | None:
        return model_ending(turn, self.history)


def _text_in(seen: Observation, field: Element) -> _TextIn:
    return seen.screen.app.package, seen.page, field.key, field.value


def kinds_inside(kinds: Kinds) -> Kinds:
    """The verbs that may be used while exploring: none that leaves the app."""
    return tuple(kind for kind in kinds if kind not in (OpenApp, Home, Each, Read))


def _lesson(judged: Reflection | None, danger: Danger | None) -> Reflection:
    """What to document of a judgement; a danger that was seen is documented in any case."""
    learns = judged is not None and judged.decision != "INEFFECTIVE"
    said = judged if judged and learns else Reflection(decision="CONTINUE")
    if not danger:
        return said
    text = said.documentation or f"This can {DEEDS[danger]}."
    return said.model_copy(update={"documentation": text, "danger": danger})


def _same_page(one: Observation, other: Observation) -> bool:
    return one.screen.app.package == other.screen.app.package and same_page(one.page, other.page)


def explore(
    session: Session, package: str, task: str = "", together: Together | None = None
) -> Outcome:
    """Explore the app `package`: towards `task`, or wherever something is untouched. `together`:
    what it shares with the explorations on other phones.

    Starts on the app's first page and leaves the app there.
    """
    policy = Exploration(session, package, task, together)

    def work() -> tuple[Ending, str]:
        open_app(session, package, fresh=True)
        ended = loop(policy)
        if policy.outrun:
            ended = "step_limit", ""
        try:
            open_app(session, package, fresh=True)
        except (AppNotFound, DeviceError) as err:  # what was learned is learned
            session.progress.say(f"the app could not be left on its first page: {err}")
        return ended

    try:
        return conclude(session, policy, work, command="explore")
    finally:
        policy.frontier.leave()
