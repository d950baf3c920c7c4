"""A reply as a program: what ends it, what it means, what it does for each row."""

from __future__ import annotations

from dataclasses import replace

import pytest

from appagent.agent.run import run
from appagent.outcome import Outcome
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, Page, Widget, means

ROWS = ("Ann", "Ben", "Cy")


def chats(*more: Widget, names: tuple[str, ...] = ROWS, **opens: str) -> dict[str, Page]:
    """A list of chats, a page for each with a field and a button, and a page behind it."""
    rows = tuple(Widget(name, row=True, opens=opens.get(name, f"chat {name}")) for name in names)
    pages = {"main": Page((Widget("Chats", "TextView"), *rows, *more))}
    for name in names:
        pages[f"chat {name}"] = Page(
            (
                Widget(name, "TextView"),
                Widget("Note", "EditText"),
                Widget("Keep", opens=f"kept {name}"),
            )
        )
        kept = (Widget(f"{name} again", "TextView"), Widget("Note kept", "TextView"))
        pages[f"kept {name}"] = Page((*kept, Widget("More")))
    return pages


def done(scene: Scene, task: str = "Write a note for all") -> Outcome:
    return run(scene.session, task, APP, ())


# --- exit -----------------------------------------------------------------------------------------


def test_a_task_that_proves_itself_takes_one_call(stage: Stage) -> None:
    scene = stage(
        'tap("Ann")\ntext("Hi", name="Note")\ntap("Keep")\n'
        'exit("done", "kept", if_shows="Note kept")',
        pages=chats(),
    )
    ended = done(scene)
    assert (ended.ending, ended.answer, ended.calls, ended.steps) == ("done", "kept", 1, 4)
    last = scene.steps()[-1]
    assert (last.kind, last.status, last.reply_of) == ("exit", "FINISH", 1)
    assert last.proof == 'text "Note kept"'


NO_PROOF = [
    ('tap("Ann")', "Note kept", '"Note kept" does not show'),
    # it stood on the screen that the reply was given on
    ('tap("Ann")', "Ann", '"Ann" proves nothing: it showed before already'),
    # what is typed is not kept yet
    ('tap("Ann")\ntext("Hello", name="Note")', "Hello", '"Hello" does not show'),
    ('tap("Ann")', "Ben: gone", '"Ben" is not seen to be gone from its list'),  # another page
]


@pytest.mark.parametrize(("before", "shows", "why"), NO_PROOF)
def test_what_proves_nothing_ends_nothing(stage: Stage, before: str, shows: str, why: str) -> None:
    scene = stage(f'{before}\nexit("done", if_shows="{shows}")', END, pages=chats(), verify="never")
    assert done(scene).calls == 2
    assert f"the rest was not done, since {why}: exit" in scene.model.texts("run")[1]
    assert not any(step.proof for step in scene.steps())


def test_it_is_waited_for_some_seconds(stage: Stage) -> None:
    pages = chats() | {"late": Page((Widget("All kept", "TextView"),))}
    scene = stage(
        'tap("Ann")\nexit("done", if_shows="All kept")', pages=pages,
        phone={"after_s": (2, "late")},
    )  # fmt: skip
    assert done(scene).calls == 1
    assert 2 <= scene.phone.waited_s <= 3


def test_a_notice_that_passed_by_counts(stage: Stage) -> None:
    pages = chats()
    passing = Widget("Chat kept", "TextView", ref="snackbar_text")
    pages["kept Ann"] = replace(pages["kept Ann"], widgets=(passing, Widget("More")))
    program = 'tap("Ann")\ntap("Keep")\nback()\nexit("done", if_shows="Chat kept")'
    scene = stage(program, pages=pages)
    assert done(scene).calls == 1


def test_a_state_is_a_proof(stage: Stage) -> None:
    scene = stage(
        'tap("Quiet")\nexit("done", if_shows="Quiet: on")',
        pages=chats(Widget("Quiet", "Switch")),
    )
    assert done(scene).calls == 1
    assert scene.steps()[-1].proof == 'switch "Quiet"'


def test_what_is_gone_from_its_list_is_a_proof(stage: Stage) -> None:
    pages = chats(Ann="less")
    pages["less"] = Page(tuple(w for w in pages["main"].widgets if w.name != "Ann"))
    scene = stage('tap("Ann")\nexit("done", if_shows="Ann: gone")', pages=pages)
    assert done(scene).calls == 1
    assert scene.steps()[-1].proof == '"Ann" is gone'


