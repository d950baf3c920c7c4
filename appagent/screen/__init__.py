"""Seeing: hierarchy → elements → marks → numbered screenshot → what changed."""

from appagent.screen.values import App, Element, Image, Mark, Screen, Use, View

__all__ = ["App", "Element", "Image", "Mark", "Screen", "Use", "View"]
