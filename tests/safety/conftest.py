"""The stage of the agent's tests."""

from tests.agent.conftest import stage

__all__ = ["stage"]
