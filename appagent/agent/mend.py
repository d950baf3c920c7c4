"""Mend a flow: the model does what takes the place of a command that does not fit, the flow goes on
behind it, and the change is shown, as a person would make it in the file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from difflib import unified_diff

from appagent.actions.verbs import Back, Text
from appagent.flows import (
    VALUE,
    AssertVisible,
    Commands,
    Deed,
    EraseText,
    Form,
    Keeper,
    KeptFlow,
    Player,
    ScrollUntilVisible,
    Stuck,
    exchanged,
    names_in,
    only_if_shown,
    parts_of,
    seeking,
    set_before,
    told,
    write,
)
from appagent.prompts import flow_block

CALLS = 2  # to mend one command
_AHEAD = 3  # commands that one deed may stand for
_TOLD = 12  # commands before and behind, that a prompt tells


@dataclass
class Mend:
    """A command that does not fit, and what was done in its place."""

    stuck: Stuck
    asked: int = 0  # calls
    deeds: list[Deed] = field(default_factory=list)

    @property
    def is_last(self) -> bool:
        """Whether something was done for the last command that was left."""
        return bool(self.deeds) and len(self.stuck.left) == 1

    @property
    def sets(self) -> bool:
        """Whether a switch was set as the first of the commands wants it."""
        actions = (deed.move.action for deed in self.deeds)
        wanted = self._wanted
        return any(isinstance(act, Text) and act.text.casefold() == wanted for act in actions)

    @property
    def _wanted(self) -> str | None:
        """What the first of the commands wants a switch to be, "on" or "off"; None where it is no
        check of one."""
        first = self.stuck.left[0]
        if not isinstance(first, AssertVisible) or first.target.checked is None:
            return None
        return "on" if first.target.checked else "off"

    @property
    def _touch(self) -> int:
        """The place of the first command that does something: a list is scrolled for a touch."""
        left = self.stuck.left
        return min(int(isinstance(left[0], ScrollUntilVisible)), len(left) - 1)

    def done(self, player: Player) -> int | None:
        """How many of the commands that were left are done by now, by what the player sees; 0 where
        the first is to be tried again, None where the flow cannot go on yet."""
        left, at = self.stuck.left, 0
        for deed in self.deeds:
            near = range(at, min(at + _AHEAD, len(left)))
            mark = deed.move.mark
            same = (n for n in near if mark and player.touches(left[n], mark, deed.view))
            at = next(same, at - 1) + 1
        if not (self.deeds and left):
            return None
        touch = self._touch
        if not at and player.fits(left[touch:]) and not self._took_place(touch, player):
            return 0
        if self._wanted:
            at = max(at, int(self.sets))  # only what sets a switch does for its check
            return at or None
        at = self._behind_texts(max(at, 1 + touch), player)
        return at if at == len(left) or player.fits(left[at:]) else None

    def _took_place(self, at: int, player: Player) -> bool:
        """Whether what was done last was done in the place of the first command, which the page
        behind it has, too, as tabs stand on each."""
        mark, (first, *behind) = self.deeds[-1].move.mark, self.stuck.left[at:]
        return bool(mark and behind and player.replaces(first, mark) and player.fits(behind))

    def _behind_texts(self, at: int, player: Player) -> int:
        """The first command from one on that types nothing, or what was not typed yet."""
        left = self.stuck.left
        typed = [d.move.action.text for d in self.deeds if isinstance(d.move.action, Text)]
        while at < len(left):
            field = [each for each in left[at : at + 2] if not isinstance(each, EraseText)]
            if not field or player.text(field[0]) not in typed:
                break
            at = left.index(field[0], at) + 1
        return at

    def block(self, kept: KeptFlow) -> str:
        """What a prompt tells of the flow, with the values of the request."""
        first = self.stuck.left[0]
        commands = list(kept.flow.commands)
        at = next((n for n, each in enumerate(commands) if each is first), None)
        if at is None:  # it stands in another one
            commands, at = list(self.stuck.left), 0
        begin = max(0, at - _TOLD)
        shown = commands[begin : at + _TOLD]
        lines = [kept.fill(told(each)) for each in shown]
        marked = range(at - begin, at - begin + 1 + self._touch)
        return flow_block(lines, marked, self.stuck.failure.short)


@dataclass
class Mended:
    """A flow with what was mended in it."""

    kept: KeptFlow
    request: str
    refused: str = ""  # why it is not written
    lost: set[str] = field(default_factory=set)  # names of what is called otherwise now

    def take(self, mend: Mend, done: int) -> None:
        """Put what was done in the place of so many commands, or before the first of them. Raises:
        `ActionImpossible` where no flow can say it."""
        gone, keeper = self._gone(mend, done), self._keeper(mend.deeds)
        form = self._form(gone, keeper.typed)
        commands, controls, scrolled = keeper.in_form(form)
        old = self.kept.kept.of_commands(self.kept.flow)
        if any(deed.did for deed in mend.deeds) and not any(
            (control := old.get(id(each))) and control.did for each in parts_of(*gone)
        ):
            self.refused = "what was mended did something that the flow did not"
        first = gone[0] if gone else mend.stuck.left[0]
        self.lost |= {*form.names} & (names_in(*gone) - names_in(*commands))
        new = commands if gone else only_if_shown(commands)
        if scrolled and not commands and (seeks := seeking(first, scrolled)):
            new, gone = (seeks,), (first,) if isinstance(first, ScrollUntilVisible) else ()
        changed = exchanged(self.kept.flow.commands, first, len(gone), new)
        flow = replace(self.kept.flow, commands=changed)
        kept = self.kept.kept.for_flow(flow, old, controls)
        self.kept = replace(self.kept, flow=flow, kept=kept)

    def _form(self, gone: Commands, typed: Collection[str]) -> Form:
        """The form of the request as it says it, with the values that may stand in what was done:
        those of what is gone, and what was typed. Another name may be that of a value by chance."""
        form = self.kept.kept.form.said_by(self.request)
        told = {name for text in typed for name in VALUE.findall(form.templated(text))}
        return form.without({*form.names} - names_in(*gone) - told)

    def _keeper(self, deeds: Sequence[Deed]) -> Keeper:
        """What was done, without what only looked around."""
        keeper = Keeper(self.request)
        for n, deed in enumerate(deeds, 1):
            keeper.add(deed)
            if isinstance(deed.move.action, Back) and n < len(deeds):
                keeper.went_back(deeds[n].view.screen)
        return keeper

    def _gone(self, mend: Mend, done: int) -> Commands:
        """The commands that were done; with the check of a switch also what sets it."""
        gone = tuple(mend.stuck.left[:done])
        sets = set_before(self.kept.flow.commands, gone[0]) if gone and mend.sets else None
        return (sets, *gone) if sets else gone

    def finish(self) -> None:
        """What the request calls otherwise than the app does now is a value no more: of another
        one nobody knows what it is called."""
        narrowed = self.kept.narrowed(self.lost) if self.lost else self.kept
        if narrowed is None:
            self.refused = "the request names what was touched there, and it is called otherwise"
        else:
            self.kept = narrowed


def diff(old: KeptFlow, new: KeptFlow) -> str:
    """What is changed in a flow, as a person reads it."""
    name = old.file.name
    was, now = (write(each.flow).splitlines() for each in (old, new))
    return "\n".join(unified_diff(was, now, name, name, lineterm="", n=2))
