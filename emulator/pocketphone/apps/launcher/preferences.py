"""What the home screen and the search show."""

from __future__ import annotations

from pocketphone.apps.forms import Form, Heading, Ids, Layout, Toggle
from pocketphone.apps.launcher.frame import framed
from pocketphone.ui import Context, Widget

DEFAULTS = {"wallpaper": "Evening", "names": True, "suggestions": True, "people": True}
LAYOUT = Layout(ids=Ids(toggle=("{name}", "setting/{name}")), part="", translated=True)
FORM = Form("Home settings", [
    Heading("Home screen"),
    Toggle("App names", "names", "Below the icons"),
    Heading("All apps"),
    Toggle("Apps used last", "suggestions", "Above all others"),
    Toggle("People in search", "people", "If the launcher may see your contacts"),
])  # fmt: skip


def preferences(ctx: Context) -> Widget:
    return framed(LAYOUT.page(ctx, FORM))


PAGES = {"preferences": preferences}
