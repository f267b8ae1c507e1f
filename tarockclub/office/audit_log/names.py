"""The names of what the entries of a log are about, as they are today, and of their kinds; a few queries for all."""

import json
from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.models import GameTable
from tarockclub.models import ApiToken, Club, LogEntry, Person
from tarockclub.platform.accounts.club_log import Kind
from tarockclub.platform.accounts.looks import (
    EVENING_FILE,
    PAYMENTS,
    RECEIPTS,
    RESCORED_FILE,
    SEASON_FILE,
    SEASON_RECEIPTS,
    TOURNAMENT_FILE,
)
from tarockclub.platform.privacy.readers import INSIDE
from tournaments.core.selectors import Lookup, format_unknown_entry
from tournaments.models import Season, Tournament

OF_TOURNAMENTS, OF_SEASONS = (TOURNAMENT_FILE, PAYMENTS, RECEIPTS), (SEASON_FILE, SEASON_RECEIPTS)
Facts = dict[str, Any]
_ABOUT_TOURNAMENTS = (Kind.TOURNAMENT_ROLE, Kind.REHEARSAL)
_ABOUT_CLUBS = (Kind.FEDERATION, Kind.RESULT_OFFERED, Kind.OFFER_DECIDED)


class Target(NamedTuple):
    """Something that an entry is about: its name, and its page."""

    name: str
    address: str


class Names(NamedTuple):
    """Today's names by ids."""

    tables: Lookup[Target]
    tournaments: Lookup[Target]
    seasons: Lookup[Target]
    programs: Lookup[str]
    clubs: Lookup[str]

    def find_target(self, kind: str, facts: Facts) -> Target | None:
        """Return what an entry is about, if it is one thing that has a page."""
        if kind in (Kind.LINKS, Kind.LINKS_REPLACED, Kind.EVENING_ARCHIVED, Kind.EVENING_BACK, Kind.PRICE_DIFFERS):
            return self.tables.get(facts["tables"][0]) if len(facts["tables"]) == 1 else None
        if kind in _ABOUT_TOURNAMENTS:
            return self.tournaments.get(facts["tournament"])
        if kind not in (Kind.EXPORTED, Kind.LOOKED) or "of" not in facts:
            return None
        by_what = dict.fromkeys(OF_TOURNAMENTS, self.tournaments) | dict.fromkeys(OF_SEASONS, self.seasons)
        return by_what.get(facts["what"], self.tables).get(facts["of"])


def parse_facts(entry: LogEntry) -> Facts:
    """Return what an entry says beside its columns; empty if it cannot be read."""
    try:
        facts = json.loads(entry.said)
    except ValueError:
        return {}
    return facts if isinstance(facts, dict) else {}


def format_person(person: Person | None) -> str:
    """Return the name of a person as it is today, with the remark that it was erased; "" for none."""
    if person is None:
        return ""
    return _("%(name)s (erased)") % {"name": person.name} if person.erased else INSIDE.name_person(person)


def load_log_names(entries: Iterable[LogEntry]) -> Names:
    """Load the names for these entries; five queries at most."""
    events = [(entry.kind, parse_facts(entry)) for entry in entries]
    read = (Kind.EXPORTED, Kind.LOOKED)
    files = [(facts.get("what"), facts.get("of")) for kind, facts in events if kind in read and "of" in facts]
    tournaments = {pk for what, pk in files if what in OF_TOURNAMENTS}
    tournaments |= {facts.get("tournament") for kind, facts in events if kind in _ABOUT_TOURNAMENTS}
    tables = {table for _kind, facts in events for table in facts.get("tables", ())[:1]}
    tables |= {pk for what, pk in files if what in (EVENING_FILE, RESCORED_FILE)}
    programs = {facts["program"] for _kind, facts in events if "program" in facts}
    clubs = {facts["other"] for kind, facts in events if kind in _ABOUT_CLUBS and "other" in facts}
    return Names(
        _load_targets(GameTable.objects.values_list("pk", "slug"), tables, "table"),
        _load_targets(_list_named(Tournament), tournaments, "tournament_log"),
        _load_targets(_list_named(Season), {pk for what, pk in files if what in OF_SEASONS}, "season"),
        Lookup(
            dict(ApiToken.objects.filter(pk__in=programs).values_list("pk", "client")) if programs else {},
            lambda _program: format_unknown_entry(),
        ),
        Lookup(
            dict(Club.objects.filter(pk__in=clubs).values_list("pk", "name")) if clubs else {},
            lambda _club: format_unknown_entry(),
        ),
    )


def _list_named(model: type[Tournament] | type[Season]) -> QuerySet[Any, Any]:
    return model._default_manager.values_list("pk", "slug", "name")


def _load_targets(rows: QuerySet[Any, Any], ids: set[Any], route: str) -> Lookup[Target]:
    """Load what has a page with this route; a table has no name."""
    matches = rows.filter(pk__in=ids) if ids else ()
    targets = {number: Target("".join(name), reverse(route, args=[slug])) for number, slug, *name in matches}
    return Lookup(targets, lambda _id: Target(format_unknown_entry(), ""))


