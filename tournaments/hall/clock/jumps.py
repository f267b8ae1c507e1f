"""A jump of the computer's clock: noticed when the server starts, and taken over without a loss of playing time."""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _

from scoring.models import Entry
from tarockclub.kit import computer_clock
from tarockclub.kit.time_source import is_simulated
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.hall.clock import events
from tournaments.hall.clock.table_clocks import ClockCommand, apply_clock_event
from tournaments.models import Act, Round, Tournament

# Until the director has decided about a jump the old clock applies. Accepting the new time shifts no round: an act in
# each records that its moments are by another clock from then on, and it has as much time left as before.


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


def accept_new_time(key: str, who: Actor) -> None:
    """Take the computer's time over; the rounds that are being played lose and gain nothing."""
    clock = computer_clock.get_watched()
    before = clock.state
    if not before.ahead:
        return
    try:
        with transaction.atomic():
            jump = clock.accept(find_newest_moment())
            for round_ in list_running_rounds():
                asked = Command(f"{key}-{round_.pk}", Kind.CLOCK_SET, [jump], who, round=round_)
                TOURNAMENTS.act(round_.tournament_id, asked, partial(_shift_round, round_, jump))
    except BaseException:
        clock.change(before)
        raise


def _shift_round(round_: Round, jump: int, tournament: Tournament) -> dict[str, Any]:
    return apply_clock_event(tournament, round_, ClockCommand(events.CLOCK_SET, jump))
