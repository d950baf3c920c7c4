"""What the pages of Social share: the card of a post, rows of people, the bars."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.faces import face
from pocketphone.apps.pick import Photograph, photo_of
from pocketphone.apps.social.members import (
    ME,
    Person,
    Post,
    ago,
    handle_of,
    person_of,
    post_of,
    short,
)
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Divider,
    Handler,
    IconButton,
    List,
    Row,
    Stack,
    Text,
    Widget,
    destinations,
)

RED = (206, 45, 79)
GREEN = (33, 138, 84)
_AT_ONCE = 20  # posts of a feed; a button at its end shows more


def navigation(ctx: Context) -> Widget:
    fresh = any(not one["read"] for one in ctx.state["news"])
    tabs = (
        ("home", "Home", "home-variant"),
        ("search", "Search", "magnify"),
        ("communities", "Communities", "account-group-outline"),
        ("news", "Notifications", "bell-badge-outline" if fresh else "bell-outline"),
    )
    return destinations(ctx, tabs)


def own_face(ctx: Context, size: float = 40) -> Widget:
    """The owner's picture."""
    return own_picture(ctx, ctx.state["me"]["photo"], size)


def own_picture(ctx: Context, id_: int | None, size: float) -> Widget:
    """The owner with that photo of the phone as picture; a portrait without one."""
    photo = photo_of(ctx, id_)
    if photo is None:
        return face(ctx.state["me"]["handle"], size)
    return Photograph(photo=photo, width=size, height=size, radius=size / 2, ref="")


def face_of(ctx: Context, id_: int, size: float = 40) -> Widget:
    if id_ == ME:
        return own_face(ctx, size)
    person = person_of(ctx, id_)
    return face(handle_of(person["name"]) if person else "", size)


def bar(ctx: Context, title: Widget) -> Widget:
    """The app bar's content on a main page: the owner's face, which opens the drawer."""
    account = Stack(
        id="account",
        description="Open menu",
        on_tap=partial(ctx.go, "drawer"),
        width=48,
        height=48,
        at=[(0.5, 0.5)],
        children=[own_face(ctx, 32)],
    )
    return Row(node="", weight=1, gap=8, children=[account, title])


def open_person(ctx: Context, id_: int) -> None:
    if id_ == ME:
        ctx.go("me", tab="posts")
    else:
        ctx.go("person", id=id_, tab="posts")


def post_card(ctx: Context, post: Post, *, whole: bool = False) -> Widget:
    """A post between hairlines; `whole` on its own page, where a tap leads nowhere."""
    author = person_of(ctx, post["author"]) or {"name": "Deleted account", "handle": "gone"}
    parts: list[Widget] = [
        _byline(ctx, post, author),
        Text(id="post_text", ref="", value=post["text"], visible=bool(post["text"])),
    ]
    if post["photo"] is not None:
        picture = Photograph(
            id="post_photo",
            ref=f"photo/{post['id']}",
            photo=post["photo"],
            shape=0.56,
            radius=14,
            description="Photo",
            on_tap=partial(ctx.go, "photo", id=post["id"]),
        )
        parts.append(Stack(node="", padding=(0, 8, 0, 0), children=[picture]))
    if post["quote"] is not None:
        parts.append(_quote(ctx, post["quote"]))
    parts.append(_verbs(ctx, post))
    tapped = None if whole else partial(ctx.go, "post", id=post["id"], reply="")
    return Row(
        id="post_card",
        ref=f"post/{post['id']}",
        key=f"post/{post['id']}",
        node="android.view.ViewGroup",
        width="fill",
        padding=(12, 12, 12, 0),
        gap=10,
        align="start",
        on_tap=tapped,
        on_long_press=partial(ctx.go, "post_menu", id=post["id"]),
        children=[
            Stack(
                id="avatar",
                ref=f"avatar/{post['id']}",
                on_tap=partial(open_person, ctx, post["author"]),
                children=[face_of(ctx, post["author"])],
            ),
            Column(node="", weight=1, children=parts),
        ],
    )


def feed(ctx: Context, posts: list[Post], nothing: Widget, *, key: str = "feed") -> Widget:
    """Cards with a hairline below each, or what is shown where there are none."""
    if not posts:
        return nothing
    shown = ctx.args.get("shown", _AT_ONCE)
    rows: list[Widget] = []
    for post in posts[:shown]:
        rows += [post_card(ctx, post), Divider(key=f"line/{post['id']}")]
    older = Button(
        id="older",
        label="Show older posts",
        height=64,
        visible=len(posts) > shown,
        on_tap=partial(ctx.args.update, shown=shown + _AT_ONCE),
    )
    rows.append(older)
    return List(id="feed", ref="", key=key, weight=1, children=rows, padding=(0, 0, 0, 88))


