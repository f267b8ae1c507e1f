"""The actual seats in the earlier rounds of a tournament, with substitutes and late entrants."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import Exists, F, OuterRef, Q, QuerySet

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import Deal, Entry, GameTable, Seated
from tarockclub.models import Person
from tournaments.hall.draw.values import PlayedTable, Round, Seat
from tournaments.models import Entrant, Presence, RoundTable, Tournament

DEALS = "dealer"  # a sheet's `hoch`: the player with the highest card deals first


class _SeatHolding(NamedTuple):
    """The holder of a sitting from a line on."""

    table: int
    sitting: int
    place: int
    version: int
    person: int


def load_earlier_rounds(tournament: Tournament, number: int) -> tuple[Round, ...]:
    """Load the rounds before one of a number, as they were played."""
    return tuple(load_rounds_by_number(tournament, number).values())


def load_rounds_by_number(tournament: Tournament, number: int) -> dict[int, Round]:
    """Load the rounds before one of a number by theirs; the same few queries however many they are."""
    tables = RoundTable.objects.filter(round__tournament=tournament, round__number__lt=number)
    rows = list(tables.order_by("round__number", "number").values_list("round", "game_table", "round__number"))
    if not rows:
        return {}
    seats = load_seat_history(tables.values("game_table"), tournament, played=True)
    absent = _load_absent(tournament, number)
    first = dict(GameTable.objects.filter(round_table__in=tables).values_list("pk", "first_forehand"))
    deals = is_hoch_dealer(tournament)
    rounds: dict[int, list[PlayedTable]] = {}
    for round_, table, of in rows:
        played = _build_played_table(seats.get(table, {}), absent.get(round_, set()), first[table], deals=deals)
        rounds.setdefault(of, []).extend([played] if len(played.seats) > 1 else [])
    return {of: tuple(tables) for of, tables in rounds.items()}


def is_hoch_dealer(tournament: Tournament) -> bool:
    """Tell whether the player with the highest card deals first by the sheet; otherwise they are first forehand."""
    return parse_sheet(tournament.sheet_version).hoch == DEALS


def load_seat_history(
    tables: Iterable[int] | QuerySet[Any, Any],
    tournament: Tournament,
    *,
    still: bool = False,
    played: bool = False,
    entrants: dict[int, int] | None = None,
) -> dict[int, dict[int, Seat]]:
    """Load for each game table (id) and place its entrants (ids), in order of time; `still`: only present holders.

    `played`: only those who were there for a line other than seats, or have not left.
    `entrants`: those by person, where they are loaded already.
    """
    sat = Seated.objects.filter(sitting__table__in=tables)
    # A sitting that was struck out never was.
    sat = sat.filter(sitting__to_deal=None) if still else sat.exclude(sitting__to_deal=F("sitting__from_deal"))
    if played:
        lines = Deal.objects.exclude(entry__kind=Entry.Kind.SEATING).filter(
            table=OuterRef("sitting__table"), number__gte=OuterRef("sitting__from_deal")
        )
        sat = sat.filter(Q(sitting__to_deal=None) | Exists(lines.filter(number__lt=OuterRef("sitting__to_deal"))))
    entrant = load_entrants_by_person(tournament) if entrants is None else entrants
    found: dict[int, dict[int, Seat]] = {}
    for row in (row for rows in _select_latest(sat) for row in rows if row.person in entrant):
        places = found.setdefault(row.table, {})
        here = entrant[row.person]  # once, at the end if they came back
        places[row.place] = (*(other for other in places.get(row.place, ()) if other != here), here)
    return {table: dict(sorted(places.items())) for table, places in found.items()}


def _select_latest(sat: QuerySet[Seated]) -> Iterable[list[_SeatHolding]]:
    """Return for each sitting the rows that count: those of the latest version."""
    fields = ("sitting__table", "sitting", "sitting__place", "version", "person")
    found: dict[int, list[_SeatHolding]] = {}
    for row in (
        _SeatHolding(*values) for values in sat.order_by("sitting", "version", "from_deal").values_list(*fields)
    ):
        so_far = found.setdefault(row.sitting, [])
        if so_far and so_far[-1].version != row.version:
            so_far.clear()
        so_far.append(row)
    return found.values()


def load_entrants_by_person(tournament: Tournament) -> dict[int, int]:
    """Load the entrant (id) of each person (id), also of persons who were merged into another one."""
    entrants = dict(Entrant.objects.filter(tournament=tournament).values_list("person", "pk"))
    merged = dict(
        Person.objects.filter(club=tournament.club_id, merged_into__isnull=False).values_list("pk", "merged_into")
    )
    for person in merged:
        into: int | None = person
        while into is not None and into not in entrants:
            into = merged.get(into)
        if into is not None:
            entrants[person] = entrants[into]
    return entrants


def _load_absent(tournament: Tournament, number: int) -> dict[int, set[int]]:
    """Load for each round before `number` (by id) the entrants who did not come and met nobody."""
    gone = Presence.objects.filter(round__tournament=tournament, round__number__lt=number, state=Presence.State.NO_SHOW)
    found: dict[int, set[int]] = {}
    for round_, entrant in gone.values_list("round", "entrant"):
        found.setdefault(round_, set()).add(entrant)
    return found


def _build_played_table(places: dict[int, Seat], absent: set[int], first_forehand: int, *, deals: bool) -> PlayedTable:
    """Build a table as it was played, with the seats of those who came."""
    size = len(places)
    high = (first_forehand - deals) % size if size else 0
    seats = [tuple(entrant for entrant in seat if entrant not in absent) for seat in places.values()]
    taken = [index for index, seat in enumerate(seats) if seat]
    return PlayedTable(tuple(seats[index] for index in taken), taken.index(high) if high in taken else 0)
