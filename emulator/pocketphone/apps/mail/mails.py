"""Mails: how the first ones are drawn, which folder they are in, how they are found and sent."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps import names
from pocketphone.apps.hours import awake
from pocketphone.apps.mail.letters import (
    BIRTHDAY,
    FILES,
    JOTTINGS,
    NOTICES,
    SENT,
    TALKS,
    Topic,
)
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
_IN_INBOX, _IN_ARCHIVE = 31, 35  # of all topics; the rest lies in the bin
_PEOPLE, _PROVIDERS = 24, ("example.com", "example.net", "example.org")


def generate(rng: Random, now: datetime) -> State:
    """The mails and the people of a new phone."""
    owner, *people = (
        {"name": name, "email": f"{'.'.join(words(name))}@{rng.choice(_PROVIDERS)}"}
        for name in names.people(rng, _PEOPLE + 1)
    )
    firms = [
        {"name": topic.writer, "email": f"news@{'-'.join(words(topic.writer))}.example.com"}
        for topic in NOTICES
    ]
    me, emails = owner["email"], [one["email"] for one in people]
    by_name = {firm["name"]: firm["email"] for firm in firms}
    arrived, written = now - timedelta(minutes=rng.randint(5, 90)), []
    topics = rng.sample([*TALKS, *NOTICES], len(TALKS) + len(NOTICES))
    for place, topic in enumerate(topics):
        folder = "inbox" if place < _IN_INBOX else "archive" if place < _IN_ARCHIVE else "bin"
        writer = by_name.get(topic.writer) or rng.choice(emails)
        unread = folder == "inbox" and rng.random() < 0.45
        for turn, one in enumerate(_thread(rng, topic, me, writer, arrived)):
            mine = one["from"] == me
            kept = "sent" if mine and folder != "bin" else folder  # a thread is binned whole
            known = {"thread": place + 1, "folder": kept}
            written.append(one | known | {"read": mine or turn > 0 or not unread})
        ago = timedelta(minutes=rng.choice((25, 90, 240, 700, 1500, 2900)) + rng.randrange(40))
        arrived = awake(arrived - ago)
    written += _own(rng, me, emails, now)
    mails = [mail(id_, **fields) for id_, fields in enumerate(written, start=1)]
    return {"me": owner, "people": people + firms, "mails": mails}


def _thread(
    rng: Random, topic: Topic, me: str, writer: str, arrived: datetime
) -> Iterator[dict[str, Any]]:
    """The mails of a topic, the last one first."""
    for turn, letter in reversed(list(enumerate(topic.letters))):
        mine, first = turn % 2 == 1, turn == 0
        yield {
            "at": arrived.isoformat(timespec="minutes"),
            "from": me if mine else writer,
            "to": [writer if mine else me],
            "subject": topic.subject if first else f"Re: {topic.subject}",
            "body": letter,
            "starred": rng.random() < 0.1,
            "labels": [topic.label] if topic.label else [],
            "attachments": [_file(rng, topic.file)] if topic.file and first else [],
        }
        arrived = awake(arrived - timedelta(minutes=rng.randint(30, 400)))


def _own(rng: Random, me: str, emails: Sequence[str], now: datetime) -> Iterator[dict[str, Any]]:
    """What the owner sent, has begun to write, and has scheduled; each to somebody else."""
    to = iter(rng.sample(emails, len(SENT) + len(JOTTINGS) + 1))

    def own(folder: str, ago: int, subject: str, body: str) -> dict[str, Any]:
        at = awake(now - timedelta(minutes=ago)).isoformat(timespec="minutes")
        return {"folder": folder, "at": at, "from": me, "to": [next(to)], "subject": subject,
                "body": body}  # fmt: skip

    yield from (own("sent", rng.randint(200, 20_000), *letter) for letter in SENT)
    yield from (own("drafts", rng.randint(60, 9000), *one) for one in rng.sample(JOTTINGS, 5))
    later = (now + timedelta(days=rng.randint(2, 5))).replace(hour=9, minute=0)
    yield own("scheduled", 180, *BIRTHDAY) | {"send_at": later.isoformat(timespec="minutes")}


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


def of_firm(email: str) -> bool:
    """Whether the address is a firm's, not a person's."""
    return email.startswith("news@")


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


def find(state: State, query: str, *, unread: bool, attached: bool) -> list[Mail]:
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
