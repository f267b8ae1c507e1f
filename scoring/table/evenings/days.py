"""A club's days as it looks back at them: tables and tournaments of each, and the year beside them."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import date, datetime, time, timedelta
from itertools import starmap
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet
from django.db.models.functions import Coalesce
from django.urls import reverse
from django.utils.timezone import localtime, make_aware
from django.utils.translation import gettext, ngettext

from scoring.book.hooks import ListedTournament, get_statistics_hooks
from scoring.book.ledger.seats import Seat, build_seat_names, list_real_seats, load_table_seats
from scoring.book.sheet_library import PlayerNames
from scoring.models import GameTable, Seated, Total
from scoring.table.evenings.selectors import get_evening_address
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.time_source import now
from tarockclub.models import Club, Person
from tarockclub.platform.privacy.readers import INSIDE

NIGHT_ENDS = 5  # o'clock
MOST_BESTS = 5
MONTH_HEIGHT = 24  # pixels of the calendar
FIRST_PLACE, LAST_PLACE = 15, 90  # of the days of a month, in percent of the width


class ClubDay(NamedTuple):
    """A day of a club with the ids of its tables; of a tournament the first one."""

    day: date
    evenings: list[int]
    tournaments: list[int]


class SeatTally(NamedTuple):
    """The gain or loss of somebody at a table, in sixths."""

    name: str
    short: str
    written: int


class DayRow(NamedTuple):
    """A table of an evening, or a tournament."""

    href: str
    hands: int
    rules: str = ""
    winners: str = ""
    people: int = 0
    rest: tuple[SeatTally, ...] = ()  # who has not won
    written: int | None = None  # of those who have won; None: nobody, or a tournament
    started: datetime | None = None  # None: a tournament
    goes_on: bool = False
    tournament: ListedTournament | None = None
    result: Any = None  # of a tournament, if it is published


class PlayedDay(NamedTuple):
    """A day with its tournaments and tables."""

    day: date
    rows: tuple[DayRow, ...]
    people: int

    @property
    def hands(self) -> int:
        """The number of hands that were played."""
        return sum(row.hands for row in self.rows)

    @property
    def is_evening(self) -> bool:
        """True if tables of the club itself were played, and none of them goes on."""
        evenings = [row for row in self.rows if row.started is not None and row.hands]
        return bool(evenings) and not any(row.goes_on for row in evenings)


class YearMention(NamedTuple):
    """Somebody with a number people come for."""

    name: str
    href: str
    amount: int
    day: date | None = None


class DayMark(NamedTuple):
    """A day in the calendar of a year."""

    day: date
    place: int  # in its month, in percent of the width
    people: int  # 0: it is still to come
    is_tournament: bool
    is_full: bool = False  # at least three quarters of the fullest evening


class YearMonth(NamedTuple):
    """A month in the calendar of a year; `top` in pixels."""

    day: date
    top: int
    marks: tuple[DayMark, ...]


class ClubYear(NamedTuple):
    """This year of a club, beside its days."""

    facts: str
    latest: str
    coming: Sequence[Any]
    bests: tuple[YearMention, ...]
    most_often: tuple[YearMention, ...]
    evenings: int
    months: tuple[YearMonth, ...]


def find_evening_day(started: datetime) -> date:
    """Return the date to which an evening belongs: what begins before five in the morning is of the day before."""
    local = localtime(started)
    return local.date() - timedelta(days=local.hour < NIGHT_ENDS)


def compute_evening_start(day: date) -> datetime:
    """Return from when on an evening belongs to a date: five in the morning, in the club's time zone."""
    return make_aware(datetime.combine(day, time(NIGHT_ENDS)))


