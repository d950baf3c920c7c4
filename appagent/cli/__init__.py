"""The command line. `app.py` is the page with every command; the others do them."""

from appagent.cli.app import main

__all__ = ["main"]
