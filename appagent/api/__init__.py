"""The phone and the agent as other programs use them, and the parts that every face is made of.

    with Phone.connect("pocket") as phone:
        phone.do('tap(name="Add alarm")')
        Agent(phone).run("Set an alarm for 6:45 am", app="clock")

What of it is promised stands in `appagent.__all__`; the rest is for the rooms above.
"""

from appagent.api.agent import Agent, write_report
from appagent.api.crew import Crew
from appagent.api.look import Control, Done, Look, ProgramFailed
from appagent.api.parts import (
    POCKET,
    STATE_FILE,
    find_device,
    is_throwaway,
    make_detector,
    make_model,
    open_device,
    open_store,
    store_folder,
)
from appagent.api.phone import OnStep, Phone
from appagent.api.session import check_docs, find_app, open_session, settled
from appagent.api.together import Explored, explore_together

__all__ = [
    "POCKET", "STATE_FILE", "Agent", "Control", "Crew", "Done", "Explored", "Look", "OnStep",
    "Phone", "ProgramFailed", "check_docs", "explore_together", "find_app", "find_device",
    "is_throwaway", "make_detector", "make_model", "open_device", "open_session", "open_store",
    "settled", "store_folder", "write_report",
]  # fmt: skip
