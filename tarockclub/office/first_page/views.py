"""The first page of those who are logged in: who needs them, what goes on, what is next, who has won."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from operator import itemgetter
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.agreement import Stakes
from scoring.models import GameTable
from scoring.table.evenings.selectors import EveningRow, load_evenings
from scoring.table.settlement.services import compute_settlement
from scoring.table.written_sheet.selectors import load_table_books
from tarockclub.kit.amounts import format_signed_points
from tarockclub.kit.time_source import now
from tarockclub.kit.words import get_current_language, say_number
from tarockclub.models import Account, Person
from tarockclub.office.first_page.going_on import EVENING_LASTS, GoingOn, load_going_on
from tarockclub.platform.accounts.looks import PAYMENTS, note_look
from tarockclub.platform.accounts.permissions import find_rights, get_staff_account
from tarockclub.platform.accounts.rights import Right, Rights
from tarockclub.platform.privacy.readers import INSIDE
from tarockclub.platform.server.page_cache import VersionCache
from tarockclub.templatetags.proof import LastBackup, last_backup
from tournaments.around.day.needs import (
    Errand,
    filter_applied,
    list_applications,
    list_debts,
    list_next_steps,
    list_seatless,
)
from tournaments.around.day.page import RoundDay, load_round_day
from tournaments.around.public.dates import load_dates, load_evening_dates
from tournaments.around.public.front import load_seasons
from tournaments.around.public.front_parts import FrontStanding, load_front_standing
from tournaments.core.editions import FINAL, find_latest_edition
from tournaments.core.view_helpers import render_page
from tournaments.hall.clock.display import UP
from tournaments.hall.setup.steps import load_setup_progress
from tournaments.models import Presence, Tournament
from tournaments.people.invitations.dates import DatedTournament
from tournaments.results.standings.editions import load_standing_editions
from tournaments.seasons.season.evenings.days import find_offered_year, list_unpublished_years

MOST_RUNNING, MOST_WON = 6, 3
MOST_DESKS = 3  # rounds whose tables are looked at
MOST_DATES, MOST_FIRST = 3, 3
RECENT = timedelta(days=400)  # what was played longer ago is in the lists
_WINNERS: VersionCache[list[tuple[tuple[str, ...], str]]] = VersionCache(256)


class FirstPage(NamedTuple):
    """The content of the first page."""

    task: str  # what is likely now: "round", "table", "tournament", "begin" or "first" (nothing is there yet)
    mine: tuple[EveningRow, ...]  # running evenings at which the reader sits
    tables: tuple[EveningRow, ...]  # the other evenings that have not ended
    today: tuple[Tournament, ...]  # and those that were begun and go on
    days: tuple[RoundDay, ...]
    needs: tuple[Errand, ...]  # before money
    late: tuple[Errand, ...]  # money, seasons, copies
    dates: tuple[DatedTournament, ...]
    standing: FrontStanding | None
    won: tuple[dict[str, Any], ...]  # who has won what was played last

    @property
    def likely(self) -> EveningRow | None:
        """The running evening to which the large button leads."""
        return next(iter((*self.mine, *self.tables)), None)

    @property
    def breaks(self) -> list[Tournament]:
        """The tournaments that have begun, between two rounds."""
        playing = {day.round.tournament_id for day in self.days}
        return [row for row in self.today if row.frozen is not None and row.pk not in playing]

    @property
    def has_several_days(self) -> bool:
        """True if the numbers of tables alone do not say which tournament they belong to."""
        return len(self.days) > 1

    @property
    def next_date(self) -> DatedTournament | None:
        """The date of the ticket."""
        return next((dated for dated in self.dates if not dated.news.is_cancelled), None)

    @property
    def later_dates(self) -> list[DatedTournament]:
        """The other dates."""
        return [dated for dated in self.dates if dated is not self.next_date]

    @property
    def need_count(self) -> int:
        """The number of things that wait."""
        return len(self.needs) + len(self.late) + sum(len(day.desk.get("needs", ())) for day in self.days)

    @property
    def head(self) -> str:
        """The sentence of how many things wait."""
        count = self.need_count
        if not count:
            return _("Nobody is waiting for you")
        many = ngettext("One thing is waiting for you", "%(number)s things are waiting for you", count)
        return many % {"number": say_number(count, get_current_language()).capitalize()}

    @property
    def sentence(self) -> str:
        """The sentence of what waits: tables, fees, people who want to join in, and the rest."""
        fees = sum(len(day.debts) for day in self.days) + sum(need.icon == "money" for need in self.late)
        tables, people = sum(len(day.calls) for day in self.days), sum(need.icon == "people" for need in self.needs)
        rest = self.need_count - tables - fees - people
        counted = (
            (tables, ngettext("one table", "%(number)s tables", tables)),
            (fees, ngettext("open fees of one tournament", "open fees of %(number)s tournaments", fees)),
            (people, ngettext("one tournament with new people", "%(number)s tournaments with new people", people)),
            (rest, ngettext("one other thing", "%(number)s other things", rest)),
        )
        language = get_current_language()
        text = ", ".join(many % {"number": say_number(count, language)} for count, many in counted if count)
        return f"{text[:1].upper()}{text[1:]}." if text else ""

    @property
    def is_quiet(self) -> bool:
        """True if nothing is played, and nobody is waiting."""
        return not (self.days or self.breaks or self.need_count or self.task == "table")

    @property
    def has_evening_ticket(self) -> bool:
        """True if the ticket leads to the evening that people come for."""
        return self.is_quiet and self.next_date is not None and self.next_date.is_evening


def load_first_page(account: Account, going_on: GoingOn, may: Rights, backup: LastBackup | None) -> FirstPage:
    """Return the first page; a fixed number of queries for each round, and an evening's book once after its end."""
    club, name = account.club, account.person.name
    evenings = load_evenings(club.pk)
    mine = tuple(row for row in evenings.open if name in row.names)
    other_rows = tuple(row for row in evenings.open if name not in row.names)
    (today, cancelled), results, ended = (
        _load_today(club.pk),
        _load_results(club.pk),
        _build_results(club.pk, evenings.ended[:MOST_WON]),
    )
    dates = sorted((*load_dates(club), *load_evening_dates({club.pk: True})), key=lambda dated: dated.day)
    is_empty = not (evenings.open or evenings.ended or today or dates or results)
    days = tuple(load_round_day(running.round, may, running.face) for running in going_on.rounds[:MOST_DESKS])
    return FirstPage(
        task="round" if days else _choose_task((*mine, *other_rows), today, is_empty=is_empty),
        mine=mine[:MOST_RUNNING],
        tables=other_rows[:MOST_RUNNING],
        today=today,
        days=days,
        needs=(
            *_list_gongs(days),
            *list_next_steps(today, may),
            *_list_seatless(today, days, may),
            *list_applications(filter_applied(club.pk)[:MOST_RUNNING], may),
        ),
        late=tuple(
            _list_late_needs(account, days, (*today, *cancelled), may, backup, has_evenings=bool(evenings.ended))
        ),
        dates=tuple(dates[:MOST_DATES]),
        standing=load_front_standing(load_seasons(club), MOST_FIRST),
        won=tuple(sorted((*results, *ended), key=itemgetter("day"), reverse=True)[:MOST_WON]),
    )


