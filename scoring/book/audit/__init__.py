"""The proof of books and acts: all derived data are computed again from the written entries, line by line."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import Error, connection

from scoring.book.audit.chains import check_chain, list_owners, prove_acts
from scoring.book.audit.derived_data import check_derived_data, list_wrong_totals
from scoring.book.audit.records import Finding, Ledger, load_ledgers, split_batches
from scoring.book.audit.scores import READ_ERRORS, is_sheet_pinned, score_entries
from scoring.book.ledger import triggers
from scoring.book.ledger.codec import EVENING_NUMBER
from scoring.book.ledger.sealed_rows import TABLE_CHAIN
from scoring.models import GameTable
from tarockclub.platform.act_chain import CHAINS, Chain
from tarockclub.platform.server.databases import read_snapshot

BOOK, TRIGGERS = "book", "triggers"  # the names of slices
__all__ = [
    "Finding",
    "Proof",
    "compute_proof",
    "list_slices",
    "list_wrong_totals",
    "prove_slice",
    "verify",
    "verify_tables",
]


class Proof(NamedTuple):
    """The result of a proof: its extent, the findings, and one hash over all books."""

    tables: int
    hands: int  # hands that count
    findings: list[Finding]
    head: str  # of the books, 64 hex digits
    acts: int = 0
    acts_head: str = ""  # of all acts: of tournaments, seasons and clubs, and of tables outside their books


def verify(table_ids: Sequence[int] | None = None) -> list[Finding]:
    """Return the findings in the books of these tables (None: of all tables and acts); nothing is written."""
    return compute_proof(table_ids).findings


def verify_tables() -> list[str]:
    """Return a sentence for each finding in any book or act, in the active language."""
    return [finding.sentence for finding in verify()]


def compute_proof(table_ids: Sequence[int] | None = None) -> Proof:
    """Prove the books of these tables (None: of all tables and acts); few are kept in memory at once."""
    books = prove_books(table_ids)
    findings = _check_triggers() + books.findings
    acts = [prove_acts(chain, owner) for chain, owner in _iter_chains(table_ids)]
    findings += [finding for act in acts for finding in act.findings]
    acts_head = combine_heads([f"{act.name} {act.head}\n" for act in acts if act.acts])
    return Proof(
        len(books.heads), books.hands, findings, combine_heads(books.heads), sum(act.acts for act in acts), acts_head
    )


def _check_triggers() -> list[Finding]:
    missing = triggers.list_missing_triggers(connection)
    return [Finding("triggers", what=", ".join(missing))] if missing else []


def _iter_chains(table_ids: Sequence[int] | None) -> Iterator[tuple[Chain, int]]:
    """Yield the chains of acts of these tables; None: of everything."""
    for chain in CHAINS.values() if table_ids is None else (TABLE_CHAIN,):
        yield from ((chain, owner) for owner in list_owners(chain) if table_ids is None or owner in table_ids)


def combine_heads(heads: Sequence[str]) -> str:
    """Return one hash over the heads of all tables, whatever the order they were read in."""
    return hashlib.sha256("".join(sorted(heads)).encode()).hexdigest()


def list_slices() -> list[str]:
    """Return the names of all slices, in the order of the proof."""
    books = GameTable.objects.order_by("pk").values_list("pk", flat=True)
    acts = [f"{chain.name} {owner}" for chain in CHAINS.values() for owner in list_owners(chain)]
    return [TRIGGERS, *(f"{BOOK} {table}" for table in books), *acts]


def prove_slice(name: str) -> list[Finding]:
    """Return the findings in a slice."""
    try:
        if name == TRIGGERS:
            return _check_triggers()
        kind, _, number = name.rpartition(" ")
        if kind == BOOK:
            return prove_books([int(number)]).findings
        return prove_acts(CHAINS[kind], int(number)).findings
    except Error as error:
        return [Finding("database", what=str(error))]


class ProvedBooks(NamedTuple):
    """The result of the proof of books."""

    findings: list[Finding]
    hands: int  # hands that count
    heads: list[str]  # of each table, with its slug


def prove_books(table_ids: Sequence[int] | None = None) -> ProvedBooks:
    """Prove the books of these tables (None: of all)."""
    findings: list[Finding] = []
    heads: list[str] = []
    hands = 0
    for batch in split_batches(table_ids):
        with read_snapshot():
            ledgers = load_ledgers(batch)
        for ledger in ledgers:
            findings += _list_findings(ledger)
            hands += ledger.hands
            heads.append(f"{ledger.table.slug.hex} {ledger.head}\n")
    return ProvedBooks(findings, hands, heads)


def _list_findings(ledger: Ledger) -> list[Finding]:
    """Return the findings in a book; values that the program cannot have written end the proof of this book alone."""
    try:
        findings = list(_check_ledger(ledger))
    except READ_ERRORS:
        return [Finding("unreadable", ledger.name)]
    lines = ledger.lines if findings else {}
    return [finding._replace(line=lines.get(finding.deal or EVENING_NUMBER)) for finding in findings]


def _check_ledger(ledger: Ledger) -> Iterator[Finding]:
    yield from check_chain(ledger)
    if not is_sheet_pinned(ledger):
        yield Finding("sheet", ledger.name)
        return
    entries = score_entries(ledger)
    for entry in entries.values():
        yield from entry.findings
    yield from check_derived_data(ledger, entries)
    yield from (Finding("mark", ledger.name, sequence) for sequence in ledger.strange_marks)
