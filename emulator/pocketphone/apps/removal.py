"""Taking things out of a list that an app keeps, with a way back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pocketphone.ui import Context


def take_out(ctx: Context, kept: str, gone: Callable[[Any], bool], told: str) -> None:
    """Take those that are `gone` out of the app's list `kept`; a snackbar tells, and undoes it."""
    held = ctx.state[kept]
    ctx.state[kept] = [one for one in held if not gone(one)]
    ctx.snackbar(told, ctx.say("Undo"), partial(ctx.state.update, {kept: held}))
