"""Pictures of the pocket phone's apps, each page reached by touch: a page of HTML, and PNG sheets.

The way to each picture stands in `gallery.yaml`, the same for every language, theme and size of
screen: refs as in `adb shell pocketphone tree` (`alarm/*` is the first that fits), "hold REF",
"type TEXT".
"""

from __future__ import annotations

import argparse
import sys
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from io import BytesIO
from pathlib import Path
from typing import Any

import yaml
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from PIL import Image

from pocketphone.phone import Phone

HERE = Path(__file__).resolve().parent
SEED = 1
HOLD_MS = 800
SWIPES = 4  # so often a list is scrolled for what is not in sight
SCREEN_PX = 360  # the width of a screen on the page and on a sheet
GAP_PX, COLUMNS = 16, 5
SHEET = (120, 120, 128)  # shows the edges of light screens and of dark ones

Ways = Mapping[str, Mapping[str, Sequence[str]]]
"""App → name of a picture → the steps to it from the app's first page."""


@dataclass(frozen=True, slots=True)
class Look:
    """A phone that pictures are taken on, and of which apps; of all where none is named."""

    name: str
    made: Mapping[str, Any] = field(default_factory=dict)
    apps: frozenset[str] = frozenset()

    def shows(self, app: str) -> bool:
        return not self.apps or app in self.apps


TRANSLATED = frozenset({"launcher", "clock", "settings"})
LOOKS = (
    Look("light"),
    Look("dark", {"theme": "dark"}),
    Look("small", {"size": (720, 1280), "density": 320, "font_scale": 1.3}),
    Look("chinese", {"language": "zh-CN"}, TRANSLATED),
    Look("arabic", {"language": "ar-EG"}, TRANSLATED),
)
FRONT = ("maps", "social", "chat", "shop", "video", "music", "reviews", "mail", "clock", "photos")


@dataclass(frozen=True, slots=True)
class Shot:
    name: str
    image: Image.Image

    @property
    def data(self) -> str:
        """The picture as a `data:` address."""
        stream = BytesIO()
        self.image.save(stream, "WEBP", quality=80)
        return "data:image/webp;base64," + b64encode(stream.getvalue()).decode("ascii")


class NotShown(LookupError):
    """A step of the way names what is not on the screen."""


def take(phone: Phone, step: str) -> None:
    """Do one step as a finger would. Raises: `NotShown`."""
    verb, _, rest = step.partition(" ")
    if verb == "type":
        phone.type_text(rest)
    else:
        left, top, right, bottom = place(phone, rest or verb)
        phone.touch((left + right) / 2, (top + bottom) / 2, HOLD_MS if rest else 0)


def place(phone: Phone, wanted: str) -> list[int]:
    """Where the first thing of that ref is, once it was scrolled to. Raises: `NotShown`."""
    width, height = phone.size
    for _ in range(SWIPES):
        for seen in phone.tree():
            if fnmatchcase(seen["id"], wanted):
                bounds: list[int] = seen["bounds"]
                return bounds
        phone.drag(width / 2, height * 0.7, width / 2, height * 0.3)
    raise NotShown(f"no {wanted} on page {phone.page.page}")


def shots(app: str, ways: Mapping[str, Sequence[str]], look: Look) -> Iterator[Shot]:
    """A picture at the end of each way. Raises: `NotShown`."""
    for name, steps in ways.items():
        phone = Phone(seed=SEED, **look.made)
        phone.load({"screen": {"app": f"com.pocketphone.{app}"}})
        for step in steps:
            try:
                take(phone, step)
            except NotShown as missing:
                raise NotShown(f"{app}, {name}, {look.name}: {missing}") from None
        frame = phone.frame().convert("RGB")
        height = round(SCREEN_PX * frame.height / frame.width)
        yield Shot(name, frame.resize((SCREEN_PX, height), Image.Resampling.LANCZOS))


def front(ways: Ways) -> Image.Image:
    """The first page of some apps, small."""
    first = [next(shots(app, ways[app], LOOKS[0])).image for app in FRONT]
    return sheet([image.resize((180, 400)) for image in first])


def sheet(images: Sequence[Image.Image]) -> Image.Image:
    """Pictures of one size side by side, in rows."""
    columns = min(COLUMNS, len(images))
    width, height = (edge + GAP_PX for edge in images[0].size)
    rows = -(-len(images) // columns)
    ground = Image.new("RGB", (columns * width + GAP_PX, rows * height + GAP_PX), SHEET)
    for place, image in enumerate(images):
        row, column = divmod(place, columns)
        ground.paste(image, (GAP_PX + column * width, GAP_PX + row * height))
    return ground


def main() -> int:
    options = _options()
    ways: Ways = yaml.safe_load((HERE / "gallery.yaml").read_text(encoding="utf-8"))
    if options.front:
        front(ways).save(options.front)
        print(options.front)
        return 0
    options.out.mkdir(parents=True, exist_ok=True)
    taken: dict[str, dict[str, list[Shot]]] = {}
    for app in options.apps or ways:
        for look in LOOKS:
            if look.shows(app) and look.name in (options.looks or look.name):
                found = list(shots(app, ways[app], look))
                taken.setdefault(app, {})[look.name] = found
                name = f"{app}-{look.name}.png"
                sheet([shot.image for shot in found]).save(options.out / name)
        print(f"{app}: {sum(map(len, taken[app].values()))} pictures", file=sys.stderr)
    pages = Environment(loader=FileSystemLoader(HERE), undefined=StrictUndefined, autoescape=True)
    page = options.out / "index.html"
    page.write_text(pages.get_template("gallery.html").render(apps=taken), encoding="utf-8")
    print(page)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--out", type=Path, default=Path("gallery"), help="the folder to write to")
    parser.add_argument("--apps", nargs="+", metavar="APP", help="these apps only")
    parser.add_argument(
        "--looks", nargs="+", choices=[look.name for look in LOOKS], help="these only"
    )
    parser.add_argument("--front", type=Path, help="only a small picture of ten apps, to this file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
