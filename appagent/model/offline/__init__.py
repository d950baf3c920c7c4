"""A few kinds of task done by rules, without a model or a network, to see the program work.

    OfflineModel().ask(prompt, [], Decision)

It reads the same text that models get, no pictures, and answers the same text the same way.
`tasks.py` lists the tasks it knows; any other ends with the advice to name a model. It says done
only of what the screen shows.
"""

from appagent.model.offline.model import OfflineModel, make_offline_model

__all__ = ["OfflineModel", "make_offline_model"]
