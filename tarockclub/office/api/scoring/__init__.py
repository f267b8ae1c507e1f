"""Operations of tables and evenings (docs/dev/api.md)."""

from tarockclub.office.api.scoring import corrections, evenings, hands, rules, settlement, tables

PARTS = (
    evenings.part,
    tables.part,
    hands.part,
    corrections.part,
    settlement.part,
    rules.part,
)
