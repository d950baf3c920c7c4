"""The checks of `doctor`: each returns what it found, or raises what is wrong."""

from __future__ import annotations

import os
import re
import shlex
import stat
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from appagent.api import POCKET, open_store, store_folder
from appagent.cli.docs_files import damaged
from appagent.cli.sight import DIGITS, check_reply, check_sight, digits_picture
from appagent.config import KEY, Config, See
from appagent.device import window
from appagent.device.adb import AdbDevice
from appagent.device.devices import list_phones
from appagent.device.poll import poll
from appagent.device.server import AdbServer, adb_program, program_version, versions
from appagent.errors import (
    DeviceError,
    ModelNotConfigured,
    ScreenUnreadable,
    SetupError,
)
from appagent.geometry import Size
from appagent.model.chat import ChatModel
from appagent.model.detector import Detector
from appagent.model.failures import NoList, offer
from appagent.ports import Model
from appagent.report.plain import plural
from appagent.screen import ocr as engine
from appagent.screen.hierarchy import parse_hierarchy

ROOM_MB = 20
"""Free space that a phone needs: a tree takes up to 0.5 MB, and Android stops writing earlier."""

WAKING_S = 2.0

ADB_KEYBOARD = (
    "for other text install ADBKeyboard on the phone (github.com/senzhk/ADBKeyBoard): it is then "
    "used for typing, and your keyboard restored; or set `driver: u2` (pip install "
    "'appagent[u2]')"
)


def adb() -> str:
    server = AdbServer.from_environment()
    if not server.here:
        return f"not needed on this machine: the server is at {server.host}"
    program = adb_program()
    return f"protocol {program_version(program)}, {program}"


def server(config: Config) -> str:
    server = AdbServer.from_environment()
    if config.device == POCKET and not server.up:
        return "none is running; the pocket phone starts its own"
    count = plural(len(list_phones(server)), "phone")
    return f"{server.host}:{server.port} speaks protocol {server.protocol()}; {count}"


def server_advice() -> str:
    """Advice if an `adb` typed by hand would kill the server; "" if it would not."""
    server = AdbServer.from_environment()
    if not server.here or not (found := versions(server)).differ:
        return ""
    return (
        f"your `adb` ({found.client}) would restart this server ({found.server}) and disconnect "
        "its users: put one adb first on PATH, or set ADBUTILS_ADB_PATH to it"
    )


def phone_identity(device: AdbDevice) -> str:
    about = ", ".join(filter(None, properties(device).values()))
    size = device.size()
    return f"{device.serial}, authorised; {about}; {size.width}x{size.height}"


def properties(device: AdbDevice) -> dict[str, str]:
    """The phone's maker, model and Android version, each "" if unknown."""
    names = {
        "maker": "ro.product.manufacturer",
        "model": "ro.product.model",
        "android": "ro.build.version.release",
    }
    output = device.check("; ".join(f"echo $(getprop {name})" for name in names.values()))
    about = dict(zip(names, map(str.strip, output.split("\n")), strict=False))
    return about | {"android": f"Android {about['android']}" if about.get("android") else ""}


def shell(device: AdbDevice) -> str:
    start = time.monotonic()
    echo = device.check("echo well; echo no >&2").strip()
    if echo != "well":
        raise DeviceError(f"the phone's shell answered {echo[:80]!r} to `echo well`")
    return f"answers in {time.monotonic() - start:.3f} s"


def awake(device: AdbDevice) -> str:
    """Whether the phone woke up. Raises: `DeviceError` if its screen stays dark."""

    def is_lit() -> bool:
        return not window.is_asleep(device.check("dumpsys power | grep mWakefulness= || true"))

    if not poll(is_lit, WAKING_S):
        raise DeviceError("the phone's screen stays dark: it did not wake up")
    return "the screen is on and unlocked"


def screenshot(device: AdbDevice) -> str:
    start = time.monotonic()
    image = device.screenshot()
    seconds = time.monotonic() - start
    dark = ", all black: the app may forbid pictures" if not image.any() else ""
    return f"{image.shape[1]}x{image.shape[0]} in {seconds:.2f} s{dark}"


def tree(device: AdbDevice) -> str:
    start = time.monotonic()
    capture = device.capture()
    if capture.partial:
        capture = device.capture(windows=True)
    seconds = time.monotonic() - start
    if not capture.tree:
        raise ScreenUnreadable(f"no tree: {capture.tree_problem}")
    size = Size(*capture.image.shape[1::-1])
    found = plural(len(parse_hierarchy(capture.tree, size).elements), "element")
    how = ", by all windows" if capture.windows else ""
    return f"{found} of {capture.app.package} in {seconds:.2f} s{how}, with its screenshots"


def accepts_input(device: AdbDevice) -> str:
    device.try_input()
    return "the phone accepts keys"


def keyboard(device: AdbDevice) -> str:
    way = device.unicode_input()
    return f"any text, through {way}" if way else "ASCII only"


def keyboard_advice(device: AdbDevice) -> str:
    """Advice for typing more than ASCII; "" if the phone can."""
    return "" if device.unicode_input() else ADB_KEYBOARD


