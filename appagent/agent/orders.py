"""What is done to the phone and its apps without a finger: an app is started, a link is opened."""

from __future__ import annotations

from collections.abc import Mapping

from appagent.actions.verbs import (
    EVERY,
    ClearApp,
    OpenLink,
    Permit,
    Scalar,
    StartApp,
    StopApp,
)
from appagent.agent.session import Session
from appagent.errors import NotInFront

Order = StartApp | StopApp | ClearApp | Permit | OpenLink


def open_app(
    session: Session,
    package: str,
    *,
    fresh: bool = False,
    extras: Mapping[str, Scalar] | None = None,
) -> None:
    """Bring an app to the front. The next observation shows what is there.

    Raises: `AppNotFound` if the app has nothing to launch.
    """
    if fresh:
        session.mapper.opened(package)
    try:
        session.device.launch(package, fresh=fresh, extras=extras)
    except NotInFront as err:
        session.progress.say(f"{err}.")


def obey(session: Session, order: Order) -> None:
    """Do what is ordered. Raises: `AppNotFound`, `DeviceError`."""
    device = session.device
    match order:
        case StartApp(app=app):
            if not order.stay:
                device.stop(app)
            open_app(session, app, extras=order.extras)
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
