"""Dialogs that ask: whether, which, and what something is to be called.

Each of them closes itself before it hands on the answer, so that a handler may open a page, or say
something on the page below; what it needs of `ctx.args` it reads before.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TypeVar

from pocketphone.ui.app import Context
from pocketphone.ui.containers import Column
from pocketphone.ui.content import Text
from pocketphone.ui.field import Input, TextField
from pocketphone.ui.overlays import Overlay, choices, dialog
from pocketphone.ui.widget import Handler

_V = TypeVar("_V")


def confirm(
    ctx: Context,
    title: str,
    message: str = "",
    *,
    yes: str,
    no: str = "Cancel",
    then: Handler | None = None,
    closes: int = 1,
) -> Overlay:
    """The question before something happens; a yes closes so many pages, the dialog the first."""
    return dialog(
        title,
        message,
        cancel=(no, ctx.back),
        confirm=(yes, partial(_close, ctx, then, closes)),
    )


def ask_which(
    ctx: Context,
    title: str,
    labels: Mapping[_V, str],
    held: object,
    then: Callable[[_V], object],
    *,
    no: str = "Cancel",
) -> Overlay:
    """The question which of some values holds; a press answers it."""
    options = [
        (label, value == held, partial(_close, ctx, partial(then, value)))
        for value, label in labels.items()
    ]
    return choices(title, options, cancel=(no, ctx.back))


def ask_text(
    ctx: Context,
    title: str,
    draft: str,
    *,
    id: str,
    yes: str,
    then: Handler,
    ready: bool = True,
    refused: str = "",
    hint: str = "",
    no: str = "Cancel",
    input: Input = "text",
    most: int = 0,
    select_on_focus: bool = False,
) -> Overlay:
    """The question for a text, which is kept in `ctx.args[draft]`.

    It can be answered once it is `ready`; `refused` says what is wrong with it.
    """
    done = partial(_close, ctx, then)
    fit = ready and not refused
    field = TextField(
        id=id,
        hint=hint,
        value=ctx.args.get(draft, ""),
        kind="outlined",
        width="fill",
        input=input,
        most=most,
        autofocus=True,
        select_on_focus=select_on_focus,
        on_change=ctx.edit(draft),
        on_submit=done if fit else None,
    )
    error = Text(id="error", value=refused, style="caption", color="error", visible=bool(refused))
    return dialog(
        title,
        body=Column(node="", padding=(24, 4), gap=4, children=[field, error]),
        cancel=(no, ctx.back),
        confirm=(yes, done),
        confirm_enabled=fit,
    )


def _close(ctx: Context, then: Handler | None, closes: int = 1) -> None:
    for _ in range(closes):
        ctx.back()
    if then is not None:
        then()
