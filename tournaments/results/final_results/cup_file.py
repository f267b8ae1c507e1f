"""The results as ABAKUS and the cups want them back: `cup;day;"number";round;round;round;sum;table;wins`, no headings.

The number is the player's of the cup, the amounts are the written score, the table is the last one, wins are hands won.
"""

from collections.abc import Iterator

from tarockclub.kit.amounts import convert_to_number
from tarockclub.kit.xlsx.cells import Value
from tarockclub.kit.xlsx.csv_text import BOM, format_csv_line
from tarockclub.models import Person
from tarockclub.platform.privacy.readers import EVERYBODY
from tournaments.hall.standing.players import TournamentProgress
from tournaments.hall.standing.standing import load_standings
from tournaments.models import SeasonEvent, Tournament
from tournaments.results.standings.editions import RoundFact, list_round_facts

_NUMBER = 2  # the column of the player's number, in quotes: programs must keep its zeros


def render_cup_file(stand: TournamentProgress) -> str:
    """Render everybody's rounds, the best first; a round that somebody did not play is empty."""
    standings = load_standings(stand, EVERYBODY)
    mine: dict[int, list[RoundFact]] = {}
    for fact in list_round_facts(standings):
        mine.setdefault(fact.person, []).append(fact)
    rounds = [standing.round.number for standing in standings.rounds if standing.round.started]
    persons = [total.player.person for total in standings.totals]
    numbers = load_player_numbers(persons)
    begin = [_find_cup(stand.tournament), f"{stand.tournament.day:%d.%m.%Y}"]
    lines = ([*begin, numbers.get(person, ""), *_list_cells(mine.get(person, []), rounds)] for person in persons)
    return BOM + "".join(format_csv_line(line, decimal_comma=True, quoted={_NUMBER}) for line in lines)


def _list_cells(mine: list[RoundFact], rounds: list[int]) -> Iterator[Value]:
    played = {fact.round: fact for fact in mine}
    for number in rounds:
        yield convert_to_number(played[number].written) if number in played else None
    yield convert_to_number(sum(fact.written for fact in mine))
    last = played[max(played)] if played else None
    yield last.table if last is not None else None
    yield sum(fact.won for fact in mine)


def _find_cup(tournament: Tournament) -> str:
    """Return the name of the season in which the tournament counts; its own if there is none, or several."""
    names = SeasonEvent.objects.filter(tournament=tournament, gone=None).values_list("season__name", flat=True)
    seasons = list(names[:2])
    return seasons[0] if len(seasons) == 1 else tournament.name


def load_player_numbers(persons: list[int]) -> dict[int, str]:
    """Return the players' numbers of the cup, of those who have one; of merged persons that of the entry kept."""
    rows = Person.objects.filter(pk__in=persons).values_list("pk", "player_number", "merged_into__player_number")
    return {pk: own or main for pk, own, main in rows if own or main}
