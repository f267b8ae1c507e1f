"""The clocks of tables: computed from events, and taken back."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from django.db.models import Case, F, Max, QuerySet, TextField, Value, When

from scoring.book.ledger.codec import DEALS
from scoring.book.table_clock import DOUBLE, FEWEST_PLAYERS, IN_PLAY, PlayTime, decode_clock, encode_clock
from scoring.models import Entry, GameTable, HeldHand
from tarockclub.kit.time_source import is_simulated, now
from tournaments.core.actions.base import (
    UndoStep,
    list_book_lines,
    list_kinds,
    list_later_acts,
    must_be_last,
    must_not_be_published,
)
from tournaments.core.acts import ActionRefused, Kind
from tournaments.core.selectors import load_settings
from tournaments.core.settings import has_double_round
from tournaments.hall.clock import events
from tournaments.hall.clock.events import Event, Length, compute_clock, filter_events
from tournaments.models import Act, Round, RoundTable, Tournament

# Events are applied within the act of a new one (acts.Journal locks the tournament's row), so that changes come one
# after the other. An act that touches the clock has the event under "clock" (`encode_event`), whatever its kind:
# calling the referee halts a table, a ruling lets it go on.

CLOCK = "clock"  # the name of the clock event in the content of an act
_ABOUT_ONE_TABLE = (events.HALT, events.GO_ON, events.CLOSE, events.REOPEN)
ENDINGS = (Kind.DONE, Kind.REOPENED, Kind.BROKEN_UP)  # acts that end a table, or open it again
# A book with these alone has no hand.
_NOT_PLAYED = (Entry.Kind.SEATING, Entry.Kind.SWAP, Entry.Kind.AGREED, Entry.Kind.STRIKE)


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
    """Return the sizes of a round's tables, the smallest first; FEWEST_PLAYERS alone where all have the same time.

    One query at most.
    """
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


def take_back_clock(step: UndoStep) -> dict[str, Any]:
    """Rebuild the clocks without the event of an act; return the content of the act that takes it back."""
    return apply_clock_event(
        step.tournament, step.round, ClockCommand(events.UNDO, of=step.act.sequence), step.act.table
    )


def must_be_last_at_the_clock(step: UndoStep) -> None:
    """Refuse an act that was followed by another one on the same clock or the same table."""
    later = list_later_acts(step.act, list_kinds(lambda cls: cls.spec.on_clock))
    must_be_last(later.filter(round=step.act.round, table=step.act.table))


def check_clock(step: UndoStep) -> None:
    """Refuse an act of a clock on which something has followed."""
    must_not_be_published(step)
    must_be_last_at_the_clock(step)
    must_fit_the_clock(step)


def check_start(step: UndoStep) -> None:
    """Refuse to take a start back once a hand was entered or waits, a table has ended, or a ruling was made."""
    must_not_be_published(step)
    tables = RoundTable.objects.filter(round=step.act.round)
    must_be_last(list_later_acts(step.act, (Kind.RULING, *ENDINGS)).filter(round=step.act.round))
    if done := tables.exclude(done=None).order_by("number").first():
        raise ActionRefused("table_ended", table=done.number)
    written = list_book_lines(tables).exclude(entry__kind__in=_NOT_PLAYED)
    if first := written.order_by("entry__at").first():
        raise ActionRefused("hands_since", table=first.table.round_table.number, at=first.entry.at)
    held = HeldHand.objects.filter(table__round_table__in=tables, decided_as="").select_related("table__round_table")
    if waits := held.order_by("at").first():
        raise ActionRefused("hands_since", table=waits.table.round_table.number, at=waits.at)


def take_start_back(step: UndoStep) -> dict[str, Any]:
    """Return the round to its draw; the settings can be changed again if no other round was started."""
    content = take_back_clock(step)
    Round.objects.filter(pk=step.round.pk).update(started=None)
    RoundTable.objects.filter(round=step.act.round_id).update(called=None)
    if not Round.objects.filter(tournament=step.tournament).exclude(started=None).exists():
        Tournament.everything.filter(pk=step.tournament.pk).update(frozen=None)
        step.tournament.frozen = None
    return content


def must_fit_the_clock(step: UndoStep) -> None:
    """Refuse to remove the time in which hands were entered since; raise ActionRefused("hands_since", table, at)."""
    act = step.act
    if act.round is None:
        return
    happened = [event for event in list_clock_events(act.round) if event.number != act.sequence]
    tables = RoundTable.objects.filter(round=act.round)
    tables = tables if act.table_id is None else tables.filter(pk=act.table_id)
    lengths = load_table_lengths(step.tournament, act.round.number, tables)
    since = list_book_lines(tables).filter(entry__kind__in=DEALS, entry__replaces=None, entry__at__gt=act.at)
    for deal in since.order_by("entry__at"):
        moment, table = deal.entry.at, deal.table.round_table
        clock = compute_clock(
            lengths[table.pk], (event for event in filter_events(table.pk, happened) if event.at <= moment)
        )
        up = clock.is_over(moment)
        after_the_time = deal.entry.phase in (IN_PLAY, DOUBLE)
        if clock.stands or (not clock.hands and clock.timed and up != after_the_time):
            raise ActionRefused("hands_since", table=table.number, at=moment)
