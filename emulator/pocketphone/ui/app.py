"""What an app is: a state, pages that are functions of it, and handlers. See apps/README.md."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Protocol

from pocketphone.clock import Clock
from pocketphone.ui.texts import Texts, texts
from pocketphone.ui.theme import Env, Rgb
from pocketphone.ui.widget import Handler, Ui, Widget

State = dict[str, Any]
"""Plain JSON: what `pocketphone state` prints and a task's goal reads."""

MAIN, VIEW = "android.intent.action.MAIN", "android.intent.action.VIEW"
LAUNCHER, HOME = "android.intent.category.LAUNCHER", "android.intent.category.HOME"


@dataclass(frozen=True, slots=True)
class Intent:
    """A wish that some activity may fulfil."""

    action: str = ""
    data: str = ""
    component: str = ""  # "package/.Activity"
    categories: tuple[str, ...] = ()
    package: str = ""
    extras: Mapping[str, Any] = field(default_factory=dict)
    mime: str = ""


@dataclass(frozen=True, slots=True)
class Started:
    """What came of an intent."""

    component: str | None
    brought_to_front: bool = False  # the task was there and came to the front as it was
    delivered: bool = False  # it was in front already


@dataclass(frozen=True, slots=True)
class Filter:
    """Which intents an app answers: an action, and where given the data's scheme and type."""

    action: str
    scheme: str = ""
    host: str = ""
    mime: str = ""

    def matches(self, intent: Intent) -> bool:
        scheme, _, rest = intent.data.partition(":")
        host = rest.removeprefix("//").split("/")[0].split("?")[0]
        return (
            intent.action == self.action
            and scheme.lower() == self.scheme
            and (not self.host or host == self.host)
            and intent.mime.startswith(self.mime)
        )


@dataclass(slots=True)
class Entry:
    """One page of a task's back stack."""

    page: str
    args: dict[str, Any]
    ui: Ui = field(default_factory=Ui)


@dataclass(slots=True)
class Task:
    """An app that was opened: its pages, the last one on top."""

    package: str
    entries: list[Entry]
    caller: str | None = None  # the package that BACK leads to from the first page


class App:
    """An app. Subclasses say what it is called, its first state and its pages."""

    package: ClassVar[str]
    label: ClassVar[str]
    icon: ClassVar[str] = "application-outline"
    accent: ClassVar[Rgb] = (103, 80, 164)
    activity: ClassVar[str] = ".MainActivity"
    activities: ClassVar[Mapping[str, str]] = {}  # page -> another activity than the main one
    pages: ClassVar[Mapping[str, Callable[[Context], Widget]]]
    first_page: ClassVar[str]  # the page that opens first
    handles: ClassVar[tuple[Filter, ...]] = ()
    version_name: ClassVar[str] = "1.0"
    version_code: ClassVar[int] = 1
    launchable: ClassVar[bool] = True
    secure_pages: ClassVar[frozenset[str]] = frozenset()  # FLAG_SECURE: no pictures of these

    def initial(self, rng: Random, now: datetime) -> State:
        """The state at boot, the same for the same seed."""
        del rng, now
        return {}

    def dressed(self, env: Env, state: State) -> Env:
        """`env` as the app's own settings want it: another accent, always dark."""
        del state
        return env

    def arrive(self, ctx: Context, intent: Intent) -> None:
        """Answer an intent of `handles`; `ctx` stands on the home page."""

    @classmethod
    def texts(cls, locale: str) -> Texts:
        """What the app says in a language; its catalogues lie beside its code."""
        return texts(locale, Path(sys.modules[cls.__module__].__file__ or __file__).parent)

    @classmethod
    def class_of(cls, page: str) -> str:
        """The fully qualified activity that shows a page."""
        name = cls.activities.get(page, cls.activity)
        return cls.package + name if name.startswith(".") else name


Change = Callable[["Context", Widget], Widget]
"""What a page shows made into something else, as by an update of its app."""


class Host(Protocol):
    """What an app may ask of the phone that it runs on."""

    apps: dict[str, State]
    installed: dict[str, App]
    settings: dict[str, dict[str, str]]
    clock: Clock
    clipboard: str
    system_pages: Mapping[str, Callable[[Context], Widget]]  # which come over any app's
    changes: list[Change]  # of what pages show

    @property
    def recent(self) -> Sequence[str]:
        """The packages that are open, the one used last first; without the launcher."""

    def task(self, package: str) -> Task:
        """What is open of an app. Raises: `KeyError` where nothing is."""

    def resolve(self, intent: Intent) -> list[str]:
        """The components "package/.Activity" that answer an intent."""

    def start(self, intent: Intent, caller: str | None = None) -> Started:
        """Start what answers the intent. Raises: `NoActivity`."""

    def leave(self, package: str) -> None:
        """Go from an app's first page to whoever called it, else to the launcher."""

    def force_stop(self, package: str) -> None:
        """End an app: its pages are forgotten, its state stays."""

    def toast(self, text: str) -> None:
        """Show a line for a few seconds."""

    def snackbar(self, text: str, action: str = "", on_tap: Handler | None = None) -> None:
        """Show a line at the bottom of the page, perhaps with a button."""


