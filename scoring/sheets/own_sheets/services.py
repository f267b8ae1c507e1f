"""Writes of own sheets: made, edited as a draft, saved as a version for good, retired; and the lists of them."""

import json
import tomllib
import uuid
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import F, Max
from django.shortcuts import get_object_or_404
from django.utils.text import slugify
from django.utils.translation import gettext_lazy as _

from scoring.book.ledger.sealed_rows import SHEET_CHAIN, VERSIONS
from scoring.book.sheet_library import VERSION_SIGN, find_readable_version
from scoring.engine.hand.record import print_record
from scoring.engine.hand.scorer import RecordScorer
from scoring.engine.house_rules.library import BUILT_IN, drop_paper, list_inherited
from scoring.engine.house_rules.loader import Rules
from scoring.engine.house_rules.schema import Table, lay_over
from scoring.engine.points import parse_amount
from scoring.engine.problems import Problem
from scoring.models import OwnSheet, OwnSheetAct, OwnSheetVersion, SheetExample
from scoring.sheets.own_sheets.draft import ReadFile, find_problems, write_file
from scoring.sheets.own_sheets.page import list_key_changes
from tarockclub.kit import time_source
from tarockclub.kit.hash_chain import compute_request_digest, encode_ascii, encode_compact, is_key
from tarockclub.models import Account, Club
from tarockclub.platform.accounts.actors import ANONYMOUS, Actor
from tarockclub.platform.accounts.club_log import Kind, record_event
from tarockclub.platform.accounts.persons import lock_club
from tarockclub.platform.act_chain import BY_ACT, compute_row_digest, watch_owner
from tarockclub.platform.clubs.scope import enter_all_clubs

LONGEST_ID = 40
PLACEHOLDER = "hausregeln"
RESERVED = ("examples", "paper")  # mean something else in addresses
SENTENCES = {
    "no_name": _("The sheet needs a name."),
    "no_key": _("Something was lost on the way: please try again."),
    "unknown_sheet": _("This sheet does not exist (any more)."),
    "unknown_version": _("This version does not exist."),
    "changed_meanwhile": _(
        "Somebody else changed this sheet meanwhile. Nothing was lost: look at it again, then repeat."
    ),
    "not_sound": _("The sheet contradicts itself; see below. It can be saved once that is mended."),
    "nothing_changed": _("Nothing differs from the last version."),
    "no_id": _("It needs a name."),
    "no_example": _("This hand cannot be kept: it does not exist on this sheet."),
    "wrong_amounts": _("What the four players get must be amounts that add up to 0."),
}


class SheetRefusal(Exception):  # noqa: N818 -- it is no error
    """An action that is not done; `problems`: what the loader says."""

    def __init__(self, code: str, problems: tuple[Problem, ...] = ()) -> None:
        super().__init__(code)
        self.code = code
        self.sentence = str(SENTENCES[code])
        self.problems = problems


def create_sheet(club: Club, name: str, taken_from: str, key: str = "") -> OwnSheet:
    """Create an own sheet with a draft: like a built-in one, like another that the club may read, or from scratch ("").

    The same form with the same key again returns the same sheet.
    """
    if not name:
        raise SheetRefusal("no_name")
    with transaction.atomic():
        digest = _compute_digest(club, key, name, taken_from)
        if (sheet := _find_made(club, digest)) is not None:
            return sheet
        table: Table = {"id": "", "name": name, "source": club.name or name}
        if taken_from in BUILT_IN:
            table["extends"] = taken_from
        elif taken_from:
            taken = _load_latest_table(club, taken_from)
            table = {**(taken if taken.get("source") == table["source"] else drop_paper(taken)), **table}
            table.pop("name_en", None)
        return _create_row(club, name, table, digest)


def create_from_file(file: ReadFile, account: Account, key: str = "") -> OwnSheet:
    """Create an own sheet with the draft and the examples of a file; its id is changed where it is taken.

    The same file with the same key again returns the same sheet.
    """
    with transaction.atomic():
        examples = [(example.name, example.record, example.payouts) for example in file.examples]
        digest = _compute_digest(account.club, key, file.table, examples)
        if (sheet := _find_made(account.club, digest)) is not None:
            return sheet
        own = _create_row(account.club, str(file.table["id"]), file.table, digest)
        for example in file.examples:
            record, amounts = json.dumps(example.record), list(map(parse_amount, example.payouts or ()))
            add_example(own, file.rules, str(uuid.uuid4()), record, amounts, example.name, account)
        return own


def take_file(own: OwnSheet, state: int, file: ReadFile, account: Account) -> None:
    """Make the sheet of a file the draft of this one, which keeps its id; keep those of its examples that are new."""
    with transaction.atomic():
        change_draft(own, state, lambda _before: {**file.table, "id": own.sheet})
        for example in file.examples:
            amounts = list(map(parse_amount, example.payouts or ()))
            facts = _build_example(file.rules, json.dumps(example.record), amounts, example.name)
            if not own.examples.filter(removed=None, **facts).exists():
                own.examples.create(key=str(uuid.uuid4()), by=account.person, at=time_source.now(), **facts)


