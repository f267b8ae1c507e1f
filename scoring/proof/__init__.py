"""The proof of the books: everything that is derived is worked out again from what was written, every line checked."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

from scoring import append_only
from scoring.lines import OF_THE_EVENING
from scoring.proof.acts import owners_of, prove_acts
from scoring.proof.chained import chained
from scoring.proof.derived import derived
from scoring.proof.findings import Finding
from scoring.proof.ledger import Ledger, batches, read_ledgers
from scoring.proof.scored import UNREADABLE, scored, sheet_as_pinned
from scoring.proof.snapshot import snapshot
from scoring.proof.totals import wrong_totals
from scoring.sealed import TABLE
from scoring.sealing import CHAINS, Chain

__all__ = ["Finding", "Proof", "proof", "verify", "verify_tables", "wrong_totals"]


class Proof(NamedTuple):
    """What came out: how much was looked at, what is off, and one hash that stands for all the books."""

    tables: int
    hands: int  # that count
    findings: list[Finding]
    head: str  # of the books, 64 hex digits
    acts: int = 0
    acts_head: str = ""  # of all acts: tournaments with their results, seasons, clubs, what was said beside books


def verify(table_ids: Sequence[int] | None = None, using: str = DEFAULT_DB_ALIAS) -> list[Finding]:
    """What is off in the books of these tables (of all by itself); nothing is written."""
    return proof(table_ids, using).findings


def verify_tables(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """A sentence for each thing that is off in any book, in the language that is active."""
    return [finding.sentence for finding in verify(using=using)]


def proof(table_ids: Sequence[int] | None = None, using: str = DEFAULT_DB_ALIAS) -> Proof:
    """Prove the books of these tables (of all by itself); few are kept in memory at once."""
    connection = connections[using]
    missing = append_only.missing(connection)
    findings = [Finding("triggers", what=", ".join(missing))] if missing else []
    hands = 0
    heads: list[str] = []
    for batch in batches(table_ids, using):
        with snapshot(connection):
            ledgers = read_ledgers(batch, using)
        for ledger in ledgers:
            findings += _findings(ledger)
            hands += ledger.hands
            heads.append(f"{ledger.table.slug.hex} {ledger.head}\n")
    acts = [prove_acts(chain, owner, using) for chain, owner in _chains(table_ids, using)]
    findings += [finding for one in acts for finding in one.findings]
    acts_head = combined([f"{one.name} {one.head}\n" for one in acts if one.acts])
    return Proof(len(heads), hands, findings, combined(heads), sum(one.acts for one in acts), acts_head)


def _chains(table_ids: Sequence[int] | None, using: str) -> Iterator[tuple[Chain, int]]:
    """The chains of acts beside these tables; of everything by itself."""
    for chain in CHAINS.values() if table_ids is None else (TABLE,):
        yield from ((chain, owner) for owner in owners_of(chain, using) if table_ids is None or owner in table_ids)


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


def combined(heads: Sequence[str]) -> str:
    """One hash over the heads of all tables, whatever the order they were read in."""
    return hashlib.sha256("".join(sorted(heads)).encode()).hexdigest()
