"""What waits for a person's yes, in whatever language the phone speaks."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import numpy as np
import pytest

from appagent.actions.dsl import parse
from appagent.actions.gestures import Drag, Gesture, Move, TouchAt
from appagent.geometry import Point, Rect, Size
from appagent.safety.scene import Scene
from appagent.safety.touch import risk
from appagent.screen.values import App, Element, Screen
from tests.screen.trees import element


def screen(package: str = "com.example.mail", *elements: Element) -> Screen:
    image = np.zeros((240, 108, 3), np.uint8)
    return Screen(image, App(package, ".Main"), elements, datetime(2026, 3, 2, tzinfo=UTC))


def danger(action: str, touched: Element | None = None, on: Screen | None = None) -> str | None:
    return risk(Move(parse(action), element=touched), Scene(on or screen()))


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Send", "send"),
        ("SEND MESSAGE", "send"),
        ("Senden", "send"),
        ("Envoyer", "send"),
        ("Enviar", "send"),
        ("Invia", "send"),
        ("Отправить", "send"),
        ("发送", "send"),
        ("送信", "send"),
        ("إرسال", "send"),
        ("Gönder", "send"),
        ("Pay $5.00", "pay"),
        ("Buy now", "pay"),
        ("Purchase", "pay"),
        ("Jetzt kaufen", "pay"),
        ("立即购买", "pay"),
        ("購入する", "pay"),
        ("Call", "call"),
        ("Anrufen", "call"),
        ("Publish", "post"),
        ("Veröffentlichen", "post"),
        ("Delete", "delete"),
        ("Deleted items: empty trash", "delete"),
        ("Remove account", "delete"),
        ("Uninstall", "permission"),
        ("Löschen", "delete"),
        ("Supprimer", "delete"),
        ("Eliminar", "delete"),
        ("Elimina", "delete"),
        ("Excluir", "delete"),
        ("Usuń", "delete"),
        ("Sil", "delete"),
        ("Удалить", "delete"),
        ("删除", "delete"),
        ("削除", "delete"),
        ("삭제", "delete"),
        ("حذف", "delete"),
        ("Delete call log", "delete"),
        ("Send post code", "send"),
        ("(503) 555-0143, Mobile", "call"),
        ("+49 30 901820", "call"),
        ("555 0137", "call"),
        ("Sign in", "account"),
        ("Log out", "account"),
        ("登录", "account"),
    ],
)
def test_risky_names(name: str, expected: str) -> None:
    assert danger("tap(1)", element(name=name)) == expected
    assert danger("tap(1)", element(name="", description=name)) == expected


@pytest.mark.parametrize(
    "name",
    ["Save", "Cancel", "Dialog", "Sender", "Payload", "Postcode", "Post code", "Call log",
     "Posture", "Silence", "Silver theme", "Silent mode", "Recall", "Display", "Callisto",
     "2026-03-02", "12:30", "7:25 AM", "1,234 results", "10 000", "12345",
     "Purse", "OK", "Discard", "Discard changes", "Add alarm", "Settings", "Speichern", "设置", ""],
)  # fmt: skip
def test_harmless_names(name: str) -> None:
    assert danger("tap(1)", element(name=name)) is None


def test_id_tells_where_the_name_is_an_icon() -> None:
    icon = element(name="", resource_id="com.example.mail:id/btn_delete")
    assert danger("tap(1)", icon) == "delete"


@pytest.mark.parametrize(
    ("label", "known"),
    [
        ("ดำเนินการ", "delete"),
        ("נא לאשר", "delete"),
        ("Erledigt", None),
        ("取消", None),
        ("关闭", None),
    ],
)
def test_id_tells_where_the_label_is_in_another_script(label: str, known: str | None) -> None:
    """Not all words of such a language may be listed; a programmer's ids are English."""
    told = element(name=label, text=label, resource_id="com.example.mail:id/btn_delete")
    assert danger("tap(1)", told) == known
    assert danger("tap(1)", replace(told, key="#list/row", role="item")) is None
    like = replace(told, role="switch", checked=False, resource_id="com.example:id/like")
    assert danger("tap(1)", like) == ("post" if known else None)


