from __future__ import annotations

import codecs
import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.errors import ScreenUnreadable
from appagent.screen.hierarchy import Hierarchy, parse_hierarchy
from appagent.screen.saved import screen_size

from .trees import SIZE, dump, node, page

SAVE = node("Button", (0, 100, 200, 200), text="Save", flags="clickable")
WHOLE = page(SAVE)


def names(xml: bytes) -> list[str]:
    return [e.name for e in parse_hierarchy(xml, SIZE).elements]


def test_a_whole_dump_needs_no_repair() -> None:
    assert parse_hierarchy(WHOLE, SIZE).notes == ()
    assert names(WHOLE) == ["Save"]


@pytest.mark.parametrize(
    ("xml", "told"),
    [
        (WHOLE + b"UI hierchary dumped to: /dev/tty\n", "text after the document: UI hierchary"),
        (b"WARNING: linker: unused DT entry\r\n" + WHOLE, "text before the document: WARNING"),
        (codecs.BOM_UTF8 + WHOLE, "byte order mark"),
        (codecs.BOM_UTF16_LE + WHOLE.decode().encode("utf-16-le"), "utf-16-le"),
        (codecs.BOM_UTF16_BE + WHOLE.decode().encode("utf-16-be"), "utf-16-be"),
        (WHOLE.decode().encode("utf-16-le"), "utf-16-le"),
    ],
)
def test_repairs_at_the_edges_are_noted(xml: bytes, told: str) -> None:
    assert names(xml) == ["Save"]
    assert any(told in note for note in parse_hierarchy(xml, SIZE).notes)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("A\x01B", "A.B"),
        ("A&#0;B", "A.B"),
        ("A&#x1F;B", "A.B"),
        ("A&#55357;B", "A.B"),  # half of a pair
        ("A&#56832;&#55357;B", "A..B"),  # both halves, the wrong way round
        ("A&#55357;&#56832;B", "A\U0001f600B"),
        ("A&#xD83D;&#xDE00;B", "A\U0001f600B"),
        ("A&#xFFFF;B&#99999999;", "A.B."),
        ("A&#127807;B", "A\U0001f33fB"),
    ],
)
def test_illegal_characters_become_what_uiautomator_prints(written: str, read: str) -> None:
    xml = WHOLE.replace(b"Save", written.encode())
    found = parse_hierarchy(xml, SIZE).elements[0]
    assert found.text == read
    assert found.uses == {"tap"}, "no attribute behind the character is lost"


def test_emoji_in_modified_utf8_is_joined() -> None:
    xml = WHOLE.replace(b"Save", "\U0001f600".encode("utf-16-be").decode("utf-16-be").encode())
    surrogates = "\ud83d\ude00".encode("utf-8", "surrogatepass")
    assert names(WHOLE.replace(b"Save", surrogates)) == names(xml)


def test_bytes_of_another_encoding_are_noted() -> None:
    found = parse_hierarchy(WHOLE.replace(b"Save", b"S\xe4ve"), SIZE)
    assert "not UTF-8" in found.notes[0]
    assert found.elements[0].uses == {"tap"}


@pytest.mark.parametrize(
    ("xml", "told"),
    [
        (b"", "no hierarchy in this dump: it is empty"),
        (b"ERROR: could not get idle state.", "could not get idle state"),
        (b"ERROR: null root node returned by UiTestAutomationBridge.", "null root node"),
        (WHOLE[: len(WHOLE) // 2], "ends at line 1"),
        (WHOLE.replace(b"</hierarchy>", b""), "before </hierarchy>"),
        (WHOLE.replace(b"</node>", b"", 1), "line 1, column"),
        (WHOLE.replace(b'text="Save"', b'text="Save'), "line 1, column"),
        (b'<!DOCTYPE h [<!ENTITY a "b">]>' + WHOLE.replace(b"Save", b"&a;"), "line 1"),
        (WHOLE.replace(b"<hierarchy", b"<!DOCTYPE h><hierarchy"), "document type"),
    ],
)
def test_a_dump_that_cannot_be_read_whole_is_refused(xml: bytes, told: str) -> None:
    with pytest.raises(ScreenUnreadable, match=r"^(the|no) hierarchy") as refused:
        parse_hierarchy(xml, SIZE)
    assert told in str(refused.value)


def test_an_entity_is_never_resolved() -> None:
    bomb = b'<?xml version="1.0"?><!DOCTYPE z [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
    body = WHOLE[WHOLE.index(b"<hierarchy") :].replace(b"Save", b"&a;")
    with pytest.raises(ScreenUnreadable):
        parse_hierarchy(bomb + body, SIZE)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(junk: bytes) -> None:
    with contextlib.suppress(ScreenUnreadable):
        assert isinstance(parse_hierarchy(junk, SIZE), Hierarchy)


@given(st.integers(0, len(WHOLE)), st.integers(0, 40), st.binary(max_size=12))
def test_any_damage_is_repaired_or_refused(at: int, cut: int, junk: bytes) -> None:
    try:
        found = parse_hierarchy(WHOLE[:at] + junk + WHOLE[at + cut :], SIZE)
    except ScreenUnreadable:
        return
    assert all(SIZE.rect.contains(e.bounds) and not e.bounds.empty for e in found.elements)


@given(st.text(max_size=60))
def test_any_text_of_an_app_is_read_back(text: str) -> None:
    xml = page(node("Button", (0, 0, 50, 50), text=text, flags="clickable"))
    (found,) = parse_hierarchy(
        xml.decode("utf-8", "surrogatepass").encode("utf-8", "replace"), SIZE
    ).elements
    assert found.uses == {"tap"}
    assert "\n" not in found.name


def test_the_screen_size_is_what_the_roots_reach() -> None:
    assert screen_size(WHOLE) == SIZE
    with pytest.raises(ScreenUnreadable, match="does not tell the screen"):
        screen_size(dump())
