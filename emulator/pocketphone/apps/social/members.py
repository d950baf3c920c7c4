"""Who is on Social and what stands there at the beginning: people, posts, communities, news."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random
from typing import Any

from pocketphone.apps import names
from pocketphone.apps.photos.edits import PLAIN
from pocketphone.apps.social.texts import BIOS, PLACES, RULES, TOPICS
from pocketphone.apps.words import words
from pocketphone.ui import Context, State

Person = dict[str, Any]
"""{"id", "name", "name_lower", "handle", "bio", "place", "followers", "following", "followed",
"follows_me", "muted", "blocked"}; the owner of the phone is 0 and kept as `me`."""

Post = dict[str, Any]
"""{"id", "author", "at", "text", "text_lower", "topic", "photo", "quote", "audience", "likes",
"liked", "reposts", "reposted", "bookmarked", "comments": [{"author", "text", "at"}]}"""

Community = dict[str, Any]
"""{"id", "name", "name_lower", "about", "topic", "members", "open", "rules", "status"}, the last
one of "none", "requested", "member"."""

ME = 0
_PEOPLE, _POSTS, _NEWS = 44, 66, 32
_OWN = (61, 48, 30, 11)  # the posts of the phone's owner
_KINDS = ("like", "like", "follow", "repost", "mention", "comment")


def handle_of(name: str) -> str:
    return "_".join(words(name))


def generate(rng: Random, now: datetime) -> State:
    """The state of a new phone: its owner has been on Social for some years."""
    me, *others = names.people(rng, _PEOPLE + 1)
    people = [_person(rng, id_, name) for id_, name in enumerate(others, start=1)]
    communities = _communities(rng)
    return {
        "me": {
            "id": ME,
            "name": me,
            "name_lower": me.lower(),
            "handle": handle_of(me),
            "bio": rng.choice(BIOS),
            "place": rng.choice(PLACES),
            "followers": rng.randint(60, 400),
            "photo": None,
        },
        "people": people,
        "posts": _posts(rng, now),
        "communities": communities,
        "news": _news(rng, now),
        "drafts": [],
        "searches": [],
        "shared": [],
        "settings": {
            "private": False,
            "mentions": True,
            "likes": True,
            "autoplay": "wifi",
            "audience": "everyone",
            "sensitive": False,
            "data_saver": False,
        },
    }


def _person(rng: Random, id_: int, name: str) -> Person:
    return {
        "id": id_,
        "name": name,
        "name_lower": name.lower(),
        "handle": handle_of(name),
        "bio": rng.choice(BIOS),
        "place": rng.choice(PLACES),
        "followers": rng.randint(12, 9_800),
        "following": rng.randint(20, 900),
        "followed": rng.random() < 0.4,
        "follows_me": rng.random() < 0.3,
        "muted": False,
        "blocked": False,
    }


def _posts(rng: Random, now: datetime) -> list[Post]:
    """The newest first; each text once, and a few by the owner of the phone."""
    texts = [(topic, text) for topic, about in TOPICS.items() for text in about.posts]
    found, at = [], now
    for id_, (topic, text) in zip(range(_POSTS, 0, -1), rng.sample(texts, _POSTS), strict=True):
        at -= timedelta(minutes=rng.choice((7, 20, 45, 90, 240)) + rng.randrange(20))
        author = ME if id_ in _OWN else rng.randint(1, _PEOPLE)
        photo = scene(topic, rng.randrange(10_000))
        comments = [
            {"author": rng.randint(1, _PEOPLE), "text": reply, "at": at.isoformat()}
            for reply in rng.sample(TOPICS[topic].replies, rng.randint(0, 3))
        ]
        found.append(
            post(id_, author, text, at)
            | {
                "topic": topic,
                "photo": photo if rng.random() < 0.35 else None,
                "likes": rng.randint(0, 480),
                "liked": rng.random() < 0.1,
                "reposts": rng.randint(0, 60),
                "comments": comments,
            }
        )
    return found


def scene(topic: str, number: int) -> dict[str, Any]:
    """A picture of a subject: what of a photo's record is needed to see it."""
    kind = TOPICS[topic].picture
    return {"kind": kind, "number": number, "upright": False, "edit": dict(PLAIN)}


def post(id_: int, author: int, text: str, at: datetime) -> Post:
    """A post that nobody has answered yet."""
    return {
        "id": id_,
        "author": author,
        "at": at.isoformat(timespec="seconds"),
        "text": text,
        "text_lower": text.lower(),
        "topic": "",
        "photo": None,
        "quote": None,
        "audience": "everyone",
        "likes": 0,
        "liked": False,
        "reposts": 0,
        "reposted": False,
        "bookmarked": False,
        "comments": [],
    }


def _communities(rng: Random) -> list[Community]:
    topics = rng.sample(list(TOPICS), len(TOPICS))
    return [
        {
            "id": id_,
            "name": TOPICS[topic].community,
            "name_lower": TOPICS[topic].community.lower(),
            "about": TOPICS[topic].about,
            "topic": topic,
            "members": rng.randint(90, 24_000),
            "open": id_ % 2 == 0,
            "rules": rng.sample(RULES, 3),
            "status": "member" if id_ in (4, 9) else "none",
        }
        for id_, topic in enumerate(topics, start=1)
    ]


def _news(rng: Random, now: datetime) -> list[dict[str, Any]]:
    """What others did; the newest first."""
    found, at = [], now
    for id_ in range(_NEWS, 0, -1):
        at -= timedelta(minutes=rng.choice((15, 60, 200)) + rng.randrange(30))
        found.append(
            {
                "id": id_,
                "kind": rng.choice(_KINDS),
                "who": rng.randint(1, _PEOPLE),
                "post": rng.choice(_OWN),
                "at": at.isoformat(timespec="seconds"),
                "read": id_ < _NEWS - 4,
            }
        )
    return found


def person_of(ctx: Context, id_: int) -> Person | None:
    """Whoever has the id; the owner of the phone has 0."""
    if id_ == ME:
        return dict(ctx.state["me"])
    people: list[Person] = ctx.state["people"]
    return next((one for one in people if one["id"] == id_), None)


def post_of(ctx: Context, id_: int) -> Post | None:
    posts: list[Post] = ctx.state["posts"]
    return next((one for one in posts if one["id"] == id_), None)


def community_of(ctx: Context, id_: int) -> Community | None:
    communities: list[Community] = ctx.state["communities"]
    return next((one for one in communities if one["id"] == id_), None)


def visible_posts(ctx: Context) -> list[Post]:
    """The posts that the feed may show, the newest first: none of people muted or blocked."""
    quiet = {one["id"] for one in ctx.state["people"] if one["muted"] or one["blocked"]}
    return [one for one in ctx.state["posts"] if one["author"] not in quiet]


def ago(ctx: Context, at: str) -> str:
    """How long ago: "now", "7m", "3h", "2d", then the date."""
    then = datetime.fromisoformat(at)
    minutes = int((ctx.minute - then).total_seconds() // 60)
    if minutes < 1:
        return "now"
    if minutes < 60:
        return f"{minutes}m"
    if minutes < 60 * 24:
        return f"{minutes // 60}h"
    return f"{minutes // 60 // 24}d" if minutes < 60 * 24 * 7 else f"{then.day} {then:%b}"


def short(count: int) -> str:
    """A number as it stands on a card: 812, 1.2K, 24K."""
    if count < 1000:
        return str(count)
    return f"{count / 1000:.1f}K" if count < 10_000 else f"{count // 1000}K"
