"""Text and icons as masks: measured, broken into lines and rasterised once."""

from __future__ import annotations

from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path
from unicodedata import bidirectional

from PIL import Image, ImageFont

from pocketphone.ui.theme import Weight


def _package_file(package: str, pattern: str) -> Path | None:
    """The font file of an installed package, found without importing it."""
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return next(Path(folders[0]).rglob(pattern), None) if folders else None


_FALLBACKS: tuple[tuple[str, str, tuple[tuple[int, int], ...]], ...] = (
    # package, file, the code points that Roboto lacks and this font has
    (
        "fontpkg_noto_sans_arabic",
        "NotoSansArabic*.ttf",
        ((0x600, 0x6FF), (0x750, 0x77F), (0xFB50, 0xFDFF), (0xFE70, 0xFEFC)),
    ),
    (
        "pylopdf_fonts_zh_cn",  # with simplified forms, and commas where they stand in China
        "NotoSansSC*.otf",
        ((0x2E80, 0x9FFF), (0xF900, 0xFAFF), (0xFF00, 0xFFEF)),
    ),
    ("cvttf_NotoSansCJK_Regular", "*.otf", ((0xAC00, 0xD7AF),)),
)


def _script(char: str) -> int:
    """Which font draws a character: -1 Roboto, else the place in `_FALLBACKS`."""
    code = ord(char)
    if code < 0x600:
        return -1
    for place, (_, _, ranges) in enumerate(_FALLBACKS):
        if any(first <= code <= last for first, last in ranges):
            return place
    return -1


@cache
def _font(script: int, weight: Weight, size: int) -> ImageFont.FreeTypeFont:
    file: Path | None = None
    if script >= 0:
        file = _package_file(*_FALLBACKS[script][:2])
    if file is None:
        file = _package_file("font_roboto", f"Roboto-{weight}.ttf")
    if file is None:
        raise FileNotFoundError("no Roboto font: pip install 'appagent[pocket]'")
    return ImageFont.truetype(file, size, layout_engine=ImageFont.Layout.BASIC)


# What `bidi.algorithm` dies on: isolates, which it is too old for, and what is no character.
_NOT_READ = ("LRI", "RLI", "FSI", "PDI", "")


def _visual(text: str) -> str:
    """The text in the order it is drawn: right-to-left runs shaped and turned."""
    if all(ord(char) < 0x590 for char in text):
        return text
    if not any(0x590 <= ord(char) <= 0x8FF or 0xFB1D <= ord(char) <= 0xFEFC for char in text):
        return text
    from arabic_reshaper import reshape  # type: ignore[import-untyped]
    from bidi.algorithm import get_display  # type: ignore[import-untyped]

    known = "".join(char for char in reshape(text) if bidirectional(char) not in _NOT_READ)
    return str(get_display(known))


def _runs(text: str) -> list[tuple[int, str]]:
    """Pieces of `text` with the script of the font that draws each."""
    runs: list[tuple[int, str]] = []
    for char in text:
        script = _script(char)
        if runs and (runs[-1][0] == script or char == " "):
            runs[-1] = (runs[-1][0], runs[-1][1] + char)
        else:
            runs.append((script, char))
    return runs


@lru_cache(maxsize=20_000)
def text_width(text: str, weight: Weight, size: int) -> int:
    """Px that the text advances on one line."""
    return round(
        sum(_font(script, weight, size).getlength(run) for script, run in _runs(_visual(text)))
    )


@lru_cache(maxsize=4_000)
def text_mask(text: str, weight: Weight, size: int) -> tuple[Image.Image, int]:
    """An "L" mask of one line, and the px from its top to the baseline."""
    ascent, descent = _font(-1, weight, size).getmetrics()
    spill = size // 6  # italics and accents may leave the advance box
    mask = Image.new("L", (text_width(text, weight, size) + 2 * spill, ascent + descent + spill))
    x = float(spill)
    for script, run in _runs(_visual(text)):
        font = _font(script, weight, size)
        left, top = font.getbbox(run, anchor="ls")[:2]
        core = font.getmask(run, mode="L", anchor="ls")
        if core.size[0] and core.size[1]:
            piece = Image.frombytes("L", core.size, bytes(core))
            mask.paste(piece, (round(x + left), round(ascent + top)), piece)
        x += font.getlength(run)
    return mask, ascent


def spill(size: int) -> int:
    """Px that a text mask reaches beyond the advance box on each side."""
    return size // 6


@lru_cache(maxsize=2_000)
def icon_mask(name: str, size: int) -> Image.Image:
    """A square "L" mask of a Material Design icon, by its name on pictogrammers.com."""
    from fonticon_mdi7 import MDI7  # type: ignore[import-untyped]

    glyph = getattr(MDI7, name.replace("-", "_"), "")[-1:]
    if not glyph:
        raise KeyError(f"no icon {name!r}: names are those of fonticon_mdi7.MDI7")
    mask = Image.new("L", (size, size))
    font = ImageFont.truetype(MDI7.__font_file__, size, layout_engine=ImageFont.Layout.BASIC)
    core = font.getmask(glyph, mode="L")
    piece = Image.frombytes("L", core.size, bytes(core))
    mask.paste(piece, ((size - core.size[0]) // 2, (size - core.size[1]) // 2))
    return mask


@lru_cache(maxsize=8_000)
def lines(text: str, weight: Weight, size: int, width: int, most: int) -> tuple[str, ...]:
    """The text broken at blanks to fit `width` px; the last of `most` lines ends in "…"."""
    broken: list[str] = []
    for paragraph in text.split("\n"):
        broken.extend(_wrap(paragraph, weight, size, width))
    if most and len(broken) > most:
        rest = " ".join(broken[most - 1 :])
        broken = [*broken[: most - 1], _cut(rest, weight, size, width)]
    return tuple(broken)


def _wrap(paragraph: str, weight: Weight, size: int, width: int) -> list[str]:
    if text_width(paragraph, weight, size) <= width:
        return [paragraph]
    done, line = [], ""
    for word in paragraph.split(" "):
        longer = f"{line} {word}" if line else word
        if text_width(longer, weight, size) <= width:
            line = longer
            continue
        if line:
            done.append(line)
        line = word
        while len(line) > 1 and text_width(line, weight, size) > width:
            fits = _fitting(line, weight, size, width)
            done.append(line[:fits])
            line = line[fits:]
    return [*done, line]


def _fitting(text: str, weight: Weight, size: int, width: int) -> int:
    """How many leading characters fit `width`; at least one."""
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle], weight, size) <= width:
            low = middle
        else:
            high = middle - 1
    return low


def _cut(text: str, weight: Weight, size: int, width: int) -> str:
    if text_width(text, weight, size) <= width:
        return text
    room = max(1, width - text_width("…", weight, size))
    return text[: _fitting(text, weight, size, room)].rstrip() + "…"
