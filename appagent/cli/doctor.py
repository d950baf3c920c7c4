"""`appagent doctor`: check every link from adb to the model, and say how to fix what fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial

from appagent.api import POCKET, find_device, make_detector, make_model
from appagent.cli import checks
from appagent.cli.out import terminal
from appagent.config import Config, credentials, load
from appagent.device.adb import AdbDevice
from appagent.device.u2 import U2Device
from appagent.errors import AppAgentError, ConfigError
from appagent.model.backends import CHAT, choose_backend
from appagent.model.configured import at_endpoint
from appagent.model.offline import OfflineModel
from appagent.model.recorded import RecordedModel
from appagent.ports import Model
from appagent.report import plain
from appagent.report.terminal import PlainConsole, hang
from appagent.secrets import Secrets

ADVICE = {  # by link; the error itself tells what is wrong
    "adb": "install Android's platform-tools and put `adb` on PATH, or set ADBUTILS_ADB_PATH to it",
    "server": "run `adb kill-server`, then `adb start-server`; for another port or machine set "
    "ANDROID_ADB_SERVER_PORT or ADB_SERVER_SOCKET=tcp:HOST:PORT",
    "phone": "`appagent devices` lists the phones that adb sees; `--device pocket` needs none",
    "shell": "unplug the phone and plug it in again, or restart it",
    "awake": "wake the phone and unlock it by hand",
    "u2": "stop other programs that automate the phone (Appium, Maestro), or unset `driver`: plain "
    "adb needs no server on the phone",
    "screenshot": "wake and unlock the phone, and leave a page that forbids screenshots",
    "tree": "wake the phone, open a page that does not move, and stop other programs that automate "
    "the phone (Appium, uiautomator2)",
    "input": "turn on `USB debugging (Security settings)` in the phone's developer options",
    "storage": "delete something on the phone: without free space it cannot write its tree",
    "ocr": "pip install --upgrade 'appagent[ocr]', or do without it and set `ocr: false`",
    "detector": "`appagent config` shows its address and where that is set; a run goes on without "
    "the detector, by contours",
    "store": "name other folders with --store and --runs, or APPAGENT_STORE and APPAGENT_RUNS",
    "docs": "`appagent docs check` lists every damaged file: fix them, or move them away",
    "key": "set OPENAI_API_KEY, and OPENAI_BASE_URL for an endpoint of your own; `--model offline` "
    "needs neither",
    "endpoint": "set OPENAI_BASE_URL to an endpoint and OPENAI_API_KEY to its key; `appagent "
    "config` shows the address and where it is set",
    "model": "name one with --model or APPAGENT_MODEL; `appagent config` shows each setting and "
    "where it is set",
    "test call": "`appagent config` shows the address and the model; `--model offline` needs "
    "neither",
}
SETTING = "do as it says, or unset that setting"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found out about one link; `mend` says how to fix it, or what could be better."""

    link: str
    found: str
    mend: str = ""
    exit_code: int = 0

    @property
    def ok(self) -> bool:
        return not self.exit_code


def check_links(device: str | None, model: str | None, as_json: bool) -> int:
    findings: list[Finding] = []
    console = PlainConsole(highlight=False)
    config = load({"device": device, "model": model}).config
    plain.never_print(Secrets(credentials(config)).hide)
    for finding in _findings(config):
        findings.append(finding)
        if not as_json:
            _print(finding, console)
    code = max(finding.exit_code for finding in findings)
    if as_json:
        listed = [asdict(finding) | {"ok": finding.ok} for finding in findings]
        plain.document({"exit_code": code, "findings": listed})
    return code


def _print(finding: Finding, console: PlainConsole) -> None:
    head = f"{'ok' if finding.ok else 'failed':6}  {finding.link:10}  "
    line = hang(head, finding.found, console.width)
    line.stylize("green" if finding.ok else "red", 0, 6)
    console.print(line, soft_wrap=True)
    if finding.mend:
        way = hang(f"{'->':>{len(head)}} ", finding.mend, console.width)
        console.print(way, style="yellow", soft_wrap=True)


def _findings(config: Config) -> Iterator[Finding]:
    yield _try("adb", checks.adb)
    yield (server := _try("server", partial(checks.server, config), checks.server_advice))
    if server.ok or config.device == POCKET:  # which starts its own server
        yield from phone_findings(config)
    yield from _of_pixels(config)
    yield _try("store", partial(checks.store, config), partial(checks.store_advice, config))
    yield _try("docs", partial(checks.readable_docs, config))
    yield from _of_model(config)


def phone_findings(config: Config) -> Iterator[Finding]:
    """What is found of the phone that the settings name, link by link."""
    with ExitStack() as stack:
        devices: list[AdbDevice] = []

        def phone() -> str:
            devices.append(stack.enter_context(find_device(config)))
            return checks.phone_identity(devices[-1])

        def awake() -> str:
            stack.enter_context(devices[-1].prepare(terminal().person))
            return checks.awake(devices[-1])

        def u2() -> str:
            device = U2Device.over(devices[-1])
            stack.enter_context(device.prepare())
            devices.append(device)
            return "uiautomator2's server runs"

        yield _try("phone", phone)
        if not devices:
            return
        yield (shell := _try("shell", partial(checks.shell, devices[-1])))
        if not shell.ok:
            return
        yield (lit := _try("awake", awake))
        if config.driver == "u2" and lit.ok:
            yield _try("u2", u2)
        device = devices[-1]
        yield _try("screenshot", partial(checks.screenshot, device))
        yield _try("tree", partial(checks.tree, device))
        yield _try("input", partial(checks.accepts_input, device))
        other_text = partial(checks.keyboard_advice, device)
        yield _try("keyboard", partial(checks.keyboard, device), other_text)
        yield _try("storage", partial(checks.storage, device))


def _of_pixels(config: Config) -> Iterator[Finding]:
    """Check what reads a screen without a tree; contours need nothing."""
    if config.ocr:
        yield _try("ocr", checks.ocr, checks.ocr_advice)
    if detector := make_detector(config):
        yield _try("detector", partial(checks.detector, detector))


def _of_model(config: Config) -> Iterator[Finding]:
    """Check the links to the model; each needs the one before."""
    offered: list[str] = []
    backend, name = choose_backend(config)
    if backend == CHAT:
        at = partial(at_endpoint, config, name, terminal().waiting)
        yield (key := _try("key", partial(checks.key, at)))
        if not key.ok:
            return
        listing = at()
        yield (endpoint := _try("endpoint", partial(checks.endpoint, listing, offered)))
        if not endpoint.ok:
            return
    models: list[Model] = []

    def model() -> str:
        notes: list[str] = []
        models.append(make_model(config, notes.append, terminal().waiting))
        return "; ".join((checks.model(models[0], offered), *notes))

    yield _try("model", model)
    for chosen in models:
        if isinstance(chosen, RecordedModel | OfflineModel):
            continue  # no model answers
        yield _try("test call", partial(checks.call, chosen, config.see))


def _try(link: str, check: Callable[[], str], advice: Callable[[], str] = str) -> Finding:
    """The finding of `check`; `advice` says what could be better if nothing fails."""
    try:
        return Finding(link, check(), advice())
    except AppAgentError as err:
        way = SETTING if isinstance(err, ConfigError) else ADVICE.get(link, "")
        return Finding(link, str(err), way, err.exit_code)
