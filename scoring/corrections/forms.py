"""What somebody asks for on a page of changes: from the fields of the form to a draft; nothing is written here."""

from collections.abc import Callable

from scoring.corrections import changes
from scoring.corrections.changes import Ask, Draft, refused
from scoring.corrections.limits import MOST_DEALS
from scoring.engine.evening.course import DEALER, FIRST_FOREHAND, GSTIESS, Seating
from scoring.engine.evening.state import Evening
from scoring.hand_form.fields import record_from, unsaid
from scoring.ledger.book import Book
from scoring.ledger.seats import Seat
from scoring.models import PLACES
from tarockclub.text import Posted, number

PersonOf = Callable[[str], int]  # the id of somebody by his name
FORMS = (FIRST_FOREHAND, GSTIESS, DEALER)
STRUCTURE = ("come", "go", "replace", "substitute", "exchange")
SAYS_NEW = ("last_round", *STRUCTURE)  # takes nothing back, and needs no reason


def ask_from(posted: Posted, seats: tuple[Seat, ...], person_of: PersonOf) -> Ask:
    """What a posted form asks for; what cannot be read is refused when it is asked of a book."""
    what, line = str(posted.get("what") or ""), number(posted, "line") or 0
    shift = bool(posted.get("shift"))
    place = number(posted, "place")
    simple: dict[str, Callable[[], Ask]] = {
        "strike": lambda: changes.strike(line, shift=shift),
        "restore": lambda: changes.restore(line),
        "void": lambda: changes.void(line),
        "void_next": changes.void_next,
        "redeal": changes.redeal,
        "radl": lambda: changes.set_radl(_or(number(posted, "deals"), MOST_DEALS + 1), line),
        "forehand": lambda: _no_place() if place is None else changes.set_forehand(place, line),
        "last_round": lambda: _last_round(posted, line),
        "correct": lambda: _correct(posted, line),
        "insert": lambda: _insert(posted, line, shift=shift),
        "swap": lambda: _swap(seats, place, number(posted, "other")),
    }
    if what in simple:
        return simple[what]()
    if what in STRUCTURE:
        return _seating(what, posted, line, _sitting_from(seats, line), person_of)
    return _refusing("line_unknown")


def _or(given: int | None, otherwise: int) -> int:
    return otherwise if given is None else given


def _refusing(code: str, path: str = "") -> Ask:
    return lambda _book: refused(code, path)


def _no_place() -> Ask:
    return _refusing("place_unknown", "place")


def _last_round(posted: Posted, line: int) -> Ask:
    form, dealer = str(posted.get("form") or ""), number(posted, "dealer")
    if form not in FORMS or (form == DEALER and dealer is None):
        return _no_place()
    return changes.last_round(form, dealer if form == DEALER else None, line)


def _correct(posted: Posted, line: int) -> Ask:
    """A hand in the seats of its own deal."""
    radl_set = number(posted, "radl_set") or None

    def ask(book: Book) -> Draft:
        one = book.at(line)
        if one is None:
            return refused("line_unknown")
        raw = record_from(posted, book.sheet, one.before.seat_of_forehand)
        return _complete(changes.correct(line, raw, radl_set)(book), posted, book)

    return ask


def _insert(posted: Posted, line: int, *, shift: bool) -> Ask:
    def ask(book: Book) -> Draft:
        one = book.at(line)
        if one is None:
            return refused("line_unknown")
        raw = record_from(posted, book.sheet, one.before.seat_of_forehand)
        return _complete(changes.insert_hand(line, raw, shift=shift)(book), posted, book)

    return ask


def _complete(draft: Draft, posted: Posted, book: Book) -> Draft:
    """The draft, unless the form lacks what a record may leave out."""
    return draft._replace(problems=(*unsaid(posted, book.sheet), *draft.problems))


def _swap(seats: tuple[Seat, ...], place: int | None, other: int | None) -> Ask:
    here = {seat.place: (seat.place, seat.since) for seat in seats if seat.until is None}
    if place not in here or other not in here:
        return _no_place()
    return changes.swap(here[place], here[other])


def _sitting_from(seats: tuple[Seat, ...], line: int) -> set[str]:
    """The names of those who sit at the table from a line of the book on, if only for a while; 0: now."""
    found = set()
    for seat in seats:
        if seat.until is None or (line and seat.until > max(line, seat.since)):
            later = [name for since, name in seat.names if line and since > line]
            held = seat.name_at(line) if line else seat.names[-1][1]
            found |= {name.casefold() for name in (held, *later)}
    return found


def _seating(what: str, posted: Posted, line: int, here: set[str], person_of: PersonOf) -> Ask:
    place, name = number(posted, "place"), str(posted.get("name") or "")
    new = what in ("come", "replace", "substitute")

    def ask(book: Book) -> Draft:
        one = book.at(line) if line else None
        now = book.now if one is None else one.before
        if place is None or place not in now.order:
            return refused("place_unknown", "place")
        if new and (not name or name.casefold() in here):
            return refused("same_person" if name else "name_missing", "name")
        free = _free(book, line, now)
        seating = _seats(what, now, place, number(posted, "other"), free, lambda: person_of(name))
        return refused("place_unknown", "other") if seating is None else changes.seat(seating, line)(book)

    return ask


def _free(book: Book, line: int, now: Evening) -> int | None:
    """A place for one more; before an earlier line one that nobody takes later, if there is any."""
    later = [one.before.order for one in book.played if line and one.number > line]
    taken = {place for order in (*later, book.now.order if line else ()) for place in order}
    places = [place for place in range(PLACES) if place not in now.order]
    return min(places, key=lambda place: (place in taken, place), default=None)


def _seats(
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
