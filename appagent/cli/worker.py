"""`appagent worker`: the phones of this machine, for whoever spreads work over many."""

from __future__ import annotations

from collections.abc import Mapping

from appagent.cli import INTERRUPTED
from appagent.cli.doctor import phone_findings
from appagent.cli.share import phones
from appagent.cli.spread import worker_options
from appagent.config import Config, credentials, load
from appagent.errors import DeviceNotFound, UsageError
from appagent.report import plain
from appagent.secrets import Secrets
from appagent.spread import Phones, lend


def work(flags: Mapping[str, object], scheduler: str, pockets: int, name: str | None) -> int:
    """Have what a scheduler spreads done on the phones of this machine, until Ctrl-C."""
    config = load(flags).config
    worker_options(config.device, pockets)
    if pockets:
        from pocketphone import extra

        if problem := extra.problem():
            raise UsageError(problem)
    plain.never_print(Secrets(credentials(config)).hide)
    lend(scheduler, Phones(_checked(config), pockets), name, plain.aside)
    return INTERRUPTED


def _checked(config: Config) -> tuple[str, ...]:
    """The phones that are named, each as usable as `doctor` finds it. Raises: `DeviceNotFound`
    where one is not."""
    serials = tuple(phones(config))
    for serial in serials:
        for finding in phone_findings(config.model_copy(update={"device": serial})):
            if not finding.ok:
                raise DeviceNotFound(
                    f"{serial}: {finding.link}: {finding.found}; {finding.mend or 'see `doctor`'}"
                )
    return serials
