"""The sections of a person's file: account, sessions, programs, devices; tables, hands, texts, marks, statistics."""

import json
from collections.abc import Iterator
from itertools import groupby

from allauth.mfa.models import Authenticator
from django.db.models import Model, Q, Sum
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from scoring.book.hooks import get_statistics_hooks
from scoring.book.ledger.codec import HANDS
from scoring.book.ledger.seats import Seat, build_seats, list_seated
from scoring.book.sheet_library import PlayerNames
from scoring.book.sums.counts import update_counts
from scoring.models import Deal, Entry, GameTable, HeldHand, Mark, OwnSheetVersion, PlayCount, SheetExample, Total
from scoring.reports.exports.evening_book import format_entry_kind
from tarockclub.kit.amounts import format_points
from tarockclub.models import Account, ApiToken, ClubAct, LogEntry, Message, Person
from tarockclub.office.privacy.data_file.section import Cell, DataSections, DataSubject, format_other, list_looks
from tarockclub.office.privacy.erasing import filter_own_addresses
from tarockclub.platform.accounts.permissions import format_role
from tarockclub.platform.accounts.persons import DETAIL_WORDS, NO_DETAILS, PersonDetails, get_details
from tarockclub.platform.accounts.sessions import list_places
from tarockclub.platform.messages.services import ALL_KINDS, MESSAGE_KINDS
from tarockclub.platform.privacy.readers import EVERYBODY, INSIDE
from tournaments.models import Act, Application, SeasonAct, Spelling, TournamentRole
from tournaments.people.register.services import list_person_tables

Rows = Iterator[tuple[Cell, ...]]
SECTIONS = DataSections()
_KINDS = {
    ClubAct.Kind.ACCOUNT: _("access given or changed"),
    ClubAct.Kind.MERGED: _("two entries became one person"),
    ClubAct.Kind.ERASED: _("a name was erased"),
    ClubAct.Kind.PUBLIC: _("what everybody may see was changed"),
    ClubAct.Kind.NAMED: _("somebody is new in the register, or has another name"),
    ClubAct.Kind.TEXTS: _("texts were erased"),
    ClubAct.Kind.SEALED: _("what came out of a file was sealed"),
}


@SECTIONS.add(
    "person",
    _("In the register"),
    (_("Number"), _("Name"), _("Shown in public as"), _("Number of the federation"), _("Merged into"), _("Erased")),
)
def load_person(subject: DataSubject) -> Rows:
    """Yield the entries of the register."""
    for person in Person.objects.filter(pk__in=subject.everybody).order_by("number"):
        into = person.merged_into.number if person.merged_into is not None else None
        yield person.number, person.name, EVERYBODY.name_person(person), person.federation_number, into, person.erased


@SECTIONS.add(
    "details",
    _("More in the register"),
    (
        *(DETAIL_WORDS[field] for field in PersonDetails._fields),
        _("Agreed that town and categories are shown"),
        _("Has a link to an own page"),
        _("Agreed that standings link to it"),
        _("IBAN"),
    ),
)
def load_details(subject: DataSubject) -> Rows:
    """Yield what the club knows about the person beside the name."""
    for person in Person.objects.filter(pk__in=subject.everybody).order_by("number"):
        details, agreed = get_details(person), [_("yes") if answer else _("no") for answer in _list_answers(person)]
        if details != NO_DETAILS or person.iban or any(_list_answers(person)):
            yield *details, *map(str, agreed), person.iban


def _list_answers(person: Person) -> tuple[bool, ...]:
    return person.details_public, bool(person.page_digest), person.page_public


@SECTIONS.add(
    "messages",
    _("Messages"),
    (_("Way"), _("Address"), _("Language"), _("Not wanted"), pgettext_lazy("address", "Agreed")),
)
def load_addresses(subject: DataSubject) -> Rows:
    """Yield where the person is told what concerns them."""
    for row in filter_own_addresses(subject.everybody):
        unwanted = ", ".join(str(MESSAGE_KINDS.get(kind, kind)) for kind in row.unwanted.split())
        yield row.get_channel_display(), row.value, row.language, unwanted, row.confirmed


@SECTIONS.add("sent_messages", _("Messages sent"), (_("When"), _("What"), _("State")))
def load_messages(subject: DataSubject) -> Rows:
    """Yield the messages to the person; their texts as long as they are not sent."""
    for row in Message.objects.filter(address__in=filter_own_addresses(subject.everybody)).order_by("pk"):
        what = " – ".join(filter(None, (str(ALL_KINDS.get(row.kind, row.kind)), row.subject, row.text)))
        yield row.at, what, row.get_state_display()


