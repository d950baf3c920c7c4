"""Decide whether a move may happen. Sending, paying, calling, posting, deleting, signing in or out,
and touches in stores and banks, are not done unasked."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import assert_never

from appagent.actions.gestures import Move
from appagent.actions.verbs import (
    AnyVerb,
    Back,
    DragAt,
    Enter,
    Exit,
    Home,
    LongPress,
    LongPressArea,
    LongPressAt,
    OpenApp,
    ShowGrid,
    Swipe,
    SwipeArea,
    Tap,
    TapArea,
    TapAt,
    Text,
    Wait,
)
from appagent.screen.values import Element, Screen


@dataclass(frozen=True, slots=True)
class Allow:
    """Nothing speaks against the move."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The move could do what the task does not ask for; a person may allow it."""

    danger: str  # "delete", "send", ...


@dataclass(frozen=True, slots=True)
class Refuse:
    """The move is not made."""

    why: str
    danger: str = ""  # "" where it is refused for another reason


Verdict = Allow | Ask | Refuse

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
        "delete": "delet|remove|erase|uninstall|wipe|factory reset|clear data|clear all"
        "|empty trash|löschen|entfernen|supprimer|eliminar|borrar|elimina|rimuovi|cancella|excluir"
        "|apagar|verwijder|usuń|sil |kaldır|удалить|حذف|إزالة|删除|刪除|移除|削除|삭제",
        "sign in or out": "sign in|sign out|log in|log out|login|logout|sign up|create account"
        "|anmelden|abmelden|accedi|inloggen|uitloggen|zaloguj|wyloguj|oturum|войти|выйти"
        "|تسجيل الدخول|تسجيل الخروج|登录|登入|登出|退出登录|ログイン|ログアウト|로그인|로그아웃",
    }.items()
}
# What people say for it, and no button does. Ambiguous words ("text", "book"): they ask for it
# where they begin a clause. Stems as above.
ASKED: dict[str, tuple[str, ...]] = {
    danger: tuple(stems.split("|"))
    for danger, stems in {
        "send": "text |message |reply |email |e mail |mail |tell |write to |write back|forward |dm "
        "|share |comment |respond |invite |notify |whatsapp |sms |sende |schick|antwort"
        "|schreib an |schreibe an |envoie |réponds |écris à |partage |envía |responde |escribe a "
        "|avisa |comparte |envie |rispondi |scrivi a |condividi |stuur |beantwoord|wyślij "
        "|odpowiedz|отправь |ответь |напиши |أرسل|رد على|回复|回覆|短信|转发|返信|送って|답장|보내",
        "pay": "order |book |reserve |rent |hire |tip |bestell|buche |kauf|bezahl|reservier"
        "|commande |achète |paie |réserve |pide |compra |reserva |encarga |ordina |prenota |koop "
        "|boek |zamów |купи |закажи |оплати |اشتر|ادفع|اطلب|下单|下單|订购|预订|預訂|点餐|买|買"
        "|注文|予約|주문|예약",
        "call": "phone |ring |facetime |video call |ruf |rufe |telefonier|appelle |téléphone "
        "|llama |telefona |позвони |打电话|打電話|電話して",
        "post": "share |comment |reply |review |rate |respond |blog |kommentier|bewerte |partage "
        "|commente |publie |comparte |comenta |publica |condividi |опубликуй |انشر|شارك|分享|评论"
        "|評論|공유|댓글",
        "delete": "cancel |clear |get rid of |empty |lösch|entfern|storniere|supprime |efface "
        "|enlève |annule |borra |quita |cancela |annulla |apaga |annuleer|удали |отмени |احذف|ألغ"
        "|取消|清空|消して|取り消|지워|취소",
        "sign in or out": "log me |sign me |log into |sign into |melde mich |connecte moi "
        "|déconnecte |inicia sesión|cierra sesión",
    }.items()
}
# "bank" in any word of theirs (commerzbank), not where it lends no money.
GUARDED_APPS = re.compile(
    r"vending|\bfinsky|appgallery|\bmarket\b|galaxystore|amazon\.mshop|\bebay\b"
    r"|(?<!power)(?<!food)(?<!blood)(?<!word)(?<!sound)bank|\bchase\b|monzo|getmondo|wallet|paypal"
    r"|payments?\b|\bs?pay\b|samsungpay|phonepe|paytm|alipay|venmo|revolut|broker|crypto|coinbase"
    r"|trading",
    re.IGNORECASE,
)
BY_ENTER = ("send", "post", "pay")
_NOT_WORD = re.compile(r"[\W_]+")
_CLAUSE = re.compile(
    r"[.,;:!?]\s|[\n。、，；]|\b(?:and|then|but|und|dann|et|puis|y|luego|e|poi)\b", re.IGNORECASE
)
# What comes before the verb of a clause: "please", "I want to", "use Signal to".
_LEAD = re.compile(
    r"(?:(?:please|now|also|just|kindly|bitte|(?:can|could|would|will) you|help me(?: to)?"
    r"|i (?:want|need|would like|d like)(?: you)? to|(?:use|open)(?: \w+){1,3} to"
    r"|don t forget to) )*"
)
# What follows is not to be done, or is a question: "don't send it", "tell me how ...".
_UNASKED = re.compile(
    r"\b(?:(?:tell|show) (?:me|us)|(?:don t|do not|never)(?! forget)|without|nicht|ohne|sans)\b.*"
)
# "Post code", "call log", "sender": a thing, not a deed.
_HARMLESS = re.compile(
    r"\bpost ?(code|al)|\bcall (log|history|settings?|volume)|\bdial ?pad tones?"
    r"|\breply count|\bsender\b"
)
# "(503) 555-0143, Mobile" and "+49 30 901820", which a touch calls; not "2026-03-02".
_PHONE_NUMBER = re.compile(r"(?!\d{4}-\d\d-\d\d)(?:[+(]|\d(?=[\d ()-]{6}))[\d ()-]{5,}\d\b(?!:)")
_NUMBER_STARTS = re.compile(r"(?<![\w+(.-])[+(\d]")
LEARNED = {"call": "Starts a call.", "delete": "Removes its row."}
"""The sentence that begins the document of what an exploration saw to be a danger."""
_DANGEROUS_NOTES = {
    "call": re.compile(r"(?:Calls|Starts a call)\b"),
    "delete": re.compile(r"(?:Deletes|Removes)\b"),
}


