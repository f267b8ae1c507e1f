"""A club's seasons reckoned a second time, by the handbook and by what each rule says of itself, in plain fractions."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import Any, NamedTuple

DAY, FINAL, CARRIED_POINTS = "day", "final", "carried"
EVENINGS, TYPED_DAY, TOURNAMENT = "evenings", "typed", "tournament"
NEVER = {"euros": {TYPED_DAY, TOURNAMENT}, "money": {EVENINGS}, "capital": {EVENINGS}}  # what a day never has


class Row(NamedTuple):
    """A person's part in an event; unknown facts are not there."""

    place: int = 0  # 0: none
    facts: Mapping[str, Fraction] = {}
    rounds: tuple[Mapping[str, Fraction], ...] = ()
    typed: Fraction | None = None  # points that were typed


class Event(NamedTuple):
    """A day, a final or points carried over; without rows there is no result yet."""

    number: int
    rows: Sequence[tuple[Any, Row]]  # also two of one person, who was two in the register
    kind: str = DAY
    source: str = EVENINGS
    players: int = 0  # where more took part than have a row

    def count_players(self) -> int:
        """Return how many took part."""
        return max(len(self.rows), self.players)


class Facts:
    """All that a formula may ask of a day; what is not known is not there."""

    def __init__(self, facts: Mapping[str, Any]) -> None:
        self._facts = facts

    def __getattr__(self, name: str) -> Fraction:
        try:
            return Fraction(self._facts[name])
        except KeyError:
            raise UnknownFactError(name) from None


class UnknownFactError(Exception):
    """A formula asks for what nobody knows."""


Worth = Callable[[Facts], Fraction | int]


class Rule(NamedTuple):
    """The way in which a season counts."""

    worth: Worth = lambda f: f.players - f.place + 1
    needs: tuple[str, ...] = ()  # the facts of all days together
    per: str = DAY  # "round", or "season": all days together
    decimals: int = 0
    ties: str = "mean"
    bonus: Fraction = Fraction()
    counting: str = "all"
    best: int = 6
    worst: int = 1
    half_up: bool = True
    planned: int = 0
    least: int = 0
    third: bool = False
    criteria: tuple[str, ...] = ("places", "best_day", "more_days")
    final: str = "adds"
    factor: Fraction = Fraction(1)
    final_worth: Worth | None = None
    absent: Worth | None = None
    taken: int = 100
    carried: str = "all"


class Got(NamedTuple):
    """All that an event has brought somebody."""

    place: int
    points: Fraction
    counts: bool = True
    exact: Fraction = Fraction()  # before it was rounded
    kind: str = DAY

    def show(self, *, is_exact: bool) -> Fraction:
        """Return what a page shows: thirds of a day stay exact where nothing but the sum is rounded."""
        return self.exact if is_exact and self.kind == DAY else self.points


class Line(NamedTuple):
    """Somebody in the standings."""

    rank: int
    points: Fraction
    days: int
    got: Mapping[int, Got]
    average: Fraction | None = None  # of what days have brought; None without a day


class Standing(NamedTuple):
    """The standings, with the events that change nothing and those where something is not known."""

    lines: Mapping[Any, Line]
    left_out: frozenset[int]
    problems: frozenset[int]


def round_half(value: Fraction | int, decimals: int = 0) -> Fraction:
    """Round to so many decimals, halves away from 0."""
    many = 10**decimals
    rounded = floor(abs(Fraction(value)) * many + Fraction(1, 2))
    return Fraction(rounded if value >= 0 else -rounded, many)


def rank_all(scores: Mapping[Any, Any]) -> dict[Any, int]:
    """Return everybody's place: one more than those with a higher score."""
    return {who: 1 + sum(other > score for other in scores.values()) for who, score in scores.items()}


ADDED = ("written", "points", "place_points", "money", "capital", "euros", "hands", "won")


def add_facts(some: Sequence[Mapping[str, Fraction]]) -> dict[str, Fraction]:
    """Add up facts; what one of them does not know, the sum does not know."""
    return {
        name: sum((each[name] for each in some), Fraction()) for name in ADDED if all(name in each for each in some)
    }


def reckon_worth(worth: Worth, rule: Rule, facts: Mapping[str, Any], shared: int) -> Fraction:
    """Return the points of a place, or the mean of those that are shared; without a place 0 if it counts."""
    if not facts["place"]:
        try:
            return Fraction(worth(Facts({name: fact for name, fact in facts.items() if name != "place"})))
        except UnknownFactError as unknown:
            if str(unknown) != "place":
                raise
            return Fraction()
    many = shared if rule.ties == "mean" else 1
    return (
        sum((Fraction(worth(Facts({**facts, "place": facts["place"] + at}))) for at in range(many)), Fraction()) / many
    )