@SECTIONS.add("spellings", _("Spellings of the name in lists"), (_("Name"),))
def load_spellings(subject: DataSubject) -> Rows:
    """Yield how lists have spelt the name."""
    rows = Spelling.objects.filter(person__in=subject.everybody).order_by("name")
    yield from ((name,) for name in rows.values_list("name", flat=True))


@SECTIONS.add("account", _("Access"), (_("Log-in name"), _("Rights"), _("May log in"), _("Second factor")))
def load_account(subject: DataSubject) -> Rows:
    """Yield the account."""
    for account in _list_accounts(subject):
        has_factor = Authenticator.objects.filter(user=account).exists()
        role = format_role(account.role)
        yield account.login, role, *(str(_("yes") if answer else _("no")) for answer in (account.is_active, has_factor))


@SECTIONS.add("sessions", _("Logged in at present"), (_("Browser"), _("Since"), _("Last used")))
def load_sessions(subject: DataSubject) -> Rows:
    """Yield where the person is logged in."""
    for account in _list_accounts(subject):
        yield from ((place.row.user_agent, place.row.created_at, place.used) for place in list_places(account, None))


@SECTIONS.add("programs", _("Programs"), (_("Name"), _("Rights"), _("Made"), _("Expires"), _("Ended"), _("Last used")))
def load_programs(subject: DataSubject) -> Rows:
    """Yield the programs that act for the person."""
    tokens = ApiToken.objects.filter(account__person__in=subject.everybody).order_by("pk")
    yield from tokens.values_list("client", "role", "made", "expires", "ended", "used")


@SECTIONS.add("rights", _("Acts of the club"), (_("When"), _("What"), _("Device")))
def load_rights(subject: DataSubject) -> Rows:
    """Yield what the club wrote down about the person's rights, and what the person did for the club."""
    by = ClubAct.objects.filter(by__in=subject.everybody)
    of_accounts = ClubAct.objects.filter(club=subject.person.club_id, kind=ClubAct.Kind.ACCOUNT)
    about = [act.pk for act in of_accounts if json.loads(act.said).get("person") in subject.everybody]
    acts = ClubAct.objects.filter(Q(pk__in=about) | Q(pk__in=by.values("pk"))).order_by("pk")
    yield from ((act.at, str(_KINDS.get(ClubAct.Kind(act.kind), act.kind)), act.device) for act in acts)


@SECTIONS.add("log", _("Log of the club"), (_("When"), _("What"), _("Device")))
def load_log(subject: DataSubject) -> Rows:
    """Yield the entries of the club's log by the person or about them."""
    entries = LogEntry.objects.filter(Q(by__in=subject.everybody) | Q(about__in=subject.everybody)).order_by("pk")
    yield from entries.values_list("at", "kind", "device")


@SECTIONS.add("looks", _("Who looked at these data"), (_("When"), _("What"), _("By"), _("From where")))
def load_looks(subject: DataSubject) -> Rows:
    """Yield who looked at the person's own data or fetched them, and when; others by their numbers in the register."""
    looks = list_looks(subject.everybody, by_number=True)
    yield from ((look.moment, look.sentence, look.by, look.origin) for look in looks)


@SECTIONS.add("tournament_roles", _("Roles in tournaments"), (_("Tournament"), _("Role")))
def load_tournament_roles(subject: DataSubject) -> Rows:
    """Yield the roles that the person has in single tournaments."""
    roles = TournamentRole.objects.filter(account__person__in=subject.everybody).select_related("tournament")
    yield from ((row.tournament.name, format_role(row.role)) for row in roles.order_by("pk"))


@SECTIONS.add("devices", _("Devices"), (_("Device"), _("Times")))
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


@SECTIONS.add("rules", _("House rules written"), (_("House rules"), _("Version"), _("Remark"), _("When")))
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


_TABLE = _("Table")
_MARKS = {Mark.Kind.FITS: _("right"), Mark.Kind.DISPUTED: _("disputed"), Mark.Kind.SETTLED: _("settled")}


@SECTIONS.add(
    "tables", _("Tables"), (_("Start"), _("Where"), _("Seat"), _("Written score"), _("Money (points)"), _("With"))
)
def load_tables(subject: DataSubject) -> Rows:
    """Yield the sittings at tables: their place and total, and the others by their numbers in the register."""
    sat = list(_iter_sittings(subject))
    totals = Total.objects.in_bulk([seat.id for _table, seats in sat for seat in seats])
    places = get_statistics_hooks().places([table.pk for table, _seats in sat])
    persons = Person.objects.in_bulk({pk for _table, seats in sat for seat in seats for _line, pk in seat.persons})
    for table, seats in sat:
        partners = {pk for seat in seats for _line, pk in seat.persons} - subject.everybody
        with_whom = ", ".join(format_other(persons[pk]) for pk in sorted(partners))
        for seat in seats:
            if {pk for _line, pk in seat.persons} & subject.everybody:
                total = totals.get(seat.id)
                yield (
                    table.started,
                    places.get(table.pk, str(_("evening"))),
                    seat.place + 1,
                    format_points(total.written) if total else None,
                    format_points(total.money) if total else None,
                    with_whom,
                )