def _choose_task(running: Sequence[EveningRow], today: Sequence[Tournament], *, is_empty: bool) -> str:
    """Return what people most likely come for while no round is played."""
    if any(row.table.started > now() - EVENING_LASTS for row in running):
        return "table"
    if today:
        return "tournament"
    return "first" if is_empty else "begin"


def _load_today(club: int) -> tuple[tuple[Tournament, ...], tuple[Tournament, ...]]:
    """Return the tournaments of today, with those that go on; the cancelled ones with fees to give back."""
    day = timezone.localtime(now()).date()
    lately = Q(frozen__isnull=False, day__gte=day - timedelta(days=2))  # over two days, say
    paid = Exists(Presence.objects.filter(round__tournament=OuterRef("pk"), paid__gt=0))
    shown = (Q(day=day) | lately) & Q(cancelled=None, ended=None) | Q(paid, cancelled__isnull=False)
    rows = tuple(Tournament.objects.filter(shown, club=club, archived=None).order_by("day", "pk"))
    return tuple(row for row in rows if not row.cancelled)[:MOST_RUNNING], tuple(row for row in rows if row.cancelled)


def _list_gongs(days: Iterable[RoundDay]) -> Iterator[Errand]:
    """Yield the rounds whose time is up, and what is missing there."""
    for day in days:
        if day.desk and day.face.state == UP:
            href = reverse("desk", args=[day.shown.slug, day.round.number])
            yield Errand("clock", day.next_text, href, _("To the tables"), day.shown.name)


