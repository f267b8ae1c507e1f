"""The desk of a round: its clock, its tables, the question before it starts, the latest acts, the tag of all that."""

import json
from datetime import timedelta
from fractions import Fraction
from typing import Any, NamedTuple

from django.db.models import Max, Sum

from scoring.book.ledger.codec import DEALS
from scoring.models import Deal, Mark
from tarockclub.kit.computer_clock import get_sign
from tarockclub.kit.time_source import now
from tarockclub.platform.server.installation import compute_program_sign
from tournaments.core.actions.sentences import fill_in_act_sentences
from tournaments.core.acts import Kind
from tournaments.core.selectors import RoundContext, load_settings
from tournaments.core.settings import TOURNAMENT
from tournaments.hall.clock.display import ClockFace, build_face
from tournaments.hall.clock.events import compute_clock, is_on
from tournaments.hall.clock.table_clocks import list_clock_events, load_length, load_round_sizes
from tournaments.hall.desk.empty_seats import find_mover
from tournaments.hall.desk.needs import list_needs, sort_by_need
from tournaments.hall.desk.overview import OverviewRow, load_rows
from tournaments.hall.desk.silence import Silence, find_silence, load_answers
from tournaments.hall.draw.late_entries import list_free_tables
from tournaments.models import Act, Presence, Round, RoundTable, Tournament
from tournaments.people.entrants.open_fees import list_open_fees
from tournaments.people.entrants.selectors import UnseatedPlayer, list_standby_players, list_unseated_players
from tournaments.people.entrants.waiting_list import load_waiting_places

ALL_TABLES, NOT_DONE, NEEDS_DIRECTOR = "all", "open", "needed"
FILTERS = ("", ALL_TABLES, NOT_DONE, NEEDS_DIRECTOR)
HALL = 60  # tables from which, while they play, only those stand there that need somebody, unless more are asked for
MOST_SLOW = 5  # that are named
BY_NUMBER = "number"  # the order of the tables, otherwise by need
LARGE, FEW, SOME = 11, 12, 24  # tables: the more there are, the less each one says
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
        return tuple(row for row in playing if _is_behind(row, usual))[:MOST_SLOW]

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
    def late(self) -> int:
        """Return the number of late hands that wait for the director."""
        return sum(row.late for row in self.rows)


def load_desk(tournament: Tournament, round_: Round, *, is_public: bool = False) -> DeskPage:
    """Load everything the desk shows; a fixed number of queries. `is_public`: with the names that everybody may see."""
    events = list_clock_events(round_)
    happened = [event for event in events if event.table is None]
    clocks = {
        size: compute_clock(load_length(tournament, round_.number, size), happened)
        for size in load_round_sizes(tournament, round_)
    }
    faces = {size: build_face(clock, now()) for size, clock in clocks.items()}
    (smallest, face), *rest = faces.items()
    larger = tuple((size, other) for size, other in rest if other != face)
    rows = load_rows(RoundTable.objects.filter(round=round_), is_public=is_public)
    unseated = list_unseated_players(round_, is_public=is_public)
    silence = find_silence(rows, events, load_answers(round_), load_settings(tournament), now())
    return DeskPage(face, clocks[smallest].hands, is_on(happened), rows, unseated, silence, larger)


def _is_behind(row: OverviewRow, usual: Fraction) -> bool:
    """Tell whether a table is two hands or more behind one that has played this part of its own."""
    return usual * row.progress.most - row.progress.played >= FEWEST_BEHIND


class DeskView(NamedTuple):
    """The choice of what a desk shows; pages are cached by it."""

    only: str = ""  # one of FILTERS
    order: str = ""  # BY_NUMBER, or by need
    directs: bool = True  # may do more than rule
    treasures: bool = True  # may take entry fees


def build_desk_context(context: RoundContext, view: DeskView) -> dict[str, Any]:
    """Build the template context."""
    tournament, settings, round_ = context
    desk, is_played = load_desk(tournament, round_), round_.started is not None and round_.closed is None
    only, quiet = view.only, desk.silence.minutes
    if not only and is_played and len(desk.rows) >= HALL:
        only = NEEDS_DIRECTOR
    rows = [
        row
        for row in (desk.rows if view.order == BY_NUMBER else sort_by_need(desk.rows, quiet))
        if (only != NOT_DONE or row.is_open) and (only != NEEDS_DIRECTOR or row.needs or row.number in quiet)
    ]
    free = list_free_tables(tournament, round_, desk.unseated[0].id) if desk.unseated else []
    counts_chips = bool(settings.start) and settings.count_chips and round_.started is not None
    return {
        "tournament": tournament,
        "round": round_,
        "desk": desk,
        "rows": rows,
        "quiet": quiet,
        "lately": _load_latest_acts(tournament),
        "density": choose_density(len(rows)),
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
            mover=find_mover(tournament, round_, desk.rows),
            moment=now(),
        ),
        "only": only,
        "order": view.order,
        "directs": view.directs,
        "treasures": view.treasures,
        "reads_people": True,  # whoever sees the desk
        "fee_once": settings.fee_per == TOURNAMENT,
        "places": load_waiting_places(tournament),
        "counts_chips": counts_chips,
    }


def choose_density(tables: int) -> str:
    """Return the classes of the tiles: few tables have large ones, many tell only what matters."""
    if tables <= FEW:
        return "few large" if tables <= LARGE else "few"
    return "some" if tables <= SOME else "many"


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