@pytest.mark.parametrize("joined", ["&", "|"])
@pytest.mark.parametrize(("loud", "calls"), [("on", 1), ("off", 2)])
def test_of_two_things_both_have_to_show(stage: Stage, joined: str, loud: str, calls: int) -> None:
    """A model that set one of two, and meant "and" by its "|", was told that it was done."""
    pages = {"main": Page((Widget("Quiet", "Switch"), Widget("Loud", "Switch")))}
    touch = '\ntap("Loud")' if loud == "on" else ""
    shows = f"Quiet: on {joined} Loud: on"
    scene = stage(f'tap("Quiet"){touch}\nexit("done", if_shows="{shows}")', END, pages=pages)
    assert done(scene).calls == calls


def test_one_text_may_have_the_sign_for_both_in_it(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Go", opens="shop"),)),
        "shop": Page((Widget("Map & Kettle", "TextView"),)),
    }
    scene = stage('tap("Go")\nexit("done", if_shows="Map & Kettle")', pages=pages)
    assert done(scene).calls == 1
    scene = stage('tap("Go")', 'exit("done", if_shows="Map & Kettle")', pages=pages)
    assert done(scene).ending == "done"


QUOTED = {
    "main": Page((Widget("Storage", opens="storage"), Widget("Holiday", "TextView"))),
    "storage": Page(
        (
            Widget("Trips, 2.1 MB", row=True), Widget("Holiday, 6.9 MB", row=True),
            Widget("Total", "TextView"), Widget("9 MB", "TextView"),
            Widget("Clear", "Button", opens="cleared"),
        )
    ),
    "cleared": Page((Widget("Holiday, 0 MB", row=True),)),
}  # fmt: skip


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ("{Holiday}", "Holiday, 6.9 MB"),
        ("It takes {holiday}.", "It takes Holiday, 6.9 MB."),
        ("{total}", "Total: 9 MB"),
        ("{Trips} and {Holiday}", "Trips, 2.1 MB and Holiday, 6.9 MB"),
    ],
)
def test_an_answer_may_quote_the_page_that_is_reached(stage: Stage, answer: str, told: str) -> None:
    scene = stage(f'tap("Storage")\nexit("done", "{answer}")', pages=dict(QUOTED))
    ended = done(scene, "How big is Holiday?")
    assert (ended.answer, ended.calls) == (told, 1)
    assert scene.steps()[-1].proof == told


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("{Sea}", 'no line of the page has "Sea", which the answer is to quote'),
        ("{MB}", '3 lines of the page have "MB", which the answer is to quote'),
        ("6.9 MB", "what was done has to be seen first"),
    ],
)
def test_an_answer_quotes_nothing_else(stage: Stage, answer: str, why: str) -> None:
    scene = stage(f'tap("Storage")\nexit("done", "{answer}")', END, pages=dict(QUOTED))
    assert done(scene, "How big is Holiday?").calls == 2
    assert f"the rest was not done, since {why}: exit" in scene.model.texts("run")[1]


def test_what_showed_before_already_is_no_proof_as_a_quote_either(stage: Stage) -> None:
    pages = {"main": Page((Widget("Go", opens="next"), Widget("Holiday", "TextView")))}
    pages["next"] = Page((Widget("Back", ref="up"), Widget("Holiday", "TextView")))
    scene = stage('tap("Go")\nexit("done", "{Holiday}")', END, pages=pages)
    assert done(scene, "How big is Holiday?").calls == 2


def test_a_quote_proves_no_deed(stage: Stage) -> None:
    program = 'tap("Storage")\ntap("Clear", commits="delete")\nexit("done", "{Holiday}")'
    scene = stage(program, END, pages=dict(QUOTED))
    assert done(scene, "Clear the storage").calls == 2


def test_an_end_on_its_own_may_quote_what_it_sees(stage: Stage) -> None:
    scene = stage('exit("done", "{Holiday}")', pages=dict(QUOTED))
    assert done(scene, "What is here?").answer == "Holiday"
    scene = stage('exit("done", "{Sea}")', END, pages=dict(QUOTED))
    assert done(scene, "What is here?").answer != "{Sea}"


