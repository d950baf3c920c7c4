"""Pictures of the pages of runs that ended in every way, taken by a browser without a window.

The runs are made by the command itself, on a pocket phone, with a model that was scripted. Beside
the pictures is told by how much a page is wider than the window, and what of it is cut.
"""

from __future__ import annotations

import argparse
import shutil
from base64 import b64decode
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

from appagent.bench.suite import default_suites, load_suite
from tests.e2e.house import AppAgent, Pocket, adb_server, pocket_phone
from tests.e2e.script import Line, plays, program
from tests.model.endpoint import Answer, Endpoint, serving
from tests.player import play_solutions
from tests.report import trails

ALARM = 'tap("Add alarm")', 'text("7", name="Hour")', 'text("25", name="Minute")'
TASK, SAVE, PROOF = "Set an alarm for 7:25 am", 'tap("Save")', 'exit("done", if_shows="7:25 AM")'
DAYS = 'tap("Monday")', 'tap("Thursday")', 'tap("Vibrate")'
SEARCH = 'tap("Search in mail")', 'text("boat", name="Search in mail")', "tap(99)"
NONE, NOT_SENT = 'exit("failed", "no mail is about one")', 'exit("failed", "it may not be sent")'
MAIL = 'tap("Compose")', 'text("una@example.org", name="To")', 'text("I am late", name="Subject")'
REFUSED = "Write a mail to una@example.org that I am late, but leave it as a draft"
RUNS: dict[str, tuple[str, str, Sequence[Line]]] = {
    "done": ("clock", TASK, (*ALARM, SAVE, PROOF)),
    "failed": ("mail", "Star the mail about the boat trip", (*SEARCH, NONE)),
    "stopped": ("clock", TASK, (*ALARM[:2], Answer("", drip_s=0.05))),
    "refused": ("mail", REFUSED, (*MAIL, 'tap("Send")', NOT_SENT)),
    "program": ("clock", f"{TASK} on Monday and Thursday", (program(*ALARM, *DAYS, SAVE, PROOF),)),
}
SIZES, MOST_PX = {"wide": 1280, "narrow": 390}, 16_000  # widths, and the greatest height
SIZE = "const e = document.documentElement; return [e.scrollWidth, e.scrollHeight]"
CUT = """return [...document.querySelectorAll('main :not(details, pre, nav)')].filter((e) =>
  e.checkVisibility() && e.clientWidth > 1 && getComputedStyle(e).overflow !== 'visible' &&
  (e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
).map((e) => e.className + ': ' + e.textContent.replace(/\\s+/g, ' ').slice(0, 50))"""


def make(appagent: AppAgent, phone: Pocket, endpoint: Endpoint) -> None:
    """A folder for each page, with the one run that it is of."""
    for name, (app, task, lines) in RUNS.items():
        phone.shell("pocketphone reset")
        plays(endpoint, *lines, asks=False)
        endpoint.requests.clear()
        words = ("run", "--runs", name, "--app", app, "--task", task, "--sequence", "10")
        if name == "stopped":
            appagent.interrupted(lambda: len(endpoint.requests) == 3, *words)
        else:
            appagent(*words)
    phone.shell("pocketphone reset")
    learns = ("--app", "clock", "--model", "offline")
    appagent("explore", "--runs", "explored", *learns, "--steps", "12")
    phone.shell("pocketphone reset")
    typed = "tap 2\nback\nswipe 2 up\nstop\n"
    appagent("demo", "--runs", "shown", *learns, "--task", "show an alarm", text=typed)
    for n in range(200):
        ending = ("done", "done", "stuck", "gave_up", "step_limit", None)[n % 6]
        task = f"Set an alarm for {n % 12 + 1}:{n % 60:02d} am{' on every second Sunday' * (n % 4)}"
        steps = trails.program()[:2]
        folder = trails.make(appagent.folder / "index", steps, ending, width=180, task=task)
        at = trails.NOW - timedelta(hours=n * 5)
        folder.rename(folder.with_name(f"{at:%Y%m%d-%H%M%S}-run-notes"))


