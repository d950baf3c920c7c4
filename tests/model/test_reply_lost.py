"""What a review of the reading of replies found."""

from __future__ import annotations

import time

import pytest

from appagent.actions.decision import Decision, decision_type
from appagent.actions.verbs import ON_MARKS, AnyVerb, Exit, Tap, Text
from appagent.errors import ReplyInvalid
from appagent.model.reply import MOST_CHARACTERS, parse

LIST = decision_type(ON_MARKS, several=True)


def actions(raw: str) -> tuple[AnyVerb, ...]:
    read: Decision = parse(raw, LIST)
    return read.actions


def read_or_refused(raw: str) -> tuple[AnyVerb, ...] | None:
    try:
        return actions(raw)
    except ReplyInvalid:
        return None


@pytest.mark.parametrize("remark", ["Ann's chat", 'opens the "Save" form', "the `Save` one"])
def test_a_remark_with_a_quote_swallows_no_action(remark: str) -> None:
    """The lines behind it become a part of Python's comment, up to the next bracket."""
    read = read_or_refused(f"tap(5)  # {remark}\ntap(6)\ntap(7)")
    assert read in (None, (Tap(element=5), Tap(element=6), Tap(element=7)))


def test_behind_such_a_remark_what_is_typed_is_not_done() -> None:
    read = read_or_refused('tap(5)  # opens "Ann"\ntext(6, "one)\ntap(9)\n")')
    assert read in (None, (Tap(element=5), Text(element=6, text="one)\ntap(9)\n")))


@pytest.mark.parametrize("raw", ["Finish #2 of the orders.", "tap(5)\nFinish #2 of the orders"])
def test_a_sentence_with_a_number_sign_is_no_end(raw: str) -> None:
    read = read_or_refused(raw)
    assert not any(isinstance(action, Exit) for action in read or ()), read


@pytest.mark.parametrize("raw", ["text 4 Room #5", '{"action": "text 4 Room #5"}'])
def test_what_is_typed_loses_no_number_sign(raw: str) -> None:
    assert read_or_refused(raw) in (None, (Text(element=4, text="Room #5"),))


@pytest.mark.parametrize("behind", ["Step 2: tap(6)", "Then tap(6)"])
def test_an_action_behind_words_is_not_lost(behind: str) -> None:
    read = read_or_refused(f"tap(5)\n{behind}")
    assert read != (Tap(element=5),)


@pytest.mark.parametrize("bare", ["back", "enter", "read"])
def test_a_verb_without_brackets_at_the_end_is_not_lost(bare: str) -> None:
    read = read_or_refused(f"tap(5)\n{bare}")
    assert read != (Tap(element=5),)


def test_several_calls_in_one_text_of_a_list_are_not_lost() -> None:
    read = read_or_refused('{"actions": ["tap(5)\\ntap(6)", "tap(7)"]}')
    assert read in (None, (Tap(element=5), Tap(element=6), Tap(element=7)))


def test_a_step_that_is_said_twice_is_not_done_once() -> None:
    read = read_or_refused('tap("Plus")\nAnd once more:\ntap("Plus")')
    assert read in (None, (Tap(name="Plus"),) * 2)


def test_a_long_reply_of_remark_signs_is_refused_in_little_time() -> None:
    raw = 'text(3, "' + " #" * 2000 + '"\n' + "x)\n" * 60
    assert len(raw) < MOST_CHARACTERS / 10
    begun = time.monotonic()
    with pytest.raises(ReplyInvalid):
        actions(raw)
    assert time.monotonic() - begun < 1
