"""What steps put on the map, what a run is told of it, and how it walks there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from appagent.agent.run import run
from appagent.knowledge.map import AppMap, Edge
from appagent.knowledge.map import Page as MapPage
from tests.agent.conftest import Scene, Stage
from tests.agent.scripted import APP, END, HOME, Page, Widget, says

DONE = 'exit("done")'


def a_map(scene: Scene) -> AppMap:
    return scene.session.mapper.maps.read(APP)


def deep() -> dict[str, Page]:
    """Three pages one behind the other, and one that a row leads to."""

    def head(title: str) -> Widget:
        return Widget(title, "TextView", ref=f"title_{title.split()[0].lower()}")

    return {
        "main": Page(
            (head("Notes"), Widget("Settings", ref="settings", opens="settings"),
             Widget("Delete all", ref="delete_all", opens="empty"))
        ),
        "settings": Page((head("Settings"), Widget("Backup", ref="backup", opens="backup"))),
        "backup": Page(
            (head("Backup"), Widget("Server", "EditText", ref="server"),
             Widget("Wi-Fi only", "Switch", ref="wifi_only"))
        ),
        "empty": Page((head("Nothing here"),)),
    }  # fmt: skip


WALKED = ('tap(name="Settings")', 'tap(name="Backup")', "back()", "back()", DONE)


@pytest.fixture
def walked(stage: Stage) -> Scene:
    scene = stage(*map(says, WALKED), pages=deep())
    run(scene.session, "Look at the backup", APP, ["auto"], restart=True)
    return scene


def test_a_run_puts_pages_and_edges_on_the_map(walked: Scene) -> None:
    known = a_map(walked)
    assert [page.name for page in known.pages] == ["Notes", "Settings", "Backup"]
    assert known.start == "Notes"
    way = known.way("Notes", "Backup", lambda step: step.verb == "tap")
    assert way is not None
    assert [(step.control.name, step.to) for step in way] == [
        ("Settings", "Settings"), ("Backup", "Backup"),
    ]  # fmt: skip


def test_the_next_run_is_told_what_lies_ahead(walked: Scene, stage: Stage) -> None:
    assert "<map>" not in walked.model.texts("run")[0]
    again = stage(END, pages=deep())
    run(again.session, "Switch Wi-Fi only on", APP, ["auto"])
    (told,) = again.model.texts("run")
    assert '- Backup: fields "Server"; switches "Wi-Fi only"' in told
    assert "go(page)" in again.model.calls[0].prompt.system


def test_without_sources_no_map_is_told(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    again = stage(END, pages=deep())
    run(again.session, "Switch Wi-Fi only on", APP, [])
    assert "<map>" not in again.model.texts("run")[0]


def test_go_walks_there_in_one_reply(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    again = stage('go("backup")\ntap("Wi-Fi only")', END, pages=deep())
    outcome = run(again.session, "Switch Wi-Fi only on", APP, ["auto"], restart=True)
    assert again.phone.shown[-1] == "backup"
    assert outcome.calls == 2
    taps = [step.words for step in again.steps() if step.gesture]
    assert taps == ['tap button "Settings"', 'tap button "Backup"', 'tap switch "Wi-Fi only"']


def test_go_to_the_page_that_is_shown_is_no_step(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    again = stage('go("Notes")\ntap("Settings")', END, pages=deep())
    run(again.session, "Open the settings", APP, ["auto"], restart=True)
    assert [step.words for step in again.steps() if step.gesture] == ['tap button "Settings"']


def test_a_page_that_is_not_on_the_map_is_told(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    again = stage(says('go("Back up")'), END, pages=deep())
    run(again.session, "Switch Wi-Fi only on", APP, ["auto"])
    (said,) = again.steps()[0].problems
    assert said.problem == 'the map has no page "Back up"; near is "Backup"'


def test_what_leads_elsewhere_ends_the_walk_with_a_word(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    other = deep() | {"settings": Page((Widget("Sign in", "EditText", ref="sign_in"),))}
    again = stage(says('go("Backup")'), END, pages=other)
    run(again.session, "Switch Wi-Fi only on", APP, ["auto"], restart=True)
    left = again.steps()[0].left_undone
    assert left
    assert '"Settings" led to a page that is not on the map' in left.why


def player(stage: Stage) -> dict[str, Page]:
    """The pages of an app with a bar around them, of which all but the last are on the map."""
    bar = Widget("Now playing", ref="bar", opens="player")
    texts = {n: Widget(n, "TextView", ref=f"{n}_title") for n in ("Songs", "Player", "Album")}
    pages = {
        "main": Page((texts["Songs"], Widget("Library", ref="library", opens="library"), bar)),
        "library": Page((Widget("Sort by", ref="sort"), Widget("Filter", ref="filter"), bar)),
        "player": Page((texts["Player"], Widget("Shuffle", "Switch", ref="shuffle"))),
    }
    bar_of = 'tap(name="Now playing")'
    steps = ('tap(name="Library")', bar_of, "back()", "back()", bar_of, DONE)
    learned = stage(*map(says, steps), pages=pages)
    run(learned.session, "See what is playing", APP, ["auto"], restart=True)
    return pages | {"album": Page((texts["Album"], Widget("Follow"), bar))}


def test_what_stands_around_the_pages_leads_on_from_one_that_is_not_known(stage: Stage) -> None:
    again = stage('go("Player")\ntap("Shuffle")', END, pages=player(stage))
    again.phone.shown = ["home", "album"]
    assert run(again.session, "Switch shuffle on", APP, ["auto"]).ending == "done"
    words = [step.words for step in again.steps() if step.gesture]
    assert words == ['tap button "Now playing"', 'tap switch "Shuffle"']


def without_edge(page: MapPage) -> MapPage:
    """Only the page that the app opens with has a way to the player."""
    bare = tuple(c.model_copy(update={"edges": {}}) for c in page.controls)
    return page if page.name == "Songs" else page.model_copy(update={"controls": bare})


def with_danger(page: MapPage) -> MapPage:
    edges = {"edges": {"tap": Edge(to="Player", danger="send")}}
    kept = [c if c.name != "Now playing" else c.model_copy(update=edges) for c in page.controls]
    return page if page.name == "Songs" else page.model_copy(update={"controls": tuple(kept)})


NO_FRAME: dict[str, Callable[[MapPage], MapPage]] = {
    "of a dialog": lambda page: page.model_copy(update={"kind": "dialog"}),
    "touched on one page": without_edge,
    "did harm on one": with_danger,
}


@pytest.mark.parametrize("change", NO_FRAME.values(), ids=NO_FRAME)
def test_what_is_no_frame_of_the_app_is_not_walked(
    stage: Stage, change: Callable[[MapPage], MapPage]
) -> None:
    again = stage(says('go("Player")'), END, pages=player(stage))
    again.phone.shown = ["home", "album"]

    def changed(known: AppMap) -> AppMap:
        return known.model_copy(update={"pages": tuple(map(change, known.pages))})

    again.session.mapper.maps.change(APP, changed)
    run(again.session, "Switch shuffle on", APP, ["auto"])
    first = next(step.words for step in again.steps() if step.gesture)
    assert first == "back"


def test_an_arrow_up_is_no_frame(stage: Stage) -> None:
    def text(name: str) -> Widget:
        return Widget(name, "TextView", ref=f"title_{name}")

    up = Widget("Up", ref="up", opens="settings")
    entries = (Widget(name, ref=name.lower(), opens=name.lower()) for name in ("Backup", "Sync"))
    pages = deep() | {
        "settings": Page((text("Settings"), *entries)),
        "backup": Page((text("Backup"), Widget("Server", "EditText"), up)),
        "sync": Page((text("Sync"), Widget("Now", "Switch"), Widget("Ever", "Switch"), up)),
        "lost": Page((text("Ad"), replace(up, opens="empty"))),
    }
    taps = [f'tap(name="{name}")' for name in ("Settings", "Backup", "Up", "Sync", "Up")]
    learned = stage(*map(says, taps), says(DONE), pages=pages)
    run(learned.session, "Look", APP, ["auto"], restart=True)
    again = stage(says('go("Settings")'), END, pages=pages)
    again.phone.shown = ["home", "main", "lost"]
    run(again.session, "Look", APP, ["auto"])
    words = [step.words for step in again.steps() if step.gesture]
    assert words == ["back", 'tap button "Settings"']


def test_a_walk_that_back_leads_out_of_the_app_opens_it_anew(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    lost = {"lost": Page((Widget("Ad", ref="ad"),)), "home": Page((Widget("Apps"),), HOME)}
    again = stage('go("Backup")\ntap("Wi-Fi only")', END, pages=deep() | lost)
    again.phone.shown = ["home", "lost"]
    outcome = run(again.session, "Switch Wi-Fi only on", APP, ["auto"])
    assert (outcome.ending, outcome.calls) == ("done", 2)
    assert [step.words for step in again.steps()[:-1]] == [
        "back", 'open_app "com.example.notes"', 'tap button "Settings"', 'tap button "Backup"',
        'tap switch "Wi-Fi only"',
    ]  # fmt: skip


def test_what_an_id_alone_names_is_walked_by_the_id(stage: Stage) -> None:
    hint = Widget("What do you want to read today?", ref="backup_bar", opens="backup")
    named = Widget("Backup", ref="tab_backup", opens="settings")
    pages = deep()
    pages["main"] = Page((*pages["main"].widgets, hint, named))
    scene = stage(says("tap(name='What do you want to read today?')"), says(DONE), pages=pages)
    run(scene.session, "Look at the backup", APP, ["auto"], restart=True)
    found = (c for page in a_map(scene).pages for c in page.controls)
    assert [c.name for c in found if "tap" in c.edges] == ["backup"]
    again = stage('go("Backup")', END, pages=pages)
    run(again.session, "Look at the backup", APP, ["auto"], restart=True)
    assert again.phone.shown[-1] == "backup"


def test_an_edge_that_failed_twice_is_not_offered() -> None:
    assert Edge(to="Backup", failed=1).offered
    assert not Edge(to="Backup", failed=2).offered
    assert not Edge(to="Backup", danger="delete").offered


def test_a_session_that_learns_never_leaves_no_map(stage: Stage, tmp_path: Path) -> None:
    scene = stage(*map(says, WALKED), pages=deep(), learn="never")
    run(scene.session, "Look at the backup", APP, ["auto"], restart=True)
    assert not list(tmp_path.rglob("map.yaml"))


def test_a_store_that_cannot_be_written_ends_no_run(stage: Stage, tmp_path: Path) -> None:
    scene = stage(*map(says, WALKED), pages=deep())
    (tmp_path / "docs_store").write_text("a file")
    outcome = run(scene.session, "Look at the backup", APP, [], restart=True)
    assert outcome.ending == "done"
    assert any(said.startswith("the map is not learned") for said in scene.watcher.said)


def test_a_damaged_map_of_another_app_ends_no_run(stage: Stage) -> None:
    scene = stage(says("wait(1)"), END, pages=deep() | {"home": Page((Widget("Apps"),), HOME)})
    path = scene.session.mapper.maps.own(APP)
    path.parent.mkdir(parents=True)
    path.write_text("pages: hello")
    assert run(scene.session, "Look around", None, ["auto"]).ending == "done"
    said = [each for each in scene.watcher.said if "is not read" in each]
    assert len(said) == 1
    assert "map.yaml" in said[0]
    assert "<map>" not in scene.model.texts("run")[0]


def test_where_no_known_app_is_shown_each_is_told_in_a_line(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    again = stage(END, pages=deep() | {"home": Page((Widget("Apps"),), HOME)})
    run(again.session, "Switch the backup on", None, ["auto"])
    (told,) = again.model.texts("run")
    assert "- notes: Backup, Settings, Notes" in told


def test_of_an_app_that_the_task_names_the_pages_are_told(walked: Scene, stage: Stage) -> None:
    assert a_map(walked).pages
    lines = 'open_app("notes")\ngo("Backup")\ntap("Wi-Fi only")', END
    again = stage(*lines, pages=deep() | {"home": Page((Widget("Apps"),), HOME)})
    run(again.session, "Switch Wi-Fi only on in notes", None, ["auto"])
    told = again.model.texts("run")
    assert '- Backup: fields "Server"; switches "Wi-Fi only"' in told[0]
    assert len(told) == 2
    assert again.steps()[-2].words == 'tap switch "Wi-Fi only"'


def test_after_an_update_one_failure_is_enough() -> None:
    edge = Edge(to="Backup", failed=1, app_version="1.0")
    assert edge.holds_in("1.0")
    assert not edge.holds_in("2.0")
    assert Edge(to="Backup", app_version="1.0").holds_in("2.0")
