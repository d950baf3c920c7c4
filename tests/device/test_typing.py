from __future__ import annotations

import base64
import shlex
import string
import subprocess
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.device import typing
from appagent.errors import TextNotTypable

TYPABLE = string.printable.strip() + " "
HOSTILE = 'a & b; echo "$HOME" \' `id` $(id) 100%s | cat > x \\ -n * ? ~ #'


def as_android_types(commands: tuple[str, ...]) -> str:
    """What stands in a field afterwards: real `sh` splits the words, then as `input` reads %s
    (com.android.commands.input: an escape flag set by `%`, a blank where `s` follows)."""
    typed = ""
    for command in commands:
        done = subprocess.run(
            ["sh", "-c", f'input() {{ printf "%s\\0" "$@"; }}; {command}'],
            capture_output=True,
            check=True,
        )
        verb, *words = done.stdout.decode().split("\0")[:-1]
        if verb == "keyevent":
            assert words == [str(typing.ENTER)]
            typed += "\n"
        else:
            assert verb == "text"
            (word,) = words
            typed += word.replace("%s", " ")
    return typed


@pytest.mark.parametrize(
    "text", [HOSTILE, "", "plain", "two words", "one\ntwo\r\n\nfour", "%s", "%%s %s%", "-x", "  "]
)
def test_text_arrives_as_it_is(text: str) -> None:
    assert as_android_types(typing.plan(text)) == text.replace("\r\n", "\n")


@given(st.text(alphabet="%s '\"\\$;&\n" + string.ascii_letters, max_size=30))
def test_every_plan_is_read_back(text: str) -> None:
    typed = ""
    for command in typing.plan(text):
        _, verb, word = shlex.split(command)
        typed += "\n" if verb == "keyevent" else word.replace("%s", " ")
    assert typed == text


@given(st.text(alphabet=TYPABLE, min_size=1, max_size=2000))
def test_pieces_are_short(text: str) -> None:
    words = [shlex.split(command)[2] for command in typing.plan(text)]
    assert all(len(word.replace("%s", " ")) <= typing.PIECE_LENGTH for word in words)


def test_text_without_keys_is_refused_whole() -> None:
    with pytest.raises(TextNotTypable, match=r"no key for U\+0009, é, 你: .*ADBKeyboard") as caught:
        typing.plan("ok 你\tébé")
    assert caught.value.characters == ("\t", "é", "你")


ANY_TEXT = st.text(st.characters(codec=None), max_size=40) | st.text(
    alphabet="\0\r\n\t\x7f\ud83d\ude00\u202e\u200d%s'\"😀שא", max_size=40
)


@given(ANY_TEXT | st.text(min_size=1, max_size=3).map(lambda text: text * 2000))
def test_any_text_is_commands_or_is_refused_by_name(text: str) -> None:
    """What no key types goes through a keyboard or a clipboard; half a character goes nowhere."""
    plans: list[Callable[[str], tuple[str, ...]]] = [typing.plan]
    plans += [partial(typing.plan_unicode, keyboard=keyboard) for keyboard in typing.ADB_KEYBOARDS]
    for plan in plans:
        commands: tuple[str, ...] = ()
        with suppress(TextNotTypable):
            commands = plan(text)
        assert all(shlex.split(command)[0] in ("input", "am") for command in commands)
        assert all(len(command) < 4096 for command in commands)


@pytest.mark.parametrize("text", ["\ud83d", "a\ude00b", "\ude00\ud83d"])
def test_half_a_character_is_named(text: str) -> None:
    for plan in (
        typing.reject_surrogates,
        partial(typing.plan_unicode, keyboard=typing.ADB_KEYBOARDS[0]),
    ):
        with pytest.raises(TextNotTypable, match=r"U\+D[8E].* is half a character"):
            plan(text)


def test_a_long_text_without_keys_is_shortened_in_the_message() -> None:
    with pytest.raises(
        TextNotTypable, match=r"no key for 一, 丁, .* and 2988 more: write"
    ) as caught:
        typing.plan("".join(map(chr, range(0x4E00, 0x4E00 + 3000))))
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize("keyboard", typing.ADB_KEYBOARDS)
def test_any_text_goes_through_an_adb_keyboard(keyboard: str) -> None:
    text = '你好, "مرحبا" $(id)\nzwei ' + "ä" * 700
    lines: list[str] = [""]
    for command in typing.plan_unicode(text, keyboard):
        words = shlex.split(command)
        if words[0] == "input":
            lines.append("")
        else:
            assert words[:2] == ["am", "broadcast"]
            lines[-1] += base64.b64decode(words[-1]).decode()
    assert "\n".join(lines) == text


def test_clearing_is_one_process() -> None:
    assert typing.clearing(2) == ("input keyevent 123 67 67 112 112",)
    assert typing.clearing(0) == ()


def test_clearing_a_long_text_has_no_long_command() -> None:
    held = 3 * typing.PIECE_LENGTH
    codes = [code for command in typing.clearing(held) for code in command.split()[2:]]
    assert codes == ["123", *["67"] * held, *["112"] * held]
    assert max(len(c.split()[2:]) for c in typing.clearing(held)) <= typing.PIECE_LENGTH