def test_what_a_deed_did_not_change_proves_nothing(stage: Stage) -> None:
    """It came up on the way, and stood there already before something was committed."""
    pages = chats()
    program = (
        'tap("Ann")\ntap("Keep", commits="post")\ntap("More", commits="post")\n'
        'exit("done", if_shows="Note kept")'
    )
    pages["kept Ann"].widgets[2].opens = "posted"
    pages["posted"] = Page((Widget("Note kept", "TextView"), Widget("Posted", "TextView")))
    scene = stage(program, END, pages=pages)
    scene.model.judge = means("yes")
    assert done(scene, "Post a note and post it again").calls >= 2
    shown = scene.model.texts("run")[1]
    assert "proves nothing: it showed before already" in shown


def test_nothing_may_stand_behind_the_end(stage: Stage) -> None:
    scene = stage('exit("done", if_shows="x")\ntap("Ann")', END, pages=chats())
    done(scene)
    assert "exit ends a program" in scene.steps()[0].problems[0].problem


def test_the_last_step_may_be_the_end(stage: Stage) -> None:
    scene = stage(
        'tap("Ann")\ntap("Keep")\nexit("done", if_shows="Note kept")', pages=chats(), run_steps=3
    )
    assert (done(scene).ending, len(scene.steps())) == ("done", 3)


# --- read -----------------------------------------------------------------------------------------


def test_pages_that_are_passed_by_are_read(stage: Stage) -> None:
    scene = stage('tap("Ann")\nread()\nback()\ntap("Ben")\nread()', END, pages=chats())
    done(scene)
    asked = scene.model.texts("run")
    assert "<read>" not in asked[0]
    assert "<read>\nAnn:\n- Note\n- Keep\nBen:\n- Note\n- Keep\n</read>" in asked[1]
    assert scene.steps()[1].read == ("Ann", "Ann", "Note", "Keep")
    assert scene.steps()[1].outcome == "read 3 lines"


def test_a_name_that_fits_a_mere_button_reads_the_page(stage: Stage) -> None:
    scene = stage('tap("Ann")\nread(name="Keep")', END, pages=chats())
    done(scene)
    assert scene.steps()[1].read == ("Ann", "Ann", "Note", "Keep")


def test_the_name_of_what_says_nothing_reads_the_page(stage: Stage) -> None:
    cover = Widget("Cover", "ViewPager", ref="cover")
    scene = stage(
        'tap("Ann")\nread(name="Cover", all=True)',
        END,
        pages=chats(Ann="player")
        | {"player": Page((Widget("Songs", "TextView"), cover, Widget("3:41", "TextView")))},
    )
    done(scene)
    assert "3:41" in scene.steps()[1].read


def test_what_a_map_tells_of_is_read_by_its_words(stage: Stage) -> None:
    """The facts of a page are called by their ids there."""
    facts = {"opening_hours": "9 am - 5 pm", "phone": "555-0136"}
    texts = (Widget(text, "TextView", ref=ref) for ref, text in facts.items())
    pages = chats(Ann="place") | {"place": Page((*texts, Widget("Save")))}
    scene = stage('tap("Ann")\nread(name="opening hours")', END, pages=pages)
    done(scene)
    assert scene.steps()[1].read[1:] == ("9 am - 5 pm",)


def test_what_was_read_is_told_once(stage: Stage) -> None:
    scene = stage("read()", 'tap("Ann")', END, pages=chats())
    done(scene)
    told = ["<read>" in text for text in scene.model.texts("run")]
    assert told == [False, True, False]


def test_a_long_list_is_read_to_its_end(stage: Stage) -> None:
    names = tuple(f"Order {n} of {n} mugs" for n in range(1, 31))
    scene = stage("read(all=True)", END, pages=chats(names=names))
    done(scene)
    shown = scene.model.texts("run")[1].partition("<read>")[2].partition("</read>")[0]
    assert [line for line in shown.splitlines() if "Order" in line] == [f"- {n}" for n in names]
    assert "to its end: the list ends with" in scene.steps()[0].outcome


