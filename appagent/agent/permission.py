"""Whether the task of a run means a deed: one question a deed, in a conversation of its own.

It holds the task's words and what would be touched, quoted as the phone tells it. A question that
was answered is not asked again; what was done since is part of the question. A yes counts only for
classes that the task's words alone may involve, which is asked once: nothing on the phone, be it an
order to the judge, opens another.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from appagent.actions.each import Loop
from appagent.actions.replies import ScopeReading, TaskReading
from appagent.agent.ask import converse, keeping
from appagent.agent.history import History, latest
from appagent.agent.observe import Observation
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.danger import DEEDS, Danger, Harm, parse_danger
from appagent.errors import ModelNotConfigured, ModelRefused, ModelUseless
from appagent.exchange import Prompt
from appagent.guard import MOST_NAME, Deed, Target
from appagent.prompts import escape, escape_attribute, fill, phone_block
from appagent.screen.about import told
from appagent.screen.describe import quote
from appagent.texts import shorten, words_of
from appagent.trail import Permission

log = logging.getLogger(__name__)
R = TypeVar("R", TaskReading, ScopeReading)

_QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
_MOST_LINES = 60  # of the page
_MOST = 200  # characters of a text
_MOST_EARLIER = 2500  # characters of earlier screens


class Permissions:
    """What a task was found to mean."""

    def __init__(self, session: Session, task: str, history: History) -> None:
        self._model, self._hide = session.model, session.secrets.hide
        self._task, self._history = task, history
        self._found: dict[tuple[str, str], Permission] = {}  # by the facts, and what was done
        self._unsure: dict[tuple[str, str], Sequence[str]] = {}  # what was shown of the page then
        self._loop: Loop | None = None  # the `each` that was asked about
        self._rows: dict[str, dict[str, bool]] = {}  # of it, by the deed: whether it is meant
        self._done: list[str] = []
        self._scope: frozenset[str] | None = None  # the classes that the task may involve
        self.carried: frozenset[Danger] = frozenset()  # the classes that a flow has a yes for

    def find(
        self, classes: Sequence[Danger], *, dangers: Mapping[Harm, str], target: Target,
        draft: Draft,
    ) -> Permission:  # fmt: skip
        """Whether the task means these classes of deeds on the target; put in the draft. What
        `dangers` tells of one says it better than its class.

        Raises: `ModelUnavailable`.
        """
        by: Literal["flow", "model"] = "flow" if self.carried.issuperset(classes) else "model"
        if by == "flow" or self._means_rows(classes, dangers, target, draft):
            found = Permission(classes=tuple(classes), answered="yes", by=by)
        else:
            found = self._ask(classes, dangers, target, draft)
        found = found.model_copy(update={"target": target.words})
        if found not in draft.turn.permissions:
            draft.add(permissions=(*draft.turn.permissions, found))
        return found

    def denies(self, classes: Sequence[Danger], dangers: Mapping[Harm, str], on: Target) -> bool:
        """Whether it was found that the task does not mean these classes of deeds on a target."""
        facts = _facts(classes, dangers, on)
        said = [found.answered for (about, _), found in self._found.items() if about == facts]
        return bool(said) and said[-1] != "yes"

    @property
    def granted(self) -> Sequence[Permission]:
        """What the task was found to mean, without whom it was asked of."""
        yes = (each.classes for each in self._found.values() if each.answered == "yes")
        return [Permission(classes=c, answered="yes", by="flow") for c in dict.fromkeys(yes)]

    def note(self, target: Target, turn: Turn) -> None:
        """Remember a deed that was made, and what came of it."""
        text = f" with {quote('; '.join(target.fields), _MOST)}" if target.fields else ""
        where = f" at {quote(target.words, _MOST)}" if target.words else ""
        by = ", to which the person said yes" if turn.question else ""
        self._done.append(f"{turn.words}{where}{text}{by}: {shorten(turn.came, _MOST)}")

    def _involves(self, classes: Sequence[Danger], draft: Draft) -> bool:
        """Whether the task may involve these classes, by its words alone."""
        if self._scope is None:
            prompt = fill("scope", task=escape(self._task))
            try:
                said = converse(self._model, prompt, [], ScopeReading, _same, keeping(draft))
                self._scope = frozenset(filter(None, map(parse_danger, said.classes)))
            except (ModelUseless, ModelRefused, ModelNotConfigured) as err:
                log.info("what the task involves is not known: %s", err)
                self._scope = frozenset()
        return self._scope.issuperset(classes)

    def _means_rows(
        self, classes: Sequence[Danger], dangers: Mapping[Harm, str], target: Target, draft: Draft
    ) -> bool:
        """Whether the task means the deed on each row that an `each` is for; asked once for all of
        them that are in sight."""
        loop = draft.loop
        if loop is None or loop.row is None:
            return False
        if self._loop is not loop:
            self._loop, self._rows = loop, {}
        deed = _facts(classes, dangers, replace(target, before=()))  # what was done is gone there
        for text in filter(None, (quote(loop.row.text, _MOST)[1:-1], loop.row.title)):
            deed = deed.replace(text, "(the row)")
        meant, rows = self._rows.setdefault(deed, {}), loop.selected
        if loop.row.text not in meant and rows[1:]:
            all_rows = replace(target, rows=tuple(rows))
            answer = self._ask(classes, dangers, all_rows, draft).answered
            meant |= dict.fromkeys(rows, answer == "yes")
        return meant.get(loop.row.text, False)

    def _ask(
        self, classes: Sequence[Danger], dangers: Mapping[Harm, str], target: Target, draft: Draft
    ) -> Permission:
        """The model's answer; `unsure` where it gives none, until something else is shown."""
        seen, done = draft.turn.before, "\n".join(self._done)
        asked = _facts(classes, dangers, target), done
        if self._unsure.get(asked, seen.lines) != seen.lines:
            del self._found[asked]
        if asked not in self._found:
            by: Literal["model", "nobody"] = "model"
            try:
                prompt = self._question(*asked, seen)
                said = converse(self._model, prompt, [], TaskReading, _same, keeping(draft))
                if said.answer == "unsure" and (earlier := self._earlier(seen)):
                    prompt = self._question(*asked, seen, earlier)
                    said = converse(self._model, prompt, [], TaskReading, _same, keeping(draft))
                if said.answer == "yes":
                    names = _facts(classes, dangers, target.names, MOST_NAME)
                    said = self._objection(prompt, names, classes, draft) or said
            except (ModelUseless, ModelRefused, ModelNotConfigured) as err:
                log.info("whether the task means it is not known: %s", err)
                said, by = TaskReading(answer="unsure", why="the model does not tell"), "nobody"
            self._found[asked] = Permission(
                classes=tuple(classes), answered=said.answer, by=by, why=said.why
            )
            self._unsure.pop(asked, None)
            if said.answer == "unsure":
                self._unsure[asked] = seen.lines
        return self._found[asked]

    def _question(
        self, facts: str, done: str, seen: Observation, earlier: Sequence[str] = ()
    ) -> Prompt:
        """The question whether the task means what is told of a deed by its facts, with lines of
        `earlier` screens."""
        before = escape(self._hide("\n".join(earlier)))
        return fill(
            "permission",
            task=escape(self._hide(self._task)), deed=escape(self._hide(facts)),
            done=escape(self._hide(done)) or "nothing yet", phone=phone_block(seen.screen),
            earlier=f"<earlier>\n{before}\n</earlier>\n" if before else "",
            app=escape_attribute(seen.screen.app.package),
            elements=escape(self._hide("\n".join(told(seen.screen)[:_MOST_LINES]))),
        )  # fmt: skip

    def _earlier(self, seen: Observation) -> Sequence[str]:
        """What earlier screens showed and was read: what decides may stand on another's page."""
        words = {*words_of(self._task)}
        lines = [quote(line, _MOST) for page in self._history.reads for line in page]
        read = latest(lines, _MOST_EARLIER)
        return [*dict.fromkeys((*self._history.shown(words, _MOST_EARLIER, [seen]), *read))]

    def _objection(
        self, asked: Prompt, names: str, classes: Sequence[Danger], draft: Draft
    ) -> TaskReading | None:
        """The "no" to a deed that was said yes to: the task involves no such deed, or the `names`
        alone speak against it, where others may have written the yes into what was `asked`."""
        if not self._involves(classes, draft):
            return TaskReading(answer="no", why="the task's words involve no such deed")
        if not any(len(quoted) > MOST_NAME for quoted in _QUOTED.findall(asked.text)):
            return None
        task, deed = (escape(self._hide(text)) for text in (self._task, names))
        prompt = fill("names", task=task, deed=deed)
        said = converse(self._model, prompt, [], TaskReading, _same, keeping(draft))
        return said if said.answer == "no" else None


def _facts(
    classes: Sequence[Danger], dangers: Mapping[Harm, str], target: Target, most: int = _MOST
) -> str:
    deeds = (
        shorten(by, 2 * most) if isinstance(by, Deed) else DEEDS[danger]
        for danger, by in ((each, dangers[each]) for each in classes)
    )
    return "\n".join(
        (f"class: {', '.join(classes)}: {'; '.join(deeds)}", f"by: {target.control}",
         *target.facts())
    )  # fmt: skip


def _same(said: R) -> R:
    return said