def measure(appagent: AppAgent, endpoint: Endpoint) -> None:
    """A benchmark that is stopped in the middle, and goes on; one task is never done."""
    (clock,) = (path for path in default_suites() if path.stem == "clock")
    play_solutions(endpoint, load_suite(clock), wrong=("clock-3",))

    def lines() -> int:
        books = appagent.folder.glob("bench/*/results.jsonl")
        return sum(book.read_bytes().count(b"\n") for book in books)

    words = ("bench", "--runs", "bench", "--docs", "none,demo", "--tasks", "clock-[123]")
    appagent.interrupted(lambda: lines() > 1, *words)
    appagent("report", "--runs", "bench", "--out", "bench-stopped")
    appagent("bench", "--runs", "bench", "--resume", "1")


def written(appagent: AppAgent) -> Iterator[tuple[str, Path]]:
    """The name of each page, and its file."""
    for name in (*RUNS, "explored", "shown"):
        yield name, appagent.folder / appagent("report", "--runs", name).out.strip()
    yield "bench-stopped", appagent.folder / "bench-stopped/index.html"
    bench = appagent.folder / appagent("report", "--runs", "bench").out.strip()
    yield "bench-resumed", bench
    for name, task in (("trial-done", "clock-1"), ("trial-wrong", "clock-3")):
        yield name, next(bench.parent.glob(f"*dsl-none*{task}*.html"))
    yield "index", appagent.folder / appagent("report", "--all", "--runs", "index").out.strip()


def take(driver: Any, name: str, file: Path, out: Path) -> None:
    """A page at each width in each scheme, as a whole."""
    ask = driver.execute_cdp_cmd
    for size, width in SIZES.items():
        window = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
        ask("Emulation.setDeviceMetricsOverride", window)
        for scheme in ("light", "dark"):
            media = [{"name": "prefers-color-scheme", "value": scheme}]
            ask("Emulation.setEmulatedMedia", {"features": media})
            driver.get(file.resolve().as_uri())
            wide, high = driver.execute_script(SIZE)
            clip = {"x": 0, "y": 0, "width": wide, "height": min(high, MOST_PX), "scale": 1}
            taken = ask("Page.captureScreenshot", {"clip": clip, "captureBeyondViewport": True})
            (out / f"{name}-{size}-{scheme}.png").write_bytes(b64decode(taken["data"]))
        told = [f"{wide - width} px too wide"] * (wide > width) + driver.execute_script(CUT)
        print(f"{name}, {size}: {wide} x {high} px", *told, sep="\n    ")


def main() -> None:
    from selenium import webdriver

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("report-pages"))
    parser.add_argument("--pages", nargs="+", default=())
    parser.add_argument("--keep", action="store_true")
    asked = parser.parse_args()
    (asked.out / "docs_store").mkdir(parents=True, exist_ok=True)
    appagent = AppAgent(asked.out.resolve(), {"APPAGENT_STORE": "docs_store"})
    with ExitStack() as stack:
        if not asked.keep:
            endpoint, server = stack.enter_context(serving()), stack.enter_context(adb_server())
            phone = stack.enter_context(pocket_phone(server))
            appagent.env |= server.env | {"OPENAI_BASE_URL": endpoint.url, "OPENAI_API_KEY": "none"}
            appagent.env |= {"APPAGENT_MODEL": "seer-4", "APPAGENT_DEVICE": "pocket"}
            appagent.env |= {"APPAGENT_POCKET_PORT": str(phone.port)}
            make(appagent, phone, endpoint)
            measure(appagent, endpoint)
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or ""
        for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars"):
            options.add_argument(flag)
        service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
        driver = stack.enter_context(webdriver.Chrome(options=options, service=service))
        for name, file in written(appagent):
            if not asked.pages or name in asked.pages:
                take(driver, name, file, asked.out)


if __name__ == "__main__":
    main()
