"""Flow files: what was done once, as a program in Maestro's syntax. No phone is needed here.

language.py says what there is, read.py and write.py are its text, files.py and folder.py the files.
play.py makes actions of commands, those of acts.py on what look.py and select.py find on a screen;
record.py makes commands of what was done.
"""

from appagent.flows.change import exchanged, only_if_shown, seeking, set_before
from appagent.flows.files import MOST_BYTES, FlowFile, FlowFiles, parts_of
from appagent.flows.folder import Chosen, choose, flows_in
from appagent.flows.forms import Form
from appagent.flows.heed import Heed
from appagent.flows.keep import Deed, Keeper
from appagent.flows.kept import (
    BESIDE,
    VALUE,
    Kept,
    KeptFlow,
    dump,
    load_kept,
    names_in,
    names_of,
    texts_in,
    unknown_names,
)
from appagent.flows.language import (
    AssertVisible,
    Commands,
    EraseText,
    Flow,
    InputText,
    LaunchApp,
    ScrollUntilVisible,
    TapOn,
)
from appagent.flows.language import Config as FlowConfig
from appagent.flows.play import Player, Stuck
from appagent.flows.read import Problem
from appagent.flows.record import Recorder, by_place, selector_of
from appagent.flows.write import told, write

__all__ = [
    "BESIDE",
    "MOST_BYTES",
    "VALUE",
    "AssertVisible",
    "Chosen",
    "Commands",
    "Deed",
    "EraseText",
    "Flow",
    "FlowConfig",
    "FlowFile",
    "FlowFiles",
    "Form",
    "Heed",
    "InputText",
    "Keeper",
    "Kept",
    "KeptFlow",
    "LaunchApp",
    "Player",
    "Problem",
    "Recorder",
    "ScrollUntilVisible",
    "Stuck",
    "TapOn",
    "by_place",
    "choose",
    "dump",
    "exchanged",
    "flows_in",
    "load_kept",
    "names_in",
    "names_of",
    "only_if_shown",
    "parts_of",
    "seeking",
    "selector_of",
    "set_before",
    "texts_in",
    "told",
    "unknown_names",
    "write",
]