def _list_seatless(today: Iterable[Tournament], days: Iterable[RoundDay], may: Rights) -> Iterator[Errand]:
    """Yield who has no seat in the rounds that are drawn; the tables of those that are played say so themselves."""
    at_desks = {day.round.tournament_id for day in days if day.desk}
    for row in today if may.has(Right.DIRECT) else ():
        if row.pk not in at_desks and load_setup_progress(row).drawn:
            yield from list_seatless(row)


def _list_late_needs(
    account: Account,
    days: Sequence[RoundDay],
    rows: Sequence[Tournament],
    may: Rights,
    backup: LastBackup | None,
    *,
    has_evenings: bool,
) -> Iterator[Errand]:
    """Yield debts of tournaments between rounds, what seasons and names ask for, and copies that are old."""
    at_desks = {day.round.tournament_id for day in days if day.desk}
    yield from list_debts([row for row in rows if row.pk not in at_desks], may)
    if may.has_for_club(Right.DIRECT):
        for due in list_unpublished_years(account.club_id):
            if due.is_due:
                yield Errand("seasons", due.sentence, reverse("season", args=[due.season.slug]), _("To the season"))
        year = find_offered_year(account.club_id) if has_evenings else None
        if year:
            text = _("Begin the year's standings %(year)s") % {"year": year}
            yield Errand("seasons", text, f"{reverse('new_year')}?year={year}", _("Begin"))
        if not (account.club.new_names or account.club.is_federation):
            text = _("New names at a table: what does everybody see?")
            yield Errand("people", text, reverse("people_settings"), _("Choose"))
    if backup is not None and (backup.warning or backup.days):
        text = backup.warning or _("The last copy is %(days)s days old") % {"days": backup.days}
        yield Errand("warning", text, reverse("backups"), _("Backups"))


def _build_results(club: int, rows: Sequence[EveningRow]) -> list[dict[str, Any]]:
    """Return evenings with their winners, worked out once for each state of their books."""
    version = repr([(row.table.slug, bytes(row.table.head), row.names) for row in rows])
    winners = _WINNERS.load_newest(club, version, lambda: _compute_winners([row.table for row in rows]))[1]
    return [
        {
            "day": timezone.localtime(row.table.started).date(),
            "winners": names,
            "points": points,
            "of": ", ".join(row.names),
            "href": reverse("settlement", args=[row.table.slug]),
        }
        for row, (names, points) in zip(rows, winners, strict=True)
    ]


def _compute_winners(tables: list[GameTable]) -> list[tuple[tuple[str, ...], str]]:
    prefetch_related_objects(tables, "sheet_version")
    books = zip(tables, load_table_books(tables, INSIDE), strict=True)
    # Whatever was agreed about money, the written score decides.
    settled = (compute_settlement(entry.book, entry.seats, Stakes(), bytes(table.head)) for table, entry in books)
    return [(won.winners, format_signed_points(won.ranked[0].owed.written) if won.winners else "") for won in settled]


def _load_results(club: int) -> list[dict[str, Any]]:
    """Return the tournaments that ended last, with the first of the final result; a query for each."""
    rows = Tournament.objects.filter(club=club, archived=None, ended__gte=now() - RECENT).order_by("-day", "-pk")
    first = {row: _list_first(row) for row in rows[:MOST_WON]}
    names = dict(
        Person.objects.filter(pk__in=[pk for persons in first.values() for pk in persons]).values_list("pk", "name")
    )
    return [
        {
            "day": row.day,
            "winners": [names[pk] for pk in persons if pk in names],
            "of": row.name,
            "href": reverse("results", args=[row.slug]),
        }
        for row, persons in first.items()
    ]


def _list_first(tournament: Tournament) -> tuple[int, ...]:
    """Return the persons with the first rank of the published final result."""
    edition = find_latest_edition(load_standing_editions(tournament), FINAL)
    return () if edition is None else tuple(row.person for row in edition.rows if row.rank == 1)


def show_first_page(request: HttpRequest) -> HttpResponse:
    """Show who needs the reader, what goes on, what is next and who has won."""
    account, may = get_staff_account(request), find_rights(request)
    going_on = load_going_on(account.club_id)
    page = load_first_page(account, going_on, may, last_backup(Context({"may": may})))
    for day in page.days:
        if any(need.fees for need in day.debts):
            note_look(request, account.club_id, PAYMENTS, of=day.round.tournament_id)
    context = {"page": page, "moment": now()}
    if may.has_for_club(Right.TABLES):
        context["going_on"] = going_on  # the strip above has it, too
    return render_page(request, "tarockclub/office/first_page/first_page.html", context)
