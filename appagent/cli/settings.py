"""`appagent config`: each setting, and where it came from."""

from __future__ import annotations

import json
import os

from rich.text import Text

from appagent.api import store_folder
from appagent.config import FILE_NAME, KEY, Config, load, public_address, user_file
from appagent.report import plain
from appagent.report.terminal import PlainConsole, hang


def show_config(as_json: bool) -> int:
    settings = load()
    values = settings.config.model_dump(mode="json")
    values |= {name: public_address(values[name]) for name in ("base_url", "detector")}
    values["store"] = str(store_folder(settings.config))
    if as_json:
        document = {
            name: {"value": values[name], "origin": settings.origin[name]} for name in values
        }
        document[KEY] = {"value": bool(os.environ.get(KEY)), "origin": "environment"}
        plain.document(document, indent=2)
        return 0
    console = PlainConsole(highlight=False)
    width = max(map(len, [*values, KEY])) + 2
    for name, field in Config.model_fields.items():
        _line(console, name.ljust(width), _as_yaml(values[name]), settings.origin[name])
        about = hang(" " * width, field.description or "", console.width)
        console.print(about, style="dim", soft_wrap=True)
    _line(console, KEY.ljust(width), "set" if os.environ.get(KEY) else "not set", "environment")
    console.print(f"files: ./{FILE_NAME}, then {user_file()}", style="dim", soft_wrap=True)
    return 0


def _line(console: PlainConsole, name: str, value: str, origin: str) -> None:
    """Print a setting on one line, without breaking a long value: it may be copied."""
    console.print(Text.assemble((name, "bold"), value, (f"  ({origin})", "dim")), soft_wrap=True)


def _as_yaml(value: object) -> str:
    """The value as it would stand in `appagent.yaml`."""
    if value in (None, "", {}):
        return "not set"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
