"""What the home screen and the search show."""

from __future__ import annotations

from pocketphone.apps.launcher.frame import framed
from pocketphone.ui import Context, Widget, kept_switch, section, settings_page

DEFAULTS = {"wallpaper": "Evening", "names": True, "suggestions": True, "people": True}


def preferences(ctx: Context) -> Widget:
    def switch(name: str, title: str, summary: str = "") -> Widget:
        return kept_switch(
            ctx.state, name, ctx.say(title), summary and ctx.say(summary), ref=f"setting/{name}"
        )

    rows = [
        section(ctx.say("Home screen")),
        switch("names", "App names", "Below the icons"),
        section(ctx.say("All apps")),
        switch("suggestions", "Apps used last", "Above all others"),
        switch("people", "People in search", "If the launcher may see your contacts"),
    ]
    return framed(settings_page(ctx, ctx.say("Home settings"), *rows))


PAGES = {"preferences": preferences}
