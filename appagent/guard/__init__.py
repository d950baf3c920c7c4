"""What a touch could do, whether it may be done, and what it turned out to do.

    page = Page(screen)                               # as it is asked about
    assess(move, page, Context(known))                # {"delete": "a note"}
    target(move, screen, way).facts()                 # what it would touch, for the question
    verdict(move, screen, dangers, ...)               # Allow, Ask or Refuse
    side_effects(move, before, after, ...)            # what it did, as the screens tell

No list of words decides: Android, the answers, the notes and the acting model tell what a touch
does; whether the task means it is asked.
"""

from appagent.guard.asking import (
    answer,
    answered,
    controls,
    dangers_of,
    deeds_in,
    harmless,
    is_open,
    to_ask,
    touched,
)
from appagent.guard.assess import Context, assess, heeds
from appagent.guard.effects import OVERWROTE, SideEffect, danger_of_all, is_tap, side_effects
from appagent.guard.question import Asked, Page, persons, without_numbers
from appagent.guard.shown import WINDOWS, around
from appagent.guard.target import MOST_NAME, Target, target
from appagent.guard.undo import (
    confirming,
    entry_back,
    is_entry,
    old_choice,
    slide_back,
    switch_back,
    text_before,
    undo_buttons,
)
from appagent.guard.verdict import Allow, Ask, Deed, Refuse, Verdict, ask_person, could, verdict

__all__ = [
    "MOST_NAME",
    "OVERWROTE",
    "WINDOWS",
    "Allow",
    "Ask",
    "Asked",
    "Context",
    "Deed",
    "Page",
    "Refuse",
    "SideEffect",
    "Target",
    "Verdict",
    "answer",
    "answered",
    "around",
    "ask_person",
    "assess",
    "confirming",
    "controls",
    "could",
    "danger_of_all",
    "dangers_of",
    "deeds_in",
    "entry_back",
    "harmless",
    "heeds",
    "is_entry",
    "is_open",
    "is_tap",
    "old_choice",
    "persons",
    "side_effects",
    "slide_back",
    "switch_back",
    "target",
    "text_before",
    "to_ask",
    "touched",
    "undo_buttons",
    "verdict",
    "without_numbers",
]
