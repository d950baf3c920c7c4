"""A rule-based baseline behind the same client as every model: no network, no pictures, no memory.

    ChatModel(NAME, api_key=NAME, base_url=BASE_URL, transport=OfflineTransport())

It reads nothing but the request that it is sent, and answers the same request the same way. What
it can do and what not stands in `choose.py`: it knows the words of user interfaces, not of apps.

Its rules were made while looking at six apps of the pocket phone: Clock, Settings, Maps, Contacts,
Photos and Chat. The others (Social, Shop, Video, Music, Reviews, Mail) were held out: nobody looked
at what it does there, their figures were read as one total. Report the two groups apart.
"""

from appagent.config import Config
from appagent.errors import UsageError
from appagent.model.chat import ChatModel
from appagent.model.offline.transport import NAME, OfflineTransport
from appagent.ports import Waiting

BASE_URL = "http://offline.invalid/v1"  # never resolved: the transport answers in this process


def backend(config: Config, rest: str, waiting: Waiting) -> ChatModel:
    del rest, waiting
    if config.coords:
        raise UsageError("offline reads no pictures, it cannot point: leave out --coords")
    return ChatModel(NAME, api_key=NAME, transport=OfflineTransport())


__all__ = ["BASE_URL", "NAME", "OfflineTransport"]
