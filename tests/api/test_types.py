"""What is promised is typed, and light: the examples pass mypy, and an import loads little."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .test_python_docs import EXAMPLES, ROOT

HEAVY = ("numpy", "cv2", "pydantic", "openai", "adbutils", "typer", "rich", "PIL", "lxml", "yaml")


def test_the_examples_pass_mypy(tmp_path: Path) -> None:
    files = [ROOT / "docs/examples/test_clock.py"]
    for n, (script, _) in enumerate(EXAMPLES, 1):
        files.append(tmp_path / f"example_{n}.py")
        files[-1].write_text(script, "utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--config-file=", "--follow-imports=silent",
         f"--cache-dir={ROOT / '.mypy_cache/examples'}", *map(str, files)],
        cwd=tmp_path, env=os.environ | {"MYPYPATH": str(ROOT)},
        capture_output=True, text=True, timeout=110, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("module", ["appagent", "appagent.pytest_plugin"])
def test_an_import_loads_nothing_heavy(module: str) -> None:
    code = (
        f"import sys; bare = set(sys.modules); import {module}; "
        f"print(*sorted({{*{HEAVY}}} & (sys.modules.keys() - bare)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout.strip(), done.stderr) == ("", "")


def test_all_that_is_promised_is_there() -> None:
    import appagent

    for name in appagent.__all__:
        assert getattr(appagent, name).__name__ == name
    assert set(appagent.__all__) <= set(dir(appagent))
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        appagent.nonsense  # noqa: B018
