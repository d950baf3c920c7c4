"""Each sample stands as a phone prints it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from appagent.device import window
from appagent.geometry import Rect, Size
from appagent.screen.values import App

SETTINGS = "  mCurrentFocus=Window{48b4735 u0 com.android.settings/com.android.settings.Settings}"
EXAMPLE = "  mFocusedApp=ActivityRecord{1237665 u0 com.example/.Main t349}"
ANDROID_10 = (
    "  mFocusedApp=AppWindowToken{5b4a token=Token{2c3d ActivityRecord{ff00 u0 com.example/.Main "
    "t12}}}"
)
DIALOG = "com.google.android.permissioncontroller/com.android.permissioncontroller.Grant"


@pytest.mark.parametrize(
    ("dump", "app"),
    [
        (SETTINGS, App("com.android.settings", "com.android.settings.Settings")),
        (f"  mCurrentFocus=null\n{EXAMPLE}", App("com.example", "com.example.Main")),
        (f"  mCurrentFocus=null\n{ANDROID_10}", App("com.example", "com.example.Main")),
        ("  mCurrentFocus=null\n  mFocusedApp=null", None),
        ("", None),
        (
            f"  mCurrentFocus=Window{{7c1 u0 NotificationShade}}\n{EXAMPLE}",
            App("com.android.systemui", "NotificationShade"),
        ),
        (
            f"  mCurrentFocus=Window{{7c1 u0 StatusBar}}\n{EXAMPLE}",
            App("com.android.systemui", "StatusBar"),
        ),
        (
            "  mCurrentFocus=Window{a1 u0 Application Not Responding: com.example}\n" + EXAMPLE,
            App("android", "Application Not Responding"),
        ),
        (
            f"  mCurrentFocus=Window{{ad1 u0 PopupWindow:5f1c3}}\n{EXAMPLE}",
            App("com.example", "com.example.Main"),
        ),
        (
            f"  mCurrentFocus=Window{{ad1 u0 com.example/PopupWindow:5f1c3}}\n{EXAMPLE}",
            App("com.example", "com.example.Main"),
        ),
        (
            f"  mCurrentFocus=Window{{e1 u0 {DIALOG}}}\n{EXAMPLE}",
            App("com.google.android.permissioncontroller", DIALOG.partition("/")[2]),
        ),
        # the second display's comes first, and is empty
        (
            f"  mCurrentFocus=null\n{SETTINGS}",
            App("com.android.settings", "com.android.settings.Settings"),
        ),
        # before Android 4.2 there is no user
        (
            "  mCurrentFocus=Window{41a com.example/com.example.Main}",
            App("com.example", "com.example.Main"),
        ),
        (
            "  mCurrentFocus=Window{41 u0 android/com.android.internal.app.ResolverActivity}",
            App("android", "com.android.internal.app.ResolverActivity"),
        ),
    ],
)
def test_foreground(dump: str, app: App | None) -> None:
    assert window.foreground(dump) == app


POPUP = "  Window #0 Window{ad1 u0 PopupWindow:5f1c3}:"
PAGE = "  Window #1 Window{48b u0 com.example/com.example.Main}:"
IN_FOCUS = "  mCurrentFocus=Window{48b u0 com.example/com.example.Main}"


@pytest.mark.parametrize(
    ("dump", "focused", "above"),
    [
        (f"{POPUP}\n{PAGE}\n{IN_FOCUS}", False, {"ad1"}),
        (f"{POPUP}\n{PAGE}\n  mCurrentFocus=Window{{ad1 u0 PopupWindow:5f1c3}}", True, set()),
        (f"{POPUP.replace('PopupWindow:5f1c3', 'Pop-Up Window')}\n{IN_FOCUS}", False, {"ad1"}),
        (f"{PAGE}\n{POPUP}\n{IN_FOCUS}", False, set()),  # of a page that lies below
        (f"{PAGE}\n{IN_FOCUS}", False, set()),
        (f"{POPUP}\n  mCurrentFocus=null", False, set()),
    ],
)
def test_popup(dump: str, focused: bool, above: set[str]) -> None:
    assert window.popup_has_focus(dump) == focused
    assert window.popups_above(dump) == above


ANDROID_8 = """\
  Window #3 Window{1a u0 com.other/com.other.Main}:
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#110 ty=1 fl=#81810100 wanim=0x1}
  Window #2 Window{48b u0 com.bank/com.bank.Login}:
    mAttrs=WM.LayoutParams{(0,0)(fillxfill) sim=#110 ty=1 fl=#81812100 wanim=0x1}
  mCurrentFocus=Window{48b u0 com.bank/com.bank.Login}
"""
ANDROID_14 = """\
  Window #5 Window{48b u0 com.bank/com.bank.Login}:
      fl=LAYOUT_IN_SCREEN SECURE SPLIT_TOUCH
      pfl=NO_MOVE_ANIMATION
  Window #4 Window{1a u0 com.other/com.other.Main}:
      fl=LAYOUT_IN_SCREEN SPLIT_TOUCH
  mCurrentFocus=Window{48b u0 com.bank/com.bank.Login}
"""


@pytest.mark.parametrize("dump", [ANDROID_8, ANDROID_14])
def test_secure_is_the_window_in_focus(dump: str) -> None:
    assert window.is_secure(dump)
    other = dump.replace("mCurrentFocus=Window{48b", "mCurrentFocus=Window{1a")
    assert not window.is_secure(other)


VIEWPORT = (
    "DisplayViewport{{type=INTERNAL, valid=true, isActive={active}, displayId={id}, "
    "uniqueId='local:4619827259835644672', physicalPort=0, orientation={turn}, "
    "logicalFrame=Rect(0, 0 - {w}, {h}), physicalFrame=Rect(0, 0 - {w}, {h}), "
    "deviceWidth=1080, deviceHeight=2400}}"
)


def viewports(*each: tuple[str, int, int, int, int]) -> str:
    parts = (
        VIEWPORT.format(active=active, id=number, turn=turn, w=width, h=height)
        for active, number, turn, width, height in each
    )
    return f"  mViewports=[{', '.join(parts)}]"


@pytest.mark.parametrize(
    ("dump", "size"),
    [
        (viewports(("true", 0, 0, 1080, 2400)), Size(1080, 2400)),
        (viewports(("true", 0, 1, 2400, 1080)), Size(2400, 1080)),
        (viewports(("false", 0, 0, 1080, 2092), ("true", 0, 0, 2176, 1812)), Size(2176, 1812)),
        (viewports(("true", 2, 0, 1920, 1080), ("true", 0, 0, 1080, 2400)), Size(1080, 2400)),
        ("", None),
    ],
)
def test_size(dump: str, size: Size | None) -> None:
    display = window.display(dump)
    assert (display.size if display else None) == size


@pytest.mark.parametrize(
    ("dump", "rotation"),
    [
        (viewports(("true", 0, 2, 1080, 2400)), 2),
        (viewports(("false", 0, 1, 1080, 2092), ("true", 0, 3, 2176, 1812)), 3),
        (viewports(("true", 2, 1, 1920, 1080)), None),
        ("", None),
    ],
)
def test_rotation(dump: str, rotation: int | None) -> None:
    display = window.display(dump)
    assert (display.rotation if display else None) == rotation


FOLD = """\
  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive={inner}, displayId=0, \
uniqueId='local:4619827259835644672', physicalPort=0, orientation=0, \
logicalFrame=Rect(0, 0 - 2076, 2152), physicalFrame=Rect(0, 0 - 2076, 2152), deviceWidth=2076, \
deviceHeight=2152}}, DisplayViewport{{type=INTERNAL, valid=true, isActive={outer}, displayId={id}, \
uniqueId='local:4619827551948147201', physicalPort=1, orientation=0, \
logicalFrame=Rect(0, 0 - 1080, 2424), physicalFrame=Rect(0, 0 - 1080, 2424), deviceWidth=1080, \
deviceHeight=2424}}]
"""


@pytest.mark.parametrize(
    ("dump", "panel", "panels", "size"),
    [
        (FOLD.format(inner="true", outer="false", id=3), "4619827259835644672", 2, (2076, 2152)),
        (FOLD.format(inner="true", outer="false", id=0), "4619827259835644672", 2, (2076, 2152)),
        (FOLD.format(inner="false", outer="true", id=0), "4619827551948147201", 2, (1080, 2424)),
        (FOLD.format(inner="false", outer="false", id=3), "", 2, None),
        (viewports(("true", 0, 0, 1080, 2400)), "4619827259835644672", 1, (1080, 2400)),
        ("", "", 0, None),
    ],
)
def test_the_lit_panel_of_a_phone_that_folds(
    dump: str, panel: str, panels: int, size: tuple[int, int] | None
) -> None:
    display = window.display(dump)
    assert (display.panel if display else "", window.panel_count(dump)) == (panel, panels)
    assert (display.size if display else None) == size


TWO_DISPLAYS = """\
  Display: mDisplayId=2
    mCurrentFocus=Window{{a1 u0 com.android.desktop/com.android.desktop.Home}}
    mFocusedApp=ActivityRecord{{1b u0 com.android.desktop/.Home t7}}
  Display: mDisplayId=0 (organized)
    mCurrentFocus={}
    mFocusedApp=ActivityRecord{{12 u0 com.example/.Main t349}}
