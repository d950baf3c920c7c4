"""An Android phone agent that learns an app before it uses it.

    from appagent import Agent, Phone

    with Phone.connect("pocket") as phone:
        print(phone.look())
        outcome = Agent(phone, model="offline").run("Set an alarm for 6:45 am", app="clock")

`__all__` is what is promised, see docs/python.md; every other name may change at any time. What is
named is imported when it is first used. `import appagent` itself imports no other module: while the
command line does so Ctrl-C would be a traceback.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from appagent.api.agent import Agent, write_report
    from appagent.api.look import Control, Did, Done, Look, ProgramFailed
    from appagent.api.phone import Phone
    from appagent.errors import (
        ActionImpossible,
        AppAgentError,
        AppNotFound,
        ConfigError,
        DeviceBusy,
        DeviceError,
        DeviceNotFound,
        FlowFailed,
        ModelError,
        ModelNotConfigured,
        ReplyInvalid,
        SetupError,
        StoreError,
        UsageError,
    )
    from appagent.geometry import Rect, Size
    from appagent.outcome import Outcome
    from appagent.ports import Model, Person
    from appagent.trail import Step

__version__ = "0.1.0"
__all__ = [
    "ActionImpossible",
    "Agent",
    "AppAgentError",
    "AppNotFound",
    "ConfigError",
    "Control",
    "DeviceBusy",
    "DeviceError",
    "DeviceNotFound",
    "Did",
    "Done",
    "FlowFailed",
    "Look",
    "Model",
    "ModelError",
    "ModelNotConfigured",
    "Outcome",
    "Person",
    "Phone",
    "ProgramFailed",
    "Rect",
    "ReplyInvalid",
    "SetupError",
    "Size",
    "Step",
    "StoreError",
    "UsageError",
    "write_report",
]

_HOMES = {
    "api.agent": ("Agent", "write_report"),
    "api.look": ("Control", "Did", "Done", "Look", "ProgramFailed"),
    "api.phone": ("Phone",),
    "geometry": ("Rect", "Size"),
    "outcome": ("Outcome",),
    "ports": ("Model", "Person"),
    "trail": ("Step",),
}


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    home = next((home for home, names in _HOMES.items() if name in names), "errors")
    value = getattr(import_module(f"{__name__}.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