@SECTIONS.add(
    "hands", _("Hands played"), (_("When"), _TABLE, _("Hand"), _("Game"), _("Written score"), _("Money (points)"))
)
def load_hands(subject: DataSubject) -> Rows:
    """Yield every hand that counts, with what it brought the person."""
    names = PlayerNames(subject.language)
    for table, seats in _iter_sittings(subject):
        deals = Deal.objects.filter(table=table, entry__kind__in=HANDS).select_related("entry").order_by("number")
        for number, deal in enumerate(deals, 1):
            seated = (seat for seat in seats if seat.is_seated(deal.number))
            seat = next((seat for seat in seated if seat.get_person(deal.number) in subject.everybody), None)
            if seat is not None:
                written, money = getattr(deal.entry, f"written{seat.place}"), getattr(deal.entry, f"money{seat.place}")
                game = _format_game(deal.entry, table, names)
                yield deal.entry.at, table.slug.hex[:8], number, game, format_points(written), format_points(money)


@SECTIONS.add(
    "written", _("Written while logged in"), (_("When"), _TABLE, _("Line"), _("What"), _("Reason"), _("Device"))
)
def load_written(subject: DataSubject) -> Rows:
    """Yield what the person wrote into books while logged in."""
    entries = Entry.objects.filter(by__in=subject.everybody).select_related("note", "table").order_by("pk")
    for entry in entries.iterator(chunk_size=2000):
        reason = entry.note.text if entry.note is not None else ""
        yield entry.at, entry.table.slug.hex[:8], entry.sequence, format_entry_kind(entry.kind), reason, entry.device
    held = HeldHand.objects.filter(by__in=subject.everybody) | HeldHand.objects.filter(decided_by__in=subject.everybody)
    for hand in held.select_related("table").order_by("pk"):
        yield hand.at, hand.table.slug.hex[:8], None, str(_("hand that came too late")), hand.note, hand.device


@SECTIONS.add("marks", _("Marks"), (_("When"), _TABLE, _("Line"), _("What"), _("Device")))
def load_person_marks(subject: DataSubject) -> Rows:
    """Yield the marks that the person set while logged in."""
    marks = Mark.objects.filter(by__in=subject.everybody).select_related("table", "entry").order_by("pk")
    yield from (
        (mark.at, mark.table.slug.hex[:8], mark.entry.sequence, str(_MARKS[Mark.Kind(mark.kind)]), mark.device)
        for mark in marks
    )


@SECTIONS.add(
    "statistics",
    _("Statistics"),
    (_("Game"), _("Role"), _("Hands"), _("Won"), _("Lost"), _("Written score"), _("Money (points)")),
)
def load_statistics(subject: DataSubject) -> Rows:
    """Yield the sums of the statistics; all hands are added up first: nobody looks at a file twice."""
    update_counts(subject.person.club, patience=None)
    names = PlayerNames(subject.language)
    rows = PlayCount.objects.filter(person__in=subject.everybody).order_by("contract", "role")
    sums = rows.values_list("contract", "role").annotate(
        *(Sum(name) for name in ("hands", "won", "lost", "written", "money"))
    )
    for contract, role, hands, won, lost, written, money in sums:
        yield names.name_item(contract), role, hands, won, lost, format_points(written), format_points(money)


def _iter_sittings(subject: DataSubject) -> Iterator[tuple[GameTable, tuple[Seat, ...]]]:
    """Yield the tables at which the person sat, with all seats."""
    tables = list(list_person_tables(subject.everybody).select_related("sheet_version").order_by("started", "pk"))
    by_id = {table.pk: table for table in tables}
    for pk, rows in groupby(list_seated(tables), key=lambda row: row.sitting.table_id):
        yield by_id[pk], build_seats(rows, INSIDE)


def _format_game(entry: Entry, table: GameTable, names: PlayerNames) -> str:
    """Return the games of a hand."""
    try:
        plays = json.loads(entry.record)["plays"]
        return ", ".join(names.name_item(play["contract"], table.sheet_version.sheet) for play in plays)
    except (ValueError, KeyError, TypeError):
        return ""
