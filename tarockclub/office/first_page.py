"""The first page of those who are logged in, and the line at the top of all pages: what goes on now."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from django.db import DatabaseError
from django.db.models import Q, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.table.evenings.selectors import EveningRow, load_evenings
from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Person
from tarockclub.platform.accounts.permissions import get_staff_account, load_shown_rights
from tarockclub.platform.accounts.rights import Right
from tarockclub.platform.clubs.ownership import build_counting_filter
from tarockclub.platform.navigation.places import OpenClub, find_visited_club
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.models import Tournament
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.evenings.days import UnpublishedYear, find_offered_year, list_unpublished_years

if TYPE_CHECKING:
    from scoring.book.table_clock import PlayTime
    from tournaments.hall.clock.display import ClockFace
    from tournaments.models import Round


EVENING_LASTS = timedelta(hours=20)  # an evening that nobody has settled is not going on for ever
MOST_EVENINGS, MOST_ROUNDS = 3, 6  # have links of their own; more lead to the list
_SECONDS: Final = 10.0  # after which visitors see another round
_MOST_KEPT = 256  # clubs
_PUBLIC: VersionCache[tuple[tuple["Round", "PlayTime"], ...]] = VersionCache(_MOST_KEPT, seconds=_SECONDS)


class RunningRound(NamedTuple):
    """A round that is being played, its clock, and who leads; "" as long as nobody has looked at the standings."""

    round: "Round"
    face: "ClockFace"
    leader: str


class RunningEvening(NamedTuple):
    """An evening that has not ended, and the short names of those who sit there."""

    table: "GameTable"
    names: tuple[str, ...]


class GoingOn(NamedTuple):
    """All that goes on in a club now."""

    evenings: tuple[RunningEvening, ...] = ()
    rounds: tuple[RunningRound, ...] = ()

    @property
    def is_something(self) -> bool:
        """Return whether anything goes on."""
        return bool(self.evenings or self.rounds)

    @property
    def has_many_evenings(self) -> bool:
        """Return whether there are more evenings than links to them."""
        return len(self.evenings) > MOST_EVENINGS

    @property
    def has_many_rounds(self) -> bool:
        """Return whether there are more rounds than links to them."""
        return len(self.rounds) > MOST_ROUNDS

    @property
    def linked_rounds(self) -> tuple[RunningRound, ...]:
        """Return the rounds with links of their own."""
        return self.rounds[:MOST_ROUNDS]

    @property
    def has_clock(self) -> bool:
        """Return whether a clock of a round runs."""
        return any(running.face.ends for running in self.rounds)


def load_going_on(club: int) -> GoingOn:
    """Return what goes on: two queries for evenings, one for rounds, and for each round that of its clock."""
    from scoring.models import GameTable  # the first page after a start waits for no models that it does not show

    since = now() - EVENING_LASTS
    # A table with a clock belongs to a tournament.
    running = GameTable.objects.filter(club=club, clock="", archived=None, ended=None, started__gte=since)
    evenings = running.order_by("-started", "-pk").only("slug", "started")[: MOST_EVENINGS + 1]
    return GoingOn(_name_players(list(evenings)), _show_rounds(_load_rounds(club)))


def _name_players(tables: list["GameTable"]) -> tuple[RunningEvening, ...]:
    """Return evenings with those who sit there; no names where the list of all evenings is shown instead."""
    from scoring.book.ledger.seats import build_seat_names, build_seats, list_seated

    rows = list_seated(tables) if tables and len(tables) <= MOST_EVENINGS else ()
    seats = {pk: build_seats(group, INSIDE) for pk, group in groupby(rows, key=lambda row: row.sitting.table_id)}
    evenings = []
    for table in tables:
        present = [seat for seat in seats.get(table.pk, ()) if seat.until is None]
        short = build_seat_names(present)
        evenings.append(RunningEvening(table, tuple(seat.shorten_names(short) for seat in present)))
    return tuple(evenings)


def load_public_rounds(club: OpenClub) -> GoingOn:
    """Return the rounds of a club as its visitors see them, as they were a moment ago; nothing unless it shows them."""
    if not club.shows_now:
        return GoingOn()
    return GoingOn((), _show_rounds(_PUBLIC.load_newest(club.number, "", lambda: _load_rounds(club.number))[1]))


def _load_rounds(club: int) -> tuple[tuple["Round", "PlayTime"], ...]:
    """Return the rounds that are being played, the newest first, with their clocks; one more than have links."""
    from tournaments.hall.clock.table_clocks import compute_round_clock
    from tournaments.models import Round

    real = Round.objects.filter(build_counting_filter(Round), tournament__club=club, tournament__archived=None)
    running = real.filter(tournament__ended=None)
    rows = running.filter(started__isnull=False, closed=None).select_related("tournament").order_by("-started", "-pk")
    return tuple((row, compute_round_clock(row.tournament, row)) for row in rows[: MOST_ROUNDS + 1])


def _show_rounds(rounds: Iterable[tuple["Round", "PlayTime"]]) -> tuple[RunningRound, ...]:
    """Return rounds with their clocks now and the names of those who lead, which may have changed: one query."""
    from tournaments.hall.clock.display import build_face
    from tournaments.models import Entrant
    from tournaments.results.standings.cache import find_leader

    shown = [(row, build_face(clock, now()), find_leader(row.tournament)) for row, clock in rounds]
    leaders = [leader for _row, _face, leader in shown if leader]
    entrants = Entrant.objects.filter(pk__in=leaders, person__merged_into=None)
    names = dict(entrants.values_list("pk", EVERYBODY.build_player_name())) if leaders else {}
    return tuple(RunningRound(row, face, names.get(leader, "")) for row, face, leader in shown)


def add_going_on(request: HttpRequest) -> dict[str, object]:
    """Add what goes on to the context of every page; nothing is asked until it is shown."""

    def load() -> GoingOn:
        try:
            may = load_shown_rights(request)
            if may.club is None:
                return load_public_rounds(find_visited_club(request))
            return load_going_on(may.club) if may.has_for_club(Right.TABLES) else GoingOn()
        except DatabaseError:  # the error page has a header too
            return GoingOn()

    return {"going_on": SimpleLazyObject(load)}


MOST_RUNNING, MOST_ENDED, MOST_RESULTS = 6, 3, 3
RECENT = timedelta(days=400)  # what was played longer ago is in the lists
_WINNERS: VersionCache[list[tuple[str, ...]]] = VersionCache(256)


class FirstPage(NamedTuple):
    """The content of the first page."""

    task: str  # what is likely now: "round", "table", "tournament", "begin" or "first" (nothing is there yet)
    mine: tuple[EveningRow, ...]  # running evenings at which the reader sits
    tables: tuple[EveningRow, ...]  # the other evenings that have not ended
    today: tuple[Tournament, ...]  # and those that were begun and go on
    coming: Tournament | None
    ended: tuple[tuple[EveningRow, tuple[str, ...]], ...]  # with the winners
    results: tuple[tuple[Tournament, tuple[str, ...]], ...]
    year: int | None  # three evenings were settled in it, and no season counts them
    due_years: tuple[UnpublishedYear, ...]  # in their last month, or over

    @property
    def likely(self) -> EveningRow | None:
        """The running evening to which the large button leads."""
        return next(iter((*self.mine, *self.tables)), None)


def load_first_page(account: Account, *, has_round: bool) -> FirstPage:
    """Return the first page; a fixed number of queries, and an evening's book once after its end."""
    evenings = load_evenings(account.club_id)
    name = account.person.name
    mine = tuple(row for row in evenings.open if name in row.names)
    other_rows = tuple(row for row in evenings.open if name not in row.names)
    today, coming = _find_next(account.club_id)
    results = _load_results(account.club_id)
    is_empty = not (evenings.open or evenings.ended or today or coming or results)
    return FirstPage(
        task="round" if has_round else _choose_task((*mine, *other_rows), today, is_empty=is_empty),
        mine=mine[:MOST_RUNNING],
        tables=other_rows[:MOST_RUNNING],
        today=today,
        coming=coming,
        ended=_build_results(account.club_id, evenings.ended[:MOST_ENDED]),
        results=results,
        year=find_offered_year(account.club_id) if evenings.ended else None,
        due_years=tuple(year for year in list_unpublished_years(account.club_id) if year.is_due),
    )


