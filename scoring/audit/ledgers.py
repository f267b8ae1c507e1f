"""The proof of the books: few of them are kept in memory at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

from scoring.audit.chain import check_chain
from scoring.audit.derived_data import check_derived_data
from scoring.audit.findings import Finding
from scoring.audit.records import Ledger, load_ledgers, split_batches
from scoring.audit.scores import READ_ERRORS, is_sheet_pinned, score_entries
from scoring.ledger.codec import EVENING_NUMBER
from tarockclub.server.db_snapshot import read_snapshot


class ProvedBooks(NamedTuple):
    """What came out."""

    findings: list[Finding]
    hands: int  # that count
    heads: list[str]  # of each table, with its slug


def prove_books(table_ids: Sequence[int] | None = None, using: str = DEFAULT_DB_ALIAS) -> ProvedBooks:
    """Prove the books of these tables (of all by itself)."""
    findings: list[Finding] = []
    heads: list[str] = []
    hands = 0
    for batch in split_batches(table_ids, using):
        with read_snapshot(connections[using]):
            ledgers = load_ledgers(batch, using)
        for ledger in ledgers:
            findings += _list_findings(ledger)
            hands += ledger.hands
            heads.append(f"{ledger.table.slug.hex} {ledger.head}\n")
    return ProvedBooks(findings, hands, heads)


def _list_findings(ledger: Ledger) -> list[Finding]:
    """What is off in a book; values of a kind that nobody has written end the proof of this book alone."""
    try:
        found = list(_check_ledger(ledger))
    except READ_ERRORS:
        return [Finding("unreadable", ledger.name)]
    lines = ledger.lines if found else {}
    return [one._replace(line=lines.get(one.deal or EVENING_NUMBER)) for one in found]


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
