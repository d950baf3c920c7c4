"""Three made-up apps as state → lines, and the loop that lets a model use them through a client."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from appagent.actions.verbs import (
    ON_MARKS,
    AnyVerb,
    Back,
    Decision,
    Enter,
    Exit,
    LongPress,
    Swipe,
    Tap,
    Text,
)
from appagent.model.chat import ChatModel
from appagent.model.offline import BASE_URL, NAME, OfflineTransport
from appagent.model.offline.transport import reply
from appagent.prompts import SHOWN, VARIABLES, escape, fill, verb_list


@dataclass
class Thing:
    """One line of a screen and what a touch of it does."""

    role: str
    name: str = ""
    value: str | None = None
    state: str = ""
    uses: str = ""
    doc: str = ""
    do: Callable[..., Any] | None = None
    loose: bool = False

    @property
    def title(self) -> str:
        return f"{self.role} {json.dumps(self.name, ensure_ascii=False)}"

    def line(self, label: int) -> str:
        text = f"{'-' if self.loose else label} {self.title}"
        text += f" = {json.dumps(self.value)}" if self.value is not None else ""
        text += f" [{self.state}]" if self.state else ""
        return text + (f" {{{self.uses}}}" if self.uses else "")


def text(said: str) -> Thing:
    return Thing("text", said, loose=True)


@dataclass
class Made:
    """The shared part of an app: pages, a draft, what was saved."""

    package = "org.example.made"
    pages: list[str] = field(default_factory=lambda: ["main"])
    draft: dict[str, Any] = field(default_factory=dict)
    saved: list[dict[str, Any]] = field(default_factory=list)

    @property
    def page(self) -> str:
        return self.pages[-1]

    def things(self) -> list[Thing]:
        shown: list[Thing] = getattr(self, f"on_{self.page}")()
        return shown

    def go(self, page: str) -> Callable[[], None]:
        return lambda: self.pages.append(page)

    def back(self) -> None:
        if len(self.pages) > 1:
            self.pages.pop()

    def enter(self) -> None:
        pass

    def save(self) -> None:
        self.saved.append(dict(self.draft))
        self.draft.clear()
        self.pages[:] = ["main"]

    def entry(self, name: str, value: str = "", key: str = "") -> Thing:
        """A text field of the draft."""
        place = key or name
        return Thing(
            "text field",
            name,
            str(self.draft.get(place, value)),
            do=lambda typed: self.draft.__setitem__(place, typed),
        )

    def switch(self, name: str, role: str = "switch", *, on: bool = False) -> Thing:
        """Something of the draft that is on or off."""
        now = bool(self.draft.get(name, on))
        return Thing(
            role,
            name,
            state="on" if now else "off",
            do=lambda: self.draft.__setitem__(name, not now),
        )


@dataclass
class Used:
    """How a run of a model on a made-up app went."""

    ending: Exit | None
    decisions: list[Decision]
    past: list[str]

    @property
    def done(self) -> bool:
        return self.ending is not None and self.ending.status == "done"

    @property
    def steps(self) -> int:
        return len(self.decisions)


def model() -> ChatModel:
    return ChatModel(NAME, base_url=BASE_URL, api_key=NAME, transport=OfflineTransport())


def use(app: Made, task: str, *, docs: bool = False, steps: int = 20, goal: bool = False) -> Used:
    """Let the baseline do `task` on `app`; with `goal`, by the prompt of an exploration."""
    past: list[str] = []
    decisions: list[Decision] = []
    offline = model()
    for n in range(1, steps + 1):
        shown = app.things()
        values = {
            "shown": SHOWN["image+list"],
            "verbs": verb_list(ON_MARKS),
            "task": task,
            "past": escape("\n".join(past)) or "nothing yet",
            "app": app.package,
            "elements": block(shown, docs=docs),
            "notice": "",
        }
        name = "explore" if goal else "run"
        prompt = fill(name, **dict.fromkeys(VARIABLES[name], "") | values)
        decision = offline.ask(prompt, [], Decision).value
        decisions.append(decision)
        if isinstance(decision.action, Exit):
            return Used(decision.action, decisions, past)
        before = (app.page, shown)
        words = act(app, decision.action, labelled(shown))
        past.append(f"{n}. {words} | {outcome(before, (app.page, app.things()))}")
    return Used(None, decisions, past)


def ask(screen: str, *, task: str = "", past: str = "nothing yet", **blocks: str) -> Decision:
    """The decision on hand-made blocks, through the transport's own reading."""
    said = f"<task>\n{task}\n</task>\n" if task else ""
    said += "".join(f"<{name}>\n{text}\n</{name}>\n" for name, text in blocks.items())
    said += f'<past>\n{past}\n</past>\n<screen app="org.example.made">\n{screen}\n</screen>'
    return Decision.model_validate_json(reply([{"role": "user", "content": said}]))