def _choose_task(running: Sequence[EveningRow], today: Sequence[Tournament], *, is_empty: bool) -> str:
    """Return what people most likely come for while no round is played."""
    if any(row.table.started > now() - EVENING_LASTS for row in running):
        return "table"
    if today:
        return "tournament"
    return "first" if is_empty else "begin"


def _find_next(club: int) -> tuple[tuple[Tournament, ...], Tournament | None]:
    """Return the tournaments of today, with those that were begun and go on; and the next one."""
    day = timezone.localtime(now()).date()
    lately = Q(frozen__isnull=False, day__gte=day - timedelta(days=2))  # over two days, say
    unended = Tournament.objects.filter(Q(day__gte=day) | lately, club=club, archived=None, ended=None)
    rows = list(unended.order_by("day", "pk")[: MOST_RUNNING + 1])
    today = tuple(row for row in rows if row.day <= day)
    return today, next((row for row in rows if row.day > day), None)


def _build_results(club: int, rows: Sequence[EveningRow]) -> tuple[tuple[EveningRow, tuple[str, ...]], ...]:
    """Return evenings with their winners, worked out once for each state of their books."""
    version = repr([(row.table.slug, bytes(row.table.head), row.names) for row in rows])
    winners = _WINNERS.load_newest(club, version, lambda: _compute_winners([row.table for row in rows]))[1]
    return tuple(zip(rows, winners, strict=True))


def _compute_winners(tables: list[GameTable]) -> list[tuple[str, ...]]:
    prefetch_related_objects(tables, "sheet_version")
    books = zip(tables, load_table_books(tables, INSIDE), strict=True)
    # Whatever was agreed about money, the written score decides.
    return [compute_settlement(entry.book, entry.seats, Stakes(), bytes(table.head)).winners for table, entry in books]


def _load_results(club: int) -> tuple[tuple[Tournament, tuple[str, ...]], ...]:
    """Return the tournaments that ended last, with the first of the final result; a query for each."""
    rows = Tournament.objects.filter(club=club, archived=None, ended__gte=now() - RECENT).order_by("-day", "-pk")
    first = {row: _list_first(row) for row in rows[:MOST_RESULTS]}
    names = dict(
        Person.objects.filter(pk__in=[pk for persons in first.values() for pk in persons]).values_list("pk", "name")
    )
    return tuple((row, tuple(names[pk] for pk in persons if pk in names)) for row, persons in first.items())


def _list_first(tournament: Tournament) -> tuple[int, ...]:
    """Return the persons with the first rank of the published final result."""
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    return () if edition is None else tuple(row.person for row in edition.rows if row.rank == 1)


def show_first_page(request: HttpRequest) -> HttpResponse:
    """Show what is likely now, what goes on, what is next and who has won."""
    account = get_staff_account(request)
    going_on = load_going_on(account.club_id)
    page = load_first_page(account, has_round=bool(going_on.rounds))
    asks_names = not (account.club.new_names or account.club.is_federation)
    context = {"page": page, "now": going_on, "year": f"{page.year}", "asks_names": asks_names}
    return render(request, "tarockclub/office/first_page/first_page.html", context)
