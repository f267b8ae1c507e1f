"""The sign of a result, the rounds that are left, and giving up a round."""

from typing import Any

from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.core.editions import compute_edition_sign
from tournaments.hall.standing.standing import Standings
from tournaments.models import Act, Round, Tournament
from tournaments.results.team_standings.editions import list_signed_rows


def compute_result_sign(standings: Standings, scope: int) -> str:
    """Return the sign of a result."""
    return compute_edition_sign(list_signed_rows(standings, scope))


def count_rounds_left(standings: Standings) -> int:
    """Return the number of planned rounds that have not been played; 0 if no number was planned."""
    played = sum(round_.started for round_ in standings.stand.rounds)
    return max(0, standings.stand.settings.rounds - played)


def can_go_on(standings: Standings) -> bool:
    """Return True if another round may still be played according to the planned number."""
    return bool(count_rounds_left(standings)) or not standings.stand.settings.rounds


def give_up_round(round_: Round, key: str, reason: str, who: Actor = ANONYMOUS) -> Act:
    """Give up a round that was opened but not played; raise ActionRefused("started", "closed", "no_reason")."""

    def do(row: Tournament) -> dict[str, Any]:
        here = Round.objects.get(pk=round_.pk)
        if here.closed is not None:
            raise ActionRefused("closed")
        if here.started is not None:
            raise ActionRefused("started")
        if not reason:
            raise ActionRefused("no_reason")
        here.closed = now()
        here.save(update_fields=["closed"])
        return {"round": here.number, "given_up": True}

    return TOURNAMENTS.act(
        round_.tournament_id, Command(key, Kind.ROUND, [round_.number], who, reason, round=round_), do
    )
