"""The package that a person's name for an app means, and a short name for a package.

No adb command tells an app's label. A name is looked up in the words of the packages and in a table
of common names for apps whose package says something else; failing both, `launcher.py` looks at the
icons.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from appagent.device.names import COMMON, LOCAL
from appagent.errors import AppNotFound
from appagent.suggest import did_you_mean, near

OFFERED = 15
"""The most apps that a message lists."""

# Words of a package that name a maker or a kind, not the app.
_MAKERS_AND_KINDS = re.compile(
    "com|org|net|io|app|apps|android|google|samsung|sec|miui|coloros|oneplus|huawei|mobile"
    "|client|main|free|lite|plus|pro|beta|nbu"
)


# Words that people put beside an app's name: "the clock app".
_FILLERS = frozenset(("the", "my", "app", "application"))


def find(name: str, packages: Sequence[str]) -> str:
    """The package among `packages` that a person means by `name`.

    In this order: the package itself, the table of common names, all words of the name in the
    package's words, the end of its last word, and the table of names in other tongues.

    Raises: `AppNotFound` where none fits: a name that is only near is offered, never taken.
    """
    exact = {package.casefold(): package for package in packages}.get(name.strip().casefold())
    if exact:
        return exact
    spoken = " ".join(word for word in _words(name) if word not in _FILLERS)
    package = _match(spoken, packages) or _match(LOCAL.get(spoken, ""), packages)
    if not package:
        raise AppNotFound(_not_found(name, packages))
    return package


def _match(spoken: str, packages: Sequence[str]) -> str | None:
    return (_common(spoken, packages) or _by_words(spoken, packages)) if spoken else None


def _common(name: str, packages: Sequence[str]) -> str | None:
    return next((package for package in COMMON.get(name, ()) if package in packages), None)


def _by_words(spoken: str, packages: Sequence[str]) -> str | None:
    """The package whose words include all words of the name, and the fewest others."""
    names, joined = set(spoken.split()), spoken.replace(" ", "")
    if all(_MAKERS_AND_KINDS.fullmatch(name) for name in names):  # a maker's name is no app's
        return None
    fitting = [package for package in packages if names <= set(_words(package))]
    if not fitting and len(joined) >= 4:  # "clock" for deskclock, "duo lingo" for duolingo
        fitting = [package for package in packages if _last_word(package).endswith(joined)]
    # com.android.settings goes before com.android.settings.intelligence
    return min(fitting, key=lambda package: (len(_words(package)), package), default=None)


def near_packages(name: str, packages: Sequence[str]) -> Sequence[str]:
    """At most three packages whose names are most similar to `name`, the nearest first; words for a
    maker or a kind, as `com`, are not compared."""
    names = {_last_word(package): package for package in packages}
    names |= {name: package for name in COMMON if (package := _common(name, packages))}
    named = _last_word(name) if re.fullmatch(r"\w+(\.\w+)+", name) else name
    telling = (word for word in _words(named) if word not in _FILLERS)
    spoken = " ".join(word for word in telling if not _MAKERS_AND_KINDS.fullmatch(word))
    return list(dict.fromkeys(names[found] for found in near(spoken, names, None)))[:3]


def short_name(package: str) -> str:
    """A short readable name without blanks: "clock" for com.google.android.deskclock, "osmand" for
    net.osmand.plus."""
    names = [name for name, usual in COMMON.items() if package in usual]
    # The name that fewest packages share says most: "photos" before "gallery".
    name = min(names, key=lambda name: len(COMMON[name]), default=None)
    return name.replace(" ", "-") if name else _last_word(package)


def _last_word(package: str) -> str:
    """The last word of a package that names the app, not its maker, without a version's digits."""
    parts = [
        part for part in package.casefold().split(".") if not _MAKERS_AND_KINDS.fullmatch(part)
    ]
    return (parts or package.casefold().split("."))[-1].rstrip("0123456789_") or package


def _words(name: str) -> list[str]:
    """The words in lower case: two of "GoogleCamera", three of "org.videolan.vlc"."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)
    return re.findall(r"[^\W_]+", parted.casefold())


def _not_found(name: str, packages: Sequence[str]) -> str:
    found = near_packages(name, packages)
    if offered := did_you_mean(f"{short_name(package)} ({package})" for package in found):
        return f"no app {name!r} on this phone{offered}"
    known = sorted({short_name(package) for package in packages})
    shown = [*known[:OFFERED], *(["..."] if len(known) > OFFERED else [])]
    return f"no app {name!r} on this phone: it has {', '.join(shown) or 'none'}"
