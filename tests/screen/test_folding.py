"""Texts as they are compared: one word, whatever way it is written."""

from __future__ import annotations

import pytest

from appagent.screen.folding import fold, id_words, is_unspaced, plain


@pytest.mark.parametrize(
    ("written", "word"),
    [
        ("  SEND   now! ", "send now"),
        ("Ｓｅｎｄ", "send"),  # full width
        ("se\u00adnd", "send"),  # with a soft hyphen
        ("s\u200be\u200bnd", "send"),  # with what has no width
        ("İPTAL", "iptal"),  # Turkish capitals
        ("ıptal", "iptal"),
        ("Lösche", "losche"),
        ("حـــذف", "حذف"),  # drawn out
        ("D e l e t e", "delete"),
        ("d_e_l_e_t_e", "delete"),
        ("dеlеtе", "delete"),  # with Cyrillic vowels
        ("pαy", "pay"),  # with a Greek one
        ("ガ", "ガ"),  # the mark makes another letter of it
        ("ｶﾞ", "ガ"),
        ("Straße", "strasse"),
    ],
)
def test_spellings_of_one_word_are_the_same(written: str, word: str) -> None:
    assert plain(written) == word


@pytest.mark.parametrize(
    ("one", "other"),
    [("カ", "ガ"), ("A B", "AB"), ("удалить", "delete"), ("plan a b test", "plan ab test")],
)
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert plain(one) != plain(other)


def test_only_a_word_that_mixes_scripts_is_put_into_one() -> None:
    assert plain("вес dеlete") == "вес delete"
    assert plain("вес") == "вес"


@pytest.mark.parametrize(
    ("resource_id", "words"),
    [
        ("com.example:id/btnSend_24", ["btn", "send"]),
        ("com.example.delete:id/row", ["row"]),  # the package is no part of it
        ("SMSList", ["sms", "list"]),
        ("openURL", ["open", "url"]),
        ("id/gönder", ["g", "ö", "nder"]),
        ("id/24", []),
        ("", []),
    ],
)
def test_the_words_of_an_id(resource_id: str, words: list[str]) -> None:
    assert id_words(resource_id) == words


def test_scripts_without_blanks() -> None:
    assert all(map(is_unspaced, ("删除", "削除する", "삭제", "Chat 删除")))
    assert not any(map(is_unspaced, ("", "Delete", "удалить", "حذف")))


def test_folding_keeps_the_accents() -> None:
    assert fold("  Größe, ändern! ") == "grösse ändern"