def test_sentence_is_content_not_a_deed() -> None:
    mail = "Your parcel: please call us before noon or send a message, then pay at the door"
    assert danger("tap(1)", element(name=mail)) is None


def test_enter_does_what_the_button_beside_the_field_does() -> None:
    field = element(name="Message", uses=frozenset({"tap", "text"}))
    send = element(name="Send", uses=frozenset({"tap"}))
    assert danger("enter()", field, screen("com.example.chat", field, send)) == "send"
    delete = element(name="Delete", uses=frozenset({"tap"}))
    assert danger("enter()", field, screen("com.example.notes", field, delete)) is None


@pytest.mark.parametrize("text", ["hi\\n", "hi\\nyou"])
def test_a_line_end_in_a_text_presses_enter(text: str) -> None:
    field = element(name="Note", uses=frozenset({"tap", "text"}))
    send = element(name="Send", uses=frozenset({"tap"}))
    typed = f'text(1, "{text}")'
    assert danger(typed, field, screen("com.example.chat", field, send)) == "send"
    assert danger(typed, field, screen("com.example.chat", field)) is None
    assert danger(typed, field, screen("com.example.bank", field)) == "pay"
    message = replace(field, name="Message")  # its button may come up with the text
    assert danger(typed, message, screen("com.example.chat", message)) == "send"


@pytest.mark.parametrize("direction", ["left", "right"])
def test_a_slider_does_what_it_is_called(direction: str) -> None:
    slide = f'swipe(1, "{direction}", "long")'
    assert danger(slide, element(name="Slide to pay")) == "pay"
    assert danger(slide, element(name="Photos")) is None
    assert danger(slide, element(name="Photos"), screen("com.example.bank")) is None
    act = "pay"
    assert danger(slide, element(name="Slide to pay"), screen("com.example.bank")) == act
    assert danger(f'swipe("{direction}")') is None


@pytest.mark.parametrize(
    "gesture",
    [
        Drag(Point(10, 50), Point(90, 50), Size(108, 240), 500),
        TouchAt(Point(90, 50), Size(108, 240)),
    ],
)
def test_a_text_that_sets_a_slider_does_what_a_finger_does(gesture: Gesture) -> None:
    def found(name: str, package: str) -> str | None:
        slider = element(name=name, role="slider", bounds=Rect(0, 40, 108, 60))
        move = Move(parse('text(1, "100%")'), element=slider, gesture=gesture)
        return risk(move, Scene(screen(package, slider)))

    assert found("Slide to pay", "com.example.mail") == "pay"
    assert found("Volume", "com.example.mail") is None
    touches = isinstance(gesture, TouchAt)  # a star in a store is a review
    assert found("Rating", "com.android.vending") == ("pay" if touches else None)


def test_a_text_that_sets_a_switch_does_what_a_touch_does() -> None:
    place = {"bounds": Rect(0, 40, 108, 60), "role": "switch", "checked": False}

    def found(name: str, said: str) -> str | None:
        switch = element(key="#settings/row", name=name, **place)
        gesture = None if said == "off" else TouchAt(Point(50, 50), Size(108, 240))
        move = Move(parse(f'text(1, "{said}")'), element=switch, gesture=gesture)
        return risk(move, Scene(screen("com.example.mail", switch)))

    assert found("Autoplay", "on") is None  # a swipe would take a row away
    assert found("Airplane mode", "on") == "device"
    assert found("Airplane mode", "off") is None  # it is off: nothing is touched


def test_a_row_that_is_swiped_aside_may_be_deleted() -> None:
    row = element(key="#mails/row")
    assert danger('swipe(1, "left")', row) == "delete"
    assert danger('swipe(1, "up")', row) is None


@pytest.mark.parametrize("slide", ["drag_at(90, 700, 300, 700)", 'swipe(9, "left", 12, "right")'])
def test_a_slider_that_is_pointed_at_does_what_it_is_called(slide: str) -> None:
    assert danger(slide, element(name="Slide to pay")) == "pay"
    assert danger(slide, element(name="Photos")) is None
    assert danger(slide, on=screen("com.example.bank")) is None


@pytest.mark.parametrize("action", ['swipe(1, "up")', 'text(1, "x")', "back()", "wait(1)"])
def test_reading_typing_and_scrolling_are_free(action: str) -> None:
    assert danger(action, element(name="Delete"), screen("com.example.bank")) is None


