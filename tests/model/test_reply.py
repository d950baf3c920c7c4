"""Replies as models write them. `paper N`: a fault of AppAgent's parser (scripts/model.py)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from appagent.actions.decision import Decision
from appagent.actions.jsontext import objects
from appagent.actions.replies import Documentation, FreeForm, Reflection, TaskReading
from appagent.actions.verbs import Back, Exit, LongPress, Swipe, Tap, TapArea, Text, form
from appagent.errors import ReplyInvalid
from appagent.model.reply import parse

PAPER = """Observation: A settings page with eleven rows.
Thought: Row 4 opens the display settings.
Action: tap(4)
Summary: I opened the settings and tapped the display row."""


def action(raw: str) -> object:
    return parse(raw, Decision).action


# --- JSON -----------------------------------------------------------------------------------------

TAP = '{"action": {"kind": "tap", "element": 5}}'


@pytest.mark.parametrize(
    "raw",
    [
        TAP,
        f"```json\n{TAP}\n```",
        f"```{TAP}```",
        f"Sure, here it is:\n\n{TAP}\n\nShall I go on?",
        f"<think>First {{tap}} 3?\n</think>\n{TAP}",
        f"tap 3? no, 5.</think>{TAP}",
        f"<thought>{TAP.replace('5', '3')}</thought>{TAP}",
        f"{TAP.replace('5', '3')} or rather not.</think>{TAP}",
        f"<answer>{TAP}</answer>",
        f"<|begin_of_box|>{TAP}<|end_of_box|>",
        '<tool_call>{"name": "decide", "arguments": ' + TAP + "}</tool_call>",
        '{"name": "decide", "arguments": ' + json.dumps(TAP) + "}",
        f"[{TAP}]",
        f"{TAP}\n{TAP.replace('5', '6')}",
        '{"action": "tap(5)"}',
        '{"Action": "Tap(5)"}',
        '{"action": {"kind": "tap", "element": "5"}}',
        '{"kind": "tap", "element": 5}',
        '{"action": {"kind": "tap", "element": 5,},}',
        "{'action': {'kind': 'tap', 'element': 5}}",
        '{"thought": "the "Save" button", "action": {"kind": "tap", "element": 5}}',
        '{"thought": "a\nb", "action": {"kind": "tap", "element": 5}}',
        '{"thought": "x", // why\n "action": {"kind": "tap", "element": 5}}',
        '{"action": {"kind": "tap", "element": 5}, "confidence": 0.9}',
    ],
)
def test_one_decision_in_many_forms(raw: str) -> None:
    assert action(raw) == Tap(element=5)


def test_braces_in_the_text_to_type_stay() -> None:
    said = {"action": {"kind": "text", "element": 2, "text": "a } b { </think> c"}}
    assert action(json.dumps(said)) == Text(element=2, text="a } b { </think> c")


@pytest.mark.parametrize(
    "raw",
    [
        '{"thought": "pay", "action": {"kind": "text", "text": "transfer 10',
        '{"thought": "pay}", "action": {"kind": "text", "text": "transfer 10',
        '{"thought": "the "OK} key", "action": {"kind": "text", "text": "transfer 10',
        '{"thought": {"a": 1}, "action": {"kind": "text", "text": "half a sent',
        '{"thought": "x", "action": {"kind": "text", "text": "half a sent}',
        '{"thought": "x", "action": {"kind": "text", "text": "half a sent}}\n',
        '{"thought": "tap 1", "action": {"kind": "tap", "element": 1',
        '```json\n{"thought": "x"\n```',
        "<think>I should look at {} first, and then",
    ],
)
def test_an_unfinished_reply_is_not_completed(raw: str) -> None:
    with pytest.raises(ReplyInvalid) as caught:
        parse(raw, Decision)
    assert caught.value.raw == raw


def test_a_label_inside_json_is_no_action() -> None:
    raw = '{"thought": "last time:\nAction: `tap(9)`\nfailed", "action": {"kind": "fly"}}'
    with pytest.raises(ReplyInvalid, match="no fly here"):
        parse(raw, Decision)
    assert action(raw.replace('"fly"', "'tap', 'element': 3")) == Tap(element=3)


def test_a_whole_reply_at_the_token_limit_is_used() -> None:
    assert parse(TAP + " " * 500, Decision, cut=True).action == Tap(element=5)
    with pytest.raises(ReplyInvalid, match="token limit"):
        parse(PAPER, Decision, cut=True)


# --- the form of the paper ------------------------------------------------------------------------


def test_the_papers_form() -> None:
    decision = parse(PAPER, Decision)
    assert decision.observation == "A settings page with eleven rows."
    assert decision.action == Tap(element=4)
    assert decision.summary == "I opened the settings and tapped the display row."


@pytest.mark.parametrize(
    "raw",
    [
        "Observation: two lines\nof it\n\nThought: so\nAction:\ntap(4)\nSummary: one\ntwo",
        "**Observation:** x\n**Thought:** so\n**Action:** tap(4)\n**Summary:** one\ntwo",
        "**Observation**: x\n**Thought**: so\n**Action**: `tap(4)`\n**Summary**: one\ntwo",
        "### Observation: x\n### Thought: so\n### Action:\n```\ntap(4)\n```\n### Summary: one\ntwo",
        "- thought: so\n- action: tap(4)\n- summary: one\ntwo",
        "Thought: so\nAction: tap(4)\nThis opens it.\nSummary: one\ntwo",
        "Thought: so\nAction: I use `tap(4)` here.\nSummary: one\ntwo",
        'Thought: so\nAction: {"kind": "tap", "element": 4}\nSummary: one\ntwo',
        "Thought: so\nAction: tap(4)\nSummary: one\ntwo\nThought: next\nAction: tap(9)",
    ],
)
def test_labels_over_several_lines(raw: str) -> None:
    """paper 9: only the first line of a field was read, and bold labels none at all."""
    decision = parse(raw, Decision)
    assert decision.action == Tap(element=4)
    assert decision.thought in ("so", "")
    assert decision.summary == "one\ntwo"


def test_a_missing_summary_is_no_error() -> None:
    """paper 9: IndexError."""
    assert parse("Thought: so\nAction: back()", Decision).summary == ""


def test_a_reply_on_one_line() -> None:
    decision = parse("Observation: a Thought: b Action: tap(4) Summary: c", Decision)
    assert (decision.observation, decision.thought, decision.summary) == ("a", "b", "c")
    assert decision.action == Tap(element=4)


@pytest.mark.parametrize("text", ["hello (world) x", "a) b", 'say "hi" (twice)', "50 % :-)"])
def test_parentheses_in_the_text_to_type(text: str) -> None:
    """paper 10: `text("hello (world) x")` typed `hello (worl`."""
    said = f"Thought: so\nAction: text({json.dumps(text)})\nSummary: s"
    assert action(said) == Text(text=text)


def test_several_lines_to_type() -> None:
    assert action('Action: text(3, "one\ntwo")\nSummary: s') == Text(element=3, text="one\ntwo")


def test_finish_is_a_whole_word() -> None:
    """paper 11: `text("FINISH the report")` ended the task as done."""
    assert action('Action: text("FINISH the report")') == Text(text="FINISH the report")
    for said in ("FINISH", "FINISH.", "`FINISH`", "**FINISH**", "finish()"):
        assert action(f"Thought: all set\nAction: {said}\nSummary: s") == Exit(status="done")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ('tap("5")', Tap(element=5)),
        ("tap(element=5)", Tap(element=5)),
        ("Tap(3)", Tap(element=3)),
        ("`tap(3)`", Tap(element=3)),
        ("long_press(2).", LongPress(element=2)),
        ('swipe(7, "up")', Swipe(element=7, direction="up")),
        ('tap(12, "top-left")', TapArea(area=12, subarea="top-left")),
        ("back()", Back()),
    ],
)
def test_ways_to_write_an_action(said: str, meant: object) -> None:
    """paper 12: each of these ended the run; `back` and `exit` (paper 1) did not exist."""
    assert action(f"Observation: o\nThought: t\nAction: {said}\nSummary: s") == meant
    assert action(said) == meant


@pytest.mark.parametrize(
    ("said", "verdict"),
    [
        ("SUCCESS.", "SUCCESS"),
        ("success", "SUCCESS"),
        ("**BACK**", "BACK"),
        ("INEFFECTIVE - nothing changed", "INEFFECTIVE"),
        ("Continue, then look for the list", "CONTINUE"),
    ],
)
def test_ways_to_write_a_verdict(said: str, verdict: str) -> None:
    """paper 12: `Decision: SUCCESS.` was an error for its full stop."""
    raw = f"Decision: {said}\nThought: it moved\nDocumentation: Opens the\nmenu."
    reflection = parse(raw, Reflection)
    assert (reflection.decision, reflection.documentation) == (verdict, "Opens the\nmenu.")
    assert parse(json.dumps({"decision": said}), Reflection).decision == verdict


@pytest.mark.parametrize("said", ["not SUCCESS", "BACK or CONTINUE", "unsure", ""])
def test_an_unclear_verdict_is_invalid(said: str) -> None:
    with pytest.raises(ReplyInvalid, match=r"decision.*'BACK', 'INEFFECTIVE'"):
        parse(json.dumps({"decision": said}), Reflection)


@pytest.mark.parametrize("said", ["None", "n/a", "", "null."])
def test_no_documentation_is_none(said: str) -> None:
    assert parse(f"Decision: BACK\nDocumentation: {said}", Reflection).documentation is None


def test_a_documentation_alone() -> None:
    reply = parse("Documentation: Opens the menu: all of it.", Documentation)
    assert reply.documentation == "Opens the menu: all of it."


def test_a_summary_stays_as_it_was_written() -> None:
    """A network may be called "Number 27", and a phone number begins with "(555)"."""
    raw = "Action: tap(5)\nSummary: Tapped Number 27, called (555) 555-0136, 3 of 4 done"
    assert parse(raw, Decision).summary == "Tapped Number 27, called (555) 555-0136, 3 of 4 done"


# --- what is told to the model --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("", "no answer in the reply: expected one JSON object with observation, thought"),
        ("I cannot see the screen.", "no action in 'I cannot see the screen.'"),
        ('{"thought": "hm"}', "action: Field required: expected one JSON object"),
        ('Tap it: {"element": 3}', "action: Field required: expected one JSON object"),
        (
            '{"action": {"kind": "tap"}}',
            r"action\.tap: needs the number of an element, or its name",
        ),
        ('{"action": {"kind": "fly"}}', "no fly here: choose one of tap, text"),
        ('{"action": {"kind": "tap", "element": "Save"}}', "valid integer.*found 'Save'"),
        ('{"action": null}', "action: .*found None"),
        ("Action: fly(3)", "no verb 'fly': the action is one of tap, text"),
        ("Action: swipe(3)", r"swipe: direction: .*write it like `swipe\(7, \"up\""),
        ("Action: \nSummary: nothing", "the action is empty: write it like"),
        ('{"thought": "x", "action": {"kind": "tap", "elem', "the JSON object .* is not whole"),
    ],
)
def test_what_was_wrong_is_told_to_the_model(raw: str, problem: str) -> None:
    """paper 14: one such reply ended the run."""
    with pytest.raises(ReplyInvalid, match=problem) as caught:
        parse(raw, Decision)
    assert caught.value.raw == raw
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("opening", ["[", "{", '{"a":', '{"action":', "Action: f(", "Action: -"])
def test_deep_nesting_does_not_crash(opening: str) -> None:
    with pytest.raises(ReplyInvalid):
        parse(opening * 20_000, Decision)


PIECES = st.sampled_from(
    ['{"action":', '"kind"', "tap(", "5", ")", "}", "{", '"', "'", ",", ":", "Action:", "Summary: ",
     "Decision:", "SUCCESS", "\n", "```", "`", "<think>", "</think>", "[", "]", "null", "\\", "\\u",
     "-", "1e999", "**", "\ud800", "\0", "：", "FINISH", "text", "arguments", "<|x|>"]
)  # fmt: skip
ANYTHING = st.one_of(st.text(), st.lists(st.one_of(PIECES, st.text(max_size=3))).map("".join))


@given(ANYTHING, st.sampled_from([Decision, Reflection, Documentation]), st.booleans())
@example('{"action": ' + "9" * 5000 + "}", Decision, False)
@example('{"action": {"kind": "wait", "seconds": NaN}}', Decision, False)
@example('{"arguments": {"arguments": {"arguments": 1}}}', Decision, False)
def test_any_text_is_a_value_or_invalid(raw: str, reply: type, cut: bool) -> None:
    try:
        value: Any = parse(raw, reply, cut=cut)
    except ReplyInvalid as err:
        value = err
    assert isinstance(value, reply) or (value.raw == raw and str(value))


@given(st.text(st.characters(exclude_categories=["Cs"])), st.integers(1, 99))
def test_text_to_type_arrives_unchanged(text: str, element: int) -> None:
    meant = Text(element=element, text=text)
    said = json.dumps({"thought": text, "action": meant.model_dump()}, ensure_ascii=False)
    assert action(said) == meant
    assert action(f"Here:\n```json\n{said}\n```") == meant
    assert action(f"Action: {form(meant)}") == meant


FIELDS = "expected one JSON object with observation, thought, plan, action, summary, note"


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ('{"action": {"kind": "text"}}', f"action.text.text: Field required: {FIELDS}"),
        (
            '{"observation": 1, "plan": 3, "summary": 4, "action": "tap(1)"}',
            "observation: Input should be a valid string, found 1; plan: Input should be a valid "
            f"string, found 3; summary: Input should be a valid string, found 4: {FIELDS}",
        ),
        ('{"action": ""}', "the action is empty: write it like tap(5)"),
        ('{"thought": "x"', f"the JSON object in the reply is not whole: {FIELDS}"),
        ("", f"no answer in the reply: {FIELDS}"),
    ],
)
def test_a_refusal_says_what_was_wrong_and_what_was_expected(raw: str, told: str) -> None:
    with pytest.raises(ReplyInvalid) as refused:
        parse(raw, Decision)
    assert str(refused.value) == told
    assert refused.value.raw == raw


@pytest.mark.parametrize(("length", "ends"), [(58, "x'"), (59, "x…")])
def test_a_long_value_is_told_in_60_characters(length: int, ends: str) -> None:
    with pytest.raises(ReplyInvalid) as refused:
        parse(f'{{"action": {{"kind": "tap", "element": "{"x" * length}"}}}}', Decision)
    found = str(refused.value).partition("found ")[2].removesuffix(f": {FIELDS}")
    assert (len(found), found[-2:]) == (60, ends)


# --- what is kept of a reply that cannot be used --------------------------------------------------


@pytest.mark.parametrize("kind", [Decision, FreeForm])
def test_a_reply_that_was_cut_off_is_kept_with_what_was_wrong(kind: type[Decision]) -> None:
    raw = 'Action: click(start_box="(50'
    with pytest.raises(ReplyInvalid, match="cut off at the token limit") as caught:
        parse(raw, kind, cut=True)
    assert caught.value.raw == raw


def test_a_reply_in_a_form_of_its_own_is_handed_on_as_it_came() -> None:
    raw = "Thought: Add.\nAction: click(start_box='(500,100)')"
    assert parse(raw, FreeForm).text == raw


def test_a_reply_that_is_nested_too_deep_is_kept_with_what_was_wrong() -> None:
    raw = "[" * 40_000
    with pytest.raises(ReplyInvalid, match="nested too deep") as caught:
        parse(raw, Decision)
    assert caught.value.raw == raw


@pytest.mark.parametrize("around", ["{}", "Here it is: {} and that is all", "```json\n{}\n```"])
def test_bare_line_breaks_inside_a_text_are_taken(around: str) -> None:
    said = '{"action": {"kind": "text", "element": 4, "text": "milk\ntea"}}'
    assert action(around.replace("{}", said)) == Text(element=4, text="milk\ntea")


def test_an_action_that_is_a_list_is_none() -> None:
    with pytest.raises(ReplyInvalid, match="no action in"):
        parse('{"action": "[1, 2]"}', Decision)


def test_json_objects_are_found_in_their_order() -> None:
    found = list(objects('{{"a": 1} then {"b": 2}, {"c": "\n"}'))
    assert found == [{"a": 1}, {"b": 2}, {"c": "\n"}]


@pytest.mark.parametrize(
    ("said", "commits"),
    [
        ('"send"', "send"),
        ('"Send."', "send"),
        ('"deletes the alarm: delete"', "delete"),
        ('["post"]', "post"),
        ('"none"', "none"),
        ('"None, it does not send"', "none"),
        ('"nothing"', "none"),
        ('""', "none"),
        ("null", "none"),
        ("false", "none"),
        ("[]", "none"),
    ],
)
def test_ways_to_write_what_an_action_commits(said: str, commits: str) -> None:
    read = parse(f'{{"action": {{"kind": "back"}}, "commits": {said}}}', Decision)
    assert read.commits == commits


@pytest.mark.parametrize("said", ['"maybe"', "true", "3", '{"a": 1}'])
def test_what_an_action_commits_is_not_guessed(said: str) -> None:
    with pytest.raises(ReplyInvalid, match="commits"):
        parse(f'{{"action": {{"kind": "back"}}, "commits": {said}}}', Decision)


def test_a_decision_that_says_nothing_of_it_commits_nothing() -> None:
    assert parse('{"action": {"kind": "back"}}', Decision).commits == "none"


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ('{"why": "it fits", "answer": "yes"}', "yes"),
        ('```json\n{"answer": "unsure", "why": "two fit", "names": []}\n```', "unsure"),
        ('{"answer": "Yes."}', "yes"),
        ('{"answer": "not yes"}', None),
        ('{"answer": true}', None),
        ('{"why": "it fits"}', None),
    ],
)
def test_ways_to_say_whether_a_task_means_it(said: str, answer: str | None) -> None:
    if answer:
        assert parse(said, TaskReading).answer == answer
    else:
        with pytest.raises(ReplyInvalid, match="answer"):
            parse(said, TaskReading)
