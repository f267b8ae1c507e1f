"""The clock of a round and of its tables: start, pause, minutes more or fewer, hands more or fewer, halt, the end."""

import uuid
from collections.abc import Callable

from django.http import HttpRequest
from pydantic import Field

from tarockclub.kit.text import clean_reason
from tarockclub.office.api.tournaments.common import FAILS, answer_refusals, find_own_table
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.api.authentication import TO_RULE, find_author
from tarockclub.platform.api.operations import Part
from tarockclub.platform.api.schemas import Done, Keyed, KeyOnly, Number, Reason, get_key
from tournaments.core.selectors import RoundContext
from tournaments.core.view_helpers import find_own_round
from tournaments.hall.clock import services
from tournaments.models import Round

part = Part("clock", "The clock of a round and of each of its tables.")
_ROUND = "tournaments/{uuid:slug}/rounds/{int:number}"
_TABLE = f"{_ROUND}/tables/{{int:table}}"


class ClockWithReason(Keyed):
    """A reason."""

    reason: Reason = ""


class Start(Keyed):
    """The start of a round."""

    confirmed: bool = Field(
        default=False, description="Even if another round is still being played, or somebody has no seat."
    )


class Extension(ClockWithReason):
    """Additional or less time."""

    seconds: int = Field(ge=-services.LONGEST_EXTENSION, le=services.LONGEST_EXTENSION)
    again: bool = Field(default=False, description="Tables whose time is up play again, too.")


class Hands(ClockWithReason):
    """A number of hands to play."""

    hands: int = Field(
        ge=1,
        le=999,
        description="For a table of four, and the others in proportion; for a single table its own number.",
    )
    confirmed: bool = Field(default=False, description="Even if not everybody deals equally often.")


def _run_for_round(
    request: HttpRequest, context: RoundContext, body: Keyed, do: Callable[[Round, str, Actor], object]
) -> Done:
    with answer_refusals():
        do(context.round, get_key(request, body), find_author(request))
    return Done()


def _run_for_table(request: HttpRequest, body: Keyed, do: Callable[[str, Actor], object]) -> Done:
    with answer_refusals():
        do(get_key(request, body), find_author(request))
    return Done()


@part.post(f"{_ROUND}/start", gives=Done, door=TO_RULE, fails=FAILS)
def start_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: Start) -> Done:
    """Start a round: its tables play, and the settings of the tournament are frozen."""
    found = find_own_round(request, slug, number)
    return _run_for_round(
        request, found, body, lambda row, key, by: services.start_clock(row, key, by, confirmed=body.confirmed)
    )


@part.post(f"{_ROUND}/pause", gives=Done, door=TO_RULE, fails=FAILS)
def pause_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: KeyOnly) -> Done:
    """Stop the clocks of all tables."""
    return _run_for_round(request, find_own_round(request, slug, number), body, services.pause_clock)


@part.post(f"{_ROUND}/resume", gives=Done, door=TO_RULE, fails=FAILS)
def resume_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: KeyOnly) -> Done:
    """Start the clocks again, except for tables that the referee has stopped."""
    return _run_for_round(request, find_own_round(request, slug, number), body, services.resume)


@part.post(f"{_ROUND}/extend", gives=Done, door=TO_RULE, fails=FAILS)
def extend_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: Extension) -> Done:
    """Give all tables more or less time."""
    reason = clean_reason(body.reason)

    def do(row: Round, key: str, by: Actor) -> object:
        return services.extend(row, key, body.seconds, by, again=body.again, reason=reason)

    return _run_for_round(request, find_own_round(request, slug, number), body, do)


@part.post(f"{_ROUND}/end-time", gives=Done, door=TO_RULE, fails=FAILS)
def end_time_of_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: ClockWithReason) -> Done:
    """End the time of all tables now: the gong."""
    reason = clean_reason(body.reason)
    found = find_own_round(request, slug, number)
    return _run_for_round(request, found, body, lambda row, key, by: services.end_time(row, key, by, reason=reason))


@part.post(f"{_ROUND}/hands", gives=Done, door=TO_RULE, fails=FAILS)
def set_hands_of_round(request: HttpRequest, slug: uuid.UUID, number: Number, body: Hands) -> Done:
    """Shorten or lengthen a round: all tables play this many hands."""
    reason = clean_reason(body.reason)

    def do(row: Round, key: str, by: Actor) -> object:
        return services.play_hands(row, key, body.hands, by, confirmed=body.confirmed, reason=reason)

    return _run_for_round(request, find_own_round(request, slug, number), body, do)


@part.post(f"{_TABLE}/halt", gives=Done, door=TO_RULE, fails=FAILS)
def halt_table(request: HttpRequest, slug: uuid.UUID, number: Number, table: Number, body: ClockWithReason) -> Done:
    """Stop the clock of one table."""
    here, reason = find_own_table(request, slug, number, table), clean_reason(body.reason)
    return _run_for_table(request, body, lambda key, by: services.halt(here, key, by, reason=reason))


@part.post(f"{_TABLE}/go-on", gives=Done, door=TO_RULE, fails=FAILS)
def let_table_go_on(
    request: HttpRequest, slug: uuid.UUID, number: Number, table: Number, body: ClockWithReason
) -> Done:
    """Start the clock of one table again."""
    here, reason = find_own_table(request, slug, number, table), clean_reason(body.reason)
    return _run_for_table(request, body, lambda key, by: services.go_on(here, key, by, reason=reason))


@part.post(f"{_TABLE}/extend", gives=Done, door=TO_RULE, fails=FAILS)
def extend_table(request: HttpRequest, slug: uuid.UUID, number: Number, table: Number, body: Extension) -> Done:
    """Give one table more or less time."""
    here, reason = find_own_table(request, slug, number, table), clean_reason(body.reason)

    def do(key: str, by: Actor) -> object:
        return services.extend(here.round, key, body.seconds, by, table=here, again=body.again, reason=reason)

    return _run_for_table(request, body, do)


@part.post(f"{_TABLE}/end-time", gives=Done, door=TO_RULE, fails=FAILS)
def end_time_of_table(
    request: HttpRequest, slug: uuid.UUID, number: Number, table: Number, body: ClockWithReason
) -> Done:
    """End the time of one table now."""
    here, reason = find_own_table(request, slug, number, table), clean_reason(body.reason)
    return _run_for_table(
        request, body, lambda key, by: services.end_time(here.round, key, by, table=here, reason=reason)
    )


@part.post(f"{_TABLE}/hands", gives=Done, door=TO_RULE, fails=FAILS)
def set_hands_of_table(request: HttpRequest, slug: uuid.UUID, number: Number, table: Number, body: Hands) -> Done:
    """Set the number of hands of one table."""
    here, reason = find_own_table(request, slug, number, table), clean_reason(body.reason)

    def do(key: str, by: Actor) -> object:
        return services.play_hands(here.round, key, body.hands, by, table=here, confirmed=body.confirmed, reason=reason)

    return _run_for_table(request, body, do)
