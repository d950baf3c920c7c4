"""What is installed: the wheel holds everything that is read at run time."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.skipif(
    any(importlib.util.find_spec(name) is None for name in ("pip", "hatchling")),
    reason="pip or hatchling is not in this environment",
)
def test_the_wheel_is_whole(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", str(ROOT), "--no-deps", "--no-build-isolation",
         "--no-index", "--disable-pip-version-check", "--quiet", "--wheel-dir", str(tmp_path)],
        check=True,
    )  # fmt: skip
    (wheel,) = tmp_path.glob("appagent-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
        (named,) = (name for name in held if name.endswith(".dist-info/entry_points.txt"))
        points = archive.read(named).decode()
    prompts = {f"appagent/data/prompts/{path.name}" for path in ROOT.glob("prompts/*.md")}
    written = ROOT.glob("emulator/tasks/**/*.*")
    tasks = {f"appagent/data/{path.relative_to(ROOT)}" for path in written}
    sources = {
        path.relative_to(ROOT / above).as_posix()
        for above, package in ((".", "appagent"), ("emulator", "pocketphone"))
        for path in (ROOT / above / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "[pytest11]\nappagent = appagent.pytest_plugin\n" in points
    assert len(prompts) >= 5
    assert len(tasks) >= 10
    assert prompts | tasks | sources | {"appagent/data/docs_store/README.md"} <= held
    assert not [name for name in held if name.startswith(("tests/", "scripts/"))]
