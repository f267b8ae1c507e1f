"""Drafts of a draw: drawn, changed by hand, typed in; each is a row of its own and stays."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import Any

from scoring.ledger.entries import NOBODY_KNOWN, Who
from tarockclub.time_source import now
from tournaments.acts import Asked, Kind, Refused, act, said_by
from tournaments.draw.codec import made_from, tables_of, texts_of, wanted_from
from tournaments.draw.history import hoch_deals, rounds_before
from tournaments.draw.interim_standing import order_so_far
from tournaments.draw.pairing import drawn
from tournaments.draw.repair import mended
from tournaments.draw.seating_by_standing import seated_by_standing
from tournaments.draw.separations import kept_apart
from tournaments.draw.sizes import must_wait, sizes
from tournaments.draw.values import Table, Wanted
from tournaments.entrants.selectors import present
from tournaments.models import Draw, Round, Tournament
from tournaments.settings import LOTS, STANDING, read

SEED_LENGTH = 32  # hexadecimal digits
FEWEST, MOST = 4, 6  # at one table


def draft(round_: Round, key: str, who: Who = NOBODY_KNOWN, reason: str = "", *, by: str = LOTS) -> Draw:
    """Draw the tables of a round once more, by lot or by the standing so far (settings.LOTS, STANDING).

    Refused("round_started", "ended", "cannot_seat"); by the standing ("no_standing").
    """

    def do(row: Tournament, here: Round) -> Draw:
        players = present(here)
        if not sizes(len(players)):
            raise Refused("cannot_seat", number=len(players), wait=must_wait(len(players)))
        number = here.draws.count() + 1
        seed = seed_of(row, here, number)
        wanted = _wanted(row, here, players, seed)
        if by != STANDING:
            return _kept(row, here, Draw.Way.DRAWN, wanted, drawn(wanted), seed)
        wanted = wanted._replace(order=order_so_far(row))
        if not wanted.order:
            raise Refused("no_standing")
        return _kept(row, here, Draw.Way.STANDING, wanted, seated_by_standing(wanted), seed)

    sent = ["draw", by] if by == STANDING else ["draw"]
    return _act(round_, Asked(key, Kind.DRAFT, sent, who, reason, round=round_), do)


def swap(
    round_: Round, key: str, number: int, pair: tuple[int, int], who: Who = NOBODY_KNOWN, reason: str = ""
) -> Draw:
    """Let two players (entrants' ids) of a draft change their seats; Refused("no_draft", "not_both_seated")."""

    def do(row: Tournament, here: Round) -> Draw:
        of = draft_of(here, number)
        tables = tables_of(of, hoch_deals=hoch_deals(row))
        seated = {player for table in tables for player in table.seats}
        if pair[0] == pair[1] or not seated.issuperset(pair):
            raise Refused("not_both_seated")
        other = {pair[0]: pair[1], pair[1]: pair[0]}
        swapped = tuple(table._replace(seats=tuple(other.get(one, one) for one in table.seats)) for table in tables)
        return _kept(row, here, Draw.Way.SWAPPED, wanted_from(of.made_from, of.seed), swapped, of.seed)

    return _act(round_, Asked(key, Kind.DRAFT, ["swap", number, *pair], who, reason, round=round_), do)


def type_in(round_: Round, key: str, tables: Sequence[Table], who: Who = NOBODY_KNOWN, reason: str = "") -> Draw:
    """Keep a draw by cards (entrants' ids); Refused("round_started", "not_everybody_once", "table_size")."""

    def do(row: Tournament, here: Round) -> Draw:
        players = present(here)
        seated = [player for table in tables for player in table.seats]
        if sorted(seated) != sorted(players):
            raise Refused("not_everybody_once")
        if not all(FEWEST <= len(table.seats) <= MOST for table in tables):
            raise Refused("table_size")
        wanted = _wanted(row, here, players, "")
        return _kept(row, here, Draw.Way.TYPED, wanted, tuple(tables), "")

    sent = ["type", [list(table) for table in tables]]
    return _act(round_, Asked(key, Kind.DRAFT, sent, who, reason, round=round_), do)


def mend(round_: Round, key: str, number: int, who: Who = NOBODY_KNOWN, reason: str = "") -> Draw:
    """Mend a draft for those who play now, so that as few as possible move; Refused("no_draft", "cannot_mend")."""

    def do(row: Tournament, here: Round) -> Draw:
        of = draft_of(here, number)
        wanted = _wanted(row, here, present(here), of.seed)
        try:
            tables = mended(wanted, tables_of(of, hoch_deals=hoch_deals(row)))
        except ValueError as error:
            raise Refused("cannot_mend") from error
        if not tables:
            raise Refused("cannot_mend")
        return _kept(row, here, Draw.Way.SWAPPED, wanted, tables, of.seed)

    return _act(round_, Asked(key, Kind.DRAFT, ["mend", number], who, reason, round=round_), do)


def draft_of(round_: Round, number: int) -> Draw:
    """A draft of a round by its number; Refused("no_draft")."""
    found = Draw.objects.filter(round=round_, number=number).first()
    if found is None:
        raise Refused("no_draft")
    return found


def must_not_have_started(here: Round) -> None:
    """Refuse what changes the tables of a round that is played, or over."""
    if here.started is not None or here.closed is not None:
        raise Refused("round_started")


def seed_of(tournament: Tournament, round_: Round, number: int) -> str:
    """The seed of a draft: it follows from the tournament's own, so that nobody can choose it."""
    text = f"{tournament.seed}/{round_.number}/{number}"
    return sha256(text.encode()).hexdigest()[:SEED_LENGTH]


def _wanted(row: Tournament, here: Round, players: Sequence[int], seed: str) -> Wanted:
    """What a draw of this round is made from, as things are now."""
    first = Draw.objects.filter(round__tournament=row, round__number__lt=here.number, pk__in=_published(row))
    seeds = [one for one in first.order_by("round__number").values_list("seed", flat=True) if one]
    return Wanted(
        tuple(players),
        int(seed or "0", 16),
        rounds_before(row, here.number),
        kept_apart(row, here.number),
        int(seeds[0], 16) if seeds else 0,
        read(row.settings).rounds,
    )


def _published(row: Tournament) -> list[int]:
    return [draw for draw in row.rounds.values_list("draw", flat=True) if draw is not None]


def _kept(row: Tournament, here: Round, way: Draw.Way, wanted: Wanted, tables: tuple[Table, ...], seed: str) -> Draw:
    seating, dealers = texts_of(tables, hoch_deals=hoch_deals(row))
    return Draw.objects.create(
        round=here,
        number=here.draws.count() + 1,
        way=way,
        seed=seed,
        made_from=made_from(wanted),
        seating=seating,
        dealers=dealers,
        at=now(),
    )


def _act(round_: Round, asked: Asked, do: Callable[[Tournament, Round], Draw]) -> Draw:
    def with_round(row: Tournament) -> dict[str, Any]:
        here = Round.objects.get(pk=round_.pk)
        must_not_have_started(here)
        if row.ended is not None:
            raise Refused("ended")
        return {"draw": do(row, here).number}

    done = act(round_.tournament_id, asked, with_round)
    return Draw.objects.get(round=round_, number=said_by(done)["draw"])
