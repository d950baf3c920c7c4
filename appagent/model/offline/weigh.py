"""How much of the task an element, or a text of the screen, speaks of."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass

from appagent.model.offline.request import Control
from appagent.model.offline.scene import Scene
from appagent.model.offline.signs import commits
from appagent.model.offline.task import Word
from appagent.model.offline.words import Sense, best, content, has, parts, senses, words

NOTED = 0.45  # the pull of a word in the documents of one element alone
NEWS, PLACE = 0.05, 0.01  # of an undocumented element, while exploring; of each word before it
ROW = 0.8  # of what a row tells behind its name
CHOICES = frozenset({"checkbox", "radio"})
STARTS = (Sense.SEARCH, Sense.ADD)
ENDS = (Sense.LEAVE, Sense.REFUSE)


@dataclass(frozen=True)
class Weigher:
    """The weights of what one scene shows."""

    scene: Scene
    exploring: bool = False

    def _wanted(self, clause: int) -> list[Word]:
        """What the task still wants up to that clause. That a thing is to be made or looked for
        says nothing of the thing: `open` is there for that. What is done with a thing waits
        until it is found."""
        late = {self.scene.clause(slot) for slot in self.scene.sought}
        return [
            w
            for w in self.scene.open_words
            if w.clause <= clause
            and not (w.off and self.scene.on_form)
            and not senses(w.text) & set(STARTS)
            and not (w.clause in late and senses(w.text) & {Sense.COMMIT, Sense.RISK})
        ]

    def first_clause(self, control: Control) -> int:
        """The first clause of the task that the element speaks of: a task is done in its order."""
        said = content(f"{control.name} {control.docs.get('tap', '')}")
        clauses = (w.clause for w in self._wanted(sys.maxsize) if best(w.text, said))
        return min(clauses, default=sys.maxsize)

    def pull(self, control: Control, clause: int = sys.maxsize) -> float:
        """How much of what the task still wants an element speaks of."""
        scene, named = self.scene, content(control.name)
        all_said = scene.said
        known = share(named, all_said)
        if has(" ".join(named[:2]), *ENDS) and known < 1:
            return 0.0
        if scene.on_form and (commits(control) or (named and known < 1)):
            return 0.0  # on a form, only what is wholly named belongs to the task
        # A row tells more than its name, part by part.
        first, *rest = (share(content(part), all_said) for part in parts(control.name))
        known = max(known, first, *(ROW * share for share in rest if control.role != "item"))
        wanted = [w.text for w in self._wanted(clause)]
        by_name = {word: likeness for word in wanted if (likeness := best(word, named))}
        drawn = sum(by_name.values()) * known
        if known < 1 and not (scene.on_form and named):
            drawn += sum(self._noted(control, word) for word in wanted if word not in by_name)
        # Equals go in the order of the task; who explores takes what is not known yet.
        place_in_task = min((all_said.index(word) for word in by_name), default=0)
        news = NEWS if self.exploring and not control.docs else 0.0
        return drawn - PLACE * place_in_task + news if drawn else 0.0

    def _noted(self, control: Control, word: str) -> float:
        """How much it counts that the documents of an element say a word: less where those of
        others do so too. What is noted at one row holds for all of them: the first will do where
        none is sought."""
        shared = CHOICES | ({"item"} if self.scene.sought else set())
        noting = [
            c
            for c in self.scene.touchable
            if c.role not in shared and best(word, content(c.docs.get("tap", "")))
        ]
        return NOTED / len(noting) if control in noting else 0.0

    def best_text(self) -> tuple[float, str]:
        """How much of the question the best text here speaks of, and that text."""
        scene = self.scene
        asked = [w.text for w in scene.open_words if not w.lead]
        asked += [word for slot in scene.waiting for word in words(slot.text)]
        asked = asked or [w.text for w in scene.task.content]
        said = [w.text for w in scene.task.words]
        shown = [": ".join(filter(None, (c.name, c.value))) for c in scene.request.controls]
        found = [(0.0, False, 0, "")]
        for width in (1, 2, 3):
            for n in range(len(shown) - width + 1):
                text = ": ".join(part for part in shown[n : n + width] if part)
                held = words(text)
                fit = sum(bool(best(word, held)) for word in asked) / (len(asked) or 1)
                if fit and any(not best(word, said) for word in held):
                    found.append((fit, any(map(str.isdigit, text)), -width, text))
        fit, _, _, text = max(found, key=lambda item: item[:3])
        return fit, text


def share(part: Sequence[str], whole: Sequence[str]) -> float:
    """How much of `part` is said in `whole`."""
    return sum(bool(best(word, whole)) for word in part) / (len(part) or 1)
