"""Rules passed on and taken over: the only writer of SharedRules."""

import uuid
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.timezone import localdate

from scoring.models import OwnSheet
from scoring.sheets.own_sheets.file import ReadFile
from scoring.sheets.own_sheets.services import change_draft, create_from_file
from tarockclub.kit.time_source import now
from tarockclub.models import Account, Club, SharedRules
from tarockclub.office.exchange.document import (
    RulesBase,
    RulesDocument,
    build_rules_file,
    compute_content_digest,
    write_rules_file,
)
from tarockclub.office.exchange.kinds import KINDS
from tarockclub.platform.accounts.actors import Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.clubs.scope import enter_all_clubs
from tarockclub.platform.clubs.shared_rules import filter_taken
from tournaments.core.acts import ActionRefused

SHEET = SharedRules.Kind.SHEET


class CurrentRules(NamedTuple):
    """Rules of a club as they are now, and what they are based on."""

    name: str
    content: dict[str, Any]
    base: RulesBase | None
    maker: str  # of what they are based on; "": the program
    changes: list[str]  # against it


def load_current_rules(club: Club, kind: str, subject: str) -> CurrentRules:
    """Return rules of a club with what they are based on: of all that may be meant, what is nearest to them."""
    name, content = KINDS[kind].load(club, subject)
    base, maker, changes = find_base(club, kind, KINDS[kind].parse(content), subject)
    return CurrentRules(name, content, base, maker, changes)


def find_base(club: Club, kind: str, value: Any, subject: str = "") -> tuple[RulesBase | None, str, list[str]]:
    """Return what rules are nearest to: what the club has taken over, or rules of the program; its maker; the changes.

    An own sheet is based on the one as which it was taken over, and on no other.
    """
    rules = KINDS[kind]
    rows = filter_taken(club.pk, kind).filter(**{"subject": subject} if kind == SHEET else {})
    taken = [(row, rules.parse(row.document["content"])) for row in rows]
    found = [(_build_base(row), row.document["by"], rules.list_changes(before, value)) for row, before in taken]
    if not (found and kind == SHEET):
        found += [(base, "", rules.list_changes(before, value)) for base, before in rules.list_known(value)]
    return min(found, key=lambda each: len(each[2]), default=(None, "", []))


def _build_base(row: SharedRules) -> RulesBase:
    document = row.document
    return RulesBase(id=str(row.origin), name=document["name"], version=row.version, digest=document["digest"])


def find_given(club: Club, kind: str, subject: str) -> SharedRules | None:
    """Return the row of rules that a club has passed on."""
    return SharedRules.objects.filter(club=club, kind=kind, subject=subject, is_taken=False).first()


@transaction.atomic
def pass_on(club: Club, kind: str, subject: str, who: Actor, *, is_public: bool = False) -> SharedRules:
    """Put rules as they are now into a file, as another version if they have changed; `is_public`: open its link.

    Raise ActionRefused("sheet_not_saved").
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)  # two taps make one row
    current = load_current_rules(club, kind, subject)
    row = find_given(club, kind, subject)
    if row is None:
        row = SharedRules(club=club, kind=kind, subject=subject, origin=uuid.uuid4(), version=0)
    is_new = not row.version or row.document["digest"] != compute_content_digest(current.content)
    if is_new or row.document["name"] != current.name:
        row.version, row.at = row.version + 1, now()
        head = {"kind": kind, "id": row.origin, "version": row.version, "name": current.name, "by": club.name}
        head |= {"made": localdate(row.at).isoformat(), "base": current.base}
        row.text = write_rules_file(build_rules_file(current.content, current.changes, **head))
    if is_public and not row.is_public:
        row.is_public = True
        record_event(club.pk, Kind.RULES_SHARED, who, rules=kind, what="opened")
    row.save()
    return row


@transaction.atomic
def end_link(club: Club, kind: str, subject: str, who: Actor) -> None:
    """End the link of rules; whoever has taken them over keeps them."""
    rows = SharedRules.objects.filter(club=club, kind=kind, subject=subject, is_taken=False, is_public=True)
    if rows.update(is_public=False):
        record_event(club.pk, Kind.RULES_SHARED, who, rules=kind, what="ended")


def find_public(origin: uuid.UUID) -> SharedRules | None:
    """Return rules whose link is open, of whatever club of this installation."""
    rows = SharedRules.objects.filter(is_public=True, is_taken=False, club__archived=None)
    with enter_all_clubs():  # the link says whose they are
        return rows.filter(origin=origin).first()


def take_over(document: RulesDocument, account: Account, key: str, who: Actor) -> SharedRules:
    """Keep somebody else's rules, checked and in the club's own words; house rules become an own sheet, or its draft.

    Raise RulesFault, SheetRefusal, ActionRefused("own_rules", "older_rules", "draft_there").
    """
    club, rules = account.club, KINDS[document.kind]
    value = rules.check(document.content, club)
    with transaction.atomic():
        Club.objects.select_for_update(no_key=True).get(pk=club.pk)
        row = find_known(club, document.id)
        if row is not None and row.is_taken and row.document["digest"] == document.digest:
            return row  # tapped twice
        must_be_newer(row, document)
        row = row or SharedRules(club=club, origin=document.id, kind=document.kind, is_taken=True)
        if document.kind == SHEET:
            row.subject = _take_sheet(row.subject, value, account, key)
        kept = document.model_copy(update={"content": rules.write(value)})
        row.version, row.text, row.at = document.version, write_rules_file(kept), now()
        row.save()
        record_event(club.pk, Kind.RULES_SHARED, who, rules=row.kind, what="taken")
    return row


def find_known(club: Club, origin: uuid.UUID) -> SharedRules | None:
    """Return the row of rules that a club has; that of an own sheet which was discarded is removed."""
    row = SharedRules.objects.filter(club=club, origin=origin).first()
    if row is None or row.kind != SHEET or OwnSheet.objects.filter(club=club, sheet=row.subject).exists():
        return row
    row.delete()
    return None


def must_be_newer(row: SharedRules | None, document: RulesDocument) -> None:
    """Refuse what the club has made itself, what it has as new or newer, and what is something else by the same id."""
    if row is None:
        return
    if not row.is_taken:
        raise ActionRefused("own_rules")
    if row.version >= document.version or row.kind != document.kind:
        raise ActionRefused("older_rules", version=row.version)


def _take_sheet(subject: str, file: ReadFile, account: Account, key: str) -> str:
    """Make a sheet of a file, or a draft of the sheet that an earlier version has become; return its id."""
    own = OwnSheet.objects.filter(club=account.club_id, sheet=subject).first()
    if own is None:
        return create_from_file(file, account, key).sheet
    if own.draft:
        raise ActionRefused("draft_there")
    change_draft(own, own.draft_state, lambda _before: {**file.table, "id": own.sheet})
    return own.sheet


@transaction.atomic
def forget_taken(club: Club, origin: uuid.UUID, who: Actor) -> None:
    """Remove what was taken over from the lists; what was made of it stays."""
    for row in SharedRules.objects.filter(club=club, origin=origin, is_taken=True):
        row.delete()
        record_event(club.pk, Kind.RULES_SHARED, who, rules=row.kind, what="forgotten")
