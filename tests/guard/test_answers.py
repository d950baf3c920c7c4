"""The file of what controls were said to do."""

from __future__ import annotations

from pathlib import Path

import pytest

from appagent.errors import StoreError
from appagent.guard.asking import answer, answered, to_ask, warning
from appagent.guard.question import Asked
from appagent.knowledge.answers import AnswerFiles, Answers

APP = "com.example.chat"
PAGE = 'page "Chats"'
SEND = 'button "Send"'


def files(tmp_path: Path, *layers: str) -> AnswerFiles:
    folders = [tmp_path / "own"]
    for n, text in enumerate(layers):
        folders.append(tmp_path / f"layer-{n}")
        put(folders[-1], text)
    return AnswerFiles(folders)


def put(folder: Path, text: str) -> None:
    (folder / APP).mkdir(parents=True)
    (folder / APP / "guard.yaml").write_text(text, "utf-8")


def test_what_is_said_is_kept_for_the_version(tmp_path: Path) -> None:
    kept = files(tmp_path)
    kept.add(APP, "1.4", {PAGE: {SEND: "send", 'button "Back"': "none"}})
    kept.add(APP, "1.4", {PAGE: {"row (chats)": "opens"}})
    known = kept.read(APP, "1.4")
    assert known.of(PAGE, SEND) == "send"
    assert known.of(PAGE, "row (chats)") == "opens"
    assert known.of(PAGE, 'button "Delete"') == ""
    assert kept.read(APP, "1.5").of(PAGE, SEND) == ""
    kept.add(APP, "1.5", {PAGE: {"row (chats)": "opens"}})
    assert kept.read(APP, "1.5").of(PAGE, SEND) == ""


def test_a_persons_word_beats_all_in_every_version(tmp_path: Path) -> None:
    put(tmp_path / "own", f"app_version: 1.4\nyours:\n- page: {PAGE}\n  deeds:\n    {SEND}: none\n")
    kept = files(tmp_path)
    kept.add(APP, "1.4", {PAGE: {SEND: "send"}})
    assert kept.read(APP, "1.4").of(PAGE, SEND) == "none"
    assert kept.read(APP, "2.0").of(PAGE, SEND) == "none"


def test_layers_below_add_what_is_not_said_above(tmp_path: Path) -> None:
    shipped = f"asked:\n- page: {PAGE}\n  deeds:\n    {SEND}: send\n    row (chats): opens\n"
    kept = files(tmp_path, shipped)
    kept.add(APP, "1.4", {PAGE: {"row (chats)": "varies"}})
    assert kept.read(APP, "1.4").of(PAGE, SEND) == "send"
    assert kept.read(APP, "1.4").of(PAGE, "row (chats)") == "varies"


def test_where_rows_vary_each_is_asked_about_by_its_label() -> None:
    asked = Asked(PAGE, "row (settings)", 'item "Log out"')
    assert to_ask(asked, Answers()) == "row (settings)"
    varies = Answers().with_lines({PAGE: {"row (settings)": "varies"}}, "")
    assert (to_ask(asked, varies), answer(asked, varies)) == ('item "Log out"', "")
    told = varies.with_lines({PAGE: {'item "Log out"': "account"}}, "")
    assert (to_ask(asked, told), answer(asked, told)) == ("", "account")
    one_kind = Answers().with_lines({PAGE: {"row (settings)": "opens"}}, "")
    assert (to_ask(asked, one_kind), answer(asked, one_kind)) == ("", "opens")


def test_the_line_that_counts_is_the_one_that_is_told() -> None:
    asked = Asked(PAGE, "row (chats)", 'row (chats), named "Ann"')
    varies = Answers().with_lines({PAGE: {asked.line: "varies", asked.label: "unknown"}}, "")
    assert (answered(asked, varies), answer(asked, varies)) == (asked.label, "unknown")
    mine = Answers().with_lines({PAGE: {asked.label: "none"}}, "").asked
    sends = Answers(yours=mine).with_lines({PAGE: {asked.line: "send"}}, "")
    assert (answered(asked, sends), answer(asked, sends)) == (asked.line, "send")
    assert sends.yours_of(PAGE, answered(asked, sends)) == ""


