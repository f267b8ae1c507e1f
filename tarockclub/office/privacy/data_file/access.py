"""The sections about the person and their access: names, account, sessions, programs, devices."""

import json
from collections.abc import Iterator

from allauth.mfa.models import Authenticator
from django.db.models import Model, Q
from django.utils.translation import gettext_lazy as _

from scoring.models import Entry, HeldHand, Mark, OwnSheetVersion, SheetExample
from tarockclub.models import Account, ApiToken, ClubAct, LogEntry, Person
from tarockclub.office.privacy.data_file.section import Cell, DataSection, DataSubject
from tarockclub.office.privacy.looks import list_looks
from tarockclub.platform.accounts.messages import format_role
from tarockclub.platform.accounts.person_details import NO_DETAILS, get_details
from tarockclub.platform.accounts.sessions import list_places
from tarockclub.platform.privacy.public_names import get_public_name
from tournaments.models import Act, Application, SeasonAct, Spelling, TournamentRole

Rows = Iterator[tuple[Cell, ...]]
_KINDS = {
    ClubAct.Kind.ACCOUNT: _("access given or changed"),
    ClubAct.Kind.MERGED: _("two entries became one person"),
    ClubAct.Kind.ERASED: _("a name was erased"),
    ClubAct.Kind.PUBLIC: _("what everybody may see was changed"),
    ClubAct.Kind.NAMED: _("somebody is new in the register, or has another name"),
    ClubAct.Kind.TEXTS: _("texts were erased"),
    ClubAct.Kind.SEALED: _("what came out of a file was sealed"),
}


def load_person(subject: DataSubject) -> Rows:
    """Yield the entries of the register."""
    for person in Person.objects.filter(pk__in=subject.everybody).order_by("number"):
        into = person.merged_into.number if person.merged_into is not None else None
        yield person.number, person.name, get_public_name(person), person.federation_number, into, person.erased


def load_details(subject: DataSubject) -> Rows:
    """Yield what the club knows about the person beside the name."""
    for person in Person.objects.filter(pk__in=subject.everybody).order_by("number"):
        details, agreed = get_details(person), [_("yes") if answer else _("no") for answer in _list_answers(person)]
        if details != NO_DETAILS or any(_list_answers(person)):
            yield *details, *map(str, agreed)


def _list_answers(person: Person) -> tuple[bool, ...]:
    return person.details_public, bool(person.page_digest), person.page_public


def load_spellings(subject: DataSubject) -> Rows:
    """Yield how lists have spelt the name."""
    rows = Spelling.objects.filter(person__in=subject.everybody).order_by("name")
    yield from ((name,) for name in rows.values_list("name", flat=True))


def load_account(subject: DataSubject) -> Rows:
    """Yield the account."""
    for account in _list_accounts(subject):
        has_factor = Authenticator.objects.filter(user=account).exists()
        role = format_role(account.role)
        yield account.login, role, *(str(_("yes") if answer else _("no")) for answer in (account.is_active, has_factor))


def load_sessions(subject: DataSubject) -> Rows:
    """Yield where the person is logged in."""
    for account in _list_accounts(subject):
        yield from ((place.row.user_agent, place.row.created_at, place.used) for place in list_places(account, None))


def load_programs(subject: DataSubject) -> Rows:
    """Yield the programs that act for the person."""
    tokens = ApiToken.objects.filter(account__person__in=subject.everybody).order_by("pk")
    yield from tokens.values_list("client", "role", "made", "expires", "ended", "used")


def load_rights(subject: DataSubject) -> Rows:
    """Yield what the club wrote down about the person's rights, and what the person did for the club."""
    by = ClubAct.objects.filter(by__in=subject.everybody)
    of_accounts = ClubAct.objects.filter(club=subject.person.club_id, kind=ClubAct.Kind.ACCOUNT)
    about = [act.pk for act in of_accounts if json.loads(act.said).get("person") in subject.everybody]
    acts = ClubAct.objects.filter(Q(pk__in=about) | Q(pk__in=by.values("pk"))).order_by("pk")
    yield from ((act.at, str(_KINDS.get(ClubAct.Kind(act.kind), act.kind)), act.device) for act in acts)