def test_more_than_fits_is_counted(stage: Stage) -> None:
    names = tuple(f"Order {n} " + "of red mugs and blue plates " * 6 for n in range(1, 31))
    scene = stage("read(all=True)", END, pages=chats(names=names))
    done(scene)
    shown = scene.model.texts("run")[1].partition("<read>")[2].partition("</read>")[0]
    kept = [line for line in shown.splitlines() if line.startswith("- Order")]
    assert len(shown) < 4100
    assert f"({30 - len(kept)} lines more)" in shown


# --- each -----------------------------------------------------------------------------------------


def test_each_row_is_done_once_and_the_list_comes_back(stage: Stage) -> None:
    scene = stage(
        'each(do=[tap("row"), text("Hi", name="Note")])\ntap("Quiet")', END,
        pages=chats(Widget("Quiet", "Switch")),
    )  # fmt: skip
    ended = done(scene)
    assert ended.calls == 2
    notes = [scene.phone.pages[f"chat {name}"].widgets[1].value for name in ROWS]
    assert notes == ["Hi"] * 3
    assert scene.phone.pages["main"].widgets[-1].on
    told = 'done for 3 rows: "Ann", "Ben", "Cy"'
    assert sum(told in step.outcome for step in scene.steps()) == 1
    taps = [step.words for step in scene.steps() if step.kind == "tap"]
    assert taps == ['tap item "Ann"', 'tap item "Ben"', 'tap item "Cy"', 'tap switch "Quiet"']


def test_all_of_a_long_list_is_gone_through(stage: Stage) -> None:
    names = tuple(f"Row {chr(65 + n)}" for n in range(24))
    scene = stage('each(do=[tap("row")])', END, pages=chats(names=names), run_steps=200)
    done(scene)
    taps = [step.target.name for step in scene.steps() if step.kind == "tap" and step.target]
    assert sorted(taps) == list(names)


def test_rows_are_chosen_by_their_words(stage: Stage) -> None:
    scene = stage('each(where="Ben", do=[tap("row")])', END, pages=chats())
    done(scene)
    assert [step.words for step in scene.steps() if step.kind == "tap"] == ['tap item "Ben"']


def test_no_row_that_fits_is_a_surprise(stage: Stage) -> None:
    scene = stage('each(where="Zoe", do=[tap("row")])\ntap("Ann")', END, pages=chats())
    done(scene)
    assert 'since no row fits "Zoe"' in scene.steps()[-2].outcome
    assert scene.phone.shown[-1] == "main"


def test_a_surprise_ends_it_and_tells_what_was_done(stage: Stage) -> None:
    pages = chats()
    pages["chat Ben"] = Page((Widget("Ben", "TextView"),))  # no field
    scene = stage('each(do=[tap("row"), text("Hi", name="Note")])', END, pages=pages)
    done(scene)
    past = scene.model.texts("run")[1]
    assert 'each row (done for 1 row: "Ann"; cut off at "Ben")' in past
    assert pages["chat Cy"].widgets[1].value == ""


def test_what_may_be_missing_is_left_out(stage: Stage) -> None:
    pages = chats()
    pages["chat Ben"] = Page((Widget("Ben", "TextView"),))
    scene = stage(
        'tap("Rate us", optional=True)\neach(do=[tap("row"), text("Hi", name="Note", '
        'optional=True)])\ntap("Later", optional=True)', END, pages=pages,
    )  # fmt: skip
    done(scene)
    notes = [pages[f"chat {name}"].widgets[1].value for name in ("Ann", "Cy")]
    assert notes == ["Hi", "Hi"]
    assert "the rest was not done" not in scene.model.texts("run")[1]


def test_each_action_in_it_is_guarded(stage: Stage) -> None:
    pages = chats()
    for name in ROWS:
        pages[f"chat {name}"].widgets[2].name = "Delete chat"
    scene = stage('each(do=[tap("row"), tap("Delete chat")])', END, pages=pages)
    ended = done(scene, "Read all chats")
    assert ended.refused == ('tap button "Delete chat"',)
    assert scene.phone.shown[-1] == "chat Cy", "refused for each of three: it is refused for all"
    assert "the rest was not done, since this was refused for each row" in scene.steps()[-2].outcome


def kept(scene: Scene) -> list[str]:
    return [name for name in ROWS if scene.phone.pages[f"chat {name}"].widgets[3].on]


