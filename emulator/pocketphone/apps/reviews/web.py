"""A business's own web pages, shown inside the app: nothing in them has a resource id."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pocketphone.apps.hours import DAY_NAMES, DAYS
from pocketphone.apps.reviews import parts
from pocketphone.apps.reviews.businesses import Business, menu
from pocketphone.ui import (
    Column,
    Context,
    Handler,
    IconButton,
    Row,
    Scroll,
    Spacer,
    Stack,
    Text,
    Widget,
    empty,
    scaffold,
)

VIEW = "android.view.View"
_PAPER, _INK, _PALE, _LINK = (250, 247, 240), (52, 44, 38), (120, 108, 98), (150, 52, 30)
_PATHS = {"home": "Home", "menu": "Menu", "visit": "Visit us"}


def web(ctx: Context) -> Widget:
    """The site of a business in a WebView: a bar of links, a page, and the question of cookies."""
    one = parts.business_of(ctx.state, ctx.args["id"])
    if one is None:
        return scaffold(empty("web-off", "This page cannot be opened"), title="", close=ctx.back)
    path: str = ctx.args["path"]
    content = {"home": _home, "menu": _menu, "visit": _visit}[path](ctx, one)
    page = Scroll(
        node="android.webkit.WebView",
        ref="web",
        width="fill",
        height="fill",
        background=_PAPER,
        children=[
            Column(
                node=VIEW,
                width="fill",
                children=[_links(ctx, path), *content, Spacer(height=96)],
            )
        ],
    )
    layers: list[Widget] = [page]
    if not ctx.state["cookies"]:
        layers.append(_cookies(ctx))
    title = Column(
        node="",
        weight=1,
        children=[
            Text(id="page_title", ref="", value=one["name"], style="title_small", lines=1),
            Text(id="url", value=f"{one['website']}/{path}", style="caption", lines=1,
                 color="on_surface_dim"),
        ],
    )  # fmt: skip

    def copy() -> None:
        ctx.phone.clipboard = f"https://{one['website']}/{path}"
        ctx.toast("Link copied")

    return scaffold(
        Stack(node="", children=layers, at=[(0, 0), (0, 1)]),
        title=title,
        close=ctx.back,
        actions=[IconButton(ref="copy", icon="link-variant", on_tap=copy)],
    )


def _links(ctx: Context, path: str) -> Widget:
    links = [
        _link(label, partial(ctx.args.update, path=name), bold=name == path)
        for name, label in _PATHS.items()
    ]
    return Row(node=VIEW, width="fill", padding=(16, 8), gap=16, children=links)


def _link(text: str, follow: Handler, *, bold: bool = False) -> Widget:
    return Row(
        node=VIEW,
        ref=f"link/{text}",
        key=text,
        padding=(4, 12),
        on_tap=follow,
        children=[Text(node=VIEW, ref="", value=text, style="body", color=_LINK,
                       bold="Bold" if bold else None)],
    )  # fmt: skip


def _said(text: str, style: str = "body", color: tuple[int, int, int] = _INK) -> Widget:
    return Text(ref="", value=text, style=style, color=color, padding=(20, 6))


def _home(ctx: Context, one: Business) -> list[Widget]:
    del ctx
    where = f"You find us at {one['address']}, {one['town']}."
    return [
        Column(node=VIEW, padding=(20, 8), children=[parts.picture(one, 0, height=180)]),
        _said(one["name"], "headline"),
        _said(f"{one['kind']} in {one['town']}", "body_small", _PALE),
        _said("We open the door early, close it late, and know most of our guests by name."),
        _said(where),
        _said(f"Call us: {one['phone']}"),
    ]


def _menu(ctx: Context, one: Business) -> list[Widget]:
    del ctx
    if not one["cuisine"]:
        return [_said("There is no menu: we sell what is in the window.")]
    return [
        _said("Menu", "headline"),
        _said("Prices with everything", "body_small", _PALE),
        *(_pair(*dish) for dish in menu(one["id"], one["cuisine"], one["price"])),
        _said("Tell us what you must not eat.", "body_small", _PALE),
    ]


def _visit(ctx: Context, one: Business) -> list[Widget]:
    del ctx
    days: Sequence[tuple[str, str]] = [
        (name, one["times"][day]["said"]) for day, name in zip(DAYS, DAY_NAMES, strict=True)
    ]
    return [_said("Visit us", "headline"), *(_pair(*day) for day in days)]


def _pair(left: str, right: str) -> Widget:
    return Row(
        node=VIEW,
        width="fill",
        padding=(20, 8),
        children=[
            Text(ref="", value=left, style="body", color=_INK, weight=1),
            Text(ref="", value=right, style="body_small", color=_PALE),
        ],
    )


def _cookies(ctx: Context) -> Widget:
    """The question that every site asks, once for all of them."""

    def answer(text: str) -> None:
        ctx.state["cookies"] = text

    buttons = [
        _button("Only what is needed", partial(answer, "needed"), filled=False),
        _button("Accept all", partial(answer, "all"), filled=True),
    ]
    return Column(
        node=VIEW,
        width="fill",
        padding=(20, 16),
        gap=12,
        background=(255, 255, 255),
        elevation=4,
        children=[
            Text(ref="", value="This site would like to keep cookies on your phone.",
                 style="body_small", color=_INK),
            Row(node=VIEW, gap=12, width="fill", children=buttons),
        ],
    )  # fmt: skip


def _button(text: str, press: Handler, *, filled: bool) -> Widget:
    return Text(
        node="android.widget.Button",
        ref=f"cookies/{text}",
        value=text,
        style="label",
        align="center",
        weight=1,
        padding=(8, 12),
        radius=4,
        color=(255, 255, 255) if filled else _LINK,
        background=_LINK if filled else None,
        border=_LINK,
        on_tap=press,
    )


PAGES = {"web": web}
