"""No model at all: a flow is played without one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from pydantic import BaseModel

from appagent.errors import ModelNotConfigured
from appagent.exchange import Picture, Prompt, Usage


class NoModel:
    """The port `Model` where nothing may be asked."""

    name, host = "no model", ""
    spent = Usage()

    def ask(
        self,
        prompt: Prompt,  # noqa: ARG002
        pictures: Sequence[Picture],  # noqa: ARG002
        reply: type[BaseModel],  # noqa: ARG002
        problems: Sequence[tuple[str, str]] = (),  # noqa: ARG002
    ) -> NoReturn:
        """Raises: `ModelNotConfigured`."""
        raise ModelNotConfigured("there is no model to ask here")
