"""Where the battery's charge went: a curve of the last day, and what each app took."""

from __future__ import annotations

from functools import partial
from random import Random

from pocketphone.apps.compose import bar_entry, compose_page, heading
from pocketphone.ui import Canvas, Context, Painter, Rect, Stack, State, Text, Widget

LEVEL = 85  # percent, now
_HOURS, _LOW, _FULL = 24, 20, 100
_PACKAGES = ("chat", "clock", "mail", "maps", "music", "photos", "reviews", "shop", "social",
             "video")  # fmt: skip


def generate(rng: Random) -> State:
    """Percent an hour of the last day, the present one last; percent that each app took."""
    levels, used = [LEVEL], True
    while len(levels) < _HOURS:  # backwards: fuller and fuller while used, emptier while charged
        level = levels[0] + (rng.randint(2, 6) if used else -rng.randint(18, 30))
        if not _LOW < level < _FULL:
            used = not used
        levels.insert(0, max(_LOW, min(_FULL, level)))
    taken = {f"com.pocketphone.{name}": rng.randint(1, 18) for name in _PACKAGES}
    return {"levels": levels, "taken": taken}


def chart(ctx: Context) -> list[Widget]:
    """The curve, which no node describes."""
    curve = Canvas(
        id="battery_chart", height=140, width="fill", radius=16, background="surface_high",
        draw=partial(_curve, ctx.state["battery"]["levels"]),
    )  # fmt: skip
    return [
        Text(
            value=ctx.say("Last 24 hours"), style="label", color="primary", padding=(16, 16, 16, 8)
        ),
        Stack(node="", width="fill", padding=(16, 0), children=[curve]),
    ]


def _curve(levels: list[int], brush: Painter, box: Rect) -> None:
    env = brush.env
    inside = box.inset(env.px(16))
    for share in (0.0, 0.5, 1.0):
        y = round(inside.top + inside.height * share)
        brush.line([(inside.left, y), (inside.right, y)], "outline_dim", env.px(1))
    step = inside.width / (len(levels) - 1)
    points = [
        (inside.left + step * hour, inside.bottom - inside.height * level / _FULL)
        for hour, level in enumerate(levels)
    ]
    brush.line(points, "primary", env.px(3))


def usage(ctx: Context) -> Widget:
    """What each app took, the hungriest first."""
    taken: dict[str, int] = ctx.state["battery"]["taken"]
    known = [name for name in sorted(taken, key=lambda name: -taken[name])
             if name in ctx.phone.installed]  # fmt: skip
    rows = [
        bar_entry(
            ctx.label(ctx.phone.installed[name]),
            f"{taken[name]}%",
            taken[name] / max(taken.values()),
            ref=f"usage/{name}",
            on_tap=partial(ctx.go, "app", package=name),
        )
        for name in known
    ]
    return compose_page(
        ctx, ctx.say("Battery usage"), heading(ctx.say("Since the last full charge")), *rows
    )


PAGES = {"usage": usage}
