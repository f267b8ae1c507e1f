"""The next deals for a phone without network: seats, names and forehand."""

from typing import Any

from scoring.book.ledger.table_state import DealSeats, build_deal_seats, encode_seats
from scoring.engine.evening.state import Evening, apply_void
from scoring.table.written_sheet.rows import find_seat_name
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.json_text import encode_ascii


def encode_next_deals(view: TableView) -> str:
    """Return the next deals as JSON, the current one first; one for each player, after which they repeat.

    Each has `seats` as the form sends them back, `names` by seat, and the seats of `forehand` and `dealer` (null if the
    dealer sits out).
    """
    sittings = {seat.place: seat.id for seat in view.seats if seat.until is None}
    deals, evening = [], view.now
    for _ in evening.order:
        deals.append(_build_deal(view, evening, build_deal_seats(evening, sittings)))
        evening = apply_void(evening)
    return encode_ascii(deals)


def _build_deal(view: TableView, evening: Evening, dealt: DealSeats) -> dict[str, Any]:
    active = evening.active
    return {
        "seats": encode_seats(dealt),
        "names": [find_seat_name(view.seats, place, view.book.number) for place in active],
        "forehand": evening.seat_of_forehand,
        "dealer": active.index(evening.dealer) if evening.dealer in active else None,
    }
