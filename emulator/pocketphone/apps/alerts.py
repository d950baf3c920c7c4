"""The system's own windows, which come over any app: one that failed, a battery, a choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from pocketphone.apps.permission import permission
from pocketphone.apps.share import chooser
from pocketphone.ui import Context, Intent, Widget, dialog

_POWER = "com.android.systemui/com.android.systemui.power.PowerDialog"


def battery(ctx: Context) -> Widget:
    asked = dialog(
        ctx.say("Battery is low"),
        ctx.say("15% left. Turn on Battery Saver to make it last."),
        confirm=(ctx.say("Turn on"), partial(_turn_on_saver, ctx)),
        cancel=(ctx.say("No thanks"), ctx.back),
    )
    return replace(asked, component=_POWER)


def _turn_on_saver(ctx: Context) -> None:
    ctx.phone.settings["global"]["low_power"] = "1"
    ctx.back()


def update(ctx: Context) -> Widget:
    """An app's own banner."""

    def begin() -> None:
        ctx.back()
        ctx.toast(ctx.say("Downloading in the background"))

    return dialog(
        ctx.say("Update available"),
        ctx.say("A new version of {app} is ready.", app=ctx.label(ctx.app)),
        confirm=(ctx.say("Update"), begin),
        cancel=(ctx.say("Not now"), ctx.back),
    )


def notice(ctx: Context) -> Widget:
    """What an app says of itself, in words that are given; which button was pressed is in its
    `args`, and `opens` is the app that a yes leads to."""
    args = ctx.args

    def pressed(button: str) -> None:
        args["pressed"] = button
        ctx.back()
        if button == "yes" and args["opens"]:
            ctx.start(Intent(package=args["opens"]))

    return dialog(
        args["title"],
        args["message"],
        confirm=(args["yes"], partial(pressed, "yes")),
        cancel=(args["no"], partial(pressed, "no")) if args["no"] else None,
    )


def crash(ctx: Context) -> Widget:
    """Over whatever comes to the front where the app was."""
    asked = dialog(
        ctx.say("{app} keeps stopping", app=_app_name(ctx)),
        confirm=(ctx.say("Close app"), ctx.back),
    )
    return replace(asked, component=f"android/Application Error: {ctx.args['package']}")


def anr(ctx: Context) -> Widget:
    package = ctx.args["package"]

    def close() -> None:
        ctx.back()
        ctx.phone.force_stop(package)

    asked = dialog(
        ctx.say("{app} isn't responding", app=_app_name(ctx)),
        confirm=(ctx.say("Wait"), ctx.back),
        cancel=(ctx.say("Close app"), close),
    )
    return replace(asked, component=f"android/Application Not Responding: {package}")


def _app_name(ctx: Context) -> str:
    return ctx.label(ctx.phone.installed[ctx.args["package"]])


PAGES: Mapping[str, Callable[[Context], Widget]] = {
    "system/battery": battery,
    "system/update": update,
    "system/notice": notice,
    "system/permission": permission,
    "system/crash": crash,
    "system/anr": anr,
    "system/chooser": chooser,
}
