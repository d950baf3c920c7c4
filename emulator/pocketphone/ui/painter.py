"""The brush: filled shapes and masks on an RGBA image, each clipped to a rectangle."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from pocketphone.ui import fonts
from pocketphone.ui.geometry import Rect
from pocketphone.ui.theme import Env, Paint, Rgb, TextStyle

_SMOOTH = 4  # corners are drawn this many times larger, then shrunk: Pillow has no antialiasing

_TURNED = {  # what points backwards or forwards points the other way in right-to-left languages
    "arrow-left": "arrow-right",
    "arrow-right": "arrow-left",
    "chevron-left": "chevron-right",
    "chevron-right": "chevron-left",
}


@lru_cache(maxsize=1_000)
def _corner(radius: int) -> Image.Image:
    """The mask of the upper left quarter of a disc."""
    large = Image.new("L", (radius * _SMOOTH, radius * _SMOOTH))
    ImageDraw.Draw(large).ellipse(
        (0, 0, 2 * radius * _SMOOTH - 1, 2 * radius * _SMOOTH - 1), fill=255
    )
    return large.resize((radius, radius), Image.Resampling.BOX)


@lru_cache(maxsize=400)
def _round_corners(width: int, height: int, radius: int) -> Image.Image:
    mask = Image.new("L", (width, height), 255)
    corner = _corner(radius)
    flipped = corner.transpose(Image.Transpose.FLIP_LEFT_RIGHT)
    mask.paste(corner, (0, 0))
    mask.paste(flipped, (width - radius, 0))
    mask.paste(corner.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (0, height - radius))
    mask.paste(
        flipped.transpose(Image.Transpose.FLIP_TOP_BOTTOM), (width - radius, height - radius)
    )
    return mask


@lru_cache(maxsize=400)
def _ring(width: int, height: int, radius: int, stroke: int) -> Image.Image:
    mask = _round_corners(width, height, radius).copy()
    inner = (width - 2 * stroke, height - 2 * stroke)
    if min(inner) > 0:
        hole = _round_corners(*inner, max(1, min(radius - stroke, *(edge // 2 for edge in inner))))
        mask.paste(0, (stroke, stroke), hole)
    return mask


@lru_cache(maxsize=100)
def _shadow(width: int, height: int, radius: int, depth: int) -> Image.Image:
    """A soft shadow, `depth * 2` px larger on every side, at a quarter of full black."""
    room = depth * 2
    mask = Image.new("L", (width + 2 * room, height + 2 * room))
    mask.paste(72, (room, room), _round_corners(width, height, radius))
    return mask.filter(ImageFilter.BoxBlur(depth)).filter(ImageFilter.BoxBlur(depth / 2))


class Painter:
    """Draws on `image`; nothing leaves `clip`, and a shadow not `outer`: the parent's clip."""

    def __init__(self, image: Image.Image, env: Env) -> None:
        self.image = image
        self.env = env
        self.clip = self.outer = Rect(0, 0, *image.size)
        self._draw = ImageDraw.Draw(image)

    def fill(self, box: Rect, paint: Paint, radius: int = 0) -> None:
        color = self.env.color(paint)
        radius = min(radius, box.width // 2, box.height // 2)
        if radius <= 0:
            self._rectangle(box, color)
            return
        self._corners(_round_corners(2 * radius, 2 * radius, radius), box, radius, color)
        middle = box.inset(0, radius)
        self._rectangle(middle, color)
        for top in (box.top, middle.bottom):
            self._rectangle(Rect(box.left + radius, top, box.right - radius, top + radius), color)

    def _rectangle(self, box: Rect, color: Rgb) -> None:
        shown = box.cut(self.clip)
        if not shown.empty:
            self._draw.rectangle((shown.left, shown.top, shown.right - 1, shown.bottom - 1), color)

    def _corners(self, mask: Image.Image, box: Rect, radius: int, color: Rgb) -> None:
        """The four quarters of a square mask at the box's corners: a mask as large as the box
        costs several times more to lay on."""
        for x, left in ((0, box.left), (radius, box.right - radius)):
            for y, top in ((0, box.top), (radius, box.bottom - radius)):
                self.stencil(mask.crop((x, y, x + radius, y + radius)), left, top, color)

    def disc(self, x: int, y: int, radius: int, paint: Paint) -> None:
        self.fill(Rect(x - radius, y - radius, x + radius, y + radius), paint, radius)

    def outline(self, box: Rect, paint: Paint, stroke: int, radius: int = 0) -> None:
        stroke = max(1, stroke)
        radius = max(stroke, min(radius, box.width // 2, box.height // 2))
        if box.empty:
            return
        color = self.env.color(paint)
        self._corners(_ring(2 * radius, 2 * radius, radius, stroke), box, radius, color)
        left, top, right, bottom = box
        for x in (left, right - stroke):
            self._rectangle(Rect(x, top + radius, x + stroke, bottom - radius), color)
        for y in (top, bottom - stroke):
            self._rectangle(Rect(left + radius, y, right - radius, y + stroke), color)

    def shadow(self, box: Rect, depth: int, radius: int = 0) -> None:
        radius = max(1, min(radius, box.width // 2, box.height // 2))
        mask = _shadow(box.width, box.height, radius, depth)
        held, self.clip = self.clip, self.outer
        self.stencil(mask, box.left - depth * 2, box.top - depth * 2 + depth // 2, (0, 0, 0))
        self.clip = held

    def stencil(self, mask: Image.Image, left: int, top: int, color: Rgb) -> None:
        """Lay `color` on the image through an "L" mask."""
        box = Rect(left, top, left + mask.width, top + mask.height)
        shown = box.cut(self.clip)
        if shown.empty:
            return
        if shown != box:
            mask = mask.crop(
                (shown.left - left, shown.top - top, shown.right - left, shown.bottom - top)
            )
        self.image.paste(color, shown, mask)

    def picture(self, picture: Image.Image, box: Rect, radius: int = 0) -> None:
        """An image, scaled to the box; one of its size and in RGBA is copied quickest."""
        shown = box.cut(self.clip)
        if shown.empty:
            return
        if picture.size != (box.width, box.height):
            picture = picture.resize((box.width, box.height), Image.Resampling.BILINEAR)
        mask = _round_corners(box.width, box.height, radius) if radius else None
        if shown != box:
            cut = shown.moved(-box.left, -box.top)
            picture, mask = picture.crop(cut), mask and mask.crop(cut)
        self.image.paste(picture, shown, mask)

    def line(self, points: list[tuple[float, float]], paint: Paint, stroke: int) -> None:
        """A polyline with round joints. Where it leaves the clip it is drawn on a copy."""
        color, (xs, ys) = self.env.color(paint), zip(*points, strict=True)
        reach = Rect(int(min(xs)), int(min(ys)), int(max(xs)) + 1, int(max(ys)) + 1).inset(-stroke)
        box = reach.cut(self.clip)
        if box == reach:
            self._draw.line(points, color, stroke, joint="curve")
        elif not box.empty:
            region = self.image.crop(box)
            moved = [(x - box.left, y - box.top) for x, y in points]
            ImageDraw.Draw(region).line(moved, color, stroke, joint="curve")
            self.image.paste(region, (box.left, box.top))

    def icon(self, name: str, box: Rect, paint: Paint) -> None:
        """A Material Design icon, as large as the box's shorter edge, in its middle."""
        size = min(box.width, box.height)
        if self.env.rtl:
            name = _TURNED.get(name, name)
        if size > 0:
            left = box.left + (box.width - size) // 2
            top = box.top + (box.height - size) // 2
            self.stencil(fonts.icon_mask(name, size), left, top, self.env.color(paint))

    def text(self, text: str, left: int, top: int, style: TextStyle, paint: Paint) -> None:
        """One line, its line box's upper left corner at (left, top)."""
        if not text:
            return
        size = self.env.sp(style.size_sp)
        mask, _ = fonts.text_mask(text, style.weight, size)
        lead = line_height(self.env, style) - (mask.height - fonts.spill(size))
        self.stencil(mask, left - fonts.spill(size), top + lead // 2, self.env.color(paint))

    def text_in(
        self, text: str, box: Rect, style: TextStyle, paint: Paint, align: float = 0.5
    ) -> None:
        """One line in the middle of the box's height; `align` 0 left, 0.5 middle, 1 right."""
        width = fonts.text_width(text, style.weight, self.env.sp(style.size_sp))
        top = box.top + (box.height - line_height(self.env, style)) // 2
        self.text(text, box.left + round((box.width - width) * align), top, style, paint)

    def scrim(self, share: float) -> None:
        """Darken all that is drawn so far; a table is several times quicker than blending."""
        darker = [round(level * (1 - share)) for level in range(256)]
        self.image.paste(self.image.point([*darker * 3, *range(256)]))


def line_height(env: Env, style: TextStyle) -> int:
    return env.sp(style.line_sp or style.size_sp * 1.33)
