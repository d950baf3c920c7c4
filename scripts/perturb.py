"""What may have changed of a phone or an app since a task was done on it.

    done = what_was_done(drawn, Phone(seed=1))
    phone = Phone(seed=1)
    for drift in DRIFTS:
        told = drift.apply(phone, done, Random(0))  # "" where it cannot be here

A drift changes what is seen and where it stands, or what comes between. What the phone holds, and
so what judges a task, is as before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random

from appagent.actions.gestures import Drag, InputText, TouchAt, resolve
from appagent.actions.verbs import Exit
from appagent.bench.draw import TaskInstance
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.screen.describe import quote
from pocketphone.changes import (
    Exchange,
    MoreRows,
    Reidentify,
    Relabel,
    Reorder,
    Rows,
    Spot,
    Twin,
    ref_of,
    rows_around,
    title_of,
    walk,
    way_to,
)
from pocketphone.events import Notice, Skip
from pocketphone.phone import Phone
from pocketphone.ui import Slider, Widget
from pocketphone.ui.containers import Group


@dataclass(frozen=True)
class Touched:
    """A control that was touched once: as the agent names it, and as the phone does."""

    name: str
    key: str
    role: str
    use: str  # tap, long_press, text, swipe
    spot: Spot
    title: str  # what the phone calls it: the first text of a row
    shown: Widget = field(repr=False)  # its page

    @property
    def widget(self) -> Widget:
        return way_to(self.shown, self.spot.ref)[-1]


@dataclass(frozen=True)
class Done:
    """What was done once for a request: what it touched, in order."""

    request: str
    touched: tuple[Touched, ...]

    @property
    def taps(self) -> list[Touched]:
        return [each for each in self.touched if each.use == "tap"]

    def touches(self, spot: Spot) -> bool:
        return any(each.spot == spot for each in self.touched)


def what_was_done(drawn: TaskInstance, phone: Phone) -> Done:
    """What a task's solution touches on a fresh phone, which it leaves done."""
    set_up_without_faults(phone, drawn.app, drawn.setup)
    touched: list[Touched] = []
    for step in drawn.solution:
        view = view_of(phone)
        move = resolve(bind(step, view), view)
        if isinstance(move.action, Exit):
            break
        match move.gesture:
            case TouchAt(point=point):
                at: tuple[int, int] | None = point
            case InputText(field=point) | Drag(start=point):
                at = point
            case _:
                at = None
        ref = _touched_ref(phone, *at) if at else ""
        if ref and move.element:
            spot, shown = Spot(phone.app.package, phone.page.page, ref), phone.view
            e, title = move.element, title_of(way_to(shown, ref)[-1])
            touched.append(Touched(e.name, e.key, e.role, move.action.kind, spot, title, shown))
        act(phone, move)
    return Done(drawn.instruction, tuple(touched))


def _touched_ref(phone: Phone, x: float, y: float) -> str:
    """What the phone calls the control under a finger; "" for one that it does not tell."""
    under = (node.widget for node in phone.look().front.under(x, y))
    able = (w for w in under if w.clickable or w.long_clickable or isinstance(w, Slider))
    control = next(able, None)
    return ref_of(control) if control and way_to(phone.view, ref_of(control)) else ""


@dataclass(frozen=True)
class Drift:
    """A way in which a phone or an app may have changed."""

    name: str
    change: Callable[[Phone, Done, Random], str]

    def apply(self, phone: Phone, done: Done, rng: Random) -> str:
        """What was changed of a phone on which the same is to be done again; "" where nothing here
        can change so."""
        return self.change(phone, done, rng)


# the phone

SCREENS = [
    ((720, 1600), 280),
    ((720, 1280), 320),
    ((1080, 1920), 480),
    ((1440, 3120), 560),
    ((1600, 2560), 320),
]
LANGUAGES = ["ar-EG", "zh-CN"]
"""What the launcher, Settings and Clock speak; other apps are drawn from right to left in one."""


def _screen(phone: Phone, done: Done, rng: Random) -> str:
    del done
    phone.override_size, phone.override_density = rng.choice(SCREENS)
    return f"{phone.override_size} px, {phone.override_density} dpi"


def _font(phone: Phone, done: Done, rng: Random) -> str:
    del done
    return _set(phone, "system", "font_scale", rng.choice(["1.3", "1.5", "2"]))


def _dark(phone: Phone, done: Done, rng: Random) -> str:
    del done, rng
    return _set(phone, "secure", "ui_night_mode", "2")


def _language(phone: Phone, done: Done, rng: Random) -> str:
    del done
    return _set(phone, "system", "system_locales", rng.choice(LANGUAGES))


