"""Trails of a few steps, made without a phone."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from appagent.outcome import Outcome
from appagent.trail import Question, Step, Touched, Trail

NOW = datetime(2026, 3, 2, 9, 30, tzinfo=UTC)
SIZE = (1080, 2400)
MOST_OF_NOISE = 140_000


def jpeg(n: int, width: int = 720) -> bytes:
    """A picture of its own for each number: texts and boxes, as a screen has."""
    image = np.full((width * 20 // 9, width, 3), 250, np.uint8)
    for row in range(12):
        top = 120 + row * 110
        cv2.rectangle(image, (24, top), (width - 24, top + 90), (225, 230, 240), -1)
        words = f"step {n}, row {row}: {(n * 7 + row * 13) % 97}"
        cv2.putText(image, words, (44, top + 56), cv2.FONT_HERSHEY_SIMPLEX, 0.9, (40, 40, 60), 2)
    return cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes()


def step(n: int, **more: Any) -> Step:
    """A tap on a button, unless it says something else."""
    about: dict[str, Any] = {
        "n": n,
        "at": NOW + timedelta(seconds=n),
        "app": "com.example.notes",
        "thought": f"the thought of step {n}",
        "action": f'tap({n}, name="Save")',
        "kind": "tap",
        "words": 'tap button "Save"',
        "target": Touched(label=n, role="button", name="Save", bounds=(100, 400, 500, 600)),
        "gesture": "TouchAt(...)",
        "size": SIZE,
        "finger": ((300, 500),),
        "outcome": 'opened page "Notes"',
        "calls": 1,
        "prompt_tokens": 1200,
        "completion_tokens": 90,
        "seconds": 2.5,
        "model_seconds": 1.5,
    }
    return Step(**about | more)


def program() -> list[Step]:
    """A reply of eight actions: a touch, a drag, texts, one that was read, and a proven end."""
    drag = {"kind": "swipe", "words": "swipe list up", "finger": ((500, 1800), (500, 700))}
    typed = {"kind": "text", "words": 'text text field "Title" <- "Milk and bread"', "finger": ()}
    read = {"kind": "read", "words": "read", "read": ("Notes", "one", "two"), "target": None}
    ends = {"kind": "exit", "words": "exit", "status": "FINISH", "proof": 'text "Kept"'}
    none = {"target": None, "finger": (), "gesture": "", "outcome": ""}
    later = {"reply_of": 1, "thought": "", "calls": 0, "prompt_tokens": 0, "completion_tokens": 0}
    return [
        step(1, plan="write it and keep it", notes=('button "Save", tap: Keeps the note.',)),
        step(2, **later | drag),
        step(3, **later | typed),
        step(4, **later),
        step(5, **later | read),
        step(6, **later | typed),
        step(7, **later, change=("appeared: text",), side_effects=("overwrote a text",)),
        step(8, **later | none | ends),
    ]


REFUSED = {
    "error": "could send something, and the person said no",
    "outcome": "refused: could send something, and the person said no; the rest was not done, "
    'since this was refused: tap "Next"',
    "status": "CONFIRM",
    "question": Question(asked='tap button "Send": this sends "Hi". Do it?', answered="no"),
}


def make(
    runs: Path, steps: Sequence[Step], ending: str | None = "done", width: int = 720, **about: Any
) -> Path:
    """The folder of a run with these steps; without an ending it was killed."""
    command = about.setdefault("command", "run")
    trail = Trail.open(runs, command, "notes")
    for each in steps:
        images = {"seen": trail.image(f"step-{each.n:03d}-seen", jpeg(each.n, width))}
        trail.write(each.model_copy(update={"images": images | each.images}))
    if ending:
        known: dict[str, Any] = {
            "task": "Write a note",
            "app": "com.example.notes",
            "device": "emulator-5554",
            "model": "some-model",
            "steps": len(steps),
            "calls": sum(each.calls for each in steps),
            "prompt_tokens": 2400,
            "completion_tokens": 180,
            "seconds": 20,
            "model_seconds": 12,
            "cost": 0.0123,
            "started": NOW,
        }
        trail.end(Outcome(ending=ending, **known | about))  # type: ignore[arg-type]
    return trail.folder
