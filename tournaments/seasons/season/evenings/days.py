"""Everybody's rows on each date of evenings: their tables added up, the place over all tables, each table a round.

Dates that are missing as events are added; years to begin and to publish; evenings that count nothing.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Max
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from scoring.engine.points import SIXTHS
from scoring.models import GameTable
from scoring.table.evenings.days import find_evening_day
from tarockclub.kit.time_source import now
from tournaments.models import Season, SeasonEvent
from tournaments.seasons.season.evenings.shares import (
    Share,
    Wish,
    filter_evening_tables,
    keep_played,
    list_evening_tables,
    load_shares,
    load_stakes,
)
from tournaments.seasons.season.points.formula.evaluate import Day
from tournaments.seasons.season.points.formula.nodes import PLACES_AT_TABLES, DayFacts
from tournaments.seasons.season.points.place_points import CountedRound, list_asked_facts
from tournaments.seasons.season.settings import FINAL_ROUNDS, ROUND, EveningRule, SeasonSettings, parse_season_settings
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


def list_table_heads(season: Season) -> list[tuple[Any, ...]]:
    """Return what changes with the books of the tables that may count in a season; one query where evenings count."""
    rule = parse_season_settings(season.settings).evenings
    tables = filter_evening_tables(season.club_id, rule) if rule is not None else GameTable.objects.none()
    return [(*row, bytes(head)) for *row, head in tables.values_list("pk", "started", "ended", "head")]


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


EVENINGS_FOR_A_YEAR = 3
LAST_MONTH_OF_LAST_YEAR = 3  # until its end the year that has passed may still begin


def list_missing_dates(season: Season) -> list[date]:
    """Return the dates with evenings that count and are no event of a season yet; nothing where the director chooses.

    What was taken out stays out.
    """
    rule = parse_season_settings(season.settings).evenings
    if rule is None or rule.chosen:
        return []
    known = SeasonEvent.objects.filter(season=season, evenings=True).values_list("day", flat=True)
    return list_played_dates(season, rule, without=set(known))


def list_played_dates(season: Season, rule: EveningRule, *, without: set[date | None]) -> list[date]:
    """Return the dates on which evenings that a rule takes were played, in order, without some that are known."""
    tables = [table for table in list_evening_tables(season.club_id, rule) if table.day not in without]
    return sorted({table.day for table in keep_played(tables)})


def build_year_rule(year: int) -> EveningRule:
    """Return the rule by which all evenings of a year count."""
    return EveningRule(f"{year}-01-01", f"{year}-12-31")


def list_year_choices() -> tuple[int, ...]:
    """Return the years that may begin now: this one, and until the end of March the last one before it."""
    today = find_evening_day(now())
    return (today.year - 1, today.year) if today.month <= LAST_MONTH_OF_LAST_YEAR else (today.year,)


def find_offered_year(club: int) -> int | None:
    """Return the first of these years of which a club has settled enough evenings while no season counts them."""
    counted = [rule for _season, rule in list_evening_seasons(club)]
    for year in list_year_choices():
        rule = build_year_rule(year)
        if any(other.since <= rule.until and (not other.until or other.until >= rule.since) for other in counted):
            continue
        if len({table.day for table in list_evening_tables(club, rule) if table.was_ended}) >= EVENINGS_FOR_A_YEAR:
            return year
    return None


def find_year_before(club: int, year: int) -> Season | None:
    """Return the season that counts a club's evenings of the year before, the newest of several."""
    rule = build_year_rule(year - 1)
    dates = rule.since, rule.until
    before = [season for season, other in list_evening_seasons(club) if (other.since, other.until) == dates]
    return max(before, key=lambda season: season.pk, default=None)


def is_settled_elsewhere(club: int, rule: EveningRule, *, but: int = 0) -> bool:
    """Return whether evenings of a rule that is settled in the year may be settled in another season than `but`, too.

    No weekdays or house rules are all of them.
    """
    others = (other for season, other in list_evening_seasons(club) if season.pk != but and other.in_year)
    return rule.in_year and any(_may_share_evenings(rule, other) for other in others)


def _may_share_evenings(rule: EveningRule, other: EveningRule) -> bool:
    limits = ((rule.weekdays, other.weekdays), (rule.sheets, other.sheets))
    are_apart = any(own and others and not {*own} & {*others} for own, others in limits)
    until = min(rule.until, other.until)
    is_apart = max(rule.since, other.since) > until or max(rule.paid_until, other.paid_until) >= until
    return not is_apart and not are_apart


