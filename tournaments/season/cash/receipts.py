"""Receipts for what moves in a season's own cash box: numbered without a gap in their season, never changed.

Their label has an S before it ("S2026-1/3"), so that none is taken for a tournament's.
"""

from typing import Any

from tarockclub.accounts.actors import NOBODY_KNOWN, Who
from tournaments.acts import Asked, SeasonKind, act_in_season, said_by
from tournaments.cash_journal.journal import noted
from tournaments.cash_journal.receipts import (
    MOVE,
    Receipt,
    as_read,
    label_of,
    moved,
    next_of,
    receipts_among,
    said_for_move,
)
from tournaments.models import Season, SeasonAct
from tournaments.season.cash.services import own_moves

LETTER = "S"


def season_receipts(season: Season) -> tuple[Receipt, ...]:
    """All receipts of a season in the order of their numbers; the same few queries however many they are."""
    acts = _acts(season)
    if not acts:
        return ()
    said = [said_by(one) for one in acts]
    texts, about = noted(said), moved(own_moves(season), said, LETTER)
    return tuple(
        as_read(one, label_of(told, LETTER), texts.get(told.get("party", 0), ""), [about.line(told)], about)
        for one, told in zip(acts, said, strict=True)
    )


def season_receipt(season: Season, number: int) -> Receipt | None:
    """The receipt of a number; None where there is none."""
    return next((one for one in season_receipts(season) if one.number == number), None)


def _acts(season: Season) -> list[SeasonAct]:
    return receipts_among(SeasonAct.objects.filter(season=season, kind=SeasonKind.CASH))


def for_season_move(season: int, key: str, sequence: int, party: str = "", who: Who = NOBODY_KNOWN) -> SeasonAct:
    """A receipt for a movement in the season's own box (the sequence number of its act), with the next number.

    `party`: from whom or to whom, where none was said. Refused("no_such_move", "has_receipt").
    """

    def do(row: Season) -> dict[str, Any]:
        before = [said_by(one) for one in _acts(row)]
        return next_of(row, before) | said_for_move(own_moves(row), before, sequence, party)

    return act_in_season(season, Asked(key, SeasonKind.CASH, ["receipt", MOVE, sequence, party], who), do)
