"""The file of an element document: YAML for people to read and edit.

    docs_store/com.example.clock/elements/fab-3f2a91c0.yaml

    key: fab
    role: button
    called: Add alarm
    screen: [button fab decor, list alarms decor, ...]
    uses:
      tap:
        auto:
          text: Opens a page with fields for a new alarm.
          confirmed: 2
          contradicted: 0
          updated: 2026-03-02
          app_version: 1.4.0
          language: en-US

The files are for people to read and edit. Without `screen` a document holds on every screen of its
app, in addition to the documents of that screen.
"""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import yaml
from pydantic import ValidationError

from appagent.errors import SetupError, StoreError
from appagent.knowledge.element import ElementDoc

# libyaml reads 200 documents in 30 ms instead of 230, and writes U+0085 so that it can be read.
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_Dumper = getattr(yaml, "CSafeDumper", yaml.SafeDumper)


def read_document(path: Path) -> ElementDoc:
    """The document in a file. Raises: `StoreError` with file, line and what was expected."""
    try:
        content = path.read_bytes()
    except OSError as err:
        raise StoreError(f"{path}: cannot be read: {err}") from err
    return parse_document(content, str(path))


def parse_document(
    content: bytes, where: str, loader: type[yaml.SafeLoader] = _Loader
) -> ElementDoc:
    """The document in the content of a file; `where` names the file in errors.

    Raises: `StoreError`, as `read_document` does.
    """
    try:
        value = yaml.load(content.decode(), loader)
    except yaml.MarkedYAMLError as err:
        line = err.problem_mark.line + 1 if err.problem_mark else 1
        raise StoreError(f"{where}, line {line}: {err.problem}; fix it or remove it") from err
    # ValueError: bytes that are not UTF-8, a 30th of February, a number of 5000 digits
    except (yaml.YAMLError, ValueError, RecursionError) as err:
        raise StoreError(f"{where}: cannot be read: {err}; fix it or remove it") from err
    try:
        return ElementDoc.model_validate(value)
    except ValidationError as err:
        first = err.errors()[0]
        place = ".".join(str(part) for part in first["loc"]) or "the document"
        raise StoreError(f"{where}: {place}: {first['msg']}; fix it or remove it") from err


def yaml_of(doc: ElementDoc) -> bytes:
    """The document as its file holds it; the inverse of `parse_document`."""
    text = yaml.dump(
        doc.model_dump(mode="json", exclude_defaults=True),
        Dumper=_Dumper,
        sort_keys=False,
        allow_unicode=True,
        width=96,
    )
    return str(text).encode()


def file_name(doc: ElementDoc) -> str:
    """A name that people can read and every file system takes."""
    names = [doc.row, *([doc.called] if doc.shared else [])]
    parts = [doc.key, *sorted(doc.screen), *filter(None, names)]
    digest = hashlib.sha256("\0".join(parts).encode()).hexdigest()[:8]
    readable = re.sub(r"[^\w]+", "-", doc.row or doc.key.rsplit("/", 1)[-1]).strip("-")[:40]
    return f"{readable or 'element'}-{digest}.yaml"


def package_folder(package: str) -> str:
    """The name of a package's folder. Raises: `SetupError` for a name that could be a path."""
    if not re.fullmatch(r"[A-Za-z][\w]*(\.[\w]+)*", package):
        raise SetupError(f"{package!r} is not a package name")
    return package
