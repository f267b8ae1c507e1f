"""The director's actions on the clock of a round: each once per key, recorded, effective at all tables at once."""

from collections.abc import Callable, Iterator
from typing import Any

from scoring.models import Sitting
from tarockclub.kit.time_source import now
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tournaments.core.acts import TOURNAMENTS, ActionRefused, Command, Kind
from tournaments.hall.clock import events
from tournaments.hall.clock.events import compute_clock, filter_events
from tournaments.hall.clock.hand_limit import MOST_HANDS, compute_hands, is_whole
from tournaments.hall.clock.table_clocks import ClockCommand, apply_clock_event, list_clock_events, load_length
from tournaments.models import Act, Round, RoundTable, Tournament
from tournaments.people.entrants.selectors import format_start_numbers, list_unseated

LONGEST_EXTENSION = 4 * 60 * 60  # seconds
FEWEST = 4  # players at a table


def start_clock(round_: Round, key: str, who: Actor = ANONYMOUS, *, confirmed: bool = False) -> Act:
    """Start a round: its tables play from now on, the settings of the tournament are frozen, its sheet is pinned.

    ActionRefused("no_tables", "started", "closed", "lapse"). Unless confirmed, ActionRefused("others_play") with the
    number of a round with unfinished tables, ActionRefused("unseated") with the start numbers of those without a seat.
    """

    def do(row: Tournament, here: Round) -> dict[str, Any]:
        if here.draw_id is None or not here.tables.exists():
            raise ActionRefused("no_tables")
        if here.started is not None:
            raise ActionRefused("started")
        for warning in () if confirmed else list_start_warnings(row, here):
            raise warning
        here.started = now()
        here.save(update_fields=["started"])
        if row.frozen is None:
            row.frozen = here.started
            row.save(update_fields=["frozen"])
        return apply_clock_event(row, here, ClockCommand(events.START))

    return _act(round_, Command(key, Kind.START, [confirmed], who, round=round_), do)


def list_start_warnings(row: Tournament, here: Round) -> Iterator[ActionRefused]:
    """Yield the warnings to confirm before a round starts: others still play, somebody has no seat."""
    others = RoundTable.objects.filter(round__tournament=row, round__started__isnull=False, done=None)
    busy = others.exclude(round=here).order_by("round__number").values_list("round__number", flat=True).first()
    if busy is not None:
        yield ActionRefused("others_play", round=busy)
    if left_over := list_unseated(here):
        yield ActionRefused("unseated", numbers=format_start_numbers(left_over))


def pause_clock(round_: Round, key: str, who: Actor = ANONYMOUS) -> Act:
    """Stop the clocks of all tables; ActionRefused("pauses", "not_begun")."""

    def do(row: Tournament, here: Round) -> dict[str, Any]:
        if not events.is_on(_load_begun_events(here)):
            raise ActionRefused("pauses")
        return apply_clock_event(row, here, ClockCommand(events.PAUSE))

    return _act(round_, Command(key, Kind.PAUSE, None, who, round=round_), do)


def resume(round_: Round, key: str, who: Actor = ANONYMOUS) -> Act:
    """Let the clocks run again, except those that the referee has halted; ActionRefused("runs", "not_begun")."""

    def do(row: Tournament, here: Round) -> dict[str, Any]:
        if events.is_on(_load_begun_events(here)):
            raise ActionRefused("runs")
        return apply_clock_event(row, here, ClockCommand(events.RESUME))

    return _act(round_, Command(key, Kind.RESUME, None, who, round=round_), do)


