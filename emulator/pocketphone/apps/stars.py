"""Ratings as stars."""

from __future__ import annotations

from pocketphone.ui import Icon, Row, Widget

INK = (240, 170, 30)


def stars(rating: float, size: float = 16) -> Widget:
    """Five stars, as one picture."""
    return Row(
        node="android.widget.ImageView",
        description=f"{rating} stars",
        ref="",
        children=[
            Icon(
                node="",
                size=size,
                color=INK,
                name="star"
                if rating >= place + 0.75
                else "star-half-full"
                if rating >= place + 0.25
                else "star-outline",
            )
            for place in range(5)
        ],
    )