def labelled(shown: Sequence[Thing]) -> list[Thing]:
    return [thing for thing in shown if not thing.loose]


def block(shown: Sequence[Thing], *, docs: bool) -> str:
    lines: list[str] = []
    label = 0
    for thing in shown:
        label += not thing.loose
        lines.append(escape(thing.line(label)))
        if docs and thing.doc:
            lines.append(f"    tap: {escape(json.dumps(thing.doc))}")
    return "\n".join(lines)


def act(app: Made, action: AnyVerb, things: Sequence[Thing]) -> str:
    """Do it to the app; returns it in the words of the history."""
    match action:
        case Tap(element=label) | LongPress(element=label):
            thing = things[label - 1]
            if thing.do is not None and thing.role != "text field" and isinstance(action, Tap):
                thing.do()
            return f"{action.verb} {thing.title}"
        case Text(element=int(label), text=typed):
            thing = things[label - 1]
            assert thing.role == "text field", f"{thing.title} takes no text"
            assert thing.do is not None
            thing.do(typed)
            return f"text {thing.title} <- {json.dumps(typed, ensure_ascii=False)}"
        case Swipe(element=int(label), direction=way):
            thing = things[label - 1]
            assert "swipe" in thing.uses, f"{thing.title} does not scroll"
            if thing.do is not None:
                thing.do(way)
            return f"swipe {thing.title} {way}"
        case Back():
            app.back()
            return "back"
        case Enter():
            app.enter()
            return "enter"
        case _:
            raise AssertionError(f"the baseline never does {action}")


def outcome(before: tuple[str, list[Thing]], after: tuple[str, list[Thing]]) -> str:
    if before[0] != after[0]:
        return "new screen"
    old, new = ({t.title: t for t in shown[1]} for shown in (before, after))
    told = []
    for title, thing in new.items():
        was = old.get(title)
        if was is None:
            told.append(f"appeared: {title}")
        elif was.state != thing.state:
            told.append(f"changed: {title}: {was.state or 'off'} -> {thing.state or 'off'}")
        elif was.value != thing.value:
            told.append(f"changed: {title}: {json.dumps(was.value)} -> {json.dumps(thing.value)}")
    told += [f"vanished: {title}" for title in old.keys() - new.keys()]
    return "; ".join(told) or "nothing changed"


class Notes(Made):
    """A list of notes, an editor whose buttons bear no name, a menu with settings."""

    package = "org.example.notes"
    dark = False

    def on_main(self) -> list[Thing]:
        return [
            Thing("button", "", doc="Opens a list of tags.", do=self.go("tags")),
            Thing("button", "More options", do=self.go("menu")),
            Thing("item", "Shopping: bread, apples", uses="long_press", do=self.go("note")),
            Thing("item", "Books to read", uses="long_press", do=self.go("note")),
            *(Thing("item", note["Title"], do=self.go("note")) for note in self.saved),
            Thing("button", "", doc="Opens a page with: Title, Body, Pinned, Save, Cancel.",
                  do=self.go("editor")),
        ]  # fmt: skip

    def on_editor(self) -> list[Thing]:
        return [
            self.entry("Title"),
            self.entry("Body"),
            self.switch("Pinned"),
            Thing("button", "Cancel", do=self.back),
            Thing("button", "Save", do=self.save),
        ]

    def on_menu(self) -> list[Thing]:
        return [
            Thing("item", "Sort by"),
            Thing("item", "Settings", do=self.go("settings")),
            Thing("item", "Help"),
        ]

    def on_settings(self) -> list[Thing]:
        def turn() -> None:
            self.dark = not self.dark

        return [
            text("Settings"),
            Thing("switch", "Dark theme", state="on" if self.dark else "off", do=turn),
            Thing("switch", "Sync over mobile data", state="on"),
        ]

    def on_tags(self) -> list[Thing]:
        return [text("No tags"), Thing("button", "Navigate up", do=self.back)]

    def on_note(self) -> list[Thing]:
        return [Thing("button", "Navigate up", do=self.back), text("bread, apples")]


