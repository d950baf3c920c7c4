"""The pages in a browser, headless: keys, search, links, folding, what a screen reader finds."""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from appagent.bench.plan import PAPER, LessonResult, Plan, TrialResult
from appagent.bench.score import Row
from appagent.report import bench
from appagent.report.index import index_page
from appagent.report.run import page
from appagent.runs import PastRun, list_runs
from tests.report.trails import REFUSED, make, program, step

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")

pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="no Chromium: apt-get install chromium chromium-driver"
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for flag in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1300,1000"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=str(DRIVER))
    driver = webdriver.Chrome(options=options, service=service)
    yield driver
    driver.quit()


def opened(browser: Any, file: Path, text: str) -> Any:
    file.write_text(text, "utf-8")
    browser.get(file.as_uri())
    return browser


def run_page(browser: Any, tmp_path: Path) -> Any:
    folder = make(tmp_path, [*program(), step(9, **REFUSED), step(10)], "gave_up")
    return opened(browser, tmp_path / "run.html", page(PastRun(folder)))


def bench_page() -> str:
    """A page as a benchmark has, of all conditions, some trials and lessons."""
    plan = Plan(model="m", conditions=PAPER, seeds=(1, 2), steps=9, learning_steps=9, suites=())
    about = {"app": "com.example.notes", "task": "notes-1", "instruction": "Write a long note"}
    results = [
        TrialResult(condition=each.name, seed=seed, success=seed == 1, trail="t", **about)
        for each in PAPER
        for seed in plan.seeds
    ]
    figures: dict[str, Any] = {
        "tasks": 1,
        "trials": 2,
        "missing": 1,
        "success": 0.5,
        "low": 0.1,
        "high": 1,
    }
    found = [Row(each.name, app, apart=False, **figures) for each in PAPER for app in ("", "notes")]
    lesson = LessonResult(docs="demo", app="com.example.notes", seed=1, trails=("a", "b"))
    return bench.page(plan, found, results, [lesson], ["one of them broke off"], str)


def press(browser: Any, *keys: str) -> None:
    from selenium.webdriver import ActionChains

    ActionChains(browser).send_keys(*keys).perform()


def at(browser: Any, wanted: str) -> bool:
    """Whether the page comes to a step: the browser tells it of a link some ms later."""
    from selenium.webdriver.support.wait import WebDriverWait

    asked = "return [...document.querySelectorAll('article.now')].map((e) => e.id).join()"
    return bool(WebDriverWait(browser, 5).until(lambda it: it.execute_script(asked) == wanted))


def visible(browser: Any) -> list[str]:
    found = browser.find_elements("css selector", "article")
    return [each.get_attribute("id") for each in found if each.is_displayed()]


