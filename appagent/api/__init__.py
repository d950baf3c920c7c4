"""The phone and the agent as other programs use them, and the parts that every face is made of.

    with Phone.connect("pocket") as phone:
        phone.do('tap(name="Add alarm")')
        Agent(phone).run("Set an alarm for 6:45", app="clock")

What of it is promised stands in `appagent.__all__`; the rest is for the rooms above.
"""
