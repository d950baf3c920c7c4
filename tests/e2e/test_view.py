"""`view` on two files, with no device at all: real dumps and screenshots where they are present."""

from __future__ import annotations

import json
import os
import re
import resource
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from appagent.cli.app import app

from .house import AppAgent

CORPUS = Path(os.environ.get("CORPUS", Path(__file__).parents[2].parent / "shared" / "corpus"))
DUMPS = sorted(CORPUS.glob("*.xml"))
PAIRS = [path for path in DUMPS if path.with_suffix(".png").exists()]
needs_corpus = pytest.mark.skipif(not DUMPS, reason=f"no dumps in {CORPUS}")

TREE = (
    '<?xml version="1.0" encoding="UTF-8"?><hierarchy rotation="0"><node index="0" text="" '
    'class="android.widget.FrameLayout" package="com.example" bounds="[0,0][400,800]">'
    '<node index="0" text="Save" class="android.widget.Button" package="com.example" '
    'clickable="true" enabled="true" bounds="[10,20][200,90]"/></node></hierarchy>'
)


@needs_corpus
@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_a_real_pair_is_numbered(path: Path) -> None:
    document = viewed(path, path.with_suffix(".png"))
    width, height = document["size"]
    assert document["marks"], "a real screen has something to touch"
    assert [mark["label"] for mark in document["marks"]] == [*range(1, len(document["marks"]) + 1)]
    for mark in document["marks"]:
        left, top, right, bottom = mark["bounds"]
        assert 0 <= left < right <= width
        assert 0 <= top < bottom <= height
        assert mark["role"] == "cell" or mark["uses"]


@needs_corpus
@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_a_real_dump_is_read_or_refused_exactly(path: Path) -> None:
    document = viewed(path)
    assert document["marks"] or "error" in document
    if "error" in document:
        assert re.search(r"line \d+|no hierarchy|cut", document["error"]), document["error"]


def viewed(xml: Path, image: Path | None = None) -> Any:
    """What `view --json` prints; in this process, which saves a hundred starts of Python."""
    words = ["view", "--xml", str(xml), "--json", *(["--image", str(image)] if image else [])]
    done = CliRunner().invoke(app, words)
    document = json.loads(done.stdout)
    if done.exit_code:
        assert (done.exit_code, document["exit_code"]) == (2, 2)
        assert document["error"].startswith(f"{xml}: ")
    return document


FAULTS = {
    "a status line before": (b"UI hierchary dumped to: /dev/tty\n" + TREE.encode(), True),
    "a status line after": (TREE.encode() + b"UI hierchary dumped to: /dev/tty\n", True),
    "a BOM": (b"\xef\xbb\xbf" + TREE.encode(), True),
    "UTF-16": (TREE.encode("utf-16"), True),
    "an illegal character": (TREE.replace("Save", "Sa\x01ve").encode(), True),
    "cut short": (TREE[:-40].encode(), False),
    "empty": (b"", False),
    "no XML": (b"ERROR: could not get idle state.\n", False),
    "badly nested": (TREE.replace("/></node>", "></hierarchy>").encode(), False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_damaged_dump_is_recovered_or_refused(tmp_path: Path, fault: str) -> None:
    data, recovered = FAULTS[fault]
    path = tmp_path / "window_dump.xml"
    path.write_bytes(data)
    document = viewed(path)
    assert ("error" not in document) is recovered, document
    if recovered:
        (mark,) = document["marks"]
        assert mark["name"].replace(".", "") == "Save"
        assert mark["bounds"] == [10, 20, 200, 90]
    else:
        assert len(document["error"]) > len(str(path)) + 20, "it says what is wrong"


def test_files_of_the_installed_command(bare: AppAgent) -> None:
    (bare.folder / "dump.xml").write_text(TREE)
    ran = bare("view", "--xml", "dump.xml", "--out", "out.jpg", "--json")
    assert ran.code == 0, ran.said
    assert [mark["name"] for mark in ran.document["marks"]] == ["Save"]
    assert (bare.folder / "out.jpg").read_bytes().startswith(b"\xff\xd8")
    only = bare("view", "--image", "out.jpg", "--json")
    assert only.code == 0, only.said
    assert {mark["role"] for mark in only.document["marks"]} == {"shape"}, "nothing but a picture"
    assert (only.document["tree"], only.document["seen_by"]) == ("empty", "pixels")


def test_files_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text(TREE)
    (tmp_path / "no.png").write_text("no picture")
    dump, out = str(tmp_path / "dump.xml"), str(tmp_path / "out.xyz")
    for words, said in (
        (["--xml", str(tmp_path / "none.xml")], "cannot read"),
        (["--xml", dump, "--image", str(tmp_path / "no.png")], "no picture"),
        (["--xml", dump, "--image", str(tmp_path)], "cannot read"),
        (["--xml", dump, "--out", out], "unknown picture format .xyz: use .png or .jpg"),
        (["--xml", dump, "--out", str(tmp_path / "dump.xml" / "x.png")], "cannot write"),
    ):
        done = CliRunner().invoke(app, ["view", *words, "--json"])
        assert done.exit_code == 2, (words, done.output)
        assert said in json.loads(done.stdout)["error"]


def test_each_control_is_told_as_a_flow_names_it(tmp_path: Path) -> None:
    two_icons = "".join(
        '<node text="" class="android.widget.ImageButton" package="com.example" clickable="true" '
        f'enabled="true" bounds="[{x},700][{x + 80},780]"/>'
        for x in (20, 300)
    )
    lists = (
        '<node text="" class="android.widget.ScrollView" resource-id="com.example:id/rows" '
        'package="com.example" scrollable="true" enabled="true" bounds="[0,100][400,600]">'
        '<node text="One" class="android.widget.TextView" package="com.example" enabled="true" '
        'bounds="[0,100][400,200]"/>'
        '<node text="Two" class="android.widget.TextView" package="com.example" enabled="true" '
        'bounds="[0,200][400,300]"/></node>'
    )
    (tmp_path / "dump.xml").write_text(TREE.replace("</node></", f"</node>{two_icons}{lists}</", 1))
    words = ["view", "--xml", str(tmp_path / "dump.xml"), "--out", str(tmp_path / "out.png")]
    done = CliRunner().invoke(app, [*words, "--selectors"])
    lines = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert sorted(lines.values()) == [
        "Save",
        "{id: rows}  to scroll: a tap goes to what it holds",
        "{point: '15%,92%'}  nothing else means it",
        "{point: '85%,92%'}  nothing else means it",
    ]


def test_what_was_given_is_not_written_over(bare: AppAgent) -> None:
    (bare.folder / "dump.xml").write_text(TREE)
    assert bare("view", "--xml", "dump.xml").code == 0
    first = (bare.folder / "view.png").read_bytes()
    assert bare("view", "--xml", "dump.xml", "--image", "view.png").code == 0
    assert (bare.folder / "view.png").read_bytes() == first
    assert (bare.folder / "view-2.png").exists()
    same = bare("view", "--image", "view.png", "--out", "view.png")
    assert (same.code, (bare.folder / "view.png").read_bytes()) == (2, first)


def test_a_full_disk_leaves_the_old_picture(tmp_path: Path) -> None:
    (tmp_path / "dump.xml").write_text(TREE)
    out = tmp_path / "out.bmp"
    words = ["view", "--xml", str(tmp_path / "dump.xml"), "--out", str(out), "--json"]
    out.write_bytes(b"old")
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, hard))
    try:
        done = CliRunner().invoke(app, words)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert (done.exit_code, out.read_bytes()) == (2, b"old"), done.output
    assert "cannot write" in json.loads(done.stdout)["error"]
