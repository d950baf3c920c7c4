"""`appagent doctor`: every link from adb to the model, and how to mend the one that fails."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial

from rich.console import Console

from appagent.cli.parts import OFFLINE, chosen_model, opened, terminal
from appagent.cli.sight import DIGITS, sight
from appagent.config import Config, load
from appagent.device.adb import AdbDevice
from appagent.device.server import AdbServer, versions
from appagent.errors import AppAgentError, ModelNotConfigured, ScreenUnreadable
from appagent.geometry import Size
from appagent.model.chat import ChatModel
from appagent.model.recorded import RecordedModel
from appagent.report.terminal import counted, hung
from appagent.screen.hierarchy import parse

MENDS = {  # where an error itself tells the cause rather than what to do
    "phone": "`appagent devices` lists what adb sees; `--device pocket` needs no phone",
    "screenshot": "wake and unlock the phone, and leave a page that forbids pictures",
    "tree": "go to a still screen, and stop other programs that automate the phone (Appium, "
    "uiautomator2)",
    "input": "allow `USB debugging (Security settings)` in the phone's developer options",
    "model": "`appagent config` shows each setting and where it came from",
    "a call": "`appagent config` shows the address and the model; `--model offline` needs neither",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One link of the chain; `mend` is the way out that `found` does not name, else empty."""

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
    yield _try("adb", _adb)
    with ExitStack() as stack:
        phones: list[AdbDevice] = []

        def phone() -> str:
            phones.append(stack.enter_context(opened(config)))
            return f"{phones[0].serial}, {phones[0].size().width}x{phones[0].size().height}"

        yield _try("phone", phone)
        for device in phones:
            yield _try("screenshot", partial(_screenshot, device))
            yield _try("tree", partial(_tree, device))
            yield _try("input", partial(_input, device))
    models: list[ChatModel | RecordedModel] = []

    def model() -> str:
        notes: list[str] = []
        models.append(chosen_model(config, notes.append, terminal().waiting))
        where = models[0].host or "this machine"
        return f"{models[0].name} on {where}{''.join(f'; {note}' for note in notes)}"

    yield _try("model", model)
    for chosen in models:
        if isinstance(chosen, RecordedModel):
            continue  # there is nothing to call
        yield _try("a call", partial(_call, chosen))


def _try(link: str, check: Callable[[], str]) -> Finding:
    try:
        return Finding(link, check())
    except AppAgentError as err:
        return Finding(link, str(err), MENDS.get(link, ""), err.exit_code)


def _adb() -> str:
    found = versions(AdbServer.configured())
    server = f"its server speaks {found.server}" if found.server else "no server is up yet"
    if found.differ:
        server += f"; another version than {found.client}: an `adb` typed by hand would restart it"
    return f"protocol {found.client}; {server}; {found.binary}"


def _screenshot(device: AdbDevice) -> str:
    start = time.monotonic()
    image = device.screenshot()
    seconds = time.monotonic() - start
    dark = ", all black: the app may forbid pictures" if not image.any() else ""
    return f"{image.shape[1]}x{image.shape[0]} in {seconds:.2f} s{dark}"


def _tree(device: AdbDevice) -> str:
    start = time.monotonic()
    capture = device.capture()
    seconds = time.monotonic() - start
    if not capture.tree:
        raise ScreenUnreadable(f"no tree: {capture.tree_problem}")
    size = Size(*capture.image.shape[1::-1])
    found = counted(len(parse(capture.tree, size).elements), "element")
    return f"{found} of {capture.app.package} in {seconds:.2f} s, with its screenshots"


def _input(device: AdbDevice) -> str:
    device.try_input()
    return "a key without effect was taken"


def _call(model: ChatModel) -> str:
    seen = sight(model)
    usage = seen.usage
    if model.name == OFFLINE:
        sees = "reads no pictures (it is rule-based)"
    elif seen.sees:
        sees = "reads pictures"
    else:
        raise ModelNotConfigured(
            f"it reads no pictures, it saw {seen.read!r} for {DIGITS}: choose a model that does"
        )
    count = f"{usage.prompt_tokens} + {usage.completion_tokens} tokens"
    tokens = count if usage.known else "tokens not reported"
    return f"{sees}; replies as {model.reply_form}; {tokens}; {seen.seconds:.1f} s"
