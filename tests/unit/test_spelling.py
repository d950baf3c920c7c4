"""How a secret may be spelled, and where it has to be looked for."""

from __future__ import annotations

import re

import pytest

from appagent.screen.describe import HIDDEN
from appagent.secrets import COMMON
from appagent.secrets.spelling import reach

from .test_secrets import secrets

ODD = """é o'T "q" &<b>/\\%;"""


@pytest.mark.parametrize(
    "spelled",
    [
        ODD,
        """e\u0301 o'T "q" &<b>/\\%;""",  # in two signs
        """É O'T "Q" &<B>/\\%;""",
        r"""\xe9 o\'T "q" &<b>/\\%;""",  # Python's `ascii`
        r"""\u00e9 o'T \"q\" &<b>/\\%;""",  # JSON
        r"""é o'T \"q\" &<b>/\\%;""",
        r"""é o'T \\\"q\\\" &<b>/\\\\%;""",  # in JSON once more
        r"""é o'T \\\\\\\"q\\\\\\\" &<b>/\\\\\\\\%;""",  # and once more
        """é o''T "q" &<b>/\\%;""",  # YAML
        """é o&#x27;T &quot;q&quot; &amp;&lt;b&gt;/\\%;""",  # HTML
        """é o&#39;T &quot;q&quot; &amp;&lt;b&gt;/\\%;""",
        """é o&#39;T &#34;q&#34; &amp;&lt;b&gt;/\\%;""",
        """é o'T "q" &amp;&lt;b&gt;/\\%;""",
        """&#233; o'T "q" &<b>/\\%;""",
        "%C3%A9%20o%27T%20%22q%22%20%26%3Cb%3E%2F%5C%25%3B",  # an address
        "%c3%a9%20o%27t%20%22q%22%20%26%3cb%3e/%5c%25%3b",
        "%C3%A9+o%27T+%22q%22+%26%3Cb%3E%2F%5C%25%3B",
        """é o'"'"'T "q" &<b>/\\%;""",  # a shell
        """é%so'"'"'T%s"q"%s&<b>/\\%;""",  # the shell's `input text`
        """é%so'T%s"q"%s&<b>/\\%;""",
        r"""é\ o\'T\ \"q\"\ \&\<b\>\/\\\%\;""",
        "w6kgbydUICJxIiAmPGI+L1wlOw",  # Base64, as ADBKeyboard is given it
    ],
)
def test_each_spelling_is_known_whole(spelled: str) -> None:
    assert secrets(ODD).hide(f"<<{spelled}>>") == f"<<{HIDDEN}>>"


@pytest.mark.parametrize(
    ("secret", "where"),
    [
        ("a", "fields"), ("猫", "fields"), ("x7", "fields"), ("hello", "fields"),
        ("Hello", "fields"),
        ("x7a", "alone"), ("123", "alone"), ("blue", "alone"), ("12345", "alone"),
        ("hELLO", "alone"), ("猫咪", "anywhere"), ("x7a1", "anywhere"), ("123456", "anywhere"),
        ("kitten", "anywhere"), ("ab-c", "anywhere"),
    ],
)  # fmt: skip
def test_where_a_secret_has_to_be_looked_for(secret: str, where: str) -> None:
    assert reach(secret, COMMON) == where


@pytest.mark.parametrize(
    ("secret", "text", "told"),
    [
        ("kitten-h", "it is kitt…", "it is •••…"), ("kitten-h", "it is kit…", "it is kit…"),
        ("kitten-home", "kitten-hom...", "•••..."), ("kitten-home", "kitten-", "•••"),
        ("kitten-home", "kitten", "kitten"), ("kitten-home", "kitten-homely", "•••ly"),
    ],
)  # fmt: skip
def test_how_much_of_one_that_is_cut_off_is_known(secret: str, text: str, told: str) -> None:
    assert secrets(secret).hide(text) == told


@pytest.mark.parametrize(
    ("secret", "text", "told"),
    [
        ("x7a", "x7a1 ax7a x7ab 1x7a", "•••1 ax7a x7ab 1•••"),
        ("7ax", "17ax a7ax 7ax1 7axy", "17ax a••• •••1 7axy"),
        ("ab!", "zab! ab!! ab!a 1ab!", "zab! •••! •••a 1•••"),
        ("!ab", "x!ab !!ab !abc !ab1", "x••• !••• !abc •••1"),
    ],
)
def test_what_runs_on_from_a_short_secret_is_another_word(
    secret: str, text: str, told: str
) -> None:
    assert secrets(secret).hide(text) == told


def test_half_a_character_is_a_secret_like_any_other() -> None:
    """A model may write it; it cannot be typed, but it was to be."""
    hidden = secrets("ab\ud800cd-1")
    assert hidden.hide("<ab\ud800cd-1 ab%ED%A0%80cd-1>") == f"<{HIDDEN} {HIDDEN}>"


@pytest.mark.parametrize(
    "told",
    [
        "Maple-OTTER 42", "maple-otter\n  42", "maple-otter%2042", "maple-otter+42", "maple-ott…",
        "maple-otter ...", "text maple-otter", "maple-otter%s42",
        "bWFwbGUtb3R0ZXIgNDI",
    ],
)  # fmt: skip
def test_a_secret_is_known_wrapped_cut_off_and_encoded(told: str) -> None:
    found = secrets("maple-otter 42").hide(told)
    assert HIDDEN in found
    assert not re.search("maple|bWFw", found)
