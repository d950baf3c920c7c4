"""`input`: fingers and keys."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pocketphone.shell.commands.keys import CODES, MODIFIERS, PASTE_WITH_CONTROL, characters
from pocketphone.shell.commands.service import Arguments, exception
from pocketphone.shell.process import Process, command
from pocketphone.shell.userland import Press

SOURCES = frozenset(
    (
        "dpad",
        "gamepad",
        "joystick",
        "keyboard",
        "mouse",
        "rotaryencoder",
        "stylus",
        "touchnavigation",
        "touchpad",
        "touchscreen",
        "trackball",
    )
)
TOUCH_SLOP_PX = 16
SWIPE_MS = 300
LONG_PRESS_MS = 500

USAGE = """Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]

The sources are:
      touchnavigation
      touchscreen
      joystick
      stylus
      touchpad
      gamepad
      dpad
      mouse
      keyboard
      trackball
      rotaryencoder

The commands and default sources are:
      text <string> (Default: keyboard)
      keyevent [--longpress|--duration <duration to hold key down in ms>|--doubletap|--async|--delay <duration between keycodes in ms>] <key code number or name> ... (Default: keyboard)
      tap <x> <y> (Default: touchscreen)
      swipe <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      draganddrop <x1> <y1> <x2> <y2> [duration(ms)] (Default: touchscreen)
      press (Default: trackball)
      roll <dx> <dy> (Default: trackball)
      motionevent <DOWN|UP|MOVE|CANCEL> <x> <y> (Default: touchscreen)
      scroll (Default: rotaryencoder)
      keycombination [-t duration(ms)] <key code 1> <key code 2> ... (Default: keyboard)
