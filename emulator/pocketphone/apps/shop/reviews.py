"""What buyers say of a product."""

from __future__ import annotations

from pocketphone.apps.faces import face
from pocketphone.apps.shop import parts
from pocketphone.apps.shop.goods import reviews
from pocketphone.apps.stars import stars
from pocketphone.ui import Context, List, Row, Text, Widget, card, scaffold


def product_reviews(ctx: Context) -> Widget:
    one = parts.product_of(ctx.state, ctx.args["id"])
    if one is None:
        return parts.no_product(ctx)
    cards = [
        card(
            Row(
                node="",
                gap=12,
                children=[
                    face(review.writer, 32),
                    Text(value=review.writer, style="label", ref=""),
                ],
            ),
            stars(review.stars),
            Text(value=review.text, style="body_small", ref=""),
            id="review",
            ref="",
            key=review.writer,
            gap=6,
        )
        for review in reviews(one["id"], one["rating"])
    ]  # fmt: skip
    total = Text(
        id="average",
        value=f"{one['rating']} of 5",
        style="display_small",
        padding=(24, 12),
        key="average",
    )
    return scaffold(
        List(id="review_list", ref="", children=[total, *cards]), title="Reviews", back=ctx.back
    )


PAGES = {"reviews": product_reviews}
