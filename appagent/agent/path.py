"""The pages that led to the one that is shown: where a program goes on after a refusal."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from appagent.actions.surprise import is_window
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    Each,
    Enter,
    Exit,
    Go,
    Home,
    LongPress,
    OpenApp,
    ScrollTo,
    Swipe,
    Tap,
    Text,
)
from appagent.agent.observe import Observation
from appagent.agent.turn import Turn
from appagent.errors import ActionImpossible
from appagent.screen.describe import phrase
from appagent.screen.keys import is_whole_row, same_page, tab_or_title
from appagent.screen.match import on_another_page, same
from appagent.screen.values import Element, Screen

REFUSED = "this was refused"

Find = Callable[[AnyVerb, Observation], Element | None]
"""What an action touches on a page; None where it has no target there."""


@dataclass
class Path:
    """The pages to the one that is shown, without windows, and a way back along them."""

    pages: list[Observation] = field(default_factory=list)
    target: Screen | None = None  # one of them, to go back to
    backs: int = 0  # that may lead there

    @classmethod
    def of(cls, seen: Iterable[Observation]) -> Path:
        """The path that these screens, in their order, went; a page that came again goes back."""
        path = cls()
        for one in (each for each in seen if not is_window(each.view)):
            near = (n for n, page in enumerate(path.pages) if same_page(page.page, one.page))
            path.pages[next(near, len(path.pages)) :] = [one]
        return path

    def goes_back(self, now: Observation) -> bool:
        """Whether the page to go back to is not shown yet, or with a window before it, or with a
        row that was selected. Raises: `ActionImpossible` where it does not come back."""
        if self.target is None:
            return False
        other = is_window(now.view) or on_another_page(self.target, now.screen)
        if not other and (_selected(self.target) or not _selected(now.screen)):
            self.target = None
            return False
        if not self.backs:
            raise ActionImpossible("the page before did not come back")
        self.backs -= 1
        return True

    def leave_out(
        self, left: list[AnyVerb], turn: Turn, now: Observation, find: Find
    ) -> list[AnyVerb]:
        """Take from the actions that are left those that hang on the refused move of a turn, and
        return them: what comes next and is nowhere, as the button of a question that was not asked.
        Where the next one is for a row of a page before, as the next mail is, the way back begins.

        Raises: `ActionImpossible` where it cannot be told what the rest is meant for.
        """
        leads = not (turn.move and isinstance(turn.move.action, Tap | LongPress | Text | Enter))
        if leads or not self.pages:  # the rest is for where it was to lead
            raise ActionImpossible(REFUSED)
        shown, out = self.pages[-1].screen, list[AnyVerb]()
        held, back = _selected(shown), False
        while left and not isinstance(action := left[0], OpenApp | Home | Go | Exit):
            back |= isinstance(action, Back)
            number = getattr(action, "element", None)
            named = bool(getattr(action, "name", "")) or number is not None
            page = self._meant(action, turn, find, back=back and not held) if named else None
            if page:
                self._go_back(page, held, now)
                break
            lost = back and not isinstance(action, Back)
            if lost or number is not None or isinstance(action, ScrollTo | Swipe | Each):
                raise ActionImpossible(REFUSED)
            out.append(left.pop(0))
        return out

    @property
    def _earlier(self) -> list[Observation]:
        """The pages before the one that is shown, the last one first; one that shows the same rows
        in another mode is none."""
        *before, last = self.pages
        return [one for one in reversed(before) if on_another_page(one.screen, last.screen)]

    def _meant(self, action: AnyVerb, turn: Turn, find: Find, *, back: bool) -> Observation | None:
        """The page on which an action has its target: the last one, or one before that has it as a
        row; None for neither. `back`: the program was to leave a page by now.

        Raises: `ActionImpossible` where it may be either.
        """
        assert turn.move is not None
        page, touched = self.pages[-1], turn.move.element
        here = find(action, page)
        if here and touched and here is same(touched, turn.before.screen, page.screen):
            here = None  # the button of the question is called as what asks it
        earlier = [(one, find(action, one)) for one in self._earlier]
        rows = [one for one, there in earlier if there and is_whole_row(there)]
        if here and (rows or (back and (not earlier or earlier[0][1]))):
            raise ActionImpossible(f"{REFUSED}, and {phrase(here)} may be meant elsewhere")
        return page if here else next(iter(rows), None)

    def _go_back(self, page: Observation, held: Element | None, now: Observation) -> None:
        """Begin the way back to a page, and out of what is selected.

        Raises: `ActionImpossible` where something would be lost, or stay selected.
        """
        shown, pages = self.pages[-1].screen, [self.pages[-1], *self._earlier]
        behind = next(n for n, one in enumerate(pages) if one is page)
        if behind and any(e.value for e in shown.elements if "text" in e.uses):
            raise ActionImpossible(f"{REFUSED}, and going back may lose what was typed")
        self.target, self.backs = page.screen, behind + is_window(now.view) + bool(held)
        if held and not behind:
            title = tab_or_title(shown.elements)
            alike = [one.screen for one in self.pages if not on_another_page(one.screen, shown)]
            free = (one for one in alike if not _selected(one))
            self.target = next((one for one in free if tab_or_title(one.elements) != title), None)
            if self.target is None:
                raise ActionImpossible(f"{REFUSED}, and {phrase(held)} is still selected")


def _selected(screen: Screen) -> Element | None:
    """A row that is selected, with others or alone."""
    return next((e for e in screen.elements if e.selected and is_whole_row(e)), None)
