"""The additions of a tournament to a table's page: round, clock, capital, players who play on replacement capital.

The same on every phone; scoring calls them through `scoring.book.hooks`, for which the settings name this module.
"""

import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db.models import F, Min, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.expressions import Combinable
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.book.hooks import Choice, ListedTournament, StatisticsHooks, TableHooks
from scoring.book.ledger.entries import count_counted_hands
from scoring.book.ledger.seats import list_real_seats
from scoring.book.table_clock import CLOCK_DONE, CLOCK_PAUSED, IN_PLAY, PlayTime, decode_clock
from scoring.engine.evening.state import OVER, RUNNING
from scoring.models import GameTable
from scoring.table.written_sheet.selectors import TableView
from tarockclub.kit.time_source import now
from tarockclub.platform.clubs.ownership import build_counting_filter
from tournaments.around.correcting.correction import find_table_correction
from tournaments.around.public.dates import load_dates
from tournaments.around.public.front import PublishedResult, load_kept_results
from tournaments.core.rules.line_facts import CapitalCourse
from tournaments.core.selectors import build_people_count, build_tables_count, load_settings
from tournaments.core.table_names import name_table
from tournaments.hall.clock.display import Progress, build_face
from tournaments.hall.desk.actions import may_correct
from tournaments.hall.desk.chips import PlayerChips, build_player_chips, list_present_courses
from tournaments.hall.desk.questions import TableNow, find_question_moment, is_asked, load_chips_question
from tournaments.hall.rounds.table_capital import load_book_courses
from tournaments.hall.rulings.selectors import load_table_rulings
from tournaments.models import Entrant, Presence, RoundTable, Season, SeasonEvent, Tournament
from tournaments.results.standings.seat_cards import SeatCard, list_moved, list_next_seats
from tournaments.seasons.season.evenings.actions import note_evening_end
from tournaments.seasons.season.evenings.days import is_settled_in_year, list_counted_tables

TEMPLATE = "tournaments/_at_table.html"


def build_tournament_context(table: GameTable, view: TableView) -> dict[str, Any]:
    """Build the template context of a table; for a table that another draw has replaced, only that it is gone.

    Three queries, up to fourteen more where the table is done or somebody has moved, and up to nine more when its chips
    are to be counted.
    """
    round_table = RoundTable.objects.select_related("round__tournament__club").filter(game_table=table).first()
    if round_table is None:
        return {"gone": True}
    tournament = round_table.round.tournament
    clock = decode_clock(table.clock) or PlayTime()
    settings = load_settings(tournament)
    courses = load_book_courses(table, view.book, view.seats, settings) if settings.start else ()
    purses = _build_purses(view, courses)
    progress, face = (
        Progress(count_counted_hands(view.book.phases), clock.get_most_hands(view.now.players)),
        build_face(clock, now()),
    )
    stands = TableNow(round_table, clock, face.state, progress.is_over)
    return {
        "tournament": tournament,
        "round": round_table.round,
        "round_table": round_table,
        "clock": clock,
        "face": face,
        "progress": progress,
        "in_play": clock.in_play and not _has_played_on(view),
        "double": clock.double and view.now.last_round.phase != OVER,
        "may_call": clock.stands in ("", CLOCK_PAUSED) and round_table.round.started is not None,
        "purses": purses,
        "chips": load_chips_question(table, view, stands, courses) if is_asked(settings, view, stands) else None,
        "question": _build_question(find_question_moment(stands, view, settings)),
        "donates": settings.donation and bool(settings.rate),
        "replaced": [purse for purse in purses if purse.replaced],
        "rulings": load_table_rulings(round_table, view.reader),
        "shows_rulings": tournament.club.shows_rulings,
        "next_seats": _list_next_seats(round_table, view) if clock.stands == CLOCK_DONE else (),
        "moved": _list_moved(round_table, view, is_done=clock.stands == CLOCK_DONE),
    }


def _build_question(moment: datetime | None) -> dict[str, Any] | None:
    return None if moment is None else {"from": int(moment.timestamp() * 1000), "waits": moment > now()}


def _list_next_seats(round_table: RoundTable, view: TableView) -> list[tuple[str, SeatCard]]:
    seated = [
        (seat.get_person(view.book.number), seat.get_name(view.book.number))
        for seat in view.seats
        if seat.until is None
    ]
    return list_next_seats(round_table, seated)


def _list_moved(round_table: RoundTable, view: TableView, *, is_done: bool) -> list[tuple[str, SeatCard]]:
    """Return where those sit now who have left the table, or all of whose table was given up."""
    left = [seat for seat in list_real_seats(view.seats) if seat.until is not None or is_done]
    return list_moved(round_table, [(seat.persons[-1][1], seat.names[-1][1]) for seat in left])


def _has_played_on(view: TableView) -> bool:
    """Tell whether the hand in play at the gong is entered, or the round with double stake has begun."""
    finished = any(line.is_deal and line.entry.phase == IN_PLAY for line in view.book.played)
    return finished or view.now.last_round.phase in (RUNNING, OVER)


def _build_purses(view: TableView, courses: tuple[CapitalCourse, ...]) -> list[PlayerChips]:
    """Return the play money of those who sit at the table now, in playing order."""
    by_place = {course.stay.place: course for course in list_present_courses(courses)}
    names = {seat.id: seat.get_name(view.book.number) for seat in view.seats}
    present = (by_place[place] for place in view.now.order if place in by_place)
    return [build_player_chips(course, names[course.stay.id], {}) for course in present]


