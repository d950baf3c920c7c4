"""OmniParser's service, played on loopback."""

from __future__ import annotations

from math import nan
from typing import Any

import pytest

from appagent.errors import DetectorFailed
from appagent.geometry import Rect, Size
from appagent.model.detector import Detector
from appagent.screen.shapes import Found
from tests.screen.trees import blank

from .endpoint import Answer, Endpoint

SHOT = blank(Size(1000, 2000))


def thing(*bbox: float, **more: Any) -> dict[str, Any]:
    """As `parsed_content_list` of OmniParser v2 holds it."""
    icon = {"type": "icon", "interactivity": True, "content": None, "source": "box_yolo_content"}
    return {"bbox": list(bbox), **icon, **more}


def answer(*things: dict[str, Any]) -> Answer:
    return Answer({"som_image_base64": "", "parsed_content_list": things, "latency": 0.5})


def seen(endpoint: Endpoint, timeout_s: float = 5) -> list[Found]:
    return Detector(endpoint.url.removesuffix("/v1"), timeout_s=timeout_s)(SHOT)


def test_boxes_come_in_px_with_what_is_written_on_them(endpoint: Endpoint) -> None:
    said = {"type": "text", "interactivity": False, "source": "box_ocr_content_ocr"}
    endpoint.play(
        answer(
            thing(0.1, 0.2, 0.5, 0.25),
            thing(0.2, 0.21, 0.4, 0.24, content="Play  now", **said),
            thing(0.6, 0.5, 0.7, 0.52, content="Level 3", **said),
            thing(0.9, 0.9, 1.2, 1.01, content=" a magnifying glass "),
            thing(0.3, 0.3, 0.3, 0.4),
        )
    )
    assert seen(endpoint) == [
        Found(Rect(100, 400, 500, 500), "Play now"),
        Found(Rect(600, 1000, 700, 1040), "Level 3"),
        Found(Rect(900, 1800, 1000, 2000), "a magnifying glass"),
    ]
    (request,) = endpoint.requests
    assert list(request) == ["base64_image"]
    assert request["base64_image"].startswith("/9j/"), "a JPEG"


def test_a_path_of_its_own_is_kept() -> None:
    at = Detector("http://10.0.0.2:8000/omni/parse", timeout_s=1)
    assert (at.host, at._url) == ("10.0.0.2", "http://10.0.0.2:8000/omni/parse")


@pytest.mark.parametrize(
    ("played", "told"),
    [
        (Answer("no GPU", 500), "answered 500: no GPU"),
        (Answer({"detail": "Not Found"}, 404), 'answered 404: {"detail": "Not Found"}'),
        (
            Answer("<!DOCTYPE HTML><title>Error</title><h1>Not\nhere</h1>", 404),
            "/parse/ answered 404: Not here",
        ),
        (Answer("<html>"), "answers in another form than OmniParser's: the answer: Invalid JSON"),
        (Answer({"parsed_content_list": ["x"]}), "parsed_content_list.0: Input should be"),
        (answer(thing(0.1, 0.2)), "parsed_content_list.0.bbox"),
        (answer(thing(0.1, 0.2, 0.3, nan)), "parsed_content_list.0.bbox.3"),
        (Answer({}, drip_s=0.02), "gave no answer within 0.2 s"),
    ],
)
def test_what_is_wrong_with_a_service_is_told(
    endpoint: Endpoint, played: Answer, told: str
) -> None:
    endpoint.play(played)
    with pytest.raises(DetectorFailed) as failed:
        seen(endpoint, timeout_s=0.2 if played.drip_s else 5)
    assert told in str(failed.value)
    assert "/parse/" in str(failed.value)


def test_a_service_that_is_not_there_is_told() -> None:
    with pytest.raises(DetectorFailed, match=r"http://127\.0\.0\.1:9/parse/ cannot be reached"):
        Detector("http://127.0.0.1:9", timeout_s=1)(SHOT)


def test_a_password_in_the_address_is_sent_and_not_told(endpoint: Endpoint) -> None:
    endpoint.play(Answer("no GPU", 500))
    server = endpoint.url.removeprefix("http://").removesuffix("/v1")
    with pytest.raises(DetectorFailed) as failed:
        Detector(f"http://ada:s3cret@{server}", timeout_s=5)(SHOT)
    assert str(failed.value) == f"the detector at http://{server}/parse/ answered 500: no GPU"
    assert endpoint.headers[0]["authorization"] == "Basic YWRhOnMzY3JldA=="
