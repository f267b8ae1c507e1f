"""The change forms: from the fields of a form to a change request; nothing is written here."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.book.hand_form import read_hand_form
from scoring.book.ledger.book import Book
from scoring.book.ledger.seats import Seat
from scoring.engine.evening.course import DEALER, FIRST_FOREHAND, GSTIESS, Seating
from scoring.engine.evening.state import Evening
from scoring.models import PLACES
from scoring.table.corrections import changes
from scoring.table.corrections.changes import Change, ChangeRequest, refuse_change
from scoring.table.corrections.limits import MOST_DEALS
from tarockclub.kit.form_fields import (
    NameTextField,
    NumberField,
    PostedForm,
    ReasonField,
    TextField,
    TickField,
)
from tarockclub.kit.text import PostedFields, clean_reason
from tarockclub.models import NAME_LENGTH

PersonLookup = Callable[[str], int]  # the id of a person by name
FORMS = (FIRST_FOREHAND, GSTIESS, DEALER)
STRUCTURE = ("come", "go", "replace", "substitute", "exchange")
NEW_LINES = ("last_round", *STRUCTURE)  # these take nothing back, and need no reason


class ChangeForm(PostedForm):
    """A change of the book; the fields of a hand are those of the entry form (scoring.book.hand_form)."""

    what = TextField()
    line = NumberField(otherwise=0)
    shift = TextField()
    place = NumberField()
    other = NumberField()
    deals = NumberField(otherwise=MOST_DEALS + 1)
    form = TextField()
    dealer = NumberField()
    radl_set = NumberField()
    name = NameTextField(NAME_LENGTH)
    key = TextField()
    seen = NumberField()
    why = ReasonField()  # one of the usual reasons, tapped on
    reason = ReasonField()
    prizes = TickField()  # that prizes were chosen by the result is known
    confirm = TickField()

    def parse(self) -> dict[str, Any]:
        """Return the values by name; the reason is what was tapped on and typed."""
        content = super().parse()
        return {**content, "reason": clean_reason(": ".join(filter(None, (content["why"], content["reason"]))))}


def list_reasons(what: str) -> tuple[str, ...]:
    """Return the usual reasons of a change, in words; any other is typed."""
    usual = {
        "correct": (_("mistyped"), _("wrong player"), _("premium forgotten")),
        "insert": (pgettext("reason", "forgotten"),),
        "strike": (_("entered twice"), _("not played")),
        "redeal": (_("misdeal"), _("no tarock"), _("a Trull card as the only tarock")),
        "radl": (pgettext("reason", "forgotten"),),
        "forehand": (pgettext("reason", "forgotten"),),
    }
    return usual.get(what, ())


def parse_change(posted: PostedFields, seats: tuple[Seat, ...], person_of: PersonLookup) -> ChangeRequest:
    """Return the request of a posted form; unreadable fields are refused when it is applied to a book."""
    content = ChangeForm(posted).parse()
    what, line, shift, place = content["what"], content["line"], bool(content["shift"]), content["place"]
    simple: dict[str, Callable[[], ChangeRequest]] = {
        "strike": lambda: changes.strike_line(line, shift=shift),
        "restore": lambda: changes.restore_line(line),
        "void": lambda: changes.void_hand(line),
        "void_next": changes.void_next_deal,
        "redeal": changes.redeal,
        "radl": lambda: changes.set_radl(content["deals"], line),
        "forehand": lambda: _refuse_place() if place is None else changes.set_forehand(place, line),
        "last_round": lambda: _parse_last_round(content["form"], content["dealer"], line),
        "correct": lambda: _parse_hand(
            posted, line, partial(changes.correct_hand, radl_set=content["radl_set"] or None)
        ),
        "insert": lambda: _parse_hand(posted, line, partial(changes.insert_hand, shift=shift)),
        "swap": lambda: _parse_swap(seats, place, content["other"]),
    }
    if what in simple:
        return simple[what]()
    if what in STRUCTURE:
        return _parse_seating(content, _list_sitters(seats, line), person_of)
    return _build_refusal("line_unknown")


def _build_refusal(code: str, path: str = "") -> ChangeRequest:
    return lambda _book: refuse_change(code, path)


def _refuse_place() -> ChangeRequest:
    return _build_refusal("place_unknown", "place")


def _parse_last_round(form: str, dealer: int | None, line: int) -> ChangeRequest:
    if form not in FORMS or (form == DEALER and dealer is None):
        return _refuse_place()
    return changes.announce_last_round(form, dealer if form == DEALER else None, line)


def _parse_hand(posted: PostedFields, line: int, request: Callable[[int, object], ChangeRequest]) -> ChangeRequest:
    """Return the request for the hand in a form, in the seats of a line: in its place, or before it."""

    def ask(book: Book) -> Change:
        current = book.find_line(line)
        if current is None:
            return refuse_change("line_unknown")
        form = read_hand_form(posted, book.sheet, current.before.seat_of_forehand)
        draft = request(line, form.raw)(book)
        # With the problems of fields that the form requires but a record may leave out.
        return draft._replace(problems=(*form.problems, *draft.problems))

    return ask


def _parse_swap(seats: tuple[Seat, ...], place: int | None, other: int | None) -> ChangeRequest:
    sittings = {seat.place: (seat.place, seat.since) for seat in seats if seat.until is None}
    if place not in sittings or other not in sittings:
        return _refuse_place()
    return changes.swap_seats(sittings[place], sittings[other])


def _list_sitters(seats: tuple[Seat, ...], line: int) -> set[str]:
    """Return the names of those who sit at the table from a line of the book on, if only for a while; 0: now."""
    names = set()
    for seat in seats:
        if seat.until is None or (line and seat.until > max(line, seat.since)):
            later = [name for since, name in seat.names if line and since > line]
            held = seat.get_name(line) if line else seat.names[-1][1]
            names |= {name.casefold() for name in (held, *later)}
    return names


def _parse_seating(content: dict[str, Any], sitters: set[str], person_of: PersonLookup) -> ChangeRequest:
    what, line, place, name = content["what"], content["line"], content["place"], content["name"]
    new = what in ("come", "replace", "substitute")

    def ask(book: Book) -> Change:
        line_after = book.find_line(line) if line else None
        now = book.now if line_after is None else line_after.before
        if place is None or place not in now.order:
            return refuse_change("place_unknown", "place")
        if new and (not name or name.casefold() in sitters):
            return refuse_change("same_person" if name else "name_missing", "name")
        free = _find_free_place(book, line, now)
        seating = _build_seating(what, now, place, content["other"], free, lambda: person_of(name))
        return refuse_change("place_unknown", "other") if seating is None else changes.change_seats(seating, line)(book)

    return ask


def _find_free_place(book: Book, line: int, now: Evening) -> int | None:
    """Return a place for a new player; before an earlier line preferably one that nobody takes later."""
    later = [later_line.before.order for later_line in book.played if line and later_line.number > line]
    taken = {place for order in (*later, book.now.order if line else ()) for place in order}
    places = [place for place in range(PLACES) if place not in now.order]
    return min(places, key=lambda place: (place in taken, place), default=None)


def _build_seating(
    what: str, now: Evening, place: int, other: int | None, free: int | None, person: Callable[[], int]
) -> Seating | None:
    """Return the seats after a player comes (after a place), goes, is replaced, or exchanges places with another."""
    order = now.order
    match what:
        case "come":
            if free is None:
                return Seating((*order, *order))  # there is no place left: refused as out of range
            index = order.index(place) + 1
            return Seating((*order[:index], free, *order[index:]), came=((free, person()),))
        case "go":
            return Seating(tuple(seated for seated in order if seated != place))
        case "replace":
            return Seating(order, came=((place, person()),))
        case "substitute":
            return Seating(order, substitutes=((place, person()),))
    if other not in order:
        return None
    exchanged = {place: other, other: place}
    return Seating(tuple(exchanged.get(seated, seated) for seated in order))
