"""Tournaments of a club reckoned a second time: rounds at tables, their sums, the places of the final result."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tarockclub.models import Person
from tarockclub.platform.accounts.persons import load_first_club
from tests.tournaments.results.standings.played_tables import paper, play_hand, publish_results, started
from tests.tournaments.seasons.reckoner.evenings import build_rows
from tests.tournaments.seasons.reckoner.reckoning import DAY, TOURNAMENT, Event, rank_all
from tests.tournaments.support import acts, factories
from tournaments.core.settings import Settings
from tournaments.hall.desk.chips import compute_chips
from tournaments.hall.setup.services import create_tournament
from tournaments.models import RoundTable, Tournament

POINTS = {4: (60, 40, 20, 0), 5: (60, 45, 30, 15, 0)}  # of the places at a table
FEE, REDUCED, YOUNG = 300, 100, "Jugend"
STAKE = 100  # cents of play money for a point


class Game(NamedTuple):
    """A hand of Zwanzigerrufen at a table of four: a Normalspiel, or a Solo."""

    declarer: int
    partner: int | None
    won: bool

    def pay(self) -> list[int]:
        """Return what it brings to everybody: 1 from each, a Solo 4."""
        side = {self.declarer, self.partner}
        worth = (4 if self.partner is None else 1) * (1 if self.won else -1)
        return [(worth * (3 if self.partner is None else 1)) if place in side else -worth for place in range(4)]

    def record(self) -> dict[str, Any]:
        """Return it as a phone sends it."""
        kind = "solo" if self.partner is None else "normalspiel"
        play = {"contract": kind, "declarer": self.declarer, "result": "won" if self.won else "lost"}
        return {"plays": [play if self.partner is None else play | {"partner": self.partner}]}


class Sheet(NamedTuple):
    """A table of a round: who sat there, the points that they made, on paper or by hands."""

    names: tuple[str, ...]
    made: tuple[int, ...]
    replaced: tuple[int, ...] = ()  # new capital that the paper shows
    games: tuple[Game, ...] = ()

    def follow(self, start: int) -> list[tuple[int, int]]:
        """Return everybody's replacements and capital at the end, with these: whoever has nothing left gets as much.

        At once, and as often as it takes to have something (Zwanzigerrufen, paragraph 4).
        """
        ends = []
        for place, total in enumerate(self.made):
            capital, times = start, 0
            for paid in [game.pay()[place] for game in self.games] or [total]:
                needed, capital = 0, capital + STAKE * paid
                while capital + needed * start <= 0:
                    needed += 1
                needed = max(needed, self.replaced[place] if self.replaced else 0)
                times, capital = times + needed, capital + needed * start
            ends.append((times, capital))
        return ends


class Cup(NamedTuple):
    """A tournament by the written score, by place points and written score together, or by play money."""

    day: date
    rounds: tuple[tuple[Sheet, ...], ...]
    by_places: bool = False
    kind: str = DAY
    payers: int = 0  # how many pay the fee of each round
    prize: int = 0  # cents
    start: int = 0  # cents of play money
    pays_once: bool = False  # one fee for all rounds
    young: tuple[str, ...] = ()  # who pay less
    waived: int = 0  # how many of the last round have their fee waived

    def list_seated(self) -> list[list[str]]:
        """Return who sat in each round."""
        return [[name for table in tables for name in table.names] for tables in self.rounds]

    def list_payers(self) -> list[list[str]]:
        """Return who paid in each round: whoever has paid for all rounds does not again."""
        paid: list[list[str]] = []
        for names in self.list_seated():
            before = {name for some in paid for name in some} if self.pays_once else ()
            paid.append([name for name in names[: self.payers] if name not in before])
        return paid

    def list_waived(self) -> list[str]:
        """Return whose fee of the last round, or of all, is waived: of those who have not paid it."""
        names, paid = self.list_seated()[-1], self.list_payers()
        settled = {name for some in (paid if self.pays_once else paid[-1:]) for name in some}
        return [name for name in names if name not in settled][: self.waived]

    def find_fee(self, name: str) -> int:
        """Return somebody's fee, in cents."""
        return REDUCED if name in self.young else FEE

    @property
    def fees(self) -> int:
        """All its fees, in cents."""
        return sum(self.find_fee(name) for names in self.list_payers() for name in names)

    def list_debts(self) -> dict[str, int]:
        """Return who still owes what, in cents."""
        debts: Counter[str] = Counter()
        for names, paid in zip(self.list_seated(), self.list_payers(), strict=True):
            debts.update({name: 1 for name in names if name not in paid})
        debts.subtract(self.list_waived())
        settled = {name for names in (*self.list_payers(), self.list_waived()) for name in names}
        return {
            name: self.find_fee(name) * (1 if self.pays_once else rounds)
            for name, rounds in debts.items()
            if rounds and not (self.pays_once and name in settled)
        }


