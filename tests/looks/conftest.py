"""Fixtures shared by the tests of all pages."""

from tests.looks.visits import looks
from tests.support.states.world import world

__all__ = ["looks", "world"]
