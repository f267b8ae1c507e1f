"""The desk of a round: what waits for the director, the clock, the tables, the latest acts, the tag of all that."""

import json
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from fractions import Fraction
from types import MappingProxyType
from typing import Any, NamedTuple

from django.db.models import Max, Sum

from scoring.book.ledger.codec import DEALS
from scoring.models import Deal, Mark
from tarockclub.kit.computer_clock import get_sign
from tarockclub.kit.time_source import now
from tarockclub.platform.privacy.readers import INSIDE, Reader
from tarockclub.platform.server.installation import compute_program_sign
from tournaments.core.actions.sentences import fill_in_act_sentences
from tournaments.core.acts import Kind
from tournaments.core.rules.line_facts import round_cents
from tournaments.core.selectors import RoundContext, load_settings
from tournaments.core.settings import TOURNAMENT, Settings
from tournaments.hall.clock.display import ClockFace, build_face
from tournaments.hall.clock.events import compute_clock, is_on
from tournaments.hall.clock.table_clocks import list_clock_events, load_length, load_round_sizes
from tournaments.hall.desk.chips import list_present_courses
from tournaments.hall.desk.move_plans import Proposal, list_best
from tournaments.hall.desk.next_thing import say_next_in_round
from tournaments.hall.desk.overview import OverviewRow, format_typing, load_rows
from tournaments.hall.desk.questions import ASKED_BEFORE, QuietTable, Silence, find_silence, load_answers
from tournaments.hall.draw.late_entries import FreeTable, list_free_tables
from tournaments.hall.rounds.table_capital import build_rule, carry_all, load_holders
from tournaments.models import Act, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.applications import load_waiting_places
from tournaments.people.entrants.fee_actions import OpenFee, list_open_fees
from tournaments.people.entrants.selectors import UnseatedPlayer, list_standby_players, list_unseated_players
from tournaments.people.entrants.substitutes import FreeSeat

(
    CALL,
    NO_SEAT,
    LATE_FEE,
    SHORT,
    FREE,
    DISPUTE,
    LATE,
    TOO_MANY,
    DIFFERS,
    STALE,
    WHICH_HAND,
    SILENT,
    OVERTIME,
    FINISHED,
    CHIPS,
    TOTALS,
    SLOW,
    OWES,
) = KINDS = (  # by urgency
    "called",
    "unseated",
    "late_fee",
    "short",
    "free",
    "disputed",
    "late",
    "too_many",
    "differs",
    "stale",
    "held",
    "silent",
    "overtime",
    "finished",
    "chips",
    "totals",
    "slow",
    "owes",
)
MOST_NAMED = 6  # players without a seat that have a line of their own, and who owe a fee, in one line


class Need(NamedTuple):
    """A line of the queue."""

    kind: str
    tables: tuple[OverviewRow, ...] = ()
    since: datetime | None = None
    number: int = 0  # of hands
    player: UnseatedPlayer | None = None
    fees: tuple[OpenFee, ...] = ()  # that are owed; (): by so many that a list has them
    more: int = 0  # further players without a seat, or who owe
    cents: int = 0  # that these owe
    proposal: FreeTable | None = None  # where a player without a seat would sit
    seat: FreeSeat | None = None  # that is free at the table; `player`, who sits out, would take it, or else who moves
    move: Proposal | None = None  # who would come over, or with whom those without a seat would make a new table
    quiet: tuple[QuietTable, ...] = ()  # from which nothing comes, longest first

    @property
    def id(self) -> str:
        """Return the id of the line, the same as long as it is about the same."""
        return f"{self.kind}-{self.player.id}" if self.player and not self.seat else f"{self.kind}-{self._table}"

    @property
    def table(self) -> OverviewRow:
        """Return the table of a line about one table."""
        return self.tables[0]

    @property
    def _table(self) -> int:
        return self.tables[0].number if len(self.tables) == 1 else 0


