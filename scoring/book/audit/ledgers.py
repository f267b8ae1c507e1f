"""The proof of the books: few of them are kept in memory at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.book.audit.chain import check_chain
from scoring.book.audit.derived_data import check_derived_data
from scoring.book.audit.findings import Finding
from scoring.book.audit.records import Ledger, load_ledgers, split_batches
from scoring.book.audit.scores import READ_ERRORS, is_sheet_pinned, score_entries
from scoring.book.ledger.codec import EVENING_NUMBER
from tarockclub.platform.server.reading import read_snapshot


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
        found = list(_check_ledger(ledger))
    except READ_ERRORS:
        return [Finding("unreadable", ledger.name)]
    lines = ledger.lines if found else {}
    return [finding._replace(line=lines.get(finding.deal or EVENING_NUMBER)) for finding in found]


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
