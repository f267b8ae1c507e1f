"""Sub-rankings reckoned a second time: which days, which people, by which rule, and the shares of the entry money."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import floor
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.tournaments.seasons.reckoner.reckoning import Event, Line, Rule

PLAIN = (
    "heine",
    "oberoesterreich",
    "jahr",
    "jahr_plaetze",
    "schrift",
    "d60",
    "jahr_schnitt",
    "bbtc",
    "streichen",
    "finale",
)


class Ranking(NamedTuple):
    """A ranking of some days, of some people, or of both, beside the whole."""

    word: str = ""
    ticks: tuple[int, ...] = ()  # of the events in their order of numbers
    group: str = "everybody"  # or: category, town, listed
    people: tuple[str, ...] = ()
    ready: str = ""  # a ready rule in place of the season's
    best: int = 0
    fee: int = 0  # cents
    shares: tuple[int, ...] = ()  # hundredths of a percent
    payers: tuple[str, ...] = ()
    prizes: int = 0  # how many there are

    def choose_events(self, names: Mapping[int, str]) -> set[int]:
        """Return the numbers of its events: by a word of their names, by ticks, or all."""
        numbers = sorted(names)
        ticked = {numbers[at % len(numbers)] for at in self.ticks} if numbers else set()
        named = {number for number, name in names.items() if self.word and self.word.lower() in name.lower()}
        return named | ticked if self.word or ticked else set(numbers)

    def find_rule(self, rule: Rule, ready: Mapping[str, Rule]) -> Rule:
        """Return the rule by which it counts; of some days those of all, planned or least, are none."""
        mine = ready[self.ready] if self.ready else rule
        if self.word or self.ticks:
            mine = mine._replace(planned=0, least=0)
        return mine._replace(counting="number", best=self.best) if self.best else mine


def choose(ranking: Ranking, events: Iterable[Event], names: Mapping[int, str]) -> list[Event]:
    """Return the events of a ranking."""
    chosen = ranking.choose_events(names)
    return [event for event in events if event.number in chosen]


def share_money(ranking: Ranking, pot: int, lines: Mapping[Any, Line]) -> tuple[dict[Any, int], int]:
    """Return everybody's cents and what is left over; who shares places shares the money of all of them."""
    at_place: dict[int, list[Any]] = defaultdict(list)
    for who, line in lines.items():
        if line.rank:
            at_place[line.rank].append(who)
    parts: dict[Any, int] = {}
    for rank, some in at_place.items():
        share = sum(ranking.shares[rank - 1 : rank - 1 + len(some)])
        parts |= {who: floor(Fraction(pot * share, 10_000 * len(some))) for who in some if share}
    return parts, pot - sum(parts.values())


def list_prizes(prizes: Sequence[str], lines: Mapping[Any, Line]) -> list[tuple[int, int, list[str]]]:
    """Return the ranks that get prizes, how many have each, and the prizes of all the places that they share."""
    ranks = [line.rank for line in lines.values() if line.rank]
    many = {rank: ranks.count(rank) for rank in sorted(ranks)}
    won = [(rank, some, list(prizes[rank - 1 : rank - 1 + some])) for rank, some in many.items()]
    return [each for each in won if each[2]]


@st.composite
def draw_ranking(draw: st.DrawFn, people: Sequence[str]) -> Ranking:
    """Draw a sub-ranking."""
    by_word = draw(st.integers(0, 2))
    group = draw(st.sampled_from(["listed", "listed", "category", "town", "everybody"]))
    listed = tuple(draw(st.permutations(people))[: draw(st.integers(1, 7))]) if group == "listed" else ()
    fee = draw(st.sampled_from([1000, 333, 100, 0])) if listed else 0
    shares = draw(st.sampled_from([(3000, 2500, 1500, 1000), (6000, 4000), (3333, 3333, 3333), (10000,)]))
    return Ranking(
        draw(st.sampled_from(["typed 1", "Mittwoch", "CUP", "märz"])) if by_word == 0 else "",
        tuple(draw(st.sets(st.integers(0, 9), max_size=3))) if by_word < 2 else (),
        group,
        listed,
        draw(st.sampled_from(["", "", *PLAIN])),
        draw(st.sampled_from([0, 0, 1, 2])),
        fee,
        shares if fee else (),
        listed[: draw(st.integers(0, len(listed)))] if fee else (),
        draw(st.integers(0, 3)),
    )


def find_members(ranking: Ranking, group: Iterable[str], erased: str, call: Callable[[str], Any]) -> set[Any] | None:
    """Return who is ranked, None for everybody; `group`: of the category and of the town, where no erased person is."""
    if ranking.group == "everybody":
        return None
    if ranking.group == "listed":
        return {call(name) for name in ranking.people}
    return {call(name) for name in group if name != erased}
