"""What the tests of all pages share."""

from tests.support.states.world import world

__all__ = ["world"]