def _compute_digest(club: Club, key: str, *sent: object) -> str | None:
    """Return what tells a form that is sent again from another one; None without a key."""
    if key and not is_key(key):
        raise SheetRefusal("no_key")
    return compute_request_digest((club.pk, key, *sent)) if key else None


def _find_made(club: Club, digest: str | None) -> OwnSheet | None:
    """Return the sheet that a form has made already; one form at a time."""
    lock_club(club)
    return OwnSheet.objects.filter(request_digest=digest).first() if digest else None


def _create_row(club: Club, name: str, table: Table, digest: str | None) -> OwnSheet:
    """Create a sheet with a draft under a free id."""

    def create() -> OwnSheet:
        sheet_id = _find_free_id(name)
        draft = encode_compact({**table, "id": sheet_id})
        with transaction.atomic():
            return OwnSheet.objects.create(club=club, sheet=sheet_id, draft=draft, request_digest=digest)

    try:
        return create()
    except IntegrityError:  # at this moment another club has taken the same one
        return create()


def _find_free_id(name: str) -> str:
    """Return an id made of a name that no sheet of the installation has."""
    root = slugify(name.replace("ß", "ss"))[: LONGEST_ID - 4].strip("-_")
    root = root if root and root[0].isalpha() else f"{PLACEHOLDER}-{root}".strip("-")
    with enter_all_clubs():
        ids = list(OwnSheet.objects.filter(sheet__startswith=root).values_list("sheet", flat=True))
    taken = {*BUILT_IN, *RESERVED, *ids}
    candidates = (root, *(f"{root}-{number}" for number in range(2, 1000)))
    return next(candidate for candidate in candidates if candidate not in taken)


def _load_latest_table(club: Club, sheet_id: str) -> Table:
    own = OwnSheet.objects.filter(club=club, sheet=sheet_id).first()
    if own is not None:
        return load_draft(own)
    version = find_readable_version(sheet_id, club.pk)
    if version is None:
        raise SheetRefusal("unknown_sheet")
    return tomllib.loads(version.text)


def load_draft(own: OwnSheet) -> Table:
    """Return the table that is being edited: the draft, or where there is none the newest version."""
    if own.draft:
        table: Table = json.loads(own.draft)
        return table
    newest = own.versions.order_by("-number").first()
    return {} if newest is None else tomllib.loads(newest.text)


def change_draft(own: OwnSheet, state: int, change: Callable[[Table], Table]) -> Table:
    """Change the draft, if it is still as the page showed it; return the new one."""
    before = load_draft(own)
    table = change(before)
    if table == before:
        return before
    rows = OwnSheet.objects.filter(pk=own.pk, draft_state=state)
    if own.draft_state != state or not rows.update(draft=encode_compact(table), draft_state=F("draft_state") + 1):
        raise SheetRefusal("changed_meanwhile")
    return table


def drop_draft(own: OwnSheet, state: int) -> None:
    """Forget the draft; without a version the whole sheet goes."""
    with transaction.atomic():
        row = OwnSheet.objects.select_for_update().get(pk=own.pk)
        if not row.draft:  # the same tap again
            return
        if row.draft_state != state:
            raise SheetRefusal("changed_meanwhile")
        if row.versions.exists():
            OwnSheet.objects.filter(pk=own.pk).update(draft="", draft_state=F("draft_state") + 1)
        else:
            row.examples.all().delete()
            row.delete()


def save_version(
    own: OwnSheet, state: int, key: str, reason: str, account: Account, who: Actor | None = None
) -> OwnSheetVersion:
    """Save the draft as the next version; the same key again returns the same version."""
    if not is_key(key):
        raise SheetRefusal("no_key")
    with transaction.atomic():
        row = OwnSheet.objects.select_for_update().get(pk=own.pk)
        done = OwnSheetVersion.objects.filter(key=key).first()
        if done is not None:
            if done.own_sheet_id != own.pk:
                raise SheetRefusal("no_key")
            return done
        if row.draft_state != state:
            raise SheetRefusal("changed_meanwhile")
        table = load_draft(row)
        problems = find_problems(table)
        if problems:
            raise SheetRefusal("not_sound", problems)
        last = row.versions.order_by("-number").first()
        if last is not None and tomllib.loads(last.text) == table:
            raise SheetRefusal("nothing_changed")
        version = OwnSheetVersion(
            own_sheet=row,
            number=(row.versions.aggregate(last=Max("number"))["last"] or 0) + 1,
            text=write_file(table),
            table=encode_compact(lay_over(list_inherited(table), table)),
            reason=reason,
            key=key,
            by=account.person,
            at=time_source.now(),
        )
        _seal_version(version)
        OwnSheet.objects.filter(pk=row.pk).update(draft="", draft_state=F("draft_state") + 1)
        author = who or Actor(account.person_id)
        record_event(row.club_id, Kind.SHEET_SAVED, author, sheet=row.sheet, version=version.number)
        return version


