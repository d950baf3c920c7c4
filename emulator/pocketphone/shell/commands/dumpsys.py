"""`dumpsys`: what the services of the system say of themselves, as far as clients read it."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence

from pocketphone.phone import Phone
from pocketphone.shell.commands.screen import DISPLAY_ID
from pocketphone.shell.commands.service import short
from pocketphone.shell.commands.system import pid_of
from pocketphone.shell.process import Process, command
from pocketphone.ui.geometry import Rect

SDK_MIN, SDK_TARGET = 24, 34


@command("dumpsys")
async def dumpsys(process: Process) -> int:
    await process.userland.spend("dumpsys")
    words = list(process.args)
    while words and words[0].startswith("-"):
        if words.pop(0) == "-t":
            del words[:1]
    if process.args[:1] == ["-l"]:
        names = "".join(f"  {name}\n" for name in sorted(SERVICES))
        await process.out(f"Currently running services:\n{names}")
        return 0
    if not words:
        for name, service in sorted(SERVICES.items()):
            await process.out(f"DUMP OF SERVICE {name}:\n{service(process, [])}")
        return 0
    name, *rest = words
    if name not in SERVICES:
        await process.err(f"Can't find service: {name}\n")
        return 1
    await process.out(SERVICES[name](process, rest))
    return 0


def _handle(text: str) -> str:
    """A name for an object, the same each time: `Window{48b4735 …}`."""
    return f"{zlib.crc32(text.encode()) & 0xFFFFFFF:x}"


def _record(process: Process, task: str = "t349") -> str:
    phone = process.phone
    package, activity = phone.focus
    if " " in activity:  # a window of the system's, which is no activity: the app's is below it
        package, activity = phone.app.package, phone.app.class_of(phone.app.first_page)
    component = short(f"{package}/{activity}")
    return f"ActivityRecord{{{_handle(component)} u0 {component} {task}}}"


def _window(process: Process, words: Sequence[str]) -> str:
    """Since Android 10 `windows` no longer names the focus; `displays` and no word at all do."""
    phone = process.phone
    package, activity = phone.focus
    title = activity if " " in activity else f"{package}/{activity}"
    scene = phone.look()  # first: a page that opens may call the keyboard
    if scene.popup:
        title = f"PopupWindow:{_handle(activity)}"
    window = f"Window{{{_handle(title)} u0 {title}}}"
    width, height = phone.size
    text = "WINDOW MANAGER WINDOWS (dumpsys window windows)\n"
    if scene.toast:
        text += f"  Window #2 Window{{{_handle(scene.toast)} u0 Toast}}:\n    mDisplayId=0\n"
    text += f"  Window #0 {window}:\n    mDisplayId=0 package={package} appop=NONE\n"
    text += "    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=BASE_APPLICATION\n"
    text += (
        f"      fl=LAYOUT_IN_SCREEN {'SECURE ' * phone.secure}SPLIT_TOUCH HARDWARE_ACCELERATED\n"
    )
    board = scene.keyboard.area(scene.env) if scene.keyboard else Rect(0, height, width, height)
    if phone.keyboard_shown:
        method = phone.settings["secure"].get("default_input_method", "")
        text += f"  Window #1 Window{{{_handle(method)} u0 InputMethod}}:\n    mDisplayId=0\n"
        text += f"    touchable region=SkRegion(({','.join(map(str, board))}))\n"
    if words[:1] == ["windows"]:
        return text
    shown = "displays" if words[:1] == ["displays"] else "all"
    keyguard = "false"
    display = (
        "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n"
        f"  Display: mDisplayId=0 (organized)\n"
        f"    init={'x'.join(map(str, phone.physical_size))} {phone.physical_density}dpi "
        f"cur={width}x{height} app={width}x{height}\n"
        f"    mCurrentRotation=ROTATION_{phone.rotation * 90}\n"
        f"  WindowInsetsStateController\n    InsetsState\n      {_ime_source(board, phone)}\n"
        f"  mCurrentFocus={window if phone.awake else 'null'}\n"
        f"  mFocusedApp={_record(process)}\n"
    )
    policy = (
        "WINDOW MANAGER POLICY STATE (dumpsys window policy)\n"
        f"    mAwake={str(phone.awake).lower()} mScreenOnEarly={str(phone.awake).lower()}\n"
        f"    mShowingDream=false mDreamingLockscreen={keyguard} isKeyguardShowing={keyguard}\n"
    )
    return display if shown == "displays" else policy + display + text


def _ime_source(board: Rect, phone: Phone) -> str:
    shown = phone.keyboard_shown
    frame = "[{},{}][{},{}]".format(*(board if shown else (0, 0, 0, 0)))
    return f"InsetsSource id=3 type=ime frame={frame} visible={str(shown).lower()} flags="


def _activity(process: Process, words: Sequence[str]) -> str:
    phone = process.phone
    package, activity = phone.focus
    record = _record(process, "t12")
    component = short(f"{package}/{activity}")
    if words[:1] == ["top"]:
        return (
            f"TASK {package} id=12 userId=0\n"
            f"  ACTIVITY {component} {_handle(component)} pid={pid_of(process, package)}\n"
            f"    Local Activity {_handle(activity)} State:\n      mResumed=true mStopped=false\n"
        )
    task = f"Task{{{_handle(package)} #12 type=standard A=10105:{package} U=0 visible=true}}"
    if words[:1] == ["recents"]:
        return f"ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  * Recent #0: {task}\n"
    if words[:1] == ["services"]:
        return "ACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\n"
    return (
        "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\n"
        "Display #0 (activities from top to bottom):\n"
        f"  * {task}\n    topResumedActivity={record}\n    * Hist  #0: {record}\n"
        f"      packageName={package} processName={package}\n"
        f"  topResumedActivity={record}\n\n  ResumedActivity: {record}\n"
    )


def _input_method(process: Process, words: Sequence[str]) -> str:
    del words
    phone = process.phone
    shown = str(phone.keyboard_shown).lower()
    method = phone.settings["secure"].get("default_input_method", "")
    return (
        "Current Input Method Manager state:\n"
        f"  mCurMethodId={method}\n  mCurrentFocusName={'/'.join(phone.focus)}\n"
        f"  mShowRequested={shown} mShowExplicitlyRequested=false mShowForced=false "
        f"mInputShown={shown}\n"
        f"  mSystemReady=true mInteractive={str(phone.awake).lower()}\n"
    )


def _display(process: Process, words: Sequence[str]) -> str:
    del words
    phone = process.phone
    width, height = phone.size
    density = phone.override_density or phone.physical_density
    on, frame = phone.awake, f"Rect(0, 0 - {width}, {height})"
    return (
        "DISPLAY MANAGER (dumpsys display)\n"
        f"  mViewports=[DisplayViewport{{type=INTERNAL, valid=true, isActive={str(on).lower()}, "
        f"displayId=0, uniqueId='local:{DISPLAY_ID}', physicalPort=0, "
        f"orientation={phone.rotation}, logicalFrame={frame}, physicalFrame={frame}, "
        f"deviceWidth={width}, deviceHeight={height}}}]\n"
        f'  mBaseDisplayInfo=DisplayInfo{{"Built-in Screen", displayId 0, '
        f"real {width} x {height}, rotation {phone.rotation}, "
        f"density {density} ({density}.0 x {density}.0) dpi, state {'ON' if on else 'OFF'}}}\n"
    )


def displays(process: Process) -> str:
    """What `cmd display get-displays` prints."""
    phone = process.phone
    width, height = phone.size
    return (
        f'Displays:\nDisplay id 0: DisplayInfo{{"Built-in Screen", displayId 0, real {width} x '
        f"{height}, rotation {phone.rotation}, state {'ON' if phone.awake else 'OFF'}, "
        f'type INTERNAL, uniqueId "local:{DISPLAY_ID}"}}\n'
    )


def _surfaces(process: Process, words: Sequence[str]) -> str:
    del process
    if words[:1] == ["--display-id"]:
        return (
            f'Display {DISPLAY_ID} (HWC display 0): port=0 pnpId=GGL displayName="EMU_display_0"\n'
        )
    return f"Display {DISPLAY_ID} (active)\n"


def _power(process: Process, words: Sequence[str]) -> str:
    del words
    awake = process.phone.awake
    return (
        "POWER MANAGER (dumpsys power)\n\nPower Manager State:\n"
        f"  mWakefulness={'Awake' if awake else 'Asleep'}\n  mIsPowered=true\n  mPlugType=2\n"
        f"  mHoldingWakeLockSuspendBlocker=false\n"
        f"  mHoldingDisplaySuspendBlocker={str(awake).lower()}\n"
        f"Display Power: state={'ON' if awake else 'OFF'}\n"
    )


def _battery(process: Process, words: Sequence[str]) -> str:
    del process, words
    return (
        "Current Battery Service state:\n  AC powered: false\n  USB powered: true\n"
        "  Wireless powered: false\n  Dock powered: false\n  Max charging current: 500000\n"
        "  Max charging voltage: 5000000\n  Charge counter: 3825000\n  status: 2\n  health: 2\n"
        "  present: true\n  level: 85\n  scale: 100\n  voltage: 4200\n  temperature: 251\n"
        "  technology: Li-ion\n"
    )


def _input(process: Process, words: Sequence[str]) -> str:
    del words
    phone = process.phone
    width, height = phone.size
    return (
        "INPUT MANAGER (dumpsys input)\n\nInput Manager State:\n  Interactive: true\n"
        f"Input Reader State:\n  Device 2: touch\n    SurfaceOrientation: {phone.rotation}\n"
        f"    Viewport INTERNAL: displayId=0, orientation={phone.rotation}, "
        f"logicalFrame=[0, 0, {width}, {height}], physicalFrame=[0, 0, {width}, {height}], "
        f"deviceSize=[{width}, {height}], isActive=[1]\n"
    )


def _package(process: Process, words: Sequence[str]) -> str:
    if words:
        return package(process, words[0])
    return "".join(package(process, name) for name in process.phone.packages)


def package(process: Process, name: str) -> str:
    """The dump of one package."""
    found = process.phone.packages.get(name)
    if found is None:
        return f"Unable to find package: {name}\n"
    handle = _handle(name)
    at = f"{found.installed_at:%Y-%m-%d %H:%M:%S}"
    table = ""
    if found.launchable:
        component = short(f"{name}/{found.activity}")
        table = (
            "Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n"
            f"        {handle} {component} filter {_handle(component)}\n"
            '          Action: "android.intent.action.MAIN"\n'
            '          Category: "android.intent.category.LAUNCHER"\n\n'
        )
    flags = "SYSTEM HAS_CODE ALLOW_BACKUP" if found.system else "HAS_CODE ALLOW_BACKUP"
    return (
        f"{table}Packages:\n  Package [{name}] ({handle}):\n    userId={found.uid}\n"
        f"    versionCode={found.version_code} minSdk={SDK_MIN} targetSdk={SDK_TARGET}\n"
        f"    versionName={found.version_name}\n"
        f"    signatures=PackageSignatures{{{handle} version:2, signatures:[{_handle('key')}], "
        "past signatures:[]}\n"
        f"    pkgFlags=[ {flags} ]\n    timeStamp={at}\n    firstInstallTime={at}\n"
        f"    lastUpdateTime={at}\n"
    )


SERVICES: dict[str, Callable[[Process, Sequence[str]], str]] = {
    "SurfaceFlinger": _surfaces,
    "activity": _activity,
    "battery": _battery,
    "display": _display,
    "input": _input,
    "input_method": _input_method,
    "package": _package,
    "power": _power,
    "window": _window,
}
