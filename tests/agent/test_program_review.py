"""What a review of programs found: each of these failed once."""

from __future__ import annotations

import time
from dataclasses import replace
from types import MethodType

import pytest

from appagent.actions.dsl import parse
from appagent.actions.each import Loop
from appagent.actions.fingers import place_of
from appagent.actions.gestures import Drag, Gesture, Move, TouchAt
from appagent.actions.surprise import only_closed_keyboard, surprise
from appagent.actions.verbs import Back, Tap
from appagent.errors import ActionImpossible
from appagent.geometry import Point, Rect
from appagent.screen.change import difference
from appagent.screen.match import carry, find
from appagent.screen.proof import Proof
from appagent.screen.rows import rows_in
from appagent.screen.sliders import _range
from appagent.screen.values import Element, Scale, View
from tests.agent.conftest import Stage
from tests.agent.scripted import END, ROW_PX, SIZE, Page, Phone, Widget
from tests.agent.test_program import ROWS, chats, done
from tests.screen import trees
from tests.screen.sketch import sketch


def proved(said: str, now: str, *seen: str) -> str:
    proof = Proof()
    for one in seen:
        proof.note(sketch(one).view.screen, None, commits=False, loop=None)
    return proof.of(said, sketch(now).view.screen)


HOME = 'text "Some page"\nbutton #go "Go"'


def proved_by_deed(said: str, before: str, now: str, touched: str) -> str:
    """What proves it where the element of this name was touched, and that committed something."""
    proof, was = Proof(), sketch(before).view.screen
    element = next(e for e in was.elements if e.name == touched)
    proof.note(was, None, commits=True, loop=None, touched=element)
    return proof.of(said, sketch(now).view.screen)


# --- a task called done that is not ---------------------------------------------------------------


def test_end_behind_a_left_out_first_action_is_still_proved(stage: Stage) -> None:
    scene = stage(
        'tap("Save", optional=True)\nexit("done", if_shows="Note kept")', END, pages=chats()
    )
    ended = done(scene)
    assert ended.calls == 2, "called done though nothing was done and nothing shows"


def test_end_alone_with_if_shows_is_proved(stage: Stage) -> None:
    scene = stage('exit("done", if_shows="Note kept")', END, pages=chats())
    assert done(scene).calls == 2


def test_not_sent_does_not_prove_sent() -> None:
    with pytest.raises(ActionImpossible):
        proved("Sent", 'text "Some page"\ntext #state "Not sent"', HOME)


ANN = (
    'text "Ann"\nbutton #up "Back"\nbutton #following "Following"\nbutton #{} "{}"\n'
    'button #posts "Posts"\nbutton #likes "Likes"\nbutton #share "Share"'
)


def test_what_was_touched_proves_by_its_new_name() -> None:
    follow, following = ANN.format("follow", "Follow"), ANN.format("unfollow", "Following")
    assert proved_by_deed("Following", follow, following, "Follow")


def test_what_was_touched_and_kept_its_name_proves_nothing() -> None:
    page = ANN.format("follow", "Follow")
    with pytest.raises(ActionImpossible, match="showed before already"):
        proved_by_deed("Following", page, page, "Follow")


def test_saved_messages_does_not_prove_saved() -> None:
    with pytest.raises(ActionImpossible):
        proved("Saved", 'button #a "Saved messages"\ntext "Hello"', HOME)


def test_a_longer_name_does_not_prove_a_state() -> None:
    page = 'text "Network"\nswitch #a "Wi-Fi"\nswitch #b "Wi-Fi calling" [on]'
    with pytest.raises(ActionImpossible):
        proved("Wi-Fi: on", page, HOME)


def _list(*names: str) -> str:
    rows = "\n".join(f'  row "{name}"' for name in names)
    return f'text "Orders"\nlist #orders\n{rows}'


