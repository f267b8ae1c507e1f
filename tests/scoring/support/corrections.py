"""Changes on the pages: asked for and confirmed; and the lines of a book after them, in points."""

from typing import Any

from django.test import Client
from django.urls import reverse

from scoring.book.ledger.entries import Outcome
from scoring.book.ledger.seats import load_seats
from scoring.models import Entry, GameTable
from scoring.table.corrections.changes import ChangeRequest
from tarockclub.platform.privacy.readers import INSIDE
from tests.scoring.support.evenings import send_change
from tests.scoring.support.pages import FormFields, Page, url
from tests.scoring.support.state_machine_checks import all_of_it
from tests.scoring.support.tables import POINT, book_of, dreier, everything, new_table, play, totals, trischaken

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


def page_of(client: Client, name: str, table: GameTable, *more: int) -> Page:
    """A page about a table."""
    answer = client.get(reverse(name, args=[table.slug, *more]))
    assert answer.status_code == 200
    return Page(answer.content.decode())


def preview_change(client: Client, table: GameTable, posted: FormFields, status: int = 200) -> Page:
    """The preview of a change; it writes nothing."""
    before = everything(table)
    answer = client.post(url("change", table), posted)
    assert answer.status_code == status
    assert everything(table) == before
    return Page(answer.content.decode())


def confirmed(client: Client, table: GameTable, preview: Page, reason: str = "verzählt") -> Any:
    """The answer to the second tap."""
    return client.post(url("change", table), {**preview.sent, "reason": reason, "confirm": "1"})


def make_change(client: Client, table: GameTable, posted: FormFields, reason: str = "verzählt") -> Page:
    """A change with both taps, and the table's page after it."""
    answer = confirmed(client, table, preview_change(client, table, posted), reason)
    assert answer.status_code == 302
    return Page(client.get(answer["Location"]).content.decode())


def radl_of_three() -> GameTable:
    """A Trischaken by mistake, and two hands that count double after it."""
    table = new_table()
    play(table, trischaken(0))
    play(table, dreier(1))
    play(table, dreier(2))
    assert totals(table) == [-22, 18, 22, -18]
    return table
