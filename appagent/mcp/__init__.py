"""The server through which other agents use a phone, over MCP.

    serve_stdio(Phones(flags))

It adds no way to the phone: what a client asks for goes through the same hands and the same guard
as what a person asks for, and there is no shell.
"""

from appagent.mcp.phones import Phones
from appagent.mcp.server import serve_http, serve_stdio

__all__ = ["Phones", "serve_http", "serve_stdio"]
