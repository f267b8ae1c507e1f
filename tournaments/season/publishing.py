"""Publishing a season's final standing, lots between equals, taking a season up again: each once for its key."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.idempotency import digest_of
from tarockclub.time_source import now
from tournaments.acts import Asked, Refused, SeasonKind, act_in_season
from tournaments.models import Season, SeasonAct
from tournaments.season.data import COUNTS, SeasonStand, people_of, season_stand
from tournaments.season.editions import Change, Edition, changes, editions_of, rows_of, today
from tournaments.season.settings import LOT, to_text
from tournaments.season.standing import Standing

NO_EVENT, NO_RESULT, NO_POINTS, LOTS = "no_event", "no_result", "no_points", "lots"


class Missing(NamedTuple):
    """Something without which there is no final standing."""

    code: str  # one of the above
    event: int = 0  # number


def missing_in(stand: SeasonStand) -> tuple[Missing, ...]:
    """Everything that is missing before the final standing is published."""
    return tuple(_missing(stand))


def _missing(stand: SeasonStand) -> Iterator[Missing]:
    if not any(one.rows for one in stand.events):
        yield Missing(NO_EVENT)
    yield from (Missing(NO_RESULT, one.event.number) for one in stand.events if one.state != COUNTS)
    yield from (Missing(NO_POINTS, event) for event, _problem in stand.standing.problems)
    if LOT in stand.settings.criteria and not stand.lots_drawn and equals_in(stand.standing):
        yield Missing(LOTS)


def equals_in(standing: Standing) -> list[int]:
    """Who shares his rank with somebody."""
    return [one.who for one in standing.lines if one.shared]


def changed_since(edition: Edition, stand: SeasonStand) -> tuple[Change, ...]:
    """What the standing says otherwise now than a published one did."""
    _people, same = people_of(one.who for one in edition.lines)
    return changes(today(edition.lines, same), stand.standing.lines)


def sign_of(standing: Standing) -> str:
    """What tells a standing from another one: whoever publishes says by it what he has seen."""
    return digest_of(rows_of(standing))[:24]


def publish(
    season: int, key: str, seen: str, who: Who = NOBODY_KNOWN, *, reason: str = "", confirmed: bool = False
) -> SeasonAct:
    """Publish the final standing, which ends the season; `seen`: the sign of what was shown.

    Refused("something_missing", "standing_changed", "must_be_sure"); for another edition ("same_result", "no_reason").
    """

    def do(row: Season) -> dict[str, Any]:
        stand = season_stand(row)
        if missing_in(stand):
            raise Refused("something_missing")
        if sign_of(stand.standing) != seen:
            raise Refused("standing_changed")
        before = editions_of(row)
        if before and row.ended is not None and not changed_since(before[-1], stand):
            raise Refused("same_result")
        if before and not reason:
            raise Refused("no_reason")
        if not before and not confirmed:
            raise Refused("must_be_sure")
        row.ended = row.ended or now()
        row.save(update_fields=["ended"])
        rows = rows_of(stand.standing)
        return {"edition": len(before) + 1, "rows": rows, "settings": to_text(stand.settings)}

    return act_in_season(season, Asked(key, SeasonKind.STANDING, [seen, confirmed], who, reason), do)


def take_up(season: int, key: str, reason: str, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Let a season that has ended go on: its settings and events can be changed again.

    What was published stays, and another edition follows. Refused("not_ended", "no_reason").
    """

    def do(row: Season) -> dict[str, Any]:
        if row.ended is None:
            raise Refused("not_ended")
        if not reason:
            raise Refused("no_reason")
        row.ended = None
        row.save(update_fields=["ended"])
        return {"taken_up": True}

    return act_in_season(season, Asked(key, SeasonKind.STANDING, "take up", who, reason), do)


def draw_lots(season: int, key: str, who: Who = NOBODY_KNOWN) -> SeasonAct:
    """Draw lots between those who are equal by everything else.

    The lots follow from the season's seed, so drawing once more gives the same.
    Refused("no_lot_wanted", "lots_drawn", "no_equals"), and ("something_missing") before all results are there.
    """

    def do(row: Season) -> dict[str, Any]:
        stand = season_stand(row)
        if LOT not in stand.settings.criteria:
            raise Refused("no_lot_wanted")
        if stand.lots_drawn:
            raise Refused("lots_drawn")
        if any(one.code != LOTS for one in missing_in(stand)):
            raise Refused("something_missing")
        among = equals_in(stand.standing)
        if not among:
            raise Refused("no_equals")
        return {"among": among}

    return act_in_season(season, Asked(key, SeasonKind.LOT, None, who), do)