def extend(
    round_: Round,
    key: str,
    seconds: int,
    who: Actor = ANONYMOUS,
    *,
    table: RoundTable | None = None,
    again: bool = False,
    reason: str = "",
) -> Act:
    """Give all tables, or one of them, more seconds or fewer; with `again` also where the time was up already.

    ActionRefused("no_seconds", "too_long", "not_begun", "no_limit"); for one table also
    ActionRefused("table_done", "time_was_up").
    """

    def do(row: Tournament, here: Round) -> dict[str, Any]:
        if not seconds:
            raise ActionRefused("no_seconds")
        if abs(seconds) > LONGEST_EXTENSION:
            raise ActionRefused("too_long", hours=LONGEST_EXTENSION // 3600)
        happened = _load_begun_events(here)
        concerned = (
            [event for event in happened if event.table is None] if table is None else filter_events(table.pk, happened)
        )
        if not compute_clock(load_length(row, here.number), concerned).timed:
            raise ActionRefused("no_limit")
        if table is not None:
            _must_play(row, table, happened, again=again)
        return apply_clock_event(row, here, ClockCommand(events.EXTEND, seconds, again), table)

    asked = Command(key, Kind.EXTEND, [seconds, again], who, reason, round=round_, table=table)
    return _act(round_, asked, do)


def end_time(
    round_: Round, key: str, who: Actor = ANONYMOUS, *, table: RoundTable | None = None, reason: str = ""
) -> Act:
    """End the time now, of all tables or of one: the gong; ActionRefused("not_begun", "table_done")."""

    def do(row: Tournament, here: Round) -> dict[str, Any]:
        _load_begun_events(here)
        if table is not None and _reload_table(table).done is not None:
            raise ActionRefused("table_done")
        return apply_clock_event(row, here, ClockCommand(events.TIME_UP), table)

    asked = Command(key, Kind.TIME_UP, None, who, reason, round=round_, table=table)
    return _act(round_, asked, do)


def play_hands(
    round_: Round,
    key: str,
    hands: int,
    who: Actor = ANONYMOUS,
    *,
    table: RoundTable | None = None,
    confirmed: bool = False,
    reason: str = "",
) -> Act:
    """Set the number of hands for all tables, or for one of them: the round becomes shorter or longer.

    `hands`: of a table of four, and the others in proportion, so that everybody deals equally often; or, with a table,
    its own. Tables that have played more are simply finished. ActionRefused("no_hands", "closed", "table_done");
    unless confirmed, ActionRefused("not_whole") with the number of players if not everybody deals equally often.
    """

    def do(row: Tournament, here: Round) -> dict[str, Any]:
        if here.closed is not None:
            raise ActionRefused("closed")
        if not 1 <= hands <= MOST_HANDS:
            raise ActionRefused("no_hands", most=MOST_HANDS)
        if table is not None and _reload_table(table).done is not None:
            raise ActionRefused("table_done")
        players = FEWEST if table is None else max(FEWEST, count_players(table.game_table_id))
        if not is_whole(hands, players) and not confirmed:
            raise ActionRefused("not_whole", hands=hands, players=players)
        said = compute_hands(hands, players)
        if not all(said):
            raise ActionRefused("no_hands", most=MOST_HANDS)
        return apply_clock_event(row, here, ClockCommand(events.HANDS, hands=said), table)

    asked = Command(key, Kind.HANDS, [hands, confirmed], who, reason, round=round_, table=table)
    return _act(round_, asked, do)


def count_players(table: int) -> int:
    """Count the players who sit at a game table now (its id)."""
    return Sitting.objects.filter(table=table, to_deal=None).count()


def halt(table: RoundTable, key: str, who: Actor = ANONYMOUS, *, reason: str = "") -> Act:
    """Stop the clock of one table, for a ruling (§5); ActionRefused("not_begun", "table_done")."""
    return _act(
        table.round,
        Command(key, Kind.HALT, None, who, reason, round=table.round, table=table),
        lambda row, here: halt_within_act(row, here, table),
    )


def go_on(table: RoundTable, key: str, who: Actor = ANONYMOUS, *, reason: str = "") -> Act:
    """Let the clock of one table run again after the referee's visit; ActionRefused("table_done")."""
    return _act(
        table.round,
        Command(key, Kind.GO_ON, None, who, reason, round=table.round, table=table),
        lambda row, here: go_on_within_act(row, here, table),
    )


def halt_within_act(row: Tournament, here: Round, table: RoundTable) -> dict[str, Any]:
    """Halt a table within an act, also one that calls the referee; return the clock's part of the act's content."""
    _load_begun_events(here)
    if _reload_table(table).done is not None:
        raise ActionRefused("table_done")
    return apply_clock_event(row, here, ClockCommand(events.HALT), table)


def go_on_within_act(row: Tournament, here: Round, table: RoundTable) -> dict[str, Any]:
    """Let a halted table go on within an act, also one that rules; the call for the referee is over."""
    RoundTable.objects.filter(pk=table.pk).update(called=None)
    return apply_clock_event(row, here, ClockCommand(events.GO_ON), table)


def _must_play(row: Tournament, table: RoundTable, happened: list[events.Event], *, again: bool) -> None:
    """Refuse time for a table that is done, or whose time was up and is not confirmed to go on.

    ActionRefused("table_done", "time_was_up").
    """
    if _reload_table(table).done is not None:
        raise ActionRefused("table_done")
    clock = compute_clock(load_length(row, table.round.number), filter_events(table.pk, happened))
    if clock.compute_left(now()) == 0 and not again:
        raise ActionRefused("time_was_up")


def _load_begun_events(here: Round) -> list[events.Event]:
    """Return the clock events of a round that has started; ActionRefused("not_begun", "closed")."""
    if here.started is None:
        raise ActionRefused("not_begun")
    if here.closed is not None:
        raise ActionRefused("closed")
    return list_clock_events(here)


def _reload_table(table: RoundTable) -> RoundTable:
    """Load the table again, now that it is locked against other changes."""
    return RoundTable.objects.get(pk=table.pk)


def _act(round_: Round, asked: Command, do: Callable[[Tournament, Round], dict[str, Any]]) -> Act:
    def add_round(row: Tournament) -> dict[str, Any]:
        return do(row, Round.objects.get(pk=round_.pk))

    return TOURNAMENTS.act(round_.tournament_id, asked, add_round)
