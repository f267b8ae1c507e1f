"""The question before a round starts: tables, players, fees that are due, warnings."""

from typing import Any

from scoring.book.ledger.codec import DEALS
from scoring.models import Deal, Sitting
from tournaments.core.acts import Kind
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext
from tournaments.hall.clock.actions import list_start_warnings
from tournaments.models import Act, Presence
from tournaments.people.entrants.fees import compute_fees


def may_start(context: RoundContext) -> bool:
    """Tell whether a round can be started at all; otherwise there is nothing to ask."""
    round_ = context.round
    return round_.started is None and round_.closed is None and round_.tables.exists()


def find_start_act(context: RoundContext) -> int:
    """Return the number of the act that started a round, if it can be taken back; 0: a hand is recorded, or not begun.

    Two queries, and one where a hand is recorded.
    """
    round_ = context.round
    if round_.started is None or round_.closed is not None:
        return 0
    if Deal.objects.filter(table__round_table__round=round_, entry__kind__in=DEALS).exists():
        return 0
    starts = Act.objects.filter(round=round_, kind=Kind.START, undone_by=None)
    return starts.values_list("sequence", flat=True).last() or 0


def load_start_question(context: RoundContext) -> dict[str, Any]:
    """Return the facts that are shown before a round starts; `freezes`: the settings are fixed with it."""
    round_ = context.round
    return {
        "tables": round_.tables.count(),
        "players": Sitting.objects.filter(table__round_table__round=round_, to_deal=None).count(),
        "fees": compute_fees(Presence.objects.filter(round=round_), context.settings),
        "freezes": context.tournament.frozen is None,
        "warnings": [format_refusal(warning) for warning in list_start_warnings(context.tournament, round_)],
    }
