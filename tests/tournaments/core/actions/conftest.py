"""The time of these tests is that of the clock's."""

from tests.tournaments.hall.clock.conftest import watch

__all__ = ["watch"]
