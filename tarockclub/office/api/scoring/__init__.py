"""Operations of tables and evenings (docs/dev/api.md)."""

from tarockclub.office.api.scoring import evenings, hands, rules, tables

PARTS = (
    evenings.part,
    tables.part,
    hands.part,
    hands.correction_part,
    evenings.settlement_part,
    rules.part,
)
