"""The rows that a club gives to its federation: published places, numbers of the federation, names as shown to all."""

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from tarockclub.kit.json_text import encode_compact
from tarockclub.models import Person
from tarockclub.platform.privacy.public_names import compute_bare_name
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.settings import parse_settings
from tournaments.models import MADE_PARTS, Tournament
from tournaments.results.standings.editions import (
    EditionRow,
    TournamentEdition,
    compute_made_points,
    load_standing_editions,
)


class GivenRow(NamedTuple):
    """A player with a number of the federation, in a result."""

    number: str
    name: str  # as public pages of the club show it; "" for somebody who is only a number there
    publicity: str
    rank: int
    made: int  # MADE_PARTS of a point


class GivenResult(NamedTuple):
    """A published result, as the federation gets it."""

    edition: int
    rows: tuple[GivenRow, ...]
    others: tuple[int, ...]  # places of those who have no number
    missing: tuple[Person, ...] = ()  # who they are, for their own club alone

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
    return None if edition is None else _build_result(tournament, edition)


def _build_result(tournament: Tournament, edition: TournamentEdition) -> GivenResult:
    ids = {row.person for row in edition.rows}
    people = {row.pk: row.merged_into or row for row in Person.objects.filter(pk__in=ids).select_related("merged_into")}
    rules, rows, others, missing = parse_settings(tournament.settings), [], [], []
    seen: set[str] = set()
    for row in sorted(edition.rows, key=lambda row: row.rank):
        person = people[row.person]
        number = person.federation_number
        if number and number not in seen:
            rows.append(_build_row(person, row, int(compute_made_points(rules, row) * MADE_PARTS)))
        else:  # without a number, or twice in the result: the better place counts, as in a season of the club
            others.append(row.rank)
            missing += [] if number else [person]
        seen.add(number)
    return GivenResult(edition.number, tuple(rows), tuple(others), tuple(missing))


def _build_row(person: Person, row: EditionRow, made: int) -> GivenRow:
    shown = "" if person.publicity == Person.Publicity.NUMBER else compute_bare_name(person)
    return GivenRow(person.federation_number, shown, person.publicity, row.rank, made)


def encode_result(result: GivenResult) -> str:
    """Return the rows as JSON text."""
    return encode_compact({"rows": result.rows, "others": result.others})


def parse_offered_result(edition: int, text: str) -> GivenResult:
    """Return the rows from their JSON text."""
    said: dict[str, Sequence[Any]] = json.loads(text)
    return GivenResult(edition, tuple(GivenRow(*row) for row in said["rows"]), tuple(said["others"]))
