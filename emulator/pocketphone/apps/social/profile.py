"""The page of a person, the owner's own, and the form that changes it."""

from __future__ import annotations

from functools import partial
from random import Random

from pocketphone.apps import permission
from pocketphone.apps.pick import Photograph
from pocketphone.apps.social.cards import face_of, follow_button, own_face, own_picture, post_card
from pocketphone.apps.social.members import ME, Person, Post, person_of, scene, short
from pocketphone.apps.social.texts import TOPICS
from pocketphone.ui import (
    Button,
    Column,
    Context,
    Divider,
    Icon,
    IconButton,
    List,
    Row,
    Stack,
    Tab,
    Text,
    TextField,
    Widget,
    confirm,
    empty,
    menu,
    more_options,
    scaffold,
    tab_bar,
)

_NAME_MOST, _BIO_MOST = 40, 120


def person(ctx: Context) -> Widget:
    one = person_of(ctx, ctx.args["id"])
    if one is None:
        return scaffold(empty("account-off-outline", "No such account"), title="", back=ctx.back)
    more = more_options(partial(ctx.go, "person_menu", id=one["id"]), id="person_more")
    head = _head(ctx, one, face_of(ctx, one["id"], 72), follow_button(ctx, one), one["following"])
    return _profile(ctx, one, head, [more])


def me(ctx: Context) -> Widget:
    one = dict(ctx.state["me"])
    edit = Button(
        id="edit_profile",
        label="Edit profile",
        kind="outlined",
        on_tap=partial(_edit, ctx),
    )
    following = sum(each["followed"] for each in ctx.state["people"])
    head = _head(ctx, one, own_face(ctx, 72), edit, following)
    numbers = IconButton(
        id="statistics",
        icon="chart-line",
        description="Statistics",
        on_tap=partial(ctx.go, "statistics"),
    )
    share = IconButton(
        ref="share_profile",
        icon="share-variant-outline",
        on_tap=partial(ctx.go, "share", text=f"{one['name']} on Social: @{one['handle']}"),
    )
    return _profile(ctx, one, head, [numbers, share])


def _profile(ctx: Context, one: Person, head: list[Widget], actions: list[Widget]) -> Widget:
    tab = ctx.args.get("tab", "posts")
    tabs = tab_bar(
        [
            Tab(f"profile_{name}", name.capitalize(), "", partial(ctx.args.update, tab=name),
                tab == name)
            for name in ("posts", "replies", "likes")
        ]
    )  # fmt: skip
    rows: list[Widget] = [*head, tabs]
    shown = [post for post in ctx.state["posts"] if _belongs(post, one["id"], tab)]
    if one.get("blocked"):
        rows.append(_note("You blocked this account."))
    elif not shown:
        rows.append(_note("Nothing here yet."))
    else:
        for post in shown:
            rows += [post_card(ctx, post), Divider(key=f"line/{post['id']}")]
    return scaffold(
        List(id="profile_list", ref="", children=rows, padding=(0, 0, 0, 32)),
        title=one["name"],
        back=ctx.back,
        actions=actions,
    )


def _belongs(post: Post, id_: int, tab: str) -> bool:
    """Whether a post stands under a tab of a profile; only the owner's likes are known."""
    if tab == "posts":
        return bool(post["author"] == id_)
    if tab == "replies":
        return any(comment["author"] == id_ for comment in post["comments"])
    return id_ == ME and bool(post["liked"])


def _note(text: str) -> Widget:
    return Text(ref="", value=text, align="center", color="on_surface_dim", padding=(16, 40))


def _head(
    ctx: Context, one: Person, picture: Widget, button: Widget, following: int
) -> list[Widget]:
    """Banner, face, name, bio and numbers; the button stands beside the face."""
    del ctx
    drawn = Random(one["handle"])
    banner = scene(drawn.choice(list(TOPICS)), drawn.randrange(1000))
    names = Column(
        node="",
        padding=(16, 0, 16, 8),
        gap=4,
        children=[
            Text(id="profile_name", ref="", value=one["name"], style="title", lines=2),
            Text(ref="", value=f"@{one['handle']}", style="body_small", color="on_surface_dim"),
            Text(id="profile_bio", ref="", value=one["bio"], visible=bool(one["bio"])),
            Row(
                node="",
                gap=4,
                children=[
                    Icon(name="map-marker-outline", size=16, node=""),
                    Text(ref="", value=one["place"], style="body_small", color="on_surface_dim"),
                ],
            ),
            Text(
                id="profile_numbers",
                ref="",
                value=f"{short(following)} following   {short(one['followers'])} followers",
                style="label",
            ),
            Text(
                ref="", value="Follows you", style="caption", visible=one.get("follows_me", False)
            ),
        ],
    )
    return [
        Photograph(id="banner", ref="", photo=banner, shape=0.3),
        Row(
            padding=(16, 10, 16, 6),
            spread="between",
            width="fill",
            children=[picture, button],
        ),
        names,
    ]


