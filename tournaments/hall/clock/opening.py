"""The clock when the server starts: compared with the last moment that is recorded."""

from datetime import datetime

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.models import Entry
from tarockclub.kit import computer_clock
from tarockclub.kit.time_source import is_simulated
from tournaments.models import Act, Round


def open_clock() -> list[str]:
    """Compare the clock with the last recorded moment when the server starts; return the messages."""
    if is_simulated():
        return []
    clock = computer_clock.get_watched()
    clock.open(find_newest_moment(), plays=list_running_rounds().exists())
    if not clock.state.is_asked:
        return []
    how = _(
        "A director decides on the start page, under “Clock of the computer”, whether to keep the old clock or to "
        "use the new one."
    )
    return ["", computer_clock.describe_jump(clock.state), how, ""]


def list_running_rounds() -> QuerySet[Round]:
    """Return the rounds of real tournaments that have started and are not over."""
    return Round.objects.filter(tournament__lapse=False, tournament__ended=None, started__isnull=False, closed=None)


def find_newest_moment() -> datetime | None:
    """Return the newest moment recorded in a book or in a tournament."""
    last = [rows.order_by("-pk").values_list("at", flat=True).first() for rows in (Entry.objects, Act.objects)]
    return max((moment for moment in last if moment is not None), default=None)
