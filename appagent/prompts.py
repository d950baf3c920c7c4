"""Fill the prompts, and make the blocks that fill them."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, groupby
from string import Template

from appagent.config import See
from appagent.danger import Harm
from appagent.exchange import Prompt
from appagent.promptfiles import VARIABLES, prompt_parts
from appagent.screen.describe import UNSEEN, guard_word, mark_line, state_lines, view_lines
from appagent.screen.keys import row_of
from appagent.screen.values import SHAPE, Screen, View
from appagent.texts import shorten, spell_unseen

MarkNotes = Mapping[int, Mapping[str, str]]
"""Notes by the label of a mark and by the use, as a prompt names it."""

_TITLE = 80  # characters of the title of a page that was read
_READ = 4000  # of all that one reply read: 1,000 tokens
_OPENING = re.compile("<(?!-)")  # in `text field "Hour" <- "6"` it points, and opens nothing
SHOWN: dict[See, str] = {
    "image+list": "as a picture with numbered elements, and these as text",
    "image": "as a picture with numbered elements",
    "list": "as text, a line for each numbered element",
    "clean+list": "as a picture and as text, a line for each element with its number",
    "raw": "as a picture",
}

_FLOW = (
    "Commands that did this before do it again, up to what is marked `>`, which does not fit: "
    "{why}. Do only the step that is lacking: what takes the place of `>` if that is called "
    "otherwise now, or what is missing or in the way before it. Then they go on by themselves, "
    "with `>` where it fits. Give `exit` only if `>` marks the last line."
)
_APPS = "Apps that are known, with some of their pages: open_app(), then go()."
_MAP = "Pages behind this one: use their names. go() walks to any, but a row is yours to choose."

_ONE = "Numbers are valid for this screen only."
_SEVERAL = (
    "Give up to {} actions: what is here by number, what is on later pages by the `name` you "
    "expect, behind `scroll_to` if a list hides it. A surprise ends them; what may not come is "
    "`optional`. Then may come `exit`, if `if_shows` has a whole text or state that is new "
    'when done: "Saved | Alarm set" (either), "Gym: off & Volume: 40" (both), "Gym: gone" (a row, '
    'no dialog), if `answer` quotes the last page: "{{Sea}}" is its line "Sea, 6.9 MB", '
    "behind `each`, or failed behind a vain `scroll_to`. Else it is alone."
)


def sequence_words(most: int) -> Mapping[str, str]:
    """What differs in the prompt where a reply may hold `most` actions."""
    if most == 1:
        return {"pace": ", one action at a time", "span": _ONE, "action": '"action": {...}'}
    return {"pace": "", "span": _SEVERAL.format(most), "action": '"actions": [{...}, ...]'}


def fill(name: str, **values: str) -> Prompt:
    """The prompt `name` with every variable in its place."""
    missing = VARIABLES[name] ^ values.keys()
    if missing:
        raise TypeError(f"prompt {name}: variables {sorted(missing)} are missing or unknown")
    system, text = prompt_parts(name)
    return Prompt(
        Template(system).substitute(values).strip(), Template(text).substitute(values).strip(), name
    )


def digest(prompt: Prompt) -> str:
    """A short fingerprint of what was sent, for the trail."""
    return hashlib.sha256(f"{prompt.system}\0{prompt.text}".encode()).hexdigest()[:12]


def escape(text: str) -> str:
    """Text from the phone, a reply or a note, so that it opens and closes no block, and hides
    nothing; inside a JSON string it reads back as it was."""
    return _OPENING.sub(r"\\u003c", spell_unseen(text))


def escape_attribute(text: str) -> str:
    """The same for the value of an attribute, which ends at no quotation mark, bracket or line end
    in it."""
    quoted = json.dumps(text, ensure_ascii=False)[1:-1]
    return escape(quoted.replace('\\"', "\\u0022").replace(">", "\\u003e"))


def phone_block(screen: Screen, budget: str = "") -> str:
    """The `<phone>` block: the phone's date and language as far as it tells them, and what is left
    of the `budget`."""
    now = [f"{screen.clock:%A %Y-%m-%d %H:%M}"] if screen.clock else []
    language = [f"language {escape(screen.language)}"] if screen.language else []
    return "\n".join(filter(None, [", ".join(now + language), budget]))


def read_block(reads: Sequence[Sequence[str]], hide: Callable[[str], str]) -> str:
    """The `<read>` block: the pages that were read, each with its title first and then its lines,
    as far as they fit, without what is to be hidden; "" for none."""
    if not reads:
        return ""
    lines: list[str] = []
    for title, *said in reads:
        head = shorten(" ".join(title.split()), _TITLE)
        told = (shorten(" ".join(line.split()), _READ // 2) for line in said)
        lines += [f"{head}:", *(f"- {line}" for line in told if line != head)]
    ends = accumulate(len(line) + 1 for line in lines)
    kept = lines[: sum(end <= _READ for end in ends)]
    kept += [f"({len(lines) - len(kept)} lines more)"] if len(kept) < len(lines) else []
    return f"<read>\n{escape(hide(chr(10).join(kept)))}\n</read>\n"


def map_block(told: str) -> str:
    """The `<map>` block: what is known of pages that are not shown; "" for nothing."""
    return _block(_MAP, told)


def apps_block(told: str) -> str:
    """The same where no known app is shown: a line for each that is."""
    return _block(_APPS, told)


def _block(head: str, told: str) -> str:
    return f"<map>\n{head}\n{escape(told)}\n</map>\n" if told else ""


def flow_block(commands: Sequence[str], marked: range, why: str) -> str:
    """The `<flow>` block: the commands that do the task, and why those with these indices do not
    fit."""
    lines = [f"{'>' if n in marked else '-'} {escape(said)}" for n, said in enumerate(commands)]
    return f"<flow>\n{_FLOW.format(why=escape(why))}\n{chr(10).join(lines)}\n</flow>\n"


def element_block(view: View, see: See, docs: MarkNotes, guarded: Mapping[int, Harm]) -> str:
    """The `<screen>` block: the lines of a view, each with its notes under it. `guarded` has the
    classes of harm for which touching a number is refused.

    If the picture alone is sent, only the marks with notes and those that are guarded: by number,
    or by name if the picture shows no numbers.
    """
    out: list[str] = []
    if see == "raw":
        unseen = UNSEEN.get(view.screen.picture)
        height, width = view.image.shape[:2]
        out.append(f"(a picture of {width}x{height} px{f': {unseen}' if unseen else ''})")
    last: dict[str, list[str]] = {}  # the last notes for a row's key
    for text in _join_shapes([*view_lines(view, guarded), *state_lines(view.screen)], docs):
        label = text.partition(" ")[0]
        has_docs = label.isdigit() and int(label) in docs
        danger = guarded.get(int(label)) if label.isdigit() else None
        if see == "raw":
            out += [f"-{escape(text.removeprefix(label))}"] * has_docs
        elif see != "image":
            out.append(escape(text))
        elif has_docs or danger:
            out.append(f"{label} [{guard_word(danger)}]" if danger else label)
        if not has_docs:
            continue
        notes = _note_lines(docs[int(label)])
        key = _row_key(view, int(label))
        if not key or last.get(key) != notes:
            out += notes
        last[key] = notes
    cells = [mark for mark in view.marks if mark.element is None and mark.label in docs]
    for mark in cells:
        out += [mark_line(mark), *_note_lines(docs[mark.label])]
    return "\n".join(out) or "(the numbers are in the picture)"


def _join_shapes(lines: Sequence[str], docs: MarkNotes) -> Iterator[str]:
    """The lines, those in a row of shapes without a name or a note as one: `5-23 shape`."""

    def is_bare(line: str) -> bool:
        label, _, rest = line.partition(" ")
        return rest == SHAPE and int(label) not in docs

    for bare, run in groupby(lines, is_bare):
        several = list(run)
        if bare and len(several) > 1:
            first, last = (line.partition(" ")[0] for line in (several[0], several[-1]))
            yield f"{first}-{last} {SHAPE}"
        else:
            yield from several


def _note_lines(docs: Mapping[str, str]) -> list[str]:
    """The notes on one mark, one line each."""
    texts = (f"{use}: {json.dumps(text, ensure_ascii=False)}" for use, text in docs.items())
    return [f"    {escape(text)}" for text in texts]


def _row_key(view: View, label: int) -> str:
    """The key that rows of a list or shapes on a surface share; "" for an element with its own.
    A note on one of them is about those below it too, up to the next note."""
    mark = view.mark(label)
    if mark is None or mark.element is None:
        return ""
    key = mark.element.key
    return key if row_of(key) or mark.element.role == SHAPE else ""