class KindGroup(NamedTuple):
    """Kinds that are picked together."""

    words: Promise
    kinds: tuple[Kind, ...]


GROUPS: dict[str, KindGroup] = {
    "log_ins": KindGroup(
        gettext_lazy("Log-ins"),
        (Kind.LOG_IN, Kind.LOG_IN_FAILED, Kind.CODE_FAILED, Kind.LOCKED, Kind.MORE_FAILED, Kind.LOG_OUT),
    ),
    "passwords": KindGroup(
        gettext_lazy("Passwords, second factor"),
        (
            *(Kind.PASSWORD, Kind.PASSWORD_KEPT, Kind.FACTOR_ON, Kind.FACTOR_OFF, Kind.CODES, Kind.CODE_USED),
            *(Kind.PASSKEY_ADDED, Kind.PASSKEY_REMOVED),
        ),
    ),
    "accounts": KindGroup(
        gettext_lazy("Access and rights"),
        (Kind.SEALED, Kind.SET_UP, Kind.ACCOUNT_MADE, Kind.ACCOUNT, Kind.TOURNAMENT_ROLE),
    ),
    "programs": KindGroup(gettext_lazy("Programs"), (Kind.TOKEN_MADE, Kind.TOKEN_ENDED)),
    "links": KindGroup(gettext_lazy("Links of tables"), (Kind.LINKS, Kind.LINKS_REPLACED)),
    "evenings": KindGroup(gettext_lazy("Evenings"), (Kind.EVENING_ARCHIVED, Kind.EVENING_BACK, Kind.PRICE_DIFFERS)),
    "settings": KindGroup(
        gettext_lazy("Settings, own house rules"),
        (
            *(Kind.FOUNDED, Kind.CLUB_ADDRESS, Kind.ARCHIVED, Kind.REOPENED, Kind.HOST),
            *(Kind.CLUB_NAME, Kind.CLUB_LOOK, Kind.PUBLIC, Kind.WEBHOOK, Kind.SECRET_KEY),
            *(Kind.INN_KEY_MADE, Kind.INN_KEY_ENDED, Kind.SENDING, Kind.TAKEN_OFF),
            *(Kind.SHEET_SAVED, Kind.SHEET_RETIRED, Kind.SHEET_OFFERED, Kind.SHEET_PUBLIC, Kind.SHEET_PRIVATE),
            Kind.RULES_SHARED,
        ),
    ),
    "backups": KindGroup(
        gettext_lazy("Backups"),
        (
            *(Kind.BACKUP_MADE, Kind.BACKUP_FAILED, Kind.BACKUP_FETCHED, Kind.BACKUP_SENT),
            *(
                Kind.BACKUP_FOLDER,
                Kind.BACKUP_FOLDER_ENDED,
                Kind.BACKUPS_SEALED,
                Kind.BACKUPS_PLAIN,
                Kind.STAND_BY,
                Kind.RESTORED,
                Kind.RESTORE_FAILED,
            ),
            *(Kind.CLUB_WRITTEN, Kind.CLUB_SENT, Kind.CLUB_READ, Kind.CLUB_MERGED),
        ),
    ),
    "files": KindGroup(gettext_lazy("Downloaded files"), (Kind.EXPORTED,)),
    "looks": KindGroup(gettext_lazy("Looked at people's data"), (Kind.LOOKED,)),
    "people": KindGroup(
        gettext_lazy("Player register"),
        (
            Kind.RENAMED,
            Kind.MERGED,
            Kind.PARTED,
            Kind.ERASED,
            Kind.ADDED,
            Kind.FEDERATION_NUMBER,
            Kind.PERSON_DETAILS,
            Kind.IBAN,
            Kind.MESSAGES,
            Kind.PEOPLE_SETTINGS,
            Kind.PERSON_PAGE,
        ),
    ),
    "rehearsals": KindGroup(gettext_lazy("Rehearsals"), (Kind.REHEARSAL,)),
    "federation": KindGroup(gettext_lazy("Federation"), (Kind.FEDERATION, Kind.RESULT_OFFERED, Kind.OFFER_DECIDED)),
}


SUSPICIOUS = (
    *(Kind.LOG_IN_FAILED, Kind.CODE_FAILED, Kind.LOCKED, Kind.MORE_FAILED),
    *(Kind.BACKUP_FAILED, Kind.RESTORE_FAILED),
)


def format_kind(kind: str) -> str:
    """Return the words of a kind of entry, also of one that this version of the program does not know."""
    return str(Kind(kind).label) if kind in Kind else format_unknown_entry()


def find_group(kind: str) -> str:
    """Return the name of the group of a kind; "" for an unknown kind."""
    return next((name for name, group in GROUPS.items() if kind in group.kinds), "")
