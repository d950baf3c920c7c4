"""A CSV file of results, written as they come."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from appagent.report import plain

Line = Mapping[str, Any]


def write_csv(path: Path, lines: Iterable[Line], columns: Sequence[str]) -> None:
    """Write a table. Raises: `OSError`."""
    with path.open("w", encoding="utf-8", newline="") as out:
        table = csv.DictWriter(out, columns, extrasaction="ignore")
        table.writeheader()
        table.writerows(lines)


class GrowingCsv:
    """A table that has each result as soon as it is there; what stood in the file before is
    replaced with the first one."""

    def __init__(self, path: Path | None, columns: Sequence[str], known: Iterable[Line]) -> None:
        """`known`: results of an earlier time. Without a path nothing is written."""
        self._path, self._columns, self._known = path, columns, list(known)
        self._begun = False

    def write(self, line: Line) -> None:
        """Where it cannot be written, that is told once: the work goes on."""
        if self._path is None:
            return
        try:
            if self._begun:
                with self._path.open("a", encoding="utf-8", newline="") as out:
                    csv.DictWriter(out, self._columns, extrasaction="ignore").writerow(line)
            else:
                write_csv(self._path, [*self._known, line], self._columns)
                self._begun = True
        except OSError as err:
            self._give_up(err)

    def end(self) -> None:
        """Write what was known, where nothing came."""
        if self._path and self._known and not self._begun:
            try:
                write_csv(self._path, self._known, self._columns)
            except OSError as err:
                self._give_up(err)

    def _give_up(self, err: OSError) -> None:
        plain.error(f"appagent: {self._path} is not written any more: {err.strerror}")
        self._path = None
