"""Every command with its options; those of `docs`, `flows`, `runs`, `bench` and
of other programs have modules of their own.

An option that is named like a setting reaches it by itself (`flags`). What does the work
is imported inside the commands: `appagent --help` stays quick.
"""
# ruff: noqa: ARG001  # typer reads the signatures

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import Annotated

import typer

from appagent import __version__
from appagent.cli.bench_app import bench_command
from appagent.cli.command import command
from appagent.cli.docs_app import docs_app
from appagent.cli.flows_app import flows_app
from appagent.cli.options import (
    App,
    Coords,
    Device,
    Flows,
    Guard,
    Heal,
    Json,
    JUnit,
    Learn,
    Model,
    Quiet,
    Runs,
    SayYes,
    Sequence,
    Steps,
    Store,
    Verbose,
    Verify,
    flags,
)
from appagent.cli.programs_app import do_command, mcp_command, suite_command, worker_command
from appagent.cli.runs_app import Named, runs_app
from appagent.cli.spread import (
    BatchFile,
    CallsPerMinute,
    Csv,
    EngineName,
    Out,
    Pockets,
    Resume,
    Retries,
    Spreading,
)
from appagent.errors import UsageError
from appagent.report import plain
from appagent.texts import shorten

app = typer.Typer(
    name="appagent",
    help="An Android phone agent that learns an app before it uses it.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    epilog="Results go to stdout, progress and questions to stderr; --json prints one JSON "
    "document instead. `appagent doctor` checks phone and model; `--device pocket --model "
    "offline` needs neither. Exit codes: 0 done, 1 ended but not done, 2 you can fix it, 3 the "
    "phone, 4 the model, 5 a damaged file, 130 stopped by Ctrl-C.",
    rich_markup_mode=None,
)
app.add_typer(docs_app, name="docs")
app.add_typer(flows_app, name="flows")
app.add_typer(runs_app, name="runs")


def _version(wanted: bool) -> None:
    if wanted:
        plain.line(f"appagent {__version__}")
        raise typer.Exit


@app.callback()
def options(
    verbose: Verbose = 0,
    quiet: Quiet = False,
    version: Annotated[
        bool,
        typer.Option("--version", callback=_version, is_eager=True, help="print the version"),
    ] = False,
) -> None:
    """Handle the options before any command."""
    port = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    # The adb library reads it as it is imported.
    if port and not (port.isdecimal() and 0 < int(port) < 1 << 16):
        raise UsageError(f"ANDROID_ADB_SERVER_PORT is {port!r}: expected a port, 1-65535")
    try:
        Path.cwd()
    except FileNotFoundError as err:
        raise UsageError("the working folder was deleted: change to one that exists") from err
    plain.set_level(plain.log.getEffectiveLevel())


@command(app, "explore", takes_more=True)
def explore_command(
    context: typer.Context,
    app_name: Annotated[
        str | None,
        typer.Option("--app", metavar="NAME", help="the app, by name or package [required]"),
    ] = None,
    task: Annotated[
        str, typer.Option(metavar="TEXT", help="learn what leads to this; default: everything")
    ] = "",
    device: Annotated[
        str | None,
        typer.Option(
            metavar="A[,B]",
            help="a phone, as elsewhere, or several that explore together; `pocket,pocket` starts "
            "two pocket phones",
        ),
    ] = None,
    model: Model = None,
    coords: Coords = None,
    explore_steps: Annotated[
        int | None,
        typer.Option(
            "--steps",
            metavar="N",
            min=1,
            max=500,
            help="step limit, of all phones together; `appagent config` has the default",
        ),
    ] = None,
    engine: Annotated[
        str,
        typer.Option(
            metavar="WHERE", help="dask://HOST:PORT: on all phones of the workers of that scheduler"
        ),
    ] = "local",
    store: Store = None,
    runs: Runs = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    as_json: Json = False,
) -> int:
    """Learn an app by trying it, on one phone or on several at once.

    The result on stdout: how many docs were written, and where.
    """
    _refuse_words(context)
    if app_name is None:
        raise UsageError("missing option '--app'; `appagent explore --help` tells more")
    from appagent.cli.work import explore_app

    return explore_app(flags(context), app_name, task, engine, as_json)


