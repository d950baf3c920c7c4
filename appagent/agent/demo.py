"""Learn from a person who shows how an app is used, in its plainest form.

The screen is numbered and shown, the person types a verb and a number, the phone does it; at
`stop` the documents are written from before and after, as in the AppAgent paper.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from appagent.actions import dsl
from appagent.actions.gestures import reached, resolve
from appagent.actions.verbs import AnyVerb, Documentation, Exit, OpenApp, ShowGrid, Wait
from appagent.agent.act import perform
from appagent.agent.learn import Deed, documentation_prompt, keep
from appagent.agent.observe import Look
from appagent.agent.past import told
from appagent.agent.session import (
    Session,
    Tally,
    ask,
    conclude,
    note_action,
    recorded,
    seen,
)
from appagent.errors import Correctable
from appagent.ports import Person
from appagent.screen.change import difference
from appagent.trail import Ending, Outcome

HOW = (
    "verb and number, as in `tap 5`, `long_press 3`, `swipe 4 up long`, `swipe up`, "
    "`text 6 Hello world`, `back`, `enter`, `home`; `stop` ends the demonstration"
)
ASKED = "What next? "
_FORM = re.compile(r"\w+\(")  # the text form; a bracket further on is something typed


def demo(
    session: Session, person: Person, package: str, task: str, show: Callable[[Look], None]
) -> Outcome:
    """Do what `person` types, then write a document for each action.

    `show` brings each numbered screen before the person.
    """
    tally = Tally()
    return conclude(
        session,
        tally,
        lambda: _loop(session, person, package, task, show, tally),
        command="demo",
        task=task,
        app=package,
    )


def spoken(line: str) -> AnyVerb:
    """The action that a person's line means: `tap 5`, `text 6 Hello world`, or the text form.

    Raises: `ReplyInvalid`.
    """
    line = line.strip()
    if _FORM.match(line):
        return dsl.parse(line)
    verb, _, rest = line.partition(" ")
    rest = rest.strip()
    if verb.lower() == "text":
        label, _, typed = rest.partition(" ")
        given = f"{label}, {dsl.literal(typed)}" if label.isdigit() and typed else dsl.literal(rest)
        return dsl.parse(f"text({given})")
    return dsl.parse(f"{verb}({', '.join(_words(rest))})")


def _words(rest: str) -> list[str]:
    try:
        words = shlex.split(rest.replace(",", " "))
    except ValueError:  # an apostrophe is no quote here
        words = rest.replace(",", " ").split()
    return [word if word.isdigit() else dsl.literal(word) for word in words]


def _loop(
    session: Session,
    person: Person,
    package: str,
    task: str,
    show: Callable[[Look], None],
    tally: Tally,
) -> tuple[Ending, str]:
    deeds: list[Deed] = []
    now, on_grid = session.look(), False
    session.progress.say(f"Type {HOW}.")
    while True:
        now = session.show(now.screen, on_grid=on_grid)
        show(now)
        action = _next(session, person, now)
        if action is None:
            break
        on_grid = isinstance(action, ShowGrid)
        if on_grid:
            continue
        tally.steps += 1
        deed = _do(session, tally.steps, now, action)
        now = deed.after if deed else session.look()
        deeds += [deed] if deed else []
    _document(session, deeds, task or "not said", package, tally)
    return "done", ""


def _next(session: Session, person: Person, now: Look) -> AnyVerb | None:
    """What the person wants done on this screen, possible there; None for `stop`."""
    while True:
        line = person.ask(ASKED).strip()
        if line.lower() in ("stop", "exit", "quit", "done"):
            return None
        try:
            action = spoken(line)
            if isinstance(action, Exit):
                return None
            if not isinstance(action, Wait | OpenApp | ShowGrid):
                resolve(action, now.view)
        except Correctable as err:
            session.progress.say(f"{err}. Type {HOW}.")
        else:
            return action


def _do(session: Session, n: int, now: Look, action: AnyVerb) -> Deed | None:
    """The action with both its screens; None where the phone could not, and the person is told."""
    with recorded(session, n) as record:
        seen(session, record, now)
        note_action(session, record, now, action)
        try:
            perform(session, record, now, action)
        except Correctable as err:  # the screen turned, a text cannot be typed
            session.progress.say(f"{err}.")
            record.note(status="ERROR", error=str(err))
            return None
        after = session.look()
        seen(session, record, after, "after")
        change = difference(now.screen, after.screen)
        record.note(change=told(change))
        return Deed(action, reached(action, now.view), now, after, change)


def _document(session: Session, deeds: list[Deed], task: str, package: str, tally: Tally) -> None:
    """A document for each action that touched an element of the app and did something."""
    for n, deed in enumerate(deeds, tally.steps + 1):
        here = deed.before.screen.app.package == package
        if deed.use is None or deed.change.nothing or not here:
            session.progress.say(f"nothing to learn from: {deed.words}")
            continue
        with recorded(session, n) as record:
            record.note(thought=f"documenting {deed.words}", action=dsl.form(deed.action))
            prompt = documentation_prompt(session, deed, task)
            pictures = [deed.before.picture, deed.after.picture]
            written = ask(session, record, prompt, pictures, Documentation)
            keep(session, record, tally, deed, written.documentation, "demo")