def _set(phone: Phone, table: str, name: str, value: str) -> str:
    phone.load({"settings": {table: {name: value}}})
    return f"{name} {value}"


# rows

_ORDER = re.compile(
    r"\b(first|second|third|last|newest|latest|oldest|top|any one|recent\w*)\b", re.IGNORECASE
)
_TITLES = """
    Amaryllis Birchwood Corduroy Dragonfly Eiderdown Firefly Gooseberry Hazelnut Inkwell Juniper
    Kingfisher Lavender Marmalade Nightingale Oleander Periwinkle Quicksilver Rosemary Sycamore
    Tangerine Umbrella Vermilion Watermelon Xylophone Yellowhammer Zeppelin
"""


def _reordered(phone: Phone, done: Done, rng: Random) -> str:
    found = [(t, rows) for t, rows in _in_rows(done) if rows.others]
    if not found or _ORDER.search(done.request):
        return ""
    touched, rows = rng.choice(found)
    phone.change(Reorder(touched.spot, rng.randrange(1000)))
    return f"{len(rows.all)} rows with {quote(touched.title)}"


def _longer(phone: Phone, done: Done, rng: Random) -> str:
    found = _in_rows(done)
    if not found or _ORDER.search(done.request):
        return ""
    touched, _ = rng.choice(found)
    titles = rng.sample(_TITLES.split(), rng.randint(12, 26))
    phone.change(MoreRows(touched.spot, tuple(titles)))
    return f"{len(titles)} rows before {quote(touched.title)}"


def _twin(phone: Phone, done: Done, rng: Random) -> str:
    found = [(t, rows) for t, rows in _in_rows(done) if rows.others or "/" in t.spot.ref]
    if not found:
        return ""
    touched, rows = rng.choice(found)
    before = rng.random() < 0.5
    phone.change(Twin(touched.spot, before))
    what = "another" if rows.others else "one that does nothing"
    return f"{what} {quote(touched.title)} {'before' if before else 'after'} it"


def _in_rows(done: Done) -> list[tuple[Touched, Rows]]:
    """What was tapped in lists, and the rows around it."""
    found = ((each, rows_around(each.shown, each.spot.ref)) for each in done.taps)
    return [(each, rows) for each, rows in found if rows]


# names and ids

SYNONYMS = {
    "Account": ["You", "My account"],
    "Add Cc/Bcc": ["More recipients"],
    "Add alarm": ["New alarm", "Create alarm"],
    "Add card": ["New card"],
    "Add city": ["New city"],
    "Add photo": ["Add picture", "Attach photo"],
    "Add to Liked songs": ["Like", "Add to favourites"],
    "Add to cart": ["Add to basket", "Put in cart"],
    "App language": ["Language", "Display language"],
    "Apply": ["Show results", "Done", "Use"],
    "Apps": ["Applications"],
    "Ask to join": ["Request to join"],
    "Attach": ["Add file"],
    "Audio quality": ["Sound quality"],
    "Bedtime": ["Sleep"],
    "Cart": ["Basket"],
    "Change": ["Switch", "Continue"],
    "Chat settings": ["Chats"],
    "Check availability": ["See rooms"],
    "Choose from photos": ["Pick a photo"],
    "Communities": ["Groups"],
    "Compose": ["Write", "New mail"],
    "Connect": ["Join"],
    "Country or region": ["Country"],
    "Coupons & offers": ["Vouchers"],
    "Create": ["Make", "Done"],
    "Create group": ["Make group", "Done"],
    "Create playlist": ["New playlist"],
    "Crop": ["Trim"],
    "Dark theme": ["Dark mode"],
    "Data saver": ["Save data"],
    "Directions": ["Route", "Get there"],
    "Display": ["Screen"],
    "Don't allow": ["Deny"],
    "Drafts": ["Unsent"],
    "Edit": ["Change", "Adjust"],
    "Edit profile": ["Change profile"],
    "Equaliser": ["Sound profile"],
    "Filters": ["Refine", "Effects"],
    "Follow": ["Add"],
    "General": ["Common"],
    "Hotspot": ["Tethering"],
    "Hotels": ["Places to stay"],
    "I agree to the rules": ["I accept the rules"],
    "Internet": ["Wi-Fi"],
    "Languages": ["Language"],
    "Me": ["Profile"],
    "More options": ["Menu", "More"],
    "My profile": ["Me"],
    "Network & internet": ["Connections"],
    "New group": ["Create a group"],
    "New message": ["Start a chat"],
    "New post": ["Write a post"],
    "No thanks": ["Not now"],
    "Open menu": ["Menu"],
    "Open navigation drawer": ["Menu"],
    "Open navigation menu": ["Menu"],
    "Opening hours": ["Hours"],
    "Payment methods": ["Wallet"],
    "Permissions": ["Access"],
    "Photo": ["Picture"],
    "Playback settings": ["Player options"],
    "Playback speed": ["Speed"],
    "Post": ["Publish", "Share"],
    "Profile": ["Me"],
    "Recently viewed": ["History"],
    "Remove": ["Delete"],
    "Remove selected items": ["Delete selected items"],
    "Restaurants": ["Places to eat"],
    "Rotate": ["Turn"],
    "Save": ["Done", "Keep"],
    "Save card": ["Keep card", "Add"],
    "Save copy": ["Keep copy", "Export"],
    "Saved": ["Bookmarks"],
    "Schedule send": ["Send later"],
    "Screen timeout": ["Sleep after"],
    "Search": ["Find"],
    "Search here": ["Where to?"],
    "Search the shop": ["What are you looking for?"],
    "Select all items": ["Everything"],
    "Send": ["Submit"],
    "Send comment": ["Submit"],
    "Set profile picture": ["Change picture"],
    "Settings": ["Preferences", "Options"],
    "Share": ["Send to"],
    "Shuffle play": ["Mix"],
    "Sleep sounds": ["Sounds"],
    "Start": ["Go"],
    "Start week on": ["First day of the week"],
    "Subscribe": ["Follow"],
    "Subscriptions": ["Following"],
    "System": ["Phone"],
    "Use this photo": ["Set photo"],
    "Use this sound": ["Choose"],
    "Vibrate": ["Buzz"],
    "While using the app": ["Only while using the app"],
    "World clock": ["Cities"],
    "You": ["Library"],
    "Your library": ["My music"],
}
"""What an update may call an app's own controls; what they list has its name from people."""
IDS = ["action_primary", "btn_main", "button_next", "cta", "item_action", "view_action"]


