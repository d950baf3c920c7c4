"""Communities: found, joined, asked to be let into, and left."""

from __future__ import annotations

from functools import partial
from typing import Literal

from pocketphone.apps.pick import Photograph
from pocketphone.apps.social.cards import bar, navigation, post_card
from pocketphone.apps.social.members import Community, community_of, scene, short, visible_posts
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Button,
    Chip,
    Column,
    Context,
    Divider,
    Handler,
    List,
    Row,
    Text,
    TextField,
    Widget,
    confirm,
    dialog,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
    switch_row,
)
from pocketphone.ui.controls import CheckBox


def communities(ctx: Context) -> Widget:
    query, mine = ctx.args.get("query", ""), ctx.args.get("mine", False)
    found = [
        one
        for one in ctx.state["communities"]
        if matches(query, f"{one['name']} {one['about']}") and (not mine or one["status"] != "none")
    ]
    field = TextField(
        id="community_search",
        hint="Search communities",
        value=query,
        kind="pill",
        icon="magnify",
        on_change=ctx.edit("query"),
        on_submit=ctx.hide_keyboard,
    )
    chip = Chip(id="mine", label="My communities", on=mine, on_change=ctx.edit("mine"))
    head = Column(node="", padding=(16, 4, 16, 8), gap=8, align="start", children=[field, chip])
    rows = [_row(ctx, one) for one in found]
    nothing = empty("account-group-outline", "No communities found")
    body = List(id="community_list", ref="", weight=1, children=rows) if rows else nothing
    return scaffold(
        Column(node="", children=[head, body]),
        title=bar(ctx, Text(value="Communities", style="title", ref="")),
        bottom=navigation(ctx),
    )


def _row(ctx: Context, one: Community) -> Widget:
    states = {"none": "", "requested": "Requested", "member": "Joined"}
    return list_row(
        one["name"],
        f"{short(one['members'])} members · {'open' if one['open'] else 'on request'}",
        id="community",
        ref=f"community/{one['id']}",
        key=one["id"],
        leading=Photograph(
            photo=scene(one["topic"], one["id"]), width=56, height=56, radius=14, ref=""
        ),
        trailing=Text(ref="", value=states[one["status"]], style="label_small", color="primary"),
        on_tap=partial(ctx.go, "community", id=one["id"]),
    )


def community(ctx: Context) -> Widget:
    one = community_of(ctx, ctx.args["id"])
    if one is None:
        nothing = empty("account-group-outline", "No such community")
        return scaffold(nothing, title="", back=ctx.back)
    posts = [post for post in visible_posts(ctx) if post["topic"] == one["topic"]]
    head = Column(
        padding=(16, 12, 16, 8),
        gap=6,
        children=[
            Text(id="community_name", ref="", value=one["name"], style="headline"),
            Text(id="community_about", ref="", value=one["about"]),
            Text(
                ref="",
                value=f"{short(one['members'])} members · "
                + ("anybody can join" if one["open"] else "moderators let people in"),
                style="body_small",
                color="on_surface_dim",
            ),
            Row(node="", padding=(0, 8), width="fill", gap=8, children=[_join_button(ctx, one)]),
        ],
    )
    rules = [
        list_row(f"{number}. {rule}", id="rule", ref=f"rule/{number}", key=f"rule/{number}")
        for number, rule in enumerate(one["rules"], start=1)
    ]
    rows: list[Widget] = [
        Photograph(id="banner", ref="", photo=scene(one["topic"], one["id"]), shape=0.4), head,
        section("Rules"), *rules, section("Posts"),
    ]  # fmt: skip
    for post in posts:
        rows += [post_card(ctx, post), Divider(key=f"line/{post['id']}")]
    more = more_options(partial(ctx.go, "community_menu", id=one["id"]), id="community_more")
    return scaffold(
        List(id="community_page", ref="", children=rows, padding=(0, 0, 0, 32)),
        title="Community",
        back=ctx.back,
        actions=[more],
    )


def _join_button(ctx: Context, one: Community) -> Widget:
    """Join where anybody may, else ask; then what became of it."""

    def join() -> None:
        one["status"] = "member"
        one["members"] += 1
        ctx.snackbar(f"Welcome to {one['name']}")

    way: dict[str, tuple[str, Handler]] = {
        "member": ("Joined", partial(ctx.go, "leave", id=one["id"])),
        "requested": ("Requested", partial(ctx.go, "withdraw", id=one["id"])),
        "none": ("Join", join)
        if one["open"]
        else ("Ask to join", partial(ctx.go, "rules", id=one["id"])),
    }
    label, tap = way[one["status"]]
    kind: Literal["filled", "tonal"] = "filled" if one["status"] == "none" else "tonal"
    return Button(id="join", label=label, kind=kind, weight=1, on_tap=tap)


def rules(ctx: Context) -> Widget:
    """The rules must be agreed to before a request is sent."""
    one = community_of(ctx, ctx.args["id"])
    agreed = ctx.args.get("agreed", False)
    text = "\n".join(f"{n}. {rule}" for n, rule in enumerate(one["rules"] if one else (), start=1))

    def send() -> None:
        if one is not None:
            one["status"] = "requested"
        ctx.back()
        ctx.snackbar("Request sent to the moderators")

    body = Column(
        node="",
        children=[
            Text(id="rules", value=text, style="body_small", padding=(24, 0, 24, 8)),
            switch_row(
                "I agree to the rules", agreed, ctx.edit("agreed"), id="agree", kind=CheckBox
            ),
        ],
    )
    return dialog(
        "Community rules",
        body=body,
        cancel=("Cancel", ctx.back),
        confirm=("Ask to join", send),
        confirm_enabled=agreed,
    )


def _parting(ctx: Context, title: str, button: str) -> Widget:
    one = community_of(ctx, ctx.args["id"])

    def parted() -> None:
        if one is not None:
            one["members"] -= one["status"] == "member"
            one["status"] = "none"

    return confirm(ctx, title, one["name"] if one else "", yes=button, then=parted)


def leave(ctx: Context) -> Widget:
    return _parting(ctx, "Leave community?", "Leave")


def withdraw(ctx: Context) -> Widget:
    return _parting(ctx, "Withdraw your request?", "Withdraw")


def community_menu(ctx: Context) -> Widget:
    one = community_of(ctx, ctx.args["id"])

    def share() -> None:
        ctx.back()
        ctx.go("share", text=f"{one['name']} on Social" if one else "")

    def report() -> None:
        ctx.back()
        ctx.snackbar("Thank you. The moderators will have a look.")

    return menu([("Share", share), ("Report", report)])


PAGES = {
    "communities": communities,
    "community": community,
    "rules": rules,
    "leave": leave,
    "withdraw": withdraw,
    "community_menu": community_menu,
}
