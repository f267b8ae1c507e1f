"""The rows that a club gives to its federation: published places of a tournament, or of a season in the end.

Each has a number of the federation, and a name as it is shown to all.
"""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from tarockclub.kit.json_text import encode_compact
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import compute_bare_name
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import parse_settings
from tournaments.models import MADE_PARTS, Season, Tournament
from tournaments.results.standings.editions import compute_made_points, load_standing_editions
from tournaments.seasons.season.data import load_season_progress
from tournaments.seasons.season.editions import is_of_teams, load_season_editions
from tournaments.seasons.season.settings import HUNDREDTHS
from tournaments.seasons.season.standing import compute_attendance


class GivenRow(NamedTuple):
    """A player with a number of the federation, in a result."""

    number: str
    name: str  # as public pages of the club show it; "" for somebody who is only a number there
    publicity: str
    rank: int
    made: int  # MADE_PARTS of a point
    days: int | None = None  # tournaments of a season


class GivenPlace(NamedTuple):
    """The place of a person of the club in an edition."""

    person: int
    rank: int
    made: int  # MADE_PARTS of a point
    days: int | None = None  # tournaments of a season


class GivenResult(NamedTuple):
    """A published result, as the federation gets it."""

    edition: int
    rows: tuple[GivenRow, ...]
    others: tuple[int, ...]  # places of those who have no number
    missing: tuple[Person, ...] = ()  # who they are, for their own club alone
    average: int | None = None  # players on a day of a season, in hundredths; None: the result of a tournament

    @property
    def players(self) -> int:
        """The number of players."""
        return len(self.rows) + len(self.others)

    @property
    def others_text(self) -> str:
        """The places of those without a number, as an event stores them."""
        return ",".join(map(str, self.others))


def load_given_result(tournament: Tournament) -> GivenResult | None:
    """Return the final result that counts, as a club gives it; None if there is none. Two queries."""
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    if edition is None:
        return None
    rules = parse_settings(tournament.settings)
    rows = [GivenPlace(row.person, row.rank, int(compute_made_points(rules, row) * MADE_PARTS)) for row in edition.rows]
    return _build_result(edition.number, rows)


def load_given_standing(season: Season) -> GivenResult | None:
    """Return the final standing of a season that counts, as a club gives it; None before it is published, or of teams.

    Those with too few days for a rank are left out.
    """
    editions = load_season_editions(season) if season.ended is not None else ()
    if not editions or is_of_teams(editions[-1]):
        return None
    lines = [
        GivenPlace(line.who, line.rank, line.points * MADE_PARTS // HUNDREDTHS, line.days)
        for line in editions[-1].rows
        if line.rank
    ]
    average = compute_attendance(load_season_progress(season).values).average
    return _build_result(editions[-1].number, lines)._replace(average=round(average * HUNDREDTHS))


def _build_result(edition: int, places: Sequence[GivenPlace]) -> GivenResult:
    """Return the rows of an edition."""
    ids = {place.person for place in places}
    people = {row.pk: row.merged_into or row for row in Person.objects.filter(pk__in=ids).select_related("merged_into")}
    rows: dict[str, GivenRow] = {}
    others, missing = [], []
    for place in sorted(places, key=lambda place: place.rank):
        person = people[place.person]
        number = person.federation_number
        if number and number not in rows:
            rows[number] = _build_row(person, place)
        else:  # without a number, or twice in the result: the better place counts, as in a season of the club
            others.append(place.rank)
            missing += [] if number else [person]
    return GivenResult(edition, tuple(rows.values()), tuple(others), tuple(missing))


def _build_row(person: Person, place: GivenPlace) -> GivenRow:
    shown = "" if person.publicity == Person.Publicity.NUMBER else compute_bare_name(person)
    return GivenRow(person.federation_number, shown, person.publicity, place.rank, place.made, place.days)


def encode_result(result: GivenResult) -> str:
    """Return the rows as JSON text."""
    average = {} if result.average is None else {"average": result.average}
    return encode_compact({"rows": result.rows, "others": result.others} | average)


def parse_offered_result(edition: int, text: str) -> GivenResult:
    """Return the rows from their JSON text."""
    said: dict[str, Any] = json.loads(text)
    rows = tuple(GivenRow(*row) for row in said["rows"])
    return GivenResult(edition, rows, tuple(said["others"]), average=said.get("average"))
