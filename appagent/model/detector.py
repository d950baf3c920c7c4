"""A service that finds elements in pictures: OmniParser's, or any that answers in its form.

POST /parse/  {"base64_image": "..."}
200           {"parsed_content_list": [{"type": "icon", "bbox": [0.1, 0.2, 0.3, 0.25],
               "interactivity": true, "content": "a magnifying glass"}, ...], "latency": 0.5}
"""

from __future__ import annotations

import base64
import re
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from appagent.config import public_address
from appagent.errors import AppAgentError, DetectorFailed
from appagent.geometry import Rect, Size
from appagent.screen.overlay import encode
from appagent.screen.shapes import Found, name_boxes
from appagent.screen.values import Image

if TYPE_CHECKING:
    import httpx2

_PATH = "/parse/"  # of OmniParser's own server
_MARKUP = re.compile(r"<(style|script|title)\b.*?</\1>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_PAGE = 4000  # characters of an error page that are looked through
_QUALITY = 90  # JPEG: small letters stay whole


class _Item(BaseModel):
    model_config = ConfigDict(allow_inf_nan=False)  # Python's own JSON may hold a NaN

    bbox: tuple[float, float, float, float]  # left, top, right, bottom; shares of the picture
    interactivity: bool = True
    content: str | None = None


class _Answer(BaseModel):
    parsed_content_list: list[_Item] = Field(max_length=2000)


class Detector:
    """A client of the service at an address: called with a picture, it gives what was found."""

    def __init__(
        self, url: str, *, timeout_s: float, transport: httpx2.BaseTransport | None = None
    ) -> None:
        address = urlsplit(url)
        self.host = address.hostname or url
        self._url = url if address.path.strip("/") else url.rstrip("/") + _PATH
        self._shown = public_address(self._url)
        self._timeout_s, self._transport = timeout_s, transport

    def __call__(self, image: Image) -> list[Found]:
        """The boxes of the elements, in px of the picture; the text on an element is its name.

        Raises: `DetectorFailed` where the service is down, slow, or answers in another form.
        """
        height, width = image.shape[:2]
        items = self._query(base64.b64encode(encode(image, _QUALITY)).decode("ascii"))
        found = [(item.interactivity, _as_box(item, Size(width, height))) for item in items]
        whole = [(touchable, box) for touchable, box in found if not box.bounds.empty]
        elements = [box for touchable, box in whole if touchable]
        return name_boxes(elements, [box for touchable, box in whole if not touchable])

    def _query(self, picture: str) -> list[_Item]:
        import httpx2

        try:
            answer = self._client.post(self._url, json={"base64_image": picture})
            answer.raise_for_status()
            return _Answer.model_validate_json(answer.content).parsed_content_list
        except httpx2.TimeoutException as err:
            raise self._failure(f"gave no answer within {self._timeout_s:g} s") from err
        except httpx2.HTTPStatusError as err:
            page = err.response.text[:_PAGE]
            said = " ".join(_MARKUP.sub(" ", page).split())[:200]
            raise self._failure(f"answered {err.response.status_code}: {said}") from err
        except httpx2.HTTPError as err:
            raise self._failure(f"cannot be reached: {err}") from err
        except AppAgentError as err:  # an answer without end, or one that sends us elsewhere
            raise DetectorFailed(f"the detector: {err}") from err
        except ValidationError as err:
            first = err.errors()[0]
            where = ".".join(str(part) for part in first["loc"]) or "the answer"
            raise self._failure(
                f"answers in another form than OmniParser's: {where}: {first['msg']}"
            ) from err

    def _failure(self, why: str) -> DetectorFailed:
        return DetectorFailed(f"the detector at {self._shown} {why}")

    @cached_property
    def _client(self) -> httpx2.Client:
        from appagent.model.bounded import BoundedClient

        return BoundedClient(self._timeout_s, self._transport)


def _as_box(item: _Item, size: Size) -> Found:
    left, top, right, bottom = (min(max(share, 0.0), 1.0) for share in item.bbox)
    box = Rect(
        round(left * size.width),
        round(top * size.height),
        round(right * size.width),
        round(bottom * size.height),
    )
    return Found(box, " ".join((item.content or "").split()))