@st.composite
def draw_cup(draw: st.DrawFn, day: date, people: Sequence[str]) -> Cup:
    """Draw a tournament; nobody plays only in later rounds."""
    names = draw(st.permutations(people))[: draw(st.sampled_from([4, 5, 8, 9]))]
    start = draw(st.sampled_from([0, 0, 300, 500, 5000]))
    rounds = []
    for number in range(draw(st.integers(1, 3))):
        here = names if not number else draw(st.permutations(names))[: draw(st.sampled_from([4, len(names)]))]
        tables = [here] if len(here) < 8 else [here[: len(here) - 4], here[len(here) - 4 :]]
        rounds.append(tuple(draw(draw_sheet(tuple(table), is_money=start > 0)) for table in tables))
    by_places = draw(st.booleans()) and not start
    young = tuple(draw(st.permutations(names))[: draw(st.integers(0, 3))])
    return Cup(
        day,
        tuple(rounds),
        by_places,
        payers=draw(st.integers(0, 9)),
        prize=draw(st.integers(0, 500)),
        start=start,
        pays_once=draw(st.booleans()),
        young=young,
        waived=draw(st.integers(0, 2)),
    )


@st.composite
def draw_sheet(draw: st.DrawFn, names: tuple[str, ...], *, is_money: bool) -> Sheet:
    """Draw a table; small numbers, so that some are equal."""
    if is_money and len(names) == 4 and draw(st.booleans()):
        games = tuple(draw(draw_game()) for _game in range(draw(st.integers(1, 5))))
        return Sheet(names, tuple(map(sum, zip(*(game.pay() for game in games), strict=True))), games=games)
    made = [draw(st.integers(-4, 8)) for _name in names[1:]]
    replaced = tuple(draw(st.sampled_from([0, 0, 0, 1])) for _name in names) if is_money else ()
    return Sheet(names, (*made, -sum(made)), replaced)


@st.composite
def draw_game(draw: st.DrawFn) -> Game:
    """Draw a hand."""
    declarer, partner = draw(st.permutations(range(4)))[:2]
    return Game(declarer, draw(st.sampled_from([partner, None])), draw(st.booleans()))


def play_cup(number: int, cup: Cup) -> Tournament:
    """Play a tournament by totals from paper or by hands, count the chips as they are reckoned, publish its results."""
    settings = Settings(start=cup.start, fee=FEE, reduced=((YOUNG, REDUCED),), double_round=False)
    settings = settings._replace(fee_per="tournament" if cup.pays_once else "round", count_chips=cup.start > 0)
    if cup.by_places:
        settings = settings._replace(round_criteria=("sum", "written"), place_points=tuple(POINTS.values()))
        settings = settings._replace(overall_criteria=("sum", "table_places", "best_sum"))
    elif not cup.start:
        settings = settings._replace(round_criteria=("written",))
        settings = settings._replace(overall_criteria=("written", "table_places", "best_written"))
    of = create_tournament(factories.new_key(), load_first_club(), f"Cup {number}", cup.day, settings)
    names = cup.list_seated()[0]
    entrants = dict(zip(names, factories.enter_people(of, *names), strict=True))
    Person.objects.filter(name__in=names).update(categories="")
    Person.objects.filter(name__in=cup.young).update(categories=YOUNG)
    for at, (tables, payers) in enumerate(zip(cup.rounds, cup.list_payers(), strict=True), 1):
        seated = [[entrants[name] for name in table.names] for table in tables]
        round_ = factories.round_(of, [entrant for table in seated for entrant in table])
        drawn = factories.draw_tables(round_, seated)
        started(round_)
        for table, sheet in zip(drawn, tables, strict=True):
            play_sheet(table, sheet, cup.start)
        if payers:
            acts.pay(round_, factories.new_key(), [entrants[name].pk for name in payers])
        publish_results(of, at)
    for name in cup.list_waived():
        acts.decide_debt(round_, factories.new_key(), entrants[name].pk, "waived")
    publish_results(of, 0)
    if cup.prize:
        acts.add_prize(of, factories.new_key(), 0, "Speck", cup.prize)
    return Tournament.objects.get(pk=of.pk)


