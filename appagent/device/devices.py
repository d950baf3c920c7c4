"""The phones that are attached, and how to attach and select one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from appagent.device.adb import AdbDevice
from appagent.device.errors import REMEDIES, remedy, translate_errors
from appagent.device.pocket import PORT, running
from appagent.device.server import AdbServer
from appagent.errors import DeviceError, DeviceNotFound, UsageError
from appagent.suggest import did_you_mean, near

_ELSEWHERE = re.compile(r"(?P<serial>[^@\s]+)@(?P<host>[^@\s]+):(?P<port>\d{1,5})")
_SHOWN = 10  # phones that an error names; `appagent devices` lists all
_MOST_NAMES = 4
"""Of one phone: its cable, its name in the network, and its address in each kind of network. Where
more are listed they are not one phone, and none is asked who it is."""


@dataclass(frozen=True, slots=True)
class AttachedPhone:
    serial: str
    state: str  # "device" when it can be used; else "offline", "unauthorized", ...
    model: str  # "Pixel_8"; "" where the phone has not said

    @property
    def usable(self) -> bool:
        return self.state == "device"

    @property
    def problem(self) -> str:
        """What is wrong with it and what to do, in a sentence; "" for a phone that can be used."""
        if self.usable:
            return ""
        return f"{self.serial} is {self.state}: {remedy(self.state, self.serial) or 'restart it'}"


def list_phones(server: AdbServer) -> list[AttachedPhone]:
    """All phones that the server knows, usable or not, in its order. Starts the server."""
    server.start()
    with translate_errors("adb devices -l", 10.0):
        return [AttachedPhone(*phone) for phone in server.phones()]


def select_phone(
    serial: str | None = None, server: AdbServer | None = None, *, pocket_port: int = PORT
) -> AdbDevice:
    """The phone of that serial, else the only one that is attached; `SERIAL@HOST:PORT` is one of
    the adb server at that address.

    Raises: `DeviceNotFound` where there is none, more than one, or it cannot be used; it mentions a
    pocket phone that runs on `pocket_port`.
    """
    server = server or AdbServer.from_environment()
    if serial and (elsewhere := _ELSEWHERE.fullmatch(serial)):
        serial = elsewhere["serial"]
        # Private: where it is down, it was taken away, and none is started in its place.
        server = AdbServer(int(elsewhere["port"]), elsewhere["host"], private=True)
        if not server.up:
            raise DeviceNotFound(f"no adb server answers at {server.host}:{server.port}")
    phones = list_phones(server)
    if serial is None:
        usable = [phone for phone in phones if phone.usable]
        if 1 < len(usable) <= _MOST_NAMES:
            usable = _without_duplicates(usable, server)
        if len(usable) > 1:
            serials = ", ".join(f"{phone.serial} ({phone.model})" for phone in usable[:_SHOWN])
            if len(usable) > _SHOWN:
                serials += f" and {len(usable) - _SHOWN:,} more"
            raise DeviceNotFound(
                f"{len(usable):,} phones are attached, {serials}: name one, "
                f"`--device {usable[0].serial}`"
            )
        if not phones:
            raise DeviceNotFound(no_phone(pocket_port))
        phone = usable[0] if usable else phones[0]
    else:
        found = next((phone for phone in phones if phone.serial == serial), None)
        if found is None and ":" in serial:
            connect(serial, server)
            found = next((phone for phone in list_phones(server) if phone.serial == serial), None)
        if found is None:
            raise _no_such_phone(serial, [phone.serial for phone in phones])
        phone = found
    if not phone.usable:
        raise DeviceNotFound(phone.problem)
    return AdbDevice(server, phone.serial)


def _no_such_phone(serial: str, attached: Sequence[str]) -> DeviceNotFound:
    """The error for a serial that no phone has, with those that may be meant."""
    if meant := did_you_mean(near(serial, [*attached, "pocket"])):
        return DeviceNotFound(f"no phone {serial} is attached{meant}")
    names = ", ".join(attached[:_SHOWN]) or "none"
    if len(attached) > _SHOWN:
        names += f" and {len(attached) - _SHOWN:,} more"
    return DeviceNotFound(
        f"no phone {serial} is attached (attached: {names}); `--device pocket` is the simulated one"
    )


def _without_duplicates(phones: list[AttachedPhone], server: AdbServer) -> list[AttachedPhone]:
    """Each phone once, by its cable where it has one.

    A paired phone is listed by a name, `adb-39071FDJG0037M-mFgVOc._adb-tls-connect._tcp`, and once
    more by its address."""
    once: dict[str, AttachedPhone] = {}
    for phone in sorted(phones, key=lambda phone: bool(_WIRELESS.search(phone.serial))):
        once.setdefault(serial_number(AdbDevice(server, phone.serial)) or phone.serial, phone)
    return [phone for phone in phones if phone in once.values()]


_WIRELESS = re.compile(r":\d+$|\._adb-tls-connect\._tcp")


def serial_number(phone: AdbDevice) -> str:
    """The serial number that the phone reports; "" for an emulator: all have the same one."""
    if re.match(r"emulator-|127\.0\.0\.1:|localhost:", phone.serial):
        return ""
    try:
        said = phone.check("getprop ro.serialno", timeout_s=10.0).strip()
    except DeviceError:
        return ""
    return "" if said.startswith("EMULATOR") else said


def connect(address: str, server: AdbServer) -> str:
    """Attach the phone at `HOST:PORT`; its serial.

    Raises: `DeviceNotFound` with what to do. Such an address does not stay in the list of phones,
    unless its phone only waits to be allowed on its screen.
    """
    said = server.connect(address)
    # connected to 10.0.0.5:5555, already connected to 10.0.0.5:5555
    if connected := re.search(r"connected to (\S+)", said):
        return connected[1]
    # failed to authenticate to 10.0.0.5:5555
    if "authenticate" not in said:
        server.disconnect(address)  # else it stays in the list of phones, as offline
    way = next((way for words, way in _CONNECT_REMEDIES.items() if words in said), "")
    raise DeviceNotFound(f"no phone answers at {address}: {said}{way and f'; {way}'}")


# What adb says where there is no phone, and what a person can do about it. The last: nobody
# answered for 10 s, or a phone that has to be paired first.
_CONNECT_REMEDIES = {
    "authenticate": REMEDIES["unauthorized"],
    "resolve": "write the address as the phone's page `Wireless debugging` shows it",
    "port number": "write the address as the phone's page `Wireless debugging` shows it",
    "refused": "is wireless debugging on, and is that its port? it changes each time",
    "failed to connect": "is it on this network, and was it paired, "
    "`appagent devices --pair HOST:PORT`?",
}


def pair(address: str, code: str, server: AdbServer) -> None:
    """Pair this machine with the phone that shows `code` beside `address`.

    Raises: `UsageError` for what is no code, `DeviceNotFound` where they were not paired.
    """
    if not re.fullmatch(r"[^\s:]+", code):  # adb parts them by a colon
        raise UsageError("the pairing code has six digits: type the one that the phone shows")
    said = server.pair(address, code)
    if not said.startswith("Successfully paired"):
        raise DeviceNotFound(
            f"not paired with {address}: {said or 'nobody answered there'}; leave `Pair device "
            "with pairing code` open on the phone: its port and code change every time"
        )


def no_phone(pocket_port: int) -> str:
    """What to do where no phone is attached; a pocket phone may run on that port."""
    runs = f"take the pocket phone that runs on port {pocket_port}, `--device pocket`"
    simulated = runs if running(pocket_port) else "try the simulated one, `--device pocket`"
    return (
        "no phone is attached: plug one in with USB debugging on, attach one over Wi-Fi, "
        f"`appagent devices --connect HOST:PORT`, start an emulator, or {simulated}"
    )
