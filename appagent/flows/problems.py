"""What is wrong in a flow file, with its place."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, order=True)
class Problem:
    """One thing that is wrong. Lines and columns from 1; 0 where it is about the whole file."""

    file: Path
    line: int
    column: int
    what: str

    def __str__(self) -> str:
        at = f":{self.line}:{self.column}" if self.line else ""
        return f"{self.file}{at}: {self.what}"
