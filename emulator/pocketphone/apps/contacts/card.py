"""The page of one person."""

from __future__ import annotations

from functools import partial
from urllib.parse import quote

from pocketphone.apps.contacts.calls import call
from pocketphone.apps.contacts.editor import draft
from pocketphone.apps.contacts.history import last_calls
from pocketphone.apps.contacts.lists import disc
from pocketphone.apps.contacts.people import Person, title
from pocketphone.apps.others import hand_on
from pocketphone.ui import (
    VIEW,
    Column,
    Context,
    Icon,
    IconButton,
    Intent,
    Row,
    Scroll,
    Stack,
    Text,
    Widget,
    card,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
)
from pocketphone.ui.widget import Handler

SENDTO = "android.intent.action.SENDTO"


def _person(ctx: Context) -> Person | None:
    people: list[Person] = ctx.state["contacts"]
    return next((one for one in people if one["id"] == ctx.args["id"]), None)


def contact(ctx: Context) -> Widget:
    one = _person(ctx)
    if one is None:
        return scaffold(empty("account-off-outline", "No such contact"), title="", back=ctx.back)
    head = Column(
        align="center",
        padding=(16, 8, 16, 16),
        gap=16,
        children=[
            disc(one, 112),
            Text(id="large_title", value=title(one), style="headline", align="center", lines=3),
        ],
    )
    return scaffold(
        Scroll(
            id="contact_scroll",
            ref="",
            padding=(0, 0, 0, 24),
            children=[head, _quick(ctx, one), *_details(ctx, one)],
        ),
        title="",
        back=ctx.back,
        actions=_actions(ctx, one),
    )


def _actions(ctx: Context, one: Person) -> list[Widget]:
    def star() -> None:
        one["favourite"] = not one["favourite"]

    return [
        IconButton(
            id="menu_star",
            icon="star" if one["favourite"] else "star-outline",
            color="primary" if one["favourite"] else "on_surface_dim",
            description="Remove from favourites" if one["favourite"] else "Add to favourites",
            on_tap=star,
        ),
        IconButton(
            id="menu_edit",
            icon="pencil-outline",
            description="Edit contact",
            on_tap=lambda: ctx.go("editor", **draft(one, one["id"])),
        ),
        more_options(partial(ctx.go, "contact_menu", id=one["id"])),
    ]


def _send(ctx: Context, scheme: str, to: str) -> None:
    """Hand a message to whichever app writes them."""
    hand_on(ctx, Intent(action=SENDTO, data=f"{scheme}:{quote(to)}"), "can do this")


def _quick(ctx: Context, one: Person) -> Widget:
    """The round buttons below the name; what a person has no address for is pale."""
    offers: tuple[tuple[str, str, str, Handler], ...] = (
        ("Call", "phone", one["phone"], partial(call, ctx, one["phone"], one)),
        ("Message", "message-text", one["phone"], partial(_send, ctx, "smsto", one["phone"])),
        ("Email", "email", one["email"], partial(_send, ctx, "mailto", one["email"])),
    )
    return Row(
        id="verbs",
        ref="",
        width="fill",
        padding=(24, 0, 24, 16),
        spread="center",
        gap=20,
        children=[
            Column(
                id=f"verb_{label.lower()}",
                width=88,
                align="center",
                gap=8,
                enabled=bool(to),
                on_tap=handler,
                children=[
                    Stack(
                        node="",
                        width=72,
                        height=48,
                        radius=24,
                        at=[(0.5, 0.5)],
                        background="container" if to else "surface_highest",
                        children=[Icon(name=icon, color="on_container" if to else "outline")],
                    ),
                    Text(
                        value=label,
                        style="label",
                        ref="",
                        color="on_surface" if to else "outline",
                    ),
                ],
            )
            for label, icon, to, handler in offers
        ],
    )


def _details(ctx: Context, one: Person) -> list[Widget]:
    """The cards with all that is known of a person."""
    rows = [
        _phone(ctx, one, label, name)
        for name, label in (("phone", "Mobile"), ("work_phone", "Work"))
        if one[name]
    ]
    if one["email"]:
        rows.append(
            list_row(
                one["email"],
                "Email",
                id="email_row",
                leading=Icon(name="email-outline"),
                on_tap=partial(_send, ctx, "mailto", one["email"]),
            )
        )
    if one["address"]:
        rows.append(
            list_row(
                one["address"],
                "Home",
                id="address_row",
                leading=Icon(name="map-marker-outline"),
                trailing=Icon(name="directions", size=24),
                on_tap=partial(_map, ctx, one["address"]),
            )
        )
    cards = (
        [card(section("Contact info"), *rows, id="info_card", ref="", padding=0)] if rows else []
    )
    if past := last_calls(ctx, one):
        cards.append(card(section("Recent calls"), *past, id="calls_card", ref="", padding=0))
    if one["notes"]:
        notes = list_row(one["notes"], id="notes_row", leading=Icon(name="note-text-outline"))
        cards.append(card(section("Notes"), notes, id="notes_card", ref="", padding=0))
    return cards


def _phone(ctx: Context, one: Person, label: str, name: str) -> Widget:
    """A number: the row and its first button call it, the second writes to it."""
    number: str = one[name]
    return list_row(
        number,
        label,
        id="phone_row",
        ref=f"{name}_row",
        leading=Icon(name="phone-outline"),
        trailing=Row(
            children=[
                IconButton(
                    id="call",
                    ref=f"{name}_call",
                    icon="phone-outline",
                    description=f"Call {label.lower()}",
                    on_tap=partial(call, ctx, number, one),
                ),
                IconButton(
                    ref=f"{name}_message",
                    icon="message-text-outline",
                    on_tap=partial(_send, ctx, "smsto", number),
                ),
            ]
        ),
        on_tap=partial(call, ctx, number, one),
    )


def _map(ctx: Context, address: str) -> None:
    hand_on(ctx, Intent(action=VIEW, data=f"geo:0,0?q={quote(address)}"), "can show a map")


def overflow(ctx: Context) -> Widget:
    one = _person(ctx)

    def remove() -> None:
        ctx.back()
        ctx.go("delete", ids=[ctx.args["id"]], pages=1)

    def hand_on() -> None:
        ctx.back()
        if one is not None:
            known = (title(one), one["phone"], one["work_phone"], one["email"])
            ctx.go("share", text="\n".join(dict.fromkeys(line for line in known if line)))

    return menu([("Share", hand_on), ("Delete", remove)])


PAGES = {"contact": contact, "contact_menu": overflow}
