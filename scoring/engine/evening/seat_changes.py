"""Changes of seats, applied again where others sit now: a change further up comes through to the end."""

from collections.abc import Iterable, Mapping

from scoring.engine.evening.course import CourseLine, Seating
from scoring.engine.evening.state import FEWEST_PLAYERS, MOST_PLAYERS
from scoring.engine.problems import Problem

Order = tuple[int, ...]


def carry_seats(
    first: Order, orders: Mapping[int, Order], lines: Iterable[CourseLine]
) -> list[tuple[CourseLine, Problem | None]]:
    """The lines of a changed book; `said`: who sat there before a line about seats when it was said, by its number."""
    results, now = [], first
    for line in lines:
        content, problem = line.content, None
        if isinstance(content, Seating):
            before = orders.get(line.number, now)
            problem = _find_problem(content, before, now)
            if problem is None and before != now:
                content = content._replace(order=_order_seats(content, before, now))
            now = content.order
            problem = problem or _check_range(now)
        results.append((line._replace(content=content), problem))
    return results


def _find_problem(seating: Seating, before: Order, now: Order) -> Problem | None:
    new = set(now) - set(before)
    if any(place in new for place, _ in seating.came):
        return Problem("order", "place_taken")
    missing = set(before) - set(now)
    return Problem("order", "not_at_the_table") if any(place in missing for place, _ in seating.substitutes) else None


def _check_range(order: Order) -> Problem | None:
    return None if FEWEST_PLAYERS <= len(order) <= MOST_PLAYERS else Problem("order", "players_out_of_range")


def _order_seats(seating: Seating, before: Order, now: Order) -> Order:
    """Order the seats as it was said, among those who sit there now.

    >>> _order_seats(Seating((0, 1, 2, 4)), (0, 1, 2, 3, 4), (0, 1, 2, 3, 4, 5))
    (0, 1, 2, 4, 5)
    >>> _order_seats(Seating((0, 1, 2, 3, 4), ((4, 9),)), (0, 1, 2, 3), (0, 2, 1, 3))
    (0, 2, 1, 3, 4)
    """
    came = [place for place, _ in seating.came]
    stayed = [place for place in before if place in seating.order]
    if _rotate_places(stayed) == _rotate_places([place for place in seating.order if place in before]):
        going = set(before) - set(seating.order)
        return _insert_places([place for place in now if place not in going], came, seating.order)
    seated = [place for place in seating.order if place in now or place in came]
    return _insert_places(seated, [place for place in now if place not in before], now)


def _rotate_places(places: list[int]) -> list[int]:
    """The places as a round, whoever is named first."""
    start = places.index(min(places)) if places else 0
    return places[start:] + places[:start]


def _insert_places(order: list[int], others: Iterable[int], as_in: Order) -> Order:
    """The others put in, each after the one whom he follows in another order."""
    for place in sorted(set(others) - set(order), key=as_in.index):
        index = as_in.index(place)
        earlier = next((place for place in reversed(as_in[index:] + as_in[:index]) if place in order), None)
        order = (
            [*order, place] if earlier is None else [*order[: (cut := order.index(earlier) + 1)], place, *order[cut:]]
        )
    return tuple(order)