def test_a_damaged_file_is_named(tmp_path: Path) -> None:
    put(tmp_path / "own", "asked: 1\n")
    with pytest.raises(StoreError, match=r"guard\.yaml: asked: .* fix it or remove it"):
        files(tmp_path).read(APP, "1.4")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (f"yours:\n- page: {PAGE}\n  deeds:\n    {SEND}:\n", 'button "Send": nothing is no answer'),
        (f"yours:\n- page: {PAGE}\n  deeds:\n    {SEND}: 5\n", 'button "Send": 5 is no answer'),
        (f"yours:\n- page: {PAGE}\n  deeds:\n    {SEND}: Send it\n", "'Send it' is no answer"),
        (f"yours:\n- page: {PAGE}\n  deeds:\n    {SEND}: none\n    {SEND}: send\n",
         "line 5: .* stands here twice"),
        (f"yours:\n- page: {PAGE}\n  deeds: {{{SEND}: none}}\n" * 2,
         "line 4: 'yours' stands here twice"),
        ('yours:\n- page: dialog "Delete # alarms?"\n  deeds: {}\n', "a quote is left open"),
        (f"yours:\n- page: {PAGE}\n  deeds: {{? '{SEND[:-1]}' : none}}\n", "a quote is left open"),
        (f"yours:\n- page: {PAGE}\n  deeds: {{{SEND}: none}}\n"
         f"- page: {PAGE}\n  deeds: {{{SEND}: send}}\n", "stands there 2 times"),
        ("mine: []\n", "mine: nothing here is called so"),
        (f"yours:\n  page: {PAGE}\n", "yours: a list is expected, each entry behind `- `"),
        (f"yours:\n- page: {PAGE}\n  deeds: [{SEND}]\n", r"yours \(entry 1\).deeds: a mapping"),
        (f"yours:\n- page: {PAGE}\n  deed: {{}}\n", r"\(entry 1\).deed: nothing here is called"),
        (f"yours:\n- page: {PAGE}\n  deeds: {{{SEND}: no}}\n", "a bare yes or no is no answer"),
        ("- hello\n", "holds a list where `app_version:`"),
        ("yours: !!bool x\n", "a tag, `!!...`, does not fit"),
        ("app_version: !!timestamp foo\n", "a tag, `!!...`, does not fit"),
        (f"yours:\n- page: {PAGE}\n  deeds: {{yes: none}}\n", r"\(entry 1\).deeds.1: a text"),
    ],
)  # fmt: skip
def test_a_slip_of_a_person_is_told(tmp_path: Path, text: str, said: str) -> None:
    put(tmp_path / "own", text)
    with pytest.raises(StoreError, match=said):
        files(tmp_path).read(APP, "")


def test_a_heading_may_be_empty(tmp_path: Path) -> None:
    put(tmp_path / "own", "yours:\nasked:\n")
    assert files(tmp_path).read(APP, "") == Answers()


def test_a_word_that_fits_nothing_is_told() -> None:
    asked = Answers().with_lines({PAGE: {SEND: "send"}}, "")
    yours = Answers().with_lines({PAGE: {SEND: "none", "row": "none"}, "x": {SEND: "none"}}, "")
    known = Answers(yours=yours.asked).above(asked)
    assert list(known.unmatched()) == [(PAGE, "row"), ("x", SEND)]


def test_a_persons_page_may_leave_out_what_it_says_and_what_opened_it() -> None:
    short, said = 'dialog "Gone?"', 'dialog "Gone?" says "It, says \\"x\\" too"'
    whole = f'{said}, opened by "Tidy, opened by \\"y\\""'
    asked = Answers().with_lines({whole: {SEND: "none"}}, "")
    for page in (short, said, whole):
        yours = Answers(yours=Answers().with_lines({page: {SEND: "send"}}, "").asked)
        known = yours.above(asked)
        assert known.of(whole, SEND) == known.yours_of(whole, SEND) == "send"
        assert list(known.unmatched()) == []
        less = Answers().with_lines({page: {SEND: "none"}}, "")
        assert less.of(whole, SEND) == ("none" if page == whole else "")  # of another window
    harm = Answers().with_lines({whole: {SEND: "delete"}}, "")
    freed = {page: Answers(yours=Answers().with_lines({page: {SEND: "none"}}, "").asked).above(harm)
             for page in (short, said, whole)}  # fmt: skip
    assert freed[whole].of(whole, SEND) == "none"
    assert freed[short].of(whole, SEND) == freed[said].of(whole, SEND) == "none delete"
    menu = Answers(yours=Answers().with_lines({"menu": {SEND: "none"}}, "").asked)
    assert menu.of('menu, opened by "Account"', SEND) == ""
    for page in ('dialog "Gone"', 'dialog "Gone?" says "It"', "dialog"):
        yours = Answers(yours=Answers().with_lines({page: {SEND: "send"}}, "").asked)
        assert yours.of(whole, SEND) == ""


def test_what_a_pack_warns_of_is_a_vote_and_spares_no_question() -> None:
    theirs = Answers().with_lines({PAGE: {SEND: "send", 'button "Back"': "none"}}, "1.4")
    known, asked = Answers().warning(theirs), Asked(PAGE, SEND)
    assert (to_ask(asked, known), answer(asked, known)) == (SEND, "")
    assert warning(asked, known) == "send"
    assert warning(Asked(PAGE, "row (chats)", SEND), known) == "send"
    told = known.with_lines({PAGE: {SEND: "delete"}}, "")
    assert (answer(asked, told), warning(asked, told)) == ("delete", "send")
    own = Answers(yours=told.asked).above(known)
    assert (answer(asked, own), warning(asked, own)) == ("delete", "")
    assert known.of_version("2.0").warnings == known.warnings == 1


def test_what_holds_a_secret_is_forgotten(tmp_path: Path) -> None:
    kept = files(tmp_path)
    code = {'button "Use 4711"': "none", SEND: "send"}
    kept.add(APP, "1.4", {PAGE: code, 'page "4711"': {SEND: "send"}})
    kept.forget(APP, lambda text: "4711" in text)
    known = kept.read(APP, "1.4")
    assert [dict(page.deeds) for page in known.asked] == [{SEND: "send"}]


def test_no_pack_takes_the_warning_of_another_away() -> None:
    first, second = (Answers().with_lines({PAGE: {SEND: said}}, "") for said in ("delete", "send"))
    known = Answers().warning(first).warning(second)
    assert known.warned(PAGE, SEND) == "delete send"
    assert known.warnings == 2
    assert known.warning(second) == known
    assert Answers(theirs=known.theirs).above(Answers().warning(first)) == known
