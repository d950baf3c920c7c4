"""All apps, those used last above them, and the search over apps and people."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import permission
from pocketphone.apps.launcher.icons import AppIcon, grid, icons
from pocketphone.apps.words import matches
from pocketphone.ui import (
    VIEW,
    Column,
    Context,
    Icon,
    Intent,
    Row,
    Scroll,
    Widget,
    empty,
    list_row,
    menu,
    more_options,
    search_field,
    section,
)

_CONTACTS = "com.pocketphone.contacts"
_SUGGESTED = 4


def apps(ctx: Context) -> Widget:
    """All apps, with a search field over them."""
    query: str = ctx.args.get("query", "").strip()
    shown = [
        icon for icon in icons(ctx, ctx.env.color("on_surface")) if _app_matches(ctx, query, icon)
    ]
    shown.sort(key=lambda icon: icon.label.lower())
    rows: list[Widget] = []
    if not query and ctx.state["suggestions"]:
        rows += _suggestions(ctx, shown)
    if shown:
        rows.append(grid(shown, ctx))
    if query:
        rows += _people(ctx, query)
    found: Widget = empty("magnify", ctx.say('No apps found matching "{query}"', query=query))
    if rows:
        found = Scroll(
            id="apps_list_view",
            ref="",
            node="androidx.recyclerview.widget.RecyclerView",
            weight=1,
            gap=4,
            children=rows,
        )
    field, clear = search_field(
        ctx,
        ctx.say("Search apps"),
        id="fallback_search_view",
        kind="pill",
        icon="magnify",
        autofocus=False,
        on_submit=(lambda: shown[0].on_tap and shown[0].on_tap()) if shown else None,
    )
    more = more_options(partial(ctx.go, "drawer_menu"), description=ctx.say("More options"))
    return Column(
        id="apps_view",
        ref="",
        width="fill",
        height="fill",
        background="background",
        padding=(12, 40, 12, 24),
        gap=16,
        children=[Row(node="", width="fill", children=[field, clear, more]), found],
    )


def _app_matches(ctx: Context, query: str, icon: AppIcon) -> bool:
    """Whether a query begins an app's name; in a script without blanks, whether it is in it."""
    english = ctx.phone.installed[str(icon.key)].label
    return matches(query, f"{icon.label} {english}") or (
        not query.isascii() and query in icon.label
    )


def _suggestions(ctx: Context, shown: list[AppIcon]) -> list[Widget]:
    """The apps used last, a second time."""
    by_package = {icon.key: icon for icon in shown}
    recent = [by_package[name] for name in ctx.phone.recent if name in by_package]
    if not recent:
        return []
    return [
        section(ctx.say("Used last")),
        grid(recent[:_SUGGESTED], ctx),
        section(ctx.say("All apps")),
    ]


def _people(ctx: Context, query: str) -> list[Widget]:
    """The contacts that a query means, or the way to let them be searched."""
    if _CONTACTS not in ctx.apps or not ctx.state["people"]:
        return []
    if not permission.granted(ctx.state, "contacts"):
        return [
            list_row(
                ctx.say("Search people too"),
                id="people_row",
                leading=Icon(name="account-search-outline"),
                on_tap=partial(permission.ask, ctx, "contacts"),
            )
        ]
    known = [one for one in ctx.apps[_CONTACTS]["contacts"] if matches(query, one["name"])]
    rows = [
        list_row(
            one["name"],
            one["phone"],
            id="person",
            ref=f"person/{one['id']}",
            key=one["id"],
            leading=Icon(name="account-outline"),
            on_tap=partial(ctx.start, Intent(action=VIEW, data=f"tel:{one['phone']}")),
        )
        for one in known
    ]
    return [section(ctx.say("People")), *rows] if rows else []


def drawer_menu(ctx: Context) -> Widget:
    return menu(
        [
            (ctx.say("Wallpapers"), partial(ctx.replace, "wallpapers")),
            (ctx.say("Home settings"), partial(ctx.replace, "preferences")),
        ]
    )


PAGES = {"apps": apps, "drawer_menu": drawer_menu}
