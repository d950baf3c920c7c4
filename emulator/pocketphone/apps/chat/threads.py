"""The chats of a phone: how the first ones are drawn, kept, put in order and written in."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps import names
from pocketphone.apps.chat.texts import (
    ABOUTS,
    CITIES,
    FILLINGS,
    FLAVOURS,
    GROUP_TALKS,
    GROUPS,
    NICKNAMES,
    TALKS,
    Question,
)
from pocketphone.apps.hours import awake
from pocketphone.apps.words import digits, words
from pocketphone.ui import Context, State

Person = dict[str, Any]
"""{"id", "name", "name_lower", "phone", "digits", "about", "seen", "blocked"}; the owner of the
phone is 0 and kept as `me`."""

Message = dict[str, Any]
"""{"id", "from", "at", "text", "words", "photo", "reply", "starred", "edited"}; `words` are those
of the text, lower case, for comparing; `reply` is the id of the message that it answers."""

Chat = dict[str, Any]
"""{"id", "kind", "name", "name_lower", "members", "messages", "draft", "unread", "pinned", "muted",
"archived"}; `kind` is "person" or "group", and `members` are ids, without the owner's."""

ME = 0
_PEOPLE, _TALKING = 38, 27
_ASKING = (3, 5, 6, 8)  # places in the list, from the top, of those who asked something
_ARCHIVED = (24, 26)
_ROOM_MB = {"photos": (300, 900), "videos": (400, 1600), "voice": (60, 300), "files": (80, 500)}

DEFAULTS = {
    "theme": "lagoon", "dark": "system", "text_size": 16, "corners": 16, "enter_sends": False,
    "save_photos": True, "notify_chats": True, "notify_groups": True, "preview": True,
    "vibrate": False, "last_seen": "everybody", "picture": "everybody", "groups": "contacts",
    "receipts": True, "wifi_download": True, "data_download": False, "less_data": False,
}  # fmt: skip


def generate(rng: Random, now: datetime) -> State:
    """The state of a new phone, whose owner has used Chat for years."""
    me, *others = names.people(rng, _PEOPLE + 1)
    people = [_person(rng, id_, name, now) for id_, name in enumerate(others, start=1)]
    owner = _owner(rng, me)
    chats, questions = _first(rng, people, _questions(rng, owner["city"]), now)
    return {
        "me": owner,
        "people": people,
        "chats": chats,
        "questions": questions,
        "shared": [],
        "settings": dict(DEFAULTS),
        "storage": {kind: rng.randint(*room) for kind, room in _ROOM_MB.items()},
    }


def _first(
    rng: Random, people: list[Person], asked: list[Question], last: datetime
) -> tuple[list[Chat], list[State]]:
    """The chats, the latest first, and who has asked what in them."""
    ids = rng.sample(range(1, _TALKING + len(GROUPS) + 1), _TALKING + len(GROUPS))
    kinds = ["person"] * (_TALKING - len(_ASKING)) + ["group"] * len(GROUPS)
    rng.shuffle(kinds)
    for place in _ASKING:
        kinds.insert(place, "person")
    singles, groups, questions = iter(people), iter(GROUPS), dict(zip(_ASKING, asked, strict=True))
    chats, records, at = [], [], last
    for place, (id_, kind) in enumerate(zip(ids, kinds, strict=True)):
        ago = timedelta(minutes=rng.choice((6, 30, 120, 400, 900)) + rng.randrange(30))
        at = awake(at - ago)
        if kind == "group":
            members = sorted(rng.sample(range(1, _PEOPLE + 1), rng.randint(3, 7)))
            lines = _fill_lines(rng, GROUP_TALKS)
            made = chat(id_, "group", next(groups), members)
        else:
            one, lines = next(singles), _fill_lines(rng, TALKS)
            made = chat(id_, "person", one["name"], [one["id"]])
        if (question := questions.get(place)) is not None:
            lines += [*question.before, f"< {question.asked}"]
            records.append(_record(made, question))
        made["messages"] = _write_messages(rng, lines, made["members"], at)
        if kind == "person":  # who wrote was there
            heard = [each["at"][:16] for each in made["messages"] if each["from"] != ME]
            one["seen"] = max([one["seen"], *heard])
        fresh = rng.random() < 0.15 and lines[-1].startswith("<")
        made["unread"] = int(fresh or place in questions)
        made["muted"] = rng.random() < 0.12
        made["archived"] = place in _ARCHIVED
        chats.append(made)
    return chats, records


def _owner(rng: Random, name: str) -> State:
    return {
        "id": ME,
        "name": name,
        "name_lower": name.lower(),
        "phone": f"+1 303 555 01{rng.randrange(100):02}",
        "username": "_".join(words(name)),
        "about": rng.choice(ABOUTS),
        "city": rng.choice(CITIES),
        "photo": None,
    }


def _person(rng: Random, id_: int, name: str, now: datetime) -> Person:
    phone = f"+1 {rng.choice(('202', '415', '617'))} 555 {id_ + 100:04}"
    seen = awake(now - timedelta(minutes=rng.choice((2, 40, 200, 1500, 9000))))
    return {
        "id": id_,
        "name": name,
        "name_lower": name.lower(),
        "phone": phone,
        "digits": digits(phone),
        "about": rng.choice(ABOUTS),
        "seen": seen.isoformat(timespec="minutes"),
        "blocked": False,
    }


