"""Operations of tables and evenings (docs/dev/api.md)."""

from tarockclub.office.api.scoring import (
    corrections,
    evenings,
    hands,
    held_hands,
    imports,
    rules,
    settlement,
    statistics,
    tables,
)

PARTS = (
    evenings.part,
    imports.part,
    tables.part,
    hands.part,
    corrections.part,
    hands.marks,
    held_hands.part,
    settlement.part,
    rules.part,
    rules.blanks,
    statistics.part,
)
