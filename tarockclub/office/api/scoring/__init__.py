"""Operations of tables and evenings (docs/dev/api.md)."""

from tarockclub.office.api.scoring import (
    corrections,
    evenings,
    hands,
    held_hands,
    rules,
    settlement,
    statistics,
    tables,
)

PARTS = (
    evenings.part,
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
