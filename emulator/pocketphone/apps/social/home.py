"""The feed, the drawer beside it, and what else is reached from there."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.social.cards import bar, feed, navigation, own_face
from pocketphone.apps.social.members import ME, short, visible_posts
from pocketphone.ui import (
    Column,
    Context,
    Fab,
    IconButton,
    Tab,
    Text,
    Widget,
    drawer,
    empty,
    scaffold,
    tab_bar,
)


def home(ctx: Context) -> Widget:
    tab = ctx.args.get("tab", "all")
    posts = visible_posts(ctx)
    if tab == "following":
        followed = {one["id"] for one in ctx.state["people"] if one["followed"]} | {ME}
        posts = [post for post in posts if post["author"] in followed]
    tabs = tab_bar(
        [
            Tab(f"feed_{name}", label, "", partial(ctx.args.update, tab=name), tab == name)
            for name, label in (("all", "For you"), ("following", "Following"))
        ]
    )
    nobody = empty("account-heart-outline", "Nothing here yet", "Follow people to see their posts.")
    return scaffold(
        Column(node="", children=[tabs, feed(ctx, posts, nobody, key=tab)]),
        title=bar(ctx, Text(value="Social", style="title", ref="")),
        actions=[
            IconButton(
                ref="bookmarks", icon="bookmark-outline", on_tap=partial(ctx.go, "bookmarks")
            )
        ],
        fab=Fab(
            id="compose",
            icon="feather",
            description="New post",
            on_tap=partial(ctx.go, "composer", text=""),
        ),
        bottom=navigation(ctx),
    )


def bookmarks(ctx: Context) -> Widget:
    kept = [post for post in ctx.state["posts"] if post["bookmarked"]]
    nothing = empty("bookmark-outline", "No bookmarks", "Long press a post to keep it here.")
    return scaffold(
        Column(node="", children=[feed(ctx, kept, nothing)]),
        title="Bookmarks",
        back=ctx.back,
    )


def menu(ctx: Context) -> Widget:
    """The drawer: the owner, and the pages that have no tab."""
    me = ctx.state["me"]
    following = sum(one["followed"] for one in ctx.state["people"])

    def opens(page: str, **args: object) -> None:
        ctx.back()
        ctx.go(page, **args)

    head = Column(
        id="drawer_header",
        ref="",
        padding=(24, 24, 24, 12),
        gap=4,
        align="start",
        children=[
            own_face(ctx, 56),
            Text(id="drawer_name", ref="", value=me["name"], style="title", lines=1),
            Text(
                id="drawer_handle",
                ref="",
                value=f"@{me['handle']}",
                style="body_small",
                color="on_surface_dim",
                lines=1,
            ),
            Text(
                ref="",
                value=f"{following} following   {short(me['followers'])} followers",
                style="label",
                padding=(0, 8, 0, 0),
                lines=1,
            ),
        ],
    )
    drafts = len(ctx.state["drafts"])
    items = [
        Tab("nav_profile", "Profile", "account-outline", partial(opens, "me", tab="posts")),
        Tab("nav_bookmarks", "Bookmarks", "bookmark-outline", partial(opens, "bookmarks")),
        Tab(
            "nav_drafts",
            f"Drafts ({drafts})" if drafts else "Drafts",
            "file-document-edit-outline",
            partial(opens, "drafts"),
        ),
        Tab("nav_people", "Follow people", "account-plus-outline", partial(opens, "suggestions")),
        None,
        Tab("nav_settings", "Settings and privacy", "cog-outline", partial(opens, "settings")),
    ]
    return drawer(head, items)


PAGES = {"home": home, "bookmarks": bookmarks, "drawer": menu}