def test_a_row_scrolled_out_is_not_gone() -> None:
    before = _list("Ann", "Ben", "Cy", "Di")
    after = _list("Ben", "Cy", "Di", "Eve")
    with pytest.raises(ActionImpossible):
        proved("Ann: gone", after, before)


def test_in_a_run(stage: Stage) -> None:
    names = tuple(f"Row {chr(65 + n)}" for n in range(24))
    scene = stage(
        'swipe("up", "short")\nexit("done", if_shows="Row A: gone")', END, pages=chats(names=names)
    )
    ended = done(scene)
    assert ended.calls == 2, scene.steps()[-1].proof


def test_a_text_of_no_row_scrolled_out_is_not_gone() -> None:
    one = 'text "Post"\nscroll #s\n  text #t "Draft"\n  text #b "Body one"\n  text #c "Body two"'
    two = 'text "Post"\nscroll #s\n  text #b "Body one"\n  text #c "Body two"'
    with pytest.raises(ActionImpossible):
        proved("Draft: gone", two, one)


def test_a_dialog_that_asks_after_the_last_action_of_a_row_is_a_surprise(stage: Stage) -> None:
    pages = chats(names=("Ann", "Ben"))
    for name in ("Ann", "Ben"):
        pages[f"chat {name}"].widgets[2].name = "Mute"
        pages[f"chat {name}"].widgets[2].opens = "dialog"
    pages["dialog"] = Page(
        (Widget("Mute for how long?", "TextView"), Widget("OK"), Widget("Cancel"))
    )
    scene = stage('each(do=[tap("row"), tap("Mute")])', END, pages=pages)

    def places(self: Phone):  # the dialog stands in the middle
        off = 250 if self.shown[-1] == "dialog" else 50
        side = 60 if self.shown[-1] == "dialog" else 10
        for row, w in enumerate(self.page.widgets):
            top = off + row * (ROW_PX + 10)
            yield w, Rect(side, top, SIZE.width - side, top + ROW_PX)

    scene.phone._places = MethodType(places, scene.phone)
    done(scene, "Mute all chats")
    past = scene.model.texts("run")[1]
    assert "done for 2 rows" not in past, "both dialogs were backed out of, and nothing is muted"


def test_rows_for_which_all_was_left_out_are_not_done(stage: Stage) -> None:
    scene = stage('each(do=[tap("Mute", optional=True)])\ntap("Ann")', END, pages=chats())
    done(scene)
    assert "done for 3 rows" not in "".join(s.outcome for s in scene.steps())


# --- a deed done twice ----------------------------------------------------------------------------


def test_a_row_whose_text_changes_with_the_time_is_done_once(stage: Stage) -> None:
    names = tuple(f"Row {chr(65 + n)}" for n in range(24))
    scene = stage('each(do=[tap("row")])', END, pages=chats(names=names), run_steps=200)
    for widget in scene.phone.pages["main"].widgets[1:]:
        widget.row = True
    minutes = [0]
    phone = scene.phone
    xml = Widget.xml

    def told(self: Widget, bounds: Rect, focused: bool) -> str:  # "Row A", "3 min"
        if not self.row:
            return xml(self, bounds, focused)
        text = trees.node(
            "TextView", bounds.inset(5)._replace(right=bounds.right - 100), text=self.name
        )
        ago = trees.node(
            "TextView", bounds.inset(5)._replace(left=bounds.right - 95), text=f"{minutes[0]} min"
        )
        return trees.node("LinearLayout", bounds, text, ago, flags="clickable")

    old = phone.perform

    def perform(gesture: Gesture) -> None:
        old(gesture)
        minutes[0] += isinstance(gesture, Drag)

    phone.perform = perform
    mp = pytest.MonkeyPatch()
    mp.setattr(Widget, "xml", told)
    try:
        done(scene)
    finally:
        mp.undo()
    taps = [s.target.name.partition(",")[0] for s in scene.steps() if s.kind == "tap" and s.target]
    assert sorted(taps) == list(names), [t for t in taps if taps.count(t) > 1]


