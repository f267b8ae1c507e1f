"""The tables of a round: game tables as in an evening, all created at once from a published draw."""

import json
import uuid
from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Q

from scoring.book.table_clock import encode_clock
from scoring.engine.agreement import Stakes
from scoring.engine.agreement import format_agreement as agreed_text
from scoring.models import GameTable
from scoring.table.evenings.services import write_new_tables
from tarockclub.kit.hash_chain import compute_request_digest
from tournaments.core.settings import Settings, parse_settings
from tournaments.hall.clock.table_clocks import compute_first_clock
from tournaments.models import Draw, Entrant, Round, RoundTable, Tournament


class NewTable(NamedTuple):
    """A table to be laid: its number, persons (ids) in playing order, the first dealer's place."""

    number: int
    persons: Sequence[int]
    dealer: int
    instead: RoundTable | None = None  # the table that it replaces


def open_tables(tournament: Tournament, round_: Round, draw: Draw) -> list[RoundTable]:
    """Create the tables of a draw; within the transaction of the act that publishes it."""
    seating: list[list[int]] = json.loads(draw.seating)
    dealers: list[int] = json.loads(draw.dealers)
    persons = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "person"))
    tables = (
        NewTable(number, [persons[entrant] for entrant in table], dealer)
        for number, (table, dealer) in enumerate(zip(seating, dealers, strict=True), 1)
    )
    return lay_tables(tournament, round_, list(tables))


def lay_tables(
    tournament: Tournament, round_: Round, tables: Sequence[NewTable], key: str = "tournament "
) -> list[RoundTable]:
    """Create tables with their game tables, all in a few statements: a hall of 500 people has 125 of them.

    `key`: how the keys of their game tables begin.
    """
    settings = parse_settings(tournament.settings)
    agreed = agreed_text(build_agreement(settings))
    clocks = {
        size: encode_clock(compute_first_clock(tournament, round_, size))
        for size in {len(table.persons) for table in tables}
    }
    games = [
        GameTable(
            club_id=tournament.club_id,
            sheet_version=tournament.sheet_version,
            first_forehand=(table.dealer + 1) % len(table.persons),
            start_key=f"{key}{uuid.uuid4().hex}",
            start_digest=compute_request_digest([tournament.pk, round_.number, table.number]),
            agreed=agreed,
            clock=clocks[len(table.persons)],
        )
        for table in tables
    ]
    write_new_tables([(game, table.persons) for game, table in zip(games, tables, strict=True)])
    paper = _find_paper_way(round_, settings)
    rows = [table.instead or RoundTable(round=round_, number=table.number, paper=paper) for table in tables]
    for row, game in zip(rows, games, strict=True):
        row.game_table = game
    RoundTable.objects.bulk_update([row for row in rows if row.pk is not None], ["game_table"])
    RoundTable.objects.bulk_create([row for row in rows if row.pk is None])
    return rows


def _find_paper_way(round_: Round, settings: Settings) -> bool:
    """Return whether new tables of a round begin on paper: like its others or the round before, or by the settings.

    One query.
    """
    last = Q(round=round_) | Q(round__tournament=round_.tournament_id, round__number=round_.number - 1)
    rows = list(RoundTable.objects.filter(last).values_list("round__number", "paper").distinct())
    ways = {paper for number, paper in rows if number == max(rows)[0]}
    return ways.pop() if len(ways) == 1 else settings.on_paper


def build_agreement(settings: Settings) -> Stakes:
    """Return the money settings of a table's players: real money for a point, the donation box."""
    return Stakes(settings.rate, settings.donation)
