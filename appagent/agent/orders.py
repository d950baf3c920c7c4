"""What is done to the phone and its apps without a finger: an app is started, a link is opened."""

from __future__ import annotations

from appagent.actions.verbs import ClearApp, OpenLink, Permit, StartApp, StopApp
from appagent.ports import Device

Order = StartApp | StopApp | ClearApp | Permit | OpenLink
EVERY = "all"
"""Stands for all permissions that an app asks for."""


def obey(device: Device, order: Order) -> None:
    """Do what is ordered. Raises: `AppNotFound`, `DeviceError`."""
    match order:
        case StartApp(app=app):
            if not order.stay:
                device.stop(app)
            device.launch(app, extras=order.extras)
        case ClearApp(app=app):
            device.clear(app)
        case StopApp(app=app, back=True):
            device.kill(app)
        case StopApp(app=app):
            device.stop(app)
        case Permit(app=app, permissions=names):
            for name in device.requested(app) if names == EVERY else names.split():
                device.permit(app, name, granted=order.granted)
        case OpenLink(link=link):
            device.open_link(link)
