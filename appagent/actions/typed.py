"""The lines that a person types in a demonstration: `tap 5`, `text 6 Hello world`."""

from __future__ import annotations

import re
import shlex

from appagent.actions import dsl
from appagent.actions.verbs import AnyVerb, Each, Read, literal
from appagent.errors import ReplyInvalid

HELP = (
    "verb and number, as in `tap 5`, `long_press 3`, `swipe 4 up long`, `swipe up`, "
    "`text 6 Hello world`, `back`, `enter`, `home`; `undo` forgets the last action and presses "
    "back, `stop` ends the demonstration, `help` shows this"
)
STOP = ("stop", "end", "exit", "quit", "done")
_CALL = re.compile(r"\w+\(")  # the text form of an action; a bracket further on is something typed


def parse_line(line: str) -> AnyVerb:
    """The action that a person's line means: `tap 5`, `text 6 Hello world`, or the text form.

    Raises: `ReplyInvalid`, also for what a person does by other actions, or by looking.
    """
    action = _parse(line)
    if isinstance(action, Each | Read):
        raise ReplyInvalid(f"{action.verb} is for programs: show what is done step by step", line)
    return action


def _parse(line: str) -> AnyVerb:
    line = line.strip()
    if _CALL.match(line):
        return dsl.parse(line)
    verb, _, rest = line.partition(" ")
    rest = rest.strip()
    if verb.lower() == "text":
        label, _, typed = rest.partition(" ")
        if not label.isdigit():
            return dsl.parse(f"text({literal(rest)})")
        if not typed:
            way = f"`text {label} Hello` types Hello there, `text({literal(label)})` the number"
            raise ReplyInvalid(f"no text for element {label}: {way}", line)
        return dsl.parse(f"text({label}, {literal(typed)})")
    if verb.lower() in ("tap", "long_press") and not rest[:1].isdigit():
        raise ReplyInvalid(f"which element? give its number, as in `{verb.lower()} 5`", line)
    return dsl.parse(f"{verb}({', '.join(_words(rest))})")


def _words(rest: str) -> list[str]:
    try:
        words = shlex.split(rest.replace(",", " "))
    except ValueError:  # an apostrophe is no quote here
        words = rest.replace(",", " ").split()
    return [word if word.isdigit() else literal(word) for word in words]
