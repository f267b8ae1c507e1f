"""Reading rehearsals: the one of a club, and the faults that its robots make."""

from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournaments.around.rehearsal.ending import LASTS
from tournaments.around.rehearsal.robots import RobotFault, plan_faults
from tournaments.core.selectors import load_settings
from tournaments.models import RoundTable, Tournament

FAULT_WORDS: dict[RobotFault, Promise] = {
    RobotFault.NO_SHOW: _(
        "A player is missing: the table calls for the director. Say who has not come, and who steps in."
    ),
    RobotFault.DISPUTE: _("A hand is disputed by another player."),
    RobotFault.LATE_HAND: _("A phone without a network sends its last hand after the gong."),
    RobotFault.WRONG_CHIPS: _("After the last hand one player has a chip too few."),
}


def find_rehearsal(club: int) -> Tournament | None:
    """Return the rehearsal that is going on in a club; None if there is none."""
    return Tournament.everything.filter(club=club).exclude(rehearsal_of=None).select_related("rehearsal_of").first()


def compute_end(rehearsal: Tournament) -> datetime:
    """Return the moment when a rehearsal ends by itself."""
    return rehearsal.made + LASTS


def list_expected_faults(rehearsal: Tournament) -> list[tuple[int, int, Promise]]:
    """Return the faults that the robots make in the rounds whose tables are laid: the round, the table, the words."""
    settings = load_settings(rehearsal)
    tables: dict[int, list[RoundTable]] = {}
    for table in RoundTable.objects.filter(round__tournament=rehearsal).select_related("round").order_by("number"):
        tables.setdefault(table.round.number, []).append(table)
    return [
        (number, planned.table, FAULT_WORDS[planned.fault])
        for number, round_tables in sorted(tables.items())
        for planned in plan_faults(round_tables[0].round, [table.number for table in round_tables], settings)
    ]
