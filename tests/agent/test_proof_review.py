"""What a review of proofs, left out steps and long lists found."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from appagent.errors import ActionImpossible
from appagent.screen.proof import Proof, check_shown
from appagent.screen.values import Screen
from tests.agent.conftest import Stage
from tests.agent.scripted import END, Page, Widget
from tests.agent.test_program import chats, done
from tests.agent.test_program_review import proved_by_deed
from tests.screen.sketch import sketch

# --- done, by what stands where something was touched ---------------------------------------------

PEOPLE = 'text "Suggestions"\nlist #l\n{}  row "Ben"\n    button #f "Following"\n  row "Cy"\n'
ANN = '  row "Ann"\n    button #f "Follow"\n'
OUTBOX = 'text "Outbox"\nlist #l\n  row "{}" "{}"\n  row "{}" "{}"\n  row "Cy" "Sent"'
PROFILE = (
    'text "Ann"\nbutton #up "Back"\n{}button #list "Following"\nbutton #follow "Follow"\n'
    'button #share "Share"\nbutton #likes "Likes"'
)
ALARM = 'text "Alarms"\nlist #l\n  row "Gym" "Muted" "in {} min"\n  row "Pool"\n  row "Bus"'


@pytest.mark.parametrize(
    ("said", "before", "now", "touched"),
    [
        # Ann's row went, and the button of Ben's slid there, whom one follows already
        ("Following", PEOPLE.format(ANN), PEOPLE.format(""), "Follow"),
        # it failed and went to the end of the list
        (
            "Sent",
            OUTBOX.format("Ann", "Failed", "Ben", "Sent"),
            OUTBOX.format("Ben", "Sent", "Ann", "Failed"),
            "Ann, Failed",
        ),
        # a bar came up and moved all down by one
        ("Following", PROFILE.format(""), PROFILE.format('button #r "Offline"\n'), "Follow"),
        # the touched one said so before, and nothing of it changed but the time
        ("Muted", ALARM.format(5), ALARM.format(4), "Gym, Muted, in 5 min"),
    ],
)
def test_what_slid_to_the_place_of_the_touched_one_proves_nothing(
    said: str, before: str, now: str, touched: str
) -> None:
    with pytest.raises(ActionImpossible):
        proved_by_deed(said, before, now, touched)


def test_no_run_ends_by_a_neighbour_that_slid_up(stage: Stage) -> None:
    """Ann's note is thrown away, not posted; below it stood one that was posted before."""
    names = ("Ann, Waiting", "Ben, Posted", "Cy, Waiting")
    pages = chats(names=names, **{names[0]: "less"})
    pages["less"] = Page(tuple(w for w in pages["main"].widgets if w.name != names[0]))
    scene = stage(
        'tap("Ann, Waiting", commits="post")\nexit("done", if_shows="Posted")', END, pages=pages
    )
    ended = done(scene, "Post all waiting notes")
    assert ended.calls == 2, scene.steps()[-1].proof


PLACE = 'text "Grand Hotel"\ntext #p "(555) 555-0136"\nbutton #s "Share"'
CHAT = 'text "Ann"\nlist #l\n  row "Hello" "09:28"\n{}field #m "Message" = "{}"\nbutton #s "Send"'
SENT = CHAT.format('  row "(555) 555-0136" "09:30"\n', "")


@pytest.mark.parametrize(
    ("begun", "before", "why"),
    [
        (PLACE, CHAT.format("", "(555) 555-0136"), ""),  # the page that it was copied from
        (PLACE, SENT, "showed before already"),
        (PLACE, PLACE, "showed before already"),  # on the way, not by what was done last
    ],
)
def test_a_deed_is_proved_by_what_it_made_show_on_its_page(
    begun: str, before: str, why: str
) -> None:
    proof, was = Proof(), sketch(before).view.screen
    proof.note(sketch(begun).view.screen, None, commits=False, loop=None)
    proof.note(was, None, commits=True, loop=None)
    if not why:
        assert proof.of("(555) 555-0136", sketch(SENT).view.screen)
        return
    with pytest.raises(ActionImpossible, match=why):
        proof.of("(555) 555-0136", sketch(SENT).view.screen)


@pytest.mark.parametrize("check", [Proof().of, check_shown])
def test_all_that_does_not_show_is_told_with_what_came_near(
    check: Callable[[str, Screen], object],
) -> None:
    now = sketch('text "Alarms"\nlist #l\n  row "7:25 AM" "Mon"\nbutton #a "Add"').view.screen
    with pytest.raises(ActionImpossible) as failed:
        check("7:25 AM, Tue | Alarm set for tomorrow", now)
    assert re.fullmatch(
        r'"7:25 AM, Tue" does not show.*; near is item "7:25 AM, Mon"; '
        r'"Alarm set for tomorrow" does not show.*',
        str(failed.value),
    )


# --- done, since the list is gone -----------------------------------------------------------------

