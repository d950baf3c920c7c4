"""Pages that are built alike are told apart by the words that a person tells them apart by."""

from __future__ import annotations

import pytest

from appagent.screen.hierarchy import parse_hierarchy
from appagent.screen.keys import SAME_SCREEN, fingerprint, likeness

from .trees import SIZE, alarm_list, node, page


def dialog(title: str, field: str) -> bytes:
    name = [node("EditText", (140, 1000, 900, 1100), id=field, desc="Name")] if field else []
    return page(
        node(
            "FrameLayout",
            (100, 900, 980, 1500),
            node("TextView", (140, 940, 900, 1000), text=title, id="alertTitle"),
            *name,
            node("Button", (300, 1300, 600, 1400), text="Cancel", id="android:id/button2"),
            node("Button", (600, 1300, 900, 1400), text="OK", id="android:id/button1"),
        )
    )


def settings_page(title: str, *rows: str, top: str = "") -> bytes:
    bar = node("TextView", (150, 80, 600, 200), text=title)
    up = node("ImageButton", (0, 80, 150, 200), id=top, desc="Navigate up", flags="clickable")
    texts = [(row, False) for row in rows]
    return page(up, bar, alarm_list(*texts, id="settings_list"))


def likeness_in(one: bytes, other: bytes, language: str = "en-US", then: str = "en-US") -> float:
    seen, later = (parse_hierarchy(tree, SIZE).elements for tree in (one, other))
    return likeness(fingerprint(seen, language), fingerprint(later, then))


def test_settings_and_dialogs_are_told_apart_by_their_titles() -> None:
    data, privacy = settings_page("Data", "Wi-Fi only"), settings_page("Privacy", "Last seen")
    assert likeness_in(data, settings_page("Data", "Backup")) == 1
    assert likeness_in(data, privacy) == 0
    asks, names = (dialog(t, field=f) for t, f in (("Delete?", ""), ("Save timer", "timer")))
    assert likeness_in(asks, names) == 0
    other = dialog("Rename timer", field="timer")
    assert likeness_in(names, other) == 0


def test_titles_are_compared_in_one_language_only() -> None:
    english, german = settings_page("Data", "Wi-Fi"), settings_page("Daten", "WLAN")
    assert likeness_in(english, german, then="de-DE") == 1
    assert likeness_in(english, german, then="en-US") == 0


def test_the_title_of_a_page_with_controls_of_its_own_is_content() -> None:
    ada, bob = (settings_page(name, "Mobile", top="edit") for name in ("Ada", "Bob"))
    assert likeness_in(ada, bob) == 1


@pytest.mark.parametrize(("title", "alike"), [("History", True), ("Permissions", False)])
def test_a_page_with_no_id_of_its_own_may_be_that_of_one_that_has(title: str, alike: bool) -> None:
    def empty(title: str, *more: str) -> bytes:
        up = node("ImageButton", (0, 80, 150, 200), desc="Navigate up", flags="clickable")
        bar = node("TextView", (150, 80, 600, 200), text=title)
        return page(up, bar, node("TextView", (0, 900, 1080, 1000), text="None", id="empty"), *more)

    off = alarm_list(("Use it", True), id="settings_list")
    shown = likeness_in(empty("History", off), empty(title))
    assert (shown > 0) is alike


def menu(*items: str) -> bytes:
    rows = (
        node("LinearLayout", (500, 100 * n, 1000, 100 * n + 100),
             node("TextView", (520, 100 * n, 900, 100 * n + 90), text=item), flags="clickable")
        for n, item in enumerate(items)
    )  # fmt: skip
    return page(node("ListView", (500, 0, 1000, 100 * len(items)), *rows))


def test_menus_are_told_apart_by_most_of_their_items() -> None:
    chat = menu("Search", "Mute", "Clear history", "Delete chat")
    assert likeness_in(chat, menu("Mark as unread", "Archive")) < SAME_SCREEN
    assert likeness_in(chat, menu("Search", "Unmute", "Clear history", "Delete chat")) > 0.6
    german = menu("Suchen", "Stumm", "Verlauf leeren", "Chat entfernen")
    assert likeness_in(chat, german, then="de-DE") == 1