def play_sheet(table: RoundTable, sheet: Sheet, start: int) -> None:
    """Play a table, and close it: where there are chips, they have to be those that were reckoned."""
    for game in sheet.games:
        play_hand(table, game.record())
    if not sheet.games:
        paper(table, *sheet.made, replaced=sheet.replaced)
    table = RoundTable.objects.select_related("game_table__sheet_version", "round__tournament").get(pk=table.pk)
    if start:
        sittings = compute_chips(table.game_table, table.round.tournament)  # by place
        chips = dict(zip(sittings, (capital for _times, capital in sheet.follow(start)), strict=True))
        acts.count_chips(table, factories.new_key(), chips)
    acts.close_table(table, factories.new_key(), confirmed=True)


def reckon_cup(number: int, cup: Cup, call: Callable[[str], Any]) -> Event:
    """Return a tournament as an event: everybody's sums, placed by what it says."""
    some = reckon_rounds(cup, call)
    return Event(number, build_rows(some, rank_cup(cup, some)), cup.kind, TOURNAMENT)


Rounds = dict[Any, tuple[Mapping[str, Fraction], ...]]


def reckon_rounds(cup: Cup, call: Callable[[str], Any]) -> Rounds:
    """Return everybody's rounds."""
    rounds: dict[Any, list[Mapping[str, Fraction]]] = defaultdict(list)
    for at, tables in enumerate(cup.rounds):
        for who, mine in reckon_round(at, tables, call, cup).items():
            rounds[who].append(mine)
    return {who: tuple(mine) for who, mine in rounds.items()}


def rank_cup(cup: Cup, some: Rounds) -> dict[Any, int]:
    """Return everybody's place in the final result."""
    scores: dict[Any, Any] = {}
    for who, mine in some.items():
        made, best = sum(part["points"] for part in mine), max(part["points"] for part in mine)
        replaced = sum(part["replaced"] for part in mine)
        # One first place more, then seconds; by play money who never lost all of it, or less often.
        places = [-place for place in sorted(part["table_place"] for part in mine)]
        scores[who] = (made, not replaced, -replaced, best) if cup.start else (made, places, best)
    return rank_all(scores)


def reckon_round(
    at: int, tables: Sequence[Sheet], call: Callable[[str], Any], cup: Cup
) -> dict[Any, dict[str, Fraction]]:
    """Return the facts of a round by person."""
    facts: dict[Any, dict[str, Fraction]] = {}
    for number, table in enumerate(tables):
        places = rank_all(dict(zip(table.names, table.made, strict=True)))
        ends = table.follow(cup.start) if cup.start else [(0, 0)] * len(table.names)
        for seat, (name, made, (times, _capital)) in enumerate(zip(table.names, table.made, ends, strict=True)):
            place, same = places[name], sum(other == places[name] for other in places.values())
            mine = {"written": Fraction(made), "points": Fraction(made), "replaced": Fraction(times)}
            if cup.by_places:
                given = Fraction(sum(POINTS[len(places)][place - 1 : place - 1 + same]), same)
                mine |= {"place_points": given, "points": made + given}
            if cup.start:  # what was given anew is not in it
                mine |= {"money": Fraction(made), "capital": Fraction(cup.start, STAKE) + made}
            if table.games or not any(table.made):  # nothing on paper: nothing was played
                won = sum(game.pay()[seat] > 0 for game in table.games)
                mine |= {"hands": Fraction(len(table.games)), "won": Fraction(won)}
            mine |= {"table_place": Fraction(place), "table_size": Fraction(len(places))}
            facts[call(name)] = mine | {"table": Fraction(10 * at + number), "players": Fraction(0)}
    by_score = rank_all({who: (-mine["replaced"], mine["points"], mine["written"]) for who, mine in facts.items()})
    for who, mine in facts.items():
        mine |= {"place": Fraction(by_score[who]), "players": Fraction(len(facts))}
    return facts