def list_needs(
    rows: Sequence[OverviewRow],
    unseated: Sequence[UnseatedPlayer],
    slow: Iterable[OverviewRow],
    silence: Silence,
    fees: Sequence[OpenFee] = (),
    *,
    late: Collection[int] = (),
    counts_chips: bool,
    proposal: FreeTable | None = None,
    standby: Sequence[UnseatedPlayer] = (),
    moves: Mapping[int, Proposal] = MappingProxyType({}),
    moment: datetime | None = None,
) -> tuple[Need, ...]:
    """Return the queue; calls by how long they have been waiting, everything else by table.

    `late`: the entrants (ids) who have come after the draw: what they owe stands first.
    `proposal`: where the first player without a seat would sit; `standby`: who sits out; `moves`: the best for each
    table with a free seat (its number), and for those without a seat (0). `moment`: now; about the chips phones are
    asked a while before the director.
    """
    needs = [need for row in rows for need in _list_of_table(row)]
    free_rows = [row for row in rows if row.is_open and row.free and (row.is_short or not unseated)]
    needs += _list_free_seats(free_rows, () if unseated else standby, {} if unseated else moves)
    needs += [
        Need(NO_SEAT, player=player, proposal=None if index else proposal, move=None if index else moves.get(0))
        for index, player in enumerate(unseated[:MOST_NAMED])
    ]
    if len(unseated) > MOST_NAMED:
        needs.append(Need(NO_SEAT, more=len(unseated) - MOST_NAMED))
    played = [row for row in rows if row.is_played and not row.needs and not row.progress.too_many]
    ready = tuple(row for row in played if not counts_chips or row.on_paper or (row.counted and row.is_confirmed))
    waiting = tuple(row for row in played if row not in ready and not row.is_stale and _is_asked(row, moment))
    untyped = tuple(row for row in rows if row.lacks_totals)
    lists = ((FINISHED, ready), (CHIPS, waiting), (TOTALS, untyped))
    needs += [Need(kind, tables) for kind, tables in lists if tables]
    quiet = ((SILENT, silence.silent), (OVERTIME, silence.overtime))
    needs += [Need(kind, tuple(table.row for table in tables), quiet=tables) for kind, tables in quiet if tables]
    needs += [Need(SLOW, (row,)) for row in slow]
    late_fees = tuple(fee for fee in fees if fee.entrant in late)
    owed = tuple(fee for fee in fees if fee.entrant not in late)
    needs += [Need(LATE_FEE, fees=late_fees)] if late_fees else []
    if len(owed) > MOST_NAMED:
        needs.append(Need(OWES, more=len(owed), cents=sum(fee.cents for fee in owed)))
    elif owed:
        needs.append(Need(OWES, fees=owed))
    return tuple(sorted(needs, key=_compute_order))


def _list_of_table(row: OverviewRow) -> Iterator[Need]:
    if row.called is not None:
        yield Need(CALL, (row,), since=row.called)
    for kind, number in ((DISPUTE, row.disputed), (LATE, row.late), (WHICH_HAND, row.held)):
        if number:
            yield Need(kind, (row,), number=number)
    if row.is_open and row.progress.too_many:
        yield Need(TOO_MANY, (row,), number=row.progress.too_many)
    if row.is_open and row.differs:
        yield Need(DIFFERS, (row,))
    if row.is_stale:
        yield Need(STALE, (row,))


def _list_free_seats(
    rows: Sequence[OverviewRow], standby: Sequence[UnseatedPlayer], moves: Mapping[int, Proposal]
) -> Iterator[Need]:
    """Yield what to do about each free seat: who sits out takes it, the table goes on without it, or it is short.

    Tables that are short come first, for those who sit out; a table has one line, for its first free seat.
    """
    waiting = iter(standby)
    for row in sorted(rows, key=lambda row: (not row.is_short, row.number)):
        kind = SHORT if row.is_short else FREE
        yield Need(kind, (row,), seat=row.free[0], player=next(waiting, None), move=moves.get(row.number))


def _is_asked(row: OverviewRow, moment: datetime | None) -> bool:
    """Return whether the phones of a table that has played have had their time to say that the chips are right."""
    return moment is None or row.last is None or moment - row.last >= ASKED_BEFORE


def _compute_order(need: Need) -> tuple[int, float, int]:
    since = need.since.timestamp() if need.since is not None else 0.0
    return KINDS.index(need.kind), since, need.tables[0].number if need.tables else 0


HALL = 12  # tables from which a map shows where they are, and names only those that need somebody
MOST_SLOW = 5  # that are named
FEWEST_BEHIND = 2  # hands: one is nothing, everybody shuffles at their own pace
MOST_LATEST, SHOWN_FOR = 4, timedelta(minutes=5)  # of the latest acts


