"""Web pages that an app shows inside itself, as in a WebView: nothing in them has a resource id."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

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
    scaffold,
)

VIEW = "android.view.View"
PAPER, INK, PALE, LINK = (250, 247, 240), (52, 44, 38), (120, 108, 98), (150, 52, 30)


def web_page(
    ctx: Context,
    title: str,
    address: str,
    content: Sequence[Widget],
    *,
    links: Mapping[str, str] | None = None,
    cookies: bool = False,
) -> Widget:
    """A page of a site, with its title and address above it and a button that copies the address.

    `address` is without "https://". `links` are the site's pages, {path: label}, of which
    `ctx.args["path"]` is in front. With `cookies` it is asked about them until
    `ctx.state["cookies"]` says "needed" or "all".
    """
    bar = _links(ctx, links) if links else Spacer(height=12)
    page = Scroll(
        node="android.webkit.WebView",
        ref="web",
        width="fill",
        height="fill",
        background=PAPER,
        children=[Column(node=VIEW, width="fill", children=[bar, *content, Spacer(height=96)])],
    )
    asked = cookies and not ctx.state.get("cookies")
    head = Column(
        node="",
        weight=1,
        children=[
            Text(id="page_title", ref="", value=title, style="title_small", lines=1),
            Text(id="url", value=address, style="caption", lines=1, color="on_surface_dim"),
        ],
    )

    def copy() -> None:
        ctx.phone.clipboard = f"https://{address}"
        ctx.toast("Link copied")

    return scaffold(
        Stack(node="", children=[page, *([_cookies(ctx)] if asked else [])], at=[(0, 0), (0, 1)]),
        title=head,
        close=ctx.back,
        actions=[IconButton(ref="copy", icon="link-variant", on_tap=copy)],
    )


class Leaf(NamedTuple):
    """A page of a booklet: its name among the links, what it says, and its heading, which is the
    name unless another is given."""

    name: str
    content: Sequence[str | Widget | Callable[[Context], Widget]]
    heading: str = ""


def booklet(
    ctx: Context,
    title: str,
    host: str,
    pages: Mapping[str, Leaf],
    *,
    cookies: bool = True,
    translated: bool = False,
) -> Widget:
    """A site of words, such as help or terms, by path.

    The first page is in front where none was named.
    """
    say = ctx.say if translated else str
    path: str = ctx.args.setdefault("path", next(iter(pages)))
    leaf = pages[path]
    content = [heading(say(leaf.heading or leaf.name))]
    for part in leaf.content:
        if isinstance(part, str):
            content.append(paragraph(say(part)))
        else:
            content.append(part if isinstance(part, Widget) else part(ctx))
    links = {each: say(other.name) for each, other in pages.items()}
    return web_page(ctx, say(title), f"{host}/{path}", content, links=links, cookies=cookies)


def turn_to(text: str, path: str) -> Callable[[Context], Widget]:
    """A link to another page of the booklet."""
    return lambda ctx: link(text, partial(ctx.args.update, path=path), padding=(20, 12))


def leave_to(text: str, page: str) -> Callable[[Context], Widget]:
    """A link to a page of the app."""
    return lambda ctx: link(text, partial(ctx.go, page), padding=(20, 12))


def _links(ctx: Context, links: Mapping[str, str]) -> Widget:
    labels = [
        link(label, partial(ctx.args.update, path=path), bold=path == ctx.args["path"])
        for path, label in links.items()
    ]
    return Row(node=VIEW, width="fill", padding=(16, 8), gap=16, children=labels)


def link(text: str, follow: Handler, *, bold: bool = False, **more: Any) -> Widget:
    """A word to touch; `more` may give another padding than that of the bar of links."""
    return Row(
        node=VIEW,
        ref=f"link/{text}",
        key=text,
        on_tap=follow,
        children=[Text(node=VIEW, ref="", value=text, style="body", color=LINK,
                       bold="Bold" if bold else None)],
        **{"padding": (4, 12), **more},
    )  # fmt: skip


def heading(text: str) -> Widget:
    return paragraph(text, "headline")


def note(text: str) -> Widget:
    """Small print."""
    return paragraph(text, "body_small", PALE)


def paragraph(text: str, style: str = "body", color: tuple[int, int, int] = INK) -> Widget:
    """A paragraph."""
    return Text(ref="", value=text, style=style, color=color, padding=(20, 6))


def pair(left: str, right: str) -> Widget:
    """A line of a table: a dish and its price, a day and its hours."""
    return Row(
        node=VIEW,
        width="fill",
        padding=(20, 8),
        children=[
            Text(ref="", value=left, style="body", color=INK, weight=1),
            Text(ref="", value=right, style="body_small", color=PALE),
        ],
    )


def framed(child: Widget) -> Widget:
    """A picture, or another widget that is no text, with the page's margins."""
    return Column(node=VIEW, padding=(20, 8), children=[child])


def button(text: str, press: Handler, *, ref: str = "", filled: bool = True) -> Widget:
    """A button that shares its row with the others of it; `ref` is "button/TEXT" by itself."""
    return Text(
        node="android.widget.Button",
        ref=ref or f"button/{text}",
        value=text,
        style="label",
        align="center",
        weight=1,
        padding=(8, 12),
        radius=4,
        color=(255, 255, 255) if filled else LINK,
        background=LINK if filled else None,
        border=LINK,
        on_tap=press,
    )


def _cookies(ctx: Context) -> Widget:
    """The question that every site asks, once for all of them."""
    buttons = [
        button(text, partial(ctx.state.update, cookies=kept), ref=f"cookies/{text}", filled=filled)
        for text, kept, filled in (
            ("Only what is needed", "needed", False),
            ("Accept all", "all", True),
        )
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
                 style="body_small", color=INK),
            Row(node=VIEW, gap=12, width="fill", children=buttons),
        ],
    )  # fmt: skip
