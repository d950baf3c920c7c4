"""The shell: its grammar, its words, its streams. The texts of errors are mksh's."""

from __future__ import annotations

import shlex

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wire_rig import Shell

from pocketphone.shell.arithmetic import evaluate
from pocketphone.shell.cursor import GrammarError
from pocketphone.shell.grammar import parse
from pocketphone.shell.userland import Userland


@pytest.mark.parametrize(
    ("line", "out"),
    [
        ("echo a   b", "a b\n"),
        ("echo 'a   b' \"c  d\" e\\ \\ f", "a   b c  d e  f\n"),
        ("echo a; echo b\necho c", "a\nb\nc\n"),
        ("true && echo yes || echo no", "yes\n"),
        ("false && echo yes || echo no", "no\n"),
        ("! true || echo not", "not\n"),
        ("X=1; echo $X ${X} \"${X}2\" '$X' \\$X", "1 1 12 $X $X\n"),
        ("X='a  b'; echo $X \"$X\"", "a b a  b\n"),
        ("X=' a b '; printf '[%s]' x$X'y'", "[x][a][b][y]"),
        ("echo ${Y:-none} ${Y-unset} ${HOME:+set} ${#HOME}", "none unset set 1\n"),
        ("X=outer; X=inner sh -c 'echo $X'; echo $X", "inner\nouter\n"),
        ("X=1; sh -c 'echo [$X]'; export X; sh -c 'echo [$X]'", "[]\n[1]\n"),
        ("echo $(echo a; echo b) `echo \\`echo c\\``", "a b c\n"),
        ("X=$(printf 'a\\n\\n'); echo \"[$X]\"", "[a]\n"),
        ("(X=2; exit 3); echo $? [$X]", "3 []\n"),
        ("{ echo a; echo b; } | wc -l", "2\n"),
        ("for i in 1 2 3; do echo -n $i; done; echo", "123\n"),
        (
            "for f in /sdcard/D*; do echo $f; done",
            "/sdcard/DCIM\n/sdcard/Documents\n/sdcard/Download\n",
        ),
        ("if false; then echo a; elif true; then echo b; else echo c; fi", "b\n"),
        ('X=; while [ "$X" != aaa ]; do X=a$X; done; echo $X', "aaa\n"),
        ("until true; do echo never; done", ""),
        ("echo '*' \"*\" /nope/*", "* * /nope/*\n"),
        ("cd /sdcard; echo D*", "DCIM Documents Download\n"),
        ("echo a # not this", "a\n"),
        ("echo a#b", "a#b\n"),
        ("echo a \\\n b", "a b\n"),
        ('set -- x \'y z\'; echo $# $1; for a in "$@"; do echo "<$a>"; done', "2 x\n<x>\n<y z>\n"),
        ("sh -c 'echo $1 $2' name one two", "one two\n"),
        ("seq 3 | while read n; do echo got $n; done", "got 1\ngot 2\ngot 3\n"),
        ("printf 'a b c\\nrest\\n' | (read x y; echo $y-$x; cat)", "b c-a\nrest\n"),
        ("printf ' a \\nb\\n' | while IFS= read -r l; do echo \"[$l]\"; done", "[ a ]\n[b]\n"),
        ("(echo a | cat; echo b) | wc -l", "2\n"),
        (
            "for i in 1 2 3 4; do [ $i = 2 ] && continue; [ $i = 4 ] && break; echo $i; done",
            "1\n3\n",
        ),
        ("while true; do while true; do break; done; echo out; break; done; break", "out\n"),
        (
            'i=3; echo $((i + 1)) $(( (2+3)*-4 )) $((7/2)) $((-7 % 3)) "$((i>2 && !0))"',
            "4 -20 3 -1 1\n",
        ),
        (
            "i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i $((2147483647+1))",
            "3 -2147483648\n",
        ),
        ("eval 'echo $HOME'", "/\n"),
        ("exec echo last; echo never", "last\n"),
        ("echo a | cat | cat | tr a b", "b\n"),
        ("(sleep 0; echo back) & wait; echo front", "back\nfront\n"),
    ],
)
def test_lines_print(shell: Shell, line: str, out: str) -> None:
    said = shell(line)
    assert (said.text, said.error) == (out, "")


@pytest.mark.parametrize(
    ("line", "code", "error"),
    [
        ("nosuch", 127, "/system/bin/sh: nosuch: inaccessible or not found\n"),
        (
            "/system/bin/nosuch",
            127,
            "/system/bin/sh: /system/bin/nosuch: inaccessible or not found\n",
        ),
        ("echo 'abc", 1, "/system/bin/sh: no closing quote\n"),
        ("echo )", 1, "/system/bin/sh: syntax error: unexpected ')'\n"),
        ("(echo a", 1, "/system/bin/sh: syntax error: unexpected end of file\n"),
        ("| cat", 1, "/system/bin/sh: syntax error: unexpected '|'\n"),
        (
            "echo a > /system/x",
            1,
            "/system/bin/sh: can't create /system/x: Read-only file system\n",
        ),
        ("echo $((1/0))", 1, "/system/bin/sh: 1/0: divide by zero\n"),
        ("cat < /nope", 1, "/system/bin/sh: can't open /nope: No such file or directory\n"),
        ("cd /nope", 2, "/system/bin/sh: cd: /nope: No such file or directory\n"),
        (
            "echo x > /dev/tty",
            1,
            "/system/bin/sh: can't create /dev/tty: No such device or address\n",
        ),
    ],
)
def test_lines_fail(shell: Shell, line: str, code: int, error: str) -> None:
    said = shell(line)
    assert (said.code, said.error, said.text) == (code, error, "")


