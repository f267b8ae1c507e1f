"""Nothing that another test has read or made is shown again."""

from tests.tournaments.results.standings.conftest import _nothing_kept

__all__ = ["_nothing_kept"]
