"""The prizes (§3), their costs, and the winners who chose them."""

from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.tables import Column
from tarockclub.kit.tables.files import FileTable
from tarockclub.kit.xlsx.cells import COUNT, EURO
from tournaments.core.editions import FINAL
from tournaments.hall.standing.standing import Standings
from tournaments.results.final_results.prizes_page import ScopeSection, load_scope_sections
from tournaments.results.special_prizes.page import list_special_lines
from tournaments.results.standings.editions import index_rows


class PrizeRow(NamedTuple):
    """A prize and its winner."""

    round: str
    prize: str
    chosen_by: str
    reason: str
    number: int | None = None  # None: a special prize
    cost: int | None = None  # cents
    rank: int | None = None


PRIZES = FileTable(
    "prizes",
    _("Prizes"),
    (
        Column("number", _("No."), kind=COUNT, width=6),
        Column("round", _("Round"), width=14),
        Column("prize", _("Prize"), width=40),
        Column("cost", _("Cost"), kind=EURO, width=12),
        Column("rank", _("Rank"), kind=COUNT, width=7),
        Column("chosen_by", _("Chosen by"), width=30),
        Column("reason", _("Reason"), width=24),
    ),
    still=1,
)


def list_prize_rows(standings: Standings) -> Iterator[PrizeRow]:
    """Yield the prizes of each round, those of all rounds together, and the special ones."""
    for section in load_scope_sections(standings.stand.tournament):
        yield from _list_scope_prizes(section)
    for line in list_special_lines(standings):
        yield PrizeRow(gettext("Special prize"), line.label, line.winner or ", ".join(line.equals), line.amount)


def _list_scope_prizes(section: ScopeSection) -> Iterator[PrizeRow]:
    number, ranks = section.scope.of, index_rows(section.scope.edition)
    chosen = {choice.prize.pk: choice for choice in section.chosen if choice.prize is not None}
    for prize in section.scope.prizes:
        choice = chosen.get(prize.pk)
        ranked = ranks.get(choice.person) if choice is not None else None
        yield PrizeRow(
            gettext("overall") if number == FINAL else str(number),
            prize.name,
            choice.name if choice is not None else "",
            choice.reason if choice is not None else "",
            prize.number,
            prize.cents,
            ranked.rank if ranked is not None else None,
        )
