"""The first page of those who are logged in: what is likely now, what is next, and who has won."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Q, prefetch_related_objects
from django.utils import timezone

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.table.evenings.selectors import EveningRow, load_evenings
from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Person
from tarockclub.office.first_page.going_on import EVENING_LASTS
from tarockclub.platform.server.page_cache import VersionCache
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.models import Tournament
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.evenings.days import UnpublishedYear, find_offered_year, list_unpublished_years

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
    books = zip(tables, load_table_books(tables), strict=True)
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
