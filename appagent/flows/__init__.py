"""Flow files: what was done once, as a program in Maestro's syntax. No phone is needed here.

language.py says what there is, read.py and write.py are its text, files.py and folder.py the files.
play.py makes actions of commands, those of acts.py on what look.py and select.py find on a screen.
"""

from appagent.flows.files import FlowFile, FlowFiles
from appagent.flows.folder import Chosen, choose, flows_in
from appagent.flows.play import Player

__all__ = ["Chosen", "FlowFile", "FlowFiles", "Player", "choose", "flows_in"]