def storage(device: AdbDevice) -> str:
    """Raises: `DeviceError` if there is no space for a screenshot and a tree."""
    free_mb = _free_mb(device.check("df -k /data/local/tmp || true"))
    if free_mb is None:
        return "unknown: the phone does not tell"
    if free_mb < ROOM_MB:
        raise DeviceError(f"the phone has {free_mb} MB free, and appagent needs {ROOM_MB} MB")
    return f"{free_mb} MB are free"


def _free_mb(table: str) -> int | None:
    # Filesystem      1K-blocks     Used Available Use% Mounted on
    # /dev/block/dm-38 112453120 21483776  90969344  19% /data         or /data/user/0
    rows = re.findall(r"^\S+ +\d+ +\d+ +(\d+) +\d+% +(/\S*)$", table, re.M)
    own = [(len(mount), int(free)) for free, mount in rows if mount.startswith("/data")]
    return max(own)[1] // 1024 if own else None


def ocr() -> str:
    """Raises: `SetupError` if OCR is installed but does not work."""
    if not engine.is_installed():
        return "not installed: texts that only pixels show are not read"
    start = time.monotonic()
    try:
        read = " ".join(found.name for found in engine.read_texts(digits_picture()))
    except Exception as err:  # the engine may raise anything
        raise SetupError(f"OCR does not run here: {type(err).__name__}: {err}") from err
    if DIGITS not in read:
        raise SetupError(f"OCR reads {read!r} in a picture of {DIGITS}")
    return f"reads a picture in {time.monotonic() - start:.1f} s"


def ocr_advice() -> str:
    """Advice to install OCR; "" if it is installed."""
    return "" if engine.is_installed() else "pip install 'appagent[ocr]'"


def detector(detector: Detector) -> str:
    """Raises: `DetectorFailed`."""
    start = time.monotonic()
    things = plural(len(detector(digits_picture())), "thing")
    took = time.monotonic() - start
    return f"{detector.host} answers in {took:.1f} s, finds {things} in a test picture"


def store(config: Config) -> str:
    """Raises: `SetupError` where docs or trails could not be written."""
    written = open_store(config)
    written.prepare()
    runs = config.runs.absolute()
    there = next(folder for folder in (runs, *runs.parents) if folder.exists())
    if not there.is_dir() or not os.access(there, os.W_OK):
        raise SetupError(f"cannot write trails to {config.runs}: {there} is not writable")
    return f"docs in {written.folder}, trails in {Path(config.runs)}"


def store_advice(config: Config) -> str:
    """Advice if others on this machine can read what is kept; "" if they cannot."""
    folders = (store_folder(config), config.runs.absolute())
    if os.name != "posix" or not (shared := [f for f in folders if f.is_dir() and _is_open(f)]):
        return ""
    named = " ".join(shlex.quote(str(folder)) for folder in shared)
    return f"others on this machine can read your screens there: chmod -R go= {named}"


def _is_open(folder: Path) -> bool:
    return bool(folder.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))


def readable_docs(config: Config) -> str:
    """Raises: `StoreError`, the first of the docs that cannot be read."""
    store = open_store(config)
    for problem in damaged(store):
        raise problem
    return f"the docs of {plural(len(store.packages()), 'app')} can be read"


def key(model: Callable[[], ChatModel]) -> str:
    """Raises: `ModelNotConfigured` where `model`, which makes one, needs a key and has none."""
    host = model().host or "an endpoint on this machine"
    return f"{KEY} is set" if os.environ.get(KEY) else f"none, which is fine for {host}"


def endpoint(model: ChatModel, offered: list[str]) -> str:
    """Adds the models of the endpoint to `offered`. Raises: `ModelError`, `ModelNotConfigured`."""
    where, start = model.host or "this machine", time.monotonic()
    try:
        offered += model.models()
    except NoList:
        return f"{where} answers, without a list of models"
    models = plural(len(offered), "model")
    return f"{where} answers in {time.monotonic() - start:.1f} s, lists {models}"


def model(model: Model, offered: Sequence[str]) -> str:
    """The model's name and host.

    Raises: `ModelNotConfigured` for one that the endpoint does not list, where it lists any.
    """
    name, where = model.name, model.host or "this machine"
    if offered and not {name, f"{name}:latest"} & {*offered}:  # which Ollama takes as the same
        raise ModelNotConfigured(f"{where} does not offer {name}{offer(name, offered)}")
    return f"{name} on {where}"


def call(model: Model, see: See) -> str:
    """Raises: `ModelNotConfigured` for a model that does not read the pictures it gets,
    `ModelError`."""
    form = f"; replies as {model.reply_form}" if isinstance(model, ChatModel) else ""
    if see == "list":
        start = time.monotonic()
        check_reply(model)
        took = time.monotonic() - start
        return f"answers in {took:.1f} s{form}; no pictures are sent (`see: list`)"
    seen = check_sight(model)
    usage = seen.usage
    if not seen.sees:
        raise ModelNotConfigured(
            f"{model.name} does not read pictures: it saw {seen.read!r} in a picture of {DIGITS}; "
            "choose a model that does, or set `see: list`, which sends no pictures"
        )
    count = f"{usage.prompt_tokens:,} tokens in, {usage.completion_tokens:,} out"
    tokens = count if usage.known else "tokens not reported"
    return f"reads pictures{form}; {tokens}; {seen.seconds:.1f} s"
