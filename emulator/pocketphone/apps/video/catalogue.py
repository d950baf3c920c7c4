"""What there is to watch: channels, videos, and what people say below them."""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from pocketphone.apps import names, songs
from pocketphone.apps.words import matches, words
from pocketphone.ui import State

Channel = dict[str, Any]
"""{"id", "name", "lower", "handle", "topic", "subscribers", "about", "subscribed", "bell"}"""
Video = dict[str, Any]
"""{"id", "title", "lower", "channel", "topic", "song", "length_s", "views", "likes", "days"};
`song` is the bare title of what a music video shows, else ""."""


class Topic(NamedTuple):
    label: str
    motif: str  # of its pictures; see art.MOTIFS
    about: str
    channels: tuple[str, ...]
    subjects: tuple[str, ...]
    titles: tuple[str, ...]  # {} is the subject


def _split(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(";"))


TOPICS: dict[str, Topic] = {
    "music": Topic("Music", "stage", "Songs, concerts and stories from the road.", (), (), ()),
    "cooking": Topic(
        "Cooking", "plate", "Everyday food without fuss, a new recipe each week.",
        _split("Pan & Pepper; The Slow Kitchen; Ladle Street; Flour Hour"),
        _split("lentil soup; flatbread; mushroom risotto; apple tart; fried rice; dumplings;"
               "tomato sauce; banana pancakes; pickled onions; roast carrots"),
        ("How to make {}", "Three mistakes everyone makes with {}", "The best {} I ever had",
         "{} on a small budget"),
    ),
    "travel": Topic(
        "Travel", "hills", "Slow journeys by train, boat and on foot.",
        _split("Far Ferry; Two Backpacks; Map & Kettle; Platform Nine and Out"),
        _split("the night train; a tiny island; the old harbour; the mountain path;"
               "an empty beach; the desert road; the border village"),
        ("A week on {}", "What nobody tells you about {}", "Twenty-four hours: {}",
         "Why I went back to {}"),
    ),
    "tech": Topic(
        "Tech", "blocks", "We test it so that you need not.",
        _split("Bench & Byte; Solder Lab; Pocket Reviews; Plain Circuits"),
        _split("the folding phone; a cheap laptop; noise cancelling; this tiny computer;"
               "the new smartwatch; old keyboards; home servers"),
        ("The truth about {}", "{}: one year later", "Should you buy {}?", "Fixing {} at home"),
    ),
    "science": Topic(
        "Science", "planet", "Big questions and honest answers.",
        _split("Quiet Cosmos; Why Though; The Lab Next Door"),
        _split("black holes; deep sea creatures; the speed of light; volcanoes; sleep;"
               "the smell of rain; migrating birds"),
        ("What we still don't know about {}", "{} explained with a teapot", "The history of {}",
         "I asked an expert about {}"),
    ),
    "fitness": Topic(
        "Fitness", "bands", "Short workouts for long days.",
        _split("Ten Minute Moves; Stretch Club; Uphill Daily"),
        _split("your back; stiff shoulders; better balance; strong legs; early mornings;"
               "runners"),
        ("10 minute routine for {}", "Yoga for {}", "Full workout for {}", "No equipment: {}"),
    ),
    "home": Topic(
        "Home & garden", "bubbles", "Building, mending and growing things.",
        _split("Sawdust Saturday; Fix It Twice; Moss & Marrow; Balcony Acres"),
        _split("a wobbly table; herbs in pots; a garden bench; peeling paint; tomato plants;"
               "a dripping tap; bookshelves"),
        ("How to save {}", "{} for beginners", "I spent a month on {}", "The easy way: {}"),
    ),
    "gaming": Topic(
        "Gaming", "city", "Let's play something nice.",
        _split("Pixel Porch; Second Player; Save Point Cafe"),
        _split("the lighthouse level; Castle Kart; the final boss; Farm Valley;"
               "a speedrun; retro racers"),
        ("Playing {} blindfolded", "{}: every secret", "I beat {} in one evening",
         "Let's play {} together"),
    ),
}  # fmt: skip
_BANDS = 7  # musicians who have a channel
_LYRICS = "Lyric Lane"  # shows the words of their songs
_SUBSCRIBED = 6  # of the channels that make no music
_EACH = 4  # videos of a channel


