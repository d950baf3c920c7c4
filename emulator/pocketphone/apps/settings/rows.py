"""How the phone's settings are laid out: what a row sets is in the tables of `settings list`."""

from __future__ import annotations

from pocketphone.apps.forms import Ids, Layout
from pocketphone.ui import Context, Scroll

LAYOUT = Layout(
    ids=Ids(
        toggle=("{name}", "{key}"),  # a key is a table and a name: "global/airplane_mode_on"
        choice=("{name}", "{key}"),
        link=("{page}_entry", "{page}"),
    ),
    root=lambda ctx: ctx.phone.settings,
    values=("0", "1"),
    copies=True,
    translated=True,
    body=lambda page, rows: Scroll(id=f"{page}_page", ref="", padding=(0, 0, 0, 24), children=rows),
)
draw, put = LAYOUT.draw, LAYOUT.put


def value_of(ctx: Context, key: str) -> str:
    """What a settings table holds, "" where it holds nothing."""
    return str(LAYOUT.value(ctx, key, ""))
