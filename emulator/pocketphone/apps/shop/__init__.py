"""Shop: things to buy, a cart, coupons, and an account with cards and orders."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.city import address
from pocketphone.apps.names import people
from pocketphone.apps.permission import permission
from pocketphone.apps.share import share
from pocketphone.apps.shop import (
    account,
    cart,
    goods,
    help,
    home,
    lens,
    offers,
    orders,
    parts,
    payment,
    points,
    product,
    reviews,
    search,
)
from pocketphone.ui import VIEW, App, Context, Filter, Intent, State

HOST = "shop.example.com"


class Shop(App):
    package = "com.pocketphone.shop"
    label = "Shop"
    icon = "shopping-outline"
    accent = (206, 84, 16)
    version_name = "3.18.0"
    version_code = 31800
    first_page = "home"
    activities: ClassVar = {
        "product": ".ProductActivity",
        "checkout": ".CheckoutActivity",
        "card": ".CardActivity",
    }
    pages: ClassVar = {
        **home.PAGES,
        **search.PAGES,
        **product.PAGES,
        **reviews.PAGES,
        **cart.PAGES,
        **offers.PAGES,
        **account.PAGES,
        **orders.PAGES,
        **payment.PAGES,
        **points.PAGES,
        **help.PAGES,
        **lens.PAGES,
        "permission": permission,
        "share": share,
    }
    handles = (Filter(VIEW, scheme="https", host=HOST),)

    def initial(self, rng: Random, now: datetime) -> State:
        products = goods.generate(rng)
        (owner,) = people(rng, 1)
        coupons = offers.generate(rng)
        state: State = {
            "products": products,
            "owner": owner,
            "address": address(rng),
            "cart": [],
            "wishlist": [one["id"] for one in rng.sample(products, 5)],
            "search": dict(search.WISH),
            "recent": rng.sample([kind.name for kind in goods.KINDS], 3),
            "popular": rng.sample([kind.name for kind in goods.KINDS], 6),
            "in_sight": rng.sample([kind.name for kind in goods.KINDS], len(lens.SPOTS)),
            **coupons,
            "cards": payment.generate(rng, owner, now),
            "orders": orders.generate(rng, now.date(), products),
            "promo": {"after": rng.randint(12, 20), "code": coupons["codes"][0]["code"]},
            "update_banner": rng.random() < 0.5,
            "shared": [],
            "settings": {
                "country": "United Kingdom",
                "language": "English",
                "currency": "GBP",
                "order_updates": True,
                "offer_alerts": rng.random() < 0.5,
                "price_drops": True,
                "personal": False,
            },
        }
        for one in rng.sample(products, rng.randint(3, 6)):
            colour, size = (rng.choice(one[name] or [""]) for name in ("colours", "sizes"))
            parts.add_to_cart(state, one, colour, size, rng.randint(1, 3))
        first, _, *others = state["cart"]  # some are ticked, and not all
        first["checked"] = False
        for line in others:
            line["checked"] = rng.random() < 0.6
        return state

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """Open the product of a link ".../p/luma-desk-lamp", the search of ".../s/desk lamp"."""
        way = intent.data.partition(HOST)[2].strip("/").split("/")
        match way:
            case ["p", id_] if parts.product_of(ctx.state, id_):
                ctx.go("product", id=id_)
            case ["s", text] if text:
                ctx.state["search"] = {**search.WISH, "query": text}
                ctx.go("results")


__all__ = ["Shop"]