class DeskPage(NamedTuple):
    """A round at a glance."""

    face: ClockFace  # of the round's own clock, which is that of its smallest tables
    hands: tuple[int, ...]  # of tables of four, five, six; (): as many as the time allows
    runs: bool  # it has begun and does not pause
    rows: tuple[OverviewRow, ...]
    unseated: tuple[UnseatedPlayer, ...] = ()
    silence: Silence = Silence()
    larger: tuple[tuple[int, ClockFace], ...] = ()  # of larger tables that have more or less time: players, clock
    typing: str = ""  # how many tables on paper are typed

    @property
    def done_count(self) -> int:
        """Return the number of tables done."""
        return sum(not row.is_open for row in self.rows)

    @property
    def slow(self) -> tuple[OverviewRow, ...]:
        """Return the open tables with most hands left, two or more behind the usual one; slowest first, five at most.

        A table of five counts as one of four by its deals for each player.
        """
        playing = sorted(
            (row for row in self.rows if row.is_open and row.progress.most), key=lambda row: row.progress.part
        )
        usual = playing[len(playing) // 2].progress.part if playing else Fraction(0)
        behind = [row for row in playing if usual * row.progress.most - row.progress.played >= FEWEST_BEHIND]
        return tuple(behind[:MOST_SLOW])

    @property
    def sizes(self) -> tuple[tuple[int, int], ...]:
        """Return the tables of five and six that there are: players, hands that each of them plays."""
        sizes = {len(row.names) for row in self.rows} - {4}
        return tuple((size, self.hands[size - 4]) for size in sorted(sizes) if self.hands and 4 < size < 7)

    @property
    def from_to(self) -> tuple[int, int] | None:
        """Return the range of hands being played, from the slowest table to the quickest, as of a table of four.

        None where hands are not counted, or no table is playing any more.
        """
        most = self.hands[0] if self.hands else 0
        playing = [row.progress for row in self.rows if row.is_open and row.progress.left]
        parts = [min(most, int(progress.part * most) + 1) for progress in playing]
        return (min(parts), max(parts)) if parts else None

    @property
    def bars(self) -> list[tuple[OverviewRow, int]]:
        """Return the tables by number, with how far each is, of a hundred; without a number of hands beside others."""
        most = max([1, *(row.hands for row in self.rows)])
        # A bar is full when its table is done.
        parts = [(int(95 * row.progress.part) if row.progress.most else 75 * row.hands // most) for row in self.rows]
        return [(row, 100 if row.done else part) for row, part in zip(self.rows, parts, strict=True)]


def load_desk(tournament: Tournament, round_: Round, reader: Reader) -> DeskPage:
    """Load everything the desk shows; a fixed number of queries."""
    events = list_clock_events(round_)
    happened = [event for event in events if event.table is None]
    clocks = {
        size: compute_clock(load_length(tournament, round_.number, size), happened)
        for size in load_round_sizes(tournament, round_)
    }
    faces = {size: build_face(clock, now()) for size, clock in clocks.items()}
    (smallest, face), *rest = faces.items()
    larger = tuple((size, other) for size, other in rest if other != face)
    rows = load_rows(RoundTable.objects.filter(round=round_), reader)
    unseated = list_unseated_players(round_, reader)
    silence = find_silence(rows, events, load_answers(round_), load_settings(tournament), now())
    typing = format_typing(rows)
    return DeskPage(face, clocks[smallest].hands, is_on(happened), rows, unseated, silence, larger, typing)


class DeskView(NamedTuple):
    """The rights by which a desk shows its buttons; pages are cached by it."""

    directs: bool = True  # may do more than rule
    treasures: bool = True  # may take entry fees


def build_needs_context(context: RoundContext, view: DeskView) -> dict[str, Any]:
    """Build the part of the template context that the rows about who needs somebody read, wherever they stand."""
    tournament, settings, round_ = context
    desk = load_desk(tournament, round_, INSIDE)
    free = list_free_tables(tournament, round_, desk.unseated[0].id) if desk.unseated else []
    counts_chips = bool(settings.start) and settings.count_chips and round_.started is not None
    return {
        "tournament": tournament,
        "round": round_,
        "desk": desk,
        "quiet": desk.silence.minutes,
        "next_text": say_next_in_round(round_, settings, desk, now()),
        "needs": ()
        if round_.closed
        else list_needs(
            desk.rows,
            desk.unseated,
            desk.slow,
            desk.silence,
            list_open_fees(tournament),
            late=_list_late(round_),
            counts_chips=counts_chips,
            proposal=next(iter(free), None),
            standby=list_standby_players(round_) if any(row.free for row in desk.rows) else (),
            moves=list_best(tournament, round_, desk.rows),
            moment=now(),
        ),
        "directs": view.directs,
        "treasures": view.treasures,
        "reads_people": True,  # whoever sees the desk
        "fee_once": settings.fee_per == TOURNAMENT,
        "counts_chips": counts_chips,
    }


def build_desk_context(context: RoundContext, view: DeskView) -> dict[str, Any]:
    """Build the template context."""
    about = build_needs_context(context, view)
    desk, quiet = about["desk"], about["quiet"]
    is_map = len(desk.rows) >= HALL
    seats = {} if is_map or context.round.started is None else _load_seats(desk.rows, context.settings)
    return {
        **about,
        "is_map": is_map,
        "tiles": [(row, part, seats.get(row.number, ()), quiet.get(row.number, 0)) for row, part in desk.bars],
        "lately": _load_latest_acts(context.tournament),
        "places": load_waiting_places(context.tournament),
    }


def _load_seats(rows: Sequence[OverviewRow], settings: Settings) -> dict[int, list[tuple[str, int, int]]]:
    """Return the players of each table with their capital, or points without play money, and what was replaced of it.

    Three queries at most.
    """
    holders = carry_all(build_rule(settings), load_holders([row.key for row in rows], settings))
    seats = {}
    for row in rows:
        courses = list_present_courses(holder.course for holder in holders[row.key.table])
        amounts = [round_cents(course.now if settings.start else course.gain) for course in courses]
        extra = [round_cents(course.replacement * course.replaced) if settings.start else 0 for course in courses]
        seats[row.number] = list(zip(row.names, amounts, extra, strict=False))
    return seats


def _list_late(round_: Round) -> set[int]:
    """Return the entrants (ids) who have entered a round after its draw; one query."""
    if round_.draw is None:
        return set()
    drawn = {entrant for table in json.loads(round_.draw.seating) for entrant in table}
    return set(Presence.objects.filter(round=round_).values_list("entrant", flat=True)) - drawn


def find_start_act(context: RoundContext) -> int:
    """Return the number of the act that started a round, if it can be taken back; 0: a hand is recorded, or not begun.

    Two queries, and one where a hand is recorded.
    """
    round_ = context.round
    if round_.started is None or round_.closed is not None:
        return 0
    if Deal.objects.filter(table__round_table__round=round_, entry__kind__in=DEALS).exists():
        return 0
    starts = Act.objects.filter(round=round_, kind=Kind.START, undone_by=None)
    return starts.values_list("sequence", flat=True).last() or 0


def _load_latest_acts(tournament: Tournament) -> list[Act]:
    """Return the last acts with their sentences, the newest first; a fixed number of queries."""
    acts = Act.objects.filter(tournament=tournament, at__gte=now() - SHOWN_FOR).order_by("-sequence")
    latest = list(acts.select_related("by", "table", "undoes", "undone_by")[:MOST_LATEST])
    fill_in_act_sentences(latest)
    return latest


def build_round_tag(round_: Round | None, acts: int, page: str, language: str) -> str:
    """Return the tag of a page in the present version of a round's tables: it changes with all that is shown of them.

    `acts`: the version of the tournament. Two queries, none without a round.
    """
    tables = RoundTable.objects.none() if round_ is None else RoundTable.objects.filter(round=round_)
    sums = tables.aggregate(
        entries=Sum("game_table__last_sequence"), held=Sum("game_table__held"), news=Sum("game_table__news")
    )
    marks = Mark.objects.none() if round_ is None else Mark.objects.filter(table__round_table__round=round_)
    newest = marks.aggregate(newest=Max("pk"))["newest"]
    numbers = ".".join(str(number or 0) for number in (acts, *sums.values(), newest))
    return f'"{page}.{numbers}.{language}.{compute_program_sign()}{get_sign()}"'
