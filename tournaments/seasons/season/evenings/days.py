"""Everybody's rows on each date of evenings: their tables added up, the place over all tables, each table a round."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from fractions import Fraction

from scoring.engine.points import SIXTHS
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.evenings.shares import Share, Wish, load_shares
from tournaments.seasons.season.evenings.tables import keep_played, list_evening_tables
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.facts import PLACES_AT_TABLES, DayFacts
from tournaments.seasons.season.points.place_points import CountedRound, list_asked_facts
from tournaments.seasons.season.settings import FINAL_ROUNDS, ROUND, SeasonSettings, parse_season_settings
from tournaments.seasons.season.standing import EventRow
from tournaments.seasons.season.sub_rankings.rules import list_rules

_OF_HANDS = {"hands", "won", "most_hands"}
_OF_TABLES = {*PLACES_AT_TABLES, "table_place", "table_size"}
_CENTS = 100
Shares = Mapping[int, Share]  # of a table, by person


def load_evening_days(
    season: Season, settings: SeasonSettings, events: Iterable[SeasonEvent], *, whole: bool
) -> dict[date, tuple[EventRow, ...]]:
    """Return everybody's rows on each date that is an event and at which a table counts; the same few queries for all.

    `whole`: with all that formulas can ask, else only with what these rules ask for.
    """
    days = {event.day for event in events if event.evenings}
    if settings.evenings is None or not days:
        return {}
    asked = {name for rules in list_rules(settings) for name in list_asked_facts(rules)}
    tables = keep_played(row for row in list_evening_tables(season.club_id, settings.evenings) if row.day in days)
    shares = load_shares(tables, Wish(whole or bool(asked & _OF_HANDS), whole or "euros" in asked))
    has_rounds = whole or any(rules.per == ROUND or FINAL_ROUNDS in rules.criteria for rules in list_rules(settings))
    by_day: dict[date, list[Shares]] = defaultdict(list)
    for table in tables:
        if not is_in_euros(settings) or any(share.cents is not None for share in shares[table.pk].values()):
            by_day[table.day].append(shares[table.pk])
    has_places = has_rounds or bool(asked & _OF_TABLES)
    return {day: _build_rows(some, has_rounds=has_rounds, has_places=has_places) for day, some in by_day.items()}


def list_counted_tables(season: Season) -> list[int]:
    """Return the tables (ids) of the evenings that count in a season, for its statistics."""
    rule = parse_season_settings(season.settings).evenings
    events = SeasonEvent.objects.filter(season=season, evenings=True, gone=None)
    days = set(events.values_list("day", flat=True)) if rule is not None else set()
    tables = list_evening_tables(season.club_id, rule) if rule is not None and days else []
    return [table.pk for table in keep_played(table for table in tables if table.day in days)]


def is_in_euros(settings: SeasonSettings) -> bool:
    """Return whether a season counts euros: then tables that play for points alone are none of its."""
    return "euros" in list_asked_facts(settings)


def _build_rows(tables: Sequence[Shares], *, has_rounds: bool, has_places: bool) -> tuple[EventRow, ...]:
    """Return everybody's row of a date, ranked by their sums."""
    mine: dict[int, list[Share]] = defaultdict(list)
    rounds: dict[int, list[CountedRound]] = defaultdict(list)
    for number, shares in enumerate(tables, 1):
        played = _list_rounds(shares, number) if has_places else {}
        for person, share in shares.items():
            mine[person].append(share)
            if has_places:
                rounds[person].append(played[person])
    ranks = _rank({person: sum(share.written for share in some) for person, some in mine.items()})
    return tuple(
        EventRow(
            person,
            ranks[person],
            None,
            _build_facts(some, [played.day for played in rounds[person]]),
            tuple(rounds[person]) if has_rounds else None,
        )
        for person, some in mine.items()
    )


def _list_rounds(shares: Shares, number: int) -> dict[int, CountedRound]:
    """Return a table as everybody's round."""
    ranks = _rank({person: share.written for person, share in shares.items()})
    sharing = Counter(ranks.values())
    found = {}
    for person, share in shares.items():
        rank = ranks[person]
        place = DayFacts(table_place=rank, table_size=len(shares))
        facts = _build_facts([share], [Day(rank, len(shares), place)])
        found[person] = CountedRound(Day(rank, len(shares), facts), sharing[rank], sharing[rank], number)
    return found


def _rank(amounts: Mapping[int, int]) -> dict[int, int]:
    """Rank by amounts; who has the same shares a place."""
    places: dict[int, int] = {}
    for place, amount in enumerate(sorted(amounts.values(), reverse=True), 1):
        places.setdefault(amount, place)
    return {person: places[amount] for person, amount in amounts.items()}


def _build_facts(shares: Sequence[Share], tables: Sequence[Day]) -> DayFacts:
    """Return the facts of somebody's tables together; `tables`: their places there, if anybody asks."""
    cents = [share.cents for share in shares if share.cents is not None]
    written = Fraction(sum(share.written for share in shares), SIXTHS)
    hands = _sum_known([share.hands for share in shares])
    places = Counter(day.place for day in tables)
    at_one = tables[0].facts if len(tables) == 1 else DayFacts()
    counts = {name: places[place] for place, name in enumerate(PLACES_AT_TABLES, 1)} if tables else {}
    return DayFacts(
        points=written,
        written=written,
        hands=hands,
        won=_sum_known([share.won for share in shares]),
        rounds=len(shares),
        table_place=at_one.table_place,
        table_size=at_one.table_size,
        most_hands=hands,
        euros=Fraction(sum(cents), _CENTS) if cents else None,
        **counts,
    )


def _sum_known(amounts: Sequence[int | None]) -> int | None:
    known = [amount for amount in amounts if amount is not None]
    return sum(known) if len(known) == len(amounts) else None
