"""Looking for channels and videos."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.video.catalogue import Video, find_channels, find_videos
from pocketphone.apps.video.parts import channel_row, row
from pocketphone.ui import (
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    State,
    Text,
    Widget,
    ask_which,
    confirm,
    empty,
    list_row,
    menu,
    scaffold,
    search_field,
    section,
)

_SUGGESTED, _RESULTS, _KEPT = 8, 40, 12
_SORTS = {"relevance": "Relevance", "days": "Upload date", "views": "View count"}
_LENGTHS = {"any": "Any length", "short": "Under 4 minutes", "long": "Over 20 minutes"}
_FILTERS = {"sort": ("Sort by", _SORTS), "length": ("Duration", _LENGTHS)}


def search(ctx: Context) -> Widget:
    """The field, and below it what was looked for before or what one may mean."""
    query: str = ctx.args["query"]
    past: list[str] = ctx.state["searches"]
    offered = _suggestions(ctx.state, query.strip().lower())

    def row(text: str) -> Widget:
        fill = IconButton(
            ref=f"fill/{text}", icon="arrow-top-left", on_tap=partial(ctx.args.update, query=text)
        )
        return list_row(
            text,
            id="suggestion",
            ref=f"suggestion/{text}",
            key=text,
            leading=Icon(name="history" if text in past else "magnify"),
            trailing=fill,
            on_tap=partial(submit, ctx, text),
            on_long_press=partial(ctx.go, "forget", text=text) if text in past else None,
        )

    rows = [row(text) for text in offered]
    field, clear = search_field(
        ctx,
        "Search videos",
        id="search_edit_text",
        kind="pill",
        clear_id="search_clear",
        clear="Clear",
        on_submit=partial(submit, ctx, query),
    )
    return scaffold(
        List(id="suggestions", ref="", children=rows),
        title=field,
        back=ctx.back,
        actions=[clear, Spacer(width=12, visible=not query)],
    )


def _suggestions(state: State, query: str) -> list[str]:
    """Past searches that begin so, then names and songs that do."""
    past: list[str] = [text for text in state["searches"] if text.startswith(query)]
    if not query:
        return past
    hits = [channel["lower"] for channel in find_channels(state, query)]
    hits += [video["song"].lower() or video["lower"] for video in find_videos(state, query)]
    return list(dict.fromkeys([*past, *hits]))[:_SUGGESTED]


def submit(ctx: Context, text: str) -> None:
    text = " ".join(text.split())
    if not text:
        return
    if ctx.state["settings"]["keep_searches"]:
        past = ctx.state["searches"]
        past[:] = [text.lower(), *(one for one in past if one != text.lower())][:_KEPT]
    ctx.replace("results", query=text, sort="relevance", length="any")


def forget(ctx: Context) -> Widget:
    text: str = ctx.args["text"]
    return confirm(
        ctx,
        f"Remove “{text}” from your search history?",
        yes="Remove",
        then=partial(ctx.state["searches"].remove, text),
    )


def results(ctx: Context) -> Widget:
    query: str = ctx.args["query"]
    channels = find_channels(ctx.state, query)
    videos = _arrange(find_videos(ctx.state, query), ctx.args["sort"], ctx.args["length"])
    rows: list[Widget] = [channel_row(ctx, one) for one in channels]
    rows += [section("Videos")] if channels and videos else []
    rows += [row(ctx, video) for video in videos[:_RESULTS]]
    words = Row(
        id="search_query",
        weight=1,
        height=44,
        radius=22,
        padding=(16, 0),
        background="surface_high",
        on_tap=partial(ctx.replace, "search", query=query),
        children=[Text(value=query, lines=1, ref="")],
    )
    nothing = empty("magnify", f"No results for “{query}”", "Try other words, or fewer filters")
    return scaffold(
        List(id="results", ref="", key=query, children=rows) if rows else nothing,
        title=words,
        back=ctx.back,
        actions=[
            IconButton(
                id="menu_filter",
                icon="tune-variant",
                description="Filters",
                on_tap=partial(ctx.go, "filters"),
            )
        ],
    )


def _arrange(videos: list[Video], sort: str, length: str) -> list[Video]:
    kept = [
        video
        for video in videos
        if length == "any"
        or (length == "short" and video["length_s"] < 240)
        or (length == "long" and video["length_s"] > 1200)
    ]
    if sort == "days":
        return sorted(kept, key=lambda video: video["days"])
    return sorted(kept, key=lambda video: -video["views"]) if sort == "views" else kept


def filters(ctx: Context) -> Widget:
    """The menu of what results can be narrowed by."""

    def open_(name: str) -> None:
        ctx.back()
        ctx.go("filter", name=name, chosen=ctx.args[name])

    return menu([(title, partial(open_, name)) for name, (title, _) in _FILTERS.items()])


def filter_(ctx: Context) -> Widget:
    """The choices of one filter, kept by the page of results below."""
    name: str = ctx.args["name"]
    return ask_which(ctx, *_FILTERS[name], ctx.args["chosen"], ctx.edit(name))


PAGES = {
    "search": search,
    "forget": forget,
    "results": results,
    "filters": filters,
    "filter": filter_,
}
