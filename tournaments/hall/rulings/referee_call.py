"""Calling the referee (§5): the table's clock stops at once, and the director sees the waiting table."""

from typing import Any

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.actions.targets import load_table
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.hall.clock.actions import Halt
from tournaments.models import Act, RoundTable, Tournament


def call_referee(table: RoundTable, key: str, who: Actor = ANONYMOUS) -> Act:
    """Call the referee to a table; a second call changes nothing.

    Raise ActionRefused("not_begun", "closed", "table_done", "lapse"): then there is no running clock to stop.
    """

    def do(row: Tournament) -> dict[str, Any]:
        said = Halt().carry_out(load_table(row, table))
        RoundTable.objects.filter(pk=table.pk, called=None).update(called=now())
        return said

    return TOURNAMENTS.act(
        table.round.tournament_id, Command(key, Kind.CALLED, None, who, round=table.round, table=table), do
    )
