"""What fingers and keys do: to the page in front, its keyboard, the field in focus."""

from __future__ import annotations

from pocketphone.handset import Handset
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui.app import Entry
from pocketphone.ui.editing import DEL, insert, press_key
from pocketphone.ui.field import TextField
from pocketphone.ui.keyboard import DELETE_SIGN, ENTER_SIGN
from pocketphone.ui.scene import Scene, fields
from pocketphone.ui.widget import Move, Touch
from pocketphone.ui.windows import PILL_BAR

LONG_PRESS_MS = 500
SLOP_DP = 8  # a finger that moves less has not moved
EDGE_DP = 16  # from here a finger drawn inwards means BACK
TAP_S, CHARACTER_S = 0.06, 0.01

HOME, BACK, POWER, TAB, ENTER = 3, 4, 26, 61, 66
ESCAPE, NUMPAD_ENTER, APP_SWITCH, SLEEP, WAKEUP = 111, 160, 187, 223, 224


class Hand:
    """The one hand that holds and works a phone."""

    def __init__(self, phone: Handset) -> None:
        self._phone = phone

    def touch(self, x: float, y: float, duration_ms: int = 0) -> None:
        phone = self._phone
        phone.clock.advance(max(TAP_S, duration_ms / 1000))
        if not phone.awake:
            return
        scene = phone.look()
        if _on_keyboard(scene, x, y) and scene.keyboard is not None:
            self._press_sign(scene.keyboard.press(x, y, scene.env))
        elif scene.overlay is not None and not scene.front.shown.holds(x, y):
            if scene.overlay.cancelable:
                self.back()
        else:
            ui, long = phone.page.ui, duration_ms >= LONG_PRESS_MS
            held = ui.focus
            for node in scene.front.under(x, y):
                if node.widget.take_touch(Touch(node, x, y, long, scene.env, ui)):
                    break
            phone.stale()
            if ui.focus != held:
                self._ready_keyboard()
        phone.stale()

    def drag(self, start: tuple[float, float], end: tuple[float, float], duration_ms: int) -> None:
        phone, env = self._phone, self._phone.env
        slop, edge = env.px(SLOP_DP), env.px(EDGE_DP)
        (x1, y1), (x2, y2) = start, end
        if abs(x2 - x1) <= slop and abs(y2 - y1) <= slop:
            self.touch(x1, y1, duration_ms)
            return
        phone.clock.advance(duration_ms / 1000)
        if not phone.awake:
            return
        if y1 >= env.height - env.px(PILL_BAR) and y1 - y2 > edge:
            self.key(HOME)
        elif (x1 < edge and x2 - x1 > 3 * edge) or (x1 >= env.width - edge and x1 - x2 > 3 * edge):
            self.back()
        elif not _on_keyboard(scene := phone.look(), x1, y1):
            for node in scene.front.under(x1, y1):
                if node.widget.take_move(Move(node, start, end, env, phone.page.ui)):
                    break
        phone.stale()

    def key(self, code: int) -> None:
        phone = self._phone
        phone.clock.advance(TAP_S)
        if code in (POWER, WAKEUP, SLEEP):
            phone.awake = code == WAKEUP or (code == POWER and not phone.awake)
        elif not phone.awake:
            return
        elif code in (HOME, APP_SWITCH):
            phone.tasks.open(HOME_PACKAGE)
            above = [Entry("recents", {})] if code == APP_SWITCH else []
            phone.tasks.front.entries[1:] = above
        elif code == BACK:
            self.back()
        elif code == ESCAPE:
            phone.page.ui.keyboard = False
        else:
            self._edit(code)
        phone.stale()

    def back(self) -> None:
        """Close the keyboard, else the page in front, else the app."""
        phone = self._phone
        if phone.keyboard_shown:
            phone.page.ui.keyboard = False
        elif len(phone.tasks.front.entries) > 1:
            phone.tasks.front.entries.pop()
        else:
            phone.leave(phone.tasks.front.package)

    def type_text(self, text: str) -> None:
        phone = self._phone
        phone.clock.advance(CHARACTER_S * len(text))
        if phone.awake and (field := self._focused) is not None:
            insert(field, phone.page.ui, text)
            phone.stale()

    def select_all(self) -> None:
        self._phone.page.ui.selected = self._focused is not None
        self._phone.stale()

    @property
    def _focused(self) -> TextField | None:
        """The field in focus, as it is now."""
        found = (node for node in fields(self._phone.look().front) if node.focused)
        return next((node.widget for node in found if isinstance(node.widget, TextField)), None)

    def _press_sign(self, sign: str) -> None:
        if sign in (ENTER_SIGN, DELETE_SIGN):
            self._edit(ENTER if sign == ENTER_SIGN else DEL)
        elif sign and (field := self._focused) is not None:
            insert(field, self._phone.page.ui, sign)

    def _edit(self, code: int) -> None:
        """What a key does to the field in focus."""
        field, ui = self._focused, self._phone.page.ui
        if field is None:
            return
        if code == TAB:
            self._next_field()
        elif code not in (ENTER, NUMPAD_ENTER):
            press_key(field, ui, code, self._phone.clipboard)
        elif field.multiline:
            insert(field, ui, "\n")
        elif field.on_submit is not None:
            ui.keyboard = False
            field.on_submit()
        else:
            self._next_field()

    def _next_field(self) -> None:
        """Focus on the field below; on the last one the keyboard closes."""
        ui, found = self._phone.page.ui, fields(self._phone.look().front)
        places = [node.path for node in found]
        after = places.index(ui.focus) + 1 if ui.focus in places else 0
        if after >= len(places):
            ui.keyboard = False
            return
        ui.focus, ui.reveal, widget = places[after], True, found[after].widget
        assert isinstance(widget, TextField)
        ui.cursor, ui.selected = len(widget.value), widget.select_on_focus
        self._phone.stale()
        self._ready_keyboard()

    def _ready_keyboard(self) -> None:
        """The keyboard shows the signs that the field in focus takes."""
        if (field := self._focused) is not None:
            self._phone.keyboard.show(field.input)


def _on_keyboard(scene: Scene, x: float, y: float) -> bool:
    return scene.keyboard is not None and scene.keyboard.area(scene.env).holds(x, y)