def test_arrows_go_from_step_to_step(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver import Keys

    run_page(browser, tmp_path)
    assert at(browser, "step-1")
    press(browser, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    assert at(browser, "step-3")
    assert browser.current_url.endswith("#step-3")
    top = browser.execute_script(
        "return document.querySelector('#step-3').getBoundingClientRect().top"
    )
    assert -5 < top < 60
    press(browser, Keys.ARROW_LEFT)
    assert at(browser, "step-2")
    chosen = browser.find_elements("css selector", ".strip a[aria-current]")
    assert [each.get_attribute("hash") for each in chosen] == ["#step-2"]


def test_a_search_leaves_what_says_it(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver import Keys

    run_page(browser, tmp_path)
    press(browser, "/")
    press(browser, "person said NO")
    assert visible(browser) == ["step-9"]
    assert browser.find_element("id", "found").text == "1 of 10 steps"
    press(browser, Keys.ENTER)
    assert at(browser, "step-9")
    press(browser, "/")
    press(browser, Keys.ESCAPE)
    assert len(visible(browser)) == 10


def test_a_search_opens_what_is_folded(browser: Any, tmp_path: Path) -> None:
    run_page(browser, tmp_path)
    folded = browser.find_element("xpath", "//details[contains(., 'Keeps the note.')]")
    assert not folded.get_attribute("open")
    press(browser, "/")
    press(browser, "keeps the note")
    assert folded.get_attribute("open")


def test_a_link_leads_to_its_step(browser: Any, tmp_path: Path) -> None:
    run_page(browser, tmp_path)
    browser.find_element("link text", "step 9").click()
    assert at(browser, "step-9")
    assert browser.current_url.endswith("#step-9")


def test_what_was_touched_is_marked_as_thick_in_small_pictures(
    browser: Any, tmp_path: Path
) -> None:
    run_page(browser, tmp_path)
    for place, least in (("#step-1", 3), (".strip", 2)):
        (mark, *_) = browser.find_elements("css selector", f"{place} .box-mark")
        assert float(mark.value_of_css_property("stroke-width").removesuffix("px")) >= least
        assert mark.value_of_css_property("vector-effect") == "non-scaling-stroke"


def test_a_picture_can_be_seen_large(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver import Keys

    run_page(browser, tmp_path)
    small = browser.find_element("css selector", "#step-1 a.shot")
    small.click()
    large = browser.find_element("css selector", "dialog svg")
    assert large.rect["height"] > small.rect["height"]
    press(browser, Keys.ESCAPE)
    assert not large.is_displayed()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1300, 420])
def test_nobody_is_shut_out(browser: Any, tmp_path: Path, scheme: str, width: int) -> None:
    """By axe-core: contrast, names, headings, what a key reaches."""
    spec = find_spec("axe_core_python")
    assert spec
    assert spec.origin
    axe = Path(spec.origin).with_name("axe.min.js").read_text("utf-8")
    media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", media)
    browser.set_window_size(width, 1000)
    try:
        run_page(browser, tmp_path)
        wrong = _violations(browser, axe)
        opened(browser, tmp_path / "bench.html", bench_page())
        wrong += _violations(browser, axe)
        made = list_runs(tmp_path)
        opened(browser, tmp_path / "index.html", index_page(made, tmp_path / "index.html"))
        assert [*wrong, *_violations(browser, axe)] == []
    finally:
        browser.set_window_size(1300, 1000)
        browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})


def _violations(browser: Any, axe: str) -> list[str]:
    browser.execute_script(axe)
    found = browser.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "axe.run().then((r) => done(r.violations.map((v) => v.id + ': ' + v.nodes[0].html)))"
    )
    wide = browser.execute_script("return document.documentElement.scrollWidth - innerWidth")
    return [*found, *([f"{wide} px wider than the window"] if wide > 0 else [])]


def test_nothing_else_runs(browser: Any, tmp_path: Path) -> None:
    hostile = '"><script>document.title = "owned"</script><img src=x onerror="document.title = 1">'
    folder = make(tmp_path, [step(1, words=hostile, outcome=hostile)], task=hostile)
    opened(browser, tmp_path / "run.html", page(PastRun(folder)))
    assert browser.title == hostile
    errors = [each["message"] for each in browser.get_log("browser")]
    assert not errors, "the page breaks its own policy"
    browser.execute_script(
        "const s = document.createElement('script'); s.textContent = 'document.title = 1';"
        "document.body.append(s)"
    )
    assert browser.title == hostile, "the policy lets a script run"


def test_sixty_steps_are_there_at_once(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver.support.wait import WebDriverWait

    folder = make(tmp_path, [step(n) for n in range(1, 61)])
    start = time.monotonic()
    text = page(PastRun(folder))
    written_s = time.monotonic() - start
    opened(browser, tmp_path / "run.html", text)
    paint = WebDriverWait(browser, 10).until(
        lambda it: it.execute_script(
            "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        )
    )
    print(f"{len(text) / 60 / 1000:.0f} kB a step, {written_s:.2f} s, paint {paint:.0f} ms")
    assert len(text) / 60 < 150_000
    assert len(visible(browser)) == 60