def _byline(ctx: Context, post: Post, author: Person) -> Widget:
    return Row(
        node="",
        gap=4,
        height=26,
        children=[
            Text(id="author_name", ref="", value=author["name"], style="title_small", lines=1),
            Text(
                id="author_handle",
                ref="",
                value=f"@{author['handle']} · {ago(ctx, post['at'])}",
                style="body_small",
                color="on_surface_dim",
                lines=1,
                weight=1,
            ),
            IconButton(
                ref=f"more/{post['id']}",
                icon="dots-horizontal",
                size=20,
                width=40,
                height=26,
                on_tap=partial(ctx.go, "post_menu", id=post["id"]),
            ),
        ],
    )


def _quote(ctx: Context, id_: int) -> Widget:
    quoted = post_of(ctx, id_)
    author = person_of(ctx, quoted["author"]) if quoted else None
    return Column(
        id="quote",
        ref=f"quote/{id_}",
        padding=12,
        radius=14,
        border="outline_dim",
        gap=2,
        enabled=quoted is not None,
        on_tap=partial(ctx.go, "post", id=id_, reply=""),
        children=[
            Text(ref="", value=author["name"] if author else "", style="label", lines=1),
            Text(
                ref="",
                value=quoted["text"] if quoted else "This post was deleted.",
                style="body_small",
                lines=3,
            ),
        ],
    )


def _verbs(ctx: Context, post: Post) -> Widget:
    """Comment, repost, like and share; what was done shows in colour alone."""

    def like() -> None:
        post["liked"] = not post["liked"]
        post["likes"] += 1 if post["liked"] else -1

    liked, reposted = post["liked"], post["reposted"]
    return Row(
        id="actions",
        ref="",
        width="fill",
        spread="between",
        children=[
            _verb(
                "comment",
                post["id"],
                "chat-outline",
                len(post["comments"]),
                partial(ctx.go, "post", id=post["id"], reply="", write=True),
                description="Comment",
            ),
            _verb(
                "repost",
                post["id"],
                "repeat",
                post["reposts"],
                partial(ctx.go, "repost", id=post["id"]),
                description="Repost",
                on=reposted,
                color=GREEN,
            ),
            _verb(
                "like",
                post["id"],
                "heart",
                post["likes"],
                like,
                description="Like",
                on=liked,
                color=RED,
            ),
            _verb("share", post["id"], "share-variant-outline", 0, partial(_share, ctx, post)),
        ],
    )


def _verb(
    name: str,
    id_: int,
    icon: str,
    count: int,
    on_tap: Handler,
    *,
    description: str = "",
    on: bool | None = None,
    color: tuple[int, int, int] = RED,
) -> Widget:
    button = IconButton(
        id=name,
        ref=f"{name}/{id_}",
        icon=icon,
        size=18,
        width=40,
        height=44,
        description=description,
        on=on,
        color=color if on else "outline",
        on_tap=on_tap,
    )
    number = Text(
        ref="",
        value=short(count) if count else "",
        style="label_small",
        color=color if on else "on_surface_dim",
        width=36,
        lines=1,
    )
    return Row(node="", children=[button, number])


def _share(ctx: Context, post: Post) -> None:
    author = person_of(ctx, post["author"])
    name = author["name"] if author else "Somebody"
    ctx.go("share", text=f"{name}: {post['text']}")


def follow_button(ctx: Context, person: Person) -> Widget:
    """Follow at once; to stop following asks first."""

    def follow() -> None:
        person["followed"] = True
        person["followers"] += 1

    if person["followed"]:
        return Button(
            id="following",
            ref=f"following/{person['id']}",
            label="Following",
            kind="outlined",
            on_tap=partial(ctx.go, "unfollow", id=person["id"]),
        )
    return Button(
        id="follow",
        ref=f"follow/{person['id']}",
        label="Follow",
        kind="filled",
        enabled=not person["blocked"],
        on_tap=follow,
    )


def person_row(ctx: Context, person: Person) -> Widget:
    """A person with a button to follow them."""
    return Row(
        id="person",
        ref=f"person/{person['id']}",
        key=f"person/{person['id']}",
        width="fill",
        padding=(16, 10),
        gap=12,
        align="start",
        on_tap=partial(open_person, ctx, person["id"]),
        children=[
            face_of(ctx, person["id"], 44),
            Column(
                node="",
                weight=1,
                children=[
                    Text(id="name", ref="", value=person["name"], style="title_small", lines=1),
                    Text(
                        id="handle",
                        ref="",
                        value=f"@{person['handle']}",
                        style="body_small",
                        color="on_surface_dim",
                        lines=1,
                    ),
                    Text(id="bio", ref="", value=person["bio"], style="body_small", lines=2),
                ],
            ),
            follow_button(ctx, person),
        ],
    )
