"""Work that is spread over phones, on this machine or on others.

    with open_engine("dask://10.0.0.5:8786", phones, calls_per_minute=60) as engine:
        for ended in spread(engine, work, items, into=folder):
            ...

The work is a value that can be pickled; each item of it is done on a phone that nobody else has,
and what is written there comes back. `local` needs nothing else, `dask` the extra of that name.
"""

from appagent.spread.engine import Bucket, Ended, Engine, Follower, Lost, Place, Shift, Work, spread
from appagent.spread.local import LocalEngine
from appagent.spread.names import DASK, LOCAL, borrow, check_engine, lend, open_engine
from appagent.spread.shelf import PHONE, POCKET, Need, Phones, Shelf

__all__ = [
    "DASK", "LOCAL", "PHONE", "POCKET", "Bucket", "Ended", "Engine", "Follower", "LocalEngine",
    "Lost", "Need", "Phones", "Place", "Shelf", "Shift", "Work", "borrow", "check_engine", "lend",
    "open_engine", "spread",
]  # fmt: skip