@command(app, "demo", takes_more=True)
def demo_command(
    context: typer.Context,
    app_name: App = None,
    task: Annotated[
        str | None, typer.Option(metavar="TEXT", help="what you are going to show")
    ] = None,
    flow: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write what you show as a flow, too")
    ] = None,
    device: Device = None,
    model: Model = None,
    store: Store = None,
    runs: Runs = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    as_json: Json = False,
) -> int:
    """Learn an app by watching you use it.

    The result on stdout: how many docs were written, and where.
    """
    _refuse_words(context)
    from appagent.cli.work import watch_demo

    return watch_demo(flags(context), app_name, task, flow, as_json)


def _refuse_words(context: typer.Context) -> None:
    """Raises: `UsageError` for words that no option takes: they may be meant as the app's name."""
    if context.args:
        said = shlex.quote(shorten(" ".join(context.args), 80))
        raise UsageError(f"name the app as an option: `{context.command_path} --app {said}`")


@command(app, "run", takes_more=True)
def run_command(
    context: typer.Context,
    words: Annotated[
        str | None,
        typer.Argument(metavar="TASK", help="what to do, in your own words", show_default=False),
    ] = None,
    task: Annotated[str | None, typer.Option(metavar="TASK", help="the same, as an option")] = None,
    app_name: App = None,
    docs: Annotated[
        str, typer.Option(metavar="SOURCES", help="docs to read: some of auto,demo,manual, or none")
    ] = "auto,demo,manual",
    device: Device = None,
    model: Model = None,
    coords: Coords = None,
    run_steps: Steps = None,
    sequence: Sequence = None,
    learn: Learn = None,
    guard: Guard = None,
    verify: Verify = None,
    flows: Flows = None,
    heal: Heal = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="close the app first, and start on its first page")
    ] = False,
    batch: BatchFile = None,
    out: Out = None,
    csv: Csv = None,
    resume: Resume = None,
    pockets: Pockets = 0,
    engine: EngineName = "local",
    again: Retries = None,
    calls_per_minute: CallsPerMinute = None,
    store: Store = None,
    runs: Runs = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    as_json: Json = False,
) -> int:
    """Do a task with what was learned, or each task of a file.

    The result on stdout: the answer, or how it ended; of a batch a JSON line for each task.
    """
    spreading = Spreading(engine, again, calls_per_minute)
    if batch is not None:
        if words or task or app_name or restart:
            raise UsageError("--batch FILE says what is to be done: name no task, app or --restart")
        if as_json:
            raise UsageError("the results of a batch are JSON, a line each: leave out --json")
        from appagent.cli.batch import BatchOptions, run_batch

        asked = BatchOptions(batch, docs, spreading, pockets, out, csv, resume)
        return run_batch(flags(context), asked)
    if "," in (device or ""):
        raise UsageError("several phones do the tasks of a batch: --batch FILE")
    if out or csv or resume or pockets or not spreading.plain:
        raise UsageError(
            "--out, --csv, --resume, --pockets, --engine, --retries and --calls-per-minute go with "
            "--batch FILE"
        )
    if words is not None and context.args:
        said = " ".join(filter(None, (task, words, *context.args)))
        raise UsageError(f'put the task in quotes: "{shorten(said, 80)}"')
    if words is not None and task is not None:
        raise UsageError("the task is given twice: leave out --task")
    if words is None and task is None:
        raise UsageError('no task: say what to do, as in `appagent run "Set an alarm for 7 am"`')
    from appagent.cli.work import run_task

    return run_task(flags(context), words or task or "", app_name, docs, restart, as_json)


@command(app, "play")
def play_command(
    context: typer.Context,
    places: Annotated[
        list[Path], typer.Argument(metavar="FLOW|FOLDER...", help="flow files, and folders of them")
    ],
    env: Annotated[
        list[str] | None,
        typer.Option("-e", "--env", metavar="NAME=VALUE", help="what a name stands for"),
    ] = None,
    include_tags: Annotated[
        str, typer.Option(metavar="TAGS", help="only flows with one of these: smoke,login")
    ] = "",
    exclude_tags: Annotated[str, typer.Option(metavar="TAGS", help="no flow with any")] = "",
    junit: JUnit = None,
    yes: SayYes = False,
    wait_s: Annotated[
        float | None,
        typer.Option(
            "--wait", metavar="S", help="how long to wait for what a command names; default: 17"
        ),
    ] = None,
    device: Annotated[
        str | None,
        typer.Option(
            metavar="A[,B]", help="a phone, as elsewhere, or several that share the flows"
        ),
    ] = None,
    store: Store = None,
    runs: Runs = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    as_json: Json = False,
) -> int:
    """Play flow files, without a model.

    The result on stdout: a line for each flow. Exit code 1 where one failed.
    """
    from appagent.cli.play import play_flows

    return play_flows(
        flags(context), places, env or [], include_tags, exclude_tags, junit, yes=yes,
        as_json=as_json,
    )  # fmt: skip


