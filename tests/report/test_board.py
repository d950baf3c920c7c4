from __future__ import annotations

import io

from rich.console import Console

from appagent.report.board import Board


def shown(board: Board) -> list[str]:
    console = Console(file=io.StringIO(), width=60, color_system=None)
    console.print(board.table())
    assert isinstance(console.file, io.StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def test_the_board_tells_who_does_what() -> None:
    clock = iter([0.0, 5.0, 6.0, 70.0, 80.0, 90.0, 95.0]).__next__
    board = Board(9, 2, now=clock)
    board.began("clock-1", "emulator-5554 of lab")
    board.began("maps-1 \x1b[31m", "pocket of lab")
    assert shown(board) == [
        "2 of 9 done · 1:10",
        "phone                 does         since  done",
        "emulator-5554 of lab  clock-1       1:05     0",
        "pocket of lab         maps-1 [31m   1:04     0",
    ]
    board.ended("clock-1")
    board.began("maps-1 \x1b[31m", "emulator-5554 of lab")
    assert shown(board)[1:] == [
        "phone                 does         since  done",
        "emulator-5554 of lab  maps-1 [31m   0:10     1",
        "pocket of lab                                0",
    ]


def test_a_long_list_of_phones_is_cut() -> None:
    board = Board(30)
    for n in range(25):
        board.began(f"task {n}", f"phone {n:02}")
    assert shown(board)[-1].strip() == "and 5 more"
    assert len(shown(board)) == 23
