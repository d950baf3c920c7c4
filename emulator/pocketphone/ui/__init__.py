"""The toolkit that the pocket phone's apps are written on; see apps/README.md."""

from pocketphone.ui.app import (
    MAIN,
    VIEW,
    App,
    Context,
    Filter,
    Intent,
    Started,
    State,
)
from pocketphone.ui.bars import Tab, app_bar, bottom_nav, scaffold, tab_bar
from pocketphone.ui.containers import Column, Grid, List, Row, Scroll, Stack, Strip
from pocketphone.ui.content import Canvas, Divider, Icon, Picture, Spacer, Text
from pocketphone.ui.controls import (
    Button,
    CheckBox,
    Chip,
    Fab,
    IconButton,
    Radio,
    Slider,
    Switch,
)
from pocketphone.ui.field import TextField
from pocketphone.ui.geometry import Rect
from pocketphone.ui.overlays import Overlay, choices, dialog, menu, sheet
from pocketphone.ui.painter import Painter
from pocketphone.ui.rows import (
    Option,
    avatar,
    card,
    empty,
    list_row,
    section,
    segmented,
    switch_row,
)
from pocketphone.ui.theme import STYLES, Env, Rgb
from pocketphone.ui.widget import Handler, Laid, Move, Node, Room, Touch, Widget

__all__ = [
    "MAIN",
    "STYLES",
    "VIEW",
    "App",
    "Button",
    "Canvas",
    "CheckBox",
    "Chip",
    "Column",
    "Context",
    "Divider",
    "Env",
    "Fab",
    "Filter",
    "Grid",
    "Handler",
    "Icon",
    "IconButton",
    "Intent",
    "Laid",
    "List",
    "Move",
    "Node",
    "Option",
    "Overlay",
    "Painter",
    "Picture",
    "Radio",
    "Rect",
    "Rgb",
    "Room",
    "Row",
    "Scroll",
    "Slider",
    "Spacer",
    "Stack",
    "Started",
    "State",
    "Strip",
    "Switch",
    "Tab",
    "Text",
    "TextField",
    "Touch",
    "Widget",
    "app_bar",
    "avatar",
    "bottom_nav",
    "card",
    "choices",
    "dialog",
    "empty",
    "list_row",
    "menu",
    "scaffold",
    "section",
    "segmented",
    "sheet",
    "switch_row",
    "tab_bar",
]
