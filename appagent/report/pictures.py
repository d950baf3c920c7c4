"""The pictures of a run, as a page holds them: each once, and none larger than it has to be."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path

from PIL import Image

from appagent.files import read_file

MOST_BYTES = 100_000  # of a picture, as it was taken; a larger one is made smaller
WIDTH_PX, QUALITY = 540, 72  # of one that is made smaller


@dataclass(frozen=True)
class Shot:
    """A picture that the page holds once, wherever it is shown."""

    id: str
    jpeg: bytes
    width: int
    height: int

    @property
    def base64(self) -> str:
        return base64.b64encode(self.jpeg).decode()


class Pictures:
    """The pictures of a run's folder, each once."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._by_digest: dict[str, Shot] = {}

    def __iter__(self) -> Iterator[Shot]:
        return iter(self._by_digest.values())

    def of(self, file: str | None) -> Shot | None:
        """The picture of a file; None where there is none that can be read."""
        if not file:
            return None
        try:
            jpeg = read_file(self._folder / Path(file).name)
        except OSError:
            return None
        digest = sha256(jpeg).hexdigest()[:12]
        if digest not in self._by_digest and (found := _picture(jpeg)):
            self._by_digest[digest] = Shot(f"p-{digest}", *found)
        return self._by_digest.get(digest)


def _picture(jpeg: bytes) -> tuple[bytes, int, int] | None:
    """A picture as the page holds it, with its width and height; None for a damaged one."""
    try:
        image = Image.open(BytesIO(jpeg))
        if len(jpeg) <= MOST_BYTES:
            return jpeg, *image.size
        size = WIDTH_PX, round(image.height * WIDTH_PX / image.width)
        image.draft("RGB", size)
        small = BytesIO()
        image.resize(size, Image.Resampling.BILINEAR).save(small, "jpeg", quality=QUALITY)
    except (OSError, ValueError, Image.DecompressionBombError):
        return None
    return small.getvalue(), *size
