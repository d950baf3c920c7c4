"""How much room Chat takes, as a ring that is touched to choose what to clear; and its help."""

from __future__ import annotations

from functools import lru_cache, partial
from math import atan2, degrees, hypot

from PIL import Image, ImageDraw

from pocketphone.apps import site
from pocketphone.apps.forms import Page
from pocketphone.ui import (
    Button,
    Canvas,
    CheckBox,
    Column,
    Context,
    List,
    Painter,
    Rect,
    Rgb,
    Row,
    Spacer,
    Widget,
    confirm,
    empty,
    scaffold,
    switch_row,
)
from pocketphone.ui.theme import STYLES

_RING, _WIDE, _RAISED = 220, 44, 8  # dp: the ring, how wide it is, how far a chosen part stands out
_KINDS: dict[str, tuple[str, Rgb]] = {
    "photos": ("Photos", (62, 128, 200)),
    "videos": ("Videos", (214, 112, 52)),
    "voice": ("Voice messages", (92, 158, 72)),
    "files": ("Files", (150, 92, 176)),
}


def size(mb: int) -> str:
    """ "812 MB", "1.2 GB"."""
    return f"{mb} MB" if mb < 1000 else f"{mb / 1000:.1f} GB"


def parts(held: dict[str, int]) -> dict[str, tuple[float, float]]:
    """From where to where each kind goes round the ring: degrees clockwise from the right."""
    total, at, found = sum(held.values()) or 1, -90.0, {}
    for kind in _KINDS:
        found[kind] = (at, at + 360 * held[kind] / total)
        at = found[kind][1]
    return found


def storage(ctx: Context) -> Widget:
    held: dict[str, int] = ctx.state["storage"]
    chosen: list[str] = ctx.args.setdefault("chosen", [])
    if not any(held.values()):
        nothing = empty("database-check-outline", "Chat takes hardly any room")
        return scaffold(nothing, title="Storage use", back=ctx.back)

    def tick(kind: str, on: bool) -> None:
        if on:
            chosen.append(kind)
        else:
            chosen.remove(kind)

    def touched(x: float, y: float) -> None:
        kind = part_at(held, x, y)
        if kind:
            tick(kind, kind not in chosen)

    ring = Canvas(
        id="storage_ring",
        width=_RING,
        height=_RING,
        draw=partial(_draw, held, chosen),
        tapped=touched,
    )
    rows = [
        switch_row(label, kind in chosen, partial(tick, kind), size(held[kind]), id="kind",
                   ref=f"kind/{kind}", key=kind, kind=CheckBox, enabled=held[kind] > 0,
                   leading=Spacer(width=16, height=16, radius=8, background=color))
        for kind, (label, color) in _KINDS.items()
    ]  # fmt: skip
    freed = size(sum(held[kind] for kind in chosen))
    clear = Button(
        id="clear",
        label=f"Clear {freed}" if chosen else "Clear",
        kind="filled",
        weight=1,
        enabled=bool(chosen),
        on_tap=partial(ctx.go, "clear_storage", kinds=chosen),
    )
    head = Column(node="", align="center", padding=(16, 16, 16, 24), children=[ring])
    listed = List(id="storage_list", ref="", weight=1, children=[head, *rows])
    foot = Row(node="", padding=(16, 8, 16, 16), width="fill", children=[clear])
    return scaffold(
        Column(node="", children=[listed, foot]),
        title="Storage use",
        back=ctx.back,
    )


def part_at(held: dict[str, int], x: float, y: float) -> str:
    """The kind whose part of the ring is at a place, dp from its corner; "" beside the ring."""
    right, down = x - _RING / 2, y - _RING / 2
    far = hypot(right, down)
    if not _RING / 2 - _WIDE - _RAISED <= far <= _RING / 2:
        return ""
    angle = (degrees(atan2(down, right)) + 90) % 360 - 90
    return next((kind for kind, (start, end) in parts(held).items() if start <= angle < end), "")


def _draw(held: dict[str, int], chosen: list[str], brush: Painter, box: Rect) -> None:
    env = brush.env
    wide, raised = env.px(_WIDE), env.px(_RAISED)
    for kind, (start, end) in parts(held).items():
        aside = 0 if kind in chosen else raised
        if end > start:
            mask = _arc(box.width - 2 * aside, wide, start, end)
            brush.stencil(mask, box.left + aside, box.top + aside, _KINDS[kind][1])
    brush.text_in(size(sum(held.values())), box, STYLES["headline"], "on_surface")


@lru_cache(maxsize=32)
def _arc(across: int, wide: int, start: float, end: float) -> Image.Image:
    """A part of a ring as an "L" mask, drawn larger for smooth edges."""
    fine = 3
    mask = Image.new("L", (across * fine, across * fine))
    pen = ImageDraw.Draw(mask)
    pen.arc((0, 0, across * fine - 1, across * fine - 1), start, end, 255, wide * fine)
    return mask.resize((across, across), Image.Resampling.LANCZOS)


def clear_storage(ctx: Context) -> Widget:
    kinds: list[str] = list(ctx.args["kinds"])
    held: dict[str, int] = ctx.state["storage"]
    freed = size(sum(held[kind] for kind in kinds))

    def delete() -> None:
        held.update(dict.fromkeys(kinds, 0))
        ctx.args["chosen"] = []
        ctx.snackbar(f"{freed} cleared")

    named = ", ".join(_KINDS[kind][0].lower() for kind in kinds)
    return confirm(
        ctx,
        f"Clear {freed}?",
        f"The {named} of all chats are removed from this phone. The messages stay.",
        yes="Clear",
        then=delete,
    )


_HELP = {
    "questions": site.Leaf("Questions", (
        "A message that you hold can be answered, copied, forwarded, given a star, or deleted. "
        "Those of your own can be changed too.",
        "Draw a message to the right to answer it. Draw a chat to the left to archive it.",
        "A group needs a name and at least one other person.")),
    "looks": site.Leaf("Looks", (
        "Chat settings has sixteen themes. One touch is enough; there is nothing to save.",
        "Dark mode may follow the phone, the clock or the battery.")),
    "privacy": site.Leaf("Privacy", (
        "Who may see when you were here last is up to you: see Privacy in the settings.",
        "Whom you block cannot write to you, and is not told.",
        "Chat sees only the photos that you choose.")),
}  # fmt: skip


PAGES: dict[str, Page] = {
    "storage": storage,
    "clear_storage": clear_storage,
    "help": partial(site.booklet, title="Help", host="chat.example.com/help", pages=_HELP),
}