def test_the_rest_of_a_row_is_not_done_for_its_namesake() -> None:
    """Ann's first row went with the first action; the second action goes to the other "Ann"."""
    before = sketch(
        'text "Mail"\nlist #l\n  row "Ann" "Invoice"\n  row "Ann" "Photos"\n  row "Ben" "Hi"'
    ).view
    after = sketch('text "Mail"\nlist #l\n  row "Ann" "Photos"\n  row "Ben" "Hi"').view
    each = parse('each(do=[long_press("row"), tap("row")])')
    loop = Loop(each, before, None, before)
    row = loop.next_row(before)
    assert row
    assert "Invoice" in row.text
    loop.begin(row, before)
    try:
        acts = loop.target(each.do[1], after)
    except ActionImpossible:
        return
    mark = after.mark(acts.element) if acts else None
    assert mark is None, f"touches {mark.element.name}"


# --- the wrong element ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("New password", 'text "Profile"\nfield #n "New name"\nfield #o "Old password"'),
        ("Card number", 'text "Pay"\nfield #n "Card holder" = "Ann Lee"\nfield #o "Street"'),
    ],
)
def test_a_field_that_only_begins_alike_is_another(name: str, page: str) -> None:
    view = sketch(f'{page}\nbutton #s "Save"').view
    with pytest.raises(ActionImpossible):
        find(name, "text", view.marks)


def test_a_price_is_no_count() -> None:
    was = sketch('text "Cart"\nbutton #pay "Pay 10 EUR"\nbutton #m "More"').view
    now = sketch('text "Cart"\nbutton #pay "Pay 990 EUR"\nbutton #m "More"').view
    old = next(m.element for m in was.marks if m.element and m.element.name.startswith("Pay"))
    with pytest.raises(ActionImpossible):
        carry(old, was, now)


def test_a_button_of_the_page_before_a_word_in_the_row() -> None:
    """Held rows bring an action bar with "Mute"; one group is called "Mute fans"."""
    view = sketch(
        'bar #bar\n  icon #x "Close"\n  button #m "Mute"\nlist #l\n'
        '  row "Mute fans" [hold]\n  row "Ann" [hold]'
    ).view
    each = parse('each(do=[long_press("row"), tap("Mute")])')
    loop = Loop(each, view, None, view)
    row = loop.next_row(view)
    assert row
    loop.begin(row, view)
    acts = loop.target(each.do[1], view)
    assert view.mark(acts.element).element.name == "Mute"


# --- a lost vote ----------------------------------------------------------------------------------


def test_what_each_commits_holds_for_what_it_does(stage: Stage) -> None:
    chats()
    scene = stage(
        'tap("Quiet")\neach(do=[tap("row")], commits="delete")',
        END,
        pages=chats(Widget("Quiet", "Switch")),
    )
    ended = done(scene, "Read all chats")
    assert ended.refused, [s.words for s in scene.steps()]


def test_a_single_tap_that_says_so_is_refused(stage: Stage) -> None:  # the control
    scene = stage(
        'tap("Quiet")\ntap("Ann", commits="delete")', END, pages=chats(Widget("Quiet", "Switch"))
    )
    assert done(scene, "Read all chats").refused


def test_the_touch_that_opens_a_field_has_the_commits_of_its_text(stage: Stage) -> None:
    pages = chats(Widget("Reply all", opens="search"))
    pages["search"] = Page((Widget("Reply all", "EditText"),))
    scene = stage('text("Cy", name="Reply all", commits="send")', END, pages=pages)
    done(scene, "Read all chats")
    assert scene.phone.shown[-1] == "main", [s.words for s in scene.steps()]


# --- secrets --------------------------------------------------------------------------------------


