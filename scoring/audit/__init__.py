"""The proof of books and acts: everything that is derived is worked out again from what was written, line by line."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from django.db import DEFAULT_DB_ALIAS, connections

from scoring.audit.acts import list_owners, prove_acts
from scoring.audit.findings import Finding
from scoring.audit.ledgers import prove_books
from scoring.audit.totals import list_wrong_totals
from scoring.ledger import triggers
from scoring.ledger.sealed_rows import TABLE_CHAIN
from tarockclub import sealed_rows  # noqa: F401 -- so that the chain of clubs is registered
from tarockclub.act_chain import CHAINS, Chain

__all__ = ["Finding", "Proof", "compute_proof", "list_wrong_totals", "verify", "verify_tables"]


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
    return compute_proof(table_ids, using).findings


def verify_tables(using: str = DEFAULT_DB_ALIAS) -> list[str]:
    """A sentence for each thing that is off in any book, in the language that is active."""
    return [finding.sentence for finding in verify(using=using)]


def compute_proof(table_ids: Sequence[int] | None = None, using: str = DEFAULT_DB_ALIAS) -> Proof:
    """Prove the books of these tables (of all by itself); few are kept in memory at once."""
    missing = triggers.list_missing(connections[using])
    findings = [Finding("triggers", what=", ".join(missing))] if missing else []
    books = prove_books(table_ids, using)
    findings += books.findings
    acts = [prove_acts(chain, owner, using) for chain, owner in _iter_chains(table_ids, using)]
    findings += [finding for act in acts for finding in act.findings]
    acts_head = combine_heads([f"{act.name} {act.head}\n" for act in acts if act.acts])
    return Proof(
        len(books.heads), books.hands, findings, combine_heads(books.heads), sum(act.acts for act in acts), acts_head
    )


def _iter_chains(table_ids: Sequence[int] | None, using: str) -> Iterator[tuple[Chain, int]]:
    """The chains of acts beside these tables; of everything by itself."""
    for chain in CHAINS.values() if table_ids is None else (TABLE_CHAIN,):
        yield from ((chain, owner) for owner in list_owners(chain, using) if table_ids is None or owner in table_ids)


def combine_heads(heads: Sequence[str]) -> str:
    """One hash over the heads of all tables, whatever the order they were read in."""
    return hashlib.sha256("".join(sorted(heads)).encode()).hexdigest()
