"""The launcher: a home screen with a clock and a dock, all apps, and the recent ones."""

from __future__ import annotations

from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.launcher import drawer, home, preferences, recents, wallpapers
from pocketphone.apps.permission import APP_DETAILS, permission
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui import App, Context, Intent, State, Widget, dialog


def about(ctx: Context) -> Widget:
    """What a long press on an app offers."""
    app = ctx.phone.installed[ctx.args["package"]]

    def stop() -> None:
        ctx.back()
        ctx.phone.force_stop(app.package)

    def details() -> None:
        ctx.back()
        ctx.start(Intent(action=APP_DETAILS, data=f"package:{app.package}"))

    return dialog(
        ctx.label(app),
        f"{ctx.say('Version')} {app.version_name}\n{app.package}",
        neutral=(ctx.say("App info"), details),
        cancel=(ctx.say("Cancel"), ctx.back),
        confirm=(ctx.say("Force stop"), stop),
    )


class Launcher(App):
    package = HOME_PACKAGE
    label = "Launcher"
    icon = "home"
    accent = (64, 98, 168)
    activity = ".LauncherActivity"
    launchable = False
    first_page = "home"
    pages: ClassVar = {
        **home.PAGES,
        **drawer.PAGES,
        **recents.PAGES,
        **wallpapers.PAGES,
        **preferences.PAGES,
        "about": about,
        "permission": permission,
    }

    def initial(self, rng: Random, now: datetime) -> State:
        del rng, now
        return dict(preferences.DEFAULTS)
