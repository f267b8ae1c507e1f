"""Fixtures shared by the tests of all pages."""

from tests.support.states.world import world

__all__ = ["world"]