def find_same_year(club: int, name: str, rule: EveningRule) -> Season | None:
    """Return the season of a club that counts its evenings by this name, or from and to the same days."""
    dates = rule.since, rule.until
    seasons = list_evening_seasons(club)
    return next((row for row, other in seasons if row.name == name or (other.since, other.until) == dates), None)


class UnpublishedYear(NamedTuple):
    """A season that counts evenings, before its final standings are published."""

    season: Season
    until: date
    is_over: bool
    is_due: bool  # it is over, or in its last month

    @property
    def sentence(self) -> str:
        """The sentence about its end, and about what is to be done then."""
        words = {"name": self.season.name, "day": date_format(self.until, "j. F")}
        if self.is_over:
            return _("%(name)s is over: publish the final standings") % words
        return _("%(name)s ends on %(day)s") % words


def list_unpublished_years(club: int) -> list[UnpublishedYear]:
    """Return the seasons of a club that count evenings and are to be published; one query."""
    today, years = find_evening_day(now()), []
    for season, rule in list_evening_seasons(club):
        if season.ended is None and rule.until:
            until = date.fromisoformat(rule.until)
            years.append(UnpublishedYear(season, until, today > until, today >= until.replace(day=1)))
    return years


def list_evening_seasons(club: int) -> list[tuple[Season, EveningRule]]:
    """Return the seasons of a club in which evenings count, the oldest first, with their rules; one query."""
    rows = Season.objects.filter(club=club, settings__contains='"evenings"').order_by("pk")
    rules = ((row, parse_season_settings(row.settings).evenings) for row in rows)
    return [(row, rule) for row, rule in rules if rule is not None]


def is_settled_in_year(table: GameTable) -> bool:
    """Return whether the euros of an evening's table are settled in a year, and not at the table."""
    day = find_evening_day(table.started)
    dates = SeasonEvent.objects.filter(evenings=True, day=day, gone=None)
    return any(
        rule.in_year
        and rule.paid_until < day.isoformat()
        and filter_evening_tables(table.club_id, rule).filter(pk=table.pk).exists()
        and dates.filter(season=season).exists()
        for season, rule in list_evening_seasons(table.club_id)
    )


def insert_missing_dates(season: Season) -> dict[str, Any]:
    """Save an event for each date that is missing; return what the act says of it. The season is locked."""
    days = list_missing_dates(season)
    if not days:
        return {}
    last = SeasonEvent.objects.filter(season=season).aggregate(last=Max("number"))["last"] or 0
    events = [build_evening_event(season, day, last + at) for at, day in enumerate(days, 1)]
    SeasonEvent.objects.bulk_create(events)
    return {"evenings": [event.number for event in events]}


def build_evening_event(season: Season, day: date, number: int = 0) -> SeasonEvent:
    """Return the event of a date; its name is in the language of the club: sub-rankings choose by words in names."""
    with override(settings.LANGUAGE_CODE):
        return SeasonEvent(season=season, number=number, evenings=True, day=day, name=date_format(day, "l, j. F"))


LONGEST = timedelta(hours=20)  # as on the first page: a table that is open longer has been forgotten


def list_open_evenings(season: Season) -> list[dict[str, Any]]:
    """Return the evenings that a season would take if they were ended, or had a rate; in order of time."""
    settings = parse_season_settings(season.settings)
    if settings.evenings is None:
        return []
    tables, early = list_evening_tables(season.club_id, settings.evenings), now() - LONGEST
    reasons = {table.pk: "running" if table.started > early else "open" for table in tables if not table.was_ended}
    if is_in_euros(settings):
        stakes = load_stakes(keep_played(tables))
        reasons |= {pk: "no_rate" for pk, stake in stakes.items() if not stake.rate and stake.pagatkassa is None}
    slugs = dict(GameTable.objects.filter(pk__in=reasons).values_list("pk", "slug")) if reasons else {}
    return [
        {
            "slug": str(slugs[table.pk]),
            "day": table.day,
            "why": reasons[table.pk],  # "running", "open", "no_rate"
        }
        for table in tables
        if table.pk in reasons
    ]
