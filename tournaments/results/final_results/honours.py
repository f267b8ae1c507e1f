"""The players whom a published result honours: place, name, amount and prize."""

from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple

from tarockclub.kit.faces import Face, build_face_sign
from tournaments.hall.standing.players import load_people
from tournaments.hall.standing.progress import TournamentProgress
from tournaments.hall.standing.standing import RankedLine
from tournaments.models import Tournament
from tournaments.results.final_results.prizes_page import load_scope_sections
from tournaments.results.standings.column import WHOLE
from tournaments.results.standings.columns import list_shown_columns
from tournaments.results.standings.editions import EditionRow, read_lines

MOST_ON_PODIUM, LAST_ON_PODIUM = 4, 3  # people, places: whoever shares the third place is there too


class Honoured(NamedTuple):
    """A player who is honoured."""

    rank: int
    name: str
    amount: str
    prize: str = ""
    number: int = 0  # start number; 0: only took over a seat, or is no player
    face: Face = Face("", 0)


def list_honoured(stand: TournamentProgress, scope: int, rows: Sequence[EditionRow]) -> list[tuple[Honoured, ...]]:
    """Return the players by place, the best first; who shares a place is honoured together."""
    people = load_people(stand.tournament, {row.person for row in rows})
    column = list_shown_columns(stand.settings, scope)[-1]
    prizes = load_chosen_prizes(stand.tournament, scope)

    lines = sorted(read_lines(rows, people, scope), key=lambda line: line.rank)
    exact = any(column.value(line) % WHOLE for line in lines)

    def build(line: RankedLine) -> Honoured:
        amount = column.text(column.value(line), exact)
        player = line.player
        face = build_face_sign(player.name, player.person)
        return Honoured(line.rank, player.name, amount, prizes.get(player.person, ""), player.number, face)

    return [tuple(map(build, group)) for _rank, group in groupby(lines, key=lambda line: line.rank)]


def choose_podium(groups: Sequence[tuple[Honoured, ...]]) -> tuple[Honoured, ...]:
    """Return who stands on the podium; nobody if it is one alone, or too many share a place."""
    best = tuple(person for group in groups for person in group if person.rank <= LAST_ON_PODIUM)
    return best if 1 < len(best) <= MOST_ON_PODIUM else ()


def load_chosen_prizes(tournament: Tournament, scope: int) -> dict[int, str]:
    """Return the names of the prizes that players have chosen, by person."""
    return {
        choice.person: choice.prize.name
        for section in load_scope_sections(tournament)
        if section.scope.of == scope
        for choice in section.chosen
        if choice.prize is not None
    }
