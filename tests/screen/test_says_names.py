"""Whether a text says a name, however it is written."""

from __future__ import annotations

import pytest

from appagent.screen.names import says


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Gym, 6:30 AM, weekdays", "Gym"),
        ("Gym, 6:30, AM", "6:30 Gym"),
        ("Gym", "Gym alarm"),  # the word for the kind is on another page
        ("GYM", "gym"),
        ("Alarm 18:30", "6:30 pm"),
        ("6:30", "6:30 pm"),  # a clock that does not tell
        ("08:00", "8 am"),
        ("20:00", "8 Uhr"),
        ("12:15 am", "0:15"),
        ("12:15", "0:15"),
        ("1:30", "13:30"),
        ("24:00", "0:00"),
        ("6:59 pm", "18:59"),
        ("Müller, Jürgen", "Jurgen Muller"),
        ("Ada, yesterday", "Ada's"),
        ("Ada's photos", "Ada"),
        ("O'Brien", "O'Brien"),
        ("Ada Lovelace", "Ada L."),  # an initial
        ("two blue mugs", "blue mug"),
        ("Ада, вчера", "Аде"),
        ("لآدا", "آدا"),
        ("Isak'a", "Isak"),
        ("健身, 6:30", "健身"),
        ("ジムのアラーム", "ジム"),
        ("555-0137", "(555) 0137"),
        ("555-0137", "5550137"),
        ("Extension 1 10 42", "11042"),
        ("Malik Bauer", "malik.bauer@example.net"),
        ("malik.bauer@example.net", "malik.bauer@example.net"),
        ("Room 12", "Room 012"),
        ("3 items", "3"),
        ("🎉 party", "🎉"),
    ],
)
def test_a_text_that_says_a_name(text: str, name: str) -> None:
    assert says(text, name)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Medicine, 8:00 AM", "Gym"),
        ("Gym, 7:00, AM", "6:30 Gym"),
        ("6:30 AM", "6:30 pm"),
        ("Work, 6:30 AM", "6:30 Gym"),
        ("6:45", "6:30"),
        ("18:30", "6:30 am"),
        ("13:30", "1:30 am"),
        ("0:15", "12:15 pm"),
        ("25:10", "1:10"),  # is no time
        ("25:10", "25:30"),
        ("6:75", "7:15"),
        ("6:60", "7:00"),
        ("Adam", "Ada"),
        ("Martina", "Martin"),
        ("Christine", "Christian"),
        ("Анна", "Ада"),
        ("Мара", "Марк"),
        ("Ada", "Ada Li"),
        ("健康", "健身"),
        ("555-0138", "(555) 0137"),
        ("fatima@example.net", "malik.bauer@example.net"),
        ("13 items", "3"),
        ("blue cup", "blue mug"),
        ("party", "🎉"),
        ("", "Gym"),
    ],
)
def test_a_text_that_says_another(text: str, name: str) -> None:
    assert not says(text, name)
