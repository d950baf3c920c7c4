"""Musicians who do not exist, and what they sing: Music plays it, Video shows it."""

from __future__ import annotations

from random import Random

ARTISTS = (
    "Amber Cartwright", "Bramble & Co", "Cobalt Parade", "Dorothea Lund", "Ember Junction",
    "Fennel Brothers", "Glasshouse Nine", "Hollis Verity", "Indigo Ferry", "Juniper Vale",
    "Kestrel Youth", "Low Tide Orchestra", "Marlow Finch", "Nightshift Bakery", "Orla Fenwick",
    "Porcelain Dogs", "Quarter Past Rain", "Ruben Sallow", "Saltwater Choir", "Tin Herons",
    "Ursa Mender", "Velvet Harbour", "Wilma Sundqvist", "Yellow Telegram",
)  # fmt: skip
_FIRST = (
    "Broken", "Copper", "Crooked", "Distant", "Electric", "Golden", "Hollow", "Midnight",
    "Northern", "Open", "Paper", "Quiet", "Second", "Silver", "Velvet", "Winter",
)  # fmt: skip
_VERBS = ("Carry the", "Follow the", "Goodbye to the", "Hold the", "Lost in the", "Under the")
_LAST = (
    "Avenue", "Bridges", "Garden", "Harbour", "Hearts", "Lanterns", "Letters", "Machines",
    "Mirrors", "Morning", "Radio", "Rivers", "Signals", "Summer", "Tide", "Weather",
)  # fmt: skip


def titles(rng: Random, count: int) -> list[str]:
    """So many titles of songs, no two alike."""
    every = [f"{first} {last}" for first in (*_FIRST, *_VERBS) for last in _LAST]
    return rng.sample(every, count)


def artists(rng: Random, count: int) -> list[str]:
    """So many names, in the order of the alphabet."""
    return sorted(rng.sample(ARTISTS, count))
