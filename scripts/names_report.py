"""How well the list names what is numbered, where no picture helps.

The 45 tasks that follow the AppAgent paper are played by their solutions, on pocket phones in this
process, under seed 1; each screen that a model would see counts once a step. The screens of the
corpus (CORPUS, or ../shared/corpus beside the checkout) count by app. What the pixels alone show is
left out: it has no name without OCR.

    unique      its role and name, as its line has them, fit no other numbered element there
    nameless    it has no name, and neither its picture nor its place stands for one
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from appagent.actions.gestures import resolve
from appagent.actions.verbs import Exit
from appagent.bench.draw import TaskInstance
from appagent.bench.solve import act, bind, set_up_without_faults, view_of
from appagent.screen.describe import phrase, view_lines
from appagent.screen.marks import mark
from appagent.screen.nameless import tell_nameless
from appagent.screen.saved import load_screen
from appagent.screen.values import Element, View
from pocketphone.phone import Phone
from scripts.pages import CORPUS
from scripts.request_size import SEED, tasks


@dataclass(slots=True)
class Names:
    """The numbered elements of some screens."""

    numbered: int = 0
    unique: int = 0
    nameless: int = 0
    unnamed: list[str] = field(default_factory=list)
    alike: list[str] = field(default_factory=list)

    def add(self, where: str, elements: Sequence[Element]) -> None:
        said = Counter(map(phrase, elements))
        self.numbered += len(elements)
        self.unique += sum(said[phrase(each)] == 1 for each in elements)
        nameless = [each for each in elements if not (each.called or each.icon or each.place)]
        self.nameless += len(nameless)
        self.unnamed += [f"{where}: {each.role} {list(each.bounds)}" for each in nameless]
        self.alike += [f"{where}: {n} times {text}" for text, n in said.items() if n > 1]

    def __str__(self) -> str:
        return (
            f"{self.numbered:6} numbered, {_share(self.unique, self.numbered)} unique, "
            f"{self.nameless:4} nameless ({_share(self.nameless, self.numbered)})"
        )


def _share(part: int, whole: int) -> str:
    return f"{part / whole:6.1%}" if whole else "     -"


def played(task: TaskInstance) -> Iterator[View]:
    """The screens on which the steps of a task's solution are done, and the one it ends on."""
    phone = Phone(seed=SEED)
    set_up_without_faults(phone, task.app, task.setup)
    yield seen(phone)
    for step in task.solution:
        view = view_of(phone)
        move = resolve(bind(step, view), view)
        if isinstance(move.action, Exit):
            return
        act(phone, move)
        yield seen(phone)


def seen(phone: Phone) -> View:
    """The phone's screen, with its picture, as a model sees it."""
    picture = np.asarray(phone.frame().convert("RGB"))
    return mark(tell_nameless(replace(view_of(phone).screen, image=picture)))


def on_the_tasks(lines: bool) -> dict[str, Names]:
    """The figures of each app; with `lines` its screens are printed on the way."""
    found: dict[str, Names] = {}
    for task in tasks():
        names = found.setdefault(task.app.rpartition(".")[2], Names())
        for number, view in enumerate(played(task), 1):
            where = f"{task.task.id}, step {number}"
            names.add(where, _numbered(view))
            if lines:
                print(f"== {where}", *view_lines(view), sep="\n")
    return found


def on_the_corpus() -> dict[str, Names]:
    """The figures of each app of the corpus; none where it is not at hand."""
    found: dict[str, Names] = {}
    for dump in sorted(CORPUS.glob("*.xml")):
        shot = dump.with_suffix(".png")
        view = mark(load_screen(dump, shot if shot.exists() else None)[0])
        app = dump.stem.split("_")[1].split("-")[0]
        found.setdefault(app, Names()).add(dump.stem, _numbered(view))
    return found


def _numbered(view: View) -> list[Element]:
    return [each.element for each in view.marks if each.element is not None]


def total(parts: Iterable[Names]) -> Names:
    whole = Names()
    for part in parts:
        whole.numbered += part.numbered
        whole.unique += part.unique
        whole.nameless += part.nameless
        whole.unnamed += part.unnamed
        whole.alike += part.alike
    return whole


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--lines", action="store_true")
    asked = parser.parse_args(arguments)
    for title, found in ("the 45 tasks", on_the_tasks(asked.lines)), ("corpus", on_the_corpus()):
        whole = total(found.values())
        print(title)
        for app, names in sorted(found.items()):
            print(f"  {app:14}{names}")
        print(f"  {'all':14}{whole}")
        if asked.list:
            print(*whole.unnamed, *whole.alike, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
