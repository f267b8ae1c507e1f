"""The quality of a draw: who has met whom, the costs of meeting again, the best possible, fairness over a day."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, combinations
from math import comb
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.hall.draw.values import FEWEST, DrawInput, DrawTable, Pair, PlayedRound, PlayedTable, compute_sizes

FORBIDDEN = 1 << 30  # the cost of a pair that must not sit together
PARTS = 4  # how often somebody has sat out is counted in quarters: rounds that they missed count as an average
OUT = 4  # the cost of sitting out, times the square of how often, in parts: at tables of six, two do
MOST_COUNTED = 9  # further meetings cost as much


class DrawHistory(NamedTuple):
    """The number of meetings of each pair; how often each player has sat out, in parts; forbidden pairs."""

    met: Counter[Pair]
    outs: dict[int, int]
    apart: frozenset[Pair]


def build_history(draw: DrawInput) -> DrawHistory:
    """Build what the earlier rounds say of the players of a draw."""
    apart = frozenset((min(pair), max(pair)) for pair in draw.apart)
    return DrawHistory(count_meetings(draw.rounds), compute_outs(draw), apart)


def compute_table_cost(history: DrawHistory, table: Sequence[int]) -> int:
    """Compute the cost of a table of one more round: forbidden pairs, who sits out again, who meets again."""
    pairs = [(min(pair), max(pair)) for pair in combinations(table, 2)]
    longer = PARTS * max(0, len(table) - FEWEST)
    return sum(FORBIDDEN if pair in history.apart else compute_meeting_cost(history.met[pair]) for pair in pairs) + sum(
        OUT * longer * (longer + 2 * history.outs.get(player, 0)) for player in table
    )


def compute_meeting_cost(before: int) -> int:
    """Compute the cost of a meeting by those before: a third one is worse than two second ones, and so on.

    >>> [compute_meeting_cost(before) for before in range(4)]
    [0, 4, 16, 64]
    """
    return 4 ** min(before, MOST_COUNTED) if before else 0


def count_meetings(rounds: Iterable[PlayedRound]) -> Counter[Pair]:
    """Count the meetings of each pair."""
    return Counter(pair for round_ in rounds for table in round_ for pair in list_pairs(table))


def list_pairs(table: PlayedTable) -> Iterable[Pair]:
    """Yield everybody who has met somebody there, in pairs; successive holders of one seat have not met."""
    for seat, other in combinations(table.seats, 2):
        for first in seat:
            for second in other:
                yield min(first, second), max(first, second)


def count_places_out(all_sizes: Sequence[int]) -> int:
    """Count how many sit out at the tables of all players: five at a table of five, twelve at one of six."""
    return sum(size * (size - FEWEST) for size in all_sizes)


def compute_outs(draw: DrawInput) -> dict[int, int]:
    """Compute in parts how often each has sat out; a round without them counts as it did on average for the others."""
    outs = dict.fromkeys(draw.players, 0.0)
    for round_ in draw.rounds:
        outs_now = count_sat_out([round_])
        usual = sum(outs_now.values()) / max(1, len(outs_now))
        outs = {player: times + outs_now.get(player, usual) for player, times in outs.items()}
    return {player: int(PARTS * times + 0.5) for player, times in outs.items()}


def count_sat_out(rounds: Iterable[PlayedRound]) -> dict[int, int]:
    """Count how many sat out at the tables of each player: one at a table of five, two at one of six."""
    outs: dict[int, int] = {}
    for table in chain.from_iterable(rounds):
        for player in chain.from_iterable(table.seats):
            outs[player] = outs.get(player, 0) + max(0, len(table.seats) - FEWEST)
    return outs


def compute_least_meetings(number: int, rounds: int) -> int:
    """Compute the least sum over all pairs of m(m − 1)/2 meetings when nobody sits out twice more than another.

    `number` players all stay; 0 where tables of six are needed, for which nothing is proved. The bound counts meetings
    by the rounds in which they are: a pair that meets three times has three. In two rounds the tables of one are spread
    over those of the other; where several of one sit together again, pairs meet again. Who has sat at a table of five
    does so again only when everybody else has, so that fives meet fours first.

    >>> [compute_least_meetings(number, rounds) for number, rounds in ((17, 3), (17, 4), (18, 4), (21, 3), (22, 4))]
    [12, 18, 22, 6, 12]
    >>> compute_least_meetings(16, 5)
    0
    """
    all_sizes = compute_sizes(number)
    if not all_sizes or max(all_sizes) > FEWEST + 1:
        return 0
    fives, pairs = all_sizes.count(FEWEST + 1), comb(rounds, 2)
    each, rest_of_places = divmod(rounds * count_places_out(all_sizes), number)
    # How often somebody is at a table of five in both of two rounds, all pairs of rounds together.
    again = rest_of_places * comb(each + 1, 2) + (number - rest_of_places) * comb(each, 2)
    common, rest = divmod(again, pairs) if pairs else (0, 0)
    fewest, next_ = (_compute_least_of_two(len(all_sizes), fives, common + by) for by in (0, 1))
    return (pairs - rest) * fewest + rest * next_  # the least of a convex function: as even as can be


def _compute_least_of_two(tables: int, fives: int, common: int) -> int:
    """Compute the least pairs that meet in both of two rounds, when so many are at a table of five in both."""
    fours, once = tables - fives, (FEWEST + 1) * fives - common
    return (
        _count_together(common, fives * fives)
        + 2 * _count_together(once, fives * fours)
        + _count_together(FEWEST * fours - once, fours * fours)
    )


def _count_together(players: int, places: int) -> int:
    """Count the pairs when players are spread over places as evenly as possible."""
    each, rest = divmod(max(0, players), max(1, places))
    return places * comb(each, 2) + rest * each


class QualityReport(NamedTuple):
    """The quality of a draw; the tables by their index."""

    sizes: tuple[tuple[int, int], ...]  # how many sit there, how many such tables
    repeats: tuple[tuple[int, Pair, int], ...]  # at which table which pair has met before, and how often
    together: tuple[tuple[int, Pair], ...]  # forbidden pairs that sit together, and at which table
    high_again: int  # players who are Hoch again


def build_quality_report(draw: DrawInput, tables: Sequence[DrawTable]) -> QualityReport:
    """Build the report on the tables of a draw.

    >>> drawn = DrawInput((1, 2, 3, 4), 1, rounds=(), apart=((2, 1),))
    >>> said = build_quality_report(drawn, [DrawTable((1, 2, 3, 4), 0)])
    >>> said.sizes, said.together
    (((4, 1),), ((0, (1, 2)),))
    """
    met = count_meetings(draw.rounds)
    pairs = [(index, pair) for index, table in enumerate(tables) for pair in _list_pairs(table.seats)]
    apart = {tuple(sorted(pair)) for pair in draw.apart}
    return QualityReport(
        tuple(sorted(Counter(len(table.seats) for table in tables).items())),
        tuple((index, pair, met[pair]) for index, pair in pairs if pair in met),
        tuple((index, pair) for index, pair in pairs if pair in apart),
        _count_high_again(draw.rounds, tables),
    )


def list_players(round_: PlayedRound) -> list[int]:
    """Return everybody who sat at a round, in order."""
    return sorted(player for table in round_ for seat in table.seats for player in seat)


def _list_pairs(seats: Iterable[int]) -> list[Pair]:
    return [(min(pair), max(pair)) for pair in combinations(seats, 2)]


def _count_high_again(rounds: Iterable[PlayedRound], tables: Iterable[DrawTable]) -> int:
    before = {table.seats[table.high][0] for round_ in rounds for table in round_}
    return sum(table.seats[table.high] in before for table in tables)


class Fairness(NamedTuple):
    """The evenness of a day so far: how often each has sat out and has drawn Hoch, and how often pairs have met."""

    outs: tuple[int, int]  # fewest and most
    best_outs: tuple[int, int] | None  # None: not known, because people came or went, or some are six at a table
    uneven: tuple[int, ...]  # the players who sat out twice more than another
    meetings: tuple[tuple[int, int], ...]  # how often, and how many pairs met so often
    is_proved: bool  # no draw in which all sit out alike has fewer repeated meetings
    highs: tuple[int, int]
    apart: int  # meetings of pairs that were to be kept apart


def compute_fairness(rounds: Sequence[PlayedRound], apart: Iterable[Pair] = ()) -> Fairness | None:
    """Compute how fair these rounds were for those who are at the last of them; None where nothing was drawn.

    >>> from tournaments.hall.draw.values import DrawTable, build_played_round
    >>> eight = build_played_round((DrawTable((1, 2, 3, 4), 0), DrawTable((5, 6, 7, 8), 0)))
    >>> compute_fairness([eight, eight])
    Fairness(outs=(0, 0), best_outs=(0, 0), uneven=(), meetings=((2, 12),), is_proved=False, highs=(0, 2), apart=0)
    """
    if not rounds or not rounds[-1]:
        return None
    players = list_players(rounds[-1])
    outs, met = count_sat_out(rounds), count_meetings(rounds)
    highs = Counter(player for round_ in rounds for table in round_ for player in table.seats[table.high][:1])
    times = [outs.get(player, 0) for player in players]
    stayed = all(list_players(round_) == players for round_ in rounds)
    all_outs = sum(times)
    has_best = stayed and max(len(table.seats) for round_ in rounds for table in round_) <= FEWEST + 1
    least = compute_least_meetings(len(players), len(rounds))
    is_even = max(times) - min(times) <= 1
    return Fairness(
        (min(times), max(times)),
        (all_outs // len(players), -(-all_outs // len(players))) if has_best else None,
        tuple(player for player in players if outs.get(player, 0) > min(times) + 1),
        tuple(sorted(Counter(met.values()).items())),
        stayed and is_even and sum(comb(often, 2) for often in met.values()) == least,
        (min(highs[player] for player in players), max(highs[player] for player in players)),
        sum(met[min(pair), max(pair)] for pair in apart),
    )


class HasName(Protocol):
    """Somebody with a name."""

    @property
    def name(self) -> str:
        """Return the name as it may be shown."""


class FairnessLine(NamedTuple):
    """Something compared, its value, the best possible (if that is known), and who stands out."""

    what: str
    value: str
    best: str = ""
    names: tuple[str, ...] = ()


def build_fairness_lines(fairness: Fairness, apart: int, people: Mapping[int, HasName]) -> list[FairnessLine]:
    """Build the lines about some rounds; `apart`: the number of pairs that were to be kept apart."""
    lines = []
    if fairness.outs[1]:
        names = tuple(people[player].name for player in fairness.uneven)
        best = _("at best %(times)s") % {"times": _format_times(fairness.best_outs)} if fairness.best_outs else ""
        lines.append(FairnessLine(_("At a table of five or six"), _format_times(fairness.outs), best, names))
    pairs = " · ".join(_format_pairs(times, count) for times, count in fairness.meetings)
    best = _("fewer is not possible when all sit out equally often") if fairness.is_proved else ""
    lines.append(FairnessLine(_("Met each other"), pairs, best))
    lines.append(FairnessLine(_("Have drawn Hoch"), _format_times(fairness.highs)))
    if apart:
        together = ngettext("%(count)s time together", "%(count)s times together", fairness.apart)
        lines.append(FairnessLine(_("Kept apart"), together % {"count": fairness.apart}, _("at best never")))
    return lines


def _format_times(often: tuple[int, int]) -> str:
    fewest, most = often
    if fewest == most:
        return _("everybody %(times)s times") % {"times": most}
    one_apart, further = _("everybody %(fewest)s or %(most)s times"), _("from %(fewest)s to %(most)s times")
    return (one_apart if most == fewest + 1 else further) % {"fewest": fewest, "most": most}


def _format_pairs(times: int, count: int) -> str:
    if times == 1:
        return ngettext("%(count)s pair once", "%(count)s pairs once", count) % {"count": count}
    if times == 2:
        return ngettext("%(count)s pair twice", "%(count)s pairs twice", count) % {"count": count}
    words = ngettext("%(count)s pair %(times)s times", "%(count)s pairs %(times)s times", count)
    return words % {"count": count, "times": times}