def _questions(rng: Random, city: str) -> list[Question]:
    """One of each kind, in an order of their own."""
    one, two = rng.randint(12, 49), rng.randint(12, 49)
    platform, flavour = rng.randint(2, 19), rng.choice(FLAVOURS)
    nickname, hour = rng.choice(NICKNAMES), rng.randint(6, 11)
    asked = [
        Question((), f"Quick, without a calculator: what is {one} + {two}?", str(one + two)),
        Question((), "Which city do you live in now? It should be in your profile.", city),
        Question(
            (f"> I have the tickets. Platform {platform}, the train leaves at {hour}:40.",
             "< Great, thank you!"),
            "I lost your message. Which platform was it?",
            str(platform),
        ),
        rng.choice(
            (
                Question(
                    (f"> The cake is ordered: {flavour}, for twelve people.", "< Yum."),
                    "Which flavour is the cake again?",
                    flavour,
                ),
                Question(
                    (f"> We have a puppy! We call her {nickname}.", "< So sweet!"),
                    "What is your puppy called again?",
                    nickname,
                ),
            )
        ),
    ]  # fmt: skip
    return rng.sample(asked, len(asked))


def _record(where: Chat, question: Question) -> State:
    return {
        "chat": where["id"],
        "name": where["name"],
        "text": question.asked,
        "answer": question.answer,
        "answer_lower": question.answer.lower(),
    }


def _fill_lines(rng: Random, talks: Sequence[tuple[str, ...]]) -> list[str]:
    """The lines of a few talks, the gaps of each filled in its own way."""
    lines = []
    for talk in rng.sample(talks, rng.randint(2, 4)):
        filled = {gap: rng.choice(choice) for gap, choice in FILLINGS.items()}
        for line in talk:
            said = line[2:].format(**filled)
            lines.append(f"{line[:2]}{said[0].upper()}{said[1:]}")
    return lines


def _write_messages(
    rng: Random, lines: list[str], members: list[int], last: datetime
) -> list[Message]:
    """The lines as messages; the last one was written at `last`."""
    at, found = last, []
    for id_, line in zip(range(len(lines), 0, -1), reversed(lines), strict=True):
        author = ME if line[0] == ">" else rng.choice(members)
        found.append(message(id_, author, line[2:], at))
        at = awake(at - timedelta(minutes=rng.choice((1, 2, 5, 40, 700))))
    return found[::-1]


def message(id_: int, author: int, text: str, at: datetime) -> Message:
    return {
        "id": id_,
        "from": author,
        "at": at.isoformat(timespec="seconds"),
        "text": text,
        "words": words(text),
        "photo": None,
        "reply": None,
        "starred": False,
        "edited": False,
    }


def chat(id_: int, kind: str, name: str, members: list[int]) -> Chat:
    """A chat in which nothing was said yet."""
    return {
        "id": id_,
        "kind": kind,
        "name": name,
        "name_lower": name.lower(),
        "members": members,
        "messages": [],
        "draft": "",
        "unread": 0,
        "pinned": False,
        "muted": False,
        "archived": False,
    }


def chat_of(ctx: Context, id_: int) -> Chat | None:
    chats: list[Chat] = ctx.state["chats"]
    return next((one for one in chats if one["id"] == id_), None)


def person_of(ctx: Context, id_: int) -> Person | None:
    if id_ == ME:
        return dict(ctx.state["me"])
    people: list[Person] = ctx.state["people"]
    return next((one for one in people if one["id"] == id_), None)


def name_of(ctx: Context, id_: int) -> str:
    one = person_of(ctx, id_)
    return str(one["name"]) if one else "Deleted account"


def order(chats: list[Chat]) -> list[Chat]:
    """The pinned ones, then the others; where something was said last comes first."""

    def rank(one: Chat) -> tuple[bool, str]:
        return one["pinned"], one["messages"][-1]["at"] if one["messages"] else ""

    return sorted(chats, key=rank, reverse=True)


def open_chat(ctx: Context, kind: str, name: str, members: list[int]) -> Chat:
    """The chat with these people, made where there is none; groups are always new."""
    chats: list[Chat] = ctx.state["chats"]
    if kind == "person":
        for one in chats:
            if one["kind"] == "person" and one["members"] == members:
                return one
    made = chat(max((one["id"] for one in chats), default=0) + 1, kind, name, members)
    chats.append(made)
    return made


def say(ctx: Context, where: Chat, text: str, **more: Any) -> Message:
    """What the owner of the phone writes into a chat."""
    last = max((one["id"] for one in where["messages"]), default=0)
    made = message(last + 1, ME, text.strip(), ctx.now) | more
    where["messages"].append(made)
    where.update(archived=False, unread=0)
    return made


def when(ctx: Context, at: str) -> str:
    """A time as lists show it: 09:12 today, then Yesterday, Fri, 12 Feb."""
    then = datetime.fromisoformat(at)
    ago = (ctx.minute.date() - then.date()).days
    if ago < 2:
        return "Yesterday" if ago else f"{then:%H:%M}"
    return f"{then:%a}" if ago < 7 else f"{then.day} {then:%b}"
