"""The entries of a club's log: filtered by kind, person, period and words."""

import re
from datetime import date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tarockclub.kit.days import format_moment, parse_day_or_none
from tarockclub.kit.tables import Column, List
from tarockclub.kit.tables.search import find_matching, split_words
from tarockclub.kit.text import parse_whole
from tarockclub.models import Account, ApiToken, LogEntry, Person
from tarockclub.office.audit_log.kinds import GROUPS, format_kind
from tarockclub.office.audit_log.messages import format_origin
from tarockclub.office.audit_log.names import format_person
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.looks import SEASON_FILE, TOURNAMENT_FILE
from tournaments.models import Season, Tournament


class LogFilter(NamedTuple):
    """The requested filter; empty: everything."""

    group: str = ""  # one of GROUPS
    person: int | None = None  # number in the register: who did it, or whom it concerns
    since: date | None = None
    until: date | None = None

    @property
    def all(self) -> bool:
        """True without any filter."""
        return self == LogFilter()


def parse_log_filter(query: QueryDict) -> LogFilter:
    """Read the filter from the address; what cannot be read filters nothing."""
    group = query.get("kind", "")
    return LogFilter(
        group if group in GROUPS else "",
        parse_whole(query.get("person", "")),
        parse_day_or_none(query.get("from", "")),
        parse_day_or_none(query.get("to", "")),
    )


def list_log_entries(club: int, chosen: LogFilter, typed: str) -> QuerySet[LogEntry]:
    """Return the entries of a club's log that pass the filter and have each typed word."""
    entries = LogEntry.objects.filter(log__club=club).select_related("by", "about", "token")
    if chosen.group:
        entries = entries.filter(kind__in=GROUPS[chosen.group].kinds)
    if chosen.person is not None:
        same = Person.objects.filter(
            Q(number=chosen.person) | Q(merged_into__number=chosen.person), club=club
        ).values_list("pk", flat=True)
        entries = entries.filter(_build_person_query(list(same)))
    if chosen.since is not None:
        entries = entries.filter(at__gte=_compute_midnight(chosen.since))
    if chosen.until is not None:
        entries = entries.filter(at__lt=_compute_midnight(chosen.until + timedelta(days=1)))
    for word in split_words(typed):
        entries = entries.filter(_build_word_query(club, word))
    return entries


def _compute_midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def _build_person_query(ids: list[int]) -> Q:
    return Q(by__in=ids) | Q(about__in=ids)


def _build_word_query(club: int, word: str) -> Q:
    """Return the query for a word in names, programs, kinds, browsers and files; letters are folded."""
    people = Person.objects.filter(club=club).values_list("pk", "name")
    programs = ApiToken.objects.filter(account__club=club).values_list("pk", "client")
    tokens = _match(programs, word)
    kinds = [kind for kind in Kind if find_matching([str(kind.label)], word, str)]
    found = _build_person_query(_match(people, word)) | Q(token__in=tokens) | Q(kind__in=kinds)
    if tokens:
        found |= Q(kind__in=GROUPS["programs"].kinds, said__regex=rf'"program":({_join(tokens)})[,}}]')
    for model, what in ((Tournament, TOURNAMENT_FILE), (Season, SEASON_FILE)):
        ids = _match(model._default_manager.filter(club=club).values_list("pk", "name"), word)
        if ids:
            found |= Q(kind=Kind.EXPORTED, said__regex=rf'"of":({_join(ids)}),.*"what":"{what}"')
        if ids and model is Tournament:
            found |= Q(kind=Kind.TOURNAMENT_ROLE, said__regex=rf'"tournament":({_join(ids)})[,}}]')
    if word.isascii():
        found |= Q(said__iregex=rf':"[^"]*{re.escape(word)}')  # a value, never the name of one
    return found


def _match(rows: QuerySet[Any, tuple[int, str]], word: str) -> list[int]:
    return [number for number, _name in find_matching(rows, word, lambda row: row[1])]


def _join(ids: list[int]) -> str:
    return "|".join(map(str, ids))


def list_log_people(club: int) -> list[Person]:
    """Return who can be picked: everybody who has or had access, or has done something that the log says."""
    doers = LogEntry.objects.filter(log__club=club).exclude(by=None).order_by().values("by")
    staff = Account.objects.filter(club=club).order_by().values("person")
    rows = Person.objects.filter(Q(pk__in=doers) | Q(pk__in=staff), club=club, merged_into=None)
    return list(rows.order_by("name", "number"))


def _format_moment(moment: datetime) -> str:
    return format_moment(moment, "j. F Y, H:i:s")


def _get_sentence(entry: LogEntry) -> str:
    """Return the sentence of an entry where it was filled in (messages.py), otherwise the words of its kind."""
    return getattr(entry, "sentence", "") or format_kind(entry.kind)


def _get_address(entry: LogEntry) -> str:
    target = getattr(entry, "target", None)
    return "" if target is None else str(target.address)


LOG = List(
    caption=_("Log of the club"),
    columns=(
        Column("at", _("When"), show=_format_moment, latest=True, fields="sequence"),
        Column("what", _("What"), of=_get_sentence, link=_get_address, fields="kind", long=True),
        Column("by", _("By"), of=lambda entry: format_person(entry.by) or None, fields="by__name", words=True),
        Column("where", _("From where"), of=lambda entry: format_origin(entry) or None, sorts=False),
    ),
    sort="-at",
    empty=_("Nothing was found."),
    then=("-sequence",),
    search=_("Find by person, program, file or kind"),
)
