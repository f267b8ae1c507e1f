"""What somebody asks for on a page of changes: from the fields of the form to a draft; nothing is written here."""

from collections.abc import Callable

from scoring.corrections import changes
from scoring.corrections.changes import Change, ChangeRequest, refuse_change
from scoring.corrections.limits import MOST_DEALS
from scoring.engine.evening.course import DEALER, FIRST_FOREHAND, GSTIESS, Seating
from scoring.engine.evening.state import Evening
from scoring.hand_form.fields import build_record, find_unsaid
from scoring.ledger.book import Book
from scoring.ledger.seats import Seat
from scoring.models import PLACES
from tarockclub.text import Posted, parse_number

PersonLookup = Callable[[str], int]  # the id of somebody by his name
FORMS = (FIRST_FOREHAND, GSTIESS, DEALER)
STRUCTURE = ("come", "go", "replace", "substitute", "exchange")
NEW_LINES = ("last_round", *STRUCTURE)  # takes nothing back, and needs no reason


def parse_change(posted: Posted, seats: tuple[Seat, ...], person_of: PersonLookup) -> ChangeRequest:
    """What a posted form asks for; what cannot be read is refused when it is asked of a book."""
    what, line = str(posted.get("what") or ""), parse_number(posted, "line") or 0
    shift = bool(posted.get("shift"))
    place = parse_number(posted, "place")
    simple: dict[str, Callable[[], ChangeRequest]] = {
        "strike": lambda: changes.strike_line(line, shift=shift),
        "restore": lambda: changes.restore_line(line),
        "void": lambda: changes.void_hand(line),
        "void_next": changes.void_next_deal,
        "redeal": changes.redeal,
        "radl": lambda: changes.set_radl(_pick_given(parse_number(posted, "deals"), MOST_DEALS + 1), line),
        "forehand": lambda: _refuse_place() if place is None else changes.set_forehand(place, line),
        "last_round": lambda: _parse_last_round(posted, line),
        "correct": lambda: _parse_correction(posted, line),
        "insert": lambda: _parse_insertion(posted, line, shift=shift),
        "swap": lambda: _parse_swap(seats, place, parse_number(posted, "other")),
    }
    if what in simple:
        return simple[what]()
    if what in STRUCTURE:
        return _parse_seating(what, posted, line, _list_sitters(seats, line), person_of)
    return _build_refusal("line_unknown")


def _pick_given(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


def _build_refusal(code: str, path: str = "") -> ChangeRequest:
    return lambda _book: refuse_change(code, path)


def _refuse_place() -> ChangeRequest:
    return _build_refusal("place_unknown", "place")


def _parse_last_round(posted: Posted, line: int) -> ChangeRequest:
    form, dealer = str(posted.get("form") or ""), parse_number(posted, "dealer")
    if form not in FORMS or (form == DEALER and dealer is None):
        return _refuse_place()
    return changes.announce_last_round(form, dealer if form == DEALER else None, line)


def _parse_correction(posted: Posted, line: int) -> ChangeRequest:
    """A hand in the seats of its own deal."""
    radl_set = parse_number(posted, "radl_set") or None

    def ask(book: Book) -> Change:
        one = book.at(line)
        if one is None:
            return refuse_change("line_unknown")
        raw = build_record(posted, book.sheet, one.before.seat_of_forehand)
        return _check_unsaid(changes.correct_hand(line, raw, radl_set)(book), posted, book)

    return ask


def _parse_insertion(posted: Posted, line: int, *, shift: bool) -> ChangeRequest:
    def ask(book: Book) -> Change:
        one = book.at(line)
        if one is None:
            return refuse_change("line_unknown")
        raw = build_record(posted, book.sheet, one.before.seat_of_forehand)
        return _check_unsaid(changes.insert_hand(line, raw, shift=shift)(book), posted, book)

    return ask


def _check_unsaid(draft: Change, posted: Posted, book: Book) -> Change:
    """The draft, unless the form lacks what a record may leave out."""
    return draft._replace(problems=(*find_unsaid(posted, book.sheet), *draft.problems))


def _parse_swap(seats: tuple[Seat, ...], place: int | None, other: int | None) -> ChangeRequest:
    here = {seat.place: (seat.place, seat.since) for seat in seats if seat.until is None}
    if place not in here or other not in here:
        return _refuse_place()
    return changes.swap_seats(here[place], here[other])


def _list_sitters(seats: tuple[Seat, ...], line: int) -> set[str]:
    """The names of those who sit at the table from a line of the book on, if only for a while; 0: now."""
    found = set()
    for seat in seats:
        if seat.until is None or (line and seat.until > max(line, seat.since)):
            later = [name for since, name in seat.names if line and since > line]
            held = seat.name_at(line) if line else seat.names[-1][1]
            found |= {name.casefold() for name in (held, *later)}
    return found


def _parse_seating(what: str, posted: Posted, line: int, here: set[str], person_of: PersonLookup) -> ChangeRequest:
    place, name = parse_number(posted, "place"), str(posted.get("name") or "")
    new = what in ("come", "replace", "substitute")

    def ask(book: Book) -> Change:
        one = book.at(line) if line else None
        now = book.now if one is None else one.before
        if place is None or place not in now.order:
            return refuse_change("place_unknown", "place")
        if new and (not name or name.casefold() in here):
            return refuse_change("same_person" if name else "name_missing", "name")
        free = _find_free_place(book, line, now)
        seating = _build_seating(what, now, place, parse_number(posted, "other"), free, lambda: person_of(name))
        return refuse_change("place_unknown", "other") if seating is None else changes.change_seats(seating, line)(book)

    return ask


def _find_free_place(book: Book, line: int, now: Evening) -> int | None:
    """A place for one more; before an earlier line one that nobody takes later, if there is any."""
    later = [one.before.order for one in book.played if line and one.number > line]
    taken = {place for order in (*later, book.now.order if line else ()) for place in order}
    places = [place for place in range(PLACES) if place not in now.order]
    return min(places, key=lambda place: (place in taken, place), default=None)


def _build_seating(
    what: str, now: Evening, place: int, other: int | None, free: int | None, person: Callable[[], int]
) -> Seating | None:
    """The seats after somebody comes (after a place), goes, is replaced, or changes places with another."""
    order = now.order
    match what:
        case "come":
            if free is None:
                return Seating((*order, *order))  # nobody fits in any more: refused as out of range
            at = order.index(place) + 1
            return Seating((*order[:at], free, *order[at:]), came=((free, person()),))
        case "go":
            return Seating(tuple(one for one in order if one != place))
        case "replace":
            return Seating(order, came=((place, person()),))
        case "substitute":
            return Seating(order, substitutes=((place, person()),))
    if other not in order:
        return None
    exchanged = {place: other, other: place}
    return Seating(tuple(exchanged.get(one, one) for one in order))