"""  # noqa: E501


@command("input")
async def input_(process: Process) -> int:
    words = list(process.args)
    if words and words[0] in SOURCES:
        words.pop(0)
    if words[:1] == ["-d"]:
        display = Arguments(words[1:], "-d").require()
        if not display.lstrip("-").isdigit():
            raise exception(
                "-d", f"java.lang.IllegalArgumentException: Error: Invalid display: {display}"
            )
        words = words[2:]
    if not words or words[0] in ("help", "-h"):
        await process.out(USAGE)
        return 0 if words else 255
    subcommand = SUBCOMMANDS.get(words[0])
    if subcommand is None:
        await process.out(f"Unknown command: {words[0]}\n")  # and still exit code 0, as on a phone
        return 0
    await subcommand(process, Arguments(words[1:], words[0]))
    return 0


def _numbers(arguments: Arguments, *counts: int) -> list[float]:
    """All the words as numbers, as many as one of `counts`."""
    words = arguments.rest()
    try:
        numbers = [float(word) for word in words]
    except ValueError:
        numbers = []
    if len(numbers) not in counts:
        text = f"Error: Invalid arguments for command: {arguments.subcommand}"
        raise exception(arguments.subcommand, f"java.lang.IllegalArgumentException: {text}")
    # inf and nan are nowhere on the screen
    return [number if abs(number) < 1e9 else 1e9 for number in numbers]


async def _tap(process: Process, arguments: Arguments) -> None:
    x, y = _numbers(arguments, 2)
    process.phone.touch(x, y)
    await process.userland.spend("tap")


async def _swipe(process: Process, arguments: Arguments) -> None:
    x1, y1, x2, y2, *given = _numbers(arguments, 4, 5)
    duration_ms = max(0, int(given[0])) if given else SWIPE_MS
    if abs(x2 - x1) <= TOUCH_SLOP_PX and abs(y2 - y1) <= TOUCH_SLOP_PX:
        process.phone.touch(x1, y1, duration_ms)
    else:
        process.phone.drag(x1, y1, x2, y2, duration_ms)
    await process.userland.spend("gesture", gesture_ms=duration_ms)


async def _press(process: Process, arguments: Arguments) -> None:
    del arguments
    process.phone.key(CODES["DPAD_CENTER"])
    await process.userland.spend("key")


async def _roll(process: Process, arguments: Arguments) -> None:
    _numbers(arguments, 2)  # no trackball, so nothing rolls
    await process.userland.spend("key")


async def _motion(process: Process, arguments: Arguments) -> None:
    action = arguments.require().upper()
    if action not in ("DOWN", "MOVE", "UP", "CANCEL"):
        text = f"java.lang.IllegalArgumentException: Unknown action: {action}"
        raise exception("motionevent", text)
    rest = arguments.rest()
    userland, now_s = process.userland, process.userland.uptime_s
    if action == "CANCEL" and not rest:
        userland.pressed = None
        return
    x, y = _numbers(Arguments(rest, "motionevent"), 2)
    press = userland.pressed
    if action == "DOWN":
        userland.pressed = Press((x, y), (x, y), now_s)
    elif press is not None and action == "MOVE":
        press.at = (x, y)
    elif press is not None:
        userland.pressed = None
        if action == "UP":
            _lift(process, press, (x, y), round((now_s - press.since_s) * 1000))
    await userland.spend("tap")


def _lift(process: Process, press: Press, end: tuple[float, float], duration_ms: int) -> None:
    (x1, y1), (x2, y2) = press.start, end
    if abs(x2 - x1) <= TOUCH_SLOP_PX and abs(y2 - y1) <= TOUCH_SLOP_PX:
        process.phone.touch(x1, y1, duration_ms)
    else:
        process.phone.drag(x1, y1, x2, y2, duration_ms)


async def _text(process: Process, arguments: Arguments) -> None:
    text = arguments.require().replace("%s", " ")
    if not text.isascii():
        raise exception(
            "text", "java.lang.NullPointerException: Attempt to get length of null array"
        )
    process.phone.type_text("".join(character for character in text if character.isprintable()))
    await process.userland.spend("text")


async def _key_event(process: Process, arguments: Arguments) -> None:
    long_press = double = False
    for option in arguments.options():
        if option in ("--delay", "--duration"):
            arguments.require()
        long_press = long_press or option == "--longpress"
        double = double or option == "--doubletap"
    names = [arguments.require(), *arguments.rest()]
    codes = [_code(name) for name in names]
    for code in [code for code in codes for _ in range(1 + double)]:
        _press_key(process, code)
    await process.userland.spend("key", gesture_ms=LONG_PRESS_MS if long_press else 0)


def _code(name: str) -> int:
    if name.isascii() and name.isdigit():
        return int(name)
    return CODES.get(name.upper().removeprefix("KEYCODE_"), 0)


def _press_key(process: Process, code: int, *, shift: bool = False) -> None:
    typed = characters(code, shift=shift)
    if typed:
        process.phone.type_text(typed)
    elif code:
        process.phone.key(code)


async def _combination(process: Process, arguments: Arguments) -> None:
    for option in arguments.options():
        if option == "-t":
            arguments.require()
    codes = [_code(name) for name in arguments.rest()]
    if len(codes) < 2 or 0 in codes:
        text = "java.lang.IllegalArgumentException: keycombination requires at least 2 keycodes"
        raise exception("keycombination", text)
    held, plain = set(codes) & MODIFIERS.keys(), [code for code in codes if code not in MODIFIERS]
    names = {MODIFIERS[code] for code in held}
    if names <= {"shift"}:
        for code in plain:
            _press_key(process, code, shift="shift" in names)
    elif names == {"control"}:
        for code in plain:
            if code in PASTE_WITH_CONTROL:
                process.phone.key(CODES["PASTE"])
    await process.userland.spend("key")


SUBCOMMANDS: dict[str, Callable[[Process, Arguments], Awaitable[None]]] = {
    "tap": _tap,
    "swipe": _swipe,
    "draganddrop": _swipe,
    "motionevent": _motion,
    "press": _press,
    "roll": _roll,
    "text": _text,
    "keyevent": _key_event,
    "keycombination": _combination,
}
