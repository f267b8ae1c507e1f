"""The input of a draw: the seats of earlier rounds, who must not sit together, and the standing so far."""

from collections.abc import Iterable
from itertools import groupby
from typing import Any, NamedTuple

from django.conf import settings as configuration
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils.module_loading import import_string

from scoring.book.ledger.sheet_versions import parse_sheet
from scoring.models import Deal, Entry, GameTable, Seated
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.core.acts import Kind, parse_content
from tournaments.core.selectors import load_settings
from tournaments.core.settings import LAST_STANDING, LOTS, SEASON_STANDING, STANDING
from tournaments.hall.draw.values import Pair, PlayedRound, PlayedTable, Seat
from tournaments.hall.standing.players import load_progress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, SeasonEvent, Tournament
from tournaments.people.teams.services import list_mates, load_memberships

HOCH_DEALS = "dealer"  # a sheet's `hoch`: the player with the highest card deals first


class _SeatHolding(NamedTuple):
    """The holder of a sitting from a line on."""

    table: int
    sitting: int
    place: int
    version: int
    person: int


def load_earlier_rounds(tournament: Tournament, number: int) -> tuple[PlayedRound, ...]:
    """Load the rounds before one of a number, as they were played."""
    return tuple(load_rounds_by_number(tournament, number).values())


def load_rounds_by_number(tournament: Tournament, number: int) -> dict[int, PlayedRound]:
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
    for round_, table, number_before in rows:
        played = _build_played_table(seats.get(table, {}), absent.get(round_, set()), first[table], deals=deals)
        rounds.setdefault(number_before, []).extend([played] if len(played.seats) > 1 else [])
    return {number_before: tuple(tables) for number_before, tables in rounds.items()}


def is_hoch_dealer(tournament: Tournament) -> bool:
    """Tell whether the player with the highest card deals first by the sheet; otherwise they are first forehand."""
    return parse_sheet(tournament.sheet_version).hoch == HOCH_DEALS


def load_seat_history(
    tables: Iterable[int] | QuerySet[Any, Any],
    tournament: Tournament | None,
    *,
    still: bool = False,
    played: bool = False,
    entrants: dict[int, int] | None = None,
) -> dict[int, dict[int, Seat]]:
    """Load for each game table (id) and place its entrants (ids), in order of time; `still`: only present holders.

    `played`: only those who were there for a line other than seats, or have not left.
    Of several present seats of one holder, as where a table was given up, the latest counts.
    `entrants`: those by person, where they are loaded already; without a tournament, whoever shall stand for a person.
    """
    sat = Seated.objects.filter(sitting__table__in=tables)
    # A sitting that was struck out never was.
    sat = sat.filter(sitting__to_deal=None) if still else sat.exclude(sitting__to_deal=F("sitting__from_deal"))
    if played:
        lines = Deal.objects.exclude(entry__kind=Entry.Kind.SEATING).filter(
            table=OuterRef("sitting__table"), number__gte=OuterRef("sitting__from_deal")
        )
        stays = Q(sitting__to_deal=None) & (Q(sitting__table__round_table__done=None) | Exists(lines))
        sat = sat.filter(stays | Exists(lines.filter(number__lt=OuterRef("sitting__to_deal"))))
    entrant = entrants or {}
    if tournament is not None and entrants is None:
        entrant = load_entrants_by_person(tournament)
    seats: dict[int, dict[int, Seat]] = {}
    holdings = list(_select_latest(sat))
    if still:
        latest = {rows[-1].person: rows for rows in holdings}
        holdings = [rows for rows in holdings if latest[rows[-1].person] is rows]
    for row in (row for rows in holdings for row in rows if row.person in entrant):
        places = seats.setdefault(row.table, {})
        entrant_here = entrant[row.person]  # once, at the end if they came back
        places[row.place] = (*(other for other in places.get(row.place, ()) if other != entrant_here), entrant_here)
    return {table: dict(sorted(places.items())) for table, places in seats.items()}


