"""The question before a round starts: its facts and warnings, at the desk and below the tables of the draw."""

from typing import Any

from scoring.models import Sitting
from tournaments.core.messages import format_refusal
from tournaments.core.selectors import RoundContext
from tournaments.hall.clock.actions import list_start_warnings
from tournaments.people.entrants.fee_actions import list_open_fees


def may_start(context: RoundContext) -> bool:
    """Tell whether a round can be started at all; otherwise there is nothing to ask."""
    round_ = context.round
    return round_.started is None and round_.closed is None and round_.tables.exists()


def load_start_question(context: RoundContext) -> dict[str, Any]:
    """Return the facts that are shown before a round starts; `freezes`: the settings are fixed with it."""
    round_ = context.round
    return {
        "tables": round_.tables.count(),
        "players": Sitting.objects.filter(table__round_table__round=round_, to_deal=None).count(),
        "due": sum(fee.cents for fee in list_open_fees(context.tournament)),
        "freezes": context.tournament.frozen is None,
        "warnings": [format_refusal(warning) for warning in list_start_warnings(context.tournament, round_)],
    }
