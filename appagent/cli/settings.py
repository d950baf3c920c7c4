"""`appagent config`: each setting, and where it came from."""

from __future__ import annotations

import json
import os

from rich.console import Console
from rich.table import Table

from appagent.cli.parts import written_store
from appagent.config import FILE_NAME, KEY, Config, load, user_file


def config(as_json: bool) -> int:
    settings = load()
    values = settings.config.model_dump(mode="json")
    values["store"] = str(written_store(settings.config))
    if as_json:
        document = {
            name: {"value": values[name], "origin": settings.origin[name]} for name in values
        }
        document[KEY] = {"value": bool(os.environ.get(KEY)), "origin": "environment"}
        print(json.dumps(document, indent=2, ensure_ascii=False))
        return 0
    table = Table(box=None, pad_edge=False, header_style="bold")
    for column in ("setting", "value", "from", "what it is"):
        table.add_column(column, overflow="fold")
    for name, field in Config.model_fields.items():
        shown = "" if values[name] in (None, "", {}) else str(values[name])
        table.add_row(name, shown, settings.origin[name], field.description or "")
    table.add_row(KEY, "set" if os.environ.get(KEY) else "not set", "environment", "the key")
    console = Console(highlight=False)
    console.print(table)
    console.print(f"files: ./{FILE_NAME}, then {user_file()}", style="dim", soft_wrap=True)
    return 0