def _renamed(phone: Phone, done: Done, rng: Random) -> str:
    return _rename(phone, [t for t in done.taps if t.title in SYNONYMS], rng)


def _reidentified(phone: Phone, done: Done, rng: Random) -> str:
    return _reidentify(phone, [t for t in done.taps if _own_id(t.widget)], rng)


def _renamed_and_reidentified(phone: Phone, done: Done, rng: Random) -> str:
    able = [t for t in done.taps if t.title in SYNONYMS and _own_id(t.widget)]
    if not able:
        return ""
    one = [rng.choice(able)]
    return f"{_rename(phone, one, rng)}, {_reidentify(phone, one, rng)}"


def _rename(phone: Phone, able: Sequence[Touched], rng: Random) -> str:
    if not able:
        return ""
    touched = rng.choice(able)
    now = rng.choice(SYNONYMS[touched.title])
    phone.change(Relabel(touched.spot, touched.title, now))
    return f"{quote(touched.title)} is {quote(now)}"


def _reidentify(phone: Phone, able: Sequence[Touched], rng: Random) -> str:
    if not able:
        return ""
    touched, now = rng.choice(able), rng.choice(IDS)
    phone.change(Reidentify(touched.spot, now, alike=True))
    return f"#{touched.widget.id} of {quote(touched.title)} is #{now}"


def _own_id(widget: Widget) -> bool:
    """Whether a control has an id that its app gave it."""
    return bool(widget.id) and ":" not in (widget.id or "")


# other controls


def _swapped_places(phone: Phone, done: Done, rng: Random) -> str:
    found = [
        (t, other)
        for t in done.taps
        for other in _like(t, done)
        if rows_around(t.shown, t.spot.ref) is None
    ]
    if not found:
        return ""
    touched, other = rng.choice(found)
    phone.change(Exchange(touched.spot, ref_of(other)))
    return f"{quote(touched.title)} and {quote(title_of(other))}"


def _swapped_ids(phone: Phone, done: Done, rng: Random) -> str:
    found = _pairs(done)
    if not found:
        return ""
    touched, other = rng.choice(found)
    _take_id(phone, touched, other)
    phone.change(Reidentify(touched.spot, other.id or ""))
    return f"{quote(touched.title)} is #{other.id}, {quote(title_of(other))} #{touched.widget.id}"


def _taken_id(phone: Phone, done: Done, rng: Random) -> str:
    found = [(t, other) for t, other in _pairs(done) if t.title in SYNONYMS]
    if not found:
        return ""
    touched, other = rng.choice(found)
    told = _rename(phone, [touched], rng)
    _take_id(phone, touched, other)
    phone.change(Reidentify(touched.spot, rng.choice(IDS)))
    return f"{told}, and {quote(title_of(other))} has its id"