def muted(*without: str, **opens: str) -> dict[str, Page]:
    """Chats with a switch each, but for some."""
    pages = chats(**opens)
    for name in ROWS:
        mute = [Widget("Mute", "Switch")] * (name not in without)
        shown = pages[f"chat {name}"].widgets
        pages[f"chat {name}"] = replace(pages[f"chat {name}"], widgets=(*shown, *mute))
    return pages


MUTE = 'each(do=[tap("row"), tap("Mute"{})])'
LOOP_ENDS = [
    (MUTE.format("") + '\nexit("done")', (), 1, 'done for 3 rows: "Ann", "Ben", "Cy"'),
    (MUTE.format("") + '\nexit("done", "All are muted")', (), 1, "done for 3 rows"),
    # what it says that shows has to
    (MUTE.format("") + '\nexit("done", if_shows="All muted")', (), 2, '"All muted" does not show'),
    # one was left out
    (MUTE.format(", optional=True") + '\nexit("done")', ("Ben",), 2,
     "left out tap \"Mute\": nothing to touch here is called 'Mute'"),
    # nothing was done but looking
    ('each(do=[tap("row"), read()])\nexit("done")', (), 2, "what was done has to be seen first"),
    # it is not what was done last
    (MUTE.format("") + '\ntap("Ann")\nexit("done")', (), 2, "has to be seen first"),
    # nobody fits
    ('each(where="Zoe", do=[tap("row"), tap("Mute")])\nexit("done")', (), 2, 'no row fits "Zoe"'),
    ('each(where="Zoe", do=[tap("row")])\nexit("failed", "No Zoe")', (), 1, ""),
]  # fmt: skip


@pytest.mark.parametrize(("program", "without", "calls", "told"), LOOP_ENDS)
def test_what_was_done_for_all_rows_is_a_proof(
    stage: Stage, program: str, without: tuple[str, ...], calls: int, told: str
) -> None:
    scene = stage(program, END, pages=muted(*without))
    ended = done(scene, "Mute all chats")
    assert ended.calls == calls, [(s.words, s.outcome) for s in scene.steps()]
    assert told in " ".join(step.outcome + step.proof for step in scene.steps())


def test_a_loop_goes_on_behind_a_row_for_which_it_is_refused(stage: Stage) -> None:
    pages = muted()
    pages["chat Ben"].widgets[2].name = "Delete"
    pages["chat Ben"].widgets[3].name = "Delete chat"
    program = 'each(do=[tap("row"), tap("Mute", optional=True), tap("Delete", optional=True)])'
    scene = stage(f'{program}\nexit("done")', END, pages=pages)
    ended = done(scene, "Mute all chats")
    assert (kept(scene), ended.refused, ended.calls) == (["Ann", "Cy"], ('tap button "Delete"',), 2)
    told = " ".join(step.outcome for step in scene.steps())
    assert 'done for 2 rows: "Ann", "Cy"; refused for "Ben"' in told
    assert "since this was refused: exit" in told


def test_a_row_is_one_step_of_the_limit(stage: Stage) -> None:
    """Four actions and the way back for each of three rows: the loop is one step, and each row."""
    do = 'tap("row"), text("Hi", name="Note"), tap("Mute"), tap("Keep"), back()'
    scene = stage(f'each(do=[{do}])\nexit("done")', pages=muted(), run_steps=5)
    ended = done(scene, "Mute all chats")
    assert (ended.ending, kept(scene)) == ("done", [*ROWS])
    assert ended.steps > 15
    scene = stage(f"each(do=[{do}])", END, pages=muted(), run_steps=4)
    assert (done(scene, "Mute all chats").ending, kept(scene)) == ("done", ["Ann", "Ben"])
    assert "one step is left, to end the task in: each" in scene.steps()[-2].outcome
    assert scene.phone.shown[-1] == "main", "nothing is begun that cannot be done"
    assert "step 4 of 4, the last" in scene.model.texts("run")[1]


@pytest.mark.parametrize(
    ("loop", "refused"),
    [
        ('each(do=[tap("row"), tap("Mute", commits="send"), back()])', 'tap switch "Mute"'),
        # what it says of all that is done is done by its last touch
        ('each(do=[tap("row"), tap("Mute"), back()], commits="send")', 'tap switch "Mute"'),
        ('each(do=[tap("row")], commits="delete")', 'tap item "Ann"'),
    ],
)
def test_what_a_loop_commits_is_asked_of_the_action_that_does(
    stage: Stage, loop: str, refused: str
) -> None:
    scene = stage(loop, END, pages=muted())
    ended = done(scene, "Read all chats")
    assert ended.refused[0] == refused
    assert scene.steps()[0].commits == "none", "the list itself may be scrolled"


