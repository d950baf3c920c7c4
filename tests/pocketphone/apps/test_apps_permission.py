"""Android's permission prompt, asked by an app made for it."""

from __future__ import annotations

import re
from typing import ClassVar
from xml.etree import ElementTree

import pytest

from pocketphone.apps import permission
from pocketphone.apps.launcher import Launcher
from pocketphone.phone import Phone
from pocketphone.ui import App, Button, Column, Context, Intent, Text, Widget

BACK = 4


def _asking(ctx: Context) -> Widget:
    buttons = [
        Button(label=name, on_tap=lambda name=name: permission.ask(ctx, name, "used", what=name))
        for name in ("photos", "contacts")
    ]
    return Column(children=buttons)


def _used(ctx: Context) -> Widget:
    return Text(value=f"{ctx.args['what']} at last")


class Asker(App):
    package, label, first_page = "com.pocketphone.asker", "Asker", "asking"
    pages: ClassVar = {"asking": _asking, "used": _used, "permission": permission.permission}


class Asked:
    """A phone on which the app has just been opened."""

    def __init__(self) -> None:
        self.phone = Phone(apps=[Launcher, Asker])
        self.phone.start(Intent(package=Asker.package))

    def nodes(self) -> list[ElementTree.Element]:
        return list(ElementTree.fromstring(self.phone.hierarchy().encode()).iter("node"))

    def press(self, text: str) -> None:
        node = next(node for node in self.nodes() if node.get("text") == text)
        left, top, right, bottom = map(int, re.findall(r"\d+", node.get("bounds", "")))
        self.phone.touch((left + right) / 2, (top + bottom) / 2)

    @property
    def page(self) -> str:
        return self.phone.page.page

    @property
    def answers(self) -> dict[str, str]:
        return dict(self.phone.state()["apps"][Asker.package].get("permissions", {}))


@pytest.fixture
def asked() -> Asked:
    return Asked()


def test_the_page_opens_after_a_yes_that_is_kept(asked: Asked) -> None:
    asked.press("photos")
    assert asked.page == "permission"
    asked.press("While using the app")
    assert (asked.page, asked.answers) == ("used", {"photos": "allowed"})
    asked.phone.key(BACK)
    assert asked.page == "asking"
    asked.press("photos")
    assert asked.page == "used"


def test_the_prompt_is_a_window_of_androids(asked: Asked) -> None:
    asked.press("photos")
    nodes = asked.nodes()
    assert {node.get("package") for node in nodes} == {permission.PACKAGE}
    ids = {node.get("resource-id", "").removeprefix(f"{permission.PACKAGE}:id/") for node in nodes}
    assert ids >= {
        "permission_message",
        "permission_allow_foreground_only_button",
        "permission_allow_one_time_button",
        "permission_deny_button",
    }
    focus = "/".join(asked.phone.focus)
    assert focus == permission.ACTIVITY
    asked.phone.touch(5, 200)  # beside it: the prompt stays
    assert asked.page == "permission"


def test_what_is_used_for_good_is_just_allowed(asked: Asked) -> None:
    asked.press("contacts")
    assert not any(node.get("text") == "Only this time" for node in asked.nodes())
    asked.press("Allow")
    assert asked.answers == {"contacts": "allowed"}


def test_once_lasts_until_the_app_is_stopped(asked: Asked) -> None:
    asked.press("photos")
    asked.press("Only this time")
    assert (asked.page, asked.answers) == ("used", {"photos": "once"})
    asked.phone.force_stop(Asker.package)
    assert asked.answers == {}


def test_denied_twice_is_not_asked_about_again(asked: Asked) -> None:
    for kept in ("denied", "blocked"):
        asked.press("photos")
        asked.press("Don't allow")
        assert (asked.page, asked.answers) == ("asking", {"photos": kept})
    asked.press("photos")
    assert asked.page == "asking"
    assert any(node.get("text") == "Settings" for node in asked.nodes())


def test_back_leaves_the_question_open(asked: Asked) -> None:
    asked.press("photos")
    asked.phone.key(BACK)
    assert (asked.page, asked.answers) == ("asking", {})
