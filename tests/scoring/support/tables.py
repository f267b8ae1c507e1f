"""Tables, hands and what stands in the book, for the tests of the Django part."""

import uuid
from typing import Any

from scoring.book.ledger.book import Book, load_book
from scoring.book.ledger.entries import WriteResult
from scoring.book.ledger.services import record_hand
from scoring.models import Deal, Entry, GameTable, Total
from scoring.table.corrections.services import strike_last_deal
from scoring.table.evenings.services import EveningStart, start_evening
from tarockclub.models import Note
from tests.support.phones import let_write

NAMES = ("Anna", "Berta", "Cilli", "Dora")
POINT = 6  # amounts are kept in sixths
Record = dict[str, Any]


def new_key() -> str:
    """A key as a phone makes one."""
    return str(uuid.uuid4())


def new_table(
    sheet: str = "treffpunkt", forehand: int = 0, names: tuple[str, ...] = NAMES, **options: bool
) -> GameTable:
    """A table of an evening that begins."""
    return let_write(start_evening(new_key(), EveningStart(names, sheet, options, forehand)))


def dreier(declarer: int = 0, **more: Any) -> Record:
    """A game that anybody may play alone: 5 points from each of three."""
    return {"plays": [{"contract": "dreier", "declarer": declarer, "result": "won", **more}]}


def rufer(forehand: int = 0, **more: Any) -> Record:
    """The forehand's Rufer with the player opposite: 1 point."""
    play = {"contract": "rufer", "declarer": forehand, "partner": (forehand + 2) % 4, "result": "won", **more}
    return {"plays": [play]}


def nuller(forehand: int = 0) -> Record:
    """A Rufer that is won and a silent Pagat that is lost: nobody pays anything."""
    return {**rufer(forehand), "premiums": [{"premium": "pagat", "side": "declarer", "won": False}]}


def trischaken(forehand: int = 0) -> Record:
    """A Trischaken in which the first two seats pay 2 to the others."""
    return {"plays": [{"contract": "trischaken", "declarer": forehand, "points": ["20", "20", "15", "15"]}]}


def book_of(table: GameTable) -> Book:
    """The book as it stands in the database now."""
    return load_book(GameTable.objects.select_related("sheet_version").get(pk=table.pk))


def line_of(table: GameTable, at: int) -> int:
    """Return the number of a line of the book."""
    return book_of(table).played[at].number


def last_key(table: GameTable) -> str:
    """Return the deal before that a phone sends that shows the newest page."""
    return GameTable.objects.values_list("last_key", flat=True).get(pk=table.pk)


def play(table: GameTable, raw: object, key: str | None = None) -> WriteResult:
    """Record a hand from a phone that shows the newest page."""
    return record_hand(table.slug, key or new_key(), last_key(table), raw)


def strike(table: GameTable, reason: str = "verzählt") -> WriteResult:
    """Strike the last hand from a phone that shows the newest page."""
    return strike_last_deal(table, new_key(), last_key(table), reason)


def totals(table: GameTable) -> list[int]:
    """Return the totals of the table, in points."""
    found = Total.objects.filter(sitting__table=table).order_by("sitting__place")
    assert all(total.money % POINT == 0 for total in found)
    return [total.money // POINT for total in found]


def everything(table: GameTable) -> tuple[Any, ...]:
    """All that a write could change."""
    fresh = GameTable.objects.get(pk=table.pk)
    return (
        Entry.objects.filter(table=table).count(),
        list(Deal.objects.filter(table=table).order_by("number").values_list("number", "entry")),
        list(Total.objects.filter(sitting__table=table).order_by("sitting").values_list("money", "written")),
        Note.objects.count(),
        (fresh.last_key, fresh.last_sequence),
    )
