"""The proof of chains, of a book's entries and of acts: complete, in order and unchanged, with the rows as the last act
has left them."""

import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from django.apps import apps

from scoring.book.audit.records import Finding, Ledger, format_finding_place, format_owner_name
from scoring.book.audit.scores import READ_ERRORS
from scoring.book.ledger.entries import build_entry_facts, compute_table_genesis
from scoring.models import Entry
from tarockclub.kit.hash_chain import compute_link, compute_note_digest
from tarockclub.models import Note
from tarockclub.platform.act_chain import (
    BY_ACT,
    CHAINS,
    NO_ROWS,
    Chain,
    SealedPart,
    build_act_facts,
    compute_act_digests,
    find_digest,
    format_chain_name,
)
from tarockclub.platform.origins.ids import PERSON, OriginIds, Piece, find_ids, load_pieces, translate_facts
from tarockclub.platform.server.databases import read_snapshot


def check_chain(ledger: Ledger) -> Iterator[Finding]:
    """Yield the findings in the chain of a book, from its genesis to its head."""
    table, name = ledger.table, ledger.name
    head = compute_table_genesis(table, _list_first_persons(ledger))
    expected = 1
    for entry in ledger.entries:
        position = (name, entry.sequence, entry.deal_number)
        for missing in range(expected, entry.sequence):
            yield Finding("missing", name, missing)
        if expected == entry.sequence and bytes(entry.previous_hash) != head:
            yield Finding("start", name) if expected == 1 else Finding("previous", *position)
        facts, ids = build_entry_facts(entry, table.slug.hex), find_ids(ledger.pieces, entry.sequence)
        facts = translate_facts(facts, entry, ids) if ids else facts
        if compute_link(bytes(entry.previous_hash), facts) != bytes(entry.hash):
            yield Finding("hash", *position)
        if entry.note_id is not None and entry.note is not None and not is_note_intact(entry.note):
            yield Finding("note", *position)
        head, expected = bytes(entry.hash), entry.sequence + 1
    if ledger.clubs - {table.club_id}:
        yield Finding("club", name)
    yield from _check_end(ledger, head, expected)


def _list_first_persons(ledger: Ledger) -> list[int]:
    """Return the persons at the beginning, with the ids of where the book was begun."""
    persons = list(ledger.persons.values())
    ids: OriginIds | None = ledger.pieces[0].ids if ledger.pieces else None
    return [ids.find(PERSON, person) for person in persons] if ids else persons


def _check_end(ledger: Ledger, head: bytes, expected: int) -> Iterator[Finding]:
    table, name = ledger.table, ledger.name
    for missing in range(expected, table.last_sequence + 1):
        yield Finding("missing", name, missing)
    if table.last_sequence < expected - 1:
        yield Finding("last_sequence", name, what=str(table.last_sequence))
    if table.last_sequence == expected - 1 and bytes(table.head) != head:
        yield Finding("head" if ledger.entries else "start", name)


def is_note_intact(note: Note) -> bool:
    """Return whether a note has the text of the digest in an entry or act; an erased one is sealed by the club."""
    if note.erased is not None:
        return note.club_id is not None
    return compute_note_digest(bytes(note.salt), note.text) == note.digest


class ProvedActs(NamedTuple):
    """The result of the proof for one owner of a chain."""

    name: str  # the kind of the owner and its unique id: the first text of its chain
    acts: int
    head: str  # hash of the last act; "" without one
    findings: list[Finding]


def list_owners(chain: Chain) -> list[int]:
    """Return all owners with acts of this kind, or with a count or rows that only an act can have left."""
    acts = apps.get_model(chain.acts)._default_manager
    owners = set(acts.order_by().values_list(chain.owner, flat=True).distinct())
    if chain.version:
        counting = apps.get_model(chain.owners)._default_manager.filter(**{f"{chain.version}__gt": 0})
        owners.update(counting.order_by().values_list("pk", flat=True))
    for part in (*chain.parts, *((chain.by_act,) if chain.by_act else ())):
        rows = apps.get_model(part.model)._default_manager.filter(**dict(part.only))
        owners.update(rows.order_by().values_list(part.owner_path, flat=True).distinct())
    return sorted(owners - {None})  # a note of no club is proved through what it belongs to


def prove_acts(chain: Chain, owner: int) -> ProvedActs:
    """Prove the acts of one owner, and the rows that they have left."""
    with read_snapshot():
        acts = _load_acts(chain, owner)
        name = format_chain_name(chain, owner)
        shown = format_owner_name(name)
        try:
            findings = list(_check_acts(chain, owner, acts, name))
        except READ_ERRORS:
            findings = [Finding("act_unreadable")]
    head = bytes(acts[-1].hash).hex() if acts else ""
    return ProvedActs(name, len(acts), head, [finding._replace(table=shown) for finding in findings])


def _check_acts(chain: Chain, owner: int, acts: list[Any], name: str) -> Iterator[Finding]:
    pieces = load_pieces([name]).get(name, [])
    yield from _check_chain(acts, name, pieces)
    yield from _check_count(chain, owner, acts)
    yield from _check_rows(chain, owner, acts, pieces)
    yield from _check_act_rows(chain, owner, acts, pieces)


