"""Jumps of the computer's clock: the director's decision, and its effect on the rounds in progress.

Until then the old clock applies. Accepting the new time shifts no round: an act in each records that its moments are
by another clock from then on, and it has as much time left as before.
"""

from datetime import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from scoring.models import Entry
from tarockclub import computer_clock
from tarockclub.accounts.actors import Actor
from tarockclub.time_source import is_simulated
from tournaments.acts import TOURNAMENTS, Command, Kind
from tournaments.clock import events
from tournaments.clock.table_clocks import ClockCommand, apply_clock_event
from tournaments.models import Act, Round, Tournament


def open_clock() -> list[str]:
    """Compare the clock with the last recorded moment when the server starts; return the messages."""
    if is_simulated():
        return []
    clock = computer_clock.get_watched()
    clock.open(_find_newest_moment(), plays=_list_running_rounds().exists())
    if not clock.state.is_asked:
        return []
    how = _(
        "A director decides on the start page, under “Clock of the computer”, whether to keep the old clock or to "
        "use the new one."
    )
    return ["", computer_clock.describe_jump(clock.state), how, ""]


def accept(key: str, who: Actor) -> None:
    """Take the computer's time over; the rounds that are being played lose and gain nothing."""
    clock = computer_clock.get_watched()
    before = clock.state
    if not before.ahead:
        return
    try:
        with transaction.atomic():
            jump = clock.accept(_find_newest_moment())
            for round_ in _list_running_rounds():
                asked = Command(f"{key}-{round_.pk}", Kind.CLOCK_SET, [jump], who, round=round_)
                TOURNAMENTS.act(round_.tournament_id, asked, partial(_shift_round, round_, jump))
    except BaseException:
        clock.change(before)
        raise


def _shift_round(round_: Round, jump: int, tournament: Tournament) -> dict[str, Any]:
    return apply_clock_event(tournament, round_, ClockCommand(events.CLOCK_SET, jump))


def _list_running_rounds() -> Any:
    """Return the rounds of real tournaments that have started and are not over."""
    return Round.objects.filter(tournament__lapse=False, tournament__ended=None, started__isnull=False, closed=None)


def _find_newest_moment() -> datetime | None:
    """Return the newest moment recorded in a book or in a tournament."""
    last = [rows.order_by("-pk").values_list("at", flat=True).first() for rows in (Entry.objects, Act.objects)]
    return max((at for at in last if at is not None), default=None)
