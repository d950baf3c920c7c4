"""Android's question whether an app may use something, the same in every app that asks."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal, NamedTuple

from pocketphone.ui import Button, Column, Context, Handler, Icon, Intent, State, Text, Widget
from pocketphone.ui.overlays import Overlay

PACKAGE = "com.android.permissioncontroller"
ACTIVITY = f"{PACKAGE}/{PACKAGE}.permission.ui.GrantPermissionsActivity"
APP_DETAILS = "android.settings.APPLICATION_DETAILS_SETTINGS"

Answer = Literal["allowed", "once", "denied", "blocked"]
"""`once` ends when the app is stopped; `blocked` (denied twice) is not asked about again."""


class Permission(NamedTuple):
    label: str
    question: str
    icon: str
    in_use: bool = True  # is granted while the app is used; the others for good


PERMISSIONS = {
    "calendar": Permission(
        "Calendar",
        "Allow {app} to access your calendar?",
        "calendar-blank-outline",
        in_use=False,
    ),
    "call_log": Permission(
        "Call logs",
        "Allow {app} to access your phone call logs?",
        "phone-log-outline",
        in_use=False,
    ),
    "camera": Permission(
        "Camera", "Allow {app} to take pictures and record video?", "camera-outline"
    ),
    "contacts": Permission(
        "Contacts",
        "Allow {app} to access your contacts?",
        "account-multiple-outline",
        in_use=False,
    ),
    "location": Permission(
        "Location", "Allow {app} to access this device's location?", "map-marker-outline"
    ),
    "microphone": Permission("Microphone", "Allow {app} to record audio?", "microphone-outline"),
    "notifications": Permission(
        "Notifications", "Allow {app} to send you notifications?", "bell-outline", in_use=False
    ),
    "photos": Permission(
        "Photos and videos",
        "Allow {app} to access photos and videos on this device?",
        "image-multiple-outline",
    ),
}


def granted(state: State, name: str) -> bool:
    """Whether the app of this state may use what the permission is for."""
    return _answer(state, name) in ("allowed", "once")


def _answer(state: State, name: str) -> Answer | None:
    answer: Answer | None = state.get("permissions", {}).get(name)
    return answer


def ask(ctx: Context, name: str, page: str = "", **args: Any) -> None:
    """Open a page that needs a permission, after the person's yes where there is none yet.

    Without a page it is only asked.
    """
    if granted(ctx.state, name):
        if page:
            ctx.go(page, **args)
    elif _answer(ctx.state, name) == "blocked":
        details = Intent(action=APP_DETAILS, data=f"package:{ctx.app.package}")
        label, app = ctx.say(PERMISSIONS[name].label), ctx.label(ctx.app)
        text = ctx.say("{permission}: not allowed for {app}", permission=label, app=app)
        ctx.snackbar(text, ctx.say("Settings"), partial(ctx.start, details))
    else:
        ctx.go("permission", name=name, to=page, args=args)


def permission(ctx: Context) -> Widget:
    """The question. BACK leaves it unanswered."""
    name = ctx.args["name"]
    about, again = PERMISSIONS[name], _answer(ctx.state, name) == "denied"

    def answer(given: Answer) -> None:
        page, args = ctx.args["to"], ctx.args["args"]
        ctx.state.setdefault("permissions", {})[name] = given
        ctx.back()
        if page and granted(ctx.state, name):
            ctx.go(page, **args)

    allow = partial(answer, "allowed")
    buttons: list[tuple[str, str, Handler]] = [("permission_allow_button", "Allow", allow)]
    if about.in_use:
        buttons = [
            ("permission_allow_foreground_only_button", "While using the app", allow),
            ("permission_allow_one_time_button", "Only this time", partial(answer, "once")),
        ]
    deny = "permission_deny_and_dont_ask_again_button" if again else "permission_deny_button"
    buttons.append((deny, "Don't allow", partial(answer, "blocked" if again else "denied")))
    said = [(id, ctx.say(label), on_tap) for id, label, on_tap in buttons]
    message = ctx.say(about.question, app=ctx.label(ctx.app))
    return Overlay(
        component=ACTIVITY,
        cancelable=False,
        children=[
            Column(
                id=_id("grant_singleton"),
                ref="",
                node="android.widget.LinearLayout",
                width="fill",
                children=[_panel(about.icon, message, said)],
            )
        ],
    )


def _panel(icon: str, message: str, buttons: list[tuple[str, str, Handler]]) -> Widget:
    head = Column(
        id=_id("content_container"),
        ref="",
        width="fill",
        padding=(24, 0, 24, 20),
        gap=16,
        align="center",
        children=[
            Icon(id=_id("permission_icon"), ref="", name=icon, color="primary"),
            Text(
                id=_id("permission_message"),
                ref="message",
                value=message,
                style="title",
                align="center",
            ),
        ],
    )
    answers = [
        Button(id=_id(id), ref=id, label=label, kind="tonal", height=56, on_tap=on_tap)
        for id, label, on_tap in buttons
    ]
    return Column(
        id=_id("grant_dialog"),
        ref="",
        width="fill",
        background="surface_high",
        radius=28,
        padding=(0, 24, 0, 24),
        children=[
            head,
            Column(width="fill", align="stretch", padding=(16, 0), gap=4, children=answers),
        ],
    )


def _id(name: str) -> str:
    return f"{PACKAGE}:id/{name}"


def stopped(state: State) -> None:
    """Takes back what was allowed once: the app has ended."""
    answers = state.get("permissions", {})
    for name in [name for name, given in answers.items() if given == "once"]:
        del answers[name]
