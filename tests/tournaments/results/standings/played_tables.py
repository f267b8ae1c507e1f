"""Tables of a tournament that have played: by the totals of their paper sheets, so that amounts are chosen freely."""

from collections.abc import Sequence
from typing import Any

from scoring.book.ledger.book import load_book
from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.services import record_hand
from scoring.models import GameTable
from scoring.table.corrections.changes import ChangeRequest, enter_end_totals
from scoring.table.corrections.services import write_change
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.privacy.readers import EVERYBODY
from tests.tournaments.support import acts
from tests.tournaments.support.factories import new_key, whole
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.results.final_results.result_actions import compute_result_sign

POINT = 6
DIRECTOR = Actor(None, "d" * 16, directs=True)


def paper(table: RoundTable, *points: int, replaced: Sequence[int] = ()) -> None:
    """Type in what everybody at a table has won and lost; the same table once more: instead of it."""
    game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
    book = load_book(game)
    amounts = (*(POINT * point for point in points), *[0] * (6 - len(points)))
    gifts = (*replaced, *[0] * (6 - len(replaced)))
    ask = enter_end_totals(amounts, gifts, instead_of=book.number)
    written = write_change(game, new_key(), game.last_sequence, ask, "vom Zettel", sent=[*amounts], who=DIRECTOR)
    assert written.outcome is Outcome.SAVED, written


def tried(table: RoundTable, ask: ChangeRequest, what: object) -> None:
    """Change the book of a table, as the director does."""
    game = GameTable.objects.select_related("sheet_version").get(pk=table.game_table_id)
    written = write_change(game, new_key(), game.last_sequence, ask, "so", sent=what, who=DIRECTOR)
    assert written.outcome is Outcome.SAVED, written


def normal(declarer: int, partner: int) -> dict[str, object]:
    """A game with a partner: 1 point from each opponent."""
    return {"plays": [{"contract": "normalspiel", "declarer": declarer, "partner": partner, "result": "won"}]}


def solo(declarer: int) -> dict[str, object]:
    """A game alone against three: 4 points from each."""
    return {"plays": [{"contract": "solo", "declarer": declarer, "result": "won"}]}


def play_hand(table: RoundTable, record: dict[str, object]) -> None:
    """Enter a hand at a table, as a phone does."""
    game = GameTable.objects.get(pk=table.game_table_id)
    written = record_hand(game.slug, new_key(), game.last_key, record, phase="time")
    assert written.entry is not None, written


def started(round_: Round) -> Round:
    """The round, whose clock runs."""
    acts.start_clock(round_, new_key(), confirmed=True)
    round_.refresh_from_db()
    return round_


def running(count: int = 8, **settings: Any) -> tuple[Tournament, Round, list[RoundTable]]:
    """A tournament of so many people whose first round runs."""
    of, first, tables = whole(count, **settings)
    return of, started(first), tables


def finish_table(table: RoundTable) -> None:
    """The table's round is over; its chips are what they should be."""
    table = RoundTable.objects.select_related("game_table__sheet_version", "round").get(pk=table.pk)
    row = Tournament.objects.get(pk=table.round.tournament_id)
    acts.count_chips(table, new_key(), compute_chips(table.game_table, row))
    acts.close_table(table, new_key(), confirmed=True)


def over(round_: Round, *tables: tuple[RoundTable, Sequence[int]]) -> Round:
    """A round that was played: each table with what everybody has won and lost."""
    started(round_)
    for table, points in tables:
        paper(table, *points)
        finish_table(table)
    return round_


def standings(of: Tournament) -> Any:
    """The standings as they are now."""
    return load_standings(load_progress(Tournament.objects.get(pk=of.pk)), EVERYBODY)


def published(of: Tournament, number: int, **more: Any) -> Act:
    """Publish the result of a round, or the final one, as it is now."""
    act: Act = acts.publish_edition(of, new_key(), number, compute_result_sign(standings(of), number), **more)
    return act


def publish_results(of: Tournament, *numbers: int) -> None:
    """Publish these results one after the other, and confirm whatever must be confirmed."""
    for number in numbers:
        published(of, number, confirmed=True)
