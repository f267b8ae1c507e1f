"""Receipts for movements in a season's own cash box: numbered without gaps in their season, never changed.

Their label begins with S ("S2026-1/3") to tell them apart from a tournament's.
"""

from typing import Any

from tarockclub.accounts.actors import ANONYMOUS, Actor
from tournaments.acts import Command, SeasonKind, act_in_season, parse_content
from tournaments.cash_journal.journal import load_notes
from tournaments.cash_journal.receipts import (
    MOVE,
    Receipt,
    build_receipt,
    build_receipt_content,
    build_receipt_moves,
    compute_next_number,
    format_label,
    list_receipt_acts,
)
from tournaments.models import Season, SeasonAct
from tournaments.season.cash.services import list_own_moves

LETTER = "S"


def list_season_receipts(season: Season) -> tuple[Receipt, ...]:
    """Return all receipts of a season in the order of their numbers; the same few queries for any number of them."""
    acts = _list_acts(season)
    if not acts:
        return ()
    said = [parse_content(act) for act in acts]
    texts, about = load_notes(said), build_receipt_moves(list_own_moves(season), said, LETTER)
    return tuple(
        build_receipt(
            act, format_label(told, LETTER), texts.get(told.get("party", 0), ""), [about.build_line(told)], about
        )
        for act, told in zip(acts, said, strict=True)
    )


def find_season_receipt(season: Season, number: int) -> Receipt | None:
    """Return the receipt with a number; None if there is none."""
    return next((receipt for receipt in list_season_receipts(season) if receipt.number == number), None)


def _list_acts(season: Season) -> list[SeasonAct]:
    return list_receipt_acts(SeasonAct.objects.filter(season=season, kind=SeasonKind.CASH))


def write_season_receipt(season: int, key: str, sequence: int, party: str = "", who: Actor = ANONYMOUS) -> SeasonAct:
    """Write a receipt for a movement in the season's own box (the sequence number of its act), with the next number.

    `party`: the payer or the recipient, if the movement names none. Raise ActionRefused("no_such_move", "has_receipt").
    """

    def do(row: Season) -> dict[str, Any]:
        before = [parse_content(act) for act in _list_acts(row)]
        return compute_next_number(row, before) | build_receipt_content(list_own_moves(row), before, sequence, party)

    return act_in_season(season, Command(key, SeasonKind.CASH, ["receipt", MOVE, sequence, party], who), do)
