"""Apps: what each may do, whether it notifies, and how it is stopped."""

from __future__ import annotations

from functools import partial

from pocketphone.apps.permission import PERMISSIONS, Answer
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui import (
    App,
    Button,
    Column,
    Context,
    Icon,
    Intent,
    List,
    Radio,
    Row,
    Scroll,
    Text,
    Widget,
    confirm,
    disc,
    empty,
    list_row,
    menu,
    more_options,
    scaffold,
    section,
    switch_row,
)

_ANSWERS: tuple[tuple[str, tuple[Answer, ...]], ...] = (  # the first one is what a choice gives
    ("Allow only while using the app", ("allowed", "once")),
    ("Don't allow", ("blocked", "denied")),
)


def apps(ctx: Context) -> Widget:
    rows = [
        list_row(
            ctx.label(app),
            app.version_name,
            id="app_entry",
            ref=f"app/{app.package}",
            key=app.package,
            leading=disc(app.icon, app.accent),
            on_tap=partial(ctx.go, "app", package=app.package),
        )
        for app in _known_apps(ctx, system=ctx.state["system_apps"])
    ]
    return scaffold(
        List(id="app_list", ref="", children=rows),
        title=ctx.say("Apps"),
        back=ctx.back,
        actions=[more_options(partial(ctx.go, "apps_menu"), description=ctx.say("More options"))],
    )


def apps_menu(ctx: Context) -> Widget:
    shown = ctx.state["system_apps"]

    def turn() -> None:
        ctx.back()
        ctx.state["system_apps"] = not shown

    return menu(
        [
            (ctx.say("Hide system apps" if shown else "Show system apps"), turn),
            (ctx.say("Reset apps"), partial(ctx.replace, "reset_apps")),
        ]
    )


def _known_apps(ctx: Context, *, system: bool = False) -> list[App]:
    """The apps that a person knows of, by name; with `system` all."""
    found = [app for name, app in ctx.phone.installed.items() if system or name != HOME_PACKAGE]
    return sorted(found, key=lambda app: ctx.label(app).casefold())


def notifying(ctx: Context) -> list[Widget]:
    """The switches of the apps that may send notifications."""
    return [
        section(ctx.say("App notifications")),
        *(
            _notifies(ctx, app, ctx.label(app), leading=disc(app.icon, app.accent, size=32))
            for app in _known_apps(ctx)
        ),
    ]


def _notifies(ctx: Context, app: App, title: str, leading: Widget) -> Widget:
    muted: list[str] = ctx.state["muted"]

    def turn(on: bool) -> None:
        others = [name for name in muted if name != app.package]
        ctx.state["muted"] = others if on else [*others, app.package]

    on = app.package not in muted
    ref = f"notifies/{app.package}"
    return switch_row(
        title, on, turn, id="app_notifications", ref=ref, key=app.package, leading=leading
    )


def about_app(ctx: Context) -> Widget:
    """App info."""
    app = ctx.phone.installed[ctx.args["package"]]
    running = app.package in ctx.phone.recent
    name = Text(id="entity_header_title", value=ctx.label(app), style="title", ref="")
    head = Column(
        id="entity_header",
        ref="",
        width="fill",
        align="center",
        gap=8,
        padding=(16, 16),
        children=[disc(app.icon, app.accent, size=64), name],
    )
    buttons = Row(
        width="fill",
        padding=(16, 8),
        gap=12,
        children=[
            Button(
                id="open",
                label=ctx.say("Open"),
                kind="tonal",
                weight=1,
                on_tap=partial(ctx.start, Intent(package=app.package)),
            ),
            Button(
                id="force_stop",
                label=ctx.say("Force stop"),
                kind="tonal",
                weight=1,
                enabled=running,
                on_tap=partial(ctx.go, "force_stop", package=app.package),
            ),
        ],
    )
    answers = ctx.apps[app.package].get("permissions", {})
    allowed = [
        ctx.say(PERMISSIONS[each].label)
        for each, given in answers.items()
        if given in _ANSWERS[0][1]
    ]
    rows = [
        head,
        buttons,
        _notifies(ctx, app, ctx.say("Notifications"), Icon(name="bell-outline")),
        list_row(
            ctx.say("Permissions"),
            ", ".join(allowed) or ctx.say("No permissions granted"),
            id="permissions_entry",
            ref="permissions",
            leading=Icon(name="shield-check-outline"),
            on_tap=partial(ctx.go, "permissions", package=app.package),
        ),
        list_row(
            ctx.say("Version"), app.version_name, leading=Icon(name="information-outline"), ref=""
        ),
    ]
    body = Scroll(id="app_page", ref="", children=rows)
    return scaffold(body, title=ctx.say("App info"), back=ctx.back)


def force_stop(ctx: Context) -> Widget:
    return confirm(
        ctx,
        ctx.say("Force stop?"),
        ctx.say("If you force stop an app, it may misbehave."),
        yes=ctx.say("OK"),
        no=ctx.say("Cancel"),
        then=partial(ctx.phone.force_stop, ctx.args["package"]),
    )


def permissions(ctx: Context) -> Widget:
    """What an app has asked for, and what it was answered."""
    package = ctx.args["package"]
    answers = ctx.apps[package].get("permissions", {})
    rows: list[Widget] = []
    for heading, (_, given) in zip(("Allowed", "Not allowed"), _ANSWERS, strict=True):
        found = [name for name in sorted(answers) if answers[name] in given]
        rows += [section(ctx.say(heading))] if found else []
        rows += [_permission_row(ctx, package, name) for name in found]
    none = empty("shield-outline", ctx.say("No permissions requested"))
    body = List(id="permission_list", ref="", children=rows) if rows else none
    return scaffold(body, title=ctx.say("App permissions"), back=ctx.back)


def _permission_row(ctx: Context, package: str, name: str) -> Widget:
    about = PERMISSIONS[name]
    return list_row(
        ctx.say(about.label),
        ref=f"permission/{name}",
        key=name,
        leading=Icon(name=about.icon),
        on_tap=partial(ctx.go, "answer", package=package, name=name),
    )


def answer(ctx: Context) -> Widget:
    """Whether an app may use one thing; the choice holds at once."""
    package, name = ctx.args["package"], ctx.args["name"]
    answers = ctx.apps[package]["permissions"]

    def choose(given: Answer, on: bool) -> None:
        del on
        answers[name] = given

    rows = [
        switch_row(
            ctx.say(label),
            answers[name] in given,
            partial(choose, given[0]),
            id=given[0],
            ref=f"answer/{given[0]}",
            kind=Radio,
        )
        for label, given in _ANSWERS
    ]
    title = ctx.say("{permission} permission", permission=ctx.say(PERMISSIONS[name].label))
    app = section(ctx.label(ctx.phone.installed[package]))
    return scaffold(
        Scroll(id="answer_page", ref="", children=[app, *rows]), title=title, back=ctx.back
    )


def reset_apps(ctx: Context) -> Widget:
    """The question before every app's permissions and notifications are as they came."""

    def reset() -> None:
        ctx.state["muted"] = []
        for state in ctx.apps.values():
            state.pop("permissions", None)
        ctx.snackbar(ctx.say("App preferences were reset"))

    return confirm(
        ctx,
        ctx.say("Reset app preferences?"),
        ctx.say("Permissions and notifications of every app"),
        yes=ctx.say("Reset apps"),
        no=ctx.say("Cancel"),
        then=reset,
    )


PAGES = {
    "apps": apps,
    "apps_menu": apps_menu,
    "app": about_app,
    "force_stop": force_stop,
    "permissions": permissions,
    "answer": answer,
    "reset_apps": reset_apps,
}