def reckon_event(rule: Rule, event: Event) -> dict[Any, tuple[Got | None, Row]]:
    """Return what an event brings everybody, and by which row; None where it cannot be computed."""
    found: dict[Any, tuple[Got | None, Row]] = {}
    for who, row in event.rows:
        try:
            points = reckon_row(rule, event, row) if row.typed is None else row.typed
            rounded = points if row.typed is not None else round_half(points, rule.decimals)
            got = Got(row.place, rounded, exact=points, kind=event.kind)
        except (UnknownFactError, ZeroDivisionError):
            got = None
        before = found.get(who, (None, row))[0]
        if before is None or (got is not None and (got.points, -got.place) > (before.points, -before.place)):
            found[who] = got, row
    return found


def reckon_row(rule: Rule, event: Event, row: Row) -> Fraction:
    """Return the points of a row, exactly."""
    is_own = event.kind == FINAL and rule.final_worth is not None
    worth, per = (rule.final_worth or rule.worth, DAY) if is_own else (rule.worth, rule.per)
    if per == "round":
        if not row.rounds:
            raise UnknownFactError("rounds")
        return sum((reckon_round(rule, event, part) for part in row.rounds), Fraction())
    facts = {**row.facts, "players": event.count_players(), "days": 1, "most_hands": row.facts.get("hands", 0)}
    facts["place"] = row.place
    shared = sum(other.place == row.place for _who, other in event.rows)
    return reckon_worth(worth, rule, facts, shared)


def reckon_round(rule: Rule, event: Event, one: Mapping[str, Fraction]) -> Fraction:
    """Return what a round brings: who shares the place at the table shares its points."""
    at_table = [other for _who, row in event.rows for other in row.rounds if other["table"] == one["table"]]
    same = sum(other["table_place"] == one["table_place"] for other in at_table)
    shares = [{**one, "table_place": one["table_place"] + at, "place": one["place"] + at} for at in range(same)]
    return sum((Fraction(rule.worth(Facts(each))) for each in shares), Fraction()) / same


def count_days(rule: Rule, days: int) -> int | None:
    """Return how many days of each count; None: all."""
    days = max(days, rule.planned)
    half_up = rule.half_up if rule.counting == "half" else days <= 10
    half = (days + half_up) // 2
    limits = {"number": rule.best, "half": half, "vienna": half, "worst": days - rule.worst}
    return None if rule.counting == "all" else max(1, limits[rule.counting])


def reckon_season(
    rule: Rule, events: Sequence[Event], guests: Iterable[Any] = (), members: Collection[Any] | None = None
) -> Standing:
    """Return the standings after these events; `members`: who is ranked by points that are those among all."""
    kept = [event._replace(rows=_find_counting(rule, event)) for event in events]
    left_out = {event.number for event, mine in zip(events, kept, strict=True) if event.rows and not mine.rows}
    events = [event for event in kept if event.number not in left_out]
    by_event = {event.number: reckon_event(rule, event) for event in events}
    problems = {
        number
        for number, some in by_event.items()
        if any(got is None and (members is None or who in members) for who, (got, _row) in some.items())
    }
    people = {who for some in by_event.values() for who, (got, _row) in some.items() if got is not None}
    people = people if members is None else people & {*members}
    limit = count_days(rule, sum(event.kind == DAY for event in events)) if rule.per != "season" else None
    most = _find_most_hands(events, people)
    sums = {who: _add_up(rule, events, by_event, who, limit, most) for who in people}
    problems |= {bad for bad, found in sums.values() if found is None}
    # The handbook does not say it of some people; as the page has it, a day on which none of them played is no day.
    theirs = [any(members is None or who in members for who, _row in event.rows) for event in events]
    played = sum(event.kind == DAY and mine for event, mine in zip(events, theirs, strict=True))
    least = max(rule.least, ceil(Fraction(played, 3)) if rule.third else 0)
    found = {who: some for who, (_bad, some) in sums.items() if some is not None}
    ranked = {
        who: (some.in_final and rule.final == "alone", some.points, *(_weigh(c, some) for c in rule.criteria))
        for who, some in found.items()
        if some.days >= least and who not in set(guests)
    }
    places = rank_all(ranked)
    lines = {
        who: Line(places.get(who, 0), some.points, some.days, some.got, some.of_days / some.days if some.days else None)
        for who, some in found.items()
    }
    return Standing(lines, frozenset(left_out), frozenset(problems))


def reckon_race(rule: Rule, events: Sequence[Event], guests: Iterable[Any] = ()) -> dict[int, Standing]:
    """Return the standings as they were after each day: what was planned had no result, no evening is planned."""
    left_out, guests = reckon_season(rule, events).left_out, tuple(guests)
    race = {}
    for at, event in enumerate(events):
        if event.kind != CARRIED_POINTS and event.rows and event.number not in left_out:
            later = [
                other._replace(rows=())
                for other in events[at + 1 :]
                if other.source != EVENINGS and other.kind != CARRIED_POINTS
            ]
            race[event.number] = reckon_season(rule, [*events[: at + 1], *later], guests)
    return race