def test_what_is_nowhere_may_be_given_up(stage: Stage) -> None:
    names = tuple(f"Order {n}" for n in range(30))
    ends = '\nexit("failed", "There is no Zoe")'
    scene = stage(f'scroll_to("Zoe"){ends}', pages=chats(names=names))
    ended = done(scene, "Open the chat with Zoe")
    assert (ended.ending, ended.answer, ended.calls) == ("gave_up", "There is no Zoe", 1)
    for program in (
        f'scroll_to("Order 29"){ends}',  # it is there
        f'scroll_to("Zoe")\ntap("Order 0"){ends}',
        f'wait_for("Zoe"){ends}',  # it may come yet
    ):
        scene = stage(program, END, pages=chats(names=names))
        assert (done(scene).ending, scene.steps()[-1].calls) == ("done", 1)


def test_what_is_left_out_is_told_with_what_came_near(stage: Stage) -> None:
    scene = stage(
        'tap("Keeep", optional=True)\ntap("Ann")\ntap("Keepp", optional=True)\ntap("Keep")', END,
        pages=chats(),
    )  # fmt: skip
    done(scene)
    told = [step.outcome for step in scene.steps()]
    assert told[0].startswith("left out tap \"Keeep\": nothing to touch here is called 'Keeep'")
    assert told[0].endswith(
        '; left out tap "Keepp": nothing to touch here is called \'Keepp\'; near is 2 button "Keep"'
    )


# --- what is told of it to whoever watches --------------------------------------------------------


def test_each_step_tells_which_action_it_is_for(stage: Stage) -> None:
    """A step may be for what opens the field, for one more row, or for the way back to the list."""
    pages = chats(Widget("Search", opens="search"), names=("Ann",))
    pages["search"] = Page((Widget("Search in chats", "EditText"), Widget("Chats", opens="main")))
    scene = stage(
        'tap("Search")\ntap("Rate us", optional=True)\ntext("x7-Gn", name="Search in chats")\n'
        'tap("Chats")\ntext("Cy", name="Search")\ntap("Chats")\n'
        'each(do=[tap("row"), text("Hi", name="Note")])\nswipe(direction="up")',
        END, pages=pages,
    )  # fmt: skip
    done(scene)
    (*steps, (end, last)), watched = scene.watcher.plans, scene.watcher.steps
    assert (end, last) == (("exit",), 0)
    assert len(scene.watcher.plans) == len(watched)
    assert steps[0][0] == (
        'tap "Search"', 'tap "Rate us"', 'text "Search in chats"', 'tap "Chats"', 'text "Search"',
        'tap "Chats"', "each", "swipe up",
    )  # fmt: skip
    told = {n: [] for n in range(8)}
    for (words, at), step in zip(steps, watched, strict=False):
        assert words == steps[0][0]
        told[at].append(step.kind)
    assert told == {
        0: ["tap"], 1: [], 2: ["text"], 3: ["tap"], 4: ["tap", "text"], 5: ["tap"],
        6: ["tap", "text", "back", "each"], 7: ["swipe"],
    }  # fmt: skip


# --- the first action, and fields -----------------------------------------------------------------


def test_a_button_that_opens_the_field_is_touched_first(stage: Stage) -> None:
    pages = chats(Widget("Search", opens="search"))
    pages["search"] = Page((Widget("Search in chats", "EditText"),))
    scene = stage('text("Cy", name="Search")', END, pages=pages)
    done(scene)
    assert pages["search"].widgets[0].value == "Cy"
    assert [step.kind for step in scene.steps()] == ["tap", "text", "exit"]


def test_an_error_that_comes_up_stops_the_list(stage: Stage) -> None:
    pages = chats(Widget("Save", opens="wrong"))
    pages["wrong"] = replace(
        pages["main"],
        widgets=(*pages["main"].widgets, Widget("Choose one first", "TextView", ref="error_text")),
    )
    scene = stage('tap("Save")\ntap("Ann")', END, pages=pages)
    done(scene)
    assert 'since it says "Choose one first": tap "Ann"' in scene.steps()[0].outcome
