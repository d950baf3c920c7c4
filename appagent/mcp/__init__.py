"""The server through which other agents use a phone, over MCP.

    serve(Phones(flags), stdio())

It adds no way to the phone: what a client asks for goes through the same hands and the same guard
as what a person asks for, and there is no shell.
"""
