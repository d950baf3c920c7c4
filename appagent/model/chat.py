"""An OpenAI-compatible vision model, over the part of Chat Completions that all endpoints share."""

from __future__ import annotations

import base64
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from appagent.actions.replies import FreeForm
from appagent.config import host_of, is_local, public_address
from appagent.errors import ModelRefused, ReplyInvalid
from appagent.exchange import Picture, Prompt, Reply, Usage
from appagent.model import reply as replies
from appagent.model.dialect import CAPS, LADDER, Dialect, adapt, recall
from appagent.model.failures import RequestRejected, list_models, unknown_model
from appagent.model.schema import outline, wire_schema
from appagent.ports import Waiting

if TYPE_CHECKING:
    import httpx2

    from appagent.model.endpoint import Completion, Endpoint

T = TypeVar("T", bound=BaseModel)

OPENAI = "https://api.openai.com/v1"


class ChatModel:
    """A `Model` behind an endpoint. It does not read the environment.

    The fields that the endpoint rejects are remembered in the file `dialects`, where one is given.
    Each call is made inside the context that `waiting` gives.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str = OPENAI,
        api_key: str = "",
        timeout_s: float = 90,
        max_retries: int = 2,
        temperature: float | None = None,
        max_tokens: int | None = 4096,
        dialects: Path | None = None,
        waiting: Waiting = nullcontext,
        transport: httpx2.BaseTransport | None = None,
    ) -> None:
        self.name = name
        self.host = "" if transport or is_local(base_url) else host_of(base_url)
        self.spent = Usage()
        self._connection: dict[str, Any] = {
            "base_url": base_url,
            "key": api_key,
            "timeout_s": timeout_s,
            "max_retries": max_retries,
            "waiting": waiting,
            "transport": transport,
        }
        self._temperature, self._max_tokens = temperature, max_tokens
        # Ollama and llama-cpp-python pass over `max_completion_tokens` without a word; OpenAI's
        # own reasoning models refuse `max_tokens`, and say so.
        cap = CAPS[0] if host_of(base_url).endswith("openai.com") else CAPS[1]
        self._dialects, self._dialect_name = dialects, f"{public_address(base_url)} {name}"
        remembered = recall(dialects) if dialects else {}
        self.dialect = remembered.get(self._dialect_name) or Dialect(cap=cap)

    def models(self) -> list[str]:
        """The names of the models that the endpoint offers, sorted."""
        return list_models(self._endpoint)

    @property
    def reply_form(self) -> str:
        """The entry of `LADDER` that holds this model's replies to their form."""
        return LADDER[self.dialect.rung]

    def ask(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[T],
        problems: Sequence[tuple[str, str]] = (),
    ) -> Reply[T]:
        """One call; see `ports.Model`. What the endpoint rejects is left out from then on."""
        if not self.name:
            raise unknown_model("", self._endpoint)
        clock = time.monotonic()
        completion = self._complete(prompt, pictures, reply, problems)
        raw, usage = completion.text, replace(completion.usage, seconds=time.monotonic() - clock)
        self.spent += usage  # a useless reply is paid for all the same
        if completion.refusal or completion.finish == "content_filter":
            why = completion.refusal or "its content filter stopped the reply"
            raise ModelRefused(f"{self.name} refused: {why[:300]}")
        cut = completion.finish == "length"
        if not raw:
            why = ": thinking took all its tokens, think less" if cut else ""
            raise ReplyInvalid(f"the reply was empty{why}", raw)
        return Reply(replies.parse(raw, reply, cut=cut), raw, usage)

    @cached_property
    def _endpoint(self) -> Endpoint:
        from appagent.model.endpoint import Endpoint  # imports the client, which takes a second

        return Endpoint(**self._connection)

    def _complete(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        reply: type[BaseModel],
        problems: Sequence[tuple[str, str]],
    ) -> Completion:
        schema = None if issubclass(reply, FreeForm) else wire_schema(reply)
        while True:  # ends: each turn takes one field, or one rung, from what is left to take
            options = self._options(reply.__name__, schema)
            messages = self._messages(prompt, pictures, problems, schema)
            body = {"model": self.name, "messages": messages, **options}
            try:
                return self._endpoint.complete(body)
            except RequestRejected as err:
                adapt(self.name, self.dialect, options, bool(pictures), err)
                if self._dialects:
                    self.dialect.remember(self._dialects, self._dialect_name)

    def _options(self, name: str, schema: Mapping[str, Any] | None) -> dict[str, Any]:
        """The fields beside model and messages."""
        form: dict[str, Any] | None = None
        match LADDER[self.dialect.rung]:
            case _ if schema is None:
                pass
            case "json_schema":
                named = {"name": name.lower(), "strict": True, "schema": schema}
                form = {"type": "json_schema", "json_schema": named}
            case "json_object":
                form = {"type": "json_object"}
        options = {
            self.dialect.cap: self._max_tokens,
            "temperature": self._temperature,
            "response_format": form,
        }
        return {
            key: value for key, value in options.items() if value is not None and self._sends(key)
        }

    def _sends(self, name: str) -> bool:
        return name not in self.dialect.refused

    def _messages(
        self,
        prompt: Prompt,
        pictures: Sequence[Picture],
        problems: Sequence[tuple[str, str]],
        schema: Mapping[str, Any] | None,
    ) -> list[dict[str, Any]]:
        """The messages: what stays the same first, the pictures last, as caches match prefixes."""
        system = prompt.system
        if self.dialect.rung > 0 and schema:  # nothing enforces the schema, so the model reads it
            system += f"\n\nReply with one JSON object of this form:\n{outline(schema)}"
        parts: list[dict[str, Any]] = [{"type": "text", "text": prompt.text}]
        for picture in pictures:
            if picture.caption:
                parts.append({"type": "text", "text": picture.caption})
            parts.append({"type": "image_url", "image_url": self._image(picture)})
        messages: list[dict[str, Any]] = [
            {"role": "system", "content": system},
            {"role": "user", "content": parts},
        ]
        for raw, problem in problems:
            # Some endpoints refuse an empty turn.
            messages.append({"role": "assistant", "content": raw.strip() or "(nothing)"})
            messages.append({"role": "user", "content": f"{problem.rstrip('.')}. Reply again."})
        return messages

    def _image(self, picture: Picture) -> dict[str, str]:
        image = {"url": "data:image/jpeg;base64," + base64.b64encode(picture.jpeg).decode("ascii")}
        return image | ({"detail": "high"} if self._sends("detail") else {})
