"""What the start of a round means, said once before it: tables, players, fees that are due, what stands against it."""

from typing import NamedTuple

from scoring.models import Sitting
from tournaments.clock.services import start_warnings
from tournaments.models import Presence
from tournaments.people.fees import Fees, fees_of
from tournaments.refusals import sentence
from tournaments.selectors import Found


class StartQuestion(NamedTuple):
    """What the director is asked before a round starts."""

    tables: int
    players: int
    fees: Fees
    freezes: bool  # the settings of the tournament are fixed with it
    warnings: tuple[str, ...]  # what is started with all the same


def may_start(found: Found) -> bool:
    """Tell whether a round can be started at all; otherwise there is nothing to ask."""
    here = found.round
    return here.started is None and here.closed is None and here.tables.exists()


def start_question(found: Found) -> StartQuestion:
    """Return what is said before a round starts."""
    here = found.round
    seats = Sitting.objects.filter(table__round_table__round=here, to_deal=None)
    warnings = tuple(sentence(one) for one in start_warnings(found.tournament, here))
    fees = fees_of(Presence.objects.filter(round=here), found.settings.fee)
    return StartQuestion(here.tables.count(), seats.count(), fees, found.tournament.frozen is None, warnings)