@pytest.mark.parametrize(
    "package",
    ["com.android.vending", "com.paypal.android", "com.example.bank",
     "com.google.android.apps.walletnfcrel", "com.eg.android.AlipayGphone",
     "com.huawei.appmarket.appgallery", "com.bankofamerica.cashpromobile", "de.commerzbank.app",
     "com.amazon.mShop.android.shopping", "com.ebay.mobile", "com.phonepe.app",
     "net.one97.paytm", "co.uk.getmondo", "com.monzo.app", "com.chase.sig.android",
     "com.samsung.android.spay", "com.samsung.android.samsungpay.gear"],
)  # fmt: skip
def test_stores_and_banks_are_looked_at(package: str) -> None:
    assert danger("tap(1)", element(name="Overview"), screen(package)) == "pay"
    assert danger('tap(3, "center")', on=screen(package)) == "pay"
    assert danger("enter()", on=screen(package)) == "pay"


@pytest.mark.parametrize(
    "package",
    ["com.example.playlist", "com.supermarket.list", "com.example", "com.example.powerbank",
     "org.foodbank.finder", "com.example.purchase.notes", "com.amazon.kindle"],
)  # fmt: skip
def test_other_apps_are_free(package: str) -> None:
    assert danger("tap(1)", element(name="Overview"), screen(package)) is None


BOX = {"bounds": Rect(0, 100, 108, 110)}


def test_a_subscription_is_paid_for_where_a_price_stands() -> None:
    subscribe = element(name="Subscribe", key="#subscribe", **BOX)
    price = element(name="$4.99 a month", role="text", key="#price", uses=frozenset())
    assert danger("tap(1)", subscribe, screen("com.example.video", subscribe)) == "account"
    assert danger("tap(1)", subscribe, screen("com.example.news", subscribe, price)) == "pay"


def test_what_is_switched_off_does_nothing() -> None:
    send = element(name="Send", key="#send", **BOX)
    off = replace(send, enabled=False)
    assert danger("tap(1)", send, screen("com.example.mail", send)) == "send"
    assert danger("tap(1)", off, screen("com.example.mail", off)) is None


def test_a_person_is_muted_beside_block_and_a_sound_elsewhere() -> None:
    mute, block = (element(name=name, key=f"#{name}", **BOX) for name in ("Mute", "Block"))
    assert danger("tap(1)", mute, screen("com.example.social", mute, block)) == "account"
    assert danger("tap(1)", mute, screen("com.example.music", mute)) is None


@pytest.mark.parametrize("action", ["tap(1)", "long_press(1)"])
@pytest.mark.parametrize(
    ("label", "expected"), [("转发", "send"), ("Quote", None), ("Cancel", None), ("To all", "send")]
)
def test_a_choice_does_what_opened_its_window(
    action: str, label: str, expected: str | None
) -> None:
    choice = element(name=label, key="#sheet/#action", **BOX)
    on = screen("com.example.social", choice)
    move = Move(parse(action), element=choice)
    assert risk(move, Scene(on, opener="转发")) == expected
    assert risk(move, Scene(on)) is None


@pytest.mark.parametrize(
    ("icon", "expected"),
    [("send", "send"), ("phone", "call"), ("heart", "post"), ("delete", "delete")],
)
def test_a_picture_guards_a_button_without_a_name(icon: str, expected: str) -> None:
    for name in ("", "Ann: icon"):
        assert danger("tap(1)", element(name=name, icon=icon)) == expected
        assert danger("tap(1)", element(name=name)) is None


@pytest.mark.parametrize("icon", ["", "back", "close", "search", "send", "phone"])
def test_a_picture_frees_nothing(icon: str) -> None:
    field = element(
        name="Message",
        role="text field",
        value="hello",
        uses=frozenset({"tap", "text"}),
        bounds=Rect(0, 2000, 900, 2100),
    )
    beside = element(name="", icon=icon, bounds=Rect(900, 2000, 1000, 2100))
    sender = element(name="", key="#s", icon="send", bounds=Rect(1000, 2000, 1070, 2100))
    assert danger("tap(1)", beside, screen("com.example.chat", field, beside, sender)) is not None
