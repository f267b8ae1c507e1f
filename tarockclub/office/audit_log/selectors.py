"""The filter of the log: by what it is about, by person, by days; and who can be picked."""

from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import parse_day_or_none
from tarockclub.kit.text import parse_whole
from tarockclub.models import Account, ClubLog, LogEntry, Person
from tarockclub.office.audit_log.names import GROUPS
from tarockclub.office.audit_log.reading import Source, build_act_lines, build_entry_lines, build_season_lines
from tournaments.models import Act, Season, SeasonAct, Tournament

CLUB, TOURNAMENTS, SEASONS = "club", "tournaments", "seasons"
WHOLES: dict[str, Promise] = {
    CLUB: _("all but tournaments and seasons"),
    TOURNAMENTS: _("all tournaments"),
    SEASONS: _("all seasons"),
}
MOST_PICKED = 30  # tournaments, and seasons, among which one is picked; of older ones the own page leads to it
Owner = Tournament | Season


class LogFilter(NamedTuple):
    """The requested filter; empty: everything."""

    about: str = ""  # one of GROUPS or WHOLES
    owner: Owner | None = None  # about this alone
    person: int | None = None  # number in the register: who did it, or whom it concerns
    since: date | None = None
    until: date | None = None

    @property
    def subject(self) -> str:
        """The subject that is picked, as the address of the page says it."""
        return self.about if self.owner is None else str(self.owner.slug)

    @property
    def tournament(self) -> Tournament | None:
        """The tournament alone that it is about."""
        return self.owner if isinstance(self.owner, Tournament) else None

    def is_about(self, whole: str) -> bool:
        """Return whether rows of a kind, one of WHOLES, are wanted."""
        if self.owner is not None:
            return whole == (SEASONS if isinstance(self.owner, Season) else TOURNAMENTS)
        return self.about in ("", whole) or (whole == CLUB and self.about in GROUPS)


def parse_log_filter(club: int, query: QueryDict, owner: Owner | None = None) -> LogFilter:
    """Read the filter from the address; what cannot be read filters nothing. `owner`: that of the page."""
    about = query.get("about", "")
    return LogFilter(
        about if about in WHOLES or about in GROUPS else "",
        owner or find_log_owner(club, about),
        parse_whole(query.get("person", "")),
        parse_day_or_none(query.get("from", "")),
        parse_day_or_none(query.get("to", "")),
    )


def find_log_owner(club: int, slug: str) -> Owner | None:
    """Return the tournament or season of the club with this slug; None without one."""
    try:
        identifier = UUID(slug)
    except ValueError:
        return None
    tournament = Tournament.everything.filter(club=club, slug=identifier).first()
    return tournament or Season.objects.filter(club=club, slug=identifier).first()


def list_log_sources(club: int, chosen: LogFilter) -> list[Source]:
    """Return the rows that are wanted; of all tournaments only those that count."""
    pick = _build_picker(club, chosen)
    sources = []
    if chosen.is_about(CLUB):
        entries = pick(LogEntry.objects.select_related("by", "about", "token"), "by", "about")
        if chosen.about in GROUPS:
            entries = entries.filter(kind__in=GROUPS[chosen.about].kinds)
        sources.append(Source(0, ClubLog.objects.filter(club=club), entries, "log", build_entry_lines))
    if chosen.is_about(TOURNAMENTS):
        its = Tournament.objects if chosen.owner is None else Tournament.everything.filter(pk=chosen.owner.pk)
        acts = pick(Act.objects.select_related(*_OF_ACTS, "tournament", "round", "table", "undoes", "undone_by"), "by")
        sources.append(Source(1, its.filter(club=club), acts, "tournament", build_act_lines))
    if chosen.is_about(SEASONS):
        seasons = Season.objects.filter(club=club, **({} if chosen.owner is None else {"pk": chosen.owner.pk}))
        acts = pick(SeasonAct.objects.select_related(*_OF_ACTS, "season"), "by")
        sources.append(Source(2, seasons, acts, "season", build_season_lines))
    return sources


_OF_ACTS = ("by", "note")


def _build_picker(club: int, chosen: LogFilter) -> Any:
    """Return a function that filters rows by person, in these columns, and by days."""
    picked = Q()
    if chosen.since is not None:
        picked &= Q(at__gte=compute_midnight(chosen.since))
    if chosen.until is not None:
        picked &= Q(at__lt=compute_midnight(chosen.until + timedelta(days=1)))
    ids: list[int] = []
    if chosen.person is not None:
        condition = Q(number=chosen.person) | Q(merged_into__number=chosen.person)
        ids = list(Person.objects.filter(condition, club=club).values_list("pk", flat=True))

    def pick(rows: QuerySet[Any], *columns: str) -> QuerySet[Any]:
        if chosen.person is None:
            return rows.filter(picked)
        return rows.filter(picked, Q(*((f"{column}__in", ids) for column in columns), _connector=Q.OR))

    return pick


def compute_midnight(day: date) -> datetime:
    """Return the moment at which a day begins."""
    return timezone.make_aware(datetime.combine(day, time()))


def list_log_people(club: int, owner: Owner | None) -> list[Person]:
    """Return who can be picked: who has done something there; of the whole log whoever has or had access, too."""
    if owner is not None:
        doers = Q(pk__in=owner.acts.order_by().values("by"))
    else:
        logged = LogEntry.objects.filter(log__club=club).exclude(by=None).order_by().values("by")
        doers = Q(pk__in=logged) | Q(pk__in=Account.objects.filter(club=club).order_by().values("person"))
    return list(Person.objects.filter(doers, club=club, merged_into=None).order_by("name", "number"))


def list_log_owners(club: int, picked: Owner | None) -> list[tuple[Promise, list[Owner]]]:
    """Return the latest tournaments and seasons under their headings, and the picked one in any case."""
    tournaments: list[Owner] = [*Tournament.objects.filter(club=club).order_by("-day", "-pk")[:MOST_PICKED]]
    seasons: list[Owner] = [*Season.objects.filter(club=club).order_by("-pk")[:MOST_PICKED]]
    for rows, model in ((tournaments, Tournament), (seasons, Season)):
        if isinstance(picked, model) and picked not in rows:
            rows.append(picked)
    return [(_("Tournaments"), tournaments), (_("Seasons"), seasons)]
