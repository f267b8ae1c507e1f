"""Applying clock events: computes the tables' clocks from the events in earlier acts and a new one.

Called within the act of the event (acts.Journal locks the tournament's row), so that changes come one after the other.
An act that touches the clock has the event under "clock" (`encode_event`), whatever its kind: calling the referee
halts a table, a ruling lets it go on.
"""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, F, Max, QuerySet, TextField, Value, When

from scoring.book.table_clock import FEWEST_PLAYERS, PlayTime, decode_clock, encode_clock
from scoring.models import GameTable
from tarockclub.kit.time_source import is_simulated, now
from tournaments.core.acts import ActionRefused
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.hall.clock.events import Event, Length, compute_clock, filter_events
from tournaments.models import Act, Round, RoundTable, Tournament

CLOCK = "clock"  # the name of the clock event in the content of an act
_ABOUT_ONE_TABLE = ("halt", "go_on", "close", "reopen")


class ClockCommand(NamedTuple):
    """An event to apply to the clock now; as Event, without its moment and table."""

    what: str
    seconds: int = 0
    again: bool = False
    hands: tuple[int, ...] = ()
    of: int = 0  # the sequence number of the act that is taken back


def apply_clock_event(
    tournament: Tournament, round_: Round, command: ClockCommand, table: RoundTable | None = None
) -> dict[str, Any]:
    """Apply an event to the clock of a round or of one of its tables; return it as content of the act.

    ActionRefused("lapse") where time runs by itself and the tournament is a real one, or the other way round.
    """
    if tournament.lapse != is_simulated():
        raise ActionRefused("lapse")
    if command.what in _ABOUT_ONE_TABLE and table is None:
        raise TypeError(command.what)
    moment = now()
    event = Event(
        command.what,
        moment - timedelta(microseconds=moment.microsecond % 1000),
        command.seconds,
        None if table is None else table.pk,
        command.again,
        command.hands,
        of=command.of,
    )
    rebuild_table_clocks(tournament, round_, [*list_clock_events(round_), event], table)
    return {CLOCK: encode_event(event)}


def rebuild_table_clocks(
    tournament: Tournament, round_: Round, happened: Sequence[Event], table: RoundTable | None = None
) -> None:
    """Compute the clocks of a round's tables, or of one of them, from the events."""
    tables = RoundTable.objects.filter(round=round_)
    if table is not None:
        tables = tables.filter(pk=table.pk)
    lengths, wound = load_table_lengths(tournament, round_.number, tables), {}
    for pk, game, text in tables.values_list("pk", "game_table", "game_table__clock"):
        wound[game] = encode_clock(
            _keep_protected(compute_clock(lengths[pk], filter_events(pk, happened)), decode_clock(text))
        )
    write_clocks(wound)


def load_length(tournament: Tournament, number: int, players: int = FEWEST_PLAYERS) -> Length:
    """Return the length of a round at a table of so many."""
    settings = load_settings(tournament)
    larger = dict(enumerate(settings.larger_seconds, FEWEST_PLAYERS + 1))
    seconds = larger.get(players) or settings.round_seconds
    return Length(seconds, settings.hand_in_play, has_double_round(settings, number), settings.hands)


def load_table_lengths(tournament: Tournament, number: int, tables: QuerySet[RoundTable]) -> dict[int, Length]:
    """Return the length of a round at each of these tables, by id; one query.

    A table keeps the time of the most who have sat there: nobody loses minutes because somebody leaves.
    """
    sizes = tables.order_by().values_list("pk").annotate(last=Max("game_table__sittings__place"))
    return {pk: load_length(tournament, number, last + 1) for pk, last in sizes}


def load_round_sizes(tournament: Tournament, round_: Round) -> list[int]:
    """Return the sizes of a round's tables that have a time of their own, the smallest first; one query at most."""
    if not load_settings(tournament).larger_seconds:
        return [FEWEST_PLAYERS]
    tables = RoundTable.objects.filter(round=round_).order_by()
    sizes = tables.annotate(last=Max("game_table__sittings__place")).values_list("last", flat=True)
    return sorted({last + 1 for last in sizes}) or [FEWEST_PLAYERS]


def compute_first_clock(tournament: Tournament, round_: Round, players: int = FEWEST_PLAYERS) -> PlayTime:
    """Return the clock of a table of so many that is laid for a round; the same for all without events of their own."""
    length = load_length(tournament, round_.number, players)
    return compute_clock(length, [event for event in list_clock_events(round_) if event.table is None])


def compute_round_clock(tournament: Tournament, round_: Round) -> PlayTime:
    """Return the clock of a round, which is that of its smallest tables."""
    return compute_first_clock(tournament, round_, load_round_sizes(tournament, round_)[0])


def protect_line(table: RoundTable, line: int) -> None:
    """Keep players from changing a line of a table's book: a ruling has settled it (§5)."""
    clock = decode_clock(GameTable.objects.values_list("clock", flat=True).get(pk=table.game_table_id))
    if clock is not None:
        write_clocks({table.game_table_id: encode_clock(clock._replace(settled=tuple(sorted({*clock.settled, line}))))})


def write_clocks(clocks: Mapping[int, str]) -> None:
    """Write the clocks of game tables, as text by id, in one statement; their pages learn that something is new."""
    by_text: dict[str, list[int]] = {}
    for game, text in clocks.items():
        by_text.setdefault(text, []).append(game)
    if not by_text:
        return
    cases = [When(pk__in=games, then=Value(text)) for text, games in by_text.items()]
    tables = GameTable.objects.filter(pk__in=list(clocks))
    tables.update(clock=Case(*cases, output_field=TextField()), news=F("news") + 1)


def list_clock_events(round_: Round) -> list[Event]:
    """Return the events of a round's clock and of its tables' clocks, in order; one query."""
    acts = Act.objects.filter(round=round_, said__contains=f'"{CLOCK}":').order_by("sequence")
    events = []
    for table, content, number in acts.values_list("table", "said", "sequence"):
        about = json.loads(content).get(CLOCK)
        if about is not None:
            events.append(parse_event(about, table, number))
    return events


def encode_event(event: Event) -> dict[str, Any]:
    """Encode an event as content of an act; `parse_event` is the inverse."""
    content: dict[str, Any] = {"what": event.what, "at": round(event.at.timestamp() * 1000)}
    if event.seconds:
        content["seconds"] = event.seconds
    if event.again:
        content["again"] = True
    if event.hands:
        content["hands"] = list(event.hands)
    if event.of:
        content["of"] = event.of
    return content


def parse_event(content: Mapping[str, Any], table: int | None, number: int = 0) -> Event:
    """Parse the event in an act's content; `number`: the act's.

    >>> event = Event("extend", datetime(2026, 1, 6, 20, tzinfo=UTC), 300, 7, again=True, hands=(12, 15, 18), of=3)
    >>> parse_event(encode_event(event), 7) == event
    True
    """
    moment = datetime.fromtimestamp(content["at"] / 1000, UTC)
    hands = tuple(content.get("hands", ()))
    what, again = content["what"], content.get("again", False)
    return Event(what, moment, content.get("seconds", 0), table, again, hands, number, content.get("of", 0))


def _keep_protected(clock: PlayTime, before: PlayTime | None) -> PlayTime:
    """Keep the lines that rulings have settled."""
    return clock if before is None else clock._replace(settled=before.settled)
