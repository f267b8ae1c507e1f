"""The marks of a season reckoned a second time: who has done something best, as the words of the page have it.

The handbook says "who did something best" and what a day is: a final is none. How many equals are named, from how many
days on, and that a loss has to be possible, it leaves open: this is as the page has it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from tests.tournaments.seasons.reckoner.reckoning import DAY, EVENINGS, Event, Got, Standing, round_half
from tests.tournaments.seasons.reckoner.rules import EXACT, MEANS

BEST, WINS, THERE, AVERAGE, LASTING = (
    *("bester Abend", "Tagessiege", "am öftesten da"),
    *("bester Schnitt", "Abende ohne Minus"),
)
MOST_NAMES, LEAST_DAYS, LEAST_RUN = 3, 2, 3


class Mark(NamedTuple):
    """The best of something: whose, by how much, and when."""

    people: frozenset[Any]
    amount: Fraction
    about: str


class Feat(NamedTuple):
    """Something that somebody has done."""

    who: Any
    amount: Fraction
    when: str = ""


def reckon_marks(
    events: Sequence[Event],
    names: Mapping[int, str],
    standing: Standing,
    rule: str,
    guests: Collection[Any] = (),
) -> list[Mark]:
    """Return the marks of a season by a rule of this name; `names`: of its events, of an evening its date."""
    if sum(bool(event.rows) for event in events) < LEAST_DAYS:
        return []
    lines = {who: line for who, line in standing.lines.items() if who not in guests}
    evenings = {event.number for event in events if event.source == EVENINGS}
    played = {who: [(names[n], got) for n, got in line.got.items() if n in evenings] for who, line in lines.items()}
    has_lost = any(got.points < 0 for days in played.values() for _name, got in days)
    wins = {who: sum(got.kind == DAY and got.place == 1 for got in line.got.values()) for who, line in lines.items()}
    means = {who: line.average for who, line in lines.items() if line.rank and rule not in MEANS}
    runs = {who: find_run(days) for who, days in played.items() if has_lost}
    feats = {
        BEST: [
            Feat(who, got.show(is_exact=rule in EXACT), cut_date(name))
            for who, days in played.items()
            for name, got in days
        ],
        WINS: [Feat(who, Fraction(won)) for who, won in wins.items() if won >= LEAST_DAYS],
        THERE: [Feat(who, Fraction(line.days)) for who, line in lines.items() if line.days >= LEAST_DAYS],
        AVERAGE: [Feat(who, mean) for who, mean in means.items() if mean is not None and lines[who].days >= LEAST_DAYS],
        LASTING: [
            Feat(who, Fraction(len(run)), name_months(run)) for who, run in runs.items() if len(run) >= LEAST_RUN
        ],
    }
    marks = (build_mark(about, some) for about, some in feats.items() if some)
    return [mark for mark in marks if len(mark.people) <= MOST_NAMES]


def build_mark(about: str, feats: Iterable[Feat]) -> Mark:
    """Return the mark of the best of these; with a date where all of them did it then."""
    most = max(feat.amount for feat in feats)
    best = [feat for feat in feats if feat.amount == most]
    [when, *others] = {feat.when for feat in best}
    words = f"{about}, {when}" if when and not others else about
    return Mark(frozenset(feat.who for feat in best), round_half(most, 1) if about == AVERAGE else most, words)


def find_run(days: Sequence[tuple[str, Got]]) -> list[str]:
    """Return the evenings of somebody's longest run without a loss, the first of several; one away breaks none."""
    runs = [
        [name for name, _got in some] for is_loss, some in groupby(days, lambda day: day[1].points < 0) if not is_loss
    ]
    return max(runs, key=len, default=[])


def cut_date(name: str) -> str:
    """Return the date in the name of an evening, without its weekday."""
    return name.partition(", ")[2]


def name_months(run: Sequence[str]) -> str:
    """Return the months in which some evenings were."""
    first, last = ((run[at].rpartition(" ")[2]) for at in (0, -1)) if run else ("", "")
    return first if first == last else f"{first} bis {last}"
