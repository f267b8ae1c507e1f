"""The tables of a round: game tables as in an evening, all created at once from a published draw."""

import json
import uuid
from collections.abc import Sequence

from scoring.book.table_clock.clock import encode_clock
from scoring.engine.agreement import Stakes
from scoring.engine.agreement import format_agreement as agreed_text
from scoring.models import GameTable
from scoring.table.evenings.services import write_new_table
from tarockclub.kit.idempotency import compute_request_digest
from tournaments.core.settings import Settings, parse_settings
from tournaments.hall.clock.table_clocks import compute_first_clock
from tournaments.models import Draw, Entrant, Round, RoundTable, Tournament


def open_tables(tournament: Tournament, round_: Round, draw: Draw) -> list[RoundTable]:
    """Create the tables of a draw; within the transaction of the act that publishes it."""
    seating: list[list[int]] = json.loads(draw.seating)
    dealers: list[int] = json.loads(draw.dealers)
    persons = dict(Entrant.objects.filter(tournament=tournament).values_list("pk", "person"))
    return [
        open_table(tournament, round_, number, [persons[entrant] for entrant in table], dealer)
        for number, (table, dealer) in enumerate(zip(seating, dealers, strict=True), 1)
    ]


def open_table(
    tournament: Tournament,
    round_: Round,
    number: int,
    persons: Sequence[int],
    dealer: int,
    *,
    instead: RoundTable | None = None,
) -> RoundTable:
    """Create one table: persons (ids) in playing order, the first dealer's place; `instead`: the table it replaces."""
    table = GameTable(
        club_id=tournament.club_id,
        sheet_version=tournament.sheet_version,
        first_forehand=(dealer + 1) % len(persons),
        start_key=f"tournament {uuid.uuid4().hex}",
        start_digest=compute_request_digest([tournament.pk, round_.number, number]),
        agreed=agreed_text(build_agreement(parse_settings(tournament.settings))),
        clock=encode_clock(compute_first_clock(tournament, round_, len(persons))),
    )
    game = write_new_table(table, persons)
    if instead is None:
        return RoundTable.objects.create(round=round_, number=number, game_table=game)
    instead.game_table = game
    instead.save(update_fields=["game_table"])
    return instead


def build_agreement(settings: Settings) -> Stakes:
    """Return the money settings of a table's players: real money for a point, the donation box."""
    return Stakes(settings.rate, settings.donation)
