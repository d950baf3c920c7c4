"""The state of the windows, the keyboard and the display, as `dumpsys` prints it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import NamedTuple

from appagent.geometry import Rect, Size
from appagent.screen.values import App

FOCUS_LINES = "Display: mDisplayId=|mCurrentFocus="
"""The lines that `focus` reads."""
# The lines that are read here, picked on the phone: the whole of `dumpsys window` is 100-400 kB.
WINDOW_LINES = (
    f"{FOCUS_LINES}|mFocusedApp=|^ *Window #| fl=|KeyguardShowing=|Lockscreen="
    "|touchable region=|InsetsSource .*type=(ITYPE_IME|ime) "
)

#   mCurrentFocus=Window{48b4735 u0 com.android.settings/com.android.settings.Settings}
#   mCurrentFocus=null
#   mCurrentFocus=Window{7c1e5a u0 NotificationShade}
#   mCurrentFocus=Window{aa0b1c2 u0 Application Not Responding: com.example}
#   mCurrentFocus=Window{ad1 u0 PopupWindow:5f1c3}
_FOCUS = re.compile(r"mCurrentFocus=Window\{(?P<id>\w+) (?:u\d+ )?(?P<title>.+?)\}\s*$", re.M)
#   mFocusedApp=ActivityRecord{1237665 u0 com.example/.Main t349}
#   mFocusedApp=AppWindowToken{5b token=Token{2c ActivityRecord{ff u0 com.example/.Main t12}}}
_FOCUSED_APP = re.compile(r"mFocusedApp=.*ActivityRecord\{\w+ (?:u\d+ )?(\S+?/[^\s}]+)")
_COMPONENT = re.compile(r"([A-Za-z]\w*(?:\.\w+)*)/([\w.$]+)")
_SYSTEM_UI = re.compile(
    r"NotificationShade|StatusBar|Keyguard|Bouncer|Volume|GlobalActions|Recents|QuickSettings"
)
#   PopupWindow:5f1c3        menus and dropdowns; "Pop-Up Window" of Compose
_POPUP = re.compile(r"(?:^|/)Pop-?[Uu]p ?Window")
TOAST = "Toast"
"""The title of each toast's window, of Android's own and of apps (ToastPresenter, Toast.java)."""
_NOT_RESPONDING = re.compile(r"Application (?:Not Responding|Error): ([\w.]+)")
#   Window #4 Window{48b4735 u0 com.example/com.example.Main}:
#     mAttrs={(0,0)(fillxfill) sim={adjust=pan} ty=BASE_APPLICATION
#       fl=LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH HARDWARE_ACCELERATED       (Android 8: fl=#81812100)
_WINDOW = re.compile(r"^ *Window #\d+ Window\{(?P<id>\w+) (?:u\d+ )?(?P<title>.+?)\}", re.M)
_FLAGS = re.compile(r"(?:^|\s)fl=(?:#(?P<hex>[0-9a-f]+)|(?P<names>[A-Z_ ]+))", re.M)
_FLAG_SECURE = 0x2000
#   mInputShown=true      (mIsInputViewShown, of the IME itself, may stay true with no keyboard)
_INPUT_SHOWN = re.compile(r"\bmInputShown=(true|false)")
#   InsetsSource type=ITYPE_IME frame=[0,1398][1080,2220] visibleFrame=[0,1398][1080,2220] \
#     visible=true insetsRoundedCornerFrame=false                                  (Android 11-13)
#   InsetsSource id=3 type=ime frame=[0,1517][1080,2400] visibleFrame=[0,1517][1080,2400] \
#     visible=true flags= sideHint=BOTTOM boundingRects=null                       (Android 14-16)
#   InsetsSource id=3 type=ime frame=[0,0][0,0] visibleFrame=[0,2361][1080,2424] visible=false
# Absent before Android 11, and until a keyboard was up once since the phone started.
_IME_SOURCE = re.compile(
    r"InsetsSource .*?type=(?:ITYPE_IME|ime) frame=\[(\d+),(\d+)\]\[(\d+),(\d+)\]"
    r".* visible=(true|false)"
)
#   Window #7 Window{82dd42b u0 InputMethod}:
#     touchable region=SkRegion((0,1784,1440,2960))
# On all versions, and where the keyboard floats the only true one: its source is then the strip of
# the navigation bar, frame=[0,2337][1080,2400]. Stale while it is down.
_TOUCHABLE = re.compile(r"touchable region=SkRegion\(((?:\(\d+,\d+,\d+,\d+\))+)\)")
_REGION = re.compile(r"\((\d+),(\d+),(\d+),(\d+)\)")
#   Display: mDisplayId=0 (organized)                  and below it what is in focus there
_DISPLAY = re.compile(r"^ *Display: mDisplayId=(\d+)", re.M)
#   mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0,
#     uniqueId='local:4619827259835644672', physicalPort=0, orientation=1,
#     logicalFrame=Rect(0, 0 - 2400, 1080), physicalFrame=...}, DisplayViewport{...}]
# A phone that folds has two: the dark panel's is not active, and may be of another display
# (Pixel 9 Pro Fold).
_VIEWPORT = re.compile(
    r"DisplayViewport\{(?P<about>[^{}]*?)logicalFrame=Rect\(0, 0 - (?P<w>\d+), (?P<h>\d+)\)"
)
_TURNED = re.compile(r"\borientation=([0-3])\b")
_PANEL = re.compile(r"uniqueId='local:(\d+)'")
_AWAKE = re.compile(r"mWakefulness=(\w+)")
#   isKeyguardShowing=true     mDreamingLockscreen=true     mShowingLockscreen=true (Android 4-6)
_LOCKED = re.compile(r"(?:KeyguardShowing|ShowingLockscreen|DreamingLockscreen)=true")


def foreground(dump: str) -> App | None:
    """The app in front, from `dumpsys window`; None between two apps.

    A popup belongs to the app below it, which `mFocusedApp` names; the shade and the volume panel
    are the system's, and a crash dialog is Android's.
    """
    dump = _first_display(dump)
    titles = [match["title"] for match in _FOCUS.finditer(dump)]
    for title in titles:
        if component := _COMPONENT.fullmatch(title):
            return _app(*component.groups())
        if _NOT_RESPONDING.match(title):
            return App("android", title.partition(":")[0])
        if _SYSTEM_UI.match(title):
            return App("com.android.systemui", title)
    if focused := _FOCUSED_APP.search(dump):
        package, _, activity = focused[1].partition("/")
        return _app(package, activity)
    return None


def _first_display(dump: str) -> str:
    """The part about display 0, where something is in front there; else the whole dump: before
    Android 10 the focus stands below all displays."""
    _, *parts = _DISPLAY.split(dump)
    own = "".join(
        said for number, said in zip(parts[::2], parts[1::2], strict=True) if number == "0"
    )
    return own if _FOCUS.search(own) or _FOCUSED_APP.search(own) else dump


def focused_packages(dump: str) -> frozenset[str]:
    """The packages of the windows in focus, one for each display; none where a title names no
    package: a popup, an overlay, the notification shade."""
    titles = [_COMPONENT.fullmatch(match["title"]) for match in _FOCUS.finditer(dump)]
    owners = frozenset(title[1] for title in titles if title)
    return owners if all(titles) else frozenset()


def _app(package: str, activity: str) -> App:
    return App(package, package + activity if activity.startswith(".") else activity)


def _windows(dump: str) -> Iterator[tuple[str, str, str]]:
    """The id, the title and the text about each window, from the top."""
    found = [*_WINDOW.finditer(dump)]
    ends = [*(window.start() for window in found[1:]), len(dump)]
    for window, end in zip(found, ends, strict=False):
        yield window["id"], window["title"], dump[window.end() : end]


def focus(dump: str) -> str:
    """The window in front, by its id and its title: "48b4735 com.example/com.example.Main". Each
    dialog is a window of its own. "" between two, and where the phone does not tell."""
    found = _FOCUS.search(_first_display(dump))
    return f"{found['id']} {found['title']}" if found else ""


def is_secure(dump: str) -> bool:
    """Whether the window in focus forbids pictures of itself (FLAG_SECURE)."""
    front = focus(dump).partition(" ")[0]
    said = "".join(said for id_, _, said in _windows(dump) if id_ == front)
    flags = _FLAGS.search(said)
    if flags is None:
        return False
    if flags["hex"]:
        return bool(int(flags["hex"], 16) & _FLAG_SECURE)
    return "SECURE" in flags["names"].split()


def popup_has_focus(dump: str) -> bool:
    """Whether a popup has the focus, as an open menu has."""
    return _POPUP.search(focus(dump).partition(" ")[2]) is not None


def popups_above(dump: str) -> frozenset[str]:
    """The ids of the popups that lie above the window in focus, as the suggestions under a field
    do: `dumpsys` lists the windows from the top."""
    front = focus(dump).partition(" ")[0]
    above = takewhile(lambda window: front and window[0] != front, _windows(dump))
    return frozenset(id_ for id_, title, _ in above if _POPUP.search(title))


def toast(dump: str) -> str:
    """The id of the window of a toast; "" where none is shown. No tree of `uiautomator` has it."""
    return next((id_ for id_, title, _ in _windows(dump) if title == TOAST), "")


def keyboard_shown(dump: str) -> bool:
    """Whether the soft keyboard is up, from `dumpsys window` and `dumpsys input_method`.

    Where the windows tell, they are right: `mInputShown` says what was asked for, and was seen
    false with the keyboard up (emulator, Android 15).
    """
    if sources := _IME_SOURCE.findall(dump):
        return any(visible == "true" for *_, visible in sources)
    shown = _INPUT_SHOWN.search(dump)
    return shown is not None and shown[1] == "true"


def keyboard_area(dump: str) -> Rect | None:
    """The area where the soft keyboard takes touches, in px; None where it is down or unknown.

    It is unknown where the keyboard fills the screen, as in landscape with a field of its own.
    """
    if not keyboard_shown(dump):
        return None
    regions = [
        _REGION.findall(region[1])
        for _, title, said in _windows(dump)
        if title == "InputMethod" and (region := _TOUCHABLE.search(said))
    ]
    places = regions[0] if regions else [place for *place, _ in _IME_SOURCE.findall(dump)]
    areas = [Rect(*map(int, place)) for place in places]
    return max((area for area in areas if not area.empty), key=lambda r: r.area, default=None)


def is_asleep(dump: str) -> bool:
    """Whether the screen is off or shows a screen saver, from `dumpsys power`."""
    state = _AWAKE.search(dump)
    return state is not None and state[1] in ("Asleep", "Dozing", "Dreaming")


def is_locked(dump: str) -> bool:
    """Whether the lock screen is up, from `dumpsys window`."""
    return _LOCKED.search(dump) is not None


class Display(NamedTuple):
    """The lit one of display 0's panels, which `input` touches by default."""

    size: Size  # as it is turned now, in the px that `input` takes and `screencap` sends
    rotation: int | None  # 0-3 quarter turns; unlike the tree's it includes how a panel is built in
    panel: str  # its id for `screencap -d`; "" where the phone names none


def display(dump: str) -> Display | None:
    """The lit display, from `dumpsys display`; None where none is."""
    for viewport in _VIEWPORT.finditer(dump):
        about = viewport["about"]
        if not re.search(r"displayId=0\b", about) or re.search("isActive=false|valid=false", about):
            continue
        turned, panel = _TURNED.search(about), _PANEL.search(about)
        return Display(
            Size(int(viewport["w"]), int(viewport["h"])),
            int(turned[1]) if turned else None,
            panel[1] if panel else "",
        )
    return None


def panel_count(dump: str) -> int:
    """The number of panels and monitors, lit or dark, from `dumpsys display`."""
    return len({one for v in _VIEWPORT.finditer(dump) for one in _PANEL.findall(v["about"])})
