"""Every command with its options; those of `docs` and `bench` have pages of their own.

What does the work is imported inside the commands: `appagent --help` stays quick.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import Annotated

import typer

from appagent import __version__
from appagent.cli.bench_app import bench_command
from appagent.cli.command import command
from appagent.cli.docs_app import docs_app
from appagent.cli.options import App, Coords, Device, Json, Model, Runs, Steps, Store
from appagent.errors import UsageError
from appagent.report import plain

app = typer.Typer(
    name="appagent",
    help="An Android phone agent that learns an app before it uses it.",
    no_args_is_help=True,
    add_completion=True,
    pretty_exceptions_enable=False,
    epilog="`appagent doctor` checks every link; `--device pocket --model offline` needs neither "
    "phone nor key. Exit codes: 0 done, 1 ended and not done, 2 you can mend it, 3 the phone, "
    "4 the model, 5 a damaged store, 130 stopped.",
    rich_markup_mode=None,
)
app.add_typer(docs_app, name="docs")


def _version(wanted: bool) -> None:
    if wanted:
        plain.line(f"appagent {__version__}")
        raise typer.Exit


@app.callback()
def options(
    verbose: Annotated[
        int,
        typer.Option("-v", "--verbose", count=True, show_default=False, help="log more; -vv: all"),
    ] = 0,
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="the version")
    ] = False,
) -> None:
    """Options before any command."""
    del version
    port = os.environ.get("ANDROID_ADB_SERVER_PORT", "")
    # The adb library reads it as it is imported.
    if port and not (port.isdecimal() and 0 < int(port) < 1 << 16):
        raise UsageError(f"ANDROID_ADB_SERVER_PORT is {port!r}: expected a port, 1-65535")
    level = (logging.WARNING, logging.INFO, logging.DEBUG)[min(verbose, 2)]
    form = "%(levelname)s %(name)s: %(message)s" if verbose else "appagent: %(message)s"
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(plain.PlainFormatter(form))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    logging.getLogger("appagent").setLevel(level)


@command(app, "explore")
def explore_command(
    app_name: Annotated[
        str, typer.Option("--app", metavar="NAME", help="the app's name, or its package")
    ],
    task: Annotated[
        str, typer.Option(metavar="TEXT", help="learn on the way to this; without it, everywhere")
    ] = "",
    device: Device = None,
    model: Model = None,
    coords: Coords = None,
    steps: Steps = None,
    store: Store = None,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Learn an app by trying it."""
    from appagent.cli.work import JobOptions, explore_app

    return explore_app(
        JobOptions(device, model, store, runs, as_json, coords), app_name, task, steps
    )


@command(app, "demo")
def demo_command(
    app_name: App = None,
    task: Annotated[
        str | None, typer.Option(metavar="TEXT", help="what you are going to show")
    ] = None,
    device: Device = None,
    model: Model = None,
    store: Store = None,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Learn an app by watching you use it."""
    from appagent.cli.work import JobOptions, watch_demo

    return watch_demo(JobOptions(device, model, store, runs, as_json), app_name, task)


@command(app, "run")
def run_command(
    task: Annotated[str, typer.Option(metavar="TEXT", help="what to do, in your own words")],
    app_name: App = None,
    docs: Annotated[
        str, typer.Option(metavar="SOURCES", help="docs to read: some of auto,demo,manual, or none")
    ] = "auto,demo,manual",
    device: Device = None,
    model: Model = None,
    coords: Coords = None,
    steps: Steps = None,
    restart: Annotated[
        bool, typer.Option("--restart", help="end the app first, and start on its first page")
    ] = False,
    store: Store = None,
    runs: Runs = None,
    as_json: Json = False,
) -> int:
    """Do a task with what was learned."""
    from appagent.cli.work import JobOptions, run_task

    asked = JobOptions(device, model, store, runs, as_json, coords)
    return run_task(asked, task, app_name, docs, steps, restart)


@command(app, "view")
def view_command(
    xml: Annotated[Path | None, typer.Option(metavar="FILE", help="a uiautomator dump")] = None,
    image: Annotated[
        Path | None, typer.Option(metavar="FILE", help="the screenshot that belongs to it")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="where to put the numbered picture; view.png without --json"
        ),
    ] = None,
    grid: Annotated[bool, typer.Option("--grid", help="the grid in place of the numbers")] = False,
    device: Device = None,
    as_json: Json = False,
) -> int:
    """Number one screen: the phone's, or that of two files."""
    from appagent.cli.view import show_view

    return show_view(xml, image, out, grid, device, as_json)


@command(app, "devices")
def devices_command(
    connect: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="attach the phone there, over Wi-Fi")
    ] = None,
    pair: Annotated[
        str | None,
        typer.Option(
            metavar="HOST:PORT", help="before the first --connect: asks for the phone's code"
        ),
    ] = None,
    code: Annotated[
        str | None, typer.Option(metavar="CODE", help="the code, where nobody can be asked")
    ] = None,
    disconnect: Annotated[
        str | None, typer.Option(metavar="HOST:PORT", help="give that phone up")
    ] = None,
    as_json: Json = False,
) -> int:
    """List the phones that are attached; attach one over Wi-Fi."""
    from appagent.cli.phones import manage_devices

    return manage_devices(pair, code, connect, disconnect, as_json)


@command(app, "phone")
def phone_command(
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one")
    ] = 5601,
    seed: Annotated[int, typer.Option(metavar="N", help="draws what the apps hold")] = 0,
    profile: Annotated[
        str,
        typer.Option(metavar="NAME", help="how slow it is: zero, phone-usb, emulator, android11"),
    ] = "zero",
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="write its state there at the end")
    ] = None,
    as_json: Annotated[
        bool, typer.Option("--json", help="one JSON line on stdout once it is ready")
    ] = False,
) -> int:
    """Start the pocket phone, a simulated one, until Ctrl-C; `python -m pocketphone` starts one of
    another size, density, language, theme or font scale."""
    from appagent.cli.phones import serve_phone

    return serve_phone(port, seed, profile, save, as_json)


command(app, "bench")(bench_command)


@command(app, "doctor")
def doctor_command(
    device: Device = None,
    model: Model = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            metavar="RUN", help="only pack that run, a folder of ./runs, for a bug report"
        ),
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE", help="where to put the bundle, a zip")
    ] = None,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="with the pictures of the screens in the bundle")
    ] = False,
    hide_texts: Annotated[
        bool, typer.Option("--hide-texts", help="without the task and what was typed")
    ] = False,
    as_json: Json = False,
) -> int:
    """Check every link from adb to the model, and what mends it."""
    if bundle is not None:
        from appagent.cli.bundle import make_bundle as packed

        return packed(bundle, out, pictures, hide_texts, as_json)
    if out or pictures or hide_texts:
        raise UsageError("--out, --pictures and --hide-texts are of a bundle: add --bundle RUN")
    from appagent.cli.doctor import check_links

    return check_links(device, model, as_json)


@command(app, "config")
def config_command(as_json: Json = False) -> int:
    """Show each setting and where it came from."""
    from appagent.cli.settings import show_config

    return show_config(as_json)
