"""Looking for people and posts, and people worth following."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.social.cards import bar, feed, navigation, person_row
from pocketphone.apps.social.members import Person, Post, person_of, visible_posts
from pocketphone.apps.social.texts import TOPICS
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Row,
    Spacer,
    Tab,
    Text,
    Widget,
    empty,
    list_row,
    scaffold,
    search_field,
    section,
    tab_bar,
)

_REMEMBERED = 6


def search(ctx: Context) -> Widget:
    """The tab: what people talk about, and whom to follow."""
    looking = Row(
        id="search_bar",
        weight=1,
        height=44,
        radius=22,
        padding=(14, 0),
        gap=10,
        background="surface_high",
        on_tap=partial(ctx.go, "results", query="", tab="people"),
        children=[
            Icon(name="magnify"),
            Text(ref="", value="Search people and posts", color="on_surface_dim", lines=1),
        ],
    )
    counts = Counter(post["topic"] for post in visible_posts(ctx) if post["topic"])
    talks = [
        list_row(
            TOPICS[topic].community,
            f"{count} posts",
            id="trend",
            ref=f"trend/{topic}",
            key=topic,
            trailing=Icon(name="trending-up"),
            on_tap=partial(ctx.go, "topic", topic=topic),
        )
        for topic, count in counts.most_common(5)
    ]
    strangers = [person_row(ctx, one) for one in _strangers(ctx)[:6]]
    rows = [section("What people talk about"), *talks, section("Who to follow"), *strangers]
    return scaffold(
        List(id="explore", ref="", children=rows, padding=(0, 0, 0, 24)),
        title=bar(ctx, looking),
        actions=[Spacer(width=12)],
        bottom=navigation(ctx),
    )


def _strangers(ctx: Context) -> list[Person]:
    return [one for one in ctx.state["people"] if not one["followed"] and not one["blocked"]]


def suggestions(ctx: Context) -> Widget:
    rows = [person_row(ctx, one) for one in _strangers(ctx)]
    nobody = empty("account-check-outline", "You follow everybody")
    find = IconButton(
        id="find_friends",
        icon="contacts-outline",
        description="Find friends",
        on_tap=partial(permission.ask, ctx, "contacts", "friends"),
    )
    return scaffold(
        List(id="people", ref="", children=rows) if rows else nobody,
        title="Follow people",
        back=ctx.back,
        actions=[find],
    )


def topic(ctx: Context) -> Widget:
    about = TOPICS[ctx.args["topic"]]
    posts = [post for post in visible_posts(ctx) if post["topic"] == ctx.args["topic"]]
    return scaffold(
        Column(node="", children=[feed(ctx, posts, empty("message-off-outline", "No posts"))]),
        title=about.community,
        back=ctx.back,
    )


def results(ctx: Context) -> Widget:
    """What a query finds, as it is typed."""
    query, tab = ctx.args.get("query", ""), ctx.args.get("tab", "people")
    field, clear = search_field(ctx, "Search people and posts", on_submit=partial(_remember, ctx))
    tabs = tab_bar(
        [
            Tab(f"results_{name}", name.capitalize(), "", partial(ctx.args.update, tab=name),
                tab == name)
            for name in ("people", "posts")
        ]
    )  # fmt: skip
    body = _results(ctx, query, tab) if query.strip() else _earlier(ctx)
    parts = [tabs, body] if query.strip() else [body]
    return scaffold(Column(node="", children=parts), title=field, back=ctx.back, actions=[clear])


def _results(ctx: Context, query: str, tab: str) -> Widget:
    nothing = empty("magnify-close", f"No results for \u201c{query}\u201d", "Check the spelling.")
    if tab == "posts":
        posts = [post for post in visible_posts(ctx) if matches(query, _summary(ctx, post))]
        return feed(ctx, posts, nothing)
    asked = query.strip().removeprefix("@").replace("_", " ")
    people = [one for one in ctx.state["people"] if matches(asked, one["name"])]
    rows = [person_row(ctx, one) for one in people]
    return List(id="people", ref="", weight=1, children=rows) if rows else nothing


def _summary(ctx: Context, post: Post) -> str:
    author = person_of(ctx, post["author"])
    return f"{author['name'] if author else ''} {post['text']}"


def _earlier(ctx: Context) -> Widget:
    asked: list[str] = ctx.state["searches"]
    if not asked:
        return empty("magnify", "Search for people, words or subjects")
    rows = [
        list_row(
            query,
            id="earlier",
            ref=f"earlier/{query}",
            key=query,
            leading=Icon(name="history"),
            trailing=IconButton(
                ref=f"forget/{query}", icon="close", on_tap=partial(asked.remove, query)
            ),
            on_tap=partial(ctx.args.update, query=query),
        )
        for query in asked
    ]
    return List(id="earlier_list", ref="", weight=1, children=[section("Recent"), *rows])


def _remember(ctx: Context) -> None:
    query, asked = ctx.args.get("query", "").strip(), ctx.state["searches"]
    if query:
        ctx.state["searches"] = [query, *(one for one in asked if one != query)][:_REMEMBERED]


PAGES = {"search": search, "results": results, "topic": topic, "suggestions": suggestions}
