"""The camera's view that looks for the code of a Wi-Fi network; this phone's sees none."""

from __future__ import annotations

from functools import partial

from pocketphone.ui import (
    Canvas,
    Column,
    Context,
    IconButton,
    Painter,
    Rect,
    Row,
    Text,
    Widget,
    scaffold,
)

_GLASS, _LIT, _FRAME = (16, 18, 22), (58, 60, 66), (255, 255, 255)


def scan(ctx: Context) -> Widget:
    light = bool(ctx.args.get("light"))
    view = Canvas(width="fill", weight=1, radius=24, draw=partial(_view, light))
    torch = IconButton(
        id="torch",
        icon="flashlight",
        on=light,
        description=ctx.say("Light"),
        color="on_container" if light else "on_surface_dim",
        background="container" if light else None,
        radius=24,
        on_tap=partial(ctx.args.update, light=not light),
    )
    body = Column(
        padding=(16, 8, 16, 24),
        gap=16,
        children=[
            Text(value=ctx.say("Point the camera at the network's code"), align="center"),
            view,
            Text(id="error", value=ctx.say("No code in sight"), color="error", align="center"),
            Row(spread="center", children=[torch]),
        ],
    )
    return scaffold(body, title=ctx.say("Scan a code"), back=ctx.back)


def _view(light: bool, brush: Painter, box: Rect) -> None:
    """The dark that a covered lens sees, and the frame that the code belongs in."""
    env, (x, y) = brush.env, box.center
    half = min(box.width, box.height) // 3
    brush.fill(box, _LIT if light else _GLASS, env.px(24))
    brush.outline(Rect(x - half, y - half, x + half, y + half), _FRAME, env.px(3), env.px(16))


PAGES = {"scan": scan}
