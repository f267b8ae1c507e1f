"""The slices of a proof in the background: one table's book, or the acts of one owner."""

from django.db import Error, connection

from scoring.book.audit.acts import list_owners, prove_acts
from scoring.book.audit.findings import Finding
from scoring.book.audit.ledgers import prove_books
from scoring.book.ledger import triggers
from scoring.models import GameTable
from tarockclub.platform.act_chain import CHAINS

BOOK, TRIGGERS = "book", "triggers"


def list_slices() -> list[str]:
    """Return the names of all slices, in the order of the proof."""
    books = GameTable.objects.order_by("pk").values_list("pk", flat=True)
    acts = [f"{chain.name} {owner}" for chain in CHAINS.values() for owner in list_owners(chain)]
    return [TRIGGERS, *(f"{BOOK} {table}" for table in books), *acts]


def prove_slice(name: str) -> list[Finding]:
    """Return the findings in a slice."""
    try:
        if name == TRIGGERS:
            missing = triggers.list_missing_triggers(connection)
            return [Finding("triggers", what=", ".join(missing))] if missing else []
        kind, _, number = name.rpartition(" ")
        if kind == BOOK:
            return prove_books([int(number)]).findings
        return prove_acts(CHAINS[kind], int(number)).findings
    except Error as error:
        return [Finding("database", what=str(error))]