def load_log(subject: DataSubject) -> Rows:
    """Yield the entries of the club's log by the person or about them."""
    entries = LogEntry.objects.filter(Q(by__in=subject.everybody) | Q(about__in=subject.everybody)).order_by("pk")
    yield from entries.values_list("at", "kind", "device")


def load_looks(subject: DataSubject) -> Rows:
    """Yield who looked at the person's own data or fetched them, and when; others by their numbers in the register."""
    looks = list_looks(subject.everybody, by_number=True)
    yield from ((look.at, look.sentence, look.by, look.origin) for look in looks)


def load_tournament_roles(subject: DataSubject) -> Rows:
    """Yield the roles that the person has in single tournaments."""
    roles = TournamentRole.objects.filter(account__person__in=subject.everybody).select_related("tournament")
    yield from ((row.tournament.name, format_role(row.role)) for row in roles.order_by("pk"))


def load_devices(subject: DataSubject) -> Rows:
    """Yield the devices (hashes of a random mark in the browser) with which the person wrote while logged in."""
    counted: dict[str, int] = {}
    sources: tuple[tuple[type[Model], str, str], ...] = (
        (Entry, "by", "device"),
        (Mark, "by", "device"),
        (HeldHand, "by", "device"),
        (HeldHand, "decided_by", "decided_device"),
        (Act, "by", "device"),
        (SeasonAct, "by", "device"),
        (ClubAct, "by", "device"),
        (Application, "entrant__person", "device"),
    )
    for model, whose, column in sources:
        rows = model._default_manager.filter(**{f"{whose}__in": subject.everybody}).exclude(**{column: ""})
        for device in rows.values_list(column, flat=True).iterator(chunk_size=2000):
            counted[device] = counted.get(device, 0) + 1
    yield from sorted(counted.items())


def load_rules(subject: DataSubject) -> Rows:
    """Yield the house rules and examples that the person wrote."""
    versions = OwnSheetVersion.objects.filter(by__in=subject.everybody).order_by("pk")
    yield from versions.values_list("own_sheet__sheet", "number", "reason", "at")
    examples = SheetExample.objects.filter(by__in=subject.everybody).order_by("pk")
    yield from (
        (sheet, None, note, moment) for sheet, note, moment in examples.values_list("own_sheet__sheet", "note", "at")
    )


def _list_accounts(subject: DataSubject) -> list[Account]:
    return list(Account.objects.filter(person__in=subject.everybody))


SECTIONS = (
    DataSection(
        "person",
        _("In the register"),
        (_("Number"), _("Name"), _("Shown in public as"), _("Number of the federation"), _("Merged into"), _("Erased")),
        load_person,
    ),
    DataSection(
        "details",
        _("More in the register"),
        (
            _("Town"),
            _("Player number"),
            _("Categories"),
            _("Year of birth"),
            _("Contact"),
            _("Agreed that town and categories are shown"),
            _("Has a link to an own page"),
            _("Agreed that standings link to it"),
        ),
        load_details,
    ),
    DataSection("spellings", _("Spellings of the name in lists"), (_("Name"),), load_spellings),
    DataSection(
        "account", _("Access"), (_("Log-in name"), _("Rights"), _("May log in"), _("Second factor")), load_account
    ),
    DataSection("tournament_roles", _("Roles in tournaments"), (_("Tournament"), _("Role")), load_tournament_roles),
    DataSection("sessions", _("Logged in at present"), (_("Browser"), _("Since"), _("Last used")), load_sessions),
    DataSection(
        "programs",
        _("Programs"),
        (_("Name"), _("Rights"), _("Made"), _("Expires"), _("Ended"), _("Last used")),
        load_programs,
    ),
    DataSection("rights", _("Acts of the club"), (_("When"), _("What"), _("Device")), load_rights),
    DataSection("log", _("Log of the club"), (_("When"), _("What"), _("Device")), load_log),
    DataSection("looks", _("Who looked at these data"), (_("When"), _("What"), _("By"), _("From where")), load_looks),
    DataSection("devices", _("Devices"), (_("Device"), _("Times")), load_devices),
    DataSection(
        "rules", _("House rules written"), (_("House rules"), _("Version"), _("Remark"), _("When")), load_rules
    ),
)
