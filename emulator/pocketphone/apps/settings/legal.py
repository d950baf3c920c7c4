"""What the law wants to be said: web pages, as Android shows them."""

from __future__ import annotations

from functools import partial

from pocketphone.apps import site
from pocketphone.apps.forms import Page

_PAGES = {
    "terms": site.Leaf("Terms of use", (
        "This phone is simulated: nothing that is done on it reaches anyone.",
        "It comes as it is, without any warranty.")),
    "licences": site.Leaf("Open-source licences", (
        "The letters are Roboto and Noto, the icons are Material Design Icons.",)),
}  # fmt: skip
PAGES: dict[str, Page] = {
    "legal": partial(
        site.booklet,
        title="Legal information",
        host="legal.example.com",
        pages=_PAGES,
        cookies=False,
        translated=True,
    )
}