class Context:
    """What a page sees of the phone while it is drawn, and what its handlers do to it."""

    def __init__(self, phone: Host, app: App, entry: Entry, env: Env) -> None:
        self.phone = phone
        self.app = app
        self.env = env
        self.live = False  # whether the page has read the exact time
        self.busy = False  # a page that moves without end sets this: no dump can be had of it
        self._entry = entry

    @property
    def ui(self) -> Ui:
        return self._entry.ui

    @property
    def state(self) -> State:
        """The app's own state; handlers change it in place."""
        return self.phone.apps[self.app.package]

    @property
    def apps(self) -> Mapping[str, State]:
        """Every app's state by package, as a content provider would give it."""
        return self.phone.apps

    @property
    def page(self) -> str:
        return self._entry.page

    @property
    def args(self) -> dict[str, Any]:
        """What the page was opened with; also the place for its drafts. Plain JSON."""
        return self._entry.args

    @property
    def now(self) -> datetime:
        """The time to the microsecond. A page that reads it is drawn anew as time goes on."""
        self.live = True
        return self.phone.clock.now()

    @property
    def minute(self) -> datetime:
        """The time to the minute, enough for what shows hours and minutes."""
        return self.phone.clock.now().replace(second=0, microsecond=0)

    @property
    def width_dp(self) -> float:
        return self.env.dp(self.env.width)

    @property
    def height_dp(self) -> float:
        return self.env.dp(self.env.height)

    def view(self) -> Widget:
        """What the page shows."""
        pages = self.phone.system_pages if self.page in self.phone.system_pages else self.app.pages
        shown = pages[self.page](self)
        for change in self.phone.changes:
            shown = change(self, shown)
        return shown

    def say(self, text: str, /, **values: object) -> str:
        """A text of the app in the phone's language, its `{names}` filled with the values."""
        return self.app.texts(self.env.language).say(text, **values)

    def label(self, app: App) -> str:
        """What an app is called in the phone's language."""
        return app.texts(self.env.language).say(app.label)

    def go(self, page: str, **args: Any) -> None:
        """Open a page of this app on top of the present one."""
        self._check_page(page)
        self._task.entries.append(Entry(page, args))

    def go_in_place(self, page: str, **args: Any) -> None:
        """Open a page of the same lists, scrolled to where they are on this one."""
        self.go(page, **args)
        self._task.entries[-1].ui.scroll.update(self.ui.scroll)

    def replace(self, page: str, **args: Any) -> None:
        """Show another page in the place of this one, as tabs do."""
        self._check_page(page)
        entries = self._task.entries
        if self._entry in entries:
            entries[entries.index(self._entry)] = self._entry = Entry(page, args)

    def back(self) -> None:
        """Close this page (and what lies on it); on the first page, leave the app."""
        entries = self._task.entries
        place = next((i for i, entry in enumerate(entries) if entry is self._entry), 0)
        if place == 0:
            self.phone.leave(self.app.package)
            return
        del entries[place:]
        self._entry = entries[-1]

    def home(self) -> None:
        """Close every page above the app's first."""
        del self._task.entries[1:]
        self._entry = self._task.entries[0]

    def edit(self, name: str) -> Callable[[Any], None]:
        """A handler that stores its value under `name` in `args`: for fields and switches."""

        def store(value: Any) -> None:
            self.args[name] = value

        return store

    def toast(self, text: str) -> None:
        """Show a line for a few seconds; no dump shows it."""
        self.phone.toast(text)

    def snackbar(self, text: str, action: str = "", on_tap: Handler | None = None) -> None:
        """Show a line at the bottom of the page, perhaps with a button."""
        self.phone.snackbar(text, action, on_tap)

    def hide_keyboard(self) -> None:
        self._entry.ui.keyboard = False

    def start(self, intent: Intent) -> Started:
        """Hand an intent to whichever app answers it; BACK leads here again."""
        return self.phone.start(intent, caller=self.app.package)

    @property
    def _task(self) -> Task:
        return self.phone.task(self.app.package)

    def _check_page(self, page: str) -> None:
        if page not in self.app.pages:
            raise KeyError(f"{self.app.package} has no page {page!r}: {sorted(self.app.pages)}")
