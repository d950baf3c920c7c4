"""The results of a benchmark: a line per trial, a table on the terminal, an HTML page."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.table import Table
from rich.text import Text

from appagent.bench.plan import PAPER, LessonResult, Plan, TrialResult
from appagent.bench.score import REWARD, Row, TruthQueries
from appagent.report.html import render
from appagent.report.plain import plural
from appagent.report.terminal import PlainConsole

NOTHING = "-"
PUBLISHED = dict(
    zip((condition.name for condition in PAPER), (0.022, 0.489, 0.733, 0.844, 0.956), strict=True)
)
"""The success rates of the AppAgent paper's Table 1, GPT-4 on real apps."""


def result_line(found: TrialResult | LessonResult) -> str:
    """One line about a trial or a lesson."""
    if isinstance(found, LessonResult):
        error = f"; {found.error}" if found.error else ""
        return f"{found.name}: {plural(found.written, 'doc')}, {found.seconds:.1f} s{error}"
    what = f"{found.condition}  {found.task}, seed {found.seed}"
    return f"{what}: {describe(found)}, {found.seconds:.1f} s"


def describe(result: TrialResult) -> str:
    """How a trial ended, in words."""
    ending = "the agent said done" if result.ending == "done" else result.ending.replace("_", " ")
    how = "done" if result.success else f"not done ({ending})"
    error = f"; {result.error}" if result.error else ""
    steps = plural(result.steps, "step")
    return f"{how}, {steps}, reward {result.reward:.1f} of {result.fewest}{error}"


def settings(plan: Plan) -> str:
    """The settings that differ from their defaults and change the figures; "" for none."""
    return ", ".join(f"{name} {json.dumps(value)}" for name, value in plan.settings.items())


HEAD = ("tasks", "success", "95 %", "reward", "steps", "calls", "tokens", "money", "s")


def row_cells(row: Row, *, brief: bool = False) -> list[str]:
    """The figures of a row, in the order of `HEAD`; `brief`: a star for interrupted trials."""
    if row.success is None or row.low is None or row.high is None:
        return [NOTHING, "n/a", *[NOTHING] * (len(HEAD) - 2)]
    missing = f" ({row.missing} of {row.trials} trials interrupted)" if row.missing else ""
    return [
        f"{row.tasks}{'*' * bool(missing) if brief else missing}",
        f"{row.success:.1%}",
        # Tasks that all went alike tell a bootstrap nothing.
        NOTHING if row.low == row.high else f"{row.low * 100:.0f}-{row.high * 100:.0f}",
        f"{row.reward or 0:.1f}/{row.fewest or 0:.1f}",
        _number(row.steps, ".1f"),
        _number(row.calls, ".1f"),
        _number(row.tokens, ",.0f"),
        _number(row.cost, ".4f"),
        _number(row.seconds, ".1f"),
    ]


def _number(value: float | None, form: str) -> str:
    return NOTHING if value is None else format(value, form)


def show_table(rows: Sequence[Row], plan: Plan, truth: TruthQueries) -> None:
    """Print the table on stdout."""
    whole = any(row.app and not row.apart for row in rows)
    lines = [
        (
            row.condition,
            _short(row.app) + " (apart)" * (row.apart and whole) or "all",
            *row_cells(row, brief=True),
        )
        for row in rows
    ]
    filled = [any(line[n] != NOTHING for line in lines) for n in range(2 + len(HEAD))]
    table = Table(box=None, pad_edge=False, header_style="bold", padding=(0, 1, 0, 0))
    for number, name in enumerate(("condition", "app", *HEAD)):
        if filled[number]:
            table.add_column(name, justify="left" if number < 2 else "right", no_wrap=True)
    for row, line in zip(rows, lines, strict=True):
        cell = [Text(text) for text, shown in zip(line, filled, strict=True) if shown]
        table.add_row(*cell, style="" if row.app else "bold")
    console = PlainConsole(highlight=False)
    console.print(table)
    seeds = ", ".join(map(str, plan.seeds))
    rounds = f"at most {plan.steps} steps"
    about = ", ".join(filter(None, (plan.model, f"seeds {seeds}", rounds, settings(plan))))
    about = f"{about}. {REWARD}; {truth}."
    console.print(about, style="dim", markup=False, emoji=False)
    if missing := sum(row.missing for row in rows if row.app):
        trials = sum(row.trials for row in rows if row.app)
        star = f"* {missing} of {trials} trials were interrupted and count as failed."
        console.print(star, style="dim")


def _short(app: str) -> str:
    return app.rpartition(".")[2]


# -- the page

ROW_PX = 50  # of the plot: a bar and its name
WHOLE = 80  # % of its width, of the bar of 100 %: the figure beside it has room


@dataclass(frozen=True, slots=True)
class Bar:
    """One condition in the plot, `y` in px and the rest in % of its width; `width` is None if the
    model cannot try it."""

    name: str
    y: int
    width: float | None
    low: float
    high: float
    figure: str
    published: float | None


@dataclass(frozen=True, slots=True)
class Chart:
    """Success by condition, as bars from left to right."""

    bars: Sequence[Bar]
    published: bool

    @property
    def height(self) -> int:
        return ROW_PX * len(self.bars) + 30

    @property
    def ticks(self) -> list[tuple[float, str]]:
        return [(_x(share), f"{share:.0%}") for share in (0, 0.25, 0.5, 0.75, 1)]


def _x(share: float) -> float:
    return round(share * WHOLE, 2)


def _chart(plan: Plan, rows: Sequence[Row]) -> Chart:
    beside = plan.conditions == PAPER
    whole = [row for row in rows if not row.app]
    bars = [
        Bar(
            row.condition,
            8 + number * ROW_PX,
            None if row.success is None else _x(row.success),
            _x(row.low or 0),
            _x(row.high or 0),
            "" if row.success is None else f"{row.success:.1%}",
            _x(PUBLISHED[row.condition]) if beside else None,
        )
        for number, row in enumerate(whole)
    ]
    return Chart(bars, beside)


def page(
    plan: Plan,
    rows: Sequence[Row],
    results: Sequence[TrialResult],
    learned: Sequence[LessonResult],
    doubts: Sequence[str],
    link: Callable[[str], str],
) -> str:
    """The HTML of a self-contained page; `link` tells where what a trail is shown at."""
    by_task: dict[str, dict[str, list[TrialResult]]] = {}
    for result in results:
        by_task.setdefault(result.task, {}).setdefault(result.condition, []).append(result)
    apps = {row.app for row in rows if row.app}
    apart = {row.app for row in rows if row.app and row.apart}
    return render(
        "bench.html",
        plan=plan,
        settings=settings(plan),
        rows=rows,
        tasks=max(row.tasks for row in rows if not row.app),
        plural=plural,
        apps=sorted(apps),
        apart=sorted(apart if apart < apps else ()),
        conditions=[condition.name for condition in plan.conditions],
        by_app={(row.condition, row.app): row for row in rows},
        chart=_chart(plan, rows),
        head=HEAD,
        row_cells=row_cells,
        reward=REWARD,
        trials=by_task,
        instructions={r.task: r.instruction for r in reversed(results) if r.instruction},
        link=link,
        describe=describe,
        learned=learned,
        truth=TruthQueries.of(*results, *learned),
        doubts=doubts,
    )
