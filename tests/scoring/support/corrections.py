"""The lines of a book after changes, in points, for the tests with examples."""

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import load_seats
from scoring.models import Entry, GameTable
from scoring.table.corrections.changes import ChangeRequest
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import send_change
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import POINT, book_of

Points = tuple[int, ...]


def points_of(entry: Entry, places: int) -> Points:
    """Return the payouts of an entry, by place, in points."""
    return tuple(getattr(entry, f"money{place}") // POINT for place in range(places))


def payouts(table: GameTable, places: int | None = None) -> list[Points]:
    """Return the payouts of every line, by place."""
    return [points_of(line.entry, places or table.players) for line in book_of(table).played]


def radls(table: GameTable) -> list[int | None]:
    """Return the factor of every hand; None for a line that is no hand."""
    return [line.line.radl if line.score is not None else None for line in book_of(table).played]


def forehands(table: GameTable) -> list[int]:
    """Return the forehand of every line."""
    return [line.before.forehand for line in book_of(table).played]


def history(table: GameTable, number: int) -> list[tuple[str, Points]]:
    """All entries of a line in the order they were written, each replacing the one before."""
    entries = list(Entry.objects.filter(table=table, deal_number=number).order_by("sequence"))
    assert [entry.replaces for entry in entries] == [None, *entries[:-1]]
    return [(entry.kind, points_of(entry, table.players)) for entry in entries]


def by_sitting(table: GameTable) -> dict[tuple[int, int], tuple[str, int]]:
    """Return the person of each sitting that counts (place, first line of the book), and its total in points."""
    lines = [0, *(line.number for line in book_of(table).played)]
    sums = {sitting.pk: sitting.total.money // POINT for sitting in table.sittings.select_related("total")}
    return {
        (seat.place, lines.index(seat.since)): (seat.name, sums[seat.id])
        for seat in load_seats(table, INSIDE)
        if seat.until is None or seat.until > seat.since
    }


def refusals(table: GameTable, ask: ChangeRequest) -> list[str]:
    """Why a change is refused; nothing of it may stay behind."""
    before = all_of_it(table)
    written = send_change(table, ask)
    assert written.outcome is Outcome.INVALID
    assert all_of_it(table) == before
    return [problem.code for problem in written.problems]
