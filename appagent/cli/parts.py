"""From settings to the parts of a session: the phone, the model, the store, the person."""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path

from appagent.cli.desktop import open_file
from appagent.config import KEY, Config, is_local, user_cache, user_store
from appagent.device.adb import AdbDevice
from appagent.device.devices import select_phone
from appagent.device.hold import hold
from appagent.device.pocket import pocket
from appagent.device.u2 import U2Device
from appagent.errors import ModelError, ModelNotConfigured, UsageError
from appagent.knowledge.docs import DocStore
from appagent.model.chat import ChatModel
from appagent.model.detector import Detector
from appagent.model.offline import OfflineTransport
from appagent.model.recorded import RecordedModel
from appagent.ports import Waiting
from appagent.prompts import data_folder
from appagent.report.terminal import Terminal

POCKET, OFFLINE, RECORDED = "pocket", "offline", "recorded:"
STATE_FILE = "phone-state.json"


@contextmanager
def open_device(
    config: Config, keep_state: Callable[[], Path | None] = lambda: None, *, command: str = ""
) -> Iterator[AdbDevice]:
    """The phone that the settings name, awake, and for `command` alone where one is named.

    Raises: `DeviceNotFound`, `DeviceBusy`, `DeviceError`.
    """
    with find_device(config, keep_state) as device:
        if config.driver == "u2":
            device = U2Device.over(device)
        # Nobody else knows of a pocket phone that was started for this command.
        ours = config.device == POCKET and device.serial != f"127.0.0.1:{config.pocket_port}"
        locks = user_cache() / "phones"
        alone = hold(device.serial, command, locks) if command and not ours else nullcontext()
        with alone, device.prepare(terminal().person, alone=bool(command)):
            yield device


@contextmanager
def find_device(
    config: Config, keep_state: Callable[[], Path | None] = lambda: None
) -> Iterator[AdbDevice]:
    """The phone that the settings name, as it is: maybe asleep.

    A pocket phone of our own leaves its last state in the folder that `keep_state` gives.
    Raises: `DeviceNotFound`, `DeviceError`.
    """
    if config.device != POCKET:
        yield select_phone(config.device or None, pocket_port=config.pocket_port)
        return
    with tempfile.TemporaryDirectory(prefix="appagent-") as folder:
        state = Path(folder) / STATE_FILE
        try:
            with pocket(config.pocket_port, save=state) as phone:
                yield phone
        finally:
            kept = keep_state()
            if kept is not None and state.is_file():
                shutil.copyfile(state, kept / STATE_FILE)


def make_model(
    config: Config, say: Callable[[str], None], waiting: Waiting = nullcontext
) -> ChatModel | RecordedModel:
    """The model that the settings name; `say` and `waiting` tell what goes on.

    Raises: `ModelNotConfigured`, with what to set or what the endpoint offers.
    """
    name = config.model
    if not needs_endpoint(config):
        if name.startswith(RECORDED):
            if name == RECORDED:
                raise UsageError(f"--model {RECORDED} names no file: {RECORDED}FILE replays one")
            return RecordedModel(Path(name.removeprefix(RECORDED)))
        if config.coords:
            raise UsageError(f"{OFFLINE} reads no pictures, it cannot point: leave out --coords")
        if not name:
            say(f"no {KEY} is set: using the offline baseline (rules, no network)")
        return ChatModel(OFFLINE, api_key=OFFLINE, transport=OfflineTransport())
    model = at_endpoint(config, waiting)
    if not name:
        unnamed = "no model is named: use --model or APPAGENT_MODEL"
        try:
            offered = model.models()
        except (ModelError, ModelNotConfigured) as err:
            raise ModelNotConfigured(f"{unnamed}; {err}") from err
        shown = ", ".join(offered[:12]) + (", ..." if len(offered) > 12 else "")
        raise ModelNotConfigured(
            f"{unnamed}; {model.host or config.base_url} offers {shown or 'none'}"
        )
    return model


def needs_endpoint(config: Config) -> bool:
    """Whether the model that is meant is behind an endpoint: neither rules nor a recording."""
    if config.model:
        return config.model != OFFLINE and not config.model.startswith(RECORDED)
    keyless = not os.environ.get(KEY) and not is_local(config.base_url)
    return not (keyless and config.device == POCKET)


def at_endpoint(config: Config, waiting: Waiting = nullcontext) -> ChatModel:
    """The model of that name, or of none, at the configured endpoint, not asked for yet.

    Raises: `ModelNotConfigured` where it needs a key and has none.
    """
    key = os.environ.get(KEY, "")
    if not key and not is_local(config.base_url):
        raise ModelNotConfigured(
            f"no key for {config.base_url}: set {KEY}, or use the rule-based `--model offline`"
        )
    return ChatModel(
        config.model,
        base_url=config.base_url,
        api_key=key,
        timeout_s=config.timeout_s,
        max_retries=config.retries,
        temperature=config.temperature,
        max_tokens=config.max_tokens,
        dialects=user_cache() / "dialects.json",
        waiting=waiting,
    )


def make_detector(config: Config) -> Detector | None:
    """The detector that the settings name, where they name one."""
    if not config.detector:
        return None
    return Detector(config.detector, timeout_s=config.detector_s)


def store_folder(config: Config) -> Path:
    """The store that is written: the one named, else ./docs_store, else the user's own."""
    here = Path("docs_store")
    return config.store or (here if here.is_dir() else user_store())


def open_store(config: Config) -> DocStore:
    """The written store above the docs that are shipped."""
    written, below = store_folder(config), data_folder("docs_store")
    same = below.resolve() == written.resolve()
    return DocStore(written, [] if same or not below.is_dir() else [below])


def writable(option: str, path: Path) -> None:
    """Raises: `UsageError` where a file cannot be written there, which would be lost at the end."""
    try:
        path.open("ab").close()
    except OSError as err:
        raise UsageError(f"{option} {path}: {err.strerror}; name another file") from err


def terminal() -> Terminal:
    # A closed stdin is None.
    sits = sys.stdin is not None and sys.stdin.isatty() and sys.stderr.isatty()
    return Terminal(interactive=sits, opens=open_file)
