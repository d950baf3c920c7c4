"""Icons out of fonts: which there are, what they show, and pictures of them."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
import yaml
from PIL import Image as Pillow
from PIL import ImageDraw, ImageFont

from appagent.screen.values import Image

TABLE = Path(__file__).with_suffix("").with_name("icons.yaml")
_STROKES_PX = 28  # of the shorter side: a smaller icon would lose its strokes
SIZES_PX = (20, 24, 30, 36, 48, 60, 72, 96)


@dataclass(frozen=True, slots=True)
class Icon:
    """One icon of one font; `word` is "" for something else, None for what is like a known one."""

    family: str
    name: str
    char: str
    font: Path
    word: str | None


def read_table() -> Mapping[str, Any]:
    """The families, and what their icons show."""
    table: Mapping[str, Any] = yaml.safe_load(TABLE.read_text("utf-8"))
    return table


def fetch(package: str, folder: Path) -> Path:
    """The folder with the files of a package, `npm NAME VERSION` or `pypi NAME VERSION`,
    downloaded where they are not there yet."""
    registry, name, version = package.split()
    place = folder / re.sub(r"\W+", "-", package)
    if place.is_dir():
        return place
    place.mkdir(parents=True)
    if registry == "npm":
        subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=place, check=True)
        with tarfile.open(next(place.glob("*.tgz"))) as packed:
            packed.extractall(place, filter="data")
        return place
    wanted = [sys.executable, "-m", "pip", "download", "--no-deps", "-d", ".", f"{name}=={version}"]
    subprocess.run(wanted, cwd=place, check=True)
    with zipfile.ZipFile(next(place.glob("*.whl"))) as wheel:
        wheel.extractall(place)
    return place


def icons(folder: Path) -> Iterator[Icon]:
    """The icons of all families."""
    table = read_table()
    words = {name: word for word, names in table["icons"].items() for name in names}
    plain = {f"-{name}-" for name in words if ":" not in name}
    for family in table["families"]:
        root = fetch(family["package"], folder)
        root = root / "package" if (root / "package").is_dir() else root
        text = (root / family["names"]).read_text("utf-8")
        for font in family["fonts"]:
            for name, code in re.findall(family["pattern"], text):
                char = code if len(code) == 1 else chr(int(code, 16))
                called = list(_names(name.lower().replace("_", "-"), table))
                listed = (words.get(f"{family['name']}:{n}", words.get(n)) for n in called)
                word = next(filter(None, listed), "")
                near = any(known in f"-{called[0]}-" for known in plain)
                yield Icon(family["name"], name, char, root / font, word or (None if near else ""))


def _names(name: str, table: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The name, then without what tells how the icon is drawn."""
    start, _, rest = name.partition("-")
    if start in table["prefixes"] and rest:
        yield name
        name = rest
    while True:
        yield name
        name, dash, end = name.rpartition("-")
        if not dash or end not in table["variants"]:
            return


def draw(icon: Icon, size_px: int, chance: Random) -> Image | None:
    """A picture of an icon in two colours by chance; None where its font lacks it."""
    font = _font(icon.font, size_px)
    width_px = round(font.getlength(icon.char)) + 2 * size_px
    space = Pillow.new("L", (width_px, 2 * size_px), 0)
    ImageDraw.Draw(space).text(
        (width_px // 2, size_px), icon.char, font=font, fill=255, anchor="mm"
    )
    box = space.getbbox()
    missing = font.getmask("\U0010fffd").getbbox()
    if box is None or (missing and font.getmask(icon.char) == font.getmask("\U0010fffd")):
        return None
    margin = chance.randint(2, 6)
    ink = np.asarray(
        space.crop((box[0] - margin, box[1] - margin, box[2] + margin, box[3] + margin))
    )
    ink = _varied(ink, chance)
    front, back = (np.array([chance.randint(0, 255) for _ in "rgb"]) for _ in range(2))
    if np.abs(front - back).max() < 90:
        front, back = np.zeros(3), np.full(3, 255)
    return (back + (front - back) * (ink[..., None] / 255)).round().astype(np.uint8)


def _varied(ink: Image, chance: Random) -> Image:
    """The same with thicker or thinner strokes, narrower or wider, a little blurred, by chance."""
    strokes = chance.choice((None, None, cv2.dilate, cv2.erode))
    if strokes and min(ink.shape) > _STROKES_PX:
        ink = np.asarray(strokes(ink, np.ones((2, 2), np.uint8)), np.uint8)
    height, width = ink.shape
    size = (round(width * chance.uniform(0.92, 1.08)), height)
    ink = np.asarray(cv2.resize(ink, size, interpolation=cv2.INTER_AREA), np.uint8)
    if chance.random() < 0.3:
        ink = np.asarray(cv2.GaussianBlur(ink, (0, 0), chance.uniform(0.3, 0.9)), np.uint8)
    return ink


_fonts: dict[tuple[Path, int], ImageFont.FreeTypeFont] = {}


def _font(path: Path, size_px: int) -> ImageFont.FreeTypeFont:
    if (path, size_px) not in _fonts:
        _fonts[path, size_px] = ImageFont.truetype(
            path, size_px, layout_engine=ImageFont.Layout.BASIC
        )
    return _fonts[path, size_px]