def verdict(move: Move, screen: Screen, note: str, task: str) -> Allow | Ask:
    """Whether the move may be made on this screen for this task. `note` is the document of its
    element, "" for none."""
    danger = risk(move.action, move.element, screen) or danger_of(move.icon) or danger_in_note(note)
    return Ask(danger) if danger and not asks_for(task, danger) else Allow()


def risk(action: AnyVerb, element: Element | None, screen: Screen) -> str:
    """What could be done to the person by this action: "delete", ...; "" where nothing is known.

    Reading, typing and scrolling are free everywhere; a store or a bank is looked at, not touched.
    The enter key may do what a button beside the field would: send, post, pay.
    """
    label = _danger_of_element(element) if element else ""
    match action:
        case Tap() | TapArea() | TapAt():
            danger = label
        case Swipe() | SwipeArea() | DragAt():
            scrolls = isinstance(action, Swipe) and action.direction in ("up", "down")
            if scrolls or not label:
                return ""
            danger = label  # "Slide to pay"
        case LongPress() | LongPressArea() | LongPressAt():
            danger = ""  # holding opens a choice, it does not act
        case Enter():
            danger = _danger_of_enter(screen)
        case Text(text=text):
            if "\n" not in text and "\r" not in text:
                return ""
            danger = _danger_of_enter(screen)  # a line end is typed as the enter key
        case Back() | Home() | Wait() | OpenApp() | ShowGrid() | Exit():
            return ""
        case _:
            assert_never(action)
    package = screen.app.package
    return f"act in {package}" if GUARDED_APPS.search(package) else danger


def _danger_of_enter(screen: Screen) -> str:
    buttons = (e for e in (*screen.elements, *screen.shapes) if "tap" in e.uses)
    dangers = map(_danger_of_element, buttons)
    return next((danger for danger in dangers if danger in BY_ENTER), "")


def _danger_of_element(element: Element) -> str:
    identifier = element.resource_id.rsplit("/", 1)[-1]
    return danger_of(element.name) or danger_of(element.description) or danger_of(identifier)


def asks_for(task: str, danger: str) -> bool:
    """Whether the task's own words ask for it: "Delete the alarm" asks for a delete."""
    clauses = [_UNASKED.sub("", _words(clause)) for clause in _CLAUSE.split(task)]
    return any(
        any(_starts(stem, clause) for stem in RISKS.get(danger, ()))
        or any(_starts(stem, clause, at_once=True) for stem in ASKED.get(danger, ()))
        for clause in clauses
    )


def danger_of(label: str) -> str:
    """What a touch on a control with this label could do: "delete", ...; "" for nothing known."""
    if _PHONE_NUMBER.match(label):
        return "call"
    words = _HARMLESS.sub(" ", _words(label))
    if len(words) > 60:  # a whole sentence is content
        return ""
    return next(
        (danger for danger, stems in RISKS.items() if any(_starts(s, words) for s in stems)), ""
    )


def has_phone_number(text: str) -> bool:
    """Whether a phone number stands anywhere in a text: "Ines Fairbairn, (305) 555-0121"."""
    return any(_PHONE_NUMBER.match(text, at.start()) for at in _NUMBER_STARTS.finditer(text))


def danger_in_note(note: str) -> str:
    """The danger that a document tells of in its first words; "" for none."""
    return next((danger for danger, says in _DANGEROUS_NOTES.items() if says.match(note)), "")


def _words(text: str) -> str:
    return _NOT_WORD.sub(" ", text).strip().casefold()


def _starts(stem: str, words: str, *, at_once: bool = False) -> bool:
    """Whether a word of `words`, or their first verb where `at_once`, starts with `stem`; scripts
    without blanks hold it anywhere."""
    if ord(stem[0]) > 0x2E80:
        return stem in words
    if at_once:
        return f"{_LEAD.sub('', words, count=1)} ".startswith(stem)
    return f" {stem}" in f" {words} "