command(app, "test")(suite_command)


@command(app, "view")
def view_command(
    xml: Annotated[Path | None, typer.Option(metavar="FILE", help="a uiautomator dump")] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the screenshot that belongs to it")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="where to write the numbered picture; default: view.png"),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="draw the grid, not the numbers")] = False,
    selectors: Annotated[
        bool, typer.Option("--selectors", help="tell how a flow file names each")
    ] = False,
    device: Device = None,
    as_json: Json = False,
) -> int:
    """Number one screen: the phone's, or that of two files.

    The result on stdout: a line for each numbered element.
    """
    from appagent.cli.view import show_view

    return show_view(xml, image, out, grid, device, selectors=selectors, as_json=as_json)


command(app, "do")(do_command)
command(app, "mcp")(mcp_command)
command(app, "worker")(worker_command)


@command(app, "devices")
def devices_command(
    connect: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="attach a phone over Wi-Fi")
    ] = None,
    pair: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT", help="needed once before --connect; asks for the phone's code"
        ),
    ] = None,
    code: Annotated[
        str | None, typer.Option(metavar="CODE", help="the pairing code, so that nothing is asked")
    ] = None,
    disconnect: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="detach a phone")
    ] = None,
    as_json: Json = False,
) -> int:
    """List the attached phones; attach one over Wi-Fi."""
    from appagent.cli.phones import manage_devices

    return manage_devices(pair, code, connect, disconnect, as_json)


@command(app, "phone")
def phone_command(
    port: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            min=0,
            max=65535,
            help="port to listen on; 0: any free one; else the setting pocket_port, 5601",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", help="decides what the apps hold")] = 0,
    profile: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="how slow it is: zero, phone-usb, phone-wifi, emulator or android11",
        ),
    ] = "zero",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write its state to this file at the end")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="print one JSON line on stdout once it is ready")
    ] = False,
) -> int:
    """Run the pocket phone, a simulated one, until Ctrl-C.

    `python -m pocketphone` runs one of another size, density, language, theme or font scale.
    """
    from appagent.cli.phones import serve_phone

    return serve_phone(port, seed, profile, save, as_json)


command(app, "bench")(bench_command)


@command(app, "report")
def report_command(
    named: Annotated[str | None, Named] = None,
    every: Annotated[
        bool,
        typer.Option(
            "--all", help="an index over all runs, and the page of each that is no benchmark"
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="where to write it; default: report.html in the run's folder. "
            "Of a benchmark it is a folder",
        ),
    ] = None,
    opens: Annotated[bool, typer.Option("--open", help="open it in the browser")] = False,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Write a page of a run: what was touched, why, and what came of it.

    Of the last run, if none is named. The page is one file that needs nothing else. The result on
    stdout: its path.
    """
    from appagent.cli.report import write_report

    return write_report(named, out, runs, every=every, opens=opens, as_json=as_json)


@command(app, "doctor")
def doctor_command(
    device: Device = None,
    model: Model = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="only pack this run, by number, name or folder, for a bug report"
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="where to write the bundle, a zip")
    ] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="add the pictures of the screens to the bundle")
    ] = False,
    conversation: Annotated[
        bool,
        typer.Option(
            "--conversation", help="add what was recorded for `--model recorded:FILE` to the bundle"
        ),
    ] = False,
    hide_texts: Annotated[
        bool,
        typer.Option("--hide-texts", help="leave out the task and what was typed"),
    ] = False,
    as_json: Json = False,
) -> int:
    """Check every link from adb to the model, and say how to fix what fails."""
    if bundle is not None:
        from appagent.cli.bundle import make_bundle

        return make_bundle(
            bundle,
            out,
            pictures=pictures,
            conversation=conversation,
            hide_texts=hide_texts,
            as_json=as_json,
        )
    if out or pictures or conversation or hide_texts:
        raise UsageError(
            "--out, --pictures, --conversation and --hide-texts are for a bundle: add --bundle RUN"
        )
    from appagent.cli.doctor import check_links

    return check_links(device, model, as_json)


@command(app, "config")
def config_command(as_json: Json = False) -> int:
    """Show each setting and where it came from."""
    from appagent.cli.settings import show_config

    return show_config(as_json)
