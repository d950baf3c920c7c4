"""Chat: people, groups, and what is said in them."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from random import Random
from typing import ClassVar

from pocketphone.apps.chat import chats, conversation, look, me, people, settings, storage, threads
from pocketphone.apps.permission import permission
from pocketphone.apps.pick import pick
from pocketphone.apps.share import SEND
from pocketphone.apps.words import digits
from pocketphone.ui import App, Context, Env, Filter, Intent, State

SENDTO = "android.intent.action.SENDTO"


class Chat(App):
    package = "com.pocketphone.chat"
    label = "Chat"
    icon = "message-text-outline"
    accent = look.THEMES["lagoon"][1]
    version_name = "5.3.0"
    version_code = 50300
    first_page = "chats"
    activities: ClassVar = {
        "chat": ".ConversationActivity",
        "forward": ".ForwardActivity",
        "settings": ".SettingsActivity",
        "look": ".ChatSettingsActivity",
    }
    pages: ClassVar = {
        **chats.PAGES,
        **conversation.PAGES,
        **people.PAGES,
        **me.PAGES,
        **settings.PAGES,
        **look.PAGES,
        **storage.PAGES,
        "permission": permission,
        "pick": pick,
    }
    handles = (
        Filter(SEND, mime="text/plain"),
        Filter(SEND, mime="image/"),
        Filter(SENDTO, scheme="smsto"),
    )

    def initial(self, rng: Random, now: datetime) -> State:
        return threads.generate(rng, now)

    def dressed(self, env: Env, state: State) -> Env:
        """The chosen theme's colour; dark or light whatever the phone is, where so chosen."""
        held = state["settings"]
        return replace(env, accent=look.THEMES[held["theme"]][1], dark=look.dark(held["dark"], env))

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """SEND asks which chat the text or photo is for; SENDTO opens the chat with a number."""
        if intent.action == SEND:
            text = str(intent.extras.get("android.intent.extra.TEXT", ""))
            photo = str(intent.extras.get("android.intent.extra.STREAM", "")).rpartition("/")[2]
            ctx.go("forward", query="", text=text, photo=int(photo) if photo.isdigit() else None)
            return
        number = digits(intent.data)
        known = (one for one in ctx.state["people"] if one["digits"] == number)
        if (one := next(known, None)) is not None:
            where = threads.open_chat(ctx, "person", one["name"], [one["id"]])
            ctx.go("chat", id=where["id"])
        else:
            ctx.snackbar("This number is not on Chat")
