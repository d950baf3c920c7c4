"""What can be made to go wrong on the phone, for those who must show that they cope."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

KINDS: Mapping[str, tuple[str, ...]] = {
    "dump": ("idle", "null", "stale"),
    "screenshot": ("black", "garbage", "slow"),
    "screen": ("turned",),
    "app": ("crash", "anr"),
    "popup": ("dialog", "permission", "update"),
    "keyboard": ("up",),
    "bus": ("gone",),
}
SLOW_S = 2.0  # what a slow screenshot takes longer
GONE_S = 2  # how long the phone is off the bus, where nobody says


@dataclass(frozen=True, slots=True)
class Fault:
    """How something fails, how often (None: until it is taken off), after how many that do not."""

    how: str
    times: int | None = None
    after: int = 0


class Faults:
    """The faults that are on, each by what it befalls."""

    def __init__(self) -> None:
        self._on: dict[str, Fault] = {}

    def set(self, what: str, how: str, times: int | None = None, after: int = 0) -> None:
        """Put a fault on, or take it off: `how` "off". The `times` of the bus are seconds.

        Raises: `ValueError` where the phone knows no such fault.
        """
        if what not in KINDS or how not in ("off", *KINDS[what]):
            known = "; ".join(f"{each} {'|'.join(KINDS[each])}|off" for each in KINDS)
            raise ValueError(f"no fault {what!r} {how!r}: expected {known}")
        if (times is not None and times < 1) or after < 0:
            raise ValueError(f"a fault comes once or more, not {times} times after {after}")
        self._on.pop(what, None)
        if how != "off":
            self._on[what] = Fault(how, times, after)

    def now(self, what: str) -> str:
        """How it would fail now; "" where it would not."""
        fault = self._on.get(what)
        return fault.how if fault and not fault.after else ""

    def take(self, what: str) -> str:
        """How it fails this time, which is then one time less."""
        fault = self._on.get(what)
        if fault is None:
            return ""
        if fault.after:
            self._on[what] = replace(fault, after=fault.after - 1)
            return ""
        if fault.times == 1:
            del self._on[what]
        elif fault.times is not None:
            self._on[what] = replace(fault, times=fault.times - 1)
        return fault.how

    def gone_s(self) -> float:
        """For how long the phone is off the bus from now on; 0 where it is not."""
        fault = self._on.get("bus")
        if not self.now("bus") or fault is None:
            self.take("bus")  # one command nearer to it
            return 0
        del self._on["bus"]
        return fault.times or GONE_S

    def state(self) -> dict[str, dict[str, Any]]:
        """Plain JSON, which `load` takes."""
        return {
            what: {name: value for name, value in asdict(fault).items() if name != "after" or value}
            for what, fault in self._on.items()
        }

    def load(self, patch: Mapping[str, Any]) -> None:
        """Put on, or take off, each fault of a patch. Raises: as `set`."""
        for what, fault in patch.items():
            match fault:
                case {"how": str(how), **rest} if set(rest) <= {"times", "after"}:
                    times, after = rest.get("times"), rest.get("after", 0)
                    if not isinstance(times, int | None) or not isinstance(after, int):
                        raise ValueError(f"no fault {fault!r}: times and after are numbers")
                    self.set(what, how, times, after)
                case _:
                    raise ValueError(f'no fault {fault!r}: expected {{"how": "idle", "times": 1}}')
