"""What an app leaves to other apps of the phone."""

from __future__ import annotations

from pocketphone.errors import NoActivity
from pocketphone.ui import Context, Intent

DIAL = "android.intent.action.DIAL"


def hand_on(ctx: Context, intent: Intent, does: str) -> None:
    """Have another app do it; where none `does`, as in "can call", say so."""
    try:
        ctx.start(intent)
    except NoActivity:
        ctx.snackbar(f"No app on this phone {does}")


def dial(ctx: Context, number: str) -> None:
    hand_on(ctx, Intent(action=DIAL, data=f"tel:{number}"), "can call")
