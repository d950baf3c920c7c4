"""The room that the system bars take: the launcher's windows reach to the edges of the screen."""

from __future__ import annotations

from pocketphone.ui import Column, Widget
from pocketphone.ui.windows import PILL_BAR, STATUS_BAR


def framed(page: Widget) -> Widget:
    """A page between the bars."""
    return Column(
        node="",
        width="fill",
        height="fill",
        background="background",
        padding=(0, STATUS_BAR, 0, PILL_BAR),
        children=[page],
    )
