"""The parts of a session, made from the settings: phone, model, store."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from pathlib import Path

from appagent.config import KEY, Config, user_cache, user_store
from appagent.device.adb import AdbDevice
from appagent.device.devices import select_phone
from appagent.device.hold import hold
from appagent.device.pocket import pocket
from appagent.device.u2 import U2Device
from appagent.files import data_folder
from appagent.knowledge.store import DocStore
from appagent.model.backends import OFFLINE, RECORDED, build_model, choose_backend
from appagent.model.detector import Detector
from appagent.model.recorded import START
from appagent.ports import Model, Person, Waiting

POCKET = "pocket"
STATE_FILE = "phone-state.json"


@contextmanager
def open_device(
    config: Config,
    keep_state: Callable[[str], object] = str,
    *,
    command: str = "",
    person: Person | None = None,
) -> Iterator[AdbDevice]:
    """The phone that the settings name, awake, and locked for `command` if one is given. `person`
    opens a lock with a secret.

    Raises: `DeviceNotFound`, `DeviceBusy`, `DeviceError`.
    """
    with find_device(config, keep_state) as device:
        if config.driver == "u2":
            device = U2Device.over(device)
        # Nobody else knows of a pocket phone that was started for this command.
        held = command and not is_throwaway(config, device)
        # Phones of other machines may have a serial of one of this.
        name = config.device if "@" in config.device else device.serial
        alone = hold(name, command, user_cache() / "phones") if held else nullcontext()
        with alone, device.prepare(person, alone=bool(command)):
            yield device


def is_throwaway(config: Config, device: AdbDevice) -> bool:
    """Whether it is a pocket phone that was started for this command, and ends with it."""
    return config.device == POCKET and device.serial != f"127.0.0.1:{config.pocket_port}"


@contextmanager
def find_device(config: Config, keep_state: Callable[[str], object] = str) -> Iterator[AdbDevice]:
    """The phone that the settings name, in whatever state it is.

    A pocket phone of our own begins in the state that a recording began in, where one is replayed,
    and its last state is given to `keep_state`, as JSON.
    Raises: `DeviceNotFound`, `DeviceError`.
    """
    if config.device != POCKET:
        yield select_phone(config.device or None, pocket_port=config.pocket_port)
        return
    with tempfile.TemporaryDirectory(prefix="appagent-") as folder:
        state = Path(folder) / STATE_FILE
        try:
            with pocket(config.pocket_port, load=_first_state(config), save=state) as phone:
                yield phone
        finally:
            if state.is_file():
                keep_state(state.read_text(encoding="utf-8"))


def _first_state(config: Config) -> Path | None:
    """The state that the phone of a recording began in, where the settings name one that has it."""
    backend, file = choose_backend(config)
    state = Path(file).parent / START
    return state if backend == RECORDED and state.is_file() else None


def make_model(config: Config, say: Callable[[str], None], waiting: Waiting = nullcontext) -> Model:
    """The model that the settings name; `say` and `waiting` report progress.

    Raises: `SetupError`, with what to set or what the endpoint offers.
    """
    if not config.model and choose_backend(config).backend == OFFLINE:
        say(f"no {KEY} is set: using the offline rules, which know a few kinds of task")
    return build_model(config, waiting)


def make_detector(config: Config) -> Detector | None:
    """The detector that the settings name; None if they name none."""
    if not config.detector:
        return None
    return Detector(config.detector, timeout_s=config.detector_s)


def store_folder(config: Config) -> Path:
    """The folder that docs are written to: that of the settings, else in the user's data folder."""
    return config.store or user_store()


def open_store(config: Config, layers: Sequence[Path] = ()) -> DocStore:
    """The user's store, above `layers` and the docs that appagent comes with."""
    written, below = store_folder(config), data_folder("docs_store")
    same = below.resolve() == written.resolve()
    return DocStore(written, [*layers, *([] if same or not below.is_dir() else [below])])
