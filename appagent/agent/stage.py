"""The phone as a flow is played on it: each action that the flow asks for becomes a move."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from appagent.actions.gestures import Move
from appagent.actions.verbs import Exit, StartApp, Text
from appagent.agent.ask import note_secret, resolve_move, with_quotes
from appagent.agent.observe import Observation
from appagent.agent.sequence import note_step, until_shown
from appagent.agent.session import Session
from appagent.agent.turn import Draft, Turn
from appagent.errors import ActionImpossible, FlowFailed
from appagent.flows import FlowFile, FlowFiles, Heed, InputText, KeptFlow, Player, Stuck
from appagent.guard import Refuse
from appagent.runs import PastRun
from appagent.screen.proof import Proof, check_shown
from appagent.screen.shown import GONE, Shows, ways
from appagent.screen.values import View
from appagent.trail import PLAYED, Played


class FlowStage:
    """What a flow is played on."""

    def __init__(
        self,
        session: Session,
        file: FlowFile,
        files: FlowFiles,
        names: Mapping[str, str],
        heed: Heed | None = None,
        *,
        mends: bool = False,
    ) -> None:
        """`mends`: a command that does not fit is not the end, as `stuck` tells."""
        assert file.flow is not None
        self._session = session
        self._skew_s = 0.0  # by which the phone's time went faster than ours
        self._shown: Observation | None = None
        self._steps: dict[int, list[int]] = {}  # of each command, by its number
        self._kept: dict[int, str] = {}  # the pictures that commands asked for, or failed on
        self._once = PastRun(session.trail.folder.parent / Path(heed.run if heed else "").name)
        self._failed = ""  # why the last move was not made
        self.stuck: Stuck | None = None
        serial = {"MAESTRO_DEVICE_UDID": session.device.serial}
        self.player = Player(self, files, {**serial, **names}, heed, mends=mends)
        self._actions = self.player.play(file.flow, file.file)

    @property
    def shown(self) -> Observation:
        """The screen as it was last seen."""
        assert self._shown is not None
        return self._shown

    @property
    def view(self) -> View:
        return self.shown.view

    @property
    def wait_s(self) -> float:
        return self._session.config.wait_s

    @property
    def now_s(self) -> float:
        return time.monotonic() + self._skew_s

    def look(self) -> None:
        self._shown = self._session.eyes.observe()

    def wait(self, seconds: float) -> None:
        began_s = time.monotonic()
        self._session.device.wait(seconds)
        self._skew_s += max(0.0, seconds - (time.monotonic() - began_s))

    def say(self, text: str) -> None:
        self._session.progress.say(self._session.secrets.hide(text))

    def keep(self, name: str) -> None:
        shown, written = self._session.eyes.show(self.view.screen, "bare"), self._session.written
        at, bare = len(self.player.commands) - 1, re.sub(r"[^\w.-]+", "-", name).strip("-.")
        self._kept[at] = written.picture(f"{at + 1:03d}-{bare or 'screen'}", shown)

    def next(self, seen: Observation, done: int | None = None) -> Move | None:
        """The next move of the flow, for the screen that is `shown` then; None where it has ended,
        or is `stuck`. Where it was, `done` tells how many commands are done since; None gives up.
        Raises: `FlowFailed`."""
        self._shown, why, self._failed = seen, self._failed, ""
        was_stuck, self.stuck = self.stuck is not None, None
        try:
            while True:
                if was_stuck:
                    action, was_stuck = self._actions.send(done), False
                else:
                    action = self._actions.throw(FlowFailed(why)) if why else next(self._actions)
                if isinstance(action, Stuck):
                    self.stuck = action
                    return None
                try:
                    return resolve_move(self._session, self.shown, action)
                except ActionImpossible as err:
                    why = str(err)
        except StopIteration:
            return None

    def see(self, seen: Observation) -> None:
        """Take what is shown for the last look."""
        self._shown = seen

    def note(self, draft: Draft, move: Move) -> None:
        """Put a move in the draft, with the command that asked for it."""
        note_secret(self._session, move)
        at = len(self.player.commands) - 1
        command = self.player.commands[at]
        if isinstance(move.action, Text) and move.element and move.element.secret:
            command.what = InputText.word  # nothing tells what was typed
        self._steps.setdefault(at, []).append(draft.turn.n)
        draft.add(move=move, command=str(command))

    def hear(self, turn: Turn) -> None:
        """Take why a move was not made, if it was not."""
        refused = turn.verdict.why if isinstance(turn.verdict, Refuse) else ""
        self._failed = turn.error or refused

    def _picture_then(self, n: int) -> str:
        """The file of a picture that shows what a command that failed touched when it was done; ""
        where none is left."""
        command = self.player.commands[n]
        step = command.control.step if command.control and command.status == "failed" else 0
        jpeg = self._once.picture(step) if step else None
        return self._session.trail.image(f"{n + 1:03d}-then", jpeg) if jpeg else ""

    def keep_commands(self) -> None:
        """Write down how each command went."""
        hide = self._session.secrets.hide
        told = [
            Played(
                file=str(c.file), line=c.line, what=hide(c.what), depth=c.depth,
                status="failed" if c.status == "running" else c.status,
                why=hide(c.why), seconds=c.seconds, steps=tuple(self._steps.get(n, ())),
                picture=self._kept.get(n, ""), then=self._picture_then(n),
            )
            for n, c in enumerate(self.player.commands)
        ]  # fmt: skip
        self._session.trail.keep(PLAYED, told)


class FlowEnd:
    """What a kept flow shows at its end if it did what it was kept for."""

    def __init__(self, session: Session, kept: KeptFlow) -> None:
        self._session, self._kept, self._proof = session, kept, Proof()

    def hear(self, turn: Turn) -> None:
        """Remember the screens of a step; what showed where the app was left tells nothing."""
        if turn.move and isinstance(turn.move.action, StartApp):
            self._proof = Proof()
        else:
            note_step(self._proof, turn)

    def seen(self, now: Observation) -> tuple[Move, str, Observation]:
        """The end with its answer, what proves it, and the screen that shows that. Raises:
        `ActionImpossible`."""
        kept, fill = self._kept.kept, self._kept.fill
        end = Exit(status="done", answer=fill(kept.answer), if_shows=fill(kept.shows))
        return until_shown(self._session, self._proof, end, now)

    def once_more(self, now: Observation) -> Move | None:
        """The end where its text shows, though it did so before: the same was made once more, which
        is to be asked about; None where it does not."""
        kept, fill = self._kept.kept, self._kept.fill
        wanted = ways(fill(kept.shows))
        if not wanted or any(Shows.of(part).state == GONE for way in wanted for part in way):
            return None
        with suppress(ActionImpossible):
            check_shown(fill(kept.shows), now.screen)
            return with_quotes(Exit(status="done", answer=fill(kept.answer)), now)
        return None