def generate(rng: Random) -> State:
    """The channels, the videos in the order of the home page, and the first subscriptions."""
    channels = [
        _channel(rng, name, topic) for topic, known in TOPICS.items() for name in known.channels
    ]
    mine = rng.sample(channels, _SUBSCRIBED)
    for one in mine:
        one["subscribed"] = True
    bands = [_channel(rng, name, "music") for name in songs.artists(rng, _BANDS)]
    lyrics = _channel(rng, _LYRICS, "music")
    videos = [video for one in channels for video in _videos(rng, one)]
    for band, title in zip(bands * 3, songs.titles(rng, 3 * _BANDS), strict=True):
        videos += _music(rng, band, lyrics, title)
    # What came today is of the channel whose face stands last: the first four need a touch.
    last = max(mine, key=channels.index)
    next(video for video in videos if video["channel"] == last["id"])["days"] = 0
    rng.shuffle(videos)
    for number, video in enumerate(videos, start=1):
        video["id"] = f"v{number}"
    return {"channels": [*channels, *bands, lyrics], "videos": videos}


def _channel(rng: Random, name: str, topic: str) -> Channel:
    return {
        "id": "-".join(words(name)),
        "name": name,
        "lower": name.lower(),
        "handle": f"@{''.join(words(name))}",
        "topic": topic,
        "subscribers": int(10 ** rng.uniform(3.2, 6.9)),
        "about": TOPICS[topic].about,
        "subscribed": False,
        "bell": "personalised",
    }


def _videos(rng: Random, channel: Channel) -> list[Video]:
    topic = TOPICS[channel["topic"]]
    found: dict[str, None] = {}
    while len(found) < _EACH:
        title = rng.choice(topic.titles).format(rng.choice(topic.subjects))
        found[title[0].upper() + title[1:]] = None
    return [_video(rng, title, channel) for title in found]


def _music(rng: Random, band: Channel, lyrics: Channel, title: str) -> list[Video]:
    """A song's own video, and for some songs others that are not the one."""
    found = [_video(rng, f"{band['name']} - {title} (Official Video)", band, title)]
    if rng.random() < 0.6:
        found.append(_video(rng, f"{title} (Lyrics) - {band['name']}", lyrics))
    if rng.random() < 0.3:
        found.append(_video(rng, f"{title} (Live at the Old Mill)", band))
    return found


def _video(rng: Random, title: str, channel: Channel, song: str = "") -> Video:
    music = channel["topic"] == "music"
    views = int(10 ** rng.uniform(3, 7.2))
    return {
        "title": title,
        "lower": title.lower(),
        "channel": channel["id"],
        "topic": channel["topic"],
        "song": song,
        "length_s": rng.randint(150, 290) if music else rng.randint(181, 2400),
        "views": views,
        "likes": int(views * rng.uniform(0.01, 0.06)),
        "days": int(10 ** rng.uniform(0, 3.2)),
    }


def video_of(state: State, id_: str | None) -> Video | None:
    return next((one for one in state["videos"] if one["id"] == id_), None)


def channel_of(state: State, id_: str) -> Channel:
    """A channel. Raises: `StopIteration` for an id that no channel has."""
    return next(one for one in state["channels"] if one["id"] == id_)


def find_channels(state: State, query: str) -> list[Channel]:
    return [one for one in state["channels"] if words(query) and matches(query, one["name"])]


def find_videos(state: State, query: str) -> list[Video]:
    """The videos whose title, or title and channel, a query begins the words of."""
    if not words(query):
        return []
    by = {one["id"]: one["name"] for one in state["channels"]}
    found = [
        (not matches(query, video["title"]), video)
        for video in state["videos"]
        if matches(query, f"{video['title']} {by[video['channel']]}")
    ]
    return [video for _, video in sorted(found, key=lambda hit: hit[0])]


# what others have said

_SAID = (
    "I come back to this one every few months.",
    "Watched it twice and took notes.",
    "My grandmother does it exactly like that.",
    "The part in the middle made me laugh out loud.",
    "Could you do one about the next step, please?",
    "First time here, and I am staying.",
    "Not sure I agree, but well made.",
    "The sound is a little low on my phone.",
    "This deserves far more views.",
    "Who else is watching this late at night?",
    "Thank you, this saved my weekend.",
    "Shorter than I hoped, better than I feared.",
)


class Comment(NamedTuple):
    id: str
    writer: str
    text: str
    likes: int
    days: int


@lru_cache(maxsize=64)
def comments(video: str, title: str) -> tuple[Comment, ...]:
    """What others have said about a video, the most liked first."""
    rng = Random(f"{video}/{title}")
    writers = names.people(rng, 9)
    said = [
        Comment(f"{video}-{place}", writer, text, int(10 ** rng.uniform(0, 3.5)),
                rng.randint(1, 300))
        for place, (writer, text) in enumerate(zip(writers, rng.sample(_SAID, 9), strict=True))
    ]  # fmt: skip
    return tuple(sorted(said, key=lambda comment: -comment.likes))
