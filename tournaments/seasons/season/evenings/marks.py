"""The marks of a year: the best evening, the most days, the best average, the longest run without a loss.

A tournament has more hands than an evening: its points are compared with no evening's.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from tarockclub.kit.amounts import format_decimal
from tournaments.seasons.season.data import SeasonProgress
from tournaments.seasons.season.evenings.page import has_losses, is_sum
from tournaments.seasons.season.points.place_points import format_event_points
from tournaments.seasons.season.selectors import find_event_day
from tournaments.seasons.season.settings import DAY, HUNDREDTHS
from tournaments.seasons.season.standing import GUEST, EventScore, SeasonLine

MOST_NAMES, LEAST_RUN = 3, 3


class YearMark(NamedTuple):
    """Something that nobody has done better."""

    icon: str
    names: str
    amount: str
    about: str


class _Feat(NamedTuple):
    """Something that somebody has done, and on which days."""

    line: SeasonLine
    amount: Fraction | int
    days: tuple[EventScore, ...] = ()


def list_year_marks(stand: SeasonProgress) -> tuple[YearMark, ...]:
    """Return the marks that a year has so far; up to three equals are named together, with more there is no mark."""
    if sum(bool(event.rows) for event in stand.events) < 2:
        return ()
    lines = [line for line in stand.standing.lines if line.few != GUEST]
    evenings = {event.event.number for event in stand.events if event.event.evenings}
    days = [(line, [got for got in line.got if got.event in evenings]) for line in lines]
    is_signed = has_losses(stand.standing.lines)
    single = [_Feat(line, got.points, (got,)) for line, played in days for got in played]
    most = [_Feat(line, line.days) for line in lines if line.days > 1]
    has_lost = any(feat.amount < 0 for feat in single)
    runs = [(line, _find_run(played)) for line, played in days if has_lost]
    lasting = [_Feat(line, len(run), run) for line, run in runs if len(run) >= LEAST_RUN]

    def write_points(points: Fraction | int) -> str:
        return format_event_points(stand.settings, DAY, int(points), plus=is_signed)

    def write_average(points: Fraction | int) -> str:
        return format_decimal(Fraction(points), 1, plus=is_signed)

    return (
        *_build_mark(stand, "crown", single, write_points, _("best evening, %(days)s"), "j. F"),
        *_build_mark(stand, "evenings", most, str, _("there most often")),
        *_build_mark(stand, "star", _list_averages(stand, lines), write_average, _("best average")),
        *_build_mark(stand, "laurel", lasting, str, _("evenings without a loss, %(days)s"), "F"),
    )


def _list_averages(stand: SeasonProgress, lines: Iterable[SeasonLine]) -> list[_Feat]:
    """Return the averages of those who are ranked; none where the points are averages themselves."""
    ranked = [line for line in lines if line.rank and line.days > 1] if is_sum(stand) else ()
    return [_Feat(line, Fraction(line.points, HUNDREDTHS * line.days)) for line in ranked]


def _find_run(played: Sequence[EventScore]) -> tuple[EventScore, ...]:
    """Return the longest run of somebody's days without a loss, the first of several."""
    runs = [tuple(run) for is_loss, run in groupby(played, key=lambda got: got.points < 0) if not is_loss]
    return max(runs, key=len, default=())


def _build_mark(
    stand: SeasonProgress,
    icon: str,
    feats: Sequence[_Feat],
    write: Callable[[Fraction | int], str],
    about: str,
    form: str = "",
) -> Iterator[YearMark]:
    """Yield the mark of the best; `write` writes its amount, `form` says how its days are written."""
    if not feats:
        return
    most = max(feat.amount for feat in feats)
    best = [feat for feat in feats if feat.amount == most]
    names = list(dict.fromkeys(stand.people[feat.line.who].name for feat in best))
    if len(names) > MOST_NAMES:
        return
    dates = {event.event.number: find_event_day(event.event) for event in stand.events}
    spans = {_write_days([dates[got.event] for got in feat.days], form) for feat in best}
    words = about % {"days": spans.pop() if len(spans) == 1 else ""}
    yield YearMark(icon, ", ".join(names), write(most), words.rstrip(", "))


def _write_days(days: Sequence[date | None], form: str) -> str:
    """Return the first and the last of some days; "" where one of them has no date."""
    known = [date_format(day, form) for day in days if day is not None]
    if not known or len(known) < len(days):
        return ""
    words = {"first": known[0], "last": known[-1]}
    return known[0] if known[0] == known[-1] else _("%(first)s to %(last)s") % words
