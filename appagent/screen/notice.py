"""What passes by at the foot of a page: "Alarm saved"."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from appagent.screen.values import Element

_NOTICE = re.compile(r"snackbar|toast", re.IGNORECASE)  # in an id


def is_notice(element: Element) -> bool:
    """Whether it is a snackbar or a toast, or stands in one."""
    return bool(_NOTICE.search(element.short_id))