@pytest.mark.parametrize("code", [0, 3, 255])
def test_exit_ends_the_line(shell: Shell, code: int) -> None:
    said = shell(f"echo a; exit {code}; echo b")
    assert (said.text, said.code) == ("a\n", code)


@pytest.mark.parametrize(
    ("line", "out", "error"),
    [
        ("nosuch 2>/dev/null", "", ""),
        ("ls /nope 2>&1", "ls: /nope: No such file or directory\n", ""),
        ("echo a >&2", "", "a\n"),
        ("(echo a; echo b >&2) 2>&1 | sort -r", "b\na\n", ""),
        ("ls /nope >/dev/null 2>&1; echo $?", "1\n", ""),
        ("ls /nope 2>&1 >/dev/null", "ls: /nope: No such file or directory\n", ""),
        ("echo a > /sdcard/f; echo b >> /sdcard/f; cat < /sdcard/f", "a\nb\n", ""),
        ("echo a2>/sdcard/f; cat /sdcard/f", "a2\n", ""),
        ("X4=; echo a; echo X4EXIT:$?", "a\nX4EXIT:0\n", ""),
    ],
)
def test_redirections(shell: Shell, line: str, out: str, error: str) -> None:
    said = shell(line)
    assert (said.text, said.error) == (out, error)


def test_a_reader_that_leaves_ends_its_writer(shell: Shell) -> None:
    assert shell("while true; do echo y; done | head -3").text == "y\ny\ny\n"


def test_what_lies_beyond_this_grammar_is_counted(shell: Shell, userland: Userland) -> None:
    said = shell("case a in a) echo;; esac")
    assert said.code == 1
    assert said.error == "/system/bin/sh: syntax error: unexpected 'case'\n"
    assert userland.outside_grammar == ["case a in a) echo;; esac"]


def test_a_line_reads_on_where_a_pipeline_stopped(shell: Shell) -> None:
    assert shell("head -c 0 | cat; cat", b"").code == 0
    assert shell("(read a; echo $a) | cat; cat", b"one\ntwo\n").text == "one\ntwo\n"


def test_plain_mistakes_are_not_counted(shell: Shell, userland: Userland) -> None:
    shell("echo )")
    shell("nosuch")
    assert userland.outside_grammar == []


def test_every_line_is_logged_once(shell: Shell, userland: Userland) -> None:
    shell("echo $(echo a) | cat")
    shell("echo \udcff")
    assert userland.phone.log == ["echo $(echo a) | cat", "echo \ufffd"]


def test_a_sleep_moves_the_phone_s_clock(shell: Shell, userland: Userland) -> None:
    before = userland.phone.clock.now()
    shell("sleep 0.25")
    assert (userland.phone.clock.now() - before).total_seconds() == pytest.approx(0.25, abs=0.01)


LINES = st.lists(
    st.sampled_from(
        [
            *(
                "echo",
                "cat",
                "true",
                "x",
                "X=1",
                "$X",
                '"',
                "'",
                "`",
                "$(",
                ")",
                "(",
                "{",
                "}",
                "|",
            ),
            *("&&", "||", ";", "&", "\n", ">", "<", ">>", "2>&1", "/sdcard/f", "if", "then", "fi"),
            *(
                "while",
                "do",
                "done",
                "for",
                "in",
                "!",
                "\\",
                "#",
                "*",
                "[a-",
                "${X:-y}",
                "${",
                "$((",
                " ",
            ),
        ]
    ),
    max_size=25,
).map("".join) | st.text(max_size=60)


@given(LINES)
def test_any_text_parses_or_is_refused(line: str) -> None:
    try:
        tree = parse(line)
    except GrammarError:
        return
    assert isinstance(tree, tuple)


@given(st.text("0123456789+-*/%()<>=!&|^~?:xyif .,'$", max_size=20) | st.text(max_size=20))
def test_any_expression_is_a_number_or_refused(text: str) -> None:
    try:
        number = evaluate(text, {"x": "5", "y": "no number"}.get)
    except GrammarError:
        return
    assert -(2**31) <= number < 2**31


@given(st.integers(1, 400), st.sampled_from(["(", "$(", "{ ", "if "]))
def test_deep_nesting_is_refused_and_does_not_overflow(depth: int, opening: str) -> None:
    with pytest.raises(GrammarError):
        parse(opening * depth)


@given(
    st.lists(
        st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12), min_size=1
    )
)
def test_single_quotes_carry_any_text(words: list[str]) -> None:
    tree = parse("echo " + " ".join(shlex.quote(word) for word in words))
    command = tree[0].commands.first.stages[0]
    found = ["".join(part.text for part in word) for word in command.words[1:]]  # type: ignore[union-attr]
    assert found == words


def test_jobs_of_a_line_end_with_it(userland: Userland, shell: Shell) -> None:
    said = shell("(sleep 0.05; echo late) & echo early")
    assert said.text == "early\nlate\n"
    assert userland.outside_grammar == []
