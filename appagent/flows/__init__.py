"""Flow files: what was done once, as a program in Maestro's syntax. No phone is needed here.

language.py says what there is, read.py and write.py are its text, files.py the files.
"""

from appagent.flows.files import FlowFile, FlowFiles, flows_in

__all__ = ["FlowFile", "FlowFiles", "flows_in"]
