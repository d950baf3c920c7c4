"""What happens by itself after a touch, BACK or ENTER: an app has something to say, or spares the
person a step.

phone.events.append(Notice("com.pocketphone.clock", "editor", "Rate this app?", yes="Rate"))
"""

from __future__ import annotations

from dataclasses import dataclass, field

from pocketphone.changes import Spot, ref_of
from pocketphone.handset import Handset
from pocketphone.ui.app import Entry
from pocketphone.ui.widget import Touch


@dataclass
class Notice:
    """A dialog that comes once, after so many touches that leave its page in front."""

    app: str
    page: str
    title: str
    message: str = ""
    yes: str = "OK"
    no: str = ""
    opens: str = ""  # the app that a yes leads to
    after: int = 1
    _shown: Entry | None = field(default=None, init=False)

    def __call__(self, phone: Handset) -> None:
        if self._shown or (phone.app.package, phone.page.page) != (self.app, self.page):
            return
        self.after -= 1
        if not self.after:
            words = {"title": self.title, "message": self.message, "yes": self.yes, "no": self.no}
            phone.show("system/notice", **words, opens=self.opens)
            self._shown = phone.page

    @property
    def came(self) -> bool:
        return self._shown is not None

    @property
    def pressed(self) -> str:
        """Which of its buttons was: yes or no; "" for neither."""
        return str(self._shown.args.get("pressed", "")) if self._shown else ""


@dataclass(frozen=True)
class Skip:
    """A page that comes up no more: what it asked for is pressed as soon as it would show."""

    spot: Spot

    def __call__(self, phone: Handset) -> None:
        shown, page = (phone.app.package, phone.page.page), phone.page
        if shown != (self.spot.app, self.spot.page) or page.ui.opened:
            return
        scene = phone.look()
        for node in scene.front.walk():
            if ref_of(node.widget) == self.spot.ref:
                with phone.guarding(self.spot.app):
                    node.widget.take_touch(Touch(node, *node.box.center, False, scene.env, page.ui))
                phone.stale()
                return
