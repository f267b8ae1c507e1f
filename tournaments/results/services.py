"""Publishing results, drawing lots between equals, giving a round up: each once for its key, written down for good."""

from collections import Counter
from typing import Any

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tarockclub.idempotency import digest_of
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act
from tournaments.models import Act, Round, Tournament
from tournaments.results.missing import LOTS, Missing, missing_at_the_end, missing_in_round
from tournaments.results.prizes import choices_of
from tournaments.standings.editions import FINAL, Ranked, changes, editions_of, latest, rows_now
from tournaments.standings.progress import stand_of
from tournaments.standings.standing import RANK, Standings, drawn_lots, scope_of, standings_of


def sign_of(standings: Standings, of: int) -> str:
    """What tells a result from another one: whoever publishes says by it what he has seen."""
    return digest_of(rows_now(standings, of))[:24]


def publish(
    tournament: int, key: str, of: int, seen: str, who: Who = NOBODY_KNOWN, *, reason: str = "", confirmed: bool = False
) -> Act:
    """Publish the result of a round (its number), or the final one (FINAL); `seen`: the sign of what was shown.

    Refused("something_missing"), ("standing_changed"); for another edition ("same_result"), ("no_reason"). Unless that
    was confirmed ("prizes_chosen"), and for a final result ("rounds_left") before all planned rounds were played,
    ("any_rounds") where no number was planned.
    """

    def do(row: Tournament) -> dict[str, Any]:
        standings = standings_of(stand_of(row))
        if _missing(standings, of):
            raise Refused("something_missing")
        if sign_of(standings, of) != seen:
            raise Refused("standing_changed")
        editions = editions_of(row)
        rows, before = rows_now(standings, of), latest(editions, of)
        if before is not None:
            if not changes(before.rows, rows):
                raise Refused("same_result")
            if not reason:
                raise Refused("no_reason")
            if not confirmed and any(at == of for at, _person in choices_of(row, editions)):
                raise Refused("prizes_chosen")
        elif of == FINAL and not confirmed:
            _must_be_the_end(standings)
        _closed(row, of)
        edition = 1 + sum(one.of == of for one in editions)  # one that was taken back keeps its number
        return {"of": of, "edition": edition, "rows": [list(one) for one in rows]} | _by(standings, of)

    sent = [of, seen, confirmed]
    return act(tournament, Asked(key, Kind.RESULT, sent, who, reason, round=_round(tournament, of)), do)


def rounds_left(standings: Standings) -> int:
    """How many of the rounds that were planned have not been played; none are where no number was planned."""
    played = sum(one.started for one in standings.stand.rounds)
    return max(0, standings.stand.settings.rounds - played)


def may_go_on(standings: Standings) -> bool:
    """Whether another round may still be played by the number that was planned."""
    return bool(rounds_left(standings)) or not standings.stand.settings.rounds


def _must_be_the_end(standings: Standings) -> None:
    """Refuse a final result that nobody has confirmed while another round may be played."""
    if left := rounds_left(standings):
        raise Refused("rounds_left", left=left)
    if may_go_on(standings):
        raise Refused("any_rounds")


def _by(standings: Standings, of: int) -> dict[str, Any]:
    """By which rules it was ranked."""
    settings = standings.stand.settings
    criteria = settings.overall_criteria if of == FINAL else settings.round_criteria
    return {"criteria": list(criteria)} | ({} if of == FINAL else {"scope": settings.scope})


def _round(tournament: int, of: int) -> Round | None:
    return None if of == FINAL else Round.objects.get(tournament=tournament, number=of)


def _closed(row: Tournament, of: int) -> None:
    """A round is over with its result, the tournament with the final one."""
    if of == FINAL:
        Tournament.objects.filter(pk=row.pk, ended=None).update(ended=now())
    else:
        Round.objects.filter(tournament=row, number=of, closed=None).update(closed=now())


def draw_lots(tournament: int, key: str, of: int, what: str, who: Who = NOBODY_KNOWN) -> Act:
    """Draw lots between the equal ones of a round, or of everything: for their rank, or for who chooses first.

    The lots follow from the tournament's seed, so drawing once more gives the same. Refused("no_equals", "lots_drawn");
    ("something_missing") before everything else is there, ("not_published") before a result says who chooses.
    """

    def do(row: Tournament) -> dict[str, Any]:
        scope = scope_of(of)
        if scope in drawn_lots(row, what):
            raise Refused("lots_drawn")
        rows = _ranked(row, of) if what == RANK else _published(row, of)
        equals = Counter(one.rank for one in rows)
        among = [one.person for one in rows if equals[one.rank] > 1]
        if not among:
            raise Refused("no_equals")
        return {"scope": scope, "what": what, "among": among}

    return act(tournament, Asked(key, Kind.LOT, [of, what], who, round=_round(tournament, of)), do)


def _ranked(row: Tournament, of: int) -> tuple[Ranked, ...]:
    """The result as it is, when nothing is missing but the lots."""
    standings = standings_of(stand_of(row))
    if any(one.code != LOTS for one in _missing(standings, of)):
        raise Refused("something_missing")
    return rows_now(standings, of)


def _published(row: Tournament, of: int) -> tuple[Ranked, ...]:
    edition = latest(editions_of(row), of)
    if edition is None:
        raise Refused("not_published")
    return edition.rows


def _missing(standings: Standings, of: int) -> tuple[Missing, ...]:
    return missing_at_the_end(standings) if of == FINAL else missing_in_round(standings, of)


def give_up(round_: Round, key: str, reason: str, who: Who = NOBODY_KNOWN) -> Act:
    """A round that was opened is not played; Refused("started", "closed", "no_reason")."""

    def do(row: Tournament) -> dict[str, Any]:
        here = Round.objects.get(pk=round_.pk)
        if here.closed is not None:
            raise Refused("closed")
        if here.started is not None:
            raise Refused("started")
        if not reason:
            raise Refused("no_reason")
        here.closed = now()
        here.save(update_fields=["closed"])
        return {"round": here.number, "given_up": True}

    return act(round_.tournament_id, Asked(key, Kind.ROUND, [round_.number], who, reason, round=round_), do)
