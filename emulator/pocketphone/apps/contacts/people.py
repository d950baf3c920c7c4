"""People: how the first ones are drawn, how they are kept, put in order and found."""

from __future__ import annotations

from random import Random
from typing import Any

from pocketphone.apps import names
from pocketphone.apps.city import address
from pocketphone.apps.words import digits, matches, words

Person = dict[str, Any]
"""{"id", "name", "phone", "digits", "work_phone", "email", "address", "notes", "favourite"}"""

FIELDS = ("name", "phone", "work_phone", "email", "address", "notes")
DRAWN = 48

_PROVIDERS = ("example.com", "example.net", "example.org")
_AREAS = ("202", "305", "415", "503", "617", "718", "773")
_NOTES = (
    "Met at the book club",
    "Plumber, comes on Tuesdays",
    "Neighbour on the second floor",
    "Allergic to nuts",
    "Knows the allotment's gate code",
    "Birthday in October",
)


def person(id_: int, *, favourite: bool = False, **fields: str) -> Person:
    """A person as the state keeps one; `digits` is the phone number for comparing."""
    kept: Person = {"id": id_} | {name: fields.get(name, "").strip() for name in FIELDS}
    return kept | {"digits": digits(kept["phone"]), "favourite": favourite}


def generate(rng: Random) -> list[Person]:
    """The people of a new phone; no two share a name or a number."""
    people = names.people(rng, DRAWN)
    numbers = [f"({area}) 555-01{line:02}" for area in _AREAS for line in range(100)]
    rng.shuffle(numbers)
    return [
        person(
            place,
            name=name,
            phone=numbers.pop(),
            work_phone=numbers.pop() if rng.random() < 0.25 else "",
            email=f"{'.'.join(words(name))}@{rng.choice(_PROVIDERS)}" if rng.random() < 0.8 else "",
            address=address(rng) if rng.random() < 0.4 else "",
            notes=rng.choice(_NOTES) if rng.random() < 0.2 else "",
            favourite=rng.random() < 0.12,
        )
        for place, name in enumerate(sorted(people), start=1)
    ]


def title(one: Person) -> str:
    """What a person is shown as."""
    return str(one["name"] or one["phone"])


def initial(one: Person) -> str:
    """The letter on a person's disc; "" where the name begins with none."""
    first = title(one)[:1].upper()
    return first if first.isalpha() else ""


def order(people: list[Person], by: str) -> list[tuple[str, list[Person]]]:
    """People under the letter they are sorted by: `by` is "first" or "last" name."""

    def rank(one: Person) -> list[str]:
        name = words(title(one))
        return name if by == "first" else name[-1:] + name[:-1]

    sections: dict[str, list[Person]] = {}
    for one in sorted(people, key=lambda one: (rank(one), one["id"])):
        letter = (rank(one) or [""])[0][:1].upper()
        sections.setdefault(letter if letter.isalpha() else "#", []).append(one)
    return sorted(sections.items(), key=lambda item: (item[0] == "#", item[0]))


def find(people: list[Person], query: str) -> list[Person]:
    """Who the query may mean: by name, part of a number, or e-mail; best first."""
    asked = query.strip().casefold()
    number = digits(query)
    hits = [
        one
        for one in people
        if asked
        and (
            (words(asked) and matches(asked, one["name"]))
            or (len(number) >= 2 and number in f"{one['digits']} {digits(one['work_phone'])}")
            or one["email"].casefold().startswith(asked)
        )
    ]
    return sorted(hits, key=lambda one: (not matches(asked, one["name"]), words(title(one))))


def owner(people: list[Person], number: str) -> Person | None:
    """The person whose number it is."""
    asked = digits(number)
    return next(
        (one for one in people if asked and asked in (one["digits"], digits(one["work_phone"]))),
        None,
    )
