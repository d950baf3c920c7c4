"""Mails: how the first ones are drawn, which folder they are in, how they are found and sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps import names
from pocketphone.apps.mail.letters import FILES, JOTTINGS, NOTICES, SENT, TALKS
from pocketphone.apps.words import matches, words
from pocketphone.ui import State

Mail = dict[str, Any]
"""{"id", "thread", "folder", "from", "to", "cc", "bcc", "subject", "subject_lower", "body",
"body_lower", "at", "send_at", "read", "starred", "labels", "attachments"}; addresses are lower
case, an attachment is {"kind": "photo" or "file", "photo": id or None, "name", "size"}."""

FOLDERS = {"inbox": "Inbox", "starred": "Starred", "sent": "Sent", "drafts": "Drafts",
           "scheduled": "Scheduled", "archive": "Archive", "bin": "Bin"}  # fmt: skip
LABELS = {"work": "Work", "family": "Family", "travel": "Travel", "receipts": "Receipts",
          "home": "Home"}  # fmt: skip
ADDRESS = re.compile(r"[^@\s,;<>]+@[^@\s,;<>]+\.[^@\s,;<>.]{2,}")
TO = ("to", "cc", "bcc")
_PEOPLE, _PROVIDERS = 24, ("example.com", "example.net", "example.org")


def drawn(rng: Random, now: datetime) -> State:
    """The mails and the people of a new phone."""
    owner, *people = (
        {"name": name, "email": f"{'.'.join(words(name))}@{rng.choice(_PROVIDERS)}"}
        for name in names.people(rng, _PEOPLE + 1)
    )
    for notice in NOTICES:
        people.append({"name": notice.writer, "email": f"news@{'-'.join(words(notice.writer))}"
                                                       ".example.com"})  # fmt: skip
    state: State = {"me": owner, "people": people, "mails": []}
    mails: list[Mail] = state["mails"]

    def add(folder: str, at: datetime, **fields: Any) -> None:
        known = {"folder": folder, "at": at.isoformat(timespec="minutes"), "read": True}
        mails.append(mail(len(mails) + 1, **known | fields))

    persons = people[:_PEOPLE]
    arrived = now - timedelta(minutes=rng.randint(5, 90))
    topics: list[Any] = [*TALKS, *NOTICES]
    rng.shuffle(topics)
    for place, topic in enumerate(topics):
        folder = "inbox" if place < 31 else "archive" if place < 35 else "bin"
        writers = [one for one in people[_PEOPLE:] if one["name"] == getattr(topic, "writer", "")]
        writer, letters = (writers or [rng.choice(persons)])[0], getattr(topic, "letters", None)
        at = arrived
        turns = list(enumerate(letters or (topic.letter,)))
        for turn, letter in reversed(turns):
            mine = turn % 2 == 1
            add(
                "sent" if mine else folder,
                at,
                thread=place + 1,
                **{"from": owner["email"] if mine else writer["email"]},
                to=[writer["email"] if mine else owner["email"]],
                subject=topic.subject if turn == 0 else f"Re: {topic.subject}",
                body=letter,
                read=mine or folder != "inbox" or rng.random() < 0.55,
                starred=rng.random() < 0.1,
                labels=[topic.label] if topic.label else [],
                attachments=[_file(rng, topic.file)] if topic.file and turn == 0 else [],
            )
            at -= timedelta(minutes=rng.randint(30, 400))
        arrived -= timedelta(minutes=rng.choice((25, 90, 240, 700, 1500, 2900)) + rng.randrange(40))
    for subject, letter in SENT:
        at = now - timedelta(minutes=rng.randint(200, 20_000))
        add("sent", at, **{"from": owner["email"]}, to=[rng.choice(persons)["email"]],
            subject=subject, body=letter)  # fmt: skip
    addressees = rng.sample(persons, len(JOTTINGS))
    for jotting, one in zip(rng.sample(JOTTINGS, 5), addressees, strict=False):
        at = now - timedelta(minutes=rng.randint(60, 9000))
        add("drafts", at, **{"from": owner["email"]}, to=[one["email"]], subject=jotting.subject,
            body=jotting.letter)  # fmt: skip
    later = (now + timedelta(days=rng.randint(2, 5))).replace(hour=9, minute=0)
    add("scheduled", now - timedelta(hours=3), **{"from": owner["email"]},
        to=[addressees[-1]["email"]], subject="Happy birthday!",
        body="Many happy returns, and see you at the boathouse.",
        send_at=later.isoformat(timespec="minutes"))  # fmt: skip
    return state


def _file(rng: Random, name: str) -> dict[str, Any]:
    return {"kind": "file", "photo": None, "name": name, "size": f"{rng.randint(40, 900)} kB"}


def mail(id_: int, **fields: Any) -> Mail:
    """A mail as the state keeps one; of a thread of its own where none is given."""
    made: Mail = {
        "id": id_, "thread": 1000 + id_, "folder": "drafts", "from": "", "to": [], "cc": [],
        "bcc": [], "subject": "", "body": "", "at": "", "send_at": "", "read": True,
        "starred": False, "labels": [], "attachments": [],
    }  # fmt: skip
    made |= fields
    return made | {"subject_lower": made["subject"].lower(), "body_lower": made["body"].lower()}


def files() -> list[dict[str, Any]]:
    """The files that can be attached."""
    return [{"kind": "file", "photo": None, "name": name, "size": size} for name, size in FILES]


# folders and threads


def folder_of(one: Mail, now: datetime) -> str:
    """Where a mail is: what was scheduled is sent once its time has come."""
    if one["folder"] == "scheduled" and datetime.fromisoformat(one["send_at"]) <= now:
        return "sent"
    return str(one["folder"])


def inside(mails: Iterable[Mail], key: str, now: datetime) -> list[Mail]:
    """The mails of a folder or of the label "label/work", the newest first."""
    label = key.partition("/")[2]

    def belongs(one: Mail) -> bool:
        folder = folder_of(one, now)
        if key == "starred":
            return bool(one["starred"]) and folder != "bin"
        if label:
            return label in one["labels"] and folder != "bin"
        return folder == key

    return newest(one for one in mails if belongs(one))


def newest(mails: Iterable[Mail]) -> list[Mail]:
    return sorted(mails, key=lambda one: (one["at"], one["id"]), reverse=True)


def threads(mails: Iterable[Mail]) -> list[list[Mail]]:
    """Mails, the newest first, under the thread that they are of, in that order."""
    found: dict[int, list[Mail]] = {}
    for one in mails:
        found.setdefault(one["thread"], []).append(one)
    return list(found.values())


def thread_of(mails: Iterable[Mail], thread: int) -> list[Mail]:
    """The mails of a thread as they were written; no drafts, and what is binned only alone."""
    ours = [one for one in mails if one["thread"] == thread and one["folder"] != "drafts"]
    kept = [one for one in ours if one["folder"] != "bin"]
    return newest(kept or ours)[::-1]


# people


def name_of(state: State, email: str) -> str:
    """Whom an address is of: "me", a name, or the address where nobody is known by it."""
    if email == state["me"]["email"]:
        return "me"
    return next((one["name"] for one in state["people"] if one["email"] == email), email)


def suggested(
    people: Sequence[dict[str, str]], query: str, taken: Sequence[str]
) -> list[dict[str, str]]:
    """Who may be meant by the beginning of a name or an address."""
    asked = query.strip().casefold()
    return [
        one
        for one in people
        if asked and one["email"] not in taken
        and (matches(asked, one["name"]) or one["email"].startswith(asked))
    ][:5]  # fmt: skip


def found(state: State, query: str, *, unread: bool, attached: bool) -> list[Mail]:
    """The mails that a query means, by their people, subject, text, label or files."""
    hits = []
    for one in state["mails"]:
        people = " ".join(f"{name_of(state, who)} {who}" for who in (one["from"], *one["to"]))
        files = " ".join(file["name"] for file in one["attachments"])
        text = f"{people} {one['subject']} {one['body']} {' '.join(one['labels'])} {files}"
        if one["folder"] != "bin" and matches(query, text):
            hits.append(one)
    return newest(
        one
        for one in hits
        if not (unread and one["read"]) and not (attached and not one["attachments"])
    )


# time


def when(at: str, now: datetime) -> str:
    """ "9:05", "28 Feb", "5/11/2025": as short as a list has room for."""
    moment = datetime.fromisoformat(at)
    if moment.date() == now.date():
        return f"{moment:%H:%M}"
    if moment.year == now.year:
        return f"{moment.day} {moment:%b}"
    return f"{moment.day}/{moment.month}/{moment.year}"


def moment_text(at: str) -> str:
    """ "Tue, 3 Mar, 08:00"."""
    moment = datetime.fromisoformat(at)
    return f"{moment:%a}, {moment.day} {moment:%b}, {moment:%H:%M}"


def later(now: datetime) -> list[tuple[str, datetime]]:
    """The moments that are offered to send a mail at."""
    tomorrow = (now + timedelta(days=1)).replace(hour=8, minute=0, second=0, microsecond=0)
    monday = tomorrow + timedelta(days=(7 - tomorrow.weekday()) % 7)
    if monday.date() == tomorrow.date():
        monday += timedelta(days=7)
    return [
        ("Tomorrow morning", tomorrow),
        ("Tomorrow afternoon", tomorrow.replace(hour=13)),
        ("Monday morning", monday),
    ]
