"""Pages that stand alone: one file, no script or style but its own, screen texts as mere text."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from appagent.texts import shorten, spell_unseen

HEADING, LONG = 160, 600  # characters of a task or another text; a longer one is cut, and folded

_INLINE = re.compile(r"<(style|script)>(.*?)</\1>", re.DOTALL)
_OWN = (".css", ".js")  # of the files beside this one
_NONE = "'none'"
_POLICY = "<!-- policy -->"
_GENERATOR = '<meta name="generator" content="appagent">'
_BEGINNING = 4096  # characters, which the generator is among


@cache
def _pages() -> Environment:
    """The templates, each compiled once, with the styles and scripts beside them as `own`."""
    pages = Environment(
        loader=PackageLoader("appagent.report", "."),
        autoescape=True,
        finalize=lambda value: spell_unseen(value) if type(value) is str else value,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    beside = [each for each in Path(__file__).parent.iterdir() if each.suffix in _OWN]
    pages.globals |= {"heading": HEADING, "long": LONG}
    pages.filters["cut"] = shorten
    pages.globals["own"] = {each.name: each.read_text("utf-8") for each in beside}
    return pages


def render(template: str, **values: object) -> str:
    """The page of a template, with a policy that lets a browser run nothing but what the template
    itself holds."""
    page = _pages().get_template(template).render(**values)
    # What is escaped holds no tag, so that these are the template's own.
    found = {kind: set[str]() for kind in ("style", "script")}
    for kind, text in _INLINE.findall(page):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        found[kind].add(f"'sha256-{digest}'")
    allowed = (f"{kind}-src {' '.join(sorted(found[kind])) or _NONE}" for kind in found)
    rest = (f"base-uri {_NONE}", f"form-action {_NONE}")
    policy = "; ".join((f"default-src {_NONE}", "img-src data:", *allowed, *rest))
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return page.replace(_POLICY, f"{_GENERATOR}\n{meta}", 1)


def is_own_page(file: Path) -> bool:
    """Whether `render` made what the file holds."""
    with file.open("rb") as page:
        return _GENERATOR.encode() in page.read(_BEGINNING)
