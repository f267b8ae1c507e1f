"""A club's evenings as a list, a tournament standing for all its tables."""

from collections.abc import Sequence
from typing import NamedTuple

from django.db.models import Case, Q, QuerySet, When
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from scoring.book.hooks import get_statistics_hooks
from scoring.book.ledger.seats import list_real_seats, load_table_seats
from scoring.book.sums.counts import HAND_COUNT, count_hands
from scoring.models import GameTable, Seated
from tarockclub.kit.tables import Column, List, filter_matching
from tarockclub.kit.tables.search import split_words
from tarockclub.platform.privacy.readers import INSIDE


def get_row_address(table: GameTable) -> str:
    """Return the address to which a row leads after add_row_values(): of the tournament, or of the evening."""
    if table.__dict__["tournament"] is not None:
        return str(table.__dict__["tournament"].href)
    return get_evening_address(table)


def get_evening_address(table: GameTable) -> str:
    """Return the address of an evening; once it has ended, that of its settlement."""
    return reverse("settlement" if table.ended else "table", args=[table.slug])


EVENINGS = List(
    caption=_("Evenings"),
    columns=(Column("day", _("Day")),),
    sort="-day",
    empty=_("Nothing was found."),
    search=_("Find by name"),
    size=12,
)


def list_tables(club: int, typed: str, *, archived: bool = False) -> QuerySet[GameTable]:
    """Return the club's evenings at which somebody sat for each typed word; `archived`: those in the archive.

    Of a tournament it is the first of such tables, with the hands of them all.
    """
    # A table with a clock is archived with its tournament; one without an entry is as good as deleted.
    archive = Q(clock="", archived__isnull=False, last_sequence__gt=0)
    hooks = get_statistics_hooks()
    tables = GameTable.objects.filter(archive if archived else hooks.listed(), club=club)
    seated = Seated.objects.filter(sitting__table__club=club)
    for word in split_words(typed):
        tables = tables.filter(pk__in=filter_matching(seated, word, ("person__name",)).values("sitting__table"))
    rows = keep_rows(tables)
    return rows.annotate(hands=Case(When(clock="", then=HAND_COUNT), default=hooks.add(HAND_COUNT)))


def keep_rows(tables: QuerySet[GameTable]) -> QuerySet[GameTable]:
    """Return evenings, and of each tournament the first table alone, which stands for all of them."""
    return get_statistics_hooks().first(tables).select_related("sheet_version")


def add_row_values(tables: Sequence[GameTable]) -> None:
    """Add to the tables of keep_rows() who sat there, or the tournament with its name; few queries for all."""
    tournaments = get_statistics_hooks().tournaments([table.pk for table in tables])
    seats = load_table_seats([table.pk for table in tables if table.pk not in tournaments], INSIDE)
    for table in tables:
        tournament, place = tournaments.get(table.pk), str(_("evening"))
        who = ", ".join(seat.name for seat in list_real_seats(seats.get(table.pk, ())))
        if tournament is not None:
            who = ngettext("%(number)s table", "%(number)s tables", tournament.tables) % {"number": tournament.tables}
            place = tournament.name
        table.__dict__.update({"tournament": tournament, "who": who, "place": place})


MOST_EVENINGS = 20


class EveningRow(NamedTuple):
    """One of a club's latest evenings, and who sits there now."""

    table: GameTable
    names: tuple[str, ...]
    hands: int


class EveningLists(NamedTuple):
    """A club's latest evenings, the newest first."""

    open: list[EveningRow]
    ended: list[EveningRow]


def load_evenings(club_id: int, most_open: int | None = MOST_EVENINGS) -> EveningLists:
    """Return a club's evenings that go on, so many or all of them, and the latest that ended; four queries."""
    going_on, ended = _list_latest(club_id, most_open, ended=False), _list_latest(club_id, ended=True)
    tables = [*going_on, *ended]
    names, hands = _load_seated_names(tables), count_hands(tables)
    rows = [EveningRow(table, tuple(names.get(table.pk, {}).values()), hands[table.pk]) for table in tables]
    return EveningLists(rows[: len(going_on)], rows[len(going_on) :])


def _list_latest(club_id: int, most: int | None = MOST_EVENINGS, *, ended: bool) -> list[GameTable]:
    # a table with a clock belongs to a tournament
    tables = GameTable.objects.filter(club=club_id, clock="", archived=None, ended__isnull=not ended)
    return list(tables.order_by("-started", "-pk")[:most])


def _load_seated_names(tables: list[GameTable]) -> dict[int, dict[int, str]]:
    """Return the names of the seated players of each table, by place."""
    seated = Seated.objects.filter(sitting__table__in=tables, sitting__to_deal=None).select_related("sitting", "person")
    names: dict[int, dict[int, str]] = {}
    for row in seated.order_by("sitting__place", "version", "from_deal"):
        names.setdefault(row.sitting.table_id, {})[row.sitting.place] = INSIDE.name_person(row.person)
    return names
