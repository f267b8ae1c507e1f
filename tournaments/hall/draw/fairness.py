"""The fairness of the draws of a day: how often each has sat out and drawn Hoch, and how often pairs have met."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import comb
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.hall.draw.conflicts import count_meetings, count_sat_out
from tournaments.hall.draw.quality import compute_least_meetings, list_players
from tournaments.hall.draw.values import FEWEST, Pair, Round


class Fairness(NamedTuple):
    """The evenness of a day so far: how often each has sat out and has drawn Hoch, and how often pairs have met."""

    outs: tuple[int, int]  # fewest and most
    best_outs: tuple[int, int] | None  # None: not known, because people came or went, or some are six at a table
    uneven: tuple[int, ...]  # the players who sat out twice more than another
    meetings: tuple[tuple[int, int], ...]  # how often, and how many pairs met so often
    is_proved: bool  # no draw in which all sit out alike has fewer repeated meetings
    highs: tuple[int, int]
    apart: int  # meetings of pairs that were to be kept apart


def compute_fairness(rounds: Sequence[Round], apart: Iterable[Pair] = ()) -> Fairness | None:
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
