"""What a move could do, by every vote."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Move, TouchAt, resolve
from appagent.actions.verbs import Commits
from appagent.danger import Danger, Harm
from appagent.geometry import Point, Rect
from appagent.guard.android import facts
from appagent.guard.assess import Context, assess
from appagent.guard.question import Page
from appagent.guard.verdict import could as could_words
from appagent.knowledge.answers import Answers, PageAnswers
from appagent.screen.grid import grid
from appagent.screen.marks import bare, mark
from appagent.screen.shapes import Found, add_shapes
from appagent.screen.values import App, Element, Screen, Use
from tests.guard.test_effects import FIELD, HEAD, button, row, tap
from tests.screen.test_shapes import BUTTON, game
from tests.screen.trees import element, screen

DELETE, SEND, BACK = button("Delete"), button("Send", top=1000), button("Back", top=1200)
NOTE, OWN = "a note", "the model's `commits`"
SAID = {'button "Delete"': "delete", 'button "Send"': "send post", 'button "Back"': "none"}


def context(seen: Screen, noted: tuple[Danger, ...] = (), commits: Commits = "none") -> Context:
    known = Answers().with_lines({Page(seen).said: SAID}, "")
    return Context(known, noted, commits)


def could(move: Move, seen: Screen) -> dict[Harm, str]:
    return bare_of(assess(move, Page(seen), context(seen)))


def bare_of(found: Mapping[Harm, str]) -> dict[Harm, str]:
    """What was found, without the words for what is not known."""
    return {harm: "" if harm == "unknown" else told for harm, told in found.items()}


@pytest.mark.parametrize(
    ("of", "noted", "commits", "voted"),
    [
        (BACK, (), "none", {}),
        (DELETE, (), "none", {"delete": ""}),
        (SEND, (), "none", {"send": "", "post": ""}),
        (BACK, ("pay",), "none", {"pay": NOTE}),
        (DELETE, ("pay", "delete"), "none", {"delete": "", "pay": NOTE}),
        (BACK, ("pay", "send"), "none", {"pay": NOTE, "send": NOTE}),
        (BACK, (), "send", {"send": OWN}),
        (DELETE, (), "delete", {"delete": ""}),
        (DELETE, ("pay",), "post", {"delete": "", "pay": NOTE, "post": OWN}),
        (button("Tidy up"), (), "none", {"unknown": ""}),
        (button("Tidy up"), ("pay",), "none", {"unknown": "", "pay": NOTE}),
    ],
)
def test_every_vote_is_kept(
    of: Element, noted: tuple[Danger, ...], commits: Commits, voted: dict[Harm, str]
) -> None:
    """A note makes the guard stricter, never laxer, and what stands there takes nothing from it."""
    seen = screen((HEAD, DELETE, SEND, BACK))
    assert bare_of(assess(tap(of), Page(seen), context(seen, noted, commits))) == voted


def test_what_is_not_known_is_told_as_a_person_may_answer_it() -> None:
    seen = screen((HEAD, button("Tidy up")))
    told = assess(tap(button("Tidy up")), Page(seen), Context(Answers()))["unknown"]
    assert told == f'no answer for button "Tidy up" of {Page(seen).said}'
    assert told in could_words("unknown", told)


def test_an_answer_that_is_unknown_is_told_as_one() -> None:
    seen = Page(screen((HEAD, button("Tidy up"))))
    known = Answers().with_lines({seen.said: {'button "Tidy up"': "unknown"}}, "")
    told = assess(tap(button("Tidy up")), seen, Context(known))["unknown"]
    assert told == f'the answer is unknown for button "Tidy up" of {seen.said}'


def test_what_a_person_wrote_is_told_as_theirs() -> None:
    seen = Page(screen((HEAD, button("Tidy up"))))
    word = PageAnswers(page=seen.said, deeds={'button "Tidy up"': "delete"})
    yours, asked = Answers(yours=(word,)), Answers(asked=(word,))
    move = tap(button("Tidy up"))
    assert assess(move, seen, Context(yours)) == {"delete": "your guard.yaml"}
    assert assess(move, seen, Context(asked)) == {"delete": ""}


def test_all_that_a_finger_may_hit_votes() -> None:
    delete = replace(DELETE, bounds=SEND.bounds._replace(left=SEND.bounds.right + 5, right=900))
    seen = screen((SEND, delete))
    at_edge = Point(SEND.bounds.right - 1, SEND.bounds.center.y)
    move = Move(parse("tap_at(1, 1)"), gesture=TouchAt(at_edge, seen.size))
    assert could(move, seen) == {"send": "", "post": "", "delete": ""}


def test_a_drag_goes_sideways_by_its_longer_side() -> None:
    ann = row("Ann", 1)
    key, moves = ann.key.removesuffix("/row"), frozenset[Use]({"swipe"})
    rows = replace(HEAD, key=key, role="list", uses=moves, bounds=Rect(0, 300, 1080, 2000))
    seen = screen((HEAD, rows, ann))

    def dragged(x: int, y: int) -> dict[Harm, str]:
        way = Drag(Point(500, 550), Point(500 + x, 550 + y), seen.size, 300)
        return could(Move(parse("drag_at(500, 229, 900, 229)"), gesture=way), seen)

    assert dragged(300, 0).keys() == {"delete"}
    assert dragged(-300, 299).keys() == {"delete"}
    assert dragged(300, 300) == {}
    assert dragged(0, 300) == {}


def test_a_page_that_is_forbidden_to_be_seen_tells_nothing() -> None:
    seen = replace(screen(()), picture="secure")
    move = Move(parse("tap_at(1, 1)"), gesture=TouchAt(Point(500, 500), seen.size))
    assert could(move, seen).keys() == {"unknown"}
    assert could(move, replace(seen, picture="ok")) == {}


def test_a_line_end_is_the_enter_key() -> None:
    seen = screen((HEAD, FIELD))
    unknown: dict[Harm, str] = {"unknown": ""}
    typed = {'text(1, "Hi")': {}, 'text(1, "Hi\\n")': unknown, "enter()": unknown}
    for said, voted in typed.items():
        assert could(Move(parse(said), element=FIELD), seen) == voted, said


def test_a_balanced_guard_wants_to_know_the_answers_of_dialogs_alone() -> None:
    asks = element(name="Sure?", text="Sure?", role="text", uses=frozenset(), bounds=DELETE.bounds)
    title = replace(asks, bounds=Rect(0, 20, 1080, 120))
    on_page, in_dialog = screen((title, DELETE)), screen((asks, DELETE))
    known = Context(Answers(), strict=False)
    assert [Page(seen).kind for seen in (on_page, in_dialog)] == ["page", "dialog"]
    assert assess(tap(DELETE), Page(on_page), known) == {}
    assert assess(tap(DELETE), Page(in_dialog), known).keys() == {"unknown"}
    assert assess(tap(DELETE), Page(on_page), replace(context(on_page), strict=False)) == {
        "delete": ""
    }


def test_a_painted_button_is_guarded_like_any_other() -> None:
    seen = add_shapes(game(), read=lambda _: [Found(Rect(190, 430, 480, 490), "Delete all")])
    on_marks, on_points, on_grid = mark(seen), bare(seen, width_px=1080), grid(seen)
    label = next(m.label for m in on_marks.marks if m.element and m.element.name == "Delete all")
    cell = next(m.label for m in on_grid.marks if m.bounds.contains(BUTTON.center))
    known = Answers().with_lines({Page(seen).said: {'shape "Delete all"': "delete"}}, "")
    for said, view in (
        (f"tap({label})", on_marks),
        ("tap_at({}, {})".format(*BUTTON.center), on_points),
        (f'tap({cell}, "center")', on_grid),
    ):
        move = resolve(parse(said), view)
        assert assess(move, Page(seen), Context(known)) == {"delete": ""}, said


# --- what Android tells ---------------------------------------------------------------------------

PERMISSIONS = "com.google.android.permissioncontroller"
_ID = "com.android.permissioncontroller:id/permission_"


@pytest.mark.parametrize(
    ("app", "id", "voted"),
    [
        (App(PERMISSIONS, ".GrantPermissionsActivity"), f"{_ID}allow_button", ["permission"]),
        (App(PERMISSIONS, ".X"), f"{_ID}allow_foreground_only_button", ["permission"]),
        (App(PERMISSIONS, ".X"), f"{_ID}deny_button", []),
        (App(PERMISSIONS, ".role.ui.RequestRoleActivity"), "android:id/button1", ["permission"]),
        (App("com.android.vpndialogs", ".ConfirmDialog"), "android:id/button1",
         ["permission", "device"]),
        (App("com.android.systemui", ".media.MediaProjectionPermissionActivity"),
         "android:id/button1", ["permission"]),
        (App("com.google.android.packageinstaller", ".UninstallerActivity"), "android:id/button1",
         ["delete", "permission"]),
        (App("com.android.settings", ".Settings"), "android:id/button1", ["unknown"]),
    ],
)  # fmt: skip
def test_androids_own_windows_are_known_by_their_ids(app: App, id: str, voted: list[Harm]) -> None:
    """In whatever language: the label is none that anybody listed."""
    of = element(name="Ndiyo", text="Ndiyo", resource_id=id)
    seen = screen((HEAD, of), app=app)
    assert [*assess(tap(of), Page(seen), Context(Answers()))] == voted


def test_each_fact_has_its_source() -> None:
    assert all(fact.source and fact.since for fact in facts())
    assert len({(f.package, f.activity, f.id) for f in facts()}) == len(facts())


# --- what looks like none -------------------------------------------------------------------------


def test_an_answer_that_leaves_it_open_is_none() -> None:
    seen = screen((HEAD, DELETE))
    for said in ("varies", "unknown", "opens varies"):
        known = Answers().with_lines({Page(seen).said: {'button "Delete"': said}}, "")
        assert assess(tap(DELETE), Page(seen), Context(known)).keys() == {"unknown"}, said


def test_a_drag_that_goes_nowhere_is_a_touch() -> None:
    seen = screen((HEAD, DELETE))
    for x, y in ((0, 0), (3, -9)):
        start = DELETE.bounds.center
        way = Drag(start, Point(start.x + x, start.y + y), seen.size, 500)
        move = Move(parse("drag_at(500, 500, 500, 500)"), element=DELETE, gesture=way)
        assert could(move, seen) == {"delete": ""}


def test_a_key_of_the_keyboard_may_be_the_one_that_sends() -> None:
    seen = replace(screen((HEAD, FIELD)), keyboard_area=Rect(0, 1500, 1080, 2400))
    for y, voted in ((2300, {"unknown": ""}), (1400, {})):
        move = Move(parse("tap_at(1, 1)"), gesture=TouchAt(Point(1000, y), seen.size))
        assert could(move, seen) == voted


def test_enter_presses_the_button_that_has_the_focus() -> None:
    seen = screen((HEAD, replace(DELETE, focused=True)))
    assert could(Move(parse("enter()")), seen) == {"delete": ""}


def test_a_text_that_the_tree_calls_no_control_may_be_one() -> None:
    text = element(
        name="Delete account", text="Delete account", role="text", uses=frozenset(),
        bounds=DELETE.bounds,
    )  # fmt: skip
    move = Move(parse("tap_at(1, 1)"), gesture=TouchAt(text.bounds.center, screen(()).size))
    assert could(move, screen((text,))).keys() == {"unknown"}
    assert could(move, screen((text, DELETE))) == {"delete": ""}
