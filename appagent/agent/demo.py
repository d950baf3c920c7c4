"""Learn from a person who shows how an app is used, in its plainest form.

The screen is numbered and shown, the person types a verb and a number, the phone does it; at
`stop` the documents are written from before and after, as in the AppAgent paper.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable

from appagent.actions import dsl
from appagent.actions.gestures import Move
from appagent.actions.verbs import AnyVerb, Exit, ShowGrid
from appagent.agent.act import open_app, perform
from appagent.agent.decide import meant
from appagent.agent.learn import Deed, document, keep
from appagent.agent.observe import Look
from appagent.agent.past import told
from appagent.agent.record import chosen, recorded, seen
from appagent.agent.session import Session, Tally, conclude
from appagent.errors import (
    AppNotFound,
    Correctable,
    DeviceGone,
    ModelUseless,
    ReplyInvalid,
    UsageError,
)
from appagent.ports import Person
from appagent.screen.change import difference
from appagent.trail import Ending, Outcome

HOW = (
    "verb and number, as in `tap 5`, `long_press 3`, `swipe 4 up long`, `swipe up`, "
    "`text 6 Hello world`, `back`, `enter`, `home`; `stop` ends the demonstration, an empty line "
    "repeats this"
)
ASKED = "What next? "
_FORM = re.compile(r"\w+\(")  # the text form; a bracket further on is something typed


def demo(
    session: Session,
    person: Person,
    package: str | None,
    task: str | None,
    show: Callable[[Look], None],
) -> Outcome:
    """Do what `person` types, then write a document for each action.

    Without a package the app in front is shown; without a task the person is asked for it.
    `show` brings each numbered screen before the person.
    """
    tally = Tally(package or "", task or "")

    def loop() -> tuple[Ending, str]:
        if package is not None:
            open_app(session, package)
        tally.app = package or session.device.foreground().package
        if task is None:
            tally.task = _asked(person)
        return _loop(session, person, tally.task or "not said", show, tally)

    return conclude(session, tally, loop, command="demo")


def _asked(person: Person) -> str:
    try:
        return person.ask("What are you going to show? ").strip()
    except UsageError as err:
        raise UsageError(f"{err}; `--task TEXT` says it beforehand") from err


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
        if not label.isdigit():
            return dsl.parse(f"text({dsl.literal(rest)})")
        if not typed:
            way = f"`text {label} Hello` types Hello there, `text({dsl.literal(label)})` the number"
            raise ReplyInvalid(f"no text for element {label}: {way}", line)
        return dsl.parse(f"text({label}, {dsl.literal(typed)})")
    if verb.lower() in ("tap", "long_press") and not rest[:1].isdigit():
        raise ReplyInvalid(f"which element? give its number, as in `{verb.lower()} 5`", line)
    return dsl.parse(f"{verb}({', '.join(_words(rest))})")


def _words(rest: str) -> list[str]:
    try:
        words = shlex.split(rest.replace(",", " "))
    except ValueError:  # an apostrophe is no quote here
        words = rest.replace(",", " ").split()
    return [word if word.isdigit() else dsl.literal(word) for word in words]


def _loop(
    session: Session, person: Person, task: str, show: Callable[[Look], None], tally: Tally
) -> tuple[Ending, str]:
    """Watch until `stop`, then document; what was shown is kept also where the watching broke off,
    by a phone that went away or by Ctrl-C (a second one ends the documenting too)."""
    deeds: list[Deed] = []
    try:
        _watch(session, person, show, tally, deeds)
    finally:
        _document(session, deeds, task, tally)
    return "done", ""


def _watch(
    session: Session,
    person: Person,
    show: Callable[[Look], None],
    tally: Tally,
    deeds: list[Deed],
) -> None:
    now, on_grid = session.look(), False
    session.progress.say(f"Type {HOW}.")
    while True:
        now = session.show(now.screen, on_grid=on_grid)
        show(now)
        move = _next(session, person, now)
        if move is None:
            return
        on_grid = isinstance(move.action, ShowGrid)
        if on_grid:
            continue
        tally.steps += 1
        deed = _do(session, tally.steps, now, move)
        now = deed.after if deed else session.look()
        deeds += [deed] if deed else []


def _next(session: Session, person: Person, now: Look) -> Move | None:
    """What the person wants done on this screen, possible there; None for `stop`."""
    while True:
        try:
            line = person.ask(ASKED).strip()
        except UsageError:  # nobody types any more
            return None
        if line.lower() in ("stop", "exit", "quit", "done"):
            return None
        if not line:
            session.progress.say(f"Type {HOW}.")
            continue
        try:
            action = spoken(line)
            if isinstance(action, Exit):
                return None
            return meant(session, now, action)
        except Correctable as err:
            session.progress.say(f"{err}.")


def _do(session: Session, n: int, now: Look, move: Move) -> Deed | None:
    """The action with both its screens; None where the phone could not, and the person is told."""
    with recorded(session, n) as record:
        seen(session, record, now)
        chosen(session, record, move)
        try:
            perform(session, record, move)
        except (Correctable, AppNotFound, DeviceGone) as err:  # the screen turned, ...
            session.progress.say(f"{err}.")
            record.note(status="ERROR", error=str(err))
            return None
        after = session.look()
        seen(session, record, after, "after")
        change = difference(now.screen, after.screen)
        record.note(change=told(change))
        return Deed(move, now, after, change)


def _document(session: Session, deeds: list[Deed], task: str, tally: Tally) -> None:
    """A document for each action that touched an element of the app and did something."""
    for n, deed in enumerate(deeds, tally.steps + 1):
        here = deed.before.screen.app.package == tally.app
        if deed.use is None or deed.change.nothing or not here:
            session.progress.say(f"nothing to learn from: {deed.move.words}")
            continue
        with recorded(session, n) as record:
            words, action = deed.move.words, deed.move.action
            record.note(thought=f"documenting {words}", action=dsl.form(action))
            try:
                keep(session, record, tally, deed, document(session, record, deed, task), "demo")
            except ModelUseless as err:  # the other actions are documented
                record.note(status="ERROR", error=str(err))