def _select_latest(sat: QuerySet[Seated]) -> Iterable[list[_SeatHolding]]:
    """Return for each sitting the rows that count: those of the latest version."""
    fields = ("sitting__table", "sitting", "sitting__place", "version", "person")
    holdings: dict[int, list[_SeatHolding]] = {}
    for row in (
        _SeatHolding(*values) for values in sat.order_by("sitting", "version", "from_deal").values_list(*fields)
    ):
        so_far = holdings.setdefault(row.sitting, [])
        if so_far and so_far[-1].version != row.version:
            so_far.clear()
        so_far.append(row)
    return holdings.values()


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
    absences = Presence.objects.filter(
        round__tournament=tournament, round__number__lt=number, state=Presence.State.NO_SHOW
    )
    absent: dict[int, set[int]] = {}
    for round_, entrant in absences.values_list("round", "entrant"):
        absent.setdefault(round_, set()).add(entrant)
    return absent


def _build_played_table(places: dict[int, Seat], absent: set[int], first_forehand: int, *, deals: bool) -> PlayedTable:
    """Build a table as it was played, with the seats of those who came."""
    size = len(places)
    high = (first_forehand - deals) % size if size else 0
    seats = [tuple(entrant for entrant in seat if entrant not in absent) for seat in places.values()]
    taken = [index for index, seat in enumerate(seats) if seat]
    return PlayedTable(tuple(seats[index] for index in taken), taken.index(high) if high in taken else 0)


def list_apart_pairs(tournament: Tournament) -> tuple[Pair, ...]:
    """Return the pairs of entrants (ids) that must not sit together, in the order they were named."""
    pairs: dict[Pair, None] = {}
    for entry in Act.objects.filter(tournament=tournament, kind=Kind.APART).order_by("sequence"):
        content = parse_content(entry)
        pair = (content["pair"][0], content["pair"][1])
        if content["apart"]:
            pairs[pair] = None
        else:
            pairs.pop(pair, None)
    return tuple(pairs)


def list_mate_pairs(tournament: Tournament, number: int) -> tuple[Pair, ...]:
    """Return the pairs of team mates in a round (its number), if the settings keep them apart."""
    settings = load_settings(tournament)
    return list_mates(load_memberships(tournament), number) if settings.team_size and settings.mates_apart else ()


def list_separations(tournament: Tournament, number: int) -> tuple[Pair, ...]:
    """Return all pairs that must not sit together in a round: those named, and team mates."""
    return tuple(dict.fromkeys((*list_apart_pairs(tournament), *list_mate_pairs(tournament, number))))


DRAW_WAYS = (LOTS, STANDING, SEASON_STANDING)
Order = tuple[tuple[int, ...], ...]


def compute_order(tournament: Tournament, way: str) -> Order:
    """Return entrants (ids) by place, equal ones together: over all rounds that have started, or in the season.

    () before the first round has started, or where no season has the tournament.
    """
    if way == SEASON_STANDING:
        order: Order = import_string(configuration.SEASON_ORDER)(tournament)
        return order
    totals = load_standings(load_progress(tournament), EVERYBODY).totals
    groups = groupby(totals, key=lambda total: total.rank)
    places = (
        tuple(sorted(equal.player.entrant for equal in equals if equal.player.entrant)) for _rank, equals in groups
    )
    return tuple(equals for equals in places if equals)


def find_usual_way(tournament: Tournament, round_: Round) -> str:
    """Return the usual way to draw the seats of a round; by lot where there is no standing yet."""
    settings = load_settings(tournament)
    way = settings.seating
    if way == LAST_STANDING:
        way = STANDING if round_.number == settings.rounds else LOTS
    return way if way in list_ways(tournament, round_) else LOTS


def list_ways(tournament: Tournament, round_: Round) -> list[str]:
    """Return the ways in which seats can be drawn now: by lot, and by the standings that there are."""
    before = Round.objects.filter(tournament=tournament, number__lt=round_.number, started__isnull=False)
    possible = {
        LOTS: True,
        STANDING: before.exists(),
        SEASON_STANDING: SeasonEvent.objects.filter(tournament=tournament, gone=None).exists(),
    }
    return [way for way in DRAW_WAYS if possible[way]]


def list_playing_rounds(tournament: Tournament, round_: Round) -> tuple[int, ...]:
    """Return the rounds before this one (numbers) that are not over: the standing may still move."""
    before = Round.objects.filter(tournament=tournament, number__lt=round_.number, closed=None)
    return tuple(before.exclude(started=None).order_by("number").values_list("number", flat=True))


def is_out_of_date(tournament: Tournament, order: Order, way: str) -> bool:
    """Return whether the standing has changed since seats were drawn by it."""
    return bool(order) and order != compute_order(tournament, way)
