"""Who would sit where after a change that is only shown yet, so that its preview can name everybody."""

from scoring.corrections.plan import Plan
from scoring.engine.evening.course import Content, Seating
from scoring.ledger.seats import Seat
from scoring.models import Entry


def seats_then(seats: tuple[Seat, ...], plan: Plan, name: str) -> tuple[Seat, ...]:
    """The seats as they would be; `name`: of whoever comes or takes over."""
    said, own = plan.draft.said, plan.own
    if plan.draft.kind == Entry.Kind.SWAP and said is not None:
        one, other = said["sittings"]
        return _swapped(seats, tuple(one), tuple(other))
    return seats if own is None or not name else _seated(seats, own.line.content, own.line.number, name)


def _swapped(seats: tuple[Seat, ...], one: tuple[int, ...], other: tuple[int, ...]) -> tuple[Seat, ...]:
    """Two sittings with each other's names."""
    names = {(seat.place, seat.since): seat.names for seat in seats}
    exchanged = {one: names[other[0], other[1]], other: names[one[0], one[1]]}
    return tuple(seat._replace(names=exchanged.get((seat.place, seat.since), seat.names)) for seat in seats)


def _seated(seats: tuple[Seat, ...], content: Content, since: int, name: str) -> tuple[Seat, ...]:
    if not isinstance(content, Seating):
        return seats
    took_over = {place for place, _person in content.substitutes}
    kept = tuple(_taken_over(seat, since, name) if seat.place in took_over else seat for seat in seats)
    return (*kept, *(Seat(0, place, since, None, ((since, name),), ((since, 0),)) for place, _person in content.came))


def _taken_over(seat: Seat, since: int, name: str) -> Seat:
    """A sitting that somebody takes over, if it is the one that is held then."""
    if seat.since >= since or (seat.until is not None and seat.until <= since):
        return seat
    return seat._replace(names=tuple(sorted([*seat.names, (since, name)])))
