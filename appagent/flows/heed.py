"""Let a flow touch only what it touched when it was done."""

from __future__ import annotations

from appagent.actions.verbs import AnyVerb, LongPress, Tap, TapAt, Text
from appagent.errors import FlowFailed
from appagent.flows.kept import Control, KeptFlow, same_name
from appagent.flows.language import Command, LongPressOn, OnElement, Selector
from appagent.flows.select import control_of, controls, select
from appagent.screen.keys import without_ordinal
from appagent.screen.pages import page_title
from appagent.screen.values import Mark, Screen, Use, View


class Heed:
    """What the commands of a kept flow touched, and whether that is what they would touch now."""

    def __init__(self, kept: KeptFlow, language: str) -> None:
        self.run, self._begins = kept.kept.run, kept.fill(kept.kept.begins)
        self._controls = kept.kept.of_commands(kept.flow)
        self.translated = language != kept.kept.language

    def is_elsewhere(self, screen: Screen) -> bool:
        """Whether this is another page than the flow began on."""
        if not self._begins or self.translated:
            return False
        return not same_name(self._begins, page_title(screen.elements))

    def control(self, command: Command) -> Control | None:
        """What a command touched; None for one that touched nothing, or was written since."""
        return self._controls.get(id(command))

    def by_key(self, control: Control, command: OnElement, view: View) -> AnyVerb | None:
        """A touch of what has the key of a control, where its name is of another language; None
        where a key alone does not tell it, or what a command looks for shows."""
        if not (self.translated and control.known_by_key) or select(
            command.target, view.screen.nodes
        ):
            return None
        held = isinstance(command, LongPressOn)
        able = controls(view, "long_press" if held else "tap").values()
        same = [mark for mark in able if _is(control, mark)]
        if len(same) != 1 or self._differs(control, same[0], view):
            return None
        label, commits = same[0].label, control.commits
        touch = LongPress if held else Tap
        return touch(element=label, commits=commits)

    def holds(self, control: Control, command: OnElement, view: View) -> bool:
        """Whether what a command means on a screen is what it touched."""
        try:
            self.sure(control, command.target, Tap(element=0), view)
        except FlowFailed:
            return False
        return True

    def sure(
        self,
        control: Control,
        target: Selector,
        action: AnyVerb,
        view: View,
    ) -> AnyVerb:
        """The action, or the one that sets a value. Raises: `FlowFailed` where it would touch
        something else, or one of several."""
        if not isinstance(action, Tap | LongPress | TapAt):  # the keyboard is closed first
            return action
        use: Use = (
            "swipe" if control.sets else "long_press" if isinstance(action, LongPress) else "tap"
        )
        able = controls(view, use)
        found = [control_of(node, able) for node in select(target, view.screen.nodes)]
        marks = {mark.label: mark for mark in found if mark}
        if len(marks) != 1:
            raise FlowFailed(f"{len(marks) or 'no'} controls here may be meant")
        mark = next(iter(marks.values()))
        if why := self._differs(control, mark, view):
            raise FlowFailed(f"this is not what was touched: {why}")
        if control.sets:
            return Text(element=mark.label, text=control.sets, commits=control.commits)
        if isinstance(action, TapAt) and not target.point:  # a heading may say the same
            action = Tap(element=mark.label)
        return action.model_copy(update={"commits": control.commits})

    def other_field(self, control: Control, screen: Screen) -> str:
        """How the field with the focus is not what was typed into; "" where it is, or none has
        it."""
        field = screen.focused_field
        return control.differs(field, screen, translated=self.translated) if field else ""

    def _differs(self, control: Control, mark: Mark, view: View) -> str:
        assert mark.element is not None
        return control.differs(mark.element, view.screen, translated=self.translated)


def _is(control: Control, mark: Mark) -> bool:
    element = mark.element
    return element is not None and without_ordinal(element.key) == control.key