CART = (
    'text "{}"\nfield #q "Search" = "{}"\nlist #l\n  row "Lamp"\n  row "Desk"\n'
    'button #clear "Remove all"\nbutton #pay "Pay"'
)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        (("Cart", ""), 'text "Cart"\ntext "No connection"\nbutton #r "Try again"'),
        (("Cart", ""), 'text "Cart"\ntext "Loading"'),
        (("Cart", ""), 'text "Cart"\nfield #q "Search" = "zzz"\ntext "No results"'),
        (("9 March", ""), 'text "10 March"\ntext "No events"\nbutton #a "Add"'),  # the next day
    ],
)
def test_a_list_that_is_not_shown_is_not_emptied(before: tuple[str, str], now: str) -> None:
    with pytest.raises(ActionImpossible):
        proved_by_deed("Lamp: gone", CART.format(*before), now, "Remove all")


def test_no_run_ends_by_a_list_that_failed_to_load(stage: Stage) -> None:
    names = ("Lamp", "Desk", "Sofa")
    pages = chats(Widget("Send all", opens="broken"), names=names)
    pages["broken"] = Page((Widget("Chats", "TextView"), Widget("Try again")))
    scene = stage(
        'tap("Send all", commits="send")\nexit("done", if_shows="Lamp: gone")', END, pages=pages
    )
    ended = done(scene, "Send all chats")
    assert ended.calls == 2, scene.steps()[-1].proof


# --- a step that is left out ----------------------------------------------------------------------


def draft_page() -> dict[str, Page]:
    pages = chats(Ann="draft")
    pages["draft"] = Page(
        (Widget("Ann", "TextView"), Widget("Send", "TextView"), Widget("Keep", opens="kept Ann"))
    )
    return pages


def test_a_deed_is_not_passed_since_its_word_stands_there(stage: Stage) -> None:
    """A text says "Send", no button does; "Keep" shows, so the sending is left out silently, and
    the task is called done."""
    scene = stage(
        'tap("Ann")\ntap("Send", commits="send")\ntap("Keep")\nexit("done", if_shows="Note kept")',
        END,
        pages=draft_page(),
    )
    ended = done(scene, "Send Ann the note and keep it")
    assert ended.calls == 2, [s.words for s in scene.steps()]


def test_no_text_goes_to_another_field_since_its_button_is_passed(stage: Stage) -> None:
    """The page has the word and a search: that a text may go to the only field proves nothing."""
    pages = chats(Ann="mail")
    pages["mail"] = Page(
        (Widget("Reply", "TextView"), Widget("Look here", "EditText"), Widget("Keep"))
    )
    scene = stage('tap("Ann")\ntap("Reply")\ntext("Hi", name="Message")', END, pages=pages)
    done(scene)
    assert pages["mail"].widgets[1].value == ""


def test_in_each_row_nothing_is_passed_and_called_done(stage: Stage) -> None:
    pages = chats()
    for name in ("Ann", "Ben", "Cy"):
        pages[f"chat {name}"] = Page(
            (Widget(name, "TextView"), Widget("Mute", "TextView"), Widget("Up", opens="main"))
        )
    scene = stage(
        'each(do=[tap("row"), tap("Mute"), tap("Up")])\nexit("done", if_shows="x")',
        END,
        pages=pages,
    )
    done(scene, "Mute all chats")
    assert "done for 3 rows" not in "".join(s.outcome for s in scene.steps())


# --- a surprise that is none any more -------------------------------------------------------------


def test_another_app_with_the_name_of_the_touched_one_is_a_surprise(stage: Stage) -> None:
    """Twice "Next" of one wizard: the first one leads to another app that has a "Next" too."""
    pages = {
        "main": Page((Widget("Tour", "TextView"), Widget("Next", opens="other"))),
        "other": Page((Widget("Web", "TextView"), Widget("Next", opens="last")), "com.example.web"),
        "last": Page((Widget("Web", "TextView"), Widget("More")), "com.example.web"),
    }
    scene = stage('tap("Next")\ntap("Next")', END, pages=pages)
    done(scene, "Go through the tour")
    assert scene.phone.shown[-1] == "other", [s.words for s in scene.steps()]


# --- more than a reply may hold -------------------------------------------------------------------

SEARCH = Page((Widget("Search in chats", "EditText"),))


def test_without_lists_a_text_opens_its_field_and_is_typed(stage: Stage) -> None:
    pages = chats(Widget("Search", opens="search")) | {"search": SEARCH}
    scene = stage('text("Cy", name="Search")', END, pages=pages, sequence=1)
    done(scene)
    assert pages["search"].widgets[0].value == "Cy", scene.steps()[0].outcome


def test_as_many_as_a_reply_may_hold_are_done_behind_the_touch_of_a_field(stage: Stage) -> None:
    pages = chats(Widget("Search", opens="search"))
    pages["search"] = Page((*SEARCH.widgets, Widget("Quiet", "Switch")))
    scene = stage('text("Cy", name="Search")\ntap("Quiet")', END, pages=pages, sequence=2)
    done(scene)
    assert pages["search"].widgets[1].on, [s.outcome for s in scene.steps()]


def test_a_list_without_end_is_not_told_in_full(stage: Stage) -> None:
    lines = "\n".join(f'tap("Nothing {n}")' for n in range(2000))
    scene = stage(f'tap("Ann")\n{lines}', END, pages=chats())
    done(scene)
    assert len(scene.model.texts("run")[1]) < len(scene.model.texts("run")[0]) + 2000
