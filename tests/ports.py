"""A port for a server that a test starts a moment later."""

from __future__ import annotations

from appagent.device.server import AdbServer


def free_port() -> int:
    """One that no connection is given by chance meanwhile, as a port that the kernel chose would
    be: adb then answers "protocol fault", for it has met another test's server."""
    return AdbServer.on_free_port().port
