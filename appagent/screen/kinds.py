"""What a view is by its class alone, which no change of state changes: keys are made of it."""

from __future__ import annotations

import re
from functools import cache

GROUP = "group"
"""A container, or a touchable area that says nothing about itself."""

WEB = "web page"

_BY_CLASS: tuple[tuple[str, str], ...] = (
    # The first pattern that fits the last part of the class name decides.
    (r"EditText|AutoCompleteTextView|TextInputEditText|SearchAutoComplete", "text field"),
    (r"Switch|ToggleButton", "switch"),
    (r"RadioButton", "radio"),
    (r"CheckBox|CheckedTextView", "checkbox"),
    (r"\bTab$|TabView|TabItem", "tab"),
    (r"Chip$", "chip"),
    (r"Button$|ActionMenuItemView|FloatingAction", "button"),
    (r"SeekBar|Slider|RatingBar", "slider"),
    (r"ProgressBar|ProgressIndicator", "progress"),
    (r"Spinner$", "dropdown"),
    (r"NumberPicker|DatePicker|TimePicker", "picker"),
    (r"ListView|RecyclerView|GridView|LazyColumn", "list"),
    (r"ViewPager", "pages"),
    (r"ScrollView", "scroll area"),
    (r"WebView", WEB),
    (r"ImageView|^Image$", "image"),
    (r"SurfaceView|TextureView|VideoView", "picture"),
    (r"TextView|^Text$", "text"),
)
_PATTERNS = tuple((re.compile(pattern), role) for pattern, role in _BY_CLASS)


@cache
def kind_of(cls: str) -> str:
    """The kind of a class: `button` for `ImageButton`."""
    return next((kind for pattern, kind in _PATTERNS if pattern.search(cls)), GROUP)