def test_what_is_called_a_password_is_one_wherever_it_goes(stage: Stage) -> None:
    pages = {
        "main": Page((Widget("Sign in", "TextView"), Widget("Email", "EditText"), Widget("Next")))
    }
    scene = stage('text("Zx9kkq2w", name="Password")', END, pages=pages)
    done(scene, "Sign in")
    kept = "".join(p.read_text(errors="ignore") for p in scene.folder.glob("*.json*"))
    assert "Zx9kkq2w" not in kept


# --- crashes --------------------------------------------------------------------------------------


def test_an_optional_each_that_fails_ends_no_run(stage: Stage) -> None:
    scene = stage(
        'tap("Quiet")\neach(do=[tap("Nope")], optional=True)',
        END,
        pages=chats(Widget("Quiet", "Switch")),
    )
    done(scene)


def test_and_leaves_out_nothing_else(stage: Stage) -> None:
    scene = stage(
        'tap("Quiet")\neach(do=[tap("Nope")], optional=True)\ntap("Ann")',
        END,
        pages=chats(Widget("Quiet", "Switch")),
    )
    done(scene)
    assert scene.phone.shown[-1] == "chat Ann" or 'tap "Ann"' in scene.model.texts("run")[1]


def test_an_end_of_bars_alone(stage: Stage) -> None:
    scene = stage('tap("Ann")\nexit("done", if_shows=" | ")', END, pages=chats())
    done(scene)


def test_a_slider_of_small_values() -> None:
    low, high, sure = _range([(0.5, 0.001)])
    e = Element("#s", Rect(0, 0, 100, 20), "slider", "Offset", value="0.001")
    place_of("0.001", e, Scale(Point(0, 0), Point(99, 0), low, high, None, sure))


@pytest.mark.parametrize("on", [True, False])
def test_a_switch_on_a_page_to_come_is_set_whatever_it_was(stage: Stage, on: bool) -> None:
    pages = chats(Widget("Settings", opens="settings"))
    pages["settings"] = Page((Widget("Quiet", "Switch", on=on), Widget("Sound", "Switch")))
    said = 'tap("Settings")\ntext("Quiet", "off")\nexit("done", if_shows="Quiet: off")'
    scene = stage(said, END, pages=pages)
    ended = done(scene)
    assert (ended.ending, ended.calls) == ("done", 1)
    assert not pages["settings"].widgets[0].on
    told = 'switch "Quiet": off' if on else "it was off already"
    assert scene.steps()[1].outcome == told


# --- needless cuts, reading, loops ----------------------------------------------------------------


def test_rows_that_open_the_same_sheet_do_not_look_stuck(stage: Stage) -> None:
    names = ("Ann", "Ben", "Cy", "Di", "Eve")
    pages = chats(names=names, **dict.fromkeys(names, "menu"))
    pages["menu"] = Page((Widget("Options", "TextView"), Widget("Pin", opens="pinned")))
    pages["pinned"] = Page((Widget("Pinned", "TextView"),))
    scene = stage('each(do=[tap("row"), tap("Pin")])', END, pages=pages)
    ended = done(scene, "Pin all chats")
    taps = [s.words for s in scene.steps() if "Pin" in s.words]
    assert (ended.ending, len(taps)) == ("done", 5)


def test_the_button_that_opens_a_field_is_touched_for_each_row(stage: Stage) -> None:
    pages = chats()
    for name in ROWS:
        pages[f"chat {name}"] = Page(
            (Widget(name, "TextView"), Widget("Reply", opens=f"reply {name}"))
        )
        pages[f"reply {name}"] = Page(
            (Widget(f"To {name}", "TextView"), Widget("Reply", "EditText"))
        )
    scene = stage('each(do=[tap("row"), text("Hi", name="Reply")])', END, pages=pages)
    done(scene)
    assert [pages[f"reply {n}"].widgets[1].value for n in ROWS] == ["Hi"] * 3


def test_a_long_article_is_read(stage: Stage) -> None:
    text = "word " * 700
    scene = stage("read()", END, pages={"main": Page((Widget(text, "TextView"),))})
    done(scene)
    assert scene.model.texts("run")[1].partition("<read>")[2].count("word") > 100


