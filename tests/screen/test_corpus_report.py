from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from scripts.corpus_report import main, see

from .trees import SIZE, blank, node, page

BUTTONS = [
    node("Button", (0, top, 1080, top + 200), text=name, flags="clickable")
    for top, name in ((200, "Save"), (600, "Send"))
]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """A screen with its screenshot, and one without."""
    image = blank(SIZE)
    cv2.putText(image, "Save", (480, 320), cv2.FONT_HERSHEY_SIMPLEX, 2, (0, 0, 0), 5)
    (tmp_path / "1_mail.xml").write_bytes(page(*BUTTONS))
    cv2.imwrite(str(tmp_path / "1_mail.png"), image)
    (tmp_path / "2_notes.xml").write_bytes(page(BUTTONS[0]))
    return tmp_path


def test_a_screen_is_judged_by_what_was_read_off_it(corpus: Path) -> None:
    (corpus / "1_mail.yaml").write_text(
        "boxes:\n"
        "- {box: [0, 210, 1080, 400], what: save, uses: [tap]}\n"
        "- {box: [0, 1000, 1080, 1200], what: drafts, uses: [tap]}\n"
    )
    seen = see(corpus / "1_mail.xml", corpus)
    assert seen.missed == ["drafts [0, 1000, 1080, 1200]"]
    assert seen.extra == ['button "Send" [0, 600, 1080, 800]']
    assert seen.legible is not None
    assert seen.legible.text_px > 0
    assert seen.legible.hidden_px == 0
    assert seen.judged is not None
    assert (seen.view != seen.judged).any()


def test_shapes_are_compared_with_the_tree(corpus: Path) -> None:
    seen = see(corpus / "1_mail.xml", corpus)
    assert seen.blind is not None
    assert (seen.blind.marks, seen.blind.shapes) == (2, 1), "one of them shows its label"
    assert (seen.blind.same, seen.blind.reached, seen.blind.landed) == (0, 1, 1)


def test_the_page_shows_each_screen(corpus: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (corpus / "3_cut.xml").write_bytes(page()[:80])
    out = corpus / "new" / "page.html"
    assert main(["--corpus", str(corpus), "--out", str(out), "--json"]) == 0
    figures = json.loads(capsys.readouterr().out)
    assert (figures["screens"], figures["with_screenshot"], figures["annotated"]) == (2, 1, 0)
    told = out.read_text()
    assert told.count("data:image/jpeg") == 2, "on grey without a screenshot"
    assert told.count("1 button &#34;Save&#34;") == 2
    assert told.count('href="#2_notes"') == told.count('id="2_notes"') == 1
    assert "3_cut.xml: the hierarchy ends" in told


def test_a_folder_without_dumps_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--corpus", str(tmp_path)]) == 2
    assert "CORPUS" in capsys.readouterr().err
