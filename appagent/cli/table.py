"""A table on stdout, as wide as the terminal."""

from __future__ import annotations

from collections.abc import Container, Sequence

from rich.cells import cell_len
from rich.table import Table
from rich.text import Text

from appagent.report.terminal import PlainConsole

LEAST = 12  # cells of the last column: a line may be longer than the terminal is wide


def print_table(
    heads: Sequence[str],
    rows: Sequence[Sequence[str]],
    figures: Container[str] = (),
    least: int = LEAST,
) -> None:
    """Print rows under their heads, those of `figures` to the right. Of all columns the last alone
    is cut, to `least` cells, and one that holds nothing is left out."""
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    filled = [any(row[n] for row in rows) for n in range(len(heads))]
    for head, shown in zip(heads, filled, strict=True):
        if shown:
            table.add_column(head, justify="right" if head in figures else "left", no_wrap=True)
    *others, _ = zip(heads, *rows, strict=True)
    taken = sum(max(map(cell_len, column)) + 1 for column in others if any(column[1:]))
    room = max(least, PlainConsole(highlight=False).width - taken)
    for row in rows:
        cells = [Text(cell) for cell in row]
        cells[-1].truncate(room, overflow="ellipsis")
        table.add_row(*(cell for cell, shown in zip(cells, filled, strict=True) if shown))
    PlainConsole(highlight=False, width=taken + room).print(table)
