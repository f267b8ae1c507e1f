"""The proof of a book's chain: its entries are complete, in order and unchanged."""

from collections.abc import Iterator

from scoring.book.audit.findings import Finding
from scoring.book.audit.records import Ledger
from scoring.book.ledger.entries import build_entry_facts, compute_table_genesis
from tarockclub.kit.hash_chain import compute_link, compute_note_digest
from tarockclub.models import Note
from tarockclub.platform.origins.ids import PERSON, OriginIds, find_ids, translate_facts


def check_chain(ledger: Ledger) -> Iterator[Finding]:
    """Yield the findings in the chain of a book, from its genesis to its head."""
    table, name = ledger.table, ledger.name
    head = compute_table_genesis(table, _list_first_persons(ledger))
    expected = 1
    for entry in ledger.entries:
        at = (name, entry.sequence, entry.deal_number)
        for missing in range(expected, entry.sequence):
            yield Finding("missing", name, missing)
        if expected == entry.sequence and bytes(entry.previous_hash) != head:
            yield Finding("start", name) if expected == 1 else Finding("previous", *at)
        facts, ids = build_entry_facts(entry, table.slug.hex), find_ids(ledger.pieces, entry.sequence)
        facts = translate_facts(facts, entry, ids) if ids else facts
        if compute_link(bytes(entry.previous_hash), facts) != bytes(entry.hash):
            yield Finding("hash", *at)
        if entry.note_id is not None and entry.note is not None and not is_note_intact(entry.note):
            yield Finding("note", *at)
        head, expected = bytes(entry.hash), entry.sequence + 1
    if ledger.clubs - {table.club_id}:
        yield Finding("club", name)
    yield from _check_end(ledger, head, expected)


def _list_first_persons(ledger: Ledger) -> list[int]:
    """Return the persons at the beginning, with the ids of where the book was begun."""
    here = list(ledger.persons.values())
    ids: OriginIds | None = ledger.pieces[0].ids if ledger.pieces else None
    return [ids.find(PERSON, person) for person in here] if ids else here


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
