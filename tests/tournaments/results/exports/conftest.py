"""The time of these tests is that of the clock's."""

from tests.tournaments.clock.conftest import watch

__all__ = ["watch"]
