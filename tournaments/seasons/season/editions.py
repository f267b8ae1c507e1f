"""A season's published standings, for tournaments/core/editions.py; changes since; seats by a season's standing."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from tarockclub.kit.amounts import format_cents, format_hundredths
from tournaments.core import editions
from tournaments.core.editions import ChangeLine, Edition, EditionChange, format_changes
from tournaments.models import Entrant, Season, SeasonEvent, SeasonResult, Tournament
from tournaments.seasons.season.cash.services import load_entry_money
from tournaments.seasons.season.data import CurrentPerson, SeasonProgress, load_names, load_season_progress
from tournaments.seasons.season.settings import encode_season_settings, parse_season_settings
from tournaments.seasons.season.standing import EventScore, SeasonLine, SeasonStanding

SeasonEdition = Edition[SeasonLine]


def encode_lines(standing: SeasonStanding) -> list[list[Any]]:
    """Return standings as JSON values, as an act stores them."""
    return [[*line[:5], [list(got[:-1]) for got in line.got], *line[6:]] for line in standing.lines]


def parse_season_line(row: Sequence[Any]) -> SeasonLine:
    """Return a line of standings from its form in an act."""
    line = SeasonLine(*row)
    return line._replace(got=tuple(EventScore(*got) for got in line.got))


class SubEdition(NamedTuple):
    """A sub-ranking as it was published with the standings of its season."""

    number: int
    edition: SeasonEdition  # with its own rows and rules
    pot: int  # the entry money that was paid, in cents
    shares: tuple[int, ...]


def encode_rankings(stand: SeasonProgress) -> list[list[Any]]:
    """Return the sub-rankings of a season as JSON values, as an act stores them."""
    if not stand.rankings:
        return []
    paid = load_entry_money(stand.season)
    return [
        [
            sub.ranking.number,
            encode_lines(sub.stand.standing),
            encode_season_settings(sub.stand.settings),
            sum(paid.get(sub.ranking.number, {}).values()),
            list(sub.ranking.shares),
        ]
        for sub in stand.rankings
    ]


def list_sub_editions(edition: SeasonEdition) -> list[SubEdition]:
    """Return the sub-rankings of published standings."""
    return [
        SubEdition(
            number,
            edition._replace(rows=tuple(map(parse_season_line, rows)), settings=rules, rankings=()),
            pot,
            tuple(shares),
        )
        for number, rows, rules, pot, shares in edition.rankings
    ]


def load_season_editions(season: Season) -> tuple[SeasonEdition, ...]:
    """Return all published standings, the first one first; one query."""
    return editions.load_editions(season, parse_season_line)


def is_of_teams(edition: SeasonEdition) -> bool:
    """Return True if an edition ranks teams: its ids are not those of persons."""
    return parse_season_settings(edition.settings).teams if edition.settings else False


def apply_merges(lines: Sequence[SeasonLine], same: Mapping[int, int]) -> tuple[SeasonLine, ...]:
    """Return the lines of an edition with its persons' current ids: some may have been merged since."""
    return tuple(line._replace(who=same.get(line.who, line.who)) for line in lines)


def mark_typed(season: Season, lines: Sequence[SeasonLine]) -> tuple[SeasonLine, ...]:
    """Return the lines of an edition with the numbers marked that were typed, as no act says it; one query."""
    results = SeasonResult.objects.filter(event__season=season).exclude(points=None)
    columns = results.values_list("event__number", "person", "person__merged_into", "points")
    typed = {(event, into or person, points) for event, person, into, points in columns}
    return tuple(
        line._replace(got=tuple(got._replace(is_typed=(got.event, line.who, got.points) in typed) for got in line.got))
        for line in lines
    )


def compute_season_changes(
    before: Sequence[SeasonLine], after: Sequence[SeasonLine]
) -> tuple[EditionChange[SeasonLine], ...]:
    """Return the changed ranks or points, in the order of the later standings; then the persons no longer in them."""
    old, new = {line.who: line for line in before}, {line.who: line for line in after}
    return editions.compute_changes(old, new, lambda line: (line.rank, line.points, line.days))


def compute_changes_since(edition: SeasonEdition, stand: SeasonProgress) -> tuple[EditionChange[SeasonLine], ...]:
    """Return the changes of the standings since a published edition."""
    teams = stand.settings.teams
    before = edition.rows if is_of_teams(edition) == teams else ()  # players and teams have nothing in common
    _people, same = load_names(stand.season, [line.who for line in before], teams=teams)
    return compute_season_changes(apply_merges(before, same), stand.standing.lines)


def list_changes_since(edition: SeasonEdition, stand: SeasonProgress) -> tuple[ChangeLine, ...]:
    """Return the changes since a published edition, with names: of the standings, of sub-rankings and their money."""
    published = {sub.number: sub for sub in list_sub_editions(edition)}
    lines = list(_format_changes(compute_changes_since(edition, stand), stand))
    money = load_entry_money(stand.season) if stand.rankings else {}
    for sub in (sub for sub in stand.rankings if sub.ranking.number in published):
        ranking, before = sub.ranking, published[sub.ranking.number]
        changes = _format_changes(compute_changes_since(before.edition, sub.stand), sub.stand)
        lines += [line._replace(name=f"{ranking.name}: {line.name}") for line in changes]
        pot = sum(money.get(ranking.number, {}).values())
        lines += [ChangeLine(ranking.name, format_cents(before.pot), format_cents(pot))] if pot != before.pot else []
    return tuple(lines)


def _format_changes(changes: Sequence[EditionChange[SeasonLine]], stand: SeasonProgress) -> tuple[ChangeLine, ...]:
    people, _same = load_names(stand.season, [change.person for change in changes], teams=stand.settings.teams)
    return format_line_changes(changes, {**stand.people, **people})


def format_line_changes(
    changes: Iterable[EditionChange[SeasonLine]], people: Mapping[int, CurrentPerson]
) -> tuple[ChangeLine, ...]:
    """Return the changed ranks or points, with names."""
    return format_changes(changes, lambda person: people[person].name, _format_line)


def _format_line(line: SeasonLine) -> str:
    rank = f"{line.rank}." if line.rank else "–"
    return f"{rank} ({format_hundredths(line.points)})"


def compute_season_order(tournament: Tournament) -> tuple[tuple[int, ...], ...]:
    """Return entrants (ids) by place in the season of a tournament, equal ones together; () if it is in none.

    Of several seasons the one whose final it is comes first. What was played today counts with the rest, so that the
    seats of a second round follow the season as it would end now.
    """
    events = SeasonEvent.objects.filter(tournament=tournament, gone=None).select_related("season").order_by("-pk")
    found = sorted(events, key=lambda event: event.kind != SeasonEvent.Kind.FINAL)
    season = next((event.season for event in found if not parse_season_settings(event.season.settings).teams), None)
    if season is None:
        return ()
    entrants = defaultdict(list)
    people = Entrant.objects.filter(tournament=tournament).order_by("pk")
    for entrant, person, merged in people.values_list("pk", "person", "person__merged_into"):
        entrants[merged or person].append(entrant)
    lines = [line for line in load_season_progress(season, provisional=True).standing.lines if line.rank]
    groups = (
        tuple(entrant for line in equals for entrant in entrants.get(line.who, ()))
        for _rank, equals in groupby(lines, key=lambda line: line.rank)
    )
    return tuple(group for group in groups if group)
