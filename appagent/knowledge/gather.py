"""Bring what was learned elsewhere into a store, as two people's stores become one."""

from __future__ import annotations

import tempfile
from pathlib import Path

from appagent.knowledge.flowfiles import flows_of
from appagent.knowledge.flowpack import offered, take
from appagent.knowledge.pack import known_packages, pack, unpack
from appagent.knowledge.store import DocStore


def gather(folder: Path, store: DocStore) -> None:
    """Add the documents, maps, warnings and flows of the store in a folder; what `store` already
    says stays.

    Raises: `StoreError` where a file of either is damaged, `SetupError` where the store cannot be
    written.
    """
    theirs = DocStore(folder)
    if packages := known_packages(theirs):
        with tempfile.TemporaryDirectory() as place:
            file = Path(place) / "learned.zip"
            pack(theirs, packages, file)
            unpack(file, store)
    flows = flows_of(theirs)
    offers = [
        offer
        for package in flows.packages()
        for file in flows.files(package)
        for offer in offered(file, package)
    ]
    take(flows_of(store), offers, replaces=False)