"""


@pytest.mark.parametrize("focus", ["null", "Window{48b u0 com.example/com.example.Main}"])
def test_what_is_in_front_on_another_display_is_not(focus: str) -> None:
    dump = TWO_DISPLAYS.format(focus)
    assert window.foreground(dump) == App("com.example", "com.example.Main")


TOAST = "  Window #3 Window{1ecdd89 u0 Toast}:\n    mAttrs={(0,64)(wrapxwrap) gr=BOTTOM ty=TOAST\n"
TOAST_MAKER = "  Window #3 Window{5f u0 com.toast/com.toast.Toast}:\n"


def test_a_toast_is_told_by_its_window() -> None:
    assert window.toast(TOAST_MAKER + TOAST) == "1ecdd89"
    assert window.toast(TOAST_MAKER) == window.toast("") == ""


IME_WINDOW = """\
  Window #7 Window{{82dd42b u0 InputMethod}}:
    mAttrs={{(0,0)(fillxfill) gr=BOTTOM CENTER_VERTICAL sim={{adjust=pan}} ty=INPUT_METHOD}}
    touchable region=SkRegion({})
  Window #8 Window{{1a u0 NavigationBar0}}:
    touchable region=SkRegion((49,2259,225,2400))
"""
UP, DOWN = "  mInputShown=true", "  mInputShown=false"
ANDROID_13 = (
    "InsetsSource type=ITYPE_IME frame=[0,1398][1080,2220] visibleFrame=[0,1398][1080,2220] "
    "visible=true insetsRoundedCornerFrame=false"
)
ANDROID_15 = (
    "InsetsSource id=3 type=ime frame=[0,1517][1080,2400] visibleFrame=[0,1517][1080,2400] "
    "visible=true flags= sideHint=BOTTOM boundingRects=null"
)
FLOATING = ANDROID_15.replace("1517", "2337")
HIDDEN = (
    "InsetsSource id=3 type=ime frame=[0,0][0,0] visibleFrame=[0,2361][1080,2424] "
    "visible=false flags= sideHint=NONE boundingRects=null"
)


@pytest.mark.parametrize(
    ("dump", "shown", "area"),
    [
        (IME_WINDOW.format("(0,1784,1440,2960)") + UP, True, Rect(0, 1784, 1440, 2960)),
        (IME_WINDOW.format("(0,1784,1440,2960)") + DOWN, False, None),  # stale
        (f"{ANDROID_13}\n{UP}", True, Rect(0, 1398, 1080, 2220)),
        (f"{ANDROID_15}\n{UP}", True, Rect(0, 1517, 1080, 2400)),
        (f"{ANDROID_15}\n{DOWN}", True, Rect(0, 1517, 1080, 2400)),  # seen on an emulator
        (f"{HIDDEN}\n{UP}", False, None),
        (f"{HIDDEN}\n{IME_WINDOW.format('(0,1517,1080,2400)')}{UP}", False, None),
        (
            f"{FLOATING}\n{IME_WINDOW.format('(90,900,800,1500)(90,860,200,900)')}{UP}",
            True,
            Rect(90, 900, 800, 1500),
        ),
        # a field of its own fills the screen; television
        (f"{ANDROID_15.replace('[0,1517]', '[0,2400]')}\n{UP}", True, None),
        (UP, True, None),
        (f"{UP}\n  mIsInputViewShown=false", True, None),
        (f"{DOWN}\n  mIsInputViewShown=true", False, None),
        ("", False, None),
    ],
)
def test_keyboard(dump: str, shown: bool, area: Rect | None) -> None:
    assert window.keyboard_shown(dump) == shown
    assert window.keyboard_area(dump) == area


def test_states() -> None:
    assert window.is_asleep("  mWakefulness=Dozing")
    assert not window.is_asleep("  mWakefulness=Awake")
    assert window.is_locked("    isKeyguardShowing=true")
    assert not window.is_locked("    isKeyguardShowing=false mDreamingLockscreen=false")


@given(st.text())
def test_no_dump_breaks_a_reader(dump: str) -> None:
    window.foreground(dump)
    window.is_secure(dump)
    window.keyboard_area(dump)
    window.display(dump)
