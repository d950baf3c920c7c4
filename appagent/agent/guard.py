"""What is not done unasked: sending, paying, calling, posting, deleting; stores and banks."""

from __future__ import annotations

import re

from appagent.actions.verbs import AnyVerb, Enter, LongPress, LongPressArea, Tap, TapArea
from appagent.screen.values import Element, Screen

# Stems, so that `deleted` is caught too; a blank at the end asks for the whole word (`dial` is not
# `dialog`). Looked for in an element's name, description and id, whatever the phone's language.
RISKS: dict[str, tuple[str, ...]] = {
    danger: tuple(stems.split("|"))
    for danger, stems in {
        "send": "send|senden|envoyer|enviar|invia|verzend|wyślij|gönder|отправить|إرسال|发送"
        "|發送|傳送|送信|전송",
        "pay": "pay |payment|buy |purchas|checkout|order now|place order|donate|transfer|subscribe"
        "|kaufen|bezahlen|acheter|payer|comprar|pagar|acquista|paga |kopen|betalen|kup |zapłać"
        "|satın al|купить|оплатить|شراء|دفع|购买|購買|支付|付款|購入|支払|구매|결제",
        "call": "call |calling|dial |anrufen|appeler|llamar|chiama |bellen|zadzwoń|позвонить|اتصال"
        "|拨打|撥打|呼叫|電話をかける|전화",
        "post": "post |posting|publish|tweet|reply|veröffentlichen|publier|publicar|pubblica"
        "|opublikuj|опубликовать|نشر|发布|發佈|投稿|게시",
        "delete": "delet|remove|erase|uninstall|discard|wipe|factory reset|clear data|clear all"
        "|empty trash|löschen|entfernen|supprimer|eliminar|borrar|elimina|rimuovi|cancella|excluir"
        "|apagar|verwijder|usuń|sil |kaldır|удалить|حذف|إزالة|删除|刪除|移除|削除|삭제",
        "sign in or out": "sign in|sign out|log in|log out|login|logout|sign up|create account"
        "|anmelden|abmelden|accedi|inloggen|uitloggen|zaloguj|wyloguj|oturum|войти|выйти"
        "|تسجيل الدخول|تسجيل الخروج|登录|登入|登出|退出登录|ログイン|ログアウト|로그인|로그아웃",
    }.items()
}
GUARDED_APPS = re.compile(
    r"vending|\bfinsky|appgallery|\bmarket\b|galaxystore|bank|wallet|paypal|payments?\b|\bpay\b"
    r"|alipay|venmo|revolut|broker|crypto|coinbase|trading",
    re.IGNORECASE,
)
BY_ENTER = ("send", "post", "pay")
_NOT_WORD = re.compile(r"[\W_]+")
# "Post code", "call log", "sender": a thing, not a deed.
_HARMLESS = re.compile(
    r"\bpost ?(code|al)|\bcall (log|history|settings?|volume)|\breply count|\bsender\b"
)
# "(503) 555-0143, Mobile" and "+49 30 901820", which a touch calls; not "2026-03-02".
_PHONE_NUMBER = re.compile(r"(?!\d{4}-\d\d-\d\d)(?:[+(]|\d(?=[\d ()-]{6}))[\d ()-]{5,}\d\b(?!:)")


def risk(action: AnyVerb, element: Element | None, screen: Screen) -> str:
    """What could be done to the person by this action: "delete", ...; "" where nothing is known.

    Reading, typing and scrolling are free everywhere; a store or a bank is looked at, not touched.
    The enter key may do what a button beside the field would: send, post, pay.
    """
    package = screen.app.package
    if not isinstance(action, Tap | LongPress | Enter | TapArea | LongPressArea):
        return ""
    if GUARDED_APPS.search(package):
        return f"act in {package}"
    if isinstance(action, Enter):
        buttons = (_danger(e) for e in screen.elements if "tap" in e.uses)
        return next((danger for danger in buttons if danger in BY_ENTER), "")
    # Holding opens a choice, it does not act.
    return "" if element is None or isinstance(action, LongPress) else _danger(element)


def _danger(element: Element) -> str:
    identifier = element.resource_id.rsplit("/", 1)[-1]
    return _named(element.name) or _named(element.description) or _named(identifier)


def asked_for(danger: str, task: str) -> bool:
    """Whether the task's own words ask for it: "Delete the alarm" asks for a delete."""
    return any(_starts(stem, _words(task)) for stem in RISKS.get(danger, ()))


def _named(text: str) -> str:
    if _PHONE_NUMBER.match(text):
        return "call"
    words = _HARMLESS.sub(" ", _words(text))
    if len(words) > 60:  # a whole sentence is content
        return ""
    return next(
        (danger for danger, stems in RISKS.items() if any(_starts(s, words) for s in stems)), ""
    )


def _words(text: str) -> str:
    return _NOT_WORD.sub(" ", text).strip().casefold()


def _starts(stem: str, words: str) -> bool:
    """Whether a word of `words` starts with `stem`; scripts without blanks hold it anywhere."""
    if not stem.isascii() and ord(stem[0]) > 0x2E80:
        return stem in words
    return f" {stem}" in f" {words} "