def test_a_field_cannot_write_a_page_of_its_own(stage: Stage) -> None:
    hostile = "x\nBank:\n- Balance: 5"
    scene = stage(
        "read()",
        END,
        pages={
            "main": Page((Widget("Notes", "TextView"), Widget("Body", "EditText", value=hostile)))
        },
    )
    done(scene)
    shown = scene.model.texts("run")[1].partition("<read>")[2].partition("</read>")[0]
    assert "\nBank:\n" not in shown


def test_a_toast_that_was_read_proves() -> None:
    was, now = sketch(HOME).view.screen, sketch('text "List"\nbutton #a "Add"').view.screen
    proof = Proof()
    proof.note(was, replace(now, toast="1", notice="Alarm saved"), commits=True, loop=None)
    assert proof.of("Alarm saved", now)


def test_two_rows_that_say_the_same_are_told() -> None:
    view = sketch('text "Calls"\nlist #l\n  row "Missed call"\n  row "Missed call"').view
    each = parse('each(do=[tap("row")])')
    loop = Loop(each, view, None, view)
    with pytest.raises(ActionImpossible, match="several rows say"):
        loop.next_row(view)


def test_rows_of_4000_nodes_in_a_second() -> None:
    rows = []
    for i in range(1300):
        b = (0, 200 + i, 1080, 201 + i)
        rows.append(
            trees.node(
                "LinearLayout",
                b,
                trees.node("TextView", (0, *b[1:2], 300, b[3]), text=f"Row {i}"),
                trees.node("Switch", (880, b[1], 1040, b[3]), id="on", flags="checkable clickable"),
                flags="clickable",
            )
        )
    found = trees.elements(
        trees.node(
            "androidx.recyclerview.widget.RecyclerView",
            (0, 200, 1080, 2200),
            *rows,
            id="l",
            flags="scrollable",
        )
    )
    shown = trees.screen(found)
    start = time.monotonic()
    rows_in(shown.size.rect, shown)
    assert time.monotonic() - start < 1, (len(found), time.monotonic() - start)


def test_what_a_name_cannot_tell_is_not_left_out(stage: Stage) -> None:
    pages = chats()
    pages["chat Ann"] = Page(
        (Widget("Ann", "TextView"), Widget("Allow", ref="a"), Widget("Allow", ref="b"))
    )
    scene = stage('tap("Ann")\ntap("Allow", optional=True)\nread()', END, pages=pages)
    done(scene)
    assert "elements are called" in scene.model.texts("run")[1]


def test_actions_in_strings_as_the_prompt_shows_them() -> None:
    assert parse("""each(where="Unread", do=["tap('row')", "text('Message', 'Hi')"])""")


def test_a_window_is_left_by_back() -> None:
    was = sketch('text "Edit"\nbutton #s "Save"\nbutton #m "More"').view
    now = sketch(
        'box #b (100 900 980 1500)\n  text #t "Discard this draft?"\n'
        '  button #o "Discard"\n  button #c "Keep"'
    ).view
    move = Move(Tap(element=1), was.marks[0], was.marks[0].element)
    assert not surprise(move, was, now, difference(was.screen, now.screen), Back())


# --- what was left open at first ------------------------------------------------------------------


def test_end_without_if_shows_behind_a_left_out_action(stage: Stage) -> None:
    scene = stage('tap("Save", optional=True)\nexit("done")', END, pages=chats())
    assert done(scene).calls == 2


def test_gone_behind_a_left_out_action(stage: Stage) -> None:
    scene = stage(
        'tap("Delete", optional=True)\nexit("done", if_shows="Ann: gone")', END, pages=chats()
    )
    assert done(scene).calls == 2


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("Changes saved", "No changes saved"),
        ("Message sent", "No message sent yet"),
        ("Payment complete", "Payment complete: no"),
        ("Sent", "Sent: failed"),
    ],
)
def test_more_words_turn_it_round(said: str, shown: str) -> None:
    with pytest.raises(ActionImpossible):
        proved(said, f'text "Some page"\ntext #state "{shown}"', HOME)


