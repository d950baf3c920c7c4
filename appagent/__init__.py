"""An Android phone agent that learns an app before it uses it."""

__version__ = "0.1.0"
