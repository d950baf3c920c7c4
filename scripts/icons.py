"""Builds the classifier of icons from the icon fonts that scripts/icons.yaml names.

An icon is kept for its word only where an icon of another family looks alike: what one family alone
draws so is a name that means something else there. How sure the network must be is told by families
that it did not learn from: the least at which 97 of 100 of its words are right.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np
import numpy.typing as npt

from appagent.screen.icons import DATA, Array, describe, glyphs
from scripts.icon_fonts import SIZES_PX, Icon, draw, icons, read_table

PRECISION = 0.97  # of the words, for families not learned from
ALIKE, THE_SAME = 0.8, 0.999  # of two descriptions, 1 at most
HIDDEN, ROUNDS, BATCH, RATE, DECAY = 128, 16, 128, 1e-3, 1e-4
PICTURES = 150  # of each word, of the drawings of all families; of another icon there is one
TEXTS_APART = 40  # of the icons' names every so many is a line of text, too
TESTED = ("material", "mdi", "fontawesome", "remix", "phosphor", "ionicons", "bootstrap", "tabler")


@dataclass(frozen=True, slots=True)
class Samples:
    """Descriptions of pictures, and what each shows."""

    described: Array
    words: npt.NDArray[np.str_]
    families: npt.NDArray[np.str_]
    names: npt.NDArray[np.str_]

    def where(self, chosen: npt.NDArray[np.bool_]) -> Samples:
        return Samples(
            self.described[chosen], self.words[chosen], self.families[chosen], self.names[chosen]
        )


Layers = list[tuple[Array, Array]]


def collect(folder: Path) -> Samples:
    """Pictures of all icons, described."""
    chance = Random(0)
    found: list[tuple[Array, str, str, str]] = []
    drawn = list(icons(folder))
    drawings = Counter(icon.word for icon in drawn)
    for icon in [*drawn, *_texts([one.name for one in drawn[::TEXTS_APART]])]:
        if icon.word is None or (not icon.word and chance.random() < 0.4):
            continue
        for _ in range(1 + PICTURES // drawings[icon.word] if icon.word else 1):
            picture = draw(icon, chance.choice(SIZES_PX), chance)
            glyph = next(glyphs(picture), None) if picture is not None else None
            if glyph is not None:
                found.append((describe(glyph), icon.word, icon.family, icon.name))
    described, *words = zip(*found, strict=True)
    return _agreed(Samples(np.array(described, np.float32), *map(np.array, words)))


def _texts(names: Sequence[str]) -> list[Icon]:
    """Letters, numbers, words and lines of text, which are no icons."""
    import font_roboto

    font = next(Path(font_roboto.__file__).parent.rglob("Roboto-Medium.ttf"))
    letters = "ABCDEFGHIJKLMNOPQRSTUVWYZabcdefghijkmnopqrstuvwyz0123456789&@#%$€?!"
    lines = [name.replace("_", " ").replace("-", " ").capitalize() for name in names]
    return [Icon("roboto", text, text, font, "") for text in [*letters, *letters, *lines]]


def _agreed(samples: Samples) -> Samples:
    """The samples without known icons that no other family draws alike, and without other names for
    what a known one shows."""
    known = samples.words != ""
    kept = ~known
    for word in np.unique(samples.words[known]):
        at = np.flatnonzero(samples.words == word)
        alike = _likeness(samples.described[at], samples.described[at])
        other = samples.families[at][:, None] != samples.families[at]
        kept[at] = (alike * other).max(axis=1) >= ALIKE
    one_of_them = samples.described[kept & known]
    for at in np.array_split(np.flatnonzero(~known), 20):
        kept[at] = _likeness(samples.described[at], one_of_them).max(axis=1) < THE_SAME
    left = samples.where(~kept)
    named = zip(left.words, left.families, left.names, strict=True)
    for word, family, name in sorted(set(named)):
        what = f"no other family draws {word} so" if word else "the same as a known one"
        print(f"left out {family}:{name}: {what}", file=sys.stderr)
    return samples.where(kept)


def _likeness(ones: Array, others: Array) -> Array:
    """The cosine of the angle between each two descriptions."""
    unit, other = (each / np.linalg.norm(each, axis=1, keepdims=True) for each in (ones, others))
    return np.asarray(unit @ other.T, np.float32)


def train(samples: Samples, words: Sequence[str]) -> Layers:
    """The two layers of a network that tells the words, by Adam."""
    chance = np.random.default_rng(0)
    width = samples.described.shape[1]
    sizes = ((width, HIDDEN), (HIDDEN, len(words)))
    layers = [
        (chance.normal(0, (2 / a) ** 0.5, (a, b)).astype(np.float32), np.zeros(b, np.float32))
        for a, b in sizes
    ]
    values = [part for layer in layers for part in layer]
    first, second = ([np.zeros_like(v) for v in values] for _ in range(2))
    truth = np.searchsorted(words, samples.words)
    steps = 0
    for turn in range(ROUNDS):
        order = chance.permutation(len(truth))
        rate = RATE * (1 - turn / ROUNDS)
        for start in range(0, len(order), BATCH):
            chosen = order[start : start + BATCH]
            slopes = _slopes(values, samples.described[chosen], truth[chosen])
            steps += 1
            for value, slope, mean, square in zip(values, slopes, first, second, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope**2 - square)
                step = mean / (1 - 0.9**steps) / (np.sqrt(square / (1 - 0.999**steps)) + 1e-8)
                value -= rate * (step + DECAY * value)
    return [(values[0], values[1]), (values[2], values[3])]


def _slopes(values: Sequence[Array], given: Array, truth: npt.NDArray[np.intp]) -> list[Array]:
    """How the loss changes with each value."""
    inner, inner_bias, outer, outer_bias = values
    hidden = np.maximum(given @ inner + inner_bias, 0)
    shares = _shares(hidden @ outer + outer_bias)
    shares[np.arange(len(truth)), truth] -= 1
    shares /= len(truth)
    back = (shares @ outer.T) * (hidden > 0)
    return [given.T @ back, back.sum(axis=0), hidden.T @ shares, shares.sum(axis=0)]


def _shares(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), np.float32)


def judge(layers: Layers, described: Array) -> Array:
    """How likely each word is."""
    (inner, inner_bias), (outer, outer_bias) = layers
    return _shares(np.maximum(described @ inner + inner_bias, 0) @ outer + outer_bias)


def least_sure(samples: Samples, words: Sequence[str]) -> float:
    """How sure a network has to be, by the families that it did not learn from: one picture of each
    of their icons, where the known ones count as much as all others together."""
    sure, said, shown = (list[np.ndarray]() for _ in range(3))
    for family in TESTED:
        held = samples.families == family
        layers = train(samples.where(~held), words)
        _, firsts = np.unique(samples.names[held], return_index=True)
        shares = judge(layers, samples.described[held][firsts])
        sure.append(shares.max(axis=1))
        said.append(np.array(words)[shares.argmax(axis=1)])
        shown.append(samples.words[held][firsts])
    order = np.argsort(-np.concatenate(sure))
    sureness, word, truth = (np.concatenate(each)[order] for each in (sure, said, shown))
    counts = np.where(truth == "", (truth != "").sum() / (truth == "").sum(), 1)[word != ""]
    right = (word == truth)[word != ""]
    found = np.cumsum(right)
    precision, recall = found / np.cumsum(counts), found / (truth != "").sum()
    last = int(np.flatnonzero(precision >= PRECISION).max())
    least = float(sureness[word != ""][last])
    print(
        f"held-out families: precision {precision[last]:.3f}, recall {recall[last]:.3f} at {least}"
    )
    return least


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--fonts", type=Path, default=Path("runs/fonts"), help="the packages")
    parser.add_argument("--out", type=Path, default=DATA, help="the file to write")
    options = parser.parse_args()
    samples = collect(options.fonts)
    words = ["", *sorted(read_table()["icons"])]
    print(f"{len(samples.words)} pictures, {(samples.words != '').sum()} of {len(words) - 1} words")
    least = least_sure(samples, words)
    data: dict[str, npt.ArrayLike] = {"words": np.array(words), "least_sure": least}
    for number, (weights, bias) in enumerate(train(samples, words), start=1):
        scale = np.abs(weights).max(axis=0) / 127
        data |= {
            f"weights_{number}": (weights / scale).round().astype(np.int8),
            f"scale_{number}": scale.astype(np.float32),
            f"bias_{number}": bias,
        }
    made_from = sorted({f"{f['package']} ({f['licence']})" for f in read_table()["families"]})
    data["made_from"] = np.array(made_from)
    np.savez_compressed(options.out, **data)
    print(f"{options.out}: {options.out.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
