"""Finding tournaments, rounds, tables and seasons by their address, and what acts name by id or say of dates."""

import uuid
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import NamedTuple, TypeVar

from django.db.models import Count, Exists, IntegerField, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _

from scoring.book.ledger.codec import DEALS
from scoring.models import Deal, Entry
from tarockclub.kit.days import format_day
from tarockclub.platform.clubs.middleware import check_open
from tournaments.core.acts import Kind
from tournaments.core.settings import Settings, parse_settings
from tournaments.models import Act, Entrant, Presence, Round, RoundTable, Season, Tournament

_PLAYED_KINDS = (*DEALS, Entry.Kind.END_TOTALS, Entry.Kind.TRANSFER)


class RoundContext(NamedTuple):
    """A round at its tournament, with the settings."""

    tournament: Tournament
    settings: Settings
    round: Round


def find_tournament(slug: uuid.UUID, *, deleted: bool = False) -> Tournament:
    """Return the tournament of an address, or 404, also for one that was deleted; with its club and sheet version.

    `deleted`: also one that was, for a tap that comes twice.
    """
    tournament = get_object_or_404(Tournament.everything.select_related("club", "sheet_version"), slug=slug)
    if not deleted and tournament.archived is not None and not has_been_played(tournament):
        raise Http404
    check_open(tournament.club)
    return tournament


def find_season(slug: uuid.UUID) -> Season:
    """Return the season of an address, with its club; raise Http404 if there is none."""
    season = get_object_or_404(Season.objects.select_related("club"), slug=slug)
    check_open(season.club)
    return season


def has_been_played(tournament: Tournament) -> bool:
    """Tell whether a tournament has a recorded hand, or money has moved: then it can only be archived."""
    return filter_played(Tournament.everything.filter(pk=tournament.pk)).exists()


def filter_played(tournaments: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Filter the tournaments that have a recorded hand, or in which money has moved."""
    hand = Deal.objects.filter(table__round_table__round__tournament=OuterRef("pk"), entry__kind__in=_PLAYED_KINDS)
    moved = Act.objects.filter(tournament=OuterRef("pk"), kind__in=(Kind.PAID, Kind.CASH))  # also there and back
    return Tournament.everything.filter(Exists(hand) | Exists(moved), pk__in=tournaments.values("pk"))


def load_size(slug: uuid.UUID) -> tuple[int, int]:
    """Return how large a tournament is: the people who have played, the tables at once."""
    rows = Tournament.everything.filter(slug=slug)
    people, tables = rows.values_list(build_people_count("pk"), build_tables_count("pk")).get()
    return people, tables


def build_people_count(tournament: str) -> Coalesce:
    """Return the expression for how many people have played in a tournament, also who has left or was replaced.

    As long as no round has started: how many have entered.
    """
    entrants, playing = Entrant.objects.filter(tournament=OuterRef(tournament)), Presence.State
    played = entrants.filter(presences__round__started__isnull=False, presences__state__in=(playing.IN, playing.LEFT))
    return Coalesce(_count_entrants(played), _count_entrants(entrants.filter(withdrawn=None)), 0)


def _count_entrants(rows: QuerySet[Entrant]) -> Subquery:
    persons = Count(Coalesce("person__merged_into", "person"), distinct=True)
    counted = rows.order_by().values("tournament").annotate(many=persons).values("many")
    return Subquery(counted, output_field=IntegerField())


def build_tables_count(tournament: str) -> Coalesce:
    """Return the expression for how many tables a tournament has had at once: most in one of its rounds."""
    rounds = Round.objects.filter(tournament=OuterRef(tournament)).exclude(Q(started=None) & ~Q(closed=None))
    most = rounds.annotate(many=Count("tables")).order_by("-many").values("many")[:1]
    return Coalesce(Subquery(most, output_field=IntegerField()), 0)


def find_round(slug: uuid.UUID, number: int) -> RoundContext:
    """Return a round of the tournament of an address, or 404."""
    tournament = find_tournament(slug)
    round_ = get_object_or_404(Round.objects.select_related("draw"), tournament=tournament, number=number)
    round_.tournament = tournament
    return RoundContext(tournament, parse_settings(tournament.settings), round_)


def find_table(context: RoundContext, number: int) -> RoundTable:
    """Return a table of a round, or 404."""
    tables = RoundTable.objects.select_related("game_table__sheet_version", "round")
    return get_object_or_404(tables, round=context.round, number=number)


def load_settings(tournament: Tournament) -> Settings:
    """Load the settings of a tournament."""
    return parse_settings(tournament.settings)


class DateNews(NamedTuple):
    """The changes of a tournament's date that everybody is told; `sequence` grows with each, and with other words."""

    sequence: int = 0  # of the last act that changed what calendars show
    at: datetime | None = None  # of that act
    act: int = 0  # the sequence number of the act that cancelled or moved it; 0: neither
    text: str = ""  # what has happened, in words
    reason: str = ""
    is_cancelled: bool = False


_SHOWN_KINDS = (Kind.SETTINGS, Kind.INVITATION, Kind.DATE)


def load_date_news(rows: Collection[Tournament]) -> dict[int, DateNews]:
    """Return by tournament (id) what is new about its date; one query, none without tournaments."""
    changes = Act.objects.filter(Q(kind__in=_SHOWN_KINDS) | Q(undoes__kind=Kind.DATE), tournament__in=rows)
    acts: dict[int, list[Act]] = {}
    for act in changes.select_related("note", "undone_by").order_by("sequence") if rows else ():
        acts.setdefault(act.tournament_id, []).append(act)
    return {row.pk: _build_news(row, acts.get(row.pk, [])) for row in rows}


def _build_news(row: Tournament, acts: list[Act]) -> DateNews:
    news = DateNews(acts[-1].sequence, acts[-1].at) if acts else DateNews()
    counting = [act for act in acts if act.kind == Kind.DATE and getattr(act, "undone_by", None) is None]
    if not counting or not (row.cancelled or row.moved_from):
        return news
    change = counting[-1]
    text = _("Cancelled")
    if row.cancelled is None and row.moved_from is not None:
        text = _("Moved from %(day)s") % {"day": format_day(row.moved_from)}
    reason = change.note.text if change.note is not None else ""
    return news._replace(act=change.sequence, text=text, reason=reason, is_cancelled=row.cancelled is not None)


def find_date_news(tournament: Tournament) -> DateNews:
    """Return what is new about a tournament's date; no query where it was neither cancelled nor moved."""
    if tournament.cancelled is None and tournament.moved_from is None:
        return DateNews()
    return load_date_news([tournament])[tournament.pk]


# What acts name by its id: an unknown one yields a substitute, so that the rest remains readable.

T = TypeVar("T")


class Lookup(dict[int, T]):
    """Values by id; a missing id yields its substitute, and is not in the lookup.

    >>> names = Lookup({7: "Anton"}, lambda person: f"person {person}?")
    >>> names[7], names[8], names.get(8), len(names)
    ('Anton', 'person 8?', None, 1)
    """

    def __init__(self, values: Mapping[int, T], unknown: Callable[[int], T]) -> None:
        super().__init__(values)
        self._unknown = unknown

    def __missing__(self, key: int) -> T:
        """Return the substitute for a missing id."""
        return self._unknown(key)


def format_unknown_person() -> str:
    """Return the text for a person whom an act names and who is no longer known."""
    return _("unknown person")


def format_unknown_entry() -> str:
    """Return the text for an entry that is no longer known."""
    return _("unknown entry")
