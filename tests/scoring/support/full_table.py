"""A table whose page has everything at once: thirds, totals of four digits, long names, Pagatkassa, Radl, a dispute."""

from typing import Any

from scoring.book.ledger.entries import Outcome
from scoring.book.marks import MarkOutcome, MarkRequest, write_mark
from scoring.engine.agreement import DEALER_PAYS, AgreedPot, Stakes, format_agreement
from scoring.models import Deal, GameTable, Mark
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.platform.accounts.actors import Actor
from tests.scoring.support.tables import book_of, dreier, new_key, play
from tests.support.phones import let_write

NAMES = (
    *("Margarethe Mayrhofer-Schmidhuber", "Christoph Oberhumer", "Elisabeth", "Johannes", "Hermann", "Friederike"),
)
SEATS = range(4)
HANDS = 14
MONEY = Stakes(rate=10, pagatkassa=AgreedPot(DEALER_PAYS, 47, start=400))


def make_full_table(players: int = 4) -> GameTable:
    """Play until totals have thirds and four digits; a Radl runs, and the newest hand is disputed."""
    evening = EveningStart(NAMES[:players], "standard", {}, 0, format_agreement(MONEY))
    table = let_write(start_evening(new_key(), evening))
    for _ in range(HANDS):
        _play_trischaken(table)
        active = book_of(table).now.active
        _play(table, dreier(active.index(0) if 0 in active else 1, kontra=8, result="lost"))
    _play_trischaken(table)
    dispute_newest(table)
    return table


def _play_trischaken(table: GameTable) -> None:
    """Three lose together, so that each pays a third; a Radl begins."""
    forehand = book_of(table).now.forehand if table.players == len(SEATS) else 0
    _play(table, {"plays": [{"contract": "trischaken", "declarer": forehand, "points": ["20", "20", "20", "10"]}]})


def _play(table: GameTable, hand: dict[str, Any]) -> None:
    written = play(table, hand)
    assert written.outcome is Outcome.SAVED, written


def dispute_newest(table: GameTable) -> None:
    """Say from another phone that the newest hand is not right."""
    deal = Deal.objects.filter(table=table).select_related("entry").latest("number")
    ask = MarkRequest(deal.number, deal.entry.sequence, 0, Mark.Kind.DISPUTED, 1)
    assert write_mark(table, ask, new_key(), Actor(device="another phone")) is MarkOutcome.MARKED
