"""Seeing: hierarchy → elements → marks → numbered screenshot → what changed."""
