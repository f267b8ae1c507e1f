"""The proof of the books: few of them are kept in memory at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

from scoring.audit.chain import chained
from scoring.audit.derived_data import derived
from scoring.audit.findings import Finding
from scoring.audit.records import Ledger, batches, read_ledgers
from scoring.audit.scores import UNREADABLE, scored, sheet_as_pinned
from scoring.ledger.codec import OF_THE_EVENING
from tarockclub.server.db_snapshot import snapshot


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
    for batch in batches(table_ids, using):
        with snapshot(connections[using]):
            ledgers = read_ledgers(batch, using)
        for ledger in ledgers:
            findings += _findings(ledger)
            hands += ledger.hands
            heads.append(f"{ledger.table.slug.hex} {ledger.head}\n")
    return ProvedBooks(findings, hands, heads)


def _findings(ledger: Ledger) -> list[Finding]:
    """What is off in a book; values of a kind that nobody has written end the proof of this book alone."""
    try:
        found = list(_checked(ledger))
    except UNREADABLE:
        return [Finding("unreadable", ledger.name)]
    lines = ledger.lines if found else {}
    return [one._replace(line=lines.get(one.deal or OF_THE_EVENING)) for one in found]


def _checked(ledger: Ledger) -> Iterator[Finding]:
    yield from chained(ledger)
    if not sheet_as_pinned(ledger):
        yield Finding("sheet", ledger.name)
        return
    entries = scored(ledger)
    for one in entries.values():
        yield from one.findings
    yield from derived(ledger, entries)
    yield from (Finding("mark", ledger.name, sequence) for sequence in ledger.strange_marks)
