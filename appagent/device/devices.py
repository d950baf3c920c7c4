"""Which phones are attached, and the one that is meant."""

from __future__ import annotations

from dataclasses import dataclass

from appagent.device.adb import AdbDevice
from appagent.device.pocket import PORT, running
from appagent.device.server import AdbServer, mend, translated
from appagent.device.transport import Transport
from appagent.errors import DeviceNotFound


@dataclass(frozen=True, slots=True)
class Attached:
    serial: str
    state: str  # "device" when it can be used; else "offline", "unauthorized", ...
    model: str  # "Pixel_8"; "" where the phone has not said

    @property
    def usable(self) -> bool:
        return self.state == "device"

    @property
    def problem(self) -> str:
        """A sentence with what to do about it; "" for a phone that can be used."""
        if self.usable:
            return ""
        return f"{self.serial} is {self.state}: {mend(self.state) or 'restart it'}"


def attached(server: AdbServer) -> list[Attached]:
    """All phones that the server knows, in its order, usable or not; starts the server."""
    server.start()
    with translated("adb devices -l", 10.0):
        return [_attached(info.serial, info.state, info.tags) for info in server.client.list(True)]


def _attached(serial: str, state: str, tags: dict[str, str]) -> Attached:
    # `0123 no permissions (missing udev rules? ...); see [http://...]`
    words = "no permissions" if state == "no" else state
    return Attached(serial, words, tags.get("model", ""))


def choose(
    serial: str | None = None, server: AdbServer | None = None, *, pocket_port: int = PORT
) -> AdbDevice:
    """The phone of that serial, else the only one that is attached.

    Raises: `DeviceNotFound` where there is none, more than one, or it cannot be used; where there
    is none, with word of a pocket phone that runs on `pocket_port`.
    """
    server = server or AdbServer.configured()
    phones = attached(server)
    if serial is None:
        usable = [phone for phone in phones if phone.usable]
        if len(usable) > 1:
            serials = ", ".join(f"{phone.serial} ({phone.model})" for phone in usable)
            raise DeviceNotFound(
                f"{len(usable)} phones are attached, {serials}: name one, "
                f"`--device {usable[0].serial}`"
            )
        if not phones:
            raise DeviceNotFound(no_phone(pocket_port))
        phone = usable[0] if usable else phones[0]
    else:
        found = next((phone for phone in phones if phone.serial == serial), None)
        if found is None and ":" in serial:
            said = server.connect(serial)
            if "connected to" not in said:
                server.disconnect(serial)  # else it stays in the list of phones, as offline
                raise DeviceNotFound(f"no phone answers at {serial}: {said}")
            found = next((phone for phone in attached(server) if phone.serial == serial), None)
        if found is None:
            names = ", ".join(phone.serial for phone in phones) or "none"
            raise DeviceNotFound(
                f"no phone {serial} is attached (attached: {names}); "
                "`--device pocket` is the simulated one"
            )
        phone = found
    if not phone.usable:
        raise DeviceNotFound(phone.problem)
    return AdbDevice(Transport(server, phone.serial))


def no_phone(pocket_port: int) -> str:
    """What to do where none is attached; a pocket phone may run on that port."""
    runs = f"take the pocket phone that runs on port {pocket_port}, `--device pocket`"
    simulated = runs if running(pocket_port) else "try the simulated one, `--device pocket`"
    return (
        "no phone is attached: plug one in with USB debugging on, start an emulator, or "
        f"{simulated}"
    )
