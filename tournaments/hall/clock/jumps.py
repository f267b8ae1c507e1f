"""Jumps of the computer's clock: the director's decision, and its effect on the rounds in progress.

Until then the old clock applies. Accepting the new time shifts no round: an act in each records that its moments are
by another clock from then on, and it has as much time left as before.
"""

from functools import partial
from typing import Any

from django.db import transaction

from tarockclub.kit import computer_clock
from tarockclub.platform.accounts.actors import Actor
from tournaments.core.acts import TOURNAMENTS, Command, Kind
from tournaments.hall.clock import events
from tournaments.hall.clock.opening import find_newest_moment, list_running_rounds
from tournaments.hall.clock.table_clocks import ClockCommand, apply_clock_event
from tournaments.models import Round, Tournament


def accept(key: str, who: Actor) -> None:
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