def _load_acts(chain: Chain, owner: int) -> list[Any]:
    model = apps.get_model(chain.acts)
    rows = model._default_manager.filter(**{chain.owner: owner}).order_by("sequence")
    has_note = any(field.name == "note" for field in model._meta.concrete_fields)
    return list(rows.select_related("note") if has_note else rows)


def _check_chain(acts: Sequence[Any], name: str, pieces: Sequence[Piece]) -> Iterator[Finding]:
    head, expected = b"", 1
    for act in acts:
        yield from (Finding("act_missing", sequence=missing) for missing in range(expected, act.sequence))
        if expected == act.sequence and bytes(act.previous_hash) != head:
            yield Finding("act_previous", sequence=act.sequence)
        facts, ids = build_act_facts(act, name), find_ids(pieces, act.sequence)
        facts = translate_facts(facts, act, ids) if ids else facts
        if compute_link(bytes(act.previous_hash), facts) != bytes(act.hash):
            yield Finding("act_hash", sequence=act.sequence)
        if getattr(act, "note", None) is not None and not is_note_intact(act.note):
            yield Finding("note", sequence=act.sequence)
        head, expected = bytes(act.hash), act.sequence + 1


def _check_count(chain: Chain, owner: int, acts: Sequence[Any]) -> Iterator[Finding]:
    """Check that there are as many acts as the owner counts."""
    if not chain.version:
        return
    rows = apps.get_model(chain.owners)._default_manager.filter(pk=owner)
    counts, last = rows.values_list(chain.version, flat=True)[0], acts[-1].sequence if acts else 0
    yield from (Finding("act_missing", sequence=missing) for missing in range(last + 1, counts + 1))
    if counts < last:
        yield Finding("act_count", what=str(counts))


def _check_rows(chain: Chain, owner: int, acts: Sequence[Any], pieces: Sequence[Piece]) -> Iterator[Finding]:
    """Check that the rows are as the last act has left them; without an act there are none."""
    sealed = json.loads(acts[-1].state) if acts else {part.name: NO_ROWS for part in chain.parts}
    for part in chain.parts:
        digest = sealed.get(part.name)
        fits = digest is None or find_digest(part, owner, digest, lambda: pieces) == digest
        if not fits or not all(map(is_note_intact, _iter_notes(part, owner))):
            yield Finding(f"left_{part.name}")


def _check_act_rows(chain: Chain, owner: int, acts: Sequence[Any], pieces: Sequence[Piece]) -> Iterator[Finding]:
    """Check that the rows which single acts have created are there and unchanged."""
    if chain.by_act is None:
        return
    recorded = {act.pk: json.loads(act.said).get(BY_ACT) for act in acts}
    own_digests = compute_act_digests(chain.by_act, owner)
    elsewhere = [(piece.until, compute_act_digests(chain.by_act, owner, ids=piece.ids)) for piece in pieces]
    for act in acts:
        digests = next((translated for until, translated in elsewhere if act.sequence <= until), own_digests)
        if recorded[act.pk] != digests.get(act.pk):
            yield Finding(f"left_{chain.by_act.name}", sequence=act.sequence)
    if not own_digests.keys() <= recorded.keys() or not all(map(is_note_intact, _iter_notes(chain.by_act, owner))):
        yield Finding(f"left_{chain.by_act.name}")


def _iter_notes(part: SealedPart, owner: int) -> Iterator[Note]:
    """Yield the notes whose digests a part contains."""
    rows = apps.get_model(part.model)._default_manager.filter(**{part.owner_path: owner})
    for path in part.columns:
        step, _, last = path.rpartition("__")
        if step and last == "digest" and rows.model._meta.get_field(step).related_model is Note:
            yield from Note.objects.filter(pk__in=rows.values(step)).order_by("pk")


class HeadPlace(NamedTuple):
    """The position of a head in a chain."""

    owner: str  # as in findings: "season 0123abcd"; for a book only the beginning of its slug
    sequence: int
    moment: datetime
    is_last: bool

    @property
    def name(self) -> str:
        """The act or entry, in words."""
        return format_finding_place(self.owner, self.sequence)


def parse_digits(typed: str) -> str:
    """Return the digits of a head that was typed from a paper."""
    return "".join(character for character in typed.lower() if character in "0123456789abcdef")


def list_head_places(head: str) -> Iterator[HeadPlace]:
    """Yield the acts and entries whose hash begins with these digits."""
    for chain in CHAINS.values():
        acts = apps.get_model(chain.acts)._default_manager
        for owner in list_owners(chain):
            rows = list(acts.filter(**{chain.owner: owner}).order_by("sequence").values_list("sequence", "hash", "at"))
            for sequence, digest, moment in rows:
                if bytes(digest).hex().startswith(head):
                    name = format_owner_name(format_chain_name(chain, owner))
                    yield HeadPlace(name, sequence, moment, sequence == rows[-1][0])
    entries = Entry.objects.order_by("table", "sequence")
    for slug, last, sequence, digest, moment in entries.values_list(
        "table__slug", "table__last_sequence", "sequence", "hash", "at"
    ).iterator():
        if bytes(digest).hex().startswith(head):
            yield HeadPlace(slug.hex[:8], sequence, moment, sequence == last)
