"""The quality of a draw: who has met whom, the costs of meeting again, the best possible, fairness over a day."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import chain, combinations, count
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


class Field(NamedTuple):
    """A round as a bound sees it: one holder of each seat, and how many sit at each table."""

    players: frozenset[int]
    sizes: tuple[int, ...]

    @property
    def is_plain(self) -> bool:
        """Return whether everybody had one seat, as nobody has who moved in the round, and no table has six."""
        return len(self.players) == sum(self.sizes) and max(self.sizes, default=0) <= FEWEST + 1

    @property
    def longer(self) -> int:
        """The number of tables at which somebody sits out."""
        return sum(size > FEWEST for size in self.sizes)

    @property
    def longer_seats(self) -> int:
        """The number of seats at these tables."""
        return sum(size for size in self.sizes if size > FEWEST)


def build_field(round_: PlayedRound) -> Field:
    """Build the field of a round; of several holders of a seat the last, who plays on: others only meet more people."""
    holders = frozenset(seat[-1] for table in round_ for seat in table.seats)
    return Field(holders, tuple(len(table.seats) for table in round_))


def compute_least_meetings(fields: Sequence[Field]) -> int:
    """Compute the least sum over all pairs of m(m − 1)/2 meetings when all sit out alike (is_even), whoever came when.

    The bound counts meetings by the rounds in which they are: a pair that meets three times has three. In two rounds
    the tables of one are spread over those of the other; where several of one sit together again, pairs meet again.
    Few sit at a table of five in both if all sit out alike, so that fives meet fours. Where a round is not plain only
    the spreading counts. In small fields all meetings together, spread over all pairs, may be more.

    >>> [compute_least_meetings(build_fields(*day)) for day in ((17, 3), (17, 4), (18, 4), (21, 3), (22, 4))]
    [12, 18, 22, 6, 12]
    >>> compute_least_meetings(build_fields(16, 5)), compute_least_meetings(build_fields(8, 10))
    (0, 200)
    """
    pairs = list(combinations(fields, 2))
    if not all(field.is_plain for field in fields):
        least = sum(
            _count_together(len(first.players & second.players), len(first.sizes) * len(second.sizes))
            for first, second in pairs
        )
    else:
        least = _compute_least_of_pairs(pairs, *_compute_again(fields))
    meetings = sum(comb(size, 2) for field in fields for size in field.sizes)
    return max(least, _count_together(meetings, comb(len(frozenset().union(*(field.players for field in fields))), 2)))


def build_fields(number: int, rounds: int) -> list[Field]:
    """Build the fields of a day on which the same players stay."""
    return [Field(frozenset(range(number)), compute_sizes(number))] * rounds


def _compute_again(fields: Sequence[Field]) -> tuple[int, int]:
    """Compute how often, at least and at most, somebody is at a table of five in both of two rounds, if all is even.

    At least: the seats at fives are shared out as evenly as the rounds of each allow. At most: those who were always
    there sit out `each` or one more time, and nobody more often than that; of the others, some always and the rest
    never.
    """
    rounds = Counter(player for field in fields for player in field.players)
    seats = sum(field.longer_seats for field in fields)
    level, rest = 0, seats
    while gaining := sum(times > level for times in rounds.values()):
        if rest < gaining:
            break
        level, rest = level + 1, rest - gaining
    fewest = rest * level + sum(comb(min(times, level), 2) for times in rounds.values())
    always = sum(times == len(fields) for times in rounds.values())
    caps = sorted((times for times in rounds.values() if times < len(fields)), reverse=True)
    return fewest, max(_count_again(seats, each, always, caps) for each in range(len(fields) + 1))


def _count_again(seats: int, each: int, always: int, caps: Sequence[int]) -> int:
    """Count how often somebody is at a five in two rounds at most; 0 if so many seats cannot be shared out."""
    rest = seats - each * always
    if rest < 0:
        return 0
    once_more = min(rest, always)
    again, rest = always * comb(each, 2) + once_more * each, rest - once_more
    for cap in caps:
        times = min(rest, cap, each + 1)
        again, rest = again + comb(times, 2), rest - times
    return again if not rest else 0


def _compute_least_of_pairs(pairs: Sequence[tuple[Field, Field]], fewest: int, most: int) -> int:
    """Compute the least pairs that meet again when so many are at a five in both rounds, in all pairs of rounds."""
    sums = {0: 0}
    for first, second in pairs:
        costs = _list_costs(
            len(first.players & second.players),
            (len(first.sizes) - first.longer, first.longer, first.longer_seats, len(first.players)),
            (len(second.sizes) - second.longer, second.longer, second.longer_seats, len(second.players)),
        )
        grown: dict[int, int] = {}
        for common, cost in costs:
            for so_far, before in sums.items():
                if so_far + common <= most:
                    grown[so_far + common] = min(before + cost, grown.get(so_far + common, before + cost))
        sums = grown
    return min((cost for common, cost in sums.items() if common >= fewest), default=0)


@cache
def _list_costs(
    players: int, first: tuple[int, int, int, int], second: tuple[int, int, int, int]
) -> list[tuple[int, int]]:
    """Return for each number of those who are at fives in both rounds the least pairs that meet in both.

    `players`: those who are in both; of each round its tables of four and of five, the seats at fives, all seats.
    """
    (fours, fives, seats, places), (other_fours, other_fives, other_seats, other_places) = first, second
    least: dict[int, int] = {}
    # Who is at a five in the one round and at a four in the other, or the other way round; the rest is at fours twice.
    for fives_once in range(min(seats, players) + 1):
        if players - fives_once > places - seats:
            continue
        for other_once in range(min(other_seats, players) + 1):
            if players - other_once > other_places - other_seats:
                continue
            for common in range(max(0, fives_once + other_once - players), min(fives_once, other_once) + 1):
                cost = (
                    _count_together(common, fives * other_fives)
                    + _count_together(fives_once - common, fives * other_fours)
                    + _count_together(other_once - common, fours * other_fives)
                    + _count_together(players - fives_once - other_once + common, fours * other_fours)
                )
                least[common] = min(cost, least.get(common, cost))
    return list(least.items())


def _count_together(players: int, places: int) -> int:
    """Count the pairs when players are spread over places as evenly as possible."""
    each, rest = divmod(players, max(1, places))
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
    best_outs: (
        tuple[int, int] | None
    )  # no draw has a higher first, or a lower second number; None: a round is not plain
    uneven: tuple[int, ...]  # the players who sat out twice more than another
    meetings: tuple[tuple[int, int], ...]  # how often, and how many pairs met so often
    repeats: int  # second meetings; a third one counts two more, as it repeats two
    least: int  # repeats when all sit out alike: fewer are not possible
    is_even: bool  # nobody sat out twice more than one of those who were always there
    highs: tuple[int, int]
    apart: int  # meetings of pairs that were to be kept apart

    @property
    def is_proved(self) -> bool:
        """Return whether no draw in which all sit out alike has fewer repeated meetings."""
        return self.is_even and self.repeats == self.least


def compute_fairness(rounds: Sequence[PlayedRound], apart: Iterable[Pair] = ()) -> Fairness | None:
    """Compute how fair these rounds were for those who are at the last of them; None where nothing was drawn.

    >>> from tournaments.hall.draw.values import DrawTable, build_played_round
    >>> eight = build_played_round((DrawTable((1, 2, 3, 4), 0), DrawTable((5, 6, 7, 8), 0)))
    >>> fairness = compute_fairness([eight, eight])
    >>> fairness.meetings, fairness.repeats, fairness.least
    (((2, 12),), 12, 4)
    """
    if not rounds or not rounds[-1]:
        return None
    players, fields = list_players(rounds[-1]), [build_field(round_) for round_ in rounds]
    outs, met = count_sat_out(rounds), count_meetings(rounds)
    highs = Counter(player for round_ in rounds for table in round_ for player in table.seats[table.high][:1])
    times = [outs.get(player, 0) for player in players]
    always = frozenset.intersection(*(field.players for field in fields))
    return Fairness(
        (min(times), max(times)),
        _compute_best_outs(fields, players, sum(outs.values())),
        tuple(player for player in players if outs.get(player, 0) > min(times) + 1),
        tuple(sorted(Counter(met.values()).items())),
        sum(comb(often, 2) for often in met.values()),
        compute_least_meetings(fields),
        max(outs.values()) <= min((outs[player] for player in always), default=len(rounds)) + 1,
        (min(highs[player] for player in players), max(highs[player] for player in players)),
        sum(met[min(pair), max(pair)] for pair in apart),
    )


def _compute_best_outs(fields: Sequence[Field], players: Sequence[int], all_outs: int) -> tuple[int, int] | None:
    """Compute how often, of those at the last round, each can sit out at best: at least, and at most."""
    if not all(field.is_plain for field in fields):
        return None
    rounds = Counter(player for field in fields for player in field.players)
    seats = sum(field.longer_seats for field in fields)
    most = next(most for most in count() if sum(min(times, most) for times in rounds.values()) >= seats)
    return min(all_outs // len(players), *(rounds[player] for player in players), most), most


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
    pairs = " · ".join(format_pairs(times, count) for times, count in fairness.meetings)
    lines.append(FairnessLine(_("Met each other"), pairs, _format_least(fairness)))
    lines.append(FairnessLine(_("Have drawn Hoch"), _format_times(fairness.highs)))
    if apart:
        together = ngettext("%(count)s time together", "%(count)s times together", fairness.apart)
        lines.append(FairnessLine(_("Kept apart"), together % {"count": fairness.apart}, _("at best never")))
    return lines


def _format_least(fairness: Fairness) -> str:
    """Format the best possible; nothing where all that is proved is that there may be a day without any repeat."""
    if fairness.is_proved:
        return _("fewer is not possible when all sit out equally often")
    if not fairness.least:
        return ""
    words = _(
        "%(repeats)s repeats (a third meeting counts two more); "
        "fewer than %(least)s are not possible when all sit out equally often"
    )
    return words % {"repeats": fairness.repeats, "least": fairness.least}


def _format_times(often: tuple[int, int]) -> str:
    fewest, most = often
    if fewest == most:
        return _("everybody %(times)s times") % {"times": most}
    one_apart, further = _("everybody %(fewest)s or %(most)s times"), _("from %(fewest)s to %(most)s times")
    return (one_apart if most == fewest + 1 else further) % {"fewest": fewest, "most": most}


def format_pairs(times: int, count: int) -> str:
    """Format how many pairs have met so often."""
    if times == 1:
        return ngettext("%(count)s pair once", "%(count)s pairs once", count) % {"count": count}
    if times == 2:
        return ngettext("%(count)s pair twice", "%(count)s pairs twice", count) % {"count": count}
    words = ngettext("%(count)s pair %(times)s times", "%(count)s pairs %(times)s times", count)
    return words % {"count": count, "times": times}
