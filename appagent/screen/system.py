"""Android's own windows and home screens, by their packages."""

from __future__ import annotations

import re

_PERMISSION = re.compile(
    r"permissioncontroller|packageinstaller|lbe\.security|securitypermission"  # Xiaomi's, OPPO's
)
_QUESTION = re.compile(r"^android$|intentresolver|documentsui")
CRASH, HANGS = "Application Error", "Application Not Responding"
"""The titles of Android's own windows (AppErrorDialog, AppNotRespondingDialog)."""
_HOME = re.compile(r"launcher|\.home$|\.home\.")  # com.miui.home


def asks_permission(package: str) -> bool:
    """Whether it is Android's question for a permission."""
    return bool(_PERMISSION.search(package))


def is_over_app(package: str) -> bool:
    """Whether it is a question of the system, which stands over an app and belongs to it."""
    return asks_permission(package) or bool(_QUESTION.search(package))


def is_home(package: str) -> bool:
    """Whether it is a home screen."""
    return bool(_HOME.search(package))


def is_broken(activity: str) -> bool:
    """Whether it is Android's window about an app that crashed or hangs."""
    return activity.startswith((CRASH, HANGS))
