"""What the four main pages share."""

from __future__ import annotations

from functools import partial

from pocketphone.ui import Context, IconButton, Tab, Widget, bottom_nav, menu

_TABS = (
    ("alarms", "Alarm", "alarm"),
    ("world", "World clock", "earth"),
    ("stopwatch", "Stopwatch", "timer-outline"),
    ("timer", "Timer", "timer-sand"),
)


def navigation(ctx: Context, page: str) -> Widget:
    return bottom_nav(
        [
            Tab(f"tab_{name}", label, icon, partial(ctx.replace, name), selected=name == page)
            for name, label, icon in _TABS
        ]
    )


def overflow(ctx: Context) -> Widget:
    return IconButton(
        id="menu_more",
        icon="dots-vertical",
        description="More options",
        on_tap=partial(ctx.go, "menu"),
    )


def more(ctx: Context) -> Widget:
    """The overflow menu."""

    def settings() -> None:
        ctx.back()
        ctx.go("settings")

    def about() -> None:
        ctx.back()
        ctx.toast(f"Clock {ctx.app.version_name}")

    return menu([("Settings", settings), ("About", about)])


def clock_text(hour: int, minute: int, *, full_day: bool) -> tuple[str, str]:
    """The time as it is written, and "AM", "PM" or "" beside it."""
    if full_day:
        return f"{hour:02}:{minute:02}", ""
    return f"{hour % 12 or 12}:{minute:02}", "PM" if hour >= 12 else "AM"