def _seal_version(version: OwnSheetVersion) -> None:
    """Write a version with the act that saves it."""
    with watch_owner(SHEET_CHAIN, version.own_sheet_id) as watch:
        content = encode_ascii({BY_ACT: compute_row_digest(VERSIONS, version)})
        version.act = watch.write(kind=OwnSheetAct.Kind.SAVED, said=content, by=version.by, at=version.at)
        version.save(force_insert=True)


def resume_version(own: OwnSheet, state: int, number: int) -> None:
    """Make an older version the draft again."""
    version = own.versions.filter(number=number).first()
    if version is None:
        raise SheetRefusal("unknown_version")
    table: dict[str, Any] = tomllib.loads(version.text)
    change_draft(own, state, lambda _before: table)


@transaction.atomic
def set_retired(own: OwnSheet, *, retired: bool, who: Actor = ANONYMOUS) -> None:
    """Offer a sheet no longer, or again; whatever was played by it stays."""
    rows = OwnSheet.objects.filter(pk=own.pk, retired__isnull=retired)
    if rows.update(retired=time_source.now() if retired else None):
        record_event(own.club_id, Kind.SHEET_RETIRED if retired else Kind.SHEET_OFFERED, who, sheet=own.sheet)


@transaction.atomic
def set_public(own: OwnSheet, *, public: bool, who: Actor = ANONYMOUS) -> None:
    """Let everybody read the sheet and fetch its file, or only the club."""
    if OwnSheet.objects.filter(pk=own.pk).exclude(public=public).update(public=public):
        record_event(own.club_id, Kind.SHEET_PUBLIC if public else Kind.SHEET_PRIVATE, who, sheet=own.sheet)


def add_example(
    own: OwnSheet,
    rules: Rules,
    key: str,
    record: str,
    amounts: Sequence[Fraction | None],
    note: str,
    account: Account,
) -> None:
    """Keep a hand as an example: what it shall pay, which need not be what it pays now; safe to repeat."""
    if not is_key(key):
        raise SheetRefusal("no_key")
    origin = {"own_sheet": own, "by": account.person, "at": time_source.now()}
    SheetExample.objects.get_or_create(key=key, defaults={**_build_example(rules, record, amounts, note), **origin})


def _build_example(rules: Rules, record: str, amounts: Sequence[Fraction | None], note: str) -> dict[str, str]:
    """Return a hand with what it shall pay, as it is stored; raise SheetRefusal."""
    paid = [amount for amount in amounts if amount is not None]
    if len(paid) < len(amounts) or sum(paid, Fraction(0)):
        raise SheetRefusal("wrong_amounts")
    try:
        raw = json.loads(record)
    except ValueError:
        raise SheetRefusal("no_example") from None
    result = RecordScorer(lambda _sheet: rules, str(rules.table["id"])).score_raw(raw)
    if result.record is None or result.score is None:
        raise SheetRefusal("no_example")
    return {
        "record": encode_compact(print_record(result.record._replace(sheet=None, id=None))),
        "payouts": json.dumps([str(amount) for amount in paid]),
        "note": note,
    }


def remove_example(own: OwnSheet, number: int) -> None:
    """Take an example away; the row stays."""
    own.examples.filter(pk=number, removed=None).update(removed=time_source.now())


class ListedVersion(NamedTuple):
    """A version with what it changed against the one before it."""

    row: OwnSheetVersion
    word: str  # of addresses
    changes: tuple[str, ...]


def find_own_sheet(club: Club, sheet_id: str) -> OwnSheet:
    """Return a club's own sheet; Http404 for any other."""
    return get_object_or_404(OwnSheet, club=club, sheet=sheet_id)


def list_own_sheets(club: Club) -> list[tuple[OwnSheet, str, OwnSheetVersion | None]]:
    """Return the own sheets of a club, those that are offered first: each with its name and its newest version."""
    rows = OwnSheet.objects.filter(club=club).prefetch_related("versions").order_by("retired", "pk")
    sheets = []
    for row in sorted(rows, key=lambda row: row.retired is not None):
        newest = max(row.versions.all(), key=lambda version: version.number, default=None)
        sheets.append((row, str(load_draft(row).get("name") or row.sheet), newest))
    return sheets


def list_versions(own: OwnSheet, language: str) -> list[ListedVersion]:
    """Return the versions, newest first, each with the difference to its predecessor in words."""
    rows = list(own.versions.select_related("by").order_by("number"))
    versions: list[ListedVersion] = []
    for before, row in zip([None, *rows], rows, strict=False):
        changes = () if before is None else tuple(list_changes_since(before, json.loads(row.table), language))
        versions.append(ListedVersion(row, f"{own.sheet}{VERSION_SIGN}{row.number}", changes))
    return versions[::-1]


def list_changes_since(version: OwnSheetVersion, table: Table, language: str) -> Iterable[str]:
    """Return what a sheet says otherwise than a version of it, in words."""
    return list_key_changes(json.loads(version.table), table, language)
