"""The next thing in a round and when, in one sentence: from its clock and its tables, the same for all who direct."""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from math import ceil
from typing import TYPE_CHECKING

from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.core.settings import Settings, has_double_round
from tournaments.hall.clock.display import RUNS, UP
from tournaments.hall.desk.overview import OverviewRow
from tournaments.models import Round, Tournament

if TYPE_CHECKING:
    from tournaments.hall.desk.page import DeskPage

MOST_NAMED = 6  # tables in a sentence
SOON = 120  # minutes: those before the start are counted
BETWEEN, DOUBLE = timedelta(minutes=10), timedelta(minutes=10)  # from the last hand to the next round; a double round
_STEP = 5  # minutes: a time that is announced


def format_tables(tables: Collection[int]) -> str:
    """Return the names of tables, in a sentence; of many, how many they are.

    >>> format_tables([4]), format_tables([2, 5, 7]), format_tables(range(1, 13))
    ('Tisch 4', 'Tische 2, 5, 7', '12 Tische')
    """
    if len(tables) > MOST_NAMED:
        return ngettext("%(count)s table", "%(count)s tables", len(tables)) % {"count": len(tables)}
    numbers = ", ".join(map(str, sorted(tables)))
    return ngettext("table %(numbers)s", "tables %(numbers)s", len(tables)) % {"numbers": numbers}


def say_start(tournament: Tournament, moment: datetime) -> str:
    """Return when a tournament begins today, and in how many minutes; "" without a time, or on another day."""
    invitation, local_moment = getattr(tournament, "invitation", None), localtime(moment)
    if invitation is None or invitation.starts is None or tournament.day != local_moment.date():
        return ""
    starts = local_moment.replace(hour=invitation.starts.hour, minute=invitation.starts.minute, second=0, microsecond=0)
    minutes, shown = ceil((starts - local_moment) / timedelta(minutes=1)), {"time": f"{starts:%H:%M}"}
    if minutes <= 0:
        return _("It was to begin at %(time)s.") % shown
    if minutes > SOON:
        return _("It begins at %(time)s.") % shown
    text = ngettext(
        "It begins in %(minutes)s minute, at %(time)s.", "It begins in %(minutes)s minutes, at %(time)s.", minutes
    )
    return text % {"minutes": minutes, **shown}


def say_next_in_round(round_: Round, settings: Settings, desk: "DeskPage", moment: datetime) -> str:
    """Return the next thing in a round whose tables are drawn; "" if it is over, or has none."""
    if round_.closed is not None or not desk.rows:
        return ""
    if round_.started is None:
        start = say_start(round_.tournament, moment) if round_.number == 1 else ""
        return " ".join(filter(None, (start, _("When everybody is seated, start the clock."))))
    face, rows = desk.face, desk.rows
    missing = [row.number for row in rows if row.is_open]
    following = round_.number + 1
    is_last = 0 < settings.rounds < following
    if not missing:
        done = _("All tables are done: publish the result.")
        then = _("Then comes the draw of round %(number)s.") % {"number": following}
        return done if not settings.rounds or is_last else f"{done} {then}"
    if face.state == UP or not any(row.is_open and not row.is_at_end for row in rows):
        what = _list_missing(rows)
        return _("After the gong: %(what)s.") % {"what": what} if face.timed else f"{_capitalize(what)}."
    if face.state != RUNS:
        return _("The clock stands: %(tables)s.") % {"tables": _count_open(len(missing))}
    behind = [row.number for row in desk.slow]
    silent = [quiet.row.number for quiet in desk.silence.silent]
    hangs = ngettext("%(tables)s is behind", "%(tables)s are behind", len(behind)) % {"tables": format_tables(behind)}
    quiet = ngettext("%(tables)s is silent", "%(tables)s are silent", len(silent)) % {"tables": format_tables(silent)}
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
    begins = compute_next_start(
        moment + timedelta(milliseconds=face.left), double=has_double_round(settings, round_.number)
    )
    then = _("round %(number)s can begin at %(time)s") % {"number": following, "time": f"{localtime(begins):%H:%M}"}
    return f"{text}; {then}."


def _count_open(count: int) -> str:
    return ngettext("%(count)s table plays", "%(count)s tables play", count) % {"count": count}


def _list_missing(rows: Sequence[OverviewRow]) -> str:
    """Return what is missing after the gong, or the last hands: tables that play, totals, or only that it is closed."""
    plays = [row.number for row in rows if row.is_open and not row.is_played and not row.lacks_totals]
    untyped = [row.number for row in rows if row.lacks_totals]
    parts = [_("%(tables)s still to come") % {"tables": format_tables(plays)}] if plays else []
    if untyped:
        parts.append(_("%(tables)s to be typed") % {"tables": format_tables(untyped)})
    if not parts:
        finished = format_tables([row.number for row in rows if row.is_open])
        parts.append(_("%(tables)s finished: close, then publish") % {"tables": finished})
    return ", ".join(parts)


def compute_next_start(ends: datetime, *, double: bool) -> datetime:
    """Return when the next round can begin after a gong: a whole five minutes.

    >>> compute_next_start(datetime(2026, 3, 1, 14, 52), double=False).strftime("%H:%M")
    '15:05'
    """
    begins = ends + BETWEEN + (DOUBLE if double else timedelta())
    over = timedelta(minutes=begins.minute % _STEP, seconds=begins.second, microseconds=begins.microsecond)
    return begins if not over else begins + timedelta(minutes=_STEP) - over


def _capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]
