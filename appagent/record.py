"""What all values are that are written to files, one by one."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict, field_validator

from appagent.texts import map_texts


class Record(BaseModel):
    """A value that is written to a trail, or beside a flow."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @field_validator("*", mode="before")
    @classmethod
    def _writable(cls, value: Any) -> Any:
        """Half a surrogate pair, as a model's reply may hold, has no UTF-8: it is spelled out."""
        return map_texts(value, lambda text: text.encode(errors="backslashreplace").decode())
