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
from appagent.knowledge.map import AppMap, Page
from appagent.report import bench
from appagent.report.index import index_page
from appagent.report.map import map_page
from appagent.report.run import page
from appagent.runs import PastRun, list_runs
from tests.report.test_map_page import HOSTILE, PACKAGE, control, large, small
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
        for known in (small(), large(), AppMap()):
            opened(browser, tmp_path / "map.html", map_page(known, PACKAGE))
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


def map_drawn(browser: Any, tmp_path: Path, known: AppMap) -> dict[str, Any]:
    """The boxes of a map's drawing, by their pages."""
    opened(browser, tmp_path / "map.html", map_page(known, PACKAGE))
    found = browser.find_elements("css selector", "a.box")
    return {each.get_attribute("aria-label").partition(":")[0]: each for each in found}


def shown_lines(browser: Any) -> list[str]:
    """The lines that stand out: neither hidden nor faint."""
    return list(
        browser.execute_script(
            "return [...document.querySelectorAll('g.line')].filter((e) => {"
            "const s = getComputedStyle(e); return s.display !== 'none' && s.opacity === '1'})"
            ".map((e) => [...e.classList].filter((c) => /^(from|to)-/.test(c)).join(' '))"
        )
    )


def test_a_page_that_is_pointed_at_shows_its_ways(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver import ActionChains

    boxes = map_drawn(browser, tmp_path, small())
    ids = {name: each.get_attribute("id").removeprefix("box-") for name, each in boxes.items()}
    assert len(shown_lines(browser)) == 7, "not the ways back"
    ActionChains(browser).move_to_element(boxes["Theme"]).perform()
    both = [(ids["Settings"], ids["Theme"]), (ids["Theme"], ids["Settings"])]
    assert sorted(shown_lines(browser)) == sorted(f"from-{a} to-{b}" for a, b in both)


def test_the_drawing_is_used_by_keys(browser: Any, tmp_path: Path) -> None:
    from selenium.webdriver import Keys

    map_drawn(browser, tmp_path, small())
    press(browser, Keys.TAB, Keys.TAB)
    focused = browser.switch_to.active_element
    assert focused.get_attribute("aria-label").startswith("Notes:"), "the start comes first"
    assert len(shown_lines(browser)) == 5
    press(browser, Keys.ENTER)
    assert browser.current_url.endswith(f"#page-{focused.get_attribute('id').partition('-')[2]}")


def test_on_a_narrow_window_pages_stand_in_one_column(browser: Any, tmp_path: Path) -> None:
    browser.set_window_size(500, 1000)
    try:
        boxes = map_drawn(browser, tmp_path, large())
        assert not any(each.is_displayed() for each in boxes.values())
        pages = browser.find_elements("css selector", "article")
        assert len({each.rect["x"] for each in pages}) == 1
        browser.find_element("css selector", "article li a").click()
        assert "#page-" in browser.current_url
    finally:
        browser.set_window_size(1300, 1000)


@pytest.mark.parametrize(
    "wide", ["W", "m", "\u4e00", "\u202e", "\U0001f600", "e\u0301", "\u05d0", "x"]
)
def test_no_text_of_a_box_is_wider_than_it(browser: Any, tmp_path: Path, wide: str) -> None:
    name = f"{wide * 12} {wide * 12}"
    ways = (control(wide * 60, "There"), control(wide * 60, "There", failed=1), control(wide * 9))
    pages = (
        Page(name=name, kind="dialog", controls=ways, shows=(wide * 80,)),
        Page(name="There", controls=(control(wide * 30, name),)),
    )
    map_drawn(browser, tmp_path, AppMap(start=name, pages=pages))
    wrong = browser.execute_script(
        "return [...document.querySelectorAll('a.box > svg')].flatMap((box) => {"
        "const wide = +box.getAttribute('width'), lines = {};"
        "for (const t of box.querySelectorAll('text')) {"
        "  const b = t.getBBox(), y = t.getAttribute('y');"
        "  (lines[y] ??= []).push([b.x, b.x + b.width, t.textContent]); }"
        "return Object.values(lines).filter((l) => l.some(([a, b]) => a < 4 || b > wide - 4)"
        "  || (l[1] && l[0][1] > l[1][0])); })"
    )
    assert wrong == []


def test_a_map_runs_nothing_and_keeps_its_own_policy(browser: Any, tmp_path: Path) -> None:
    pages = (Page(name=HOSTILE, controls=(control(HOSTILE, "There"),)), Page(name="There"))
    browser.get_log("browser")  # of other tests
    map_drawn(browser, tmp_path, AppMap(start=HOSTILE, pages=pages))
    assert browser.title == f"Map of {PACKAGE}"
    assert not browser.get_log("browser"), "the page breaks its own policy"
    frame = browser.find_element("css selector", "a.box .frame")
    assert frame.value_of_css_property("fill") != "rgb(0, 0, 0)", "its styles are let in"
