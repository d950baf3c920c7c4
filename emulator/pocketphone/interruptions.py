"""When faults befall a person's touches: an app that fails under one, a window that comes after."""

from __future__ import annotations

from pocketphone.handset import Handset
from pocketphone.system import HOME_PACKAGE
from pocketphone.ui.scene import fields

TRACE = """\
java.lang.NullPointerException: Attempt to invoke virtual method 'int java.lang.String.length()' \
on a null object reference
\tat {activity}.onTouch({file}.kt:42)
\tat android.view.View.performClick(View.java:7659)
\tat android.os.Handler.dispatchMessage(Handler.java:107)
\tat android.os.Looper.loop(Looper.java:317)
\tat android.app.ActivityThread.main(ActivityThread.java:8592)
\tat java.lang.reflect.Method.invoke(Native Method)
\tat com.android.internal.os.ZygoteInit.main(ZygoteInit.java:878)
"""


def fail(phone: Handset) -> bool:
    """Whether the app in front failed under this touch, which then reaches nothing."""
    package = phone.app.package
    if package == HOME_PACKAGE or _system_page_open(phone):
        return False
    how = phone.faults.take("app")
    if how == "crash":
        _, activity = phone.focus
        phone.on_crash(package, TRACE.format(activity=activity, file=activity.split(".")[-1]))
        phone.crash(package)
    elif how:
        phone.on_hang(*phone.focus)
        phone.show(f"system/{how}", package=package)
    return bool(how)


def come(phone: Handset) -> None:
    """Let what is due come between the person and the app, once a touch has had its effect."""
    if phone.app.package == HOME_PACKAGE or _system_page_open(phone):
        return
    match phone.faults.take("popup"):
        case "dialog":
            phone.show("system/battery")
        case "update":
            phone.show("system/update")
        case "permission":
            phone.show("system/permission", name="notifications", to="", args={})
        case _ if found := fields(phone.look().front):
            if phone.faults.take("keyboard"):
                ui = phone.page.ui
                ui.focus, ui.keyboard = ui.focus or found[0].path, True
                phone.stale()


def _system_page_open(phone: Handset) -> bool:
    return phone.page.page.startswith("system/")
