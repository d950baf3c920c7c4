"""A simulated Android phone that any adb client can use.

async with pocketphone.serve(Phone(), port=5601) as server: ...
with pocketphone.run_in_thread() as running: running.port, running.call(Phone.state)
"""

from __future__ import annotations

from pocketphone.adbd.server import Running, Server, run_in_thread, serve

__all__ = ["Running", "Server", "run_in_thread", "serve"]
