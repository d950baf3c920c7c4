"""A rule-based baseline behind the same client as every model: no network, no pictures, no memory.

    ChatModel(NAME, api_key=NAME, base_url=BASE_URL, transport=OfflineTransport())

It reads nothing but the request that it is sent, and answers the same request the same way. What
it can do and what not stands in `choose.py`: it knows the words of user interfaces, not of apps.
"""

from appagent.model.offline.transport import NAME, OfflineTransport

BASE_URL = "http://offline.invalid/v1"  # never resolved: the transport answers in this process

__all__ = ["BASE_URL", "NAME", "OfflineTransport"]
