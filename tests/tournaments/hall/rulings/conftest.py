"""The table at which rulings are made."""

from tests.support.phones import let_write
from tests.support.shared_rows import share_rows
from tests.tournaments.hall.rulings.ruled_tables import again
from tests.tournaments.results.standings.played_tables import running


@share_rows
def table():
    """A table of a round that runs, whose link phones have."""
    _, _first, tables = running(8)
    let_write(tables[0].game_table)
    return again(tables[0])