EVERY = "tournaments"


def list_absent(table: GameTable) -> set[int]:
    """Return the persons (ids) who are in the round of a table and have not come."""
    absent = Presence.objects.filter(round__tables__game_table=table, state=Presence.State.NO_SHOW)
    return set(absent.values_list("entrant__person", flat=True))


def build_start_number() -> Subquery:
    """Return the expression for the start number of the person of a `Seated` row."""
    tournament = OuterRef("sitting__table__round_table__round__tournament")
    return Subquery(Entrant.objects.filter(tournament=tournament, person=OuterRef("person")).values("number")[:1])


def _filter_evenings() -> Q:
    return Q(round_table=None, archived=None)


def _filter_listed() -> Q:
    return Q(archived=None) & (Q(round_table=None) | _filter_real())


def _filter_real() -> Q:
    """Filter the tables of tournaments that count and are not archived."""
    return build_counting_filter(GameTable) & Q(round_table__round__tournament__archived=None)


def _filter_counting() -> Q:
    """Exclude by default tournaments that were only tried out and tables whose score was struck."""
    counts = Q(round_table__counts=True, round_table__round__tournament__lapse=False)
    return _filter_evenings() | (counts & _filter_real())


def _list_choices(club: int) -> list[tuple[str, list[Choice]]]:
    tournaments = Tournament.objects.filter(club=club, archived=None).exclude(frozen=None).order_by("-day", "-pk")
    seasons = Season.objects.filter(club=club).order_by("-made")
    groups = [
        (
            _("Tournaments"),
            [(EVERY, _("all tournaments")), *((f"t-{tournament.slug}", tournament.name) for tournament in tournaments)],
        ),
        (_("Seasons"), [(f"s-{season.slug}", season.name) for season in seasons]),
    ]
    return [(name, choices) for name, choices in groups if choices]


def _filter_tables(club: int, word: str) -> Q | None:
    """Return the filter for the tables of a word: of all tournaments, of one, or of a season."""
    counts = Q(round_table__counts=True)
    if word == EVERY:
        return counts & _filter_real() & Q(round_table__round__tournament__lapse=False)
    kind, _dash, slug = word.partition("-")
    try:
        named = uuid.UUID(slug)
    except ValueError:
        return None
    if kind == "t" and Tournament.objects.filter(club=club, slug=named).exists():
        return counts & Q(round_table__round__tournament__slug=named)
    if kind == "s" and Season.objects.filter(club=club, slug=named).exists():
        played = SeasonEvent.objects.filter(season__slug=named, gone=None, tournament__archived=None)
        played = played.exclude(tournament=None)
        of_tournaments = counts & Q(round_table__round__tournament__in=played.values("tournament"))
        return of_tournaments | Q(pk__in=list_counted_tables(Season.objects.get(slug=named)))
    return None


def _format_places(tables: Collection[int]) -> dict[int, str]:
    rows = RoundTable.objects.filter(game_table__in=tables).select_related("round__tournament")
    return {
        row.game_table_id: f"{row.round.tournament.name}, {name_table(row.number, row.round.number)}" for row in rows
    }


def _keep_first_tables(tables: QuerySet[GameTable]) -> QuerySet[GameTable]:
    of_tournaments = tables.exclude(round_table=None).order_by().values("round_table__round__tournament")
    rows = tables.filter(Q(round_table=None) | Q(pk__in=of_tournaments.annotate(first=Min("pk")).values("first")))
    return rows.annotate(tournament_day=F("round_table__round__tournament__day"))


def _add_tables(value: Combinable) -> Subquery:
    tournament = "round_table__round__tournament"
    tables = GameTable.objects.filter(_filter_listed(), **{tournament: OuterRef(tournament)})
    return Subquery(tables.order_by().values(tournament).annotate(sum=Sum(value)).values("sum"))


def _load_tournaments(tables: Collection[int]) -> dict[int, ListedTournament]:
    sizes = build_tables_count("round__tournament"), build_people_count("round__tournament")
    rows = RoundTable.objects.filter(game_table__in=tables)
    values = rows.values_list("game_table", "round__tournament__name", "round__tournament__slug", *sizes)
    return {
        pk: ListedTournament(name, reverse("tournament", args=[slug]), many, people)
        for pk, name, slug, many, people in values
    }


def _load_results(tables: Collection[int]) -> dict[int, PublishedResult]:
    """Return the results of tournaments; each is read once, with some more queries."""
    rows = RoundTable.objects.filter(game_table__in=tables).select_related("round__tournament__club")
    held = {row.game_table_id: row.round.tournament for row in rows}
    results = load_kept_results(held.values())
    return {pk: result for pk, result in zip(held, results, strict=True) if result is not None}


TABLE_HOOKS = TableHooks(
    build_tournament_context,
    TEMPLATE,
    may_correct,
    find_table_correction,
    build_start_number,
    list_absent,
    note_evening_end,
    is_settled_in_year,
)
STATISTICS_HOOKS = StatisticsHooks(
    _filter_evenings,
    _filter_counting,
    _filter_listed,
    _list_choices,
    _filter_tables,
    _format_places,
    _keep_first_tables,
    _add_tables,
    _load_tournaments,
    _load_results,
    load_dates,
)
