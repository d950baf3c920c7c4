"""Android's key codes, by name without the KEYCODE_ in front."""

from __future__ import annotations

import string

_NAMES = """
SOFT_LEFT=1 SOFT_RIGHT=2 HOME=3 BACK=4 CALL=5 ENDCALL=6 STAR=17 POUND=18 DPAD_UP=19 DPAD_DOWN=20
DPAD_LEFT=21 DPAD_RIGHT=22 DPAD_CENTER=23 VOLUME_UP=24 VOLUME_DOWN=25 POWER=26 CAMERA=27 CLEAR=28
COMMA=55 PERIOD=56 ALT_LEFT=57 ALT_RIGHT=58 SHIFT_LEFT=59 SHIFT_RIGHT=60 TAB=61 SPACE=62 SYM=63
EXPLORER=64 ENVELOPE=65 ENTER=66 DEL=67 GRAVE=68 MINUS=69 EQUALS=70 LEFT_BRACKET=71
RIGHT_BRACKET=72 BACKSLASH=73 SEMICOLON=74 APOSTROPHE=75 SLASH=76 AT=77 NUM=78 HEADSETHOOK=79
FOCUS=80 PLUS=81 MENU=82 NOTIFICATION=83 SEARCH=84 MEDIA_PLAY_PAUSE=85 MEDIA_STOP=86 MEDIA_NEXT=87
MEDIA_PREVIOUS=88 MUTE=91 PAGE_UP=92 PAGE_DOWN=93 ESCAPE=111 FORWARD_DEL=112 CTRL_LEFT=113
CTRL_RIGHT=114 CAPS_LOCK=115 META_LEFT=117 META_RIGHT=118 MOVE_HOME=122 MOVE_END=123 INSERT=124
FORWARD=125 NUMPAD_ENTER=160 VOLUME_MUTE=164 APP_SWITCH=187 LANGUAGE_SWITCH=204 ASSIST=219
BRIGHTNESS_DOWN=220 BRIGHTNESS_UP=221 SLEEP=223 WAKEUP=224 CUT=277 COPY=278 PASTE=279
ALL_APPS=284 REFRESH=285
"""
_DIGIT_0, _LETTER_A = 7, 29

CODES: dict[str, int] = {
    **{name: int(code) for name, code in (pair.split("=") for pair in _NAMES.split())},
    **{digit: _DIGIT_0 + at for at, digit in enumerate(string.digits)},
    **{letter: _LETTER_A + at for at, letter in enumerate(string.ascii_uppercase)},
}

MODIFIERS = {
    CODES["SHIFT_LEFT"]: "shift",
    CODES["SHIFT_RIGHT"]: "shift",
    CODES["CTRL_LEFT"]: "control",
    CODES["CTRL_RIGHT"]: "control",
    CODES["ALT_LEFT"]: "alt",
    CODES["ALT_RIGHT"]: "alt",
    CODES["META_LEFT"]: "meta",
    CODES["META_RIGHT"]: "meta",
}

PASTE_WITH_CONTROL = frozenset((CODES["V"],))

# Plain and with shift, as on a US keyboard.
_TYPED = {
    **{CODES[letter.upper()]: (letter, letter.upper()) for letter in string.ascii_lowercase},
    **{
        CODES[digit]: (digit, shifted)
        for digit, shifted in zip(string.digits, ")!@#$%^&*(", strict=True)
    },
    **{
        CODES[name]: (plain, shifted)
        for name, plain, shifted in (
            ("COMMA", ",", "<"),
            ("PERIOD", ".", ">"),
            ("SPACE", " ", " "),
            ("GRAVE", "`", "~"),
            ("MINUS", "-", "_"),
            ("EQUALS", "=", "+"),
            ("LEFT_BRACKET", "[", "{"),
            ("RIGHT_BRACKET", "]", "}"),
            ("BACKSLASH", "\\", "|"),
            ("SEMICOLON", ";", ":"),
            ("APOSTROPHE", "'", '"'),
            ("SLASH", "/", "?"),
            ("AT", "@", "@"),
            ("PLUS", "+", "+"),
            ("STAR", "*", "*"),
            ("POUND", "#", "#"),
        )
    },
}


def characters(code: int, *, shift: bool = False) -> str:
    """What a key types; "" where it types nothing."""
    return _TYPED.get(code, ("", ""))[shift]
