"""The next thing in a round and when, in one sentence: from its clock and its tables, the same for all who direct."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from math import ceil

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.settings import Settings, has_double_round
from tournaments.hall.clock.display import RUNS, UP, ClockFace
from tournaments.hall.desk.chips import list_checked
from tournaments.hall.desk.overview import OverviewRow
from tournaments.hall.desk.questions import Silence
from tournaments.models import Round

BETWEEN, DOUBLE = timedelta(minutes=10), timedelta(minutes=10)  # from the last hand to the next round; a double round
_STEP = 5  # minutes: a time that is announced


def format_typing(rows: Sequence[OverviewRow]) -> str:
    """Return how many tables on paper are typed, and typed twice; "" without such tables. One query if one is typed."""
    paper = [row for row in rows if row.paper or row.on_paper]
    if not paper:
        return ""
    typed = [row for row in paper if row.on_paper]
    checked = list_checked([row.table for row in typed]) if typed else frozenset()
    twice = sum((row.table, row.key.sequence) in checked for row in typed)
    text = _("%(typed)s of %(all)s typed") % {"typed": len(typed), "all": len(paper)}
    return _("%(text)s, %(twice)s confirmed") % {"text": text, "twice": twice} if twice else text


def format_tables(tables: Collection[int]) -> str:
    """Return the names of tables, in a sentence.

    >>> format_tables([4]), format_tables([2, 5, 7])
    ('Tisch 4', 'Tische 2, 5, 7')
    """
    numbers = ", ".join(map(str, tables))
    return ngettext("table %(numbers)s", "tables %(numbers)s", len(tables)) % {"numbers": numbers}


def say_next_in_round(
    round_: Round,
    settings: Settings,
    face: ClockFace,
    rows: Sequence[OverviewRow],
    slow: Collection[OverviewRow],
    silence: Silence,
    moment: datetime,
) -> str:
    """Return the next thing in a round that has begun; "" in one that is over."""
    missing = [row.number for row in rows if row.is_open]
    following = round_.number + 1
    is_last = 0 < settings.rounds < following
    if round_.closed is not None:
        return ""
    if not missing:
        done = _("All tables are done: publish the result.")
        then = _("Then comes the draw of round %(number)s.") % {"number": following}
        return done if not settings.rounds or is_last else f"{done} {then}"
    if face.state == UP or not any(row.is_open and not row.is_at_end for row in rows):
        return _list_missing(rows, silence)
    if face.state != RUNS:
        return _("The clock stands: %(tables)s.") % {"tables": _count_open(len(missing))}
    behind = [row.number for row in slow]
    silent = [quiet.row.number for quiet in silence.silent]
    hangs = ngettext("%(tables)s is behind", "%(tables)s are behind", len(behind)) % {"tables": format_tables(behind)}
    quiet = _("nothing comes from %(tables)s") % {"tables": format_tables(silent)}
    parts = [hangs] if behind else []
    parts += [quiet] if silent else []
    if face.timed:
        minutes = max(1, ceil(face.left / 60_000))
        parts.insert(
            0, ngettext("gong in %(minutes)s minute", "gong in %(minutes)s minutes", minutes) % {"minutes": minutes}
        )
    elif not parts:
        parts.append(_count_open(len(missing)))
    text = _capitalize(", ".join(parts))
    if not face.timed or is_last:
        return f"{text}."
    at = compute_next_start(
        moment + timedelta(milliseconds=face.left), double=has_double_round(settings, round_.number)
    )
    then = _("round %(number)s can begin at %(time)s") % {"number": following, "time": f"{localtime(at):%H:%M}"}
    return f"{text}; {then}."


def _count_open(count: int) -> str:
    return ngettext("%(count)s table plays", "%(count)s tables play", count) % {"count": count}


def _list_missing(rows: Sequence[OverviewRow], silence: Silence) -> str:
    """Return what is missing after the gong, or the last hands: tables that play, totals, or only that it is closed."""
    plays = [row.number for row in rows if row.is_open and not row.is_played and not row.lacks_totals]
    untyped = [row.number for row in rows if row.lacks_totals]
    late = {quiet.row.number for quiet in silence.overtime}
    parts = [_("%(tables)s still to come") % {"tables": format_tables(plays)}] if plays else []
    if late.intersection(plays):
        tables = format_tables(sorted(late.intersection(plays)))
        parts.append(_("longest from %(tables)s") % {"tables": tables})
    if untyped:
        parts.append(_("%(tables)s to be typed") % {"tables": format_tables(untyped)})
    if not parts:
        finished = format_tables([row.number for row in rows if row.is_open])
        parts.append(_("%(tables)s finished: close, then publish") % {"tables": finished})
    return _("After the gong: %(what)s.") % {"what": ", ".join(parts)}


def compute_next_start(ends: datetime, *, double: bool) -> datetime:
    """Return when the next round can begin after a gong: a whole five minutes.

    >>> compute_next_start(datetime(2026, 3, 1, 14, 52), double=False).strftime("%H:%M")
    '15:05'
    """
    at = ends + BETWEEN + (DOUBLE if double else timedelta())
    over = timedelta(minutes=at.minute % _STEP, seconds=at.second, microseconds=at.microsecond)
    return at if not over else at + timedelta(minutes=_STEP) - over


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