def list_club_days(tables: QuerySet[GameTable]) -> list[ClubDay]:
    """Return the days of the tables of list_tables(); one query."""
    days: dict[date, ClubDay] = {}
    for pk, started, held in tables.order_by("started", "pk").values_list("pk", "started", "tournament_day"):  # type: ignore[misc]  # annotated
        day = held or find_evening_day(started)
        of_day = days.setdefault(day, ClubDay(day, [], []))
        (of_day.evenings if held is None else of_day.tournaments).append(pk)
    return list(days.values())


def load_played_days(days: Sequence[ClubDay], tables: QuerySet[GameTable], language: str) -> list[PlayedDay]:
    """Return some days with their rows, in this order; the same few queries for any number."""
    evenings = [pk for day in days for pk in day.evenings]
    held = [pk for day in days for pk in day.tournaments]
    by_pk = {table.pk: table for table in tables.filter(pk__in=[*evenings, *held])}
    hooks, names, seats = get_statistics_hooks(), PlayerNames(language), load_table_seats(evenings, INSIDE)
    tournaments, results = hooks.tournaments(held), hooks.results(held)
    totals = dict(Total.objects.filter(sitting__table__in=evenings).values_list("pk", "written"))

    def build_tournament(pk: int) -> DayRow:
        tournament, hands = tournaments[pk], by_pk[pk].hands  # type: ignore[attr-defined]  # annotated
        row = DayRow(tournament.href, hands, people=tournament.people)
        return row._replace(tournament=tournament, result=results.get(pk))

    def build_evening(pk: int) -> DayRow:
        rules = names.name_sheet(by_pk[pk].sheet_version.sheet)
        return _build_evening(by_pk[pk], list_real_seats(seats.get(pk, ())), totals, rules)

    played = []
    for day in days:
        sat = [seat for pk in day.evenings for seat in list_real_seats(seats.get(pk, ()))]
        people = {person for seat in sat for _, person in seat.persons}
        rows = (*map(build_tournament, day.tournaments), *map(build_evening, day.evenings))
        played.append(PlayedDay(day.day, rows, len(people) + sum(row.people for row in rows)))
    return played


def _build_evening(table: GameTable, seats: Sequence[Seat], totals: dict[int, int], rules: str) -> DayRow:
    """Return a table with the winners of its written score, as its settlement has them."""
    shorts, sums = build_seat_names(seats), Counter[tuple[str, str]]()
    for seat in seats:  # who has left and come back has two of them
        sums[seat.name, seat.shorten_names(shorts)] += totals.get(seat.id, 0)
    tallies = sorted((SeatTally(*name, written) for name, written in sums.items()), key=lambda tally: -tally.written)
    best = tallies[0].written if len(set(sums.values())) > 1 else None
    return DayRow(
        get_evening_address(table),
        table.hands,  # type: ignore[attr-defined]  # annotated
        rules,
        ", ".join(tally.name for tally in tallies if best in (None, tally.written)),
        rest=tuple(tally for tally in tallies if best not in (None, tally.written)),
        written=best,
        started=table.started,
        goes_on=table.ended is None,
    )


def load_year(club: Club, days: Iterable[ClubDay], shown: Sequence[PlayedDay]) -> ClubYear:
    """Return what this year has had, and what comes; the same few queries for any number of evenings."""
    year = [day for day in days if day.day.year == find_evening_day(now()).year]
    day_of = {pk: day.day for day in year for pk in day.evenings}
    tables = GameTable.objects.filter(pk__in=list(day_of), last_sequence__gt=0)
    attended = _load_attendance(tables, day_of)
    attendance = Counter(person for person, _day in attended)
    best = Total.objects.filter(sitting__table__in=tables.exclude(ended=None), written__gt=0).order_by("-written", "pk")
    bests = list(best.values_list("pk", "sitting__table", "written")[:MOST_BESTS])
    seats = {
        seat.id: seat
        for of_table in load_table_seats([table for _, table, _ in bests], INSIDE).values()
        for seat in of_table
    }
    holders = {pk: seats[pk].persons[-1][1] for pk, _, _ in bests}
    often = sorted(attendance.items(), key=lambda pair: (-pair[1], pair[0]))[:MOST_BESTS]
    people = Person.objects.in_bulk([*holders.values(), *(person for person, _ in often)])

    def link_person(person: int) -> str:
        return reverse("person_page", args=[people[person].number])

    evenings = len({day_of[pk] for pk in tables.values_list("pk", flat=True)})
    coming = get_statistics_hooks().coming(club)
    best_ones = ((seats[pk].name, link_person(holders[pk]), written, day_of[table]) for pk, table, written in bests)
    return ClubYear(
        _format_facts(evenings, sum(len(day.tournaments) for day in year)),
        _format_latest(shown),
        coming,
        tuple(starmap(YearMention, best_ones)),
        tuple(YearMention(INSIDE.name_person(people[person]), link_person(person), number) for person, number in often),
        evenings,
        _build_months(year, Counter(day for _person, day in attended), [invited.day for invited in coming]),
    )


