"""The commands `test`, `do`, `mcp` and `worker`, with their options: what other programs do with a
phone."""
# ruff: noqa: ARG001  # typer reads the signatures

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from appagent.cli.options import (
    Allow,
    App,
    Device,
    Flows,
    Guard,
    Json,
    JUnit,
    Model,
    Quiet,
    Runs,
    SayYes,
    Store,
    Verbose,
    flags,
)


def suite_command(
    context: typer.Context,
    suite: Annotated[
        Path, typer.Argument(metavar="SUITE", help="a file: docs/testing-your-app.md")
    ],
    only: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="only the test of this name, or with this in it"),
    ] = None,
    env: Annotated[
        list[str] | None,
        typer.Option("-e", "--env", metavar="NAME=VALUE", help="what a name of flows stands for"),
    ] = None,
    junit: JUnit = None,
    again: Annotated[
        int,
        typer.Option(
            "--retries", metavar="N", min=0, max=1, help="how often what failed is redone"
        ),
    ] = 1,
    yes: SayYes = False,
    wait_s: Annotated[
        float | None,
        typer.Option("--wait", metavar="S", help="how long a flow waits for what it names"),
    ] = None,
    device: Annotated[
        str | None,
        typer.Option(
            metavar="A[,B]",
            help="a phone, as elsewhere, or several that share the tests; `pocket,pocket` starts "
            "two pocket phones",
        ),
    ] = None,
    model: Model = None,
    guard: Guard = None,
    flows: Flows = None,
    store: Store = None,
    runs: Runs = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    as_json: Json = False,
) -> int:
    """Test an app by a suite of your own: tasks in words, flows, and what must be true after.

    The result on stdout: a line for each test. Exit code 1 where one failed.
    """
    from appagent.cli.suite import run_tests

    return run_tests(
        flags(context), suite, only or [], env or [], junit, again, yes=yes, as_json=as_json
    )


def do_command(
    context: typer.Context,
    lines: Annotated[
        list[str] | None,
        typer.Argument(metavar="ACTION", help='such as `tap(name="Save")`, or - for stdin'),
    ] = None,
    app_name: App = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="begin on the app's first page")] = False,
    allow: Allow = "",
    device: Device = None,
    model: Model = None,
    store: Store = None,
    runs: Runs = None,
    guard: Guard = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
    as_json: Json = False,
) -> int:
    """Do some actions, and list the screen; without any only that.

    The actions are done in their order up to the first surprise: `tap(name="Add alarm")`,
    `text("5", name="Hour")`, `back()`. docs/python.md has them all.
    """
    from appagent.cli.do import do_program

    return do_program(flags(context), lines or [], app_name, allow, fresh=fresh, as_json=as_json)


def mcp_command(
    context: typer.Context,
    http: Annotated[
        bool, typer.Option("--http", help="serve over HTTP on 127.0.0.1, with a token")
    ] = False,
    port: Annotated[int, typer.Option(metavar="N", min=1, max=65535, help="its port")] = 5611,
    allow: Allow = "",
    device: Device = None,
    model: Model = None,
    store: Store = None,
    runs: Runs = None,
    guard: Guard = None,
    verbose: Verbose = 0,
    quiet: Quiet = False,
) -> int:
    """Serve a phone to other agents, over MCP on stdin and stdout.

    docs/mcp.md has the line for the settings of each client.
    """
    from appagent.cli.mcp import serve

    return serve(flags(context), http, port, allow)


def worker_command(
    context: typer.Context,
    scheduler: Annotated[
        str, typer.Option(metavar="HOST:PORT", help="the Dask scheduler that has the work")
    ],
    device: Annotated[
        str | None, typer.Option(metavar="A[,B]", help="the phones of this machine that take part")
    ] = None,
    pockets: Annotated[
        int, typer.Option(metavar="N", min=0, max=64, help="pocket phones at a time, beside them")
    ] = 0,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="what this worker is called elsewhere")
    ] = None,
    until_eof: Annotated[bool, typer.Option("--until-eof", hidden=True)] = False,
    verbose: Verbose = 0,
    quiet: Quiet = False,
) -> int:
    """Lend the phones of this machine to commands with `--engine dask://HOST:PORT`.

    Each phone is checked first, does one thing at a time, and is in order again at the end. The
    endpoint's key is that of this machine's environment. docs/many-phones.md tells how to set it
    up.
    """
    from appagent.cli.worker import work

    return work(flags(context), scheduler, pockets, name, until_eof=until_eof)
