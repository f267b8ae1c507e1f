"""Tournaments of a club reckoned a second time: rounds at tables, their sums, the places of the final result."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tarockclub.platform.accounts.persons import load_first_club
from tests.tournaments.results.standings.played_tables import over, publish_results
from tests.tournaments.seasons.reckoner.evenings import build_rows
from tests.tournaments.seasons.reckoner.reckoning import DAY, TOURNAMENT, Event, rank_all
from tests.tournaments.support import acts, factories
from tournaments.core.settings import Settings
from tournaments.hall.setup.services import create_tournament
from tournaments.models import Tournament

POINTS = {4: (60, 40, 20, 0), 5: (60, 45, 30, 15, 0)}  # of the places at a table
FEE = 300


class Sheet(NamedTuple):
    """A table of a round: who sat there, and the points that they made."""

    names: tuple[str, ...]
    made: tuple[int, ...]


class Cup(NamedTuple):
    """A tournament by the written score, or by place points and written score together."""

    day: date
    rounds: tuple[tuple[Sheet, ...], ...]
    by_places: bool = False
    kind: str = DAY
    payers: int = 0  # how many pay the fee of each round
    prize: int = 0  # cents

    @property
    def fees(self) -> int:
        """All its fees, in cents."""
        return sum(FEE * min(self.payers, sum(len(table.names) for table in tables)) for tables in self.rounds)


@st.composite
def draw_cup(draw: st.DrawFn, day: date, people: Sequence[str]) -> Cup:
    """Draw a tournament; nobody plays only in later rounds."""
    names = draw(st.permutations(people))[: draw(st.sampled_from([4, 5, 8, 9]))]
    rounds = []
    for number in range(draw(st.integers(1, 3))):
        here = names if not number else draw(st.permutations(names))[: draw(st.sampled_from([4, len(names)]))]
        tables = [here] if len(here) < 8 else [here[: len(here) - 4], here[len(here) - 4 :]]
        rounds.append(tuple(draw(draw_sheet(tuple(table))) for table in tables))
    return Cup(day, tuple(rounds), draw(st.booleans()), DAY, draw(st.integers(0, 9)), draw(st.integers(0, 500)))


@st.composite
def draw_sheet(draw: st.DrawFn, names: tuple[str, ...]) -> Sheet:
    """Draw a table; small numbers, so that some are equal."""
    made = [draw(st.integers(-4, 8)) for _name in names[1:]]
    return Sheet(names, (*made, -sum(made)))


def play_cup(number: int, cup: Cup) -> Tournament:
    """Play a tournament by totals from paper, and publish its results."""
    how = {"round_criteria": ("written",), "overall_criteria": ("written", "table_places", "best_written")}
    if cup.by_places:
        how = {"round_criteria": ("sum", "written"), "overall_criteria": ("sum", "table_places", "best_sum")}
    settings = Settings(start=0, fee=FEE, count_chips=False, double_round=False, **how)  # type: ignore[arg-type]
    settings = settings._replace(place_points=tuple(POINTS.values()) if cup.by_places else ())
    of = create_tournament(factories.new_key(), load_first_club(), f"Cup {number}", cup.day, settings)
    names = [name for table in cup.rounds[0] for name in table.names]
    entrants = dict(zip(names, factories.enter_people(of, *names), strict=True))
    for at, tables in enumerate(cup.rounds, 1):
        seated = [[entrants[name] for name in table.names] for table in tables]
        round_ = factories.round_(of, [entrant for table in seated for entrant in table])
        drawn = factories.draw_tables(round_, seated)
        over(round_, *zip(drawn, (table.made for table in tables), strict=True))
        payers = [entrant.pk for table in seated for entrant in table][: cup.payers]
        if payers:
            acts.pay(round_, factories.new_key(), payers)
        publish_results(of, at)
    publish_results(of, 0)
    if cup.prize:
        acts.add_prize(of, factories.new_key(), 0, "Speck", cup.prize)
    return Tournament.objects.get(pk=of.pk)


def reckon_cup(number: int, cup: Cup, call: Callable[[str], Any]) -> Event:
    """Return a tournament as an event: everybody's sums, placed by what it says."""
    rounds: dict[Any, list[Mapping[str, Fraction]]] = defaultdict(list)
    for at, tables in enumerate(cup.rounds):
        for who, mine in reckon_round(at, tables, call, by_places=cup.by_places).items():
            rounds[who].append(mine)
    scores = {
        who: (
            sum(part["points"] for part in mine),
            [-place for place in sorted(part["table_place"] for part in mine)],  # one first place more, then seconds
            max(part["points"] for part in mine),
        )
        for who, mine in rounds.items()
    }
    some = {who: tuple(mine) for who, mine in rounds.items()}
    return Event(number, build_rows(some, rank_all(scores)), cup.kind, TOURNAMENT)


def reckon_round(
    at: int, tables: Sequence[Sheet], call: Callable[[str], Any], *, by_places: bool
) -> dict[Any, dict[str, Fraction]]:
    """Return the facts of a round by person."""
    facts: dict[Any, dict[str, Fraction]] = {}
    for number, table in enumerate(tables):
        places = rank_all(dict(zip(table.names, table.made, strict=True)))
        for name, made in zip(table.names, table.made, strict=True):
            place, same = places[name], sum(other == places[name] for other in places.values())
            given = Fraction(sum(POINTS[len(places)][place - 1 : place - 1 + same]), same) if by_places else Fraction()
            mine = {"written": Fraction(made), "place_points": given, "points": made + given}
            mine |= {"table_place": Fraction(place), "table_size": Fraction(len(places))}
            facts[call(name)] = mine | {"table": Fraction(10 * at + number), "players": Fraction(0)}
    by_score = rank_all({who: (mine["points"], mine["written"]) for who, mine in facts.items()})
    for who, mine in facts.items():
        mine |= {"place": Fraction(by_score[who]), "players": Fraction(len(facts))}
    return facts