def test_the_last_row_below_a_keyboard_is_not_gone() -> None:
    before = _list("Ann", "Ben", "Cy", "Di")
    after = _list("Ann", "Ben", "Cy") + "\nkeyboard (0 1500 1080 2400)"
    with pytest.raises(ActionImpossible):
        proved("Di: gone", after, before)


def test_a_toast_tells_that_a_touch_did_its_work() -> None:
    was = sketch(
        'text "Chat"\nfield #f "Message" = "Hi"\nbutton #s "Go"\nkeyboard (0 1500 1080 2400)'
    ).view
    now = sketch('text "Chat"\nfield #f "Message" = "Hi"\nbutton #s "Go"').view
    now = View(replace(now.screen, toast="7", notice="Sent"), now.marks, now.image)
    mark = next(m for m in was.marks if m.element and m.element.name == "Go")
    move = Move(
        Tap(element=mark.label), mark, mark.element, TouchAt(mark.bounds.center, was.screen.size)
    )
    assert not only_closed_keyboard(move, was, now, difference(was.screen, now.screen))


def test_now_becomes_one_minute() -> None:
    one = sketch('text "Chats"\nlist #l\n  row "Ann" "now"\n  row "Ben" "now"').view
    two = sketch('text "Chats"\nlist #l\n  row "Ben" "1 min"\n  row "Cy" "now"').view
    loop = Loop(parse('each(do=[tap("row")])'), one, None, one)
    while row := loop.next_row(one):
        loop.begin(row, one)
    row = loop.next_row(two, scrolled=True)
    assert row
    assert row.title == "Cy"


def test_a_window_before_read_each_or_typing_is_a_surprise() -> None:

    was = sketch('text "Edit"\nbutton #s "Save"\nbutton #m "More"').view
    now = sketch(
        'box #b (100 900 980 1500)\n  text #t "Rename"\n'
        '  field #f "New name" [focused]\n  button #c "Keep"'
    ).view
    move = Move(Tap(element=1), was.marks[0], was.marks[0].element)
    coming = parse('text("Hello all")')
    assert surprise(move, was, now, difference(was.screen, now.screen), coming)


@pytest.mark.parametrize(("touched", "why"), [(1, ""), (2, "may be meant of the page below it")])
def test_the_question_of_what_was_touched_has_its_name(touched: int, why: str) -> None:
    """Who removes by a menu expects to be asked, and that by the same word."""
    was = sketch('box #m (500 900 980 1200)\n  button #r "Remove"\n  button #s "Share"').view
    now = sketch(
        'box #b (100 900 980 1500)\n  text #t "Remove this item?"\n'
        '  button #k "Keep"\n  button #r "Remove"'
    ).view
    mark = was.mark(touched)
    assert mark
    move = Move(Tap(element=touched), mark, mark.element)
    told = surprise(move, was, now, difference(was.screen, now.screen), parse('tap("Remove")'))
    assert told.endswith(why) if why else not told


def test_two_rows_named_alike_further_down_are_both_done() -> None:
    one = sketch('text "Bills"\nlist #l\n  row "Rent" "Due 1 May"\n  row "Gas" "Due 2 May"').view
    two = sketch(
        'text "Bills"\nlist #l\n  row "Gas" "Due 2 May"\n  row "Rent" "Due 1 June"\n'
        '  row "Rent" "Due 3 May"'
    ).view
    loop = Loop(parse('each(do=[tap("row")])'), one, None, one)
    while row := loop.next_row(one):
        loop.begin(row, one)
    told = []
    while row := loop.next_row(two, scrolled=True):
        loop.begin(row, two)
        told.append(row.text)
    assert len(told) == 2, told
