"""Words of user interfaces that the rules heed, in all their forms."""

from __future__ import annotations

import re

_RISKY = re.compile(
    r"\b(?:all|every|everything|(?:delet|remov|eras|clear|reset|uninstall|block|report|send|shar|pay"
    r"|buy|order|call|post|sign|log)(?:|e|s|es|d|ed|ing))\b"
)
_LEAVING = re.compile(r"(?:navigate |go )?(?:back|exit|up|cancel|close|dismiss|discard|skip)")


def is_risky(text: str) -> bool:
    """Whether a word of it says that a touch could do harm."""
    return bool(_RISKY.search(text.lower()))


def is_leaving(name: str) -> bool:
    """Whether a name says that a touch leads off the page: "Navigate up", "Cancel"."""
    return bool(_LEAVING.fullmatch(name.lower()))
