"""The apps that are open: their back stacks, the order they were used in, who answers an intent."""

from __future__ import annotations

from collections.abc import Mapping

from pocketphone.system import HOME_PACKAGE
from pocketphone.ui.app import HOME, LAUNCHER, MAIN, App, Entry, Intent, Task


class Tasks:
    """One task an app that was opened; the launcher's is always there."""

    def __init__(self, installed: Mapping[str, App]) -> None:
        self._installed = installed
        self._by_package: dict[str, Task] = {}
        self._used: list[str] = []  # the one in front last
        self.open(HOME_PACKAGE)

    def __getitem__(self, package: str) -> Task:
        return self._by_package[package]

    def __contains__(self, package: object) -> bool:
        return package in self._by_package

    @property
    def front(self) -> Task:
        return self._by_package[self._used[-1]]

    @property
    def recent(self) -> list[str]:
        """The packages with a task, the one used last first; without the launcher."""
        return [package for package in reversed(self._used) if package != HOME_PACKAGE]

    def open(self, package: str) -> None:
        """Bring an app's task to the front, made where there is none."""
        if package not in self._by_package:
            first = Entry(self._installed[package].first_page, {})
            self._by_package[package] = Task(package, [first])
        if package in self._used:
            self._used.remove(package)
        self._used.append(package)

    def leave(self, package: str) -> None:
        """Go from an app's first page to whoever called it, else to the launcher."""
        if package != HOME_PACKAGE:
            task = self._by_package[package]
            caller, task.caller = task.caller, None
            self.open(caller if caller in self._by_package else HOME_PACKAGE)

    def stop(self, package: str) -> None:
        """Forget an app's pages; in front comes the launcher where the app was."""
        if package in self._by_package and package != HOME_PACKAGE:
            if self._used[-1] == package:
                self.open(HOME_PACKAGE)
            self._used.remove(package)
            del self._by_package[package]

    def resolve(self, intent: Intent) -> list[str]:
        """The components "package/.Activity" that answer an intent."""
        found = []
        for app in self._installed.values():
            if intent.package in ("", app.package) and _answers(app, intent):
                found.append(intent.component or f"{app.package}/{app.activity}")
        return found


def _answers(app: App, intent: Intent) -> bool:
    if intent.component:
        package, _, name = intent.component.partition("/")
        full = package + name if name.startswith(".") else name
        return package == app.package and full in {
            app.class_of(page) for page in (app.first_page, *app.activities)
        }
    if intent.action not in ("", MAIN):
        return any(accepts.matches(intent) for accepts in app.handles)
    if HOME in intent.categories:
        return app.package == HOME_PACKAGE
    return app.launchable and bool(intent.package or LAUNCHER in intent.categories)
