from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from appagent.model.chat import ChatModel

from .endpoint import Endpoint, serving

KEY = "sk-live-0123456789abcdef"


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    with serving() as endpoint:
        yield endpoint


@pytest.fixture
def model(endpoint: Endpoint) -> Callable[..., ChatModel]:
    """A `ChatModel` of that endpoint; what it learns about it is forgotten with its port."""

    def build(name: str = "seer-4", **options: Any) -> ChatModel:
        return ChatModel(name, **({"base_url": endpoint.url, "api_key": KEY} | options))

    return build