def _find_counting(rule: Rule, event: Event) -> Sequence[tuple[Any, Row]]:
    """Return the rows of a day that has what the rule asks for; points that were typed count on any day."""
    has_all = event.kind == CARRIED_POINTS or not any(event.source in NEVER.get(fact, ()) for fact in rule.needs)
    return event.rows if has_all else [pair for pair in event.rows if pair[1].typed is not None]


def _find_most_hands(events: Sequence[Event], people: Collection[Any]) -> Fraction:
    """Return the most hands of those who are ranked: the handbook does not say whether others count, too."""
    hands: dict[Any, Fraction] = defaultdict(Fraction)
    for event in events:
        for who, row in event.rows:
            hands[who] += row.facts.get("hands", 0) if event.kind == DAY and who in people else 0
    return max(hands.values(), default=Fraction())


class Sum(NamedTuple):
    """All that somebody has."""

    points: Fraction
    days: int
    got: dict[int, Got]
    in_final: bool
    of_days: Fraction  # without a final or carried points, also of days that do not count
    final_rounds: list[Fraction]  # their written scores, the best first


def _add_up(
    rule: Rule,
    events: Sequence[Event],
    by_event: Mapping[int, Mapping[Any, tuple[Got | None, Row]]],
    who: Any,
    limit: int | None,
    most: Fraction,
) -> tuple[int, Sum | None]:
    """Return all that somebody has, or the last day for which it cannot be computed."""
    mine = {number: some[who] for number, some in by_event.items() if who in some}
    got = {number: brought for number, (brought, _row) in mine.items() if brought is not None}
    days = [number for number in got if got[number].kind == DAY]
    order = sorted(days, key=lambda number: (-got[number].points, got[number].place or MANY, number))
    counted = set(order[:limit]) if limit is not None else set(order)
    carried = sorted(
        (number for number in got if got[number].kind == CARRIED_POINTS), key=lambda number: -got[number].points
    )
    carried_on = set(carried[:1] if rule.carried == "best" else carried)
    finals = [number for number in got if got[number].kind == FINAL]
    if rule.per == "season":
        rows = [mine[number][1] for number in counted]
        played = [row.facts for row in rows if row.typed is None]
        total = sum((row.typed for row in rows if row.typed is not None), Fraction())
        try:
            facts = {**add_facts(played), "days": len(played), "most_hands": most}
            total += round_half(rule.worth(Facts(facts)), rule.decimals) if played else 0
        except (UnknownFactError, ZeroDivisionError):
            return max(counted), None
        of_days = total
    else:
        total = sum((got[number].points for number in counted), Fraction())
        of_days = sum((got[number].points for number in days), Fraction())
    of_days += rule.bonus * len(days)
    total += rule.bonus * len(days) + sum(got[number].points for number in carried_on)
    results = [event for event in events if event.kind == FINAL and event.rows]
    if rule.final == "alone" and finals:
        total = round_half(total * rule.taken / 100 + sum(got[n].points for n in finals), rule.decimals)
    elif rule.final != "alone":
        total += sum(round_half(got[number].points * rule.factor, rule.decimals) for number in finals)
        if rule.absent is not None:
            for event in results:
                if who not in by_event[event.number]:
                    size = Facts({"players": event.count_players()})
                    points = round_half(round_half(rule.absent(size), rule.decimals) * rule.factor, rule.decimals)
                    got[event.number] = Got(0, points, kind=FINAL)
                    total += points
    on = counted | carried_on | {event.number for event in results}
    got = {number: brought._replace(counts=number in on) for number, brought in got.items()}
    rounds = sorted((part["written"] for number in finals for part in mine[number][1].rounds), reverse=True)
    return 0, Sum(total, len(days), got, bool(finals), of_days, rounds)


NOWHERE = -(10**9)
MANY = 99  # days


def _weigh(criterion: str, some: Sum) -> Any:
    """Return what decides between equals, more of it first."""
    of = {kind: [got for got in some.got.values() if got.kind == kind] for kind in (DAY, FINAL, CARRIED_POINTS)}
    counted = [got for got in of[DAY] + of[FINAL] if got.counts and got.place]
    days = sorted((got.points for got in of[DAY]), reverse=True)
    if criterion == "places":  # one place more is better than none
        return [-place for place in sorted(got.place for got in counted)]
    if criterion == "best_day":  # a final is none
        return days[:1]
    if criterion == "best_days":  # a day that brought nothing is as good as none
        return days + [Fraction()] * (MANY - len(days))
    if criterion == "more_days":
        return some.days
    if criterion == "final_points":
        return [got.points for got in of[FINAL]]
    if criterion == "final_rounds":
        return some.final_rounds
    places = [got.place for got in of[FINAL if criterion == "final_place" else CARRIED_POINTS] if got.place]
    return -min(places) if places else NOWHERE
