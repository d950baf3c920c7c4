"""The owner's pages: the account, the wishlist, the settings."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.faces import face
from pocketphone.apps.forms import (
    Choice,
    Clear,
    Form,
    Heading,
    Ids,
    Layout,
    Link,
    Page,
    Toggle,
)
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import CURRENCIES
from pocketphone.apps.shop.orders import collected
from pocketphone.apps.words import matches
from pocketphone.ui import (
    Column,
    Context,
    Icon,
    IconButton,
    List,
    Radio,
    Row,
    Scroll,
    Text,
    TextField,
    Widget,
    card,
    confirm,
    empty,
    list_row,
    scaffold,
)

COUNTRIES = {  # and the currency that its shop counts in
    "Argentina": "USD", "Australia": "AUD", "Austria": "EUR", "Belgium": "EUR", "Brazil": "USD",
    "Bulgaria": "EUR", "Canada": "CAD", "Chile": "USD", "Colombia": "USD", "Croatia": "EUR",
    "Cyprus": "EUR", "Denmark": "EUR", "Ecuador": "USD", "Estonia": "EUR", "Finland": "EUR",
    "France": "EUR", "Germany": "EUR", "Greece": "EUR", "Hungary": "EUR", "Iceland": "EUR",
    "India": "INR", "Ireland": "EUR", "Italy": "EUR", "Japan": "JPY", "Kenya": "USD",
    "Latvia": "EUR", "Lithuania": "EUR", "Luxembourg": "EUR", "Malta": "EUR", "Mexico": "USD",
    "Morocco": "EUR", "Netherlands": "EUR", "New Zealand": "NZD", "Norway": "EUR", "Peru": "USD",
    "Poland": "EUR", "Portugal": "EUR", "Slovakia": "EUR", "Slovenia": "EUR", "South Africa": "USD",
    "Spain": "EUR", "Sweden": "SEK", "Switzerland": "CHF", "United Kingdom": "GBP",
    "United States": "USD", "Uruguay": "USD",
}  # fmt: skip
_LANGUAGES = ("English", "Deutsch", "Español", "Français", "Italiano", "Nederlands", "Português")


def account(ctx: Context) -> Widget:
    state, total = ctx.state, f"{collected(ctx.state)} points"
    head = Row(
        node="",
        key="head",
        width="fill",
        gap=16,
        padding=(20, 16),
        children=[
            face(state["owner"], 56),
            Column(
                node="",
                weight=1,
                children=[
                    Text(id="owner", value=state["owner"], style="title_small"),
                    Text(id="member", value=total, style="body_small", color="on_surface_dim"),
                ],
            ),
        ],
    )  # fmt: skip
    rows = [
        _link(ctx, page, label, icon, summary)
        for page, label, icon, summary in (
            ("orders", "Orders", "package-variant-closed", f"{len(state['orders'])} orders"),
            ("wishlist", "Wishlist", "heart-outline", f"{len(state['wishlist'])} saved"),
            ("offers", "Coupons & offers", "ticket-percent-outline",
             f"{len(state['coupons'])} in your wallet"),
            ("payment", "Payment methods", "credit-card-outline",
             f"{len(state['cards'])} card{'s' * (len(state['cards']) != 1)}"),
            ("points", "Points", "star-circle-outline", total),
            ("settings", "Settings", "cog-outline", "Country, language, notifications"),
        )
    ]  # fmt: skip
    about = "Delivery, returns, contact"
    rows.append(_link(ctx, "help", "Help", "help-circle-outline", about, path="delivery"))
    address = card(
        list_row("Delivery address", state["address"], leading=Icon(name="map-marker-outline")),
        id="address_card",
        ref="",
        padding=0,
        key="address",
    )
    return scaffold(
        Scroll(id="account_scroll", ref="", children=[head, address, *rows]),
        title="Account",
        bottom=parts.navigation(ctx),
    )


def _link(ctx: Context, page: str, label: str, icon: str, summary: str, **args: str) -> Widget:
    return list_row(
        label,
        summary,
        id=f"{page}_row",
        key=page,
        leading=Icon(name=icon),
        trailing=Icon(name="chevron-right"),
        on_tap=partial(ctx.go, page, **args),
    )


# settings


def _country(ctx: Context) -> str:
    return str(ctx.state["settings"]["country"])


def _searches(ctx: Context) -> str:
    return f"{len(ctx.state['recent'])} searches"


SETTINGS = Form("Settings", [
    Heading("Region"),
    Link("Country or region", "country", _country),
    Choice("Language", "language", {name: name for name in _LANGUAGES}, page="language"),
    Choice("Currency", "currency", {code: name for code, (_, name, _) in CURRENCIES.items()},
           page="currency"),
    Heading("Notifications"),
    Toggle("Order updates", "order_updates"),
    Toggle("Offers and coupons", "offer_alerts"),
    Toggle("Price drops", "price_drops", "For things on your wishlist"),
    Heading("Privacy"),
    Toggle("Personal recommendations", "personal"),
    Clear("Clear search history", "clear_history", "recent", _searches,
          question="Clear search history?",
          warning="Your recent searches will be removed from this phone."),
])  # fmt: skip
LAYOUT = Layout(
    ids=Ids(toggle=("{name}", "setting/{name}")),
    body=lambda _, rows: Scroll(id="settings_scroll", ref="", children=rows),
)


def country(ctx: Context) -> Widget:
    """All countries; a field narrows them down."""
    query: str = ctx.args.get("query", "")
    present = ctx.state["settings"]["country"]
    rows = [
        list_row(
            name,
            id="country_row",
            ref=f"country/{name}",
            key=name,
            leading=Radio(node="", on=name == present),
            selected=name == present,
            on_tap=partial(ctx.go, "change_country", name=name),
        )
        for name in COUNTRIES
        if matches(query, name)
    ]
    field = TextField(
        id="country_search",
        hint="Search countries",
        icon="magnify",
        value=query,
        kind="pill",
        width="fill",
        on_change=ctx.edit("query"),
        on_submit=lambda: None,
    )
    body = Column(
        node="",
        children=[
            Column(node="", padding=(16, 4, 16, 8), children=[field]),
            List(id="country_list", ref="", weight=1, children=rows)
            if rows
            else empty("earth-off", "No such country"),
        ],
    )
    return scaffold(body, title="Country or region", back=ctx.back)


def change_country(ctx: Context) -> Widget:
    name: str = ctx.args["name"]
    code = COUNTRIES[name]

    def change() -> None:
        ctx.state["settings"] |= {"country": name, "currency": code}
        ctx.snackbar(f"You are shopping in {name} now")

    return confirm(
        ctx,
        f"Change to {name}?",
        f"Prices will be shown in {CURRENCIES[code][1]}s, and some offers may end.",
        yes="Change",
        then=change,
        closes=2,
    )


def wishlist(ctx: Context) -> Widget:
    products = [parts.product_of(ctx.state, id_) for id_ in ctx.state["wishlist"]]
    rows = [
        list_row(
            one["name"],
            parts.price(ctx, one["price_cents"]),
            id="wish",
            ref=f"product/{one['id']}",
            key=one["id"],
            leading=parts.picture(one, 56, width=56, radius=12),
            trailing=IconButton(
                ref=f"unwish/{one['id']}",
                icon="heart",
                color="error",
                on_tap=partial(parts.wish, ctx, one),
            ),
            on_tap=partial(ctx.go, "product", id=one["id"]),
            on_long_press=partial(ctx.go, "product_menu", id=one["id"]),
        )
        for one in products
        if one is not None
    ]
    return scaffold(
        List(id="wish_list", ref="", children=rows)
        if rows
        else empty("heart-outline", "Nothing saved yet", "Touch the heart on a product's page."),
        title="Wishlist",
        back=ctx.back,
    )


PAGES: dict[str, Page] = {
    "account": account,
    **LAYOUT.pages({"settings": SETTINGS}),
    "country": country,
    "change_country": change_country,
    "wishlist": wishlist,
}