class Heating(Made):
    """Rooms, and a schedule: two numbers, two halves of the day, chips, a switch below the fold."""

    package = "org.example.heating"
    below = False

    def on_main(self) -> list[Thing]:
        return [
            Thing("tab", "Rooms", state="selected"),
            Thing("tab", "Schedules", do=self.go("schedules")),
            Thing("item", "Kitchen, heating", do=self.go("room")),
            text("Kitchen"), text("21.5 °C"),
            Thing("item", "Attic, idle"),
            text("Attic"), text("17 °C"),
        ]  # fmt: skip

    def on_room(self) -> list[Thing]:
        return [Thing("button", "Navigate up", do=self.back), text("Humidity"), text("48 %")]

    def on_schedules(self) -> list[Thing]:
        return [
            Thing("tab", "Rooms", do=self.back),
            Thing("tab", "Schedules", state="selected"),
            Thing("switch", "6:30 AM, weekdays", state="on"),
            Thing("button", "Add schedule", do=self.go("editor")),
        ]

    def on_editor(self) -> list[Thing]:
        def half(name: str) -> Thing:
            chosen = self.draft.get("half", "AM") == name
            return Thing("button", name, state="selected" if chosen else "",
                         do=lambda: self.draft.__setitem__("half", name))  # fmt: skip

        def scroll(way: str) -> None:
            self.below = way == "up"

        days = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
        top = [self.entry("Start", "6", "h"), self.entry("Start minute", "00", "m"),
               half("AM"), half("PM")]  # fmt: skip
        rest = [self.switch("Hold", on=True)] if self.below else []
        return [
            *top,
            *(self.switch(day, "chip") for day in days),
            Thing("list", "", uses="swipe", do=scroll),
            self.entry("Schedule name"),
            *rest,
            Thing("button", "Cancel", do=self.back),
            Thing("button", "Save", do=self.save),
        ]


class Parcels(Made):
    """A search, a parcel's page, a way to get it."""

    package = "org.example.parcels"
    query = ""
    found: tuple[str, ...] = ()
    way = "Locker"
    kept: tuple[str, ...] = ()
    stock = ("Blue Kettle", "Blue Kettle lid", "Garden Lamp", "Oak Table")

    def on_main(self) -> list[Thing]:
        return [
            Thing("button", "Search shipments", do=self.go("search")),
            Thing("item", "Arriving today, 2 shipments"),
            Thing("button", "Inbox"),
        ]

    def on_search(self) -> list[Thing]:
        def typed(query: str) -> None:
            self.query = query

        rows = [Thing("item", f"{name}, on its way", do=self.go("parcel")) for name in self.found]
        return [Thing("text field", "Search shipments", self.query, "focused", do=typed), *rows]

    def enter(self) -> None:
        if self.page == "search":
            self.found = tuple(s for s in self.stock if self.query.casefold() in s.casefold())

    def on_parcel(self) -> list[Thing]:
        def keep() -> None:
            self.kept += (self.query,)

        return [
            Thing("button", "Navigate up", do=self.back),
            text(self.query),
            Thing("button", "Delivery options", do=self.go("delivery")),
            Thing("button", "Saved" if self.kept else "Save", do=keep),
            Thing("button", "Call courier"),
        ]

    def on_delivery(self) -> list[Thing]:
        def tab(name: str) -> Thing:
            return Thing("tab", name, state="selected" if self.way == name else "",
                         do=lambda: setattr(self, "way", name))  # fmt: skip

        return [tab("Locker"), tab("Pick up"), tab("Neighbour"), Thing("button", "Start")]