def _taken_name(phone: Phone, done: Done, rng: Random) -> str:
    able = [t for t in done.taps if t.title in SYNONYMS]
    found = [(t, o) for t in able for o in _like(t, done) if not o.id or o.id != t.widget.id]
    if not found:
        return ""
    touched, other = rng.choice(found)
    told = _rename(phone, [touched], rng)
    spot = Spot(touched.spot.app, touched.spot.page, ref_of(other))
    phone.change(Relabel(spot, title_of(other), touched.title))
    return f"{told}, and {quote(title_of(other))} has its name"


def _take_id(phone: Phone, touched: Touched, other: Widget) -> None:
    """Give another control of the page the id of what was touched."""
    spot = Spot(touched.spot.app, touched.spot.page, ref_of(other))
    phone.change(Reidentify(spot, touched.widget.id or ""))


def _pairs(done: Done) -> list[tuple[Touched, Widget]]:
    """What was tapped, each with another control, both with an id of their own."""
    return [
        (touched, other)
        for touched in done.taps
        if _own_id(touched.widget)
        for other in _like(touched, done)
        if _own_id(other) and other.id != touched.widget.id
    ]


def _like(touched: Touched, done: Done) -> Iterable[Widget]:
    """The other controls of the page that are of the same kind and were not touched; of those that
    hold others, the ones that stand beside it."""
    *_, holder, control = way_to(touched.shown, touched.spot.ref)
    for widget in holder.parts if isinstance(control, Group) else walk(touched.shown):
        if (
            ref_of(widget)
            and widget is not control
            and type(widget) is type(control)
            and widget.visible
            and widget.clickable
            and widget.enabled
            and title_of(widget) not in ("", touched.title)
            and not done.touches(Spot(touched.spot.app, touched.spot.page, ref_of(widget)))
        ):
            yield widget


# what comes between

_SAYS = [
    ("Rate this app?", "Tell others what you think of it.", "Rate now", "Not now"),
    ("What's new", "We have tidied up. Have a look around.", "Learn more", "Got it"),
    ("Stay up to date", "Let us send you news.", "Turn on", "No thanks"),
]
_ELSEWHERE = "com.pocketphone.contacts"


def _dialog(phone: Phone, done: Done, rng: Random) -> str:
    return _notice(phone, done.touched, rng, named=False)


def _namesake(phone: Phone, done: Done, rng: Random) -> str:
    return _notice(phone, done.touched, rng, named=True)


def _notice(phone: Phone, touched: Sequence[Touched], rng: Random, *, named: bool) -> str:
    """A dialog before something is touched; `named`: a button of it is called the same."""
    able = [
        n
        for n, each in enumerate(touched)
        if n and (not named or (each.use == "tap" and each.title))
    ]
    if not able:
        return ""
    n = rng.choice(able)
    spot = touched[n].spot
    title, message, yes, no = rng.choice(_SAYS)
    opens = rng.choice(["", _ELSEWHERE])
    if named:
        yes, no = (touched[n].title, no) if rng.random() < 0.5 else (yes, touched[n].title)
    onto = 0  # touches that leave this page in front, since it was come to
    while onto < n and touched[n - 1 - onto].spot.page == spot.page:
        onto += 1
    entered = n > onto  # by a touch too
    phone.events.append(
        Notice(spot.app, spot.page, title, message, yes, no, opens, max(1, onto + entered))
    )
    return f"{title} [{yes}] [{no}] before {quote(touched[n].title)}, opens {opens or 'nothing'}"


def _skipped(phone: Phone, done: Done, rng: Random) -> str:
    pages = [each.spot.page for each in done.touched]
    able = [
        now
        for before, now in pairwise(done.touched)
        if now.use == "tap"
        and before.spot.page != now.spot.page
        and pages.count(now.spot.page) == 1
    ]
    if not able:
        return ""
    touched = rng.choice(able)
    phone.events.append(Skip(touched.spot))
    return f"{quote(touched.title)} on {touched.spot.page}"


DRIFTS: Sequence[Drift] = (
    Drift("another screen", _screen),
    Drift("a larger font", _font),
    Drift("dark", _dark),
    Drift("another language", _language),
    Drift("reordered rows", _reordered),
    Drift("a longer list", _longer),
    Drift("another row of that name", _twin),
    Drift("renamed", _renamed),
    Drift("another id", _reidentified),
    Drift("renamed with another id", _renamed_and_reidentified),
    Drift("swapped places", _swapped_places),
    Drift("swapped ids", _swapped_ids),
    Drift("renamed, its id taken", _taken_id),
    Drift("renamed, its name taken", _taken_name),
    Drift("a dialog", _dialog),
    Drift("a dialog with that name", _namesake),
    Drift("a page less", _skipped),
)