def _build_months(year: Sequence[ClubDay], people: Counter[date], coming: Iterable[date]) -> tuple[YearMonth, ...]:
    """Return the calendar of the days of a year; `people`: how many were there on each evening."""
    tournaments = get_statistics_hooks().tournaments([pk for day in year for pk in day.tournaments])
    many = {
        day.day: people[day.day] + sum(tournaments[pk].people for pk in day.tournaments)
        for day in year
        if day.tournaments or day.day in people
    }
    held, most = {day.day for day in year if day.tournaments}, max(people.values(), default=0)
    this = find_evening_day(now()).year
    marks = [DayMark(day, _place_day(day), many[day], day in held, 4 * many[day] >= 3 * most) for day in sorted(many)]
    marks += [DayMark(day, _place_day(day), 0, True) for day in coming if day not in many and day.year == this]
    return tuple(
        YearMonth(
            date(this, month, 1),
            MONTH_HEIGHT * (month - 1),
            tuple(mark for mark in marks if mark.day.month == month),
        )
        for month in range(1, 13)
    )


def _place_day(day: date) -> int:
    """Return where a day of a month stands between its name and the edge, in percent of the width.

    >>> _place_day(date(2026, 1, 1)), _place_day(date(2026, 1, 31))
    (15, 90)
    """
    return round(FIRST_PLACE + (LAST_PLACE - FIRST_PLACE) * (day.day - 1) / 30)


def _load_attendance(tables: QuerySet[GameTable], day_of: dict[int, date]) -> set[tuple[int, date]]:
    """Return who sat at one of these tables on which day, merged persons as one."""
    later = Seated.objects.filter(sitting=OuterRef("sitting"), version__gt=OuterRef("version"))
    sat = Seated.objects.filter(~Exists(later), sitting__table__in=tables).exclude(
        sitting__to_deal=F("sitting__from_deal")
    )
    rows = sat.values_list(Coalesce("person__merged_into", "person"), "sitting__table")
    return {(person, day_of[table]) for person, table in rows}


def _format_facts(evenings: int, tournaments: int) -> str:
    parts = [
        ngettext("%(number)s evening", "%(number)s evenings", evenings) % {"number": evenings} if evenings else "",
        ngettext("%(number)s tournament", "%(number)s tournaments", tournaments) % {"number": tournaments}
        if tournaments
        else "",
    ]
    facts = gettext(" and ").join(filter(None, parts))
    return gettext("%(what)s this year.") % {"what": facts} if facts else ""


def _format_latest(shown: Sequence[PlayedDay]) -> str:
    """Return who won most on the last evening that is over."""
    for day in shown:
        over = [row for row in day.rows if row.written is not None and not row.goes_on]
        if over:
            best = max(over, key=lambda row: row.written or 0)
            amount = format_signed_points(best.written or 0)
            return gettext("Last time %(name)s took home %(amount)s.") % {"name": best.winners, "amount": amount}
    return ""
