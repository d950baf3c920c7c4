"""What can be made to go wrong on the phone, for those who must show that they cope."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

KINDS: Mapping[str, tuple[str, ...]] = {
    "dump": ("idle", "null", "stale"),
    "screenshot": ("black", "garbage"),
}


class Faults:
    """The faults that are on: what each befalls, how, and how often yet."""

    def __init__(self) -> None:
        self._on: dict[str, tuple[str, int | None]] = {}

    def set(self, what: str, how: str, times: int | None = None) -> None:
        """Put a fault on, for so many times or (None) until it is taken off: `how` "off".

        Raises: `ValueError` where the phone knows no such fault.
        """
        if what not in KINDS or how not in ("off", *KINDS[what]):
            known = "; ".join(f"{each} {'|'.join(KINDS[each])}|off" for each in KINDS)
            raise ValueError(f"no fault {what!r} {how!r}: expected {known}")
        if times is not None and times < 1:
            raise ValueError(f"a fault comes once or more, not {times} times")
        self._on.pop(what, None)
        if how != "off":
            self._on[what] = how, times

    def now(self, what: str) -> str:
        """How it fails now; "" where it does not."""
        return self._on.get(what, ("", None))[0]

    def take(self, what: str) -> str:
        """How it fails this time, which is then one time less."""
        how, times = self._on.get(what, ("", None))
        if times is not None:
            self.set(what, *((how, times - 1) if times > 1 else ("off",)))
        return how

    def state(self) -> dict[str, dict[str, Any]]:
        """Plain JSON, which `load` takes."""
        return {what: {"how": how, "times": times} for what, (how, times) in self._on.items()}

    def load(self, patch: Mapping[str, Any]) -> None:
        """Put on, or take off, each fault of a patch. Raises: as `set`."""
        for what, fault in patch.items():
            match fault:
                case {"how": str(how), "times": int(times)}:
                    self.set(what, how, times)
                case {"how": str(how)} if fault.get("times") is None:
                    self.set(what, how)
                case _:
                    raise ValueError(f'no fault {fault!r}: expected {{"how": "idle", "times": 1}}')
