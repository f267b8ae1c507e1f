"""All tables of a round at a glance: hands played, open points in words, clocks, chips; a fixed number of queries."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.book.hooks import build_start_number
from scoring.book.ledger.codec import DEALS, HANDS
from scoring.book.marks import Opinion, compute_verdict, get_paid_amounts, load_all_marks
from scoring.book.table_clock import BEFORE_START, DOUBLE, FEWEST_PLAYERS, IN_PLAY, PlayTime, decode_clock
from scoring.models import Deal, Entry, GameTable, HeldHand, Mark, Seated
from scoring.table.held_hands.services import is_late
from tarockclub.kit.text import compute_short_names
from tarockclub.kit.time_source import now
from tarockclub.platform.privacy.readers import INSIDE, Reader
from tournaments.core.messages import register_sentences
from tournaments.core.selectors import RoundContext, load_settings
from tournaments.core.settings import Settings, has_double_round
from tournaments.hall.clock.display import UP, ClockFace, Progress, build_face
from tournaments.hall.desk import chips
from tournaments.hall.desk.chips import (
    ChipTableCount,
    PlayerChips,
    build_player_chips,
    list_present_courses,
    load_counts,
)
from tournaments.hall.rounds.table_capital import CapitalKey, Holder, build_rule, carry_all, load_holders
from tournaments.models import Round, RoundTable, Tournament
from tournaments.people.entrants.substitutes import FreeSeat, load_free_seats


def count_disputed(tables: Collection[int]) -> Counter[int]:
    """Count the disputed hands, by id of the game table."""
    spoken = list(GameTable.objects.filter(pk__in=tables, marks__kind=Mark.Kind.DISPUTED).distinct())
    if not spoken:
        return Counter()
    by_line: dict[tuple[int, int], list[Opinion]] = {}
    for table, opinions in load_all_marks(spoken).items():
        for opinion in opinions:
            by_line.setdefault((table, opinion.line), []).append(opinion)
    disputed: Counter[int] = Counter()
    for deal in Deal.objects.filter(table__in=spoken).select_related("entry"):
        marks = by_line.get((deal.table_id, deal.number))
        disputed[deal.table_id] += bool(marks and compute_verdict(get_paid_amounts(deal.entry), marks).disputed)
    return disputed


_NO_HANDS = {"hands": 0, "doubles": 0, "dealt": 0, "in_play": 0, "on_paper": 0, "last": None}


class OverviewRow(NamedTuple):
    """A table as the director sees it."""

    table: int  # id of the round's table
    number: int
    slug: UUID  # of the game table
    names: tuple[str, ...]  # the players now, by place; of a seat that was taken over, the last one
    hands: int
    doubles: int  # of these, in the double round
    paper: bool  # it plays on paper, as was said before; the first hand from a phone says otherwise
    on_paper: bool  # its end totals were typed in
    last: datetime | None  # when the last hand came
    clock: PlayTime
    face: ClockFace
    called: datetime | None  # the referee was called
    done: datetime | None
    counts: bool
    progress: Progress  # without the double round; void deals use up a hand
    played_on: bool  # the hand in play when the time was up is in the book
    key: CapitalKey  # of its capital
    free: tuple[FreeSeat, ...] = ()  # seats whose players have left or have not come
    disputed: int = 0
    late: int = 0  # hands that came after the time: the director decides
    held: int = 0  # hands about which the players decide
    counted: bool = False  # chips were counted since the last entry
    differs: bool = False  # and a player's chips differ from the computed ones
    is_confirmed: bool = False  # and the director has counted, or two phones of the table say the same
    is_stale: bool = False  # chips were counted, and something was entered or changed since

    @property
    def short_names(self) -> list[str]:
        """Return its players by their first names, as far as these tell them apart."""
        return list(compute_short_names(self.names).values())

    @property
    def gone(self) -> int:
        """Return the number of the players who have left or have not come."""
        return len(self.free)

    @property
    def lacks_totals(self) -> bool:
        """Tell whether its totals are to be typed: it plays on paper, and the time is up."""
        return self.paper and self.is_open and self.is_over and not self.on_paper

    @property
    def is_open(self) -> bool:
        """Tell whether the table is not done."""
        return self.done is None

    @property
    def needs(self) -> bool:
        """Tell whether the director is needed there."""
        open_ones = self.called or self.disputed or self.late or self.held
        return bool(open_ones or self.is_short or (self.differs and self.is_open))

    @property
    def is_over(self) -> bool:
        """Tell whether all hands are played or the time is up; only the round with double stake may follow."""
        return self.progress.is_over or self.face.state == UP

    @property
    def is_at_end(self) -> bool:
        """Tell whether an open table has played all required hands; a hand in play at the gong may still come."""
        is_doubled = not self.clock.double or self.doubles >= len(self.names)
        return self.is_open and (self.on_paper or (self.is_over and is_doubled))

    @property
    def is_played(self) -> bool:
        """Tell whether an open table has played to its end and no hand can come, whatever else is open there."""
        waits = self.clock.in_play and not (self.clock.double or self.played_on or self.progress.is_over)
        return self.is_at_end and (self.on_paper or not waits)

    @property
    def is_short(self) -> bool:
        """Tell whether fewer than four are there: the table cannot play on until the seat is taken."""
        return self.is_open and len(self.names) - self.gone < 4


def load_rows(tables: QuerySet[RoundTable], reader: Reader) -> tuple[OverviewRow, ...]:
    """Load the rows of tables, by number."""
    ordered = list(tables.select_related("game_table").order_by("round", "number"))
    games = [table.game_table_id for table in ordered]
    names, played, waiting = load_seat_names(games, reader), _count_hands(games), _count_waiting(ordered)
    free, disputed = load_free_seats(ordered), count_disputed(games)
    counts, moment = chips.load_counts([table.pk for table in ordered]), now()
    rows = []
    for table in ordered:
        game = table.game_table_id
        row = _build_row(table, names.get(game, ()), played.get(game, _NO_HANDS), moment)._replace(
            free=free.get(game, ()),
            disputed=disputed[game],
            late=waiting[game, True],
            held=waiting[game, False],
        )
        rows.append(_add_count(row, counts.get(table.pk), table.game_table.last_sequence))
    return tuple(rows)


def _build_row(table: RoundTable, names: tuple[str, ...], played: dict[str, Any], moment: datetime) -> OverviewRow:
    game = table.game_table
    clock = decode_clock(game.clock) or PlayTime()
    return OverviewRow(
        table=table.pk,
        number=table.number,
        slug=game.slug,
        names=names,
        hands=played["hands"],
        doubles=played["doubles"],
        paper=table.paper and not played["hands"],
        on_paper=played["on_paper"] > 0,
        last=played["last"],
        clock=clock,
        face=build_face(clock, moment),
        called=table.called,
        done=table.done,
        counts=table.counts,
        progress=Progress(played["dealt"], clock.get_most_hands(max(FEWEST_PLAYERS, len(names)))),
        played_on=played["in_play"] > 0,
        key=CapitalKey(game.pk, game.last_sequence, bytes(game.head), game.news),
    )


def load_seat_names(games: Collection[int], reader: Reader) -> dict[int, tuple[str, ...]]:
    """Load the names of the players at tables now, by place, by id of the game table; one query.

    At a table that was given up, whose players sit at others of the round, there is nobody.
    """
    rows = Seated.objects.filter(sitting__table__in=games, sitting__to_deal=None)
    numbered = rows.annotate(start_number=build_start_number())
    ordered = numbered.order_by("sitting__place", "sitting__from_deal", "version", "from_deal")
    shown, held = reader.build_player_name("person__", "start_number"), {}
    latest: dict[tuple[int, int], int] = {}
    columns = ("sitting__table", "sitting__place", "sitting", "sitting__table__round_table__round", "person", shown)
    for table, place, sitting, round_, person, name in ordered.values_list(*columns):
        held[table, place] = (sitting, (round_, person), name)  # the latest version, and of it the last to take over
    for sitting, person, _name in held.values():
        latest[person] = max(sitting, latest.get(person, 0))
    by_table: dict[int, tuple[str, ...]] = {}
    for (table, _place), (sitting, person, name) in held.items():
        if latest[person] == sitting:
            by_table[table] = (*by_table.get(table, ()), name)
    return by_table


def _count_hands(games: Collection[int]) -> dict[int, Any]:
    hand = Q(entry__kind__in=HANDS)
    by_table = Deal.objects.filter(table__in=games).order_by().values("table")
    counted = by_table.annotate(
        hands=Count("pk", filter=hand),
        doubles=Count("pk", filter=hand & Q(entry__phase=DOUBLE)),
        dealt=Count("pk", filter=Q(entry__kind__in=DEALS) & ~Q(entry__phase=DOUBLE)),
        in_play=Count("pk", filter=Q(entry__kind__in=DEALS, entry__phase=IN_PLAY)),
        on_paper=Count("pk", filter=Q(entry__kind=Entry.Kind.END_TOTALS)),
        last=Max("entry__at", filter=hand),
    )
    return {row["table"]: row for row in counted}


def _count_waiting(tables: Collection[RoundTable]) -> Counter[tuple[int, bool]]:
    """Count the undecided held hands, by game table and by whether the director decides about them."""
    clocks = {table.game_table_id: table.game_table.clock for table in tables}
    in_the_book = Entry.objects.filter(table=OuterRef("table"), key=OuterRef("key"))
    rows = HeldHand.objects.filter(Q(table__in=list(clocks)), ~Exists(in_the_book), decided_as="")
    return Counter((hand.table_id, is_late(hand, clocks[hand.table_id])) for hand in rows)


def _add_count(row: OverviewRow, count: chips.ChipTableCount | None, sequence: int) -> OverviewRow:
    """Return the row with the last count of chips; the count is stale unless `sequence` is its last entry."""
    if count is None or count.sequence != sequence:
        return row._replace(is_stale=count is not None)
    return row._replace(counted=True, differs=count.differs, is_confirmed=count.is_confirmed)


REFEREE_CALLED, HANDS_DISPUTED, HANDS_LATE, HANDS_HELD, TIME_LEFT, DOUBLES_LEFT, NO_HANDS, HANDS_LEFT, TOO_MANY = (
    "called",
    "disputed",
    "late",
    "held",
    "time_left",
    "doubles_left",
    "no_hands",
    "hands_left",
    "too_many",
)

NOT_COUNTED, NOT_CONFIRMED, TABLE_CHANGED = "not_counted", "not_confirmed", "changed"  # of many closed at once


class Pending(NamedTuple):
    """An open point of a table."""

    code: str
    number: int = 0  # how many


def list_pending(table: RoundTable, tournament: Tournament) -> tuple[Pending, ...]:
    """Return the open points of a table."""
    row = load_rows(RoundTable.objects.filter(pk=table.pk), INSIDE)[0]
    return tuple(list_row_pending(row, double=has_double_round(load_settings(tournament), table.round.number)))


def list_row_pending(row: OverviewRow, *, double: bool) -> Iterator[Pending]:
    """Yield the open points of a row of the overview; `double`: whether a double round is played after the time."""
    if row.called is not None:
        yield Pending(REFEREE_CALLED)
    for code, number in ((HANDS_DISPUTED, row.disputed), (HANDS_LATE, row.late), (HANDS_HELD, row.held)):
        if number:
            yield Pending(code, number)
    if not row.is_open or row.on_paper:
        return
    if row.progress.too_many:
        yield Pending(TOO_MANY, row.progress.too_many)
    if row.hands == 0 and not row.progress.played:
        yield Pending(NO_HANDS)
    elif not row.is_over and row.face.state != BEFORE_START:
        yield Pending(HANDS_LEFT, row.progress.left) if row.progress.most else Pending(TIME_LEFT)
    elif double and row.doubles < len(row.names):
        yield Pending(DOUBLES_LEFT, len(row.names) - row.doubles)


_OPEN_POINTS: dict[str, Promise] = {
    REFEREE_CALLED: _("The referee has been called and has not decided yet."),
    HANDS_DISPUTED: _("Disputed hands: %(number)s."),
    HANDS_LATE: _("Late hands for you to decide: %(number)s."),
    HANDS_HELD: _("Late hands for the players to decide: %(number)s."),
    TIME_LEFT: _("The time of this table is not up."),
    DOUBLES_LEFT: _("Still missing from the round with double stake: %(number)s."),
    NO_HANDS: _("No hand was entered."),
    NOT_COUNTED: _("The chips have not been counted, or they differ."),
    NOT_CONFIRMED: _("Only one phone of the table has counted the chips; nobody has confirmed them."),
    TABLE_CHANGED: _("Something has just been entered there."),
    HANDS_LEFT: _("Hands not played yet: %(number)s."),
    TOO_MANY: _("There are more hands than are to be played: %(number)s. Check whether one was entered twice."),
}


def format_pending(rows: Iterable[Pending]) -> list[str]:
    """Return the open points, a sentence each."""
    return [str(_OPEN_POINTS[point.code]) % {"number": point.number} for point in rows]


register_sentences(
    {"must_confirm": "%(pending)s"}, name_facts=lambda facts: {"pending": "; ".join(format_pending(facts["pending"]))}
)


def format_typing(rows: Sequence[OverviewRow]) -> str:
    """Return how many tables on paper are typed, and typed twice; "" without such tables. One query if one is typed."""
    paper = [row for row in rows if row.paper or row.on_paper]
    if not paper:
        return ""
    typed = [row for row in paper if row.on_paper]
    checked = chips.list_checked([row.table for row in typed]) if typed else frozenset()
    twice = sum((row.table, row.key.sequence) in checked for row in typed)
    text = gettext("%(typed)s of %(all)s typed") % {"typed": len(typed), "all": len(paper)}
    return gettext("%(text)s, %(twice)s confirmed") % {"text": text, "twice": twice} if twice else text


class ChipTally(NamedTuple):
    """A table in the list."""

    row: OverviewRow
    seen: int  # sequence number of the last entry of its book
    players: tuple[PlayerChips, ...]
    last_count: ChipTableCount | None  # of chips, since the last entry
    pending: tuple[str, ...]  # the open points there, a sentence each
    is_ticked: bool

    @property
    def can_agree(self) -> bool:
        """Tell whether one tap may confirm the chips of this table: it has played, and nothing differs."""
        return self.row.is_at_end and not self.pending and not self.row.differs

    @property
    def needs(self) -> bool:
        """Tell whether the table needs attention: chips differ, or have to be counted again."""
        return self.row.is_open and (self.row.differs or self.row.is_stale)


def build_chips_context(context: RoundContext, *, tick_all: bool = False) -> dict[str, Any]:
    """Build the template context; `tick_all`: tick all tables that have played, not only those confirmed by a phone."""
    tallies = load_tallies(context.round, context.settings, tick_all=tick_all)
    return {
        "tournament": context.tournament,
        "round": context.round,
        "tallies": sorted(tallies, key=lambda tally: (not tally.row.is_open, not tally.needs, not tally.row.is_at_end)),
        "done": sum(not tally.row.is_open for tally in tallies),
        "agreeable": sum(tally.can_agree for tally in tallies),
        "ticked": sum(tally.is_ticked for tally in tallies),
        "confirmed": sum(tally.row.is_played and tally.row.is_confirmed and not tally.row.differs for tally in tallies),
    }


def load_tallies(round_: Round, settings: Settings, *, tick_all: bool = False) -> list[ChipTally]:
    """Load all tables of a round, by number; a fixed number of queries."""
    rows = load_rows(RoundTable.objects.filter(round=round_), INSIDE)
    counts = load_counts([row.table for row in rows])
    holders = carry_all(build_rule(settings), load_holders([row.key for row in rows], settings))
    settings = settings._replace(double_round=has_double_round(settings, round_.number))
    return [_build_tally(row, holders[row.key.table], counts, settings, tick_all=tick_all) for row in rows]


def _build_tally(
    row: OverviewRow,
    holders: tuple[Holder, ...],
    counts: Mapping[int, ChipTableCount],
    settings: Settings,
    *,
    tick_all: bool,
) -> ChipTally:
    count = counts.get(row.table) if row.counted else None
    counted = {} if count is None else count.chips
    courses = list_present_courses(holder.course for holder in holders)
    players = tuple(build_player_chips(course, name, counted) for name, course in zip(row.names, courses, strict=False))
    pending = tuple(format_pending(list_row_pending(row, double=settings.double_round)))
    tally = ChipTally(row, row.key.sequence, players, count, pending, is_ticked=False)
    return tally._replace(is_ticked=tally.can_agree and row.is_played and (tick_all or row.counted))
