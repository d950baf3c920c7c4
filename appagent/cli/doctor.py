"""`appagent doctor`: every link from adb to the model, and how to mend the one that fails."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial

from rich.console import Console

from appagent.cli import checks
from appagent.cli.parts import at_endpoint, chosen_model, needs_endpoint, opened, terminal
from appagent.config import Config, load
from appagent.device.adb import AdbDevice
from appagent.errors import AppAgentError
from appagent.model.chat import ChatModel
from appagent.model.recorded import RecordedModel
from appagent.report.terminal import hung

MENDS = {  # where an error itself tells the cause rather than what to do
    "server": "`adb kill-server`, then `adb start-server`; where another program is on its port, "
    "set ANDROID_ADB_SERVER_PORT",
    "phone": "`appagent devices` lists what adb sees; `--device pocket` needs no phone",
    "shell": "unplug the phone and plug it in again, or restart it",
    "screenshot": "wake and unlock the phone, and leave a page that forbids pictures",
    "tree": "go to a still screen, and stop other programs that automate the phone (Appium, "
    "uiautomator2)",
    "input": "allow `USB debugging (Security settings)` in the phone's developer options",
    "storage": "delete something on the phone: where it is full no tree can be written",
    "store": "name other folders with --store and --runs, or APPAGENT_STORE and APPAGENT_RUNS",
    "key": "set OPENAI_API_KEY; an endpoint of your own is named by OPENAI_BASE_URL; `--model "
    "offline` needs neither",
    "endpoint": "`appagent config` shows the address and where it came from",
    "model": "`appagent config` shows each setting and where it came from",
    "a call": "`appagent config` shows the address and the model; `--model offline` needs neither",
}
ADB_KEYBOARD = (
    "for other text install ADBKeyboard on the phone (github.com/senzhk/ADBKeyBoard), which is "
    "used where it is there, and your keyboard put back; or set `driver: u2`"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """One link of the chain; `mend` is the way out that `found` does not name, else empty; of a
    link that holds, what could be better."""

    link: str
    found: str
    mend: str = ""
    exit_code: int = 0

    @property
    def ok(self) -> bool:
        return not self.exit_code


def doctor(device: str | None, model: str | None, as_json: bool) -> int:
    config = load({"device": device, "model": model}).config
    findings = list(_findings(config))
    code = max(finding.exit_code for finding in findings)
    if as_json:
        listed = [asdict(finding) | {"ok": finding.ok} for finding in findings]
        print(json.dumps({"exit_code": code, "findings": listed}, ensure_ascii=False))
        return code
    console = Console(highlight=False)
    for finding in findings:
        head = f"{'ok' if finding.ok else 'FAILS':5}  {finding.link:10}  "
        line = hung(head, finding.found, console.width)
        line.stylize("green" if finding.ok else "red", 0, 5)
        console.print(line, soft_wrap=True)
        if finding.mend:
            way = hung(f"{'->':>{len(head)}} ", finding.mend, console.width)
            console.print(way, style="yellow", soft_wrap=True)
    return code


def _findings(config: Config) -> Iterator[Finding]:
    yield _try("adb", checks.adb)
    yield _try("server", partial(checks.server, config), checks.clash)
    yield from _of_phone(config)
    yield _try("store", partial(checks.store, config))
    yield from _of_model(config)


def _of_phone(config: Config) -> Iterator[Finding]:
    with ExitStack() as stack:
        devices: list[AdbDevice] = []

        def phone() -> str:
            devices.append(stack.enter_context(opened(config)))
            return checks.phone(devices[0])

        yield _try("phone", phone)
        for device in devices:
            yield _try("shell", partial(checks.shell, device))
            yield _try("screenshot", partial(checks.screenshot, device))
            yield _try("tree", partial(checks.tree, device))
            yield _try("input", partial(checks.touch, device))

            def other_text(device: AdbDevice = device) -> str:
                return "" if device.unicode_input() else ADB_KEYBOARD

            yield _try("keyboard", partial(checks.keyboard, device), other_text)
            yield _try("storage", partial(checks.storage, device))


def _of_model(config: Config) -> Iterator[Finding]:
    """Each link needs the one before it."""
    offered: list[str] = []
    if needs_endpoint(config):
        yield (key := _try("key", partial(checks.key, config)))
        if not key.ok:
            return
        listing = at_endpoint(config, terminal().waiting)
        yield (endpoint := _try("endpoint", partial(checks.endpoint, listing, offered)))
        if not endpoint.ok:
            return
    models: list[ChatModel | RecordedModel] = []

    def model() -> str:
        notes: list[str] = []
        models.append(chosen_model(config, notes.append, terminal().waiting))
        where = models[0].host or "this machine"
        return f"{models[0].name} on {where}{''.join(f'; {note}' for note in notes)}"

    yield _try("model", model, lambda: checks.unlisted(models[0].name, offered))
    for chosen in models:
        if isinstance(chosen, RecordedModel):
            continue  # there is nothing to call
        yield _try("a call", partial(checks.call, chosen))


def _try(link: str, check: Callable[[], str], advice: Callable[[], str] = str) -> Finding:
    """What `check` finds; `advice` says what could be better where nothing fails."""
    try:
        return Finding(link, check(), advice())
    except AppAgentError as err:
        return Finding(link, str(err), MENDS.get(link, ""), err.exit_code)
