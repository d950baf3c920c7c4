"""Test whether a model answers and reads pictures, by one call with a number in a picture."""

from __future__ import annotations

import time
from contextlib import suppress
from dataclasses import dataclass

import cv2
import numpy as np
from pydantic import BaseModel

from appagent.errors import ReplyInvalid
from appagent.exchange import Picture, Usage
from appagent.ports import Model
from appagent.prompts import fill
from appagent.screen.overlay import encode
from appagent.screen.values import Image

DIGITS = "4071"


class Reading(BaseModel):
    """What the model reads in the picture."""

    digits: str


@dataclass(frozen=True, slots=True)
class Sight:
    """The result of the call."""

    read: str
    usage: Usage
    seconds: float

    @property
    def sees(self) -> bool:
        return DIGITS in self.read


def check_sight(model: Model) -> Sight:
    """What `model` reads in a picture of `DIGITS`. Raises: `ModelError`, `ReplyInvalid`."""
    start = time.monotonic()
    image = digits_picture()
    height, width = image.shape[:2]
    reply = model.ask(fill("read"), [Picture(encode(image), width, height)], Reading)
    return Sight(reply.value.digits, reply.usage, time.monotonic() - start)


def check_reply(model: Model) -> None:
    """Check that the model answers. Raises: `ModelError`, `ModelNotConfigured`."""
    with suppress(ReplyInvalid):  # of a picture that is not there
        model.ask(fill("read"), [], Reading)


def digits_picture() -> Image:
    """A picture of `DIGITS`, dark on white."""
    image = np.full((200, 480, 3), 255, np.uint8)
    cv2.putText(image, DIGITS, (60, 140), cv2.FONT_HERSHEY_SIMPLEX, 4, (20, 20, 20), 8)
    return image
