"""What the pocket phone needs beyond what `appagent` installs: the extra `pocket`."""

from __future__ import annotations

from importlib.util import find_spec

# Module -> package, as `pocket` in pyproject.toml lists them.
PACKAGES = {
    "arabic_reshaper": "arabic-reshaper",
    "bidi": "python-bidi",
    "font_roboto": "font-roboto",
    "fonticon_mdi7": "fonticon-materialdesignicons7",
    "fontpkg_noto_sans_arabic": "fontpkg-noto-sans-arabic",
    "jmespath": "jmespath",  # of the benchmark's task files
}


def problem() -> str:
    """A sentence that names the missing packages and how to install them; "" if none is missing."""
    missing = [package for module, package in PACKAGES.items() if find_spec(module) is None]
    if not missing:
        return ""
    return (
        f"the pocket phone needs packages that are not installed ({', '.join(missing)}): "
        "pip install 'appagent[pocket]'"
    )