def unfollow(ctx: Context) -> Widget:
    one = person_of(ctx, ctx.args["id"])

    def stop() -> None:
        if one is not None:
            one["followed"] = False
            one["followers"] -= 1

    return confirm(
        ctx,
        f"Unfollow {one['name'] if one else ''}?",
        "Their posts will no longer be in your feed.",
        yes="Unfollow",
        then=stop,
    )


def person_menu(ctx: Context) -> Widget:
    one = person_of(ctx, ctx.args["id"]) or {}

    def mute() -> None:
        one["muted"] = not one["muted"]
        ctx.back()
        ctx.snackbar("Muted" if one["muted"] else "No longer muted")

    def block() -> None:
        ctx.back()
        if one["blocked"]:
            one["blocked"] = False
        else:
            ctx.go("block", id=one["id"])

    def share() -> None:
        ctx.back()
        ctx.go("share", text=f"{one['name']} on Social: @{one['handle']}")

    return menu(
        [
            ("Share profile", share),
            ("Unmute" if one.get("muted") else "Mute", mute),
            ("Unblock" if one.get("blocked") else "Block", block),
        ]
    )


def block(ctx: Context) -> Widget:
    one = person_of(ctx, ctx.args["id"]) or {"name": ""}
    return confirm(
        ctx,
        f"Block {one['name']}?",
        "They will not see your posts, and you will not see theirs.",
        yes="Block",
        then=partial(one.update, blocked=True, followed=False),
    )


# the owner's own profile


def _edit(ctx: Context) -> None:
    me = ctx.state["me"]
    ctx.go("edit_profile", name=me["name"], bio=me["bio"], place=me["place"], photo=me["photo"])


def edit_profile(ctx: Context) -> Widget:
    args = ctx.args
    error = "" if args["name"].strip() else "Enter a name"
    picture = Stack(
        id="change_picture",
        node="android.widget.FrameLayout",
        description="Change profile picture",
        on_tap=partial(permission.ask, ctx, "photos", "pick", into="photo"),
        at=[(0, 0), (1, 1)],
        children=[
            own_picture(ctx, args["photo"], 88),
            Icon(
                name="camera",
                size=18,
                width=32,
                height=32,
                radius=16,
                background="container",
                node="",
            ),
        ],
    )
    fields = [
        _field(ctx, "name", "Name", _NAME_MOST, error),
        _field(ctx, "bio", "Bio", _BIO_MOST),
        _field(ctx, "place", "Place", _NAME_MOST),
    ]
    save = Button(id="save", label="Save", enabled=not error, on_tap=partial(_save, ctx))
    head = Row(padding=(16, 8, 16, 16), children=[picture])
    return scaffold(
        List(id="profile_form", ref="", children=[head, *fields]),
        title="Edit profile",
        close=partial(_leave, ctx),
        actions=[save],
    )


def _field(ctx: Context, name: str, label: str, most: int, error: str = "") -> Widget:
    return Column(
        node="android.widget.LinearLayout",
        padding=(16, 4, 16, 12),
        gap=4,
        children=[
            Text(ref="", value=label, style="label", color="on_surface_dim"),
            TextField(
                id=f"edit_{name}",
                value=ctx.args[name],
                description=label,
                kind="outlined",
                most=most,
                multiline=name == "bio",
                on_change=ctx.edit(name),
            ),
            Text(
                id=f"{name}_error",
                value=error,
                style="caption",
                color="error",
                visible=bool(error),
            ),
        ],
    )


def _changed(ctx: Context) -> bool:
    return any(
        ctx.args[name] != ctx.state["me"][name] for name in ("name", "bio", "place", "photo")
    )


def _leave(ctx: Context) -> None:
    if _changed(ctx):
        ctx.go("discard_profile")
    else:
        ctx.back()


def _save(ctx: Context) -> None:
    name = ctx.args["name"].strip()
    ctx.state["me"].update(
        name=name,
        name_lower=name.lower(),
        bio=ctx.args["bio"].strip(),
        place=ctx.args["place"].strip(),
        photo=ctx.args["photo"],
    )
    ctx.back()
    ctx.snackbar("Profile saved")


def discard_profile(ctx: Context) -> Widget:
    return confirm(ctx, "Discard changes?", yes="Discard", no="Keep editing", closes=2)


PAGES = {
    "person": person,
    "me": me,
    "unfollow": unfollow,
    "person_menu": person_menu,
    "block": block,
    "edit_profile": edit_profile,
    "discard_profile": discard_profile,
}
