"""A mail leaves: checked, sent now or later, or thrown away."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.mail.draft import draft, edit, settle
from pocketphone.apps.mail.mails import ADDRESS, TO, later, moment_text
from pocketphone.ui import Column, Context, Icon, Widget, choices, confirm, dialog, list_row, menu

_HALF_HOURS = range(14, 44)  # of a day: from 7:00 to 21:30
_DAYS_AHEAD = 14


def checked(ctx: Context, *, schedule: bool = False) -> None:
    """Send the mail, now or later, where it can be sent; else say what is missing."""
    settle(ctx)
    one = draft(ctx)
    everyone = [who for kind in TO for who in one[kind]]
    wrong = next((who for who in everyone if not ADDRESS.fullmatch(who)), "")
    if wrong:
        ctx.go("refused", text=f"The address \u201c{wrong}\u201d is not valid.")
    elif not everyone:
        ctx.go("refused", text="Add at least one recipient.")
    elif not one["subject"].strip():
        ctx.go("sure", question="Send this mail without a subject?", schedule=schedule)
    elif schedule:
        ctx.go("schedule")
    elif ctx.state["settings"]["ask"]:
        ctx.go("sure", question=f"Send \u201c{one['subject']}\u201d now?", schedule=False)
    else:
        send(ctx)


def send(ctx: Context) -> None:
    """The draft is sent, and the page is left."""
    edit(ctx, folder="sent")
    one = draft(ctx)
    ctx.back()

    def undo() -> None:
        one["folder"] = "drafts"
        ctx.go("compose", id=one["id"])

    ctx.snackbar("Sent", "Undo", undo)


def refusal(ctx: Context) -> Widget:
    return dialog("This mail cannot be sent", ctx.args["text"], confirm=("OK", ctx.back))


def sure(ctx: Context) -> Widget:
    schedule: bool = ctx.args["schedule"]
    return confirm(
        ctx,
        "Are you sure?",
        ctx.args["question"],
        yes="Schedule" if schedule else "Send",
        then=partial(ctx.go, "schedule") if schedule else partial(send, ctx),
    )


def _schedule(ctx: Context, at: datetime, pages: int) -> None:
    """The draft is sent at that time; `pages` lie over the one it was written on."""
    for _ in range(pages):
        ctx.back()
    edit(ctx, folder="scheduled", send_at=at.isoformat(timespec="minutes"))
    ctx.back()
    ctx.snackbar(f"Scheduled for {moment_text(at.isoformat())}")


def schedule(ctx: Context) -> Widget:
    rows = [
        list_row(label, moment_text(at.isoformat()), id="moment", ref=f"schedule/{label}",
                 key=label, leading=Icon(name="clock-outline"),
                 on_tap=partial(_schedule, ctx, at, 1))
        for label, at in later(ctx.minute)
    ]  # fmt: skip
    pick = list_row("Pick date and time", id="pick_time", leading=Icon(name="calendar-outline"),
                    on_tap=partial(ctx.go, "pick_day"))  # fmt: skip
    return dialog("Schedule send", body=Column(node="", padding=(8, 0), children=[*rows, pick]),
                  cancel=("Cancel", ctx.back))  # fmt: skip


def pick_day(ctx: Context) -> Widget:
    days = [ctx.minute + timedelta(days=ahead) for ahead in range(1, _DAYS_AHEAD + 1)]
    return choices(
        "Pick a day",
        [(f"{day:%A}, {day.day} {day:%B}", False,
          partial(ctx.go, "pick_hour", day=f"{day:%Y-%m-%d}")) for day in days],
        cancel=("Cancel", ctx.back),
    )  # fmt: skip


def pick_hour(ctx: Context) -> Widget:
    day = datetime.fromisoformat(ctx.args["day"])
    moments: Sequence[datetime] = [day + timedelta(minutes=30 * half) for half in _HALF_HOURS]
    return choices(
        f"{day:%A}, {day.day} {day:%B}",
        [(f"{at:%H:%M}", False, partial(_schedule, ctx, at, 3)) for at in moments],
        cancel=("Cancel", ctx.back),
    )


def compose_menu(ctx: Context) -> Widget:
    def schedule() -> None:
        ctx.back()
        checked(ctx, schedule=True)

    def discard() -> None:
        ctx.back()
        if "id" in ctx.args:
            ctx.go("discard", id=ctx.args["id"])
        else:
            ctx.back()

    def add() -> None:
        ctx.back()
        permission.ask(ctx, "contacts", "contacts")

    return menu([("Schedule send", schedule), ("Add from contacts", add), ("Discard", discard)])


def discard(ctx: Context) -> Widget:
    id_ = ctx.args["id"]

    def delete() -> None:
        held = ctx.state["mails"]
        held[:] = [one for one in held if one["id"] != id_]
        ctx.snackbar("Draft discarded")

    return confirm(
        ctx,
        "Discard draft?",
        "What you have written will be lost.",
        yes="Discard",
        then=delete,
        closes=2,
    )


PAGES = {
    "compose_menu": compose_menu,
    "discard": discard,
    "refused": refusal,
    "sure": sure,
    "schedule": schedule,
    "pick_day": pick_day,
    "pick_hour": pick_hour,
}
